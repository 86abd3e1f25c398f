"""OwnArraysView: the verdicts as a table, files by button and by dropping, the way to the place of a difference."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRectF, QSize, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFontMetricsF, QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from core.files.own_arrays import OwnCheck, check_own
from core.kernels import plain_kernels
from core.messages import InputError
from core.model import ModelConfig, forward, random_weights
from gui import i18n
from gui.pictures import as_svg
from gui.theme.theme import DARK, LIGHT, MONO
from gui.views.inside.own_arrays_model import small_number
from gui.views.inside.own_arrays_view import OwnArraysView, with_code

CONFIG = ModelConfig(d_model=8, n_heads=2, n_layers=3, vocabulary=20)


def checks() -> tuple[OwnCheck, ...]:
    trace = forward(CONFIG, random_weights(CONFIG), (1, 2, 3, 4), kernels=plain_kernels())
    maps = np.stack([layer.pattern for layer in trace.layers]).astype(np.float64)
    maps[2, 1, 0, 3] += 0.125
    own = {"attn": maps, "layers.1.z": trace.layers[1].z, "layers.0.q": np.zeros((4, 8)), "<b>": np.zeros(3)}
    return check_own(own, trace)


@pytest.fixture
def view(qtbot: QtBot) -> OwnArraysView:
    made = OwnArraysView()
    qtbot.addWidget(made)
    made.resize(800, 500)
    made.show()
    qtbot.waitExposed(made)
    return made


def row(view: OwnArraysView, number: int) -> list[str]:
    return [str(view.model.index(number, column).data()) for column in range(view.model.columnCount())]


def test_before_a_file_it_says_how_to_make_one(view: OwnArraysView) -> None:
    assert view.accessible_text() == "No file of your own is open."
    assert not view.table.isVisible()
    assert view.numbers()[1:] == []


def test_array_by_array(view: OwnArraysView) -> None:
    """0.125 was added at layer 2, head 1, row 0, column 3; on screen they count from 1."""
    QAbstractItemModelTester(view.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    view.set_checks(checks(), "own.npz", None)
    assert view.table.isVisible()
    first = row(view, 0)
    assert first[:5] == ["attn", "layers.*.pattern", "differs", "0.1250", "layer 3, head 2: row 1, column 4"]
    assert first[7:] == ["[3, 2, 4, 4]", "[3, 2, 4, 4]"]
    assert row(view, 1)[:5] == ["layers.1.z", "layers.1.z", "agrees", "0", ""]
    assert row(view, 2)[:5] == ["layers.0.q", "layers.0.q", "not compared", "", "Wrong shape: [4, 8]; expected [2, 4, 4]."]
    assert row(view, 3)[1:3] == ["–", "not compared"]
    assert view.summary() == "“own.npz”: 1 of 2 arrays agree within 0.00001 · 2 not compared"
    assert "layers.1.z: the same numbers as layers.1.z" in view.accessible_text()


def test_names_and_shapes_stand_in_the_font_of_code(view: OwnArraysView) -> None:
    """In the table, in the words before a file is open, and in pictures; nothing else does."""
    view.set_checks(checks(), "own.npz", None)
    fonts = [view.model.index(0, column).data(Qt.ItemDataRole.FontRole) for column in range(view.model.columnCount())]
    assert [font is not None and font.family() == MONO for font in fonts] == [column in (0, 1, 7, 8) for column in range(9)]
    svg = as_svg(QSize(1400, 400), lambda painter, rect: view.picture(painter, rect, LIGHT), "own").decode()
    assert re.search(rf'font-family="{MONO}"[^>]*>\s*<text[^>]*>attn<', svg)
    words = with_code("Save with numpy.savez('own.npz', attentions=maps) as [layers, tokens] & <b>: layers.0.q … as .npz")
    code = [html.unescape(found) for found in re.findall(r"<span[^>]*>(.*?)</span>", words)]
    assert code == ["numpy.savez('own.npz', attentions=maps)", "[layers, tokens]", "layers.0.q", ".npz"]
    assert "&amp; &lt;b&gt;" in words
    assert "numpy.savez" in view._help.text()


@pytest.mark.parametrize("zoom", [1.0, 1.6])
def test_the_title_stands_at_the_height_of_its_button(view: OwnArraysView, zoom: float) -> None:
    theme = LIGHT.zoomed(zoom)
    view.set_theme(theme)
    QApplication.processEvents()
    line = QFontMetricsF(theme.font("text", bold=True)).lineSpacing()
    middle = view._summary.mapTo(view, QPoint(0, 0)).y() + line / 2
    assert abs(middle - view._open.geometry().center().y()) <= 2


def test_a_problem_takes_the_place_of_the_table(view: OwnArraysView) -> None:
    view.set_checks(checks(), "own.npz", None)
    view.set_checks(None, "bad.npz", "“bad.npz” holds no array.")
    assert view.summary() == "“bad.npz” holds no array."
    assert not view.table.isVisible()


def test_a_row_leads_to_its_place(view: OwnArraysView, qtbot: QtBot) -> None:
    view.set_checks(checks(), "own.npz", None)
    with qtbot.waitSignal(view.place_selected) as caught:
        view.table.selectRow(0)
    assert caught.args == [2, 1, 0, 3]
    with qtbot.assertNotEmitted(view.place_selected):
        view.table.selectRow(2)


def test_other_checks_choose_nothing_by_themselves(view: OwnArraysView, qtbot: QtBot) -> None:
    view.set_checks(checks(), "own.npz", None)
    view.table.selectRow(0)
    with qtbot.assertNotEmitted(view.place_selected):
        view.set_checks(checks(), "own.npz", None)


def test_the_button_asks_for_a_file(view: OwnArraysView, qtbot: QtBot) -> None:
    [button] = view.findChildren(QPushButton)
    with qtbot.waitSignal(view.open_requested):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def dropped(view: OwnArraysView, *paths: str) -> bool:
    """Drag and drop files; whether they were taken."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(path) for path in paths])
    actions, buttons, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), actions, mime, buttons, keys)
    enter.setAccepted(False)
    view.dragEnterEvent(enter)
    view.dropEvent(QDropEvent(QPointF(5, 5), actions, mime, buttons, keys))
    return enter.isAccepted()


def test_one_npz_file_can_be_dropped(view: OwnArraysView, qtbot: QtBot, tmp_path: Path) -> None:
    path = str(tmp_path / "own.npz")
    with qtbot.waitSignal(view.file_dropped) as caught:
        assert dropped(view, path)
    assert Path(caught.args[0]) == Path(path)
    with qtbot.assertNotEmitted(view.file_dropped):
        assert not dropped(view, str(tmp_path / "letter.txt"))
        assert not dropped(view, path, path)


def test_b01_names_that_look_like_mark_up_stay_plain(view: OwnArraysView) -> None:
    view.set_checks(checks(), "own.npz", None)
    assert row(view, 3)[0] == "<b>"
    assert "&lt;b&gt;" in str(view.model.index(3, 0).data(Qt.ItemDataRole.ToolTipRole))


def test_numbers_in_full_and_ctrl_c(view: OwnArraysView, qtbot: QtBot) -> None:
    found = checks()
    view.set_checks(found, "own.npz", None)
    rows = view.numbers()
    assert float(rows[1][4]) == found[0].largest
    assert rows[1][5] == "2 1 0 3"
    assert rows[3][-1] == "Wrong shape: [4, 8]; expected [2, 4, 4]."
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().splitlines()[1].split("\t") == rows[1]


@pytest.mark.parametrize(
    "x, text", [(0.0, "0"), (0.125, "0.1250"), (1.19e-7, "1.2·10⁻⁷"), (9.99e-4, "1.0·10⁻³"), (float("nan"), "–")]
)
def test_small_differences_keep_their_size(x: float, text: str) -> None:
    assert small_number(x) == text


def test_verdicts_have_words_and_colours_of_the_theme(view: OwnArraysView) -> None:
    view.set_checks(checks(), "own.npz", None)
    for theme in (LIGHT, DARK.zoomed(1.6)):
        view.set_theme(theme)
        colors = [view.model.index(number, 2).data(Qt.ItemDataRole.ForegroundRole) for number in range(3)]
        assert colors == [theme.key, theme.value, theme.muted]
        view.grab()


def test_the_picture_has_real_text(view: OwnArraysView) -> None:
    view.set_checks(checks(), "own.npz", None)
    svg = as_svg(QSize(1400, 300), lambda painter, rect: view.picture(painter, QRectF(rect), LIGHT), "own").decode()
    assert all(words in svg for words in ("layers.1.z", "agrees", "differs", "own.npz"))


def test_stale_numbers_are_dimmed(view: OwnArraysView) -> None:
    view.set_checks(checks(), "own.npz", None)
    view.set_stale(True)
    assert not view.table.isEnabled()
    view.set_stale(False)
    assert view.table.isEnabled()


def test_a_single_map_says_what_it_was_compared_with(view: OwnArraysView) -> None:
    """Head 2 of layer 3 on screen is selected; the other name says layer 1, head 1."""
    trace = forward(CONFIG, random_weights(CONFIG), (1, 2, 3, 4), kernels=plain_kernels())
    own = {"attn": trace.layers[2].pattern[1], "layer0_head0": trace.layers[0].pattern[0]}
    view.set_checks(check_own(own, trace, (2, 1)), "own.npz", None)
    text = view.accessible_text()
    assert "A single map: compared with layer 3, head 2, because that head is selected" in text
    assert "A single map: compared with layer 1, head 1, as its name says" in text
    view.set_checks(checks(), "own.npz", None)
    assert "single map" not in view.accessible_text()


def test_what_is_spoken_has_the_numbers_of_the_language_and_the_place(view: OwnArraysView, qapp: QApplication) -> None:
    """0.25 against 0.375 at layer 3, head 2, row 1, column 4; then NaN at the same place."""
    reason = InputError("Wrong.")
    differing = OwnCheck(
        name="maps", shape=(4, 2), matched="layers.*.pattern", expected=(3, 2, 4, 4), largest=0.12345678901234567,
        where=(2, 1, 0, 3), own=0.375, computed=0.25, place=(2, 1, 0, 3),
    )  # fmt: skip
    broken = replace(differing, name="nan", largest=float("nan"), own=float("nan"))
    small = replace(differing, name="z", largest=1.25e-7, where=(1, 0), place=None, agrees=True)
    view.set_checks((differing, broken, small, OwnCheck(name="odd", shape=(3,), reason=reason)), "own.npz", None)
    text = view.accessible_text()
    assert "differs; largest difference 0.1234568 at layer 3, head 2: row 1, column 4 (0.375 against 0.25)." in text
    assert "nan against layers.*.pattern: differs; at layer 3, head 2: row 1, column 4, no number (NaN) against 0.25." in text
    assert "largest difference 1.250000·10⁻⁷ at [1, 0]" in text
    assert "odd: Wrong." in text
    assert ".." not in text
    i18n.install(qapp, "es")
    view.retranslate()
    assert "0,1234568" in view.accessible_text()
    assert "(0,375 frente a 0,25)" in view.accessible_text()
    i18n.install(qapp, "en")


def test_a_file_without_anything_to_compare_says_so(view: OwnArraysView) -> None:
    view.set_checks((OwnCheck(name="odd", shape=(3,), reason=InputError("Wrong.")),), "own.npz", None)
    assert view.summary() == "“own.npz”: none of its arrays can be compared"


def test_the_row_stays_when_another_head_is_compared_with(view: OwnArraysView) -> None:
    """Choosing a row selects its head, with which a single map in the file is then compared: the row is still chosen."""
    trace = forward(CONFIG, random_weights(CONFIG), (1, 2, 3, 4), kernels=plain_kernels())
    own = {"attn": trace.layers[2].pattern[1], "layers.0.z": trace.layers[0].z}
    view.set_checks(check_own(own, trace, (0, 0)), "own.npz", None)
    view.table.setCurrentIndex(view.model.index(1, 0))
    places: list[tuple[int, ...]] = []
    view.place_selected.connect(lambda *place: places.append(place))
    view.set_checks(check_own(own, trace, (2, 1)), "own.npz", None)
    assert view.table.currentIndex().row() == 1
    assert places == []
