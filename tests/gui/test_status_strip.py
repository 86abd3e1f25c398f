"""The status strip: what it says in every state, and that nothing in it moves."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QTextBrowser
from pytestqt.qtbot import QtBot

from gui import i18n
from gui.access import accessible_controls
from gui.theme.theme import DARK
from gui.views.status_strip import StatusStrip


@pytest.fixture
def strip(qtbot: QtBot) -> StatusStrip:
    strip = StatusStrip()
    qtbot.addWidget(strip)
    strip.resize(1024, strip.sizeHint().height())
    strip.show()
    qtbot.waitExposed(strip)
    return strip


@pytest.mark.parametrize(
    "weights, text",
    [
        (("random", "", 0), "random weights · untrained · seed 0"),
        (("random", "", 12345), "random weights · untrained · seed 12345"),
        (("constructed", "copy the last token", None), "constructed weights · copy the last token"),
        (("trained here", "reverse", 7), "trained here · reverse · seed 7"),
        (("loaded", "<b>&amp;.safetensors", None), "loaded weights · <b>&amp;.safetensors"),
        (("loaded", "x" * 100, None), "loaded weights · " + "x" * 31 + "…"),
    ],
)
def test_badge_says_where_the_weights_come_from(strip: StatusStrip, weights: tuple[str, str, int | None], text: str):
    strip.set_weights(*weights)
    assert strip._badge.text() == text
    assert strip._badge.accessibleName() == text
    assert strip._badge.textFormat() == Qt.TextFormat.PlainText


def test_b07_without_a_result_there_is_a_dash(strip: StatusStrip):
    assert strip._timing.text() == "–"
    strip.set_timing(2.13)
    strip.set_entropy(0.8123)
    assert strip._timing.text() == "2.1\u00a0ms"
    assert strip._rows.text() == "entropy, mean of all heads: 0.81 of the maximum"
    strip.set_timing(None)
    strip.set_entropy(None)
    assert strip._timing.text() == "–"
    assert "–" in strip._rows.text()


def test_numbers_move_nothing(strip: StatusStrip):
    def places() -> list[object]:
        return [widget.geometry() for widget in (strip._timing, strip._rows, strip._middle, strip._caution)] + [strip.sizeHint()]

    strip.set_weights("random", "", 0)
    QApplication.processEvents()
    before = places()
    for milliseconds, share in ((0.01, 0.0), (3.2, 1.0), (88, 0.5), (45_000, None), (None, 0.11)):
        strip.set_timing(milliseconds)
        strip.set_entropy(share)
        strip.set_message("a sentence")
        strip.set_busy("a long piece of work", 3, 12)
        QApplication.processEvents()
        assert places() == before
        strip.set_busy(None)
        strip.set_message(None)
        QApplication.processEvents()
        assert places() == before


def test_long_work_shows_how_far_it_is_and_can_be_stopped(strip: StatusStrip, qtbot: QtBot):
    stopped: list[bool] = []
    strip.cancel_requested.connect(lambda: stopped.append(True))
    assert not strip._cancel.isVisible()
    strip.set_busy("Computing", 5, 12)
    assert strip._cancel.isVisible()
    assert (strip._bar.value(), strip._bar.maximum()) == (5, 12)
    assert strip._bar.accessibleDescription() == "5 of 12"
    qtbot.mouseClick(strip._cancel, Qt.MouseButton.LeftButton)
    assert stopped == [True]
    strip.set_busy("Compiling")
    assert strip._bar.maximum() == 0
    strip.set_busy(None)
    assert not strip._cancel.isVisible()
    assert strip._bar.maximum() == 1


def test_message_stays_under_the_progress(strip: StatusStrip):
    strip.set_message("Copied.")
    strip.set_busy("Computing", 1, 2)
    strip.set_busy(None)
    assert strip._note.text() == "Copied."
    assert strip._note.isVisible()


def test_caution_opens_its_explanation(strip: StatusStrip, qtbot: QtBot):
    qtbot.mouseClick(strip._caution, Qt.MouseButton.LeftButton)
    boxes = strip.findChildren(QDialog)
    assert len(boxes) == 1
    assert "Jain and Wallace" in boxes[0].findChild(QTextBrowser).toPlainText()
    boxes[0].accept()
    qtbot.waitUntil(lambda: not strip.findChildren(QDialog))


def test_b99_every_control_has_a_name_and_a_description(strip: StatusStrip):
    strip.set_busy("Computing", 1, 2)
    controls = list(accessible_controls(strip))
    assert controls == [strip._cancel, strip._caution]
    for widget in (*controls, strip._timing, strip._rows, strip._note, strip._bar, strip._badge):
        assert widget.accessibleName()
        assert widget.accessibleDescription()


def test_language_and_theme_change_while_it_is_shown(strip: StatusStrip, qapp: QApplication, monkeypatch: pytest.MonkeyPatch):
    strip.set_timing(2.13)
    strip.set_entropy(0.8123)
    monkeypatch.setattr(i18n._Current, "language", "es")
    strip.retranslate()
    assert strip._timing.text() == "2,1\u00a0ms"
    assert "0,81" in strip._rows.text()
    strip.set_theme(DARK.zoomed(1.6))
    image = strip._rows.grab().toImage()
    colors = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert DARK.muted.name() in colors


def test_long_words_do_not_make_the_window_wider(strip: StatusStrip):
    """The line about the rows gives way, not the badge: its words are in the tooltip."""
    strip.set_entropy(0.5)
    strip._rows.set_sample(strip._rows.text() * 5, yields=True)
    assert strip.minimumSizeHint().width() < strip._rows.sizeHint().width()
    strip.resize(700, strip.height())
    assert strip._badge.width() >= strip._badge.sizeHint().width()
