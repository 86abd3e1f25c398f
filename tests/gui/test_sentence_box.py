"""SentenceBox: every character survives, spans are right beyond the first 65536 characters, undo belongs to the window."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QAction, QImage, QInputMethodEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QApplication, QMainWindow, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gui.theme.theme import DARK, LIGHT
from gui.views.sentence_box import MOST_LINES, SentenceBox
from gui.views.sentence_editor import CHARACTER_LIMIT, kept, utf16_length

FAMILY = "👩\u200d👩\u200d👧"


@pytest.fixture
def box(qtbot: QtBot) -> SentenceBox:
    widget = SentenceBox()
    qtbot.addWidget(widget)
    widget.resize(600, 60)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def paste(box: SentenceBox, text: str) -> None:
    data = QMimeData()
    data.setText(text)
    box.editor.insertFromMimeData(data)


def test_typing_is_reported_and_setting_is_not(box: SentenceBox, qtbot: QtBot) -> None:
    texts: list[str] = []
    box.text_edited.connect(texts.append)
    box.set_text("cat")
    assert texts == []
    box.editor.moveCursor(box.editor.textCursor().MoveOperation.End)
    qtbot.keyClicks(box.editor, "s!")
    assert texts == ["cats", "cats!"]
    assert box.text() == "cats!"


def test_b02_the_span_after_an_emoji_is_exactly_the_token(box: SentenceBox) -> None:
    """`cat` stands at code points 5 to 8, which are UTF-16 units 6 to 9; the units 5 to 8 would be “ ca”."""
    box.set_text("hi 🙂 cat")
    box.select_span(5, 8)
    assert box.highlighted() == ("cat",)


def test_b02_a_family_of_five_code_points_is_one_span_of_eight_units(box: SentenceBox) -> None:
    assert (len(FAMILY), utf16_length(FAMILY), len(FAMILY.encode())) == (5, 8, 18)
    box.set_text(f"{FAMILY}x")
    box.set_spans((0, 5), (5, 6))
    assert box.highlighted() == (FAMILY, "x")


def test_b11_a_letter_with_its_accent_is_highlighted_whole(box: SentenceBox) -> None:
    box.set_text("e\u0301a")
    box.select_span(0, 2)
    assert box.highlighted() == ("e\u0301",)


def test_an_edit_takes_the_highlight_away(box: SentenceBox, qtbot: QtBot) -> None:
    """Until the new tokens are known, the old span says nothing."""
    box.set_text("hi cat")
    box.select_span(3, 6)
    qtbot.keyClicks(box.editor, "x")
    assert box.highlighted() == ()


@pytest.mark.parametrize("text", ["a  b\n\tc", "a\u00a0b", "a\u2028b", "\u3000", "\ufffc", "x\u200b\u200dy", "a\n", "\n"])
def test_b08_every_character_survives_setting_pasting_and_copying(box: SentenceBox, text: str) -> None:
    box.set_text(text)
    assert box.text() == text
    box.set_text("")
    paste(box, text)
    assert box.text() == text
    box.editor.selectAll()
    assert box.editor.createMimeDataFromSelection().text() == text


@given(st.lists(st.text(max_size=12), max_size=4))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_any_text_comes_back_as_it_was(box: SentenceBox, texts: list[str]) -> None:
    """Set one after the other, so that replacing only the difference is tried too."""
    for text in texts:
        box.set_text(text)
        assert box.text() == kept(text)


def test_every_kind_of_line_end_becomes_a_line_feed() -> None:
    assert kept("a\r\nb\rc\u2029d\ne\u2028f") == "a\nb\nc\nd\ne\u2028f"


def test_half_a_surrogate_pair_is_dropped() -> None:
    """Qt would drop it as well, and the box would never agree with what it was given."""
    assert kept("a\ud800b🙂") == "ab🙂"


def test_the_cursor_stays_when_the_same_text_comes_back(box: SentenceBox) -> None:
    box.set_text("the cat sat")
    cursor = box.editor.textCursor()
    cursor.setPosition(3)
    box.editor.setTextCursor(cursor)
    box.set_text("the cat sat")
    assert box.editor.textCursor().position() == 3


def test_the_cursor_stands_where_the_change_was(box: SentenceBox) -> None:
    """“the 🙂 ” is 6 code points and 7 units long; “cat” is replaced by “dog”, so the cursor stands at unit 10."""
    box.set_text("the 🙂 cat sat")
    box.set_text("the 🙂 dog sat")
    assert box.editor.textCursor().position() == 10


@pytest.mark.parametrize("modifier", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier])
def test_enter_and_shift_enter_make_a_line_feed(box: SentenceBox, qtbot: QtBot, modifier: Qt.KeyboardModifier) -> None:
    qtbot.keyClicks(box.editor, "a")
    qtbot.keyClick(box.editor, Qt.Key.Key_Return, modifier)
    qtbot.keyClicks(box.editor, "b")
    assert box.text() == "a\nb"


def test_b99_tab_and_shift_tab_leave_the_box(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    before, box, after = QPushButton("before"), SentenceBox(), QPushButton("after")
    for widget in (before, box, after):
        column.addWidget(widget)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    box.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is box.editor)
    qtbot.keyClick(box.editor, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is after
    box.setFocus()
    qtbot.keyClick(box.editor, Qt.Key.Key_Backtab)
    assert QApplication.focusWidget() is before
    assert box.text() == ""


@pytest.mark.parametrize("keys", ["Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Y", "Ctrl+E", "Ctrl+K", "Ctrl+D", "F5"])
def test_shortcuts_of_the_window_work_from_inside_the_box(qtbot: QtBot, keys: str) -> None:
    """On X11 the editor would take Ctrl+E, Ctrl+K, Ctrl+D and undo and redo for itself."""
    window = QMainWindow()
    qtbot.addWidget(window)
    box = SentenceBox()
    window.setCentralWidget(box)
    action = QAction(window)
    action.setShortcut(QKeySequence(keys))
    window.addAction(action)
    fired: list[str] = []
    action.triggered.connect(lambda: fired.append(keys))
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    box.setFocus()
    qtbot.waitUntil(box.editor.hasFocus)
    box.set_text("some text")
    combination = QKeySequence(keys)[0]
    qtbot.keyClick(box.editor, combination.key(), combination.keyboardModifiers())
    assert fired == [keys]
    assert box.text() == "some text"


def test_letters_of_an_input_method_count_once_they_are_committed(box: SentenceBox) -> None:
    """While a dead key or an input method is at work, the letters on screen are no text yet."""
    texts: list[str] = []
    box.text_edited.connect(texts.append)
    QApplication.sendEvent(box.editor, QInputMethodEvent("´", []))
    assert (texts, box.text()) == ([], "")
    commit = QInputMethodEvent("", [])
    commit.setCommitString("字é")
    QApplication.sendEvent(box.editor, commit)
    assert (texts, box.text()) == (["字é"], "字é")


def test_the_box_grows_to_four_lines_and_then_scrolls(box: SentenceBox) -> None:
    heights = []
    for lines in range(1, 8):
        box.set_text("\n".join("x" * lines))
        heights.append(box.editor.height())
    assert heights[:MOST_LINES] == sorted(set(heights[:MOST_LINES]))
    assert len(set(heights[MOST_LINES:])) == 1
    assert box.editor.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOn


def test_a_wrapped_line_counts_as_lines_too(box: SentenceBox) -> None:
    one = box.editor.height()
    box.set_text("word " * 40)
    assert box.editor.height() > one


@pytest.mark.parametrize("text", ["word " * 20_000, "x" * 100_000])
def test_a_hundred_thousand_characters_are_kept(box: SentenceBox, text: str) -> None:
    paste(box, text)
    assert box.text() == text
    box.show_error("The sentence has 20,000 tokens, limit 2,048.")
    assert box.text() == text


def test_more_than_that_is_not_pasted_and_the_text_stays(box: SentenceBox) -> None:
    box.set_text("kept")
    paste(box, "x" * CHARACTER_LIMIT)
    assert box.text() == "kept"
    assert "100,004" in box.editor.accessibleDescription()
    assert "100,000" in box.editor.accessibleDescription()


def test_b01_a_problem_is_shown_as_it_is_written_and_goes_away(box: SentenceBox) -> None:
    label = box.findChild(QWidget, "sentenceProblem")
    assert label is not None
    assert not label.isVisible()
    box.show_error("<b>a<b</b>")
    assert label.isVisible()
    assert label.property("text") == "<b>a<b</b>"
    assert label.property("textFormat") == Qt.TextFormat.PlainText
    assert box.editor.accessibleDescription() == "<b>a<b</b>"
    box.show_error(None)
    assert not label.isVisible()


def test_a_file_is_not_pasted_as_its_address(box: SentenceBox) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/tmp/some.txt")])
    data.setText("file:///tmp/some.txt")
    assert not box.editor.canInsertFromMimeData(data)


def test_b76_the_theme_changes_while_running(box: SentenceBox) -> None:
    def middle() -> str:
        image: QImage = box.grab().toImage()
        return image.pixelColor(image.width() // 2, 12).name()

    box.set_theme(LIGHT)
    assert middle() == LIGHT.surface.name()
    box.set_theme(DARK)
    assert middle() == DARK.surface.name()


def test_b99_the_editor_has_a_name_and_a_description(box: SentenceBox) -> None:
    assert box.editor.accessibleName()
    assert "Tab" in box.editor.accessibleDescription()
    assert "Enter" in box.editor.toolTip()


@pytest.mark.parametrize("how", ["set", "pasted"])
def test_a_long_text_in_the_place_of_a_short_one_is_shown_whole(box: SentenceBox, qtbot: QtBot, how: str) -> None:
    """A wrapped text of three lines that replaces another: the box has the height that it has when it is set into an empty one."""
    text = " ".join(["words"] * 30)
    box.set_text(text)
    whole = box.editor.height()
    box.set_text("short")
    qtbot.waitUntil(lambda: box.editor.height() < whole)
    if how == "set":
        box.set_text(text)
    else:
        box.editor.selectAll()
        paste(box, text)
    qtbot.waitUntil(lambda: box.editor.height() == whole)


def first_line_has_ink(box: SentenceBox) -> bool:
    """Whether something dark stands where the first line of the box is."""
    image = box.editor.viewport().grab().toImage()
    line = box.editor.fontMetrics().lineSpacing()
    return any(image.pixelColor(x, y).lightness() < 100 for y in range(line) for x in range(image.width()))


@pytest.mark.parametrize("how", ["set", "pasted"])
@pytest.mark.parametrize("words", [40, 60, 80, 100])
def test_no_line_of_a_sentence_that_fits_is_scrolled_out_of_sight(box: SentenceBox, qtbot: QtBot, words: int, how: str) -> None:
    """The scroll bar has nothing to say, so nobody could bring it back: it would stand at 0 of 0 over blank lines.

    At first there is another sentence, with the focus in it, and twice, for the first replacement starts from a box of one line
    and the second from a higher one.
    """
    box.resize(1400, 60)
    box.editor.setFocus()
    for before in ("one line", "one line", "word " * 100):
        box.set_text(before)
        qtbot.wait(20)
        text = "keys " * words
        if how == "set":
            box.set_text(text)
        else:
            box.editor.selectAll()
            paste(box, text)
        start = QTextCursor(box.editor.document())
        qtbot.waitUntil(lambda start=start: box.editor.cursorRect(start).top() >= 0, timeout=2000)
        qtbot.wait(20)
        assert box.editor.cursorRect(start).top() >= 0
        assert box.editor.cursorRect().bottom() <= box.editor.viewport().height()
        assert first_line_has_ink(box)


def test_a_box_that_gets_narrower_and_wider_finds_its_height_again(box: SentenceBox, qtbot: QtBot) -> None:
    """In the midst of laying out Qt counts one line where there are five.

    The box then took the scroll bar away and put it back without end, until the process died.
    """
    box.set_text("keys to the cabinet " * 20)
    for width in (*range(1000, 400, -7), *range(400, 1000, 60)):
        box.resize(width, box.height())
        qtbot.wait(1)
    qtbot.wait(20)
    start = QTextCursor(box.editor.document())
    lines = round(box.editor.document().documentLayout().documentSize().height())
    assert lines <= MOST_LINES
    assert box.editor.cursorRect(start).top() >= 0
    assert box.editor.viewport().height() >= lines * box.editor.fontMetrics().lineSpacing()
