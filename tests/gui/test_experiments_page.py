"""The page of experiments: what it asks for, what it shows of an outcome, and its tokens that can be put into another order."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from pytestqt.qtbot import QtBot

from core.experiments.cost import CostOutcome, CostPoint
from core.experiments.heads import HeadsOutcome, run_heads
from core.experiments.order import OrderOutcome, run_order, shuffled
from core.model import ModelConfig, preset
from gui.access import accessible_controls
from gui.drawing.inside.experiment_tables import plain, short
from gui.drawing.inside.experiments import axis_top
from gui.drawing.inside.outcome_picture import paint_chart
from gui.drawing.inside.outcome_words import table_of
from gui.i18n import scientific
from gui.theme.theme import DARK, LIGHT, Theme
from gui.views.inside.experiments_page import ExperimentsPage
from gui.views.inside.order_chips import OrderChips

WORDS = ("The", "keys", "to", "the", "cabinet", "are", "on", "the", "table")
SMALL = preset("small", n_layers=2)


@pytest.fixture(scope="module")
def ordered() -> OrderOutcome:
    return run_order(SMALL, order=shuffled(9, 0))


@pytest.fixture(scope="module")
def headed() -> HeadsOutcome:
    return run_heads(SMALL, length=4)


def costed(linear: float = 0.5, quadratic: float = 0.001) -> CostOutcome:
    """Times that follow `linear` n + `quadratic` n² ms exactly: with 0.5 and 0.001 both are equal at 500."""
    points = tuple(
        CostPoint(length=n, ms=linear * n + quadratic * n * n, scores=8 * n * n, cells=8 * n * n, doubled=32 * n * n, macs=1)
        for n in (64, 128, 256)
    )
    return CostOutcome(
        experiment="cost",
        config=SMALL,
        claim="The claim of the test.",
        holds=linear > 0 and quadratic > 0,
        points=points,
        linear=linear,
        quadratic=quadratic,
        crossing_counted=384.0,
        rounds=7,
        kernels="compiled",
        threads=2,
    )


@pytest.fixture
def page(qtbot: QtBot) -> ExperimentsPage:
    page = ExperimentsPage()
    qtbot.addWidget(page)
    page.resize(800, 640)
    page.set_tokens(WORDS)
    page.show()
    return page


def press(qtbot: QtBot, page: ExperimentsPage, name: str) -> None:
    from PySide6.QtWidgets import QPushButton

    [button] = [button for button in page.findChildren(QPushButton) if button.text() == name and not button.isHidden()]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def chips(page: ExperimentsPage) -> OrderChips:
    return page.findChild(OrderChips)  # type: ignore[return-value]


def test_nothing_is_measured_in_the_order_of_the_sentence(page: ExperimentsPage, qtbot: QtBot) -> None:
    asked: list[tuple[str, object]] = []
    page.run_requested.connect(lambda name, options: asked.append((name, options)))
    press(qtbot, page, "Measure")
    assert asked == []
    assert "Shuffle" in page.accessible_text()
    press(qtbot, page, "Shuffle")
    press(qtbot, page, "Measure")
    assert asked == [("order", {"order": shuffled(9, 0)})]


def test_a_grey_button_says_why(page: ExperimentsPage, qtbot: QtBot) -> None:
    from PySide6.QtWidgets import QPushButton

    [button] = [button for button in page.findChildren(QPushButton) if button.text() == "Measure"]
    assert not button.isEnabled()
    assert progress(page) == "Move a token or press Shuffle first"
    assert "Move a token" in button.toolTip()
    press(qtbot, page, "Shuffle")
    assert button.isEnabled()
    assert progress(page) == ""
    assert "with the model in use" in button.toolTip()
    page.set_tokens(())
    assert progress(page) == "Type a sentence of at least two words first"


def test_while_measuring_nothing_asks_to_press_measure(page: ExperimentsPage) -> None:
    for shown in ("order", "heads", "cost"):
        page.set_experiment(shown)
        for running in ("order", "heads", "cost"):
            page.set_running(running, 0, 0)
            assert progress(page).endswith(" …")
            assert "Measure" not in page.accessible_text()
            assert "Measure" not in page._claim.text()
        page.set_running(None, 0, 0)
        assert "Measure" in page._claim.text()


def test_shuffle_and_back_report_the_order(page: ExperimentsPage, qtbot: QtBot) -> None:
    orders: list[tuple[int, ...]] = []
    page.order_changed.connect(orders.append)
    press(qtbot, page, "Shuffle")
    press(qtbot, page, "Shuffle")
    press(qtbot, page, "Back to the sentence’s order")
    assert orders == [shuffled(9, 0), shuffled(9, 1), tuple(range(9))]
    page.set_order(shuffled(9, 5))
    assert len(orders) == 3
    page.set_tokens(("one", "two"))
    assert page.order == (0, 1)
    with pytest.raises(ValueError, match="no order of 2"):
        page.set_order((0, 0))


def test_keys_move_a_token_and_go_along_with_it(page: ExperimentsPage, qtbot: QtBot) -> None:
    """“keys” stands at place 1; two steps to the right it stands behind “to” and “the”."""
    row = chips(page)
    row.setFocus()
    qtbot.keyClick(row, Qt.Key.Key_Right)
    for _ in range(2):
        qtbot.keyClick(row, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert page.order == (0, 2, 3, 1, 4, 5, 6, 7, 8)
    qtbot.keyClick(row, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert page.order == (0, 2, 1, 3, 4, 5, 6, 7, 8)
    qtbot.keyClick(row, Qt.Key.Key_Home)
    qtbot.keyClick(row, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert page.order == (0, 2, 1, 3, 4, 5, 6, 7, 8)  # nothing stands before the first
    assert "The to keys the" in row.accessibleDescription()


def drag(qtbot: QtBot, row: OrderChips, start: int, to: QPoint, *, drop: bool = True) -> None:
    view = row.viewport()
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=row.chip_rect(start).center())
    for share in (0.3, 0.6, 1.0):
        middle = row.chip_rect(start).center()
        qtbot.mouseMove(view, middle + (to - middle) * share)
        send_move(view, middle + (to - middle) * share)
    if drop:
        qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=to)


def send_move(view: object, point: QPoint) -> None:
    """A move with the button held, which the simulated mouse leaves out."""
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QApplication

    position = QPointF(point)
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        position,
        position,
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(view, event)  # type: ignore[arg-type]


def test_dragging_a_chip_moves_it_before_or_behind_others(page: ExperimentsPage, qtbot: QtBot) -> None:
    row = chips(page)
    left_of_the_second = row.chip_rect(1).center() - QPoint(row.chip_rect(1).width() // 2 - 2, 0)
    drag(qtbot, row, 8, left_of_the_second)
    assert page.order == (0, 8, 1, 2, 3, 4, 5, 6, 7)
    drag(qtbot, row, 0, row.chip_rect(8).center() + QPoint(10, 0))
    assert page.order == (8, 1, 2, 3, 4, 5, 6, 7, 0)


def test_escape_and_a_drop_where_it_was_move_nothing(page: ExperimentsPage, qtbot: QtBot) -> None:
    row = chips(page)
    drag(qtbot, row, 8, row.chip_rect(1).center(), drop=False)
    before = row.viewport().grab().toImage()
    qtbot.keyClick(row, Qt.Key.Key_Escape)
    assert row.viewport().grab().toImage() != before  # the line that showed the place is gone
    qtbot.mouseRelease(row.viewport(), Qt.MouseButton.LeftButton, pos=row.chip_rect(1).center())
    drag(qtbot, row, 2, row.chip_rect(2).center() + QPoint(2, 0))
    assert page.order == tuple(range(9))


def test_hovering_speaks_of_the_token_and_not_of_its_place(page: ExperimentsPage, qtbot: QtBot) -> None:
    page.set_order((8, 0, 1, 2, 3, 4, 5, 6, 7))
    hovered: list[int | None] = []
    page.token_hovered.connect(hovered.append)
    row = chips(page)
    qtbot.mouseMove(row.viewport(), row.chip_rect(0).center())
    qtbot.waitUntil(lambda: 8 in hovered)
    plain_look = row.viewport().grab().toImage()
    before = len(hovered)
    page.set_hovered_token(3)  # stands at place 4
    assert row.viewport().grab().toImage() != plain_look
    assert len(hovered) == before
    page.set_hovered_token(None)
    page.set_cell(8, 3)
    assert "table" in row.accessibleDescription()


def test_the_order_table_says_every_verdict_in_words(page: ExperimentsPage, ordered: OrderOutcome) -> None:
    page.set_order(ordered.order)
    page.set_outcome(ordered)
    header, *rows = page.numbers()
    assert header == ["Positions (sinusoidal)", "layer 1", "layer 2", "Agrees"]
    named = {row[0]: row[1:] for row in rows}
    assert list(named) == [
        "no positions",
        "at the input (in use)",
        "after the first attention",
        "in every block",
        "at queries and keys",
        "no positions, causal mask",
        "rows of “the”, no positions",
        "rows of “the”, at the input",
    ]
    after = next(row for row in ordered.rows if row.name == "after-attention")
    assert named["after the first attention"] == [repr(after.layers[0]), repr(after.layers[1]), "yes"]
    texts = [[cell.text for cell in row] for row in table_of(ordered).rows]
    assert texts[2][1].startswith("0 (")
    assert texts[2][2] == f"differs: {after.layers[1]:.2f}"
    assert page.accessible_text().startswith("Holds. Without positions")


def test_an_order_that_was_not_measured_is_said(page: ExperimentsPage, ordered: OrderOutcome) -> None:
    page.set_order(ordered.order)
    page.set_outcome(ordered)
    assert "earlier" not in progress(page)
    page.set_order(shuffled(9, 3))
    assert "earlier" in progress(page)
    page.set_order(ordered.order)
    assert "earlier" not in progress(page)
    page.set_outdated(frozenset({"order", "heads", "cost"}))
    assert "earlier" in progress(page)


def progress(page: ExperimentsPage) -> str:
    from gui.views.wrapped_words import Words

    return page.findChild(Words).text  # type: ignore[union-attr]


def test_heads_show_the_numbers_of_the_experiment(page: ExperimentsPage, headed: HeadsOutcome) -> None:
    page.set_experiment("heads")
    assert "Press Measure" in page.accessible_text()
    assert page.numbers() == []
    page.set_outcome(headed)
    header, *rows = page.numbers()
    assert (header[1], header[4]) == ("head width", "MACs in the blocks")
    assert "without the output matrix" in page.accessible_text()
    assert [row[0] for row in rows[:2]] == ["1 · split 64", "2 · split 32"]
    assert [int(row[2]) for row in rows] == [row.projections for row in headed.rows]
    assert [float(row[6]) for row in rows] == [row.ms for row in headed.rows]


def test_cost_shows_the_fit_and_both_crossings(page: ExperimentsPage) -> None:
    page.set_experiment("cost")
    page.set_outcome(costed())
    assert "equal at 500 tokens by the clock, beyond what was measured, and at 384 by count" in page.accessible_text()
    assert "500 µs · n" in page.accessible_text()
    assert page.numbers()[1] == ["64", "32768", "4.0", repr(0.5 * 64 + 0.001 * 64 * 64), "32.0", "4.096"]
    page.set_outcome(costed(quadratic=0.0))
    assert page.accessible_text().startswith("Does not hold here.")
    assert "No part grows with n²" in page.accessible_text()


def test_cost_does_not_pretend_to_know_where_its_parts_are_equal(page: ExperimentsPage) -> None:
    """Without a part in n; beyond 256 tokens; and with 64 tokens that took four times as long as the fit says."""
    page.set_experiment("cost")
    page.set_outcome(costed(linear=0.0))
    assert "No part grows with n by the clock" in page.accessible_text()
    page.set_outcome(costed())
    assert "500 tokens by the clock, beyond what was measured" in page.accessible_text()
    outcome = costed(linear=0.1)
    slow = replace(outcome.points[0], ms=4 * outcome.points[0].ms)
    page.set_outcome(replace(outcome, points=(slow, *outcome.points[1:])))
    assert "At 64 tokens the fit is off by 75 %, more than 30 %" in page.accessible_text()
    assert "too far off to tell" in page.accessible_text()


def test_each_experiment_keeps_its_outcome_and_none_forgets_all(
    page: ExperimentsPage, ordered: OrderOutcome, headed: HeadsOutcome
) -> None:
    page.set_outcome(headed)
    page.set_outcome(ordered)
    page.set_experiment("heads")
    assert len(page.numbers()) == 1 + len(headed.rows)
    page.set_outcome(None)
    assert page.numbers() == []
    page.set_experiment("order")
    assert page.numbers() == []


def test_running_can_be_cancelled(page: ExperimentsPage, qtbot: QtBot) -> None:
    page.set_experiment("cost")
    page.set_running("cost", 3, 20)
    assert "3 of 20" in progress(page)
    with qtbot.waitSignal(page.cancel_requested):
        press(qtbot, page, "Cancel")
    page.set_running(None, 0, 0)
    assert progress(page) == ""
    with qtbot.waitSignal(page.run_requested) as asked:
        press(qtbot, page, "Measure")
    assert asked.args == ["cost", {}]


def test_copying_gives_full_precision(page: ExperimentsPage, qtbot: QtBot) -> None:
    from gui.views.inside.experiment_parts import OutcomeTable

    page.set_experiment("cost")
    page.set_outcome(costed())
    table = page.findChild(OutcomeTable)
    assert table is not None
    table.setCurrentIndex(table.model().index(0, 3))
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert float(QGuiApplication.clipboard().text()) == 0.5 * 64 + 0.001 * 64 * 64
    table.selectAll()
    table.copy_selection()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == 4
    assert lines[0].split("\t")[0] == "tokens"


def test_a_row_points_out_its_mark_on_the_chart() -> None:
    """The same chart with another row marked is another picture; a stale one is paler but the same shape."""

    def painted(marked: int | None) -> QImage:
        image = QImage(600, 200, QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        with QPainter(image) as painter:
            paint_chart(painter, QRectF(0, 0, 600, 200), costed(), LIGHT, marked=marked)
        return image

    assert painted(None) == painted(None)
    images = [painted(marked) for marked in (None, 0, 1, 2)]  # they own the pixels that constBits shows
    assert len({bytes(image.constBits()) for image in images}) == 4


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_a_drawing_keeps_its_text(page: ExperimentsPage, headed: HeadsOutcome, tmp_path: Path, theme: Theme) -> None:
    for outcome in (headed, costed()):
        page.set_experiment(outcome.experiment)
        page.set_outcome(outcome)
        generator = QSvgGenerator()
        generator.setFileName(str(tmp_path / "a.svg"))
        with QPainter(generator) as painter:
            page.picture(painter, QRectF(0, 0, 900, 700), theme)
        text = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", (tmp_path / "a.svg").read_text(encoding="utf-8")))
        assert "Holds" in text
        assert "seed" in text
        assert table_of(outcome).rows[0][1].text in text


def test_before_anything_was_measured_the_picture_says_what_to_do(page: ExperimentsPage) -> None:
    image = QImage(400, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    blank = image.copy()
    with QPainter(image) as painter:
        page.picture(painter, QRectF(0, 0, 400, 200), LIGHT)
    assert image != blank


def test_every_control_has_a_name_and_a_description(page: ExperimentsPage, ordered: OrderOutcome) -> None:
    page.set_outcome(ordered)
    controls = list(accessible_controls(page))
    assert len(controls) > 5
    assert [control for control in controls if not control.accessibleName() or not control.accessibleDescription()] == []


def test_it_is_small_enough_for_the_smallest_window(page: ExperimentsPage, ordered: OrderOutcome) -> None:
    page.set_outcome(ordered)
    least = page.minimumSizeHint()
    assert least.width() <= 480
    assert least.height() <= 400
    page.resize(480, 400)
    page.set_theme(DARK.zoomed(1.6))
    assert page.minimumSizeHint().width() > least.width()


def test_empty_and_single_token_sentences_say_what_is_missing(page: ExperimentsPage) -> None:
    for labels in ((), ("alone",)):
        page.set_tokens(labels)
        assert "at least two words" in page.accessible_text()


def test_markup_is_shown_as_it_was_typed(page: ExperimentsPage, qtbot: QtBot) -> None:
    """b01: a token that looks like HTML is text."""
    ids = (1, 2, 1)
    page.set_tokens(("<b>", "x", "<b>"))
    page.set_outcome(run_order(SMALL, ids, ("<b>", "x", "<b>"), order=(2, 1, 0)))
    assert "rows of “<b>”, no positions" in [row[0] for row in page.numbers()]
    assert "<b>" in page.accessible_text()


def test_alibi_stands_at_the_scores() -> None:
    outcome = run_order(preset("small", n_layers=1, position="alibi"), order=shuffled(9, 0))
    assert "ALiBi, to the scores (in use)" in [row[0].text for row in table_of(outcome).rows]


def test_settings_go_along() -> None:
    """Rotary can stand at queries and keys only; the other rows take sinusoids and the row says which it is."""
    outcome = run_order(ModelConfig(d_model=32, n_heads=2, n_layers=1, position="rotary", mask="window:3"), order=shuffled(9, 0))
    names = [row[0].text for row in table_of(outcome).rows]
    assert names[0] == "rotary, at queries and keys, window of 3 (in use)"
    assert names[5] == "rotary, at queries and keys"


def test_numbers_are_written_short() -> None:
    assert [scientific(x) for x in (1.23e-7, 9.96e-6)] == ["1.2·10⁻⁷", "1.0·10⁻⁵"]
    assert [short(x) for x in (0.3141, 27.74, 1370.4, 0.0)] == ["0.314", "27.7", "1,370", "0"]
    assert [plain(x) for x in (4.0, 2.5, 0.05, 1370.0, 15.0)] == ["4", "2.5", "0.05", "1,370", "15"]
    assert [axis_top(x) for x in (0, 0.9, 262144, 31, 100)] == [1, pytest.approx(1), pytest.approx(300_000), pytest.approx(40), 100]
