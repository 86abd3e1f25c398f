"""Networks before any training: table, sentences, the depth that is chosen, and charts with theory drawn over what was measured."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPolygonF
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QPushButton, QRadioButton
from pytestqt.qtbot import QtBot

from core.experiments.start import SETTING, Placement, StartOutcome, StartRow, StreamRow
from gui import i18n
from gui.access import accessible_controls
from gui.drawing.inside import start_chart
from gui.drawing.inside.chart_frame import Scale, band_color, log_scale, ticks_of
from gui.drawing.inside.outcome_picture import chart_height, paint_chart
from gui.drawing.inside.outcome_words import chart_words, note_of, table_of
from gui.drawing.inside.start_chart import start_color
from gui.drawing.map_marks import Texts
from gui.theme.theme import DARK, LIGHT, Theme
from gui.views.inside.depth_panel import DepthPanel
from gui.views.inside.experiment_parts import OutcomeChart, OutcomeTable
from gui.views.inside.experiments_page import ExperimentsPage

pytestmark = pytest.mark.usefixtures("qapp")


def started(*, holds: bool = True, growth: float = 2.0) -> StartOutcome:
    """Laws that hold exactly: post-norm 0.7 at every depth, pre-norm 0.8/√L, two seeds a twentieth above and below.

    In post-norm the gradient of W_in goes from 0.7/`growth` to 0.7, in pre-norm from its end · 3 to its end; W_out stays.
    """
    rows = []
    norms: tuple[Placement, ...] = ("post", "pre")
    for norm in norms:
        for layers in (4, 16):
            end = 0.7 if norm == "post" else 0.8 / layers**0.5
            first = end / growth if norm == "post" else 3 * end
            seeds = np.array([[0.95], [1.05]])
            inner, outer = np.linspace(first, end, layers) * seeds, np.full(layers, end) * seeds
            rows.append(StartRow(norm=norm, layers=layers, last=outer[:, -1], inner=inner, outer=outer))
    blocks = np.arange(1, 5)
    seeds = np.array([[0.9], [1.1]])
    streams = (
        StreamRow(norm="post", sizes=np.full(4, 1.5) * seeds, low=np.full(4, 1.5), high=np.full(4, 1.5)),
        StreamRow(norm="pre", sizes=(1 + blocks) * seeds, low=1 + blocks / 2, high=1 + 3 * blocks / 2),
    )
    return StartOutcome(
        experiment="stability", config=SETTING, claim="The claim of the test.", holds=holds, rows=tuple(rows), streams=streams
    )


@pytest.fixture
def spanish(qapp: QApplication) -> Iterator[None]:
    i18n.install(qapp, "es")
    yield
    i18n.install(qapp, "en")


@pytest.fixture
def page(qtbot: QtBot) -> ExperimentsPage:
    page = ExperimentsPage()
    qtbot.addWidget(page)
    page.resize(900, 700)
    page.set_experiment("stability")
    page.show()
    return page


def painted(outcome: StartOutcome, theme: Theme, width: int = 900, depth: int | None = None, marked: int | None = None) -> QImage:
    image = QImage(width, chart_height(outcome, width, depth, theme, Texts(theme)), QImage.Format.Format_RGB32)
    image.fill(theme.window)
    with QPainter(image) as painter:
        paint_chart(painter, QRectF(image.rect()), outcome, theme, marked=marked, depth=depth)
    return image


def pixels_of(image: QImage) -> bytes:
    """The pixels, copied while the image that owns them is alive."""
    return bytes(image.constBits())


def count(image: QImage, color: QColor) -> int:
    pixels = np.frombuffer(image.constBits(), np.uint32)
    return int(np.count_nonzero(pixels == color.rgb()))


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("width", [400, 700, 1200])
def test_both_placements_are_painted_in_their_colours(theme: Theme, width: int) -> None:
    """In one, two or three rows; marks, lines and theory in the pure colour, each on hundreds of pixels."""
    image = painted(started(), theme, width)
    for norm in ("post", "pre"):
        assert count(image, start_color(norm, theme)) > 300


def test_narrow_charts_are_never_lower_than_wide_ones() -> None:
    """So that a scroll bar that comes and goes cannot make the page jump for ever."""
    outcome, texts = started(), Texts(LIGHT)
    heights = [chart_height(outcome, width, None, LIGHT, texts) for width in range(300, 1300, 10)]
    assert heights == sorted(heights, reverse=True)


def test_the_depth_and_the_marked_row_change_the_picture() -> None:
    looks = {pixels_of(painted(started(), LIGHT, 900, depth, marked)) for depth in (4, 16) for marked in (None, 0, 3)}
    assert len(looks) == 6


def test_the_table_has_the_numbers_of_the_laws() -> None:
    """Post-norm 0.7 whatever the depth; pre-norm with 16 blocks 0.8/4 = 0.2, times √16 again 0.8."""
    header, *rows = table_of(started()).numbers()
    assert len(header) == 7
    named = {row[0]: [float(cell) for cell in row[1:]] for row in rows}
    assert named["post-norm · 4"][:3] == pytest.approx([0.7, 0.665, 0.735])
    assert named["pre-norm · 16"] == pytest.approx([0.2, 0.19, 0.21, 0.8, 0.6, 0.2])


def test_what_grows_and_what_falls_is_what_was_measured() -> None:
    """W_in doubles in post-norm, and falls to a third in pre-norm; a growth of 1.1 is none, and the sentence says so."""
    words = chart_words(started(), 4)
    assert words.startswith("With 4 blocks")
    assert "post-norm: W_in grows toward the output (0.35 → 0.70), W_out stays about the same (0.70 → 0.70)." in words
    assert "pre-norm: W_in falls by 67 % (1.2 → 0.40)" in words
    assert "post-norm: W_in stays about the same" in chart_words(started(growth=1.1), 4)
    assert "post-norm: W_in falls by 50 % (1.4 → 0.70)" in chart_words(started(growth=0.5), 4)
    assert "Stream, pre-norm: 2.00 → 5.00, as theory says." in words
    assert chart_words(started(), 5).startswith("With 16 blocks")


def test_theory_compares_models_and_its_constant_is_explained() -> None:
    """0.8/√L holds exactly in the toy, so c is 0.8."""
    assert "Xiong et al., 2020: at the start the gradient near the output is large in post-norm" in chart_words(started(), 4)
    assert started().level("pre") == pytest.approx(0.8)
    assert started().level("post") == pytest.approx(0.7)
    assert "it is the mean of gradient · √L, here 0.80" in note_of(started())


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_key_of_the_bounds_has_their_colour(theme: Theme) -> None:
    """As it looks on the window, on which the keys stand."""
    pale = QImage(1, 1, QImage.Format.Format_RGB32)
    pale.fill(theme.window)
    with QPainter(pale) as painter:
        painter.fillRect(pale.rect(), band_color(start_color("pre", theme)))
    assert count(painted(started(), theme), pale.pixelColor(0, 0)) >= 200


def test_the_page_says_verdict_setting_and_both_accounts(page: ExperimentsPage) -> None:
    assert "Press Measure" in page.accessible_text()
    page.set_outcome(started())
    words = page.accessible_text()
    assert words.startswith("Holds. The claim of the test. With 16 blocks")
    for part in ("width 256", "are one account", "arXiv 2004.08249", "arXiv 2203.00555", "amplified update", "arXiv 2002.04745"):
        assert part in words
    assert "post-norm 1.00 (up to 1.3" in words
    page.set_outcome(started(holds=False))
    assert page.accessible_text().startswith("Does not hold here.")


def test_a_depth_is_chosen_above_or_by_a_row_of_the_table(page: ExperimentsPage, qtbot: QtBot) -> None:
    page.set_outcome(started())
    panel, table, chart = page.findChild(DepthPanel), page.findChild(OutcomeTable), page.findChild(OutcomeChart)
    assert panel is not None
    assert table is not None
    assert chart is not None
    assert panel.chosen == 16
    before = chart.grab().toImage()
    table.setCurrentIndex(table.model().index(2, 0))
    assert panel.chosen == 4
    assert "With 4 blocks" in page.accessible_text()
    assert "With 4 blocks" in chart.accessibleDescription()
    assert chart.grab().toImage() != before
    deepest = next(button for button in panel.findChildren(QRadioButton) if button.text() == "16")
    qtbot.mouseClick(deepest, Qt.MouseButton.LeftButton)
    assert panel.chosen == 16
    page.set_outcome(started())
    assert panel.chosen == 16
    assert [control for control in accessible_controls(page) if not control.accessibleName()] == []


def test_it_belongs_to_no_model(page: ExperimentsPage) -> None:
    """The setting is its own: the button says so."""
    [measure] = [button for button in page.findChildren(QPushButton) if button.text() == "Measure"]
    assert "setting of the lesson" in measure.toolTip()


def test_numbers_hold_every_block_and_the_stream(page: ExperimentsPage) -> None:
    """5 rows of the table, 2·(4 + 16) of blocks and 2·4 of the stream, each part with an empty line and a header."""
    page.set_outcome(started())
    rows = page.numbers()
    assert len(rows) == 5 + (2 + 40) + (2 + 8)
    assert rows[5] == []
    assert rows[7][:3] == ["post-norm", "4", "1"]
    assert [float(cell) for cell in rows[7][3:]] == pytest.approx([0.35, 0.7])
    assert [float(cell) for cell in rows[-1][2:]] == pytest.approx([5, 3, 7])


def test_a_file_has_room_for_everything(page: ExperimentsPage, tmp_path: Path) -> None:
    page.set_outcome(started())
    generator = QSvgGenerator()
    generator.setFileName(str(tmp_path / "a.svg"))
    size = page.picture_size()
    with QPainter(generator) as painter:
        page.picture(painter, QRectF(0, 0, size.width(), size.height()), LIGHT)
    source = (tmp_path / "a.svg").read_text(encoding="utf-8")
    text = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", source))
    for part in ("Holds", "both axes logarithmic", "theory", "always 4 blocks", "With 16 blocks", "amplified update"):
        assert part in text
    assert max(float(y) for y in re.findall(r'<text[^>]* y="([0-9.]+)"', source)) <= size.height()


@pytest.mark.usefixtures("spanish")
def test_everything_is_said_in_spanish(page: ExperimentsPage) -> None:
    page.set_outcome(started())
    words = page.accessible_text()
    assert words.startswith("Se cumple.")
    assert "Con 16 bloques" in words
    assert "0,35 → 0,70" in words
    assert "actualización amplificada" in words
    assert page.numbers()[0][0] == "Normalización y bloques"


def test_scales_are_round() -> None:
    """Decades where there are many, else 1, 2, 5; a single value still has a scale around it."""
    assert log_scale([0.11, 0.75]) == Scale(0.1, 1.0, log=True)
    assert log_scale([3.0, 3.0]) == Scale(2.0, 5.0, log=True)
    assert log_scale([0.0, float("nan")]).shows(1.0)
    assert [text for _, text in ticks_of(Scale(0.1, 1.0, log=True), 4)] == ["0.1", "0.2", "0.5", "1"]
    assert [text for _, text in ticks_of(Scale(1e-6, 10.0, log=True), 4)] == ["10⁻⁶", "10⁻⁴", "10⁻²", "10⁰"]
    assert not Scale(0.1, 1.0, log=True).shows(0.0)
    assert Scale(0.0, 4.0).share(1.0) == 0.25


def test_theory_is_drawn_over_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dotted: over the depths a level line for post-norm and a falling one for pre-norm; both bounds of each stream."""
    drawn: list[tuple[QPolygonF, QColor]] = []
    paint = start_chart.paint_line

    def noting(painter: QPainter, line: QPolygonF, color: QColor, style: object, *rest: object) -> None:
        if style == start_chart._THEORY:
            drawn.append((line, color))
        paint(painter, line, color, style, *rest)

    monkeypatch.setattr(start_chart, "paint_line", noting)
    painted(started(), LIGHT)
    post, pre, *edges = drawn
    assert (post[1], pre[1]) == (start_color("post", LIGHT), start_color("pre", LIGHT))
    assert post[0].at(0).y() == pytest.approx(post[0].at(1).y())
    assert pre[0].at(0).y() < pre[0].at(1).y()  # down the page
    assert len(edges) == 4
