"""The ledger as a person sees it: numbers, formulas, changes, lengths, and what can be copied."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QLabel, QStyle, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from core.model.config import ModelConfig
from core.model.counts import count
from core.model.ledger import ledger_rows
from core.model.presets import PRESETS, preset
from gui import i18n
from gui.access import accessible_controls
from gui.theme.theme import DARK, LIGHT
from gui.views.ledger import Ledger
from gui.views.ledger_delegate import LedgerDelegate
from gui.views.ledger_model import LedgerEntry, LedgerModel, formula_text


@pytest.fixture
def ledger(qtbot: QtBot) -> Ledger:
    """The defaults, 9 tokens, shown; the unit that is chosen is the one that is used."""
    view = Ledger()
    view.unit_chosen.connect(view.set_unit)
    qtbot.addWidget(view)
    view.resize(290, 760)
    show(view, ModelConfig())
    view.show()
    qtbot.waitExposed(view)
    return view


@pytest.fixture
def spanish(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers as Spanish writes them."""
    monkeypatch.setattr(i18n._Current, "language", "es")


def show(view: Ledger, config: ModelConfig, length: int = 9, before: ModelConfig | None = None) -> None:
    view.set_length(None, length)
    view.set_counts(count(config, length), config, None if before is None else count(before, length))


def entry(view: Ledger, key: str) -> LedgerEntry:
    return next(entry for entry in view.findChild(LedgerModel).entries() if entry.key == key)


def test_the_headline_is_the_total_with_the_blocks_under_it(ledger: Ledger) -> None:
    """37000·512 + 6·3 152 384 + 2·512 = 37 859 328."""
    total, blocks = ledger.findChild(LedgerModel).entries()[:2]
    assert (total.label, total.value) == ("Parameters", "37,859,328")
    assert (blocks.label, blocks.value) == ("in the blocks", "18,914,304")
    assert total.detail == "18,944,000 + 18,914,304 + 1,024"


def test_rows_carry_their_formula_with_the_numbers_put_in(ledger: Ledger) -> None:
    assert entry(ledger, "parameters.attention").detail == "6 blocks · (4·512² + 4·512)"
    assert entry(ledger, "scores.total").spoken == "in all, all cells: 3,888 cells; 6 blocks · 8 heads · 9²"


def test_b24_the_change_since_the_last_setting(ledger: Ledger) -> None:
    """From post to pre one final norm of 2·64 is new, and nothing else among the parameters of the blocks."""
    pre, post = (ModelConfig(d_model=64, n_layers=2, norm=norm) for norm in ("pre", "post"))
    show(ledger, pre, before=post)
    assert entry(ledger, "parameters.total").change == "+128"
    assert "changed by +128" in entry(ledger, "parameters.total").spoken
    assert entry(ledger, "parameters.blocks").change == ""
    show(ledger, post, before=pre)
    assert entry(ledger, "parameters.total").change == "−128"


def test_changes_disappear_with_the_setting_they_were_told_from(ledger: Ledger) -> None:
    show(ledger, ModelConfig(), before=ModelConfig(norm="post"))
    assert entry(ledger, "parameters.total").change
    show(ledger, ModelConfig())
    assert entry(ledger, "parameters.total").change == ""


def test_b41_the_unit_stands_by_every_number_and_the_switch_doubles(ledger: Ledger, qtbot: QtBot) -> None:
    """q·kᵀ of 12 heads, 64 tokens, 64 wide: 3 145 728 MAC = 6 291 456 FLOP."""
    show(ledger, ModelConfig(d_model=768, n_heads=12, n_layers=1), 64)
    work = [entry.key for entry in ledger.findChild(LedgerModel).entries() if entry.key.startswith("work.")]
    macs = {key: entry(ledger, key).number for key in work}
    assert all(entry(ledger, key).unit == "MAC" for key in work)
    assert entry(ledger, "work.scores").value == "3,145,728"
    choose_unit(ledger, qtbot, "FLOP")
    assert all(entry(ledger, key).unit == "FLOP" for key in work)
    assert {key: entry(ledger, key).number for key in work} == {key: 2 * number for key, number in macs.items()}


def choose_unit(view: Ledger, qtbot: QtBot, unit: str) -> None:
    button = next(b for b in view.findChildren(QWidget) if getattr(b, "value", None) == unit and hasattr(b, "isChecked"))
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_twice_as_long(ledger: Ledger) -> None:
    """1000 tokens: scores and mixing are 2·6·8·1000²·64 of 43 962 368 000 MAC; doubled 100 212 736 000, × 2.2795."""
    show(ledger, ModelConfig(), 1000)
    assert ledger._doubling.text == "2,000 tokens: scores × 4, work in all × 2.280"


def test_b07_no_tokens(ledger: Ledger) -> None:
    """Nothing to divide by, nothing to show but the weights."""
    show(ledger, ModelConfig(), 0)
    assert ledger._doubling.text == "No tokens, no work."
    assert entry(ledger, "scores.total").value == "0"
    assert entry(ledger, "parameters.total").value == "37,859,328"


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("width", [120, 200, 262, 420])
@pytest.mark.parametrize("zoom", [1.0, 1.6])
def test_b48_big_numbers_are_never_cut(qtbot: QtBot, name: str, width: int, zoom: float) -> None:
    """All digits of every value are painted inside the row, whatever it takes: a line of its own, smaller type, two lines."""
    model, delegate = LedgerModel(), LedgerDelegate(lambda key: True, lambda: width)
    delegate.set_theme(LIGHT.zoomed(zoom))
    ledger = Ledger()
    qtbot.addWidget(ledger)
    show(ledger, preset(name), 10**12)
    for row in ledger.findChild(LedgerModel).entries():
        layout = delegate.layout_of(row, width)
        texts = "".join(piece.text for piece in layout.pieces)
        assert row.value in texts
        for piece in layout.pieces:
            if any(part in piece.text for part in row.value.split(",")) and piece.text in row.value:
                assert piece.x >= 0
        assert all(0 < piece.y < layout.height for piece in layout.pieces)
    model.deleteLater()
    delegate.deleteLater()


def test_llama_fits_beside_its_label(ledger: Ledger) -> None:
    """8,030,261,248 stays on the line of “Parameters” in a panel of 290 pixels."""
    show(ledger, preset("llama-3-8b"))
    layout = ledger._delegate.layout_of(entry(ledger, "parameters.total"), ledger._tree.columnWidth(0))
    assert [piece.text for piece in layout.pieces][:2] == ["Parameters", "8,030,261,248"]
    assert layout.pieces[0].y == layout.pieces[1].y


def test_the_tree_is_as_high_as_its_rows(ledger: Ledger) -> None:
    """Folding a section away takes exactly its rows; nothing scrolls inside the tree."""
    tree = ledger._tree
    assert tree.height() == tree.content_height()
    before = tree.height()
    scores = ledger.findChild(LedgerModel).index_of("scores.per_head")
    (total,) = [
        ledger.findChild(LedgerModel).index(row, 0, scores) for row in range(ledger.findChild(LedgerModel).rowCount(scores))
    ]
    rows = tree.rowHeight(total)
    tree.collapse(scores)
    assert before - tree.height() == rows > 0


def test_parts_fold_away_under_their_whole(ledger: Ledger, qtbot: QtBot) -> None:
    """The parts of the blocks are shown at first, those of the scores are not; → opens them, and nothing is lost."""
    tree, model = ledger._tree, ledger.findChild(LedgerModel)
    blocks, total = model.index_of("parameters.blocks"), model.index_of("scores.total")
    assert (tree.isExpanded(blocks), tree.isExpanded(total)) == (True, False)
    below = [model.row(model.index(row, 0, blocks)).key for row in range(model.rowCount(blocks))]
    assert below == ["parameters.attention", "parameters.feed_forward", "parameters.norms"]
    before = tree.height()
    tree.setFocus()
    tree.setCurrentIndex(total)
    qtbot.keyClick(tree, Qt.Key.Key_Right)
    assert tree.height() > before
    qtbot.keyClick(tree, Qt.Key.Key_Down)
    assert model.row(tree.currentIndex()).key == "scores.per_layer"
    assert model.parent(tree.currentIndex()) == total
    assert {row.key for row in ledger_rows(count(ModelConfig(), 9), ModelConfig())} == {entry.key for entry in model.entries()}


def test_what_is_asked_for_most_is_seen_without_scrolling(ledger: Ledger, qtbot: QtBot) -> None:
    """In a window of 1440 × 900 the ledger is 735 pixels high; the small preset, with and without a final norm."""
    ledger.resize(290, 735)
    for norm in ("pre", "post"):
        show(ledger, preset("small", norm=norm), 9, before=preset("small", norm="pre"))
        qtbot.wait(1)
        port = ledger._scroll.viewport()
        for key in (
            "parameters.total",
            "parameters.blocks",
            "parameters.attention",
            "parameters.feed_forward",
            "parameters.norms",
            "parameters.embedding",
            "scores.per_head",
            "scores.total",
            "work.total",
        ):
            row = ledger._tree.visualRect(ledger.findChild(LedgerModel).index_of(key))
            bottom = ledger._tree.viewport().mapTo(port, row.bottomLeft()).y()
            assert 0 < bottom <= port.height(), key
    assert ledger._curve.geometry().bottom() <= ledger._foot.height()
    assert ledger._foot.geometry().bottom() <= ledger.height()


def test_allowed_cells_stand_by_the_scores_of_a_causal_head(ledger: Ledger) -> None:
    """9·10 / 2 = 45; the number follows the mask although the 81 cells stay what they are."""
    assert entry(ledger, "scores.per_head").detail == "9² — all cells of one map"
    show(ledger, ModelConfig(mask="causal"))
    assert entry(ledger, "scores.per_head").detail == "9² — allowed by the mask: 45"


def test_a_zero_without_a_change_takes_one_line(ledger: Ledger) -> None:
    """Its note stands beside its label; as soon as there is a change to tell it has two lines like every row."""
    delegate = ledger._delegate
    nothing = delegate.layout_of(entry(ledger, "parameters.positions"), 280)
    assert len({piece.y for piece in nothing.pieces}) == 1
    assert nothing.height < delegate.layout_of(entry(ledger, "parameters.embedding"), 280).height
    show(ledger, ModelConfig(), before=ModelConfig(position="learned"))
    changed = delegate.layout_of(entry(ledger, "parameters.positions"), 280)
    assert [piece.text for piece in changed.pieces if piece.tone == "change"] == ["Δ −" + f"{512 * ModelConfig().context:,}"]
    assert len({piece.y for piece in changed.pieces}) == 2


def test_the_keyboard_walks_and_folds(ledger: Ledger, qtbot: QtBot) -> None:
    tree, model = ledger._tree, ledger.findChild(LedgerModel)
    tree.setFocus()
    tree.setCurrentIndex(model.index_of("parameters.total"))
    qtbot.keyClick(tree, Qt.Key.Key_Down)
    assert tree.currentIndex() == model.index_of("parameters.blocks")
    qtbot.keyClick(tree, Qt.Key.Key_Up)
    qtbot.keyClick(tree, Qt.Key.Key_Left)
    assert not tree.isExpanded(model.index_of("parameters.total"))


def test_a_click_on_a_headline_folds_it(ledger: Ledger, qtbot: QtBot) -> None:
    tree, index = ledger._tree, ledger.findChild(LedgerModel).index_of("block.total")
    assert not tree.isExpanded(index)
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualRect(index).center())
    assert tree.isExpanded(index)


def test_ctrl_c_copies_the_plain_number(ledger: Ledger, qtbot: QtBot) -> None:
    ledger._tree.setFocus()
    ledger._tree.setCurrentIndex(ledger.findChild(LedgerModel).index_of("parameters.blocks"))
    with qtbot.waitSignal(ledger.copy_requested) as copied:
        qtbot.keyClick(ledger._tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert copied.args == ["18914304"]


def test_copy_all_is_a_table_for_a_spreadsheet(ledger: Ledger, qtbot: QtBot) -> None:
    """One line of headings, then every row; values without groups."""
    with qtbot.waitSignal(ledger.copy_requested) as copied:
        ledger._copy_all.trigger()
    lines = [line.split("\t") for line in copied.args[0].splitlines()]
    assert lines[0] == ["Component", "Value", "Unit", "Formula"]
    assert lines[1][:3] == ["Parameters", "37859328", "parameter"]
    assert len(lines) == 1 + len(ledger.findChild(LedgerModel).entries())
    assert all(len(line) == 4 and line[1].isdigit() for line in lines[1:])


def test_copy_as_command(ledger: Ledger, qtbot: QtBot) -> None:
    assert not ledger._copy_command.isEnabled()
    ledger.set_command("python main.py counts --length 9 --json")
    with qtbot.waitSignal(ledger.copy_requested) as copied:
        ledger._copy_command.trigger()
    assert copied.args == ["python main.py counts --length 9 --json"]


def test_another_setting_flashes_what_changed_once(ledger: Ledger, qtbot: QtBot) -> None:
    """Where the style allows animations at all; afterwards no tint is left."""
    allowed = ledger.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration, None, ledger)
    show(ledger, ModelConfig(norm="post"))
    assert (ledger._flash.state() == ledger._flash.State.Running) == bool(allowed)
    if allowed:
        assert "parameters.final_norm" in ledger._flashing
        assert "parameters.embedding" not in ledger._flashing
        qtbot.waitUntil(lambda: ledger._flash.state() == ledger._flash.State.Stopped)
        assert ledger._delegate._strength == 0


def test_typing_and_reduced_motion_do_not_flash(ledger: Ledger) -> None:
    show(ledger, ModelConfig(), 10)
    assert ledger._flash.state() == ledger._flash.State.Stopped
    ledger.set_motion(False)
    show(ledger, ModelConfig(norm="post"), 10)
    assert ledger._flash.state() == ledger._flash.State.Stopped


class LayoutRequests(QObject):
    """Counts how often a widget is asked to lay itself out again."""

    number = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.number += event.type() == QEvent.Type.LayoutRequest
        return False


def test_a_keystroke_does_not_lay_out_the_window(qtbot: QtBot) -> None:
    """The sentence grows by a token, then another; the window around the ledger never hears of it."""
    window, view = QWidget(), Ledger()
    qtbot.addWidget(window)
    QVBoxLayout(window).addWidget(view)
    show(view, ModelConfig(), 9)
    view._curve.ensure_plot()
    window.show()
    qtbot.waitExposed(window)
    qtbot.wait(50)
    requests = LayoutRequests()
    window.installEventFilter(requests)
    for length in (10, 11, 120, 1500):
        show(view, ModelConfig(), length, before=ModelConfig(norm="post"))
        qtbot.wait(1)
    assert requests.number == 0


def test_b01_texts_are_shown_as_they_are_written(ledger: Ledger) -> None:
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in ledger.findChildren(QLabel))


@pytest.mark.usefixtures("spanish")
def test_numbers_are_grouped_for_the_language(ledger: Ledger) -> None:
    """Spanish separates all groups with a narrow no-break space."""
    ledger.retranslate()
    assert entry(ledger, "parameters.total").value == "37\u202f859\u202f328"
    assert formula_text("2·512·2048") == "2·512·2\u202f048"


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_b99_every_control_has_a_name_and_a_description(ledger: Ledger, theme: object) -> None:
    ledger.set_theme(theme)  # type: ignore[arg-type]
    controls = list(accessible_controls(ledger))
    assert len(controls) >= 5
    nameless = [control for control in controls if not control.accessibleName() or not control.accessibleDescription()]
    assert nameless == []


def test_b76_rows_are_painted_in_the_colours_of_the_theme(ledger: Ledger, qtbot: QtBot) -> None:
    """The brightest and the darkest pixel of the rows: ink on paper, then paper on ink."""
    extremes = {}
    for theme in (LIGHT, DARK):
        ledger.set_theme(theme)
        image = ledger._tree.grab().toImage()
        colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(60)}
        extremes[theme.name] = theme.text.name() in colours
    assert extremes == {"light": True, "dark": True}
