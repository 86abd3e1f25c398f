"""Names, announcements and the focus ring: what makes every control usable by keyboard and by screen reader."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLineEdit, QWidget

from gui.theme.theme import Theme

RING_WIDTH: Final = 2
RING_RADIUS: Final = 6


def describe(widget: QWidget, name: str, description: str) -> None:
    """Say what `widget` is (`name`) and what it does or shows now (`description`); nothing happens when both are known already."""
    if widget.accessibleName() != name:
        widget.setAccessibleName(name)
    if widget.accessibleDescription() != description:
        widget.setAccessibleDescription(description)


def tooltip(text: str) -> str:
    """`text` for setToolTip: shown character by character whatever looks like mark-up in it (case B01), long lines wrapped."""
    return f"<qt>{html.escape(text)}</qt>" if text else ""


def announce(widget: QWidget, text: str) -> None:
    """Let a screen reader say `text` once, without moving the focus. Costs nothing while no reader listens."""
    if text and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


def paint_focus_ring(painter: QPainter, rect: QRect | QRectF, theme: Theme, *, radius: float = RING_RADIUS) -> None:
    """Paint the focus ring wholly inside `rect`: 2 px in the accent at zoom 1, as everywhere in the window."""
    width = theme.px(RING_WIDTH)
    inner = QRectF(rect).adjusted(width / 2, width / 2, -width / 2, -width / 2)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.accent, width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(inner, theme.px(radius), theme.px(radius))
    painter.restore()


def accessible_controls(root: QWidget) -> Iterator[QWidget]:
    """Every visible control under `root` (itself included) that the Tab key reaches, parts of composite controls left out.

    The line edit inside a spin box or a combo box speaks through its owner.
    """
    for widget in (root, *root.findChildren(QWidget)):
        if not widget.focusPolicy() & Qt.FocusPolicy.TabFocus or (widget is not root and not widget.isVisibleTo(root)):
            continue
        if isinstance(widget, QLineEdit) and isinstance(widget.parentWidget(), (QAbstractSpinBox, QComboBox)):
            continue
        if widget.focusProxy() is None and not widget.objectName().startswith("qt_"):
            yield widget
