"""The page of the residual stream: what it paints where, what it says, and what keys and pointer do."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import Literal

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.inside.stream import NEEDED, Station, StreamTable, cosines, stream_table
from core.kernels import plain_kernels
from core.model import ModelConfig, forward
from gui.drawing.inside.signed_map import signed_table
from gui.drawing.inside.stream import paint_stream, stream_layout
from gui.drawing.inside.stream_bars import bars_of, beside_places, numbers_fit, share_values
from gui.drawing.inside.stream_chart import LINES_UP_TO, axis_of, nice_ticks
from gui.drawing.inside.stream_map import cosine_text, signed_indices
from gui.drawing.inside.stream_words import StreamPicture, detail, figure, measure, norm_rows, remarks, spoken
from gui.drawing.map_marks import Texts
from gui.i18n import decimal, install
from gui.pictures import as_image, as_svg
from gui.theme.theme import DARK, LIGHT, Theme
from gui.views.inside.stream_page import StreamPage
from tests.core.strategies import full_weights

LABELS = ("The", "keys", "to", "the", "cabinet", "are")


def table_of(tokens: int = 6, **choices: object) -> StreamTable:
    settings = {"d_model": 16, "n_heads": 2, "n_layers": 2, "vocabulary": 50, **choices}
    config = ModelConfig(**settings)  # type: ignore[arg-type]
    weights = full_weights(config)
    trace = forward(config, weights, [i % 50 for i in range(tokens)], keep=NEEDED, logits=False, kernels=plain_kernels())
    return stream_table(config, weights, trace)


def labels_of(tokens: int) -> tuple[str, ...]:
    return tuple(LABELS[i % 6] for i in range(tokens))


def picture_of(table: StreamTable, station: int = 1, token: int | None = None) -> StreamPicture:
    labels = labels_of(table.tokens)
    return StreamPicture(table=table, labels=labels, cosines=cosines(table, station), station=station, token=token)


@pytest.fixture
def page(qtbot: QtBot) -> StreamPage:
    """Six tokens, two layers with the norm before: input, attention and feed-forward twice, final norm."""
    view = StreamPage()
    qtbot.addWidget(view)
    view.resize(800, 640)
    view.set_stream(table_of(), LABELS)
    view.show()
    qtbot.waitExposed(view)
    return view


def shown(page: StreamPage) -> StreamPicture:
    picture = page.canvas.picture
    assert picture is not None
    return picture


def click(page: StreamPage, at: QPointF) -> None:
    for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
        button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(page.canvas, QMouseEvent(kind, at, page.canvas.mapToGlobal(at), button, button, none))


def move(page: StreamPage, at: QPointF) -> None:
    none = Qt.MouseButton.NoButton
    event = QMouseEvent(QEvent.Type.MouseMove, at, page.canvas.mapToGlobal(at), none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(page.canvas, event)


def test_it_begins_at_the_end_of_the_last_layer_with_the_mean(page: StreamPage) -> None:
    assert shown(page).place == Station("feed_forward", 1)
    assert shown(page).token is None
    growth = shown(page).table.norms[4].mean() / shown(page).table.norms[0].mean()
    assert page.accessible_text().startswith(f"Mean of all tokens after layer 2: {decimal(float(growth), 2)} times as long as")


def test_left_and_right_go_along_the_stream(page: StreamPage, qtbot: QtBot) -> None:
    """From station 4 to 5 and no further; Home is the input."""
    stations: list[int] = []
    page.station_selected.connect(stations.append)
    page.canvas.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_End):
        qtbot.keyClick(page.canvas, key)
    assert stations == [5, 0, 1, 5]
    assert shown(page).place == Station("final_norm", 1)


def test_up_and_down_go_from_token_to_token(page: StreamPage, qtbot: QtBot) -> None:
    """Down from the mean is the first token; Escape is the mean again, Up from there the last one."""
    tokens: list[object] = []
    page.token_selected.connect(tokens.append)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Escape, Qt.Key.Key_Up, Qt.Key.Key_Down):
        qtbot.keyClick(page.canvas, key)
    assert tokens == [0, 1, 0, None, 5]
    assert "“are” after layer 2" in page.accessible_text()


def test_a_click_on_a_line_takes_its_station_and_token(page: StreamPage) -> None:
    """The point of token 3 at station 1, where the axis says it stands."""
    layout = page.canvas.layout_now()
    assert layout is not None
    stations: list[int] = []
    tokens: list[object] = []
    page.station_selected.connect(stations.append)
    page.token_selected.connect(tokens.append)
    y = float(layout.axis.y(shown(page).table.norms[1])[3])
    click(page, QPointF(layout.axis.x(1), y))
    assert (stations, tokens) == ([1], [3])
    assert (shown(page).station, shown(page).token) == (1, 3)


def test_a_click_on_the_bars_takes_the_station_alone(page: StreamPage) -> None:
    layout = page.canvas.layout_now()
    assert layout is not None
    click(page, QPointF(layout.axis.x(2), layout.bars.center().y()))
    assert (shown(page).station, shown(page).token) == (2, None)


def test_a_click_on_the_map_takes_both_tokens(page: StreamPage) -> None:
    cells: list[tuple[int, int]] = []
    page.cell_selected.connect(lambda query, key: cells.append((query, key)))
    layout = page.canvas.layout_now()
    assert layout is not None
    click(page, layout.map.cell_rect(5, 1).center())
    assert cells == [(5, 1)]
    value = decimal(float(cosines(shown(page).table, 4)[5, 1]), 2)
    assert f"“are” and “keys”: {value}" in page.accessible_text()


def test_hover_tells_the_token_and_lifts_its_line(page: StreamPage) -> None:
    hovered: list[object] = []
    page.token_hovered.connect(hovered.append)
    layout = page.canvas.layout_now()
    assert layout is not None
    before = page.canvas.grab().toImage()
    move(page, layout.map.cell_rect(2, 4).center())
    assert page.canvas.grab().toImage() != before
    move(page, QPointF(2, 2))
    assert hovered == [2, None]
    assert page.canvas.grab().toImage() == before
    page.set_hovered_token(2)
    assert page.canvas.grab().toImage() != before
    assert hovered == [2, None], "what others point at is not told back"


def test_the_number_under_the_pointer(page: StreamPage) -> None:
    layout, table = page.canvas.layout_now(), shown(page).table
    assert layout is not None
    at = layout.map.cell_rect(0, 1).center()
    assert page.canvas.tip_at(at) == f"“The” and “keys”: {decimal(float(cosines(table, 4)[0, 1]), 3)}"
    y = float(layout.axis.y(table.norms[1])[3])
    words = f"layer 1, after attention · “the”: length {decimal(float(table.norms[1, 3]), 2)}"
    assert page.canvas.tip_at(QPointF(layout.axis.x(1), y)) == words
    assert page.canvas.tip_at(QPointF(1, 1)) == ""


def test_the_sentence_is_computed(page: StreamPage) -> None:
    """“are” after layer 1: its own length by its own length at the input, and its own two shares."""
    page.set_cell(5, None)
    page.set_station(2)
    table = shown(page).table
    attention, network = table.shares_of(0, "attention"), table.shares_of(0, "feed_forward")
    words = page.accessible_text()
    assert f"“are” after layer 1: {measure(float(table.norms[2, 5] / table.norms[0, 5]))} times" in words
    assert f"Attention contributed {figure(float(attention.added[5]))} of the sum" in words
    assert f"network contributed {figure(float(network.added[5]))} of the sum" in words
    assert ("points against the sum" in words) == (
        min(attention.added[5], network.added[5], attention.skip[5], network.skip[5]) < 0
    )
    page.set_station(1)
    assert "feed-forward network contributed" not in page.accessible_text()


@pytest.mark.parametrize("norm", ["pre", "post", "sandwich", "deepnorm", "none"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_no_blank_lines_stand_between_the_words_and_the_chart(norm: str, language: Literal["en", "es"]) -> None:
    """At the end of a layer, where most is said: one large line, then the smaller ones, then the chart."""
    install(QApplication.instance(), language)
    try:
        table, texts = table_of(norm=norm), Texts(LIGHT)
        picture = picture_of(table, table.stations.index(Station("feed_forward", 1)))
        layout = stream_layout(QRectF(0, 0, 832, 680), picture, LIGHT, texts)
        assert layout.statement.height() == texts.line("statement")
        said = layout.detail.top() + texts.wrapped(" ".join([detail(picture), *remarks(picture)]), "control", 832)
        assert layout.chart_title.top() - said < texts.line("control") + 4
    finally:
        install(QApplication.instance(), "en")


def test_nothing_moves_from_station_to_station(page: StreamPage) -> None:
    for tokens in (None, 5):
        page.set_cell(tokens, None)
        tops = set()
        for station in range(6):
            page.set_station(station)
            layout = page.canvas.layout_now()
            assert layout is not None
            tops.add((layout.chart.getRect(), layout.map.grid.getRect(), page.canvas.height()))
        assert len(tops) == 1


def test_the_thin_lines_are_painted_once_for_all_stations(page: StreamPage, qtbot: QtBot) -> None:
    """They look as if they had been painted afresh, and are when the stream is another one."""
    page.canvas.grab()
    kept = page.canvas._lines
    assert kept is not None
    page.set_station(2)
    page.set_cell(3, None)
    after = page.canvas.grab().toImage()
    assert page.canvas._lines is kept
    fresh = StreamPage()
    qtbot.addWidget(fresh)
    fresh.resize(800, 640)
    fresh.set_stream(shown(page).table, LABELS)
    fresh.set_station(2)
    fresh.set_cell(3, None)
    fresh.show()
    qtbot.waitExposed(fresh)
    assert fresh.canvas.grab().toImage() == after
    page.set_stream(table_of(norm="post"), LABELS)
    page.canvas.grab()
    assert page.canvas._lines is not kept


@pytest.mark.parametrize("norm", ["pre", "post", "sandwich"])
@pytest.mark.parametrize("layers", [1, 4, 12, 24])
def test_the_numbers_of_the_chosen_layer_are_always_shown(norm: str, layers: int) -> None:
    """On their bars, or beside them: inside the diagram, and none over another. All four are in the picture."""
    table, texts = table_of(norm=norm, n_layers=layers), Texts(LIGHT)
    station = table.stations.index(Station("feed_forward", layers // 2))
    picture = picture_of(table, station, 2)
    layout = stream_layout(QRectF(0, 0, 800, 640), picture, LIGHT, texts)

    def y(shares: np.ndarray) -> np.ndarray:
        return np.asarray(layout.bars.bottom() - shares * layout.bars.height() / 1.1)

    bars = [bar for bar in bars_of(picture, layout.axis, share_values(picture), y, LIGHT) if bar.chosen]
    assert [bar.sublayer for bar in bars] == ["attention", "feed_forward"]
    beside = [place for bar in bars if not numbers_fit(bar, texts) for _, place in beside_places(bar, layout.bars, LIGHT, texts)]
    for index, place in enumerate(beside):
        assert layout.bars.adjusted(-1, -1, 1, 1).contains(place)
        assert not any(place.intersects(other) for other in beside[:index])
    svg = as_svg(QSize(800, 640), lambda painter, rect: paint_stream(painter, rect, picture, LIGHT), "stream").decode()
    for sublayer in ("attention", "feed_forward"):
        shares = table.shares_of(layers // 2, sublayer)
        assert f">{figure(float(shares.added[2]))}<" in svg
        assert f">{figure(float(shares.skip[2]))}<" in svg


def test_the_number_of_a_small_share_does_not_stand_above_its_bar() -> None:
    """0.03 of a sum is a strip at the top of its bar, lower than a number: its plate reaches down from there."""
    table = table_of()
    small = replace(table, shares=(replace(table.shares[0], skip=np.full(6, 0.97), added=np.full(6, 0.03)), *table.shares[1:]))
    picture, texts = picture_of(small, 1, 0), Texts(LIGHT)
    layout = stream_layout(QRectF(0, 0, 830, 680), picture, LIGHT, texts)

    def y(numbers: np.ndarray) -> np.ndarray:
        return layout.bars.bottom() - numbers / 1.06 * layout.bars.height()

    bar = bars_of(picture, layout.axis, share_values(picture), y, LIGHT)[0]
    _, (words, place) = beside_places(bar, layout.bars, LIGHT, texts)
    assert words == "0.03"
    assert place.height() > bar.parts[1][2].height()
    assert place.top() >= bar.parts[1][2].top()


def test_bars_of_a_norm_after_each_sum_are_wide_enough_for_their_numbers() -> None:
    """Four layers have 17 stations; a bar has the room of its sum and of what the norm makes of it."""
    picture = picture_of(table_of(norm="post", n_layers=4), 3)
    layout = stream_layout(QRectF(0, 0, 830, 680), picture, LIGHT, Texts(LIGHT))
    bars = bars_of(picture, layout.axis, share_values(picture), lambda shares: shares * 100, LIGHT)
    places = [bar.parts[0][2] for bar in bars]
    assert all(place.width() >= Texts(LIGHT).width("0.75", "caption") + 2 for place in places)
    assert all(before.right() <= after.left() for before, after in itertools.pairwise(places))


def test_a_share_against_the_sum_is_explained_where_there_is_one() -> None:
    table = table_of()
    against = replace(table, shares=(replace(table.shares[0], skip=np.full(6, 1.25), added=np.full(6, -0.25)), *table.shares[1:]))
    for shown_table, expected in ((table, False), (against, True)):
        picture = picture_of(shown_table, 1, 0)
        svg = as_svg(QSize(900, 640), lambda painter, rect, it=picture: paint_stream(painter, rect, it, LIGHT), "stream").decode()
        assert ("points against the sum" in svg) == expected
        assert ("What is below 0 points against the sum." in spoken(picture)) == expected


def test_a_cosine_keeps_its_zero_where_it_fits() -> None:
    assert [cosine_text(value, short=False) for value in (0.76, -0.07, 0.996, 0)] == ["0.76", "−0.07", "1", "0.00"]
    assert [cosine_text(value, short=True) for value in (0.76, -0.07, 0.996)] == [".76", "−.07", "1"]
    svg = as_svg(
        QSize(1200, 900), lambda painter, rect: paint_stream(painter, rect, picture_of(table_of()), LIGHT), "stream"
    ).decode()
    cosine = decimal(float(cosines(table_of(), 1)[0, 1]), 2)
    assert f">{cosine}<" in svg


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_digits_stand_out_on_every_colour_of_a_cell(theme: Theme) -> None:
    """White or black, whichever stands out more: never less than 4.5 : 1 (WCAG 2), worked out here from sRGB."""
    colors, white = signed_table(theme.name)
    for color, light in zip(colors.tolist(), white.tolist(), strict=True):
        channels = [((color >> shift) & 255) / 255 for shift in (16, 8, 0)]
        red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
        luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        contrasts = {True: 1.05 / (luminance + 0.05), False: (luminance + 0.05) / 0.05}
        assert contrasts[light] == max(contrasts.values()) >= 4.5


def test_norms_of_the_station_are_read_out(page: StreamPage) -> None:
    """After the first attention stands what the second norm of the layer reads."""
    page.set_station(1)
    page.set_cell(2, None)
    norming = shown(page).table.normings_at(1)[0]
    assert norming.name == "blocks.0.norm2"
    assert f"norm 2, layer 1: mean before {decimal(float(norming.mean_before[2]), 3)}, " in page.accessible_text()
    rows = dict(norm_rows(norming, None))
    assert rows["deviation before"] == decimal(float(norming.deviation_before.mean()), 3)
    assert rows["gain, range"] == f"{decimal(float(norming.gain.min()), 2)} to {decimal(float(norming.gain.max()), 2)}"


def test_the_station_stays_where_another_model_has_it_too(page: StreamPage) -> None:
    """After layer 1 exists with the norm behind too, at another index; the final norm does not."""
    page.set_station(2)
    page.set_stream(table_of(norm="post"), LABELS)
    assert shown(page).place == Station("feed_forward", 0)
    assert shown(page).station == 4
    page.set_stream(table_of(), LABELS)
    page.set_station(5)
    page.set_stream(table_of(norm="post"), LABELS)
    assert shown(page).place == Station("feed_forward", 1)


def test_equal_things_change_nothing(page: StreamPage) -> None:
    old = shown(page)
    page.set_stream(old.table, LABELS)
    page.set_cell(None, None)
    page.set_station(old.station)
    page.set_station(99)
    assert page.canvas.picture is old


def test_labels_and_tokens_must_match(page: StreamPage) -> None:
    with pytest.raises(ValueError, match="5 labels for 6 tokens"):
        page.set_stream(table_of(), LABELS[:5])


def test_nothing_yet_says_what_to_do(qtbot: QtBot) -> None:
    view = StreamPage()
    qtbot.addWidget(view)
    assert view.accessible_text().startswith("Type a sentence above")
    assert view.numbers() == []
    view.grab()
    view.set_stream(table_of(), LABELS)
    view.set_stream(None, ())
    assert view.accessible_text().startswith("Type a sentence above")


@pytest.mark.parametrize("norm", ["pre", "post", "sandwich", "deepnorm", "none"])
@pytest.mark.parametrize("tokens", [0, 1, 6, LINES_UP_TO + 4])
def test_every_model_and_length_is_painted_and_said(qtbot: QtBot, norm: str, tokens: int) -> None:
    view = StreamPage()
    qtbot.addWidget(view)
    view.resize(800, 640)
    view.set_stream(table_of(tokens, norm=norm, placement="every-block"), labels_of(tokens))
    for station in range(len(shown(view).table.stations)):
        view.set_station(station)
        assert view.accessible_text().endswith(".")
    view.set_cell(0, 0)
    view.grab()


def test_values_without_a_number_are_left_out(qtbot: QtBot) -> None:
    """A length that is infinite or not a number has no place; its cosines are hatched; everything else is shown."""
    table = table_of()
    norms = table.norms.copy()
    norms[1, 2], norms[3, 1], norms[2] = math.inf, math.nan, math.nan
    arrays = list(table.arrays)
    arrays[1] = arrays[1].copy()
    arrays[1][2] = np.inf
    broken = replace(table, norms=norms, arrays=tuple(arrays))
    view = StreamPage()
    qtbot.addWidget(view)
    view.resize(800, 640)
    view.set_stream(broken, LABELS)
    view.set_cell(2, None)
    for station in (0, 1, 2):
        view.set_station(station)
        view.grab()
    assert "–" in view.accessible_text()
    axis = axis_of(picture_of(broken), QRectF(0, 0, 100, 100))
    assert np.isnan(axis.y(norms[1])[2])
    assert np.isfinite(axis.y(norms[1])[[0, 1, 3, 4, 5]]).all()


def test_lengths_stand_where_the_scale_says() -> None:
    """0 at the lower edge; half of the scale in the middle. A hundredfold range and more becomes powers of ten."""
    picture = picture_of(table_of())
    axis = axis_of(picture, QRectF(10, 20, 120, 200))
    assert not axis.log
    np.testing.assert_allclose(axis.y(np.array([0.0, axis.high / 2, axis.high])), [220, 120, 20])
    assert axis.high > picture.table.norms.max()
    assert [axis.station_at(axis.x(index)) for index in range(6)] == list(range(6))
    assert (axis.station_at(-50), axis.station_at(500)) == (0, 5)
    norms = picture.table.norms.copy()
    norms[0], norms[1] = 0.5, 3000
    wide = axis_of(replace(picture, table=replace(picture.table, norms=norms)), QRectF(0, 0, 100, 100))
    assert wide.log
    assert (wide.low, wide.high) == (-1, 4)
    np.testing.assert_allclose(wide.y(np.array([0.1, 10_000.0])), [100, 0])
    assert wide.ticks == (0.1, 1, 10, 100, 1000, 10_000)


def test_ticks_are_round_numbers() -> None:
    assert nice_ticks(0, 23, 5) == (0, 5, 10, 15, 20)
    assert nice_ticks(-1, 2, 4) == (-1, 0, 1, 2)
    np.testing.assert_allclose(nice_ticks(0, 0.9, 4), [0, 0.5])


def test_bars_hold_the_shares_of_the_token_or_the_mean() -> None:
    table = table_of()
    for shares, skip, added in share_values(picture_of(table, token=3)):
        assert (skip, added) == (shares.skip[3], shares.added[3])
    for shares, skip, added in share_values(picture_of(table)):
        assert skip + added == 1
        assert added == pytest.approx(shares.added.mean())


def test_the_signed_scale_is_symmetric() -> None:
    values = signed_indices(np.array([-1.0, -0.5, 0.5, 1.0, 7.0, np.nan]))
    assert values.tolist() == [0, 64, 191, 255, 255, 128]


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_colours_mean_the_same_everywhere(page: StreamPage, theme: Theme) -> None:
    """A cell of the diagonal has the end of the signed map, the query's colour; attention's bar is green, a norm's name golden."""
    page.set_theme(theme)
    page.set_cell(None, None)
    image: QImage = page.canvas.grab().toImage()
    layout = page.canvas.layout_now()
    assert layout is not None
    corner = layout.map.cell_rect(0, 0).topLeft() + QPointF(3, 3)
    assert image.pixelColor(QPoint(round(corner.x()), round(corner.y()))) == theme.query
    names = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert {theme.value.name(), theme.norm.name(), theme.surface.name()} <= names


def test_stale_pictures_are_dimmed(page: StreamPage) -> None:
    before = page.canvas.grab().toImage()
    page.set_stale(True)
    assert page.canvas.grab().toImage() != before
    page.set_stale(False)
    assert page.canvas.grab().toImage() == before


@pytest.mark.parametrize("width", [400, 480, 639, 640, 800, 1400])
def test_nothing_overlaps_and_nothing_leaves_the_page(qtbot: QtBot, width: int) -> None:
    """Parts in one column one below the other, in two columns beside each other; the canvas is as high as it needs."""
    view = StreamPage()
    qtbot.addWidget(view)
    view.resize(width, 400)
    view.set_stream(table_of(norm="sandwich", n_layers=6), LABELS)
    view.show()
    QApplication.processEvents()
    layout = view.canvas.layout_now()
    assert layout is not None
    parts = [layout.statement, layout.detail, layout.chart_title, layout.chart, layout.marks, layout.bars_title, layout.bars]
    parts += [layout.map.title, layout.map.grid, layout.map.bar, layout.map.words, layout.norms]
    whole = QRectF(view.canvas.rect())
    for index, part in enumerate(parts):
        assert whole.contains(part), index
        assert not any(part.intersects(other) for other in parts[:index]), index
    assert view.canvas.width() <= width
    assert layout.bottom <= view.canvas.height()
    assert layout.chart.height() >= 90


def test_space_scrolls_where_there_is_little_room(page: StreamPage, qtbot: QtBot) -> None:
    """80 % of the visible height on; Shift comes back; nobody is told anything."""
    page.resize(480, 400)
    QApplication.processEvents()
    bar = page._scroll.verticalScrollBar()
    page.canvas.setFocus()
    qtbot.keyClick(page.canvas, Qt.Key.Key_Space)
    assert bar.value() == 320
    qtbot.keyClick(page.canvas, Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    assert bar.value() == 0


def test_it_fits_beside_both_panels(page: StreamPage) -> None:
    assert page.minimumSizeHint().width() <= 480
    assert page.minimumSizeHint().height() <= 400


def test_pictures_hold_real_text_and_no_outlines(page: StreamPage) -> None:
    page.set_cell(5, 1)

    def paint(painter: QPainter, rect: QRectF) -> None:
        painter.fillRect(rect, LIGHT.window)
        page.picture(painter, rect, LIGHT)

    svg = as_svg(QSize(900, 700), paint, "stream").decode()
    for text in ("Shares of each sum", "cabinet", "after attention", "final norm"):
        assert text in svg
    layout = stream_layout(QRectF(0, 0, 900, 700), shown(page), LIGHT, Texts(LIGHT))
    assert layout.bottom <= 700
    image = as_image(QSize(900, 700), paint)
    at = layout.map.cell_rect(5, 1)
    edge = {image.pixelColor(round(at.left()) - 1, round(at.top() + y)).name() for y in range(4, 16)}
    assert LIGHT.key.name() not in edge


def test_numbers_read_back_exactly(page: StreamPage) -> None:
    """One value a row; layers and tokens from 0; every length, share, norm and cosine is there once."""
    header, *rows = page.numbers()
    assert header == ["quantity", "station", "layer", "token", "label", "other token", "other label", "value"]
    assert len({tuple(row[:7]) for row in rows}) == len(rows)
    found = {tuple(row[:4] + row[5:6]): float(row[7]) for row in rows}
    table = shown(page).table
    for token in range(6):
        assert found["norm", "attention", "1", str(token), ""] == table.norms[3, token]
        assert found["share of skip", "attention", "1", str(token), ""] == table.shares[2].skip[token]
        assert found["mean_before", "final_norm", "1", str(token), ""] == table.normings[-1].mean_before[token]
    assert found["cosine", "feed_forward", "1", "5", "1"] == cosines(table, 4)[5, 1]
    assert found["mean cosine", "input", "0", "", ""] == table.mean_cosine[0]
    assert found["gain max", "blocks.1.norm2", "1", "", ""] == table.normings[3].gain.max()
    assert sum(row[0] == "cosine" for row in rows) == 36


def test_numbers_of_many_tokens_hold_the_cosines_of_the_chosen_one(qtbot: QtBot) -> None:
    view = StreamPage()
    qtbot.addWidget(view)
    view.set_stream(table_of(300), labels_of(300))
    assert not any(row[0] == "cosine" for row in view.numbers())
    view.set_cell(7, None)
    assert {row[3] for row in view.numbers() if row[0] == "cosine"} == {"7"}


def test_b01_a_token_that_looks_like_mark_up_is_plain_text(qtbot: QtBot) -> None:
    view = StreamPage()
    qtbot.addWidget(view)
    view.set_stream(table_of(2), ("<b>{who}</b>", "{length}"))
    view.set_cell(0, 1)
    assert view.accessible_text().startswith("“<b>{who}</b>” after layer 2")
    view.grab()


def test_large_and_small_numbers_stay_readable() -> None:
    assert figure(12.345) == "12.35"
    assert figure(1.2345e7) == "1.2·10⁷"
    assert figure(-2e-5, 2) == "−2.0·10⁻⁵"
    assert figure(0.0) == "0.00"
    assert figure(math.nan) == "–"
    assert measure(0.01449) == "0.0145"
    assert measure(31.2) == "31.20"
