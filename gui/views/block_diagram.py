"""The live block diagram: where norm, encoding and skip connections stand now, with the shape on every arrow."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QEvent, QPointF, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from core.model.config import ModelConfig
from core.model.formulas import Part
from core.model.presets import preset
from gui.access import describe, paint_focus_ring
from gui.drawing import diagram_words as words
from gui.drawing.block_diagram import fit, paint_block_diagram
from gui.drawing.diagram_layout import HEIGHT, LEAST_WIDTH, WIDTH, scene_of
from gui.drawing.diagram_scene import Scene, between
from gui.i18n import current_language
from gui.theme.theme import LIGHT, Theme

ANIMATION_MS = 150
WIDEST = 320.0
"""Beyond this width, in pixels of the design, the diagram stays as it is and is centred."""


class BlockDiagram(QWidget):
    """Shows one configuration for a sentence of some length; parts can be pointed at, by mouse or by the arrow keys."""

    part_hovered = Signal(object)
    """Part | None: what the pointer or the keyboard is on."""
    part_clicked = Signal(object)
    """Part: clicked, or Enter pressed on it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self._config = preset("small")
        self._length = 9
        self._scene: Scene = scene_of(self._config, self._length)
        self._from: Scene | None = None
        self._changed: dict[Part, tuple[int, ...]] = {}
        self._highlight: Part | None = None
        self._hovered: Part | None = None
        self._reduced = False
        self._pixmap: QPixmap | None = None
        self._pixmap_key: object = None
        self._language = current_language()
        self._animation = QVariantAnimation(self)
        self._animation.setDuration(ANIMATION_MS)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(self._step)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.retranslate()

    def retranslate(self) -> None:
        """Set all texts again in the language in use."""
        self._language = current_language()
        self._scene = self._lay_out()
        self._describe()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Colours and zoom."""
        zoomed = theme.zoom != self._theme.zoom
        self._theme = theme
        if zoomed:
            self._scene = self._lay_out()
            self.updateGeometry()
        self.update()

    def set_config(self, config: ModelConfig) -> None:
        """Show `config`; what changed place moves there in 150 ms."""
        if config == self._config:
            return
        self._config = config
        self._change()
        self._describe()

    def set_changed(self, changed: dict[Part, tuple[int, ...]]) -> None:
        """Mark the parts that are changed by hand in some layers, counted from 0."""
        if changed != self._changed:
            self._changed = changed
            self._describe()
            self.update()

    def set_length(self, length: int) -> None:
        """Put the number of tokens into the shapes, at once."""
        if length == self._length:
            return
        self._length = length
        self._scene = self._lay_out()
        self._describe()
        self.update()

    def set_reduced_motion(self, reduced: bool) -> None:
        """Show changes at once instead of moving."""
        self._reduced = reduced
        if reduced:
            self._animation.stop()
            self._from = None
            self.update()

    def set_highlight(self, part: Part | None) -> None:
        """Outline `part`; None outlines nothing."""
        if part != self._highlight:
            self._highlight = part
            self._describe()
            self.update()

    def scene(self) -> Scene:
        """What is shown now, or, on the way, what will be."""
        return self._scene

    def sizeHint(self) -> QSize:
        """Whole diagram at the present zoom."""
        return QSize(self._theme.px(WIDTH), self._theme.px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """The height is kept; the width may shrink by what the shapes can spare."""
        return QSize(self._theme.px(LEAST_WIDTH), self._theme.px(HEIGHT))

    def _lay_out(self) -> Scene:
        """The scene in the present width; it is stretched no further than it says more."""
        width = min(max(self.width() / self._theme.zoom, LEAST_WIDTH), WIDEST)
        return scene_of(self._config, self._length, width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the shapes the room that there is."""
        if event.size().width() != event.oldSize().width():
            self._animation.stop()
            self._from = None
            self._scene = self._lay_out()

    def _change(self) -> None:
        before = self._shown()
        self._scene = self._lay_out()
        self._animation.stop()
        if self._reduced or not self.isVisible():
            self._from = None
        else:
            self._from = before
            self._animation.start()
        if self._highlight not in self._scene.order:
            self.set_highlight(None)
        if self._hovered not in self._scene.order:
            self._hover(None)
        self.update()

    def _shown(self) -> Scene:
        if self._from is None:
            return self._scene
        return between(self._from, self._scene, float(self._animation.currentValue()))

    def _step(self, value: float) -> None:
        if value >= 1.0:
            self._from = None
        self.update()

    def _describe(self) -> None:
        part = self._part_words(self._highlight) if self._highlight in self._scene.order else ""
        whole = f"{words.in_words(self._config)} {words.shapes_in_words(self._config, self._length)}"
        text = self.tr("Pointed at: {part}. {whole}").format(part=part, whole=whole) if part else whole
        parts = [self._part_words(changed) for changed in self._changed]
        describe(self, self.tr("Block diagram"), " ".join([text, *(f"{part}." for part in parts)]))

    def _part_words(self, part: Part) -> str:
        """A part in words, and where it is changed by hand."""
        said = words.part_words(part, self._config)
        return f"{said}, {words.changed_words(self._changed[part])}" if part in self._changed else said

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the scene, or what lies between the old and the new one."""
        painter = QPainter(self)
        rect = QRectF(self.rect())
        if self._from is not None:
            paint_block_diagram(painter, rect, self._shown(), self._theme, self._highlight, changed=self._changed)
        else:
            painter.drawPixmap(0, 0, self._fixed())
            paint_block_diagram(painter, rect, self._scene, self._theme, what="shapes")
        if self.hasFocus():
            paint_focus_ring(painter, rect, self._theme)
        painter.end()

    def _fixed(self) -> QPixmap:
        """All that does not depend on the sentence, painted once."""
        ratio = self.devicePixelRatioF()
        key = (self._config, self._highlight, self._theme, self.size(), ratio, self._language, tuple(self._changed))
        if self._pixmap is None or self._pixmap_key != key:
            pixmap = QPixmap(self.size() * ratio)
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            paint_block_diagram(painter, QRectF(self.rect()), self._scene, self._theme, self._highlight, "fixed", self._changed)
            painter.end()
            self._pixmap, self._pixmap_key = pixmap, key
        return self._pixmap

    def _in_scene(self, position: QPointF) -> QPointF:
        scale, origin = fit(self._scene, QRectF(self.rect()))
        return (position - origin) / scale

    def _part_at(self, position: QPointF) -> Part | None:
        at = self._in_scene(position)
        return self._scene.part_at(at.x(), at.y())

    def _words_at(self, position: QPointF) -> str:
        """The part under a point in words, and the shape of what flows there; "" where there is nothing."""
        at = self._in_scene(position)
        arrow = self._scene.arrow_at(at.x(), at.y())
        shape = self._scene.shape_of(arrow.name) if arrow is not None else None
        part = self._part_at(position) if arrow is None else arrow.part
        said = [self._part_words(part)] if part is not None else []
        return ": ".join([*said, shape.words] if shape is not None else said)

    def _hover(self, part: Part | None) -> None:
        if part != self._hovered:
            self._hovered = part
            self.part_hovered.emit(part)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Report the part under the pointer when it changes."""
        self._hover(self._part_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer is on nothing any more."""
        self._hover(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on a part."""
        part = self._part_at(event.position())
        if part is not None and event.button() == Qt.MouseButton.LeftButton:
            self.part_clicked.emit(part)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down walk through the parts, Home and End to the ends, Enter is a click, Escape points at nothing."""
        order = self._scene.order
        now = order.index(self._highlight) if self._highlight in order else None
        match event.key():
            case Qt.Key.Key_Up:
                self._point(order[0] if now is None else order[min(now + 1, len(order) - 1)])
            case Qt.Key.Key_Down:
                self._point(order[-1] if now is None else order[max(now - 1, 0)])
            case Qt.Key.Key_Home:
                self._point(order[0])
            case Qt.Key.Key_End:
                self._point(order[-1])
            case Qt.Key.Key_Escape if now is not None:
                self._point(None)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Space if now is not None:
                self.part_clicked.emit(order[now])
            case _:
                super().keyPressEvent(event)

    def _point(self, part: Part | None) -> None:
        self.set_highlight(part)
        self._hover(part)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The keyboard points at nothing any more."""
        self._point(None)
        super().focusOutEvent(event)

    def event(self, event: QEvent) -> bool:
        """Say what is under the pointer in words."""
        if isinstance(event, QHelpEvent):
            text = self._words_at(QPointF(event.pos()))
            if text:
                QToolTip.showText(event.globalPos(), text, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)


if __name__ == "__main__":
    from gui.preview import show

    show(BlockDiagram)
