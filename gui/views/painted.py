"""Painted: what pictures that are painted by hand have in common: colours, dimming, language, focus, words for a screen reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QSizeF, Qt
from PySide6.QtGui import QColor, QFocusEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.access import paint_focus_ring
from gui.drawing.map_marks import Texts, is_vector
from gui.theme.theme import LIGHT, Theme
from gui.views.map_speech import Speech

STALE_COVER: Final = 150
"""How much of what belongs to an earlier request is covered, of 255."""


class Painted(QWidget):
    """A picture that fills its place, reached by keyboard and followed by the pointer. It begins with `begin`, ends with `finish`.

    Parameters
    ----------
    words
        Makes the accessible name and description.
    """

    def __init__(self, words: Callable[[], tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._texts = Texts(LIGHT)
        self._stale = False
        self._speech = Speech(self, words)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # so nothing under it is painted with it

    def set_stale(self, stale: bool) -> None:
        """Dim what belongs to an earlier request."""
        if stale != self._stale:
            self._stale = stale
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        if theme == self._theme:
            return
        if not self._texts.fits(theme):
            self._texts = Texts(theme)
        self._theme = theme
        self.updateGeometry()
        self.renew()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self.renew()
        self.say()

    def renew(self) -> None:
        """Something else is shown, or in another way: paint it, and say it soon."""
        self.say_soon()
        self.update()

    def say(self) -> None:
        """Set the words at once."""
        self._speech.now()

    def say_soon(self) -> None:
        """Set the words when the picture has come to rest."""
        self._speech.later()

    def begin(self, painter: QPainter, event: QPaintEvent) -> None:
        """Paint the background, and from now on only what has to be painted."""
        painter.setClipRegion(event.region())
        painter.fillRect(event.rect(), self._theme.window)

    def finish(self, painter: QPainter, seen: QRect | None = None) -> None:
        """Paint what lies over the picture; `seen` is the part of it that does not have to be scrolled to."""
        if self._stale:
            cover = QColor(self._theme.window)
            cover.setAlpha(STALE_COVER)
            painter.fillRect(self.rect(), cover)
        if self.hasFocus():
            paint_focus_ring(painter, self.rect() if seen is None else seen, self._theme)

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Say what is shown when the keyboard comes here."""
        self.say()
        super().focusInEvent(event)


class Prepared(Painted):
    """A picture of which most stays as it is: that is painted once, and what follows the pointer over it."""

    _painted: QPixmap | None = None

    def paint_still(self, painter: QPainter, texts: Texts, ratio: float) -> None:
        """Paint what stays; for a file, with texts of its own, everything that belongs there."""
        raise NotImplementedError

    def paint_moving(self, painter: QPainter) -> None:
        """Paint what follows pointer and choices over it."""
        raise NotImplementedError

    def renew(self) -> None:
        """Something else is shown, or in another way."""
        self._painted = None
        super().renew()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the prepared picture and what changes often; into a file everything anew, in its own resolution."""
        ratio = self.devicePixelRatioF()
        with QPainter(self) as painter:
            if is_vector(painter) or painter.deviceTransform().m11() != ratio:
                self.begin(painter, event)
                self.paint_still(painter, Texts(self._theme, selectable=True), ratio)
                return
            painter.setClipRegion(event.region())
            if self._painted is None or self._painted.devicePixelRatioF() != ratio:
                self._painted = self._prepare(ratio)
            painter.drawPixmap(QPoint(0, 0), self._painted)
            self.paint_moving(painter)
            self.finish(painter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The picture is laid out again."""
        self.renew()
        super().resizeEvent(event)

    def _prepare(self, ratio: float) -> QPixmap:
        pixmap = QPixmap((QSizeF(self.size()) * ratio).toSize())
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(self._theme.window)
        with QPainter(pixmap) as painter:
            self.paint_still(painter, self._texts, ratio)
        return pixmap
