"""SidePanels: a panel on each side of the page, as wide as they need to be while the page keeps the room that it needs.

Where there is no room for both, the one that was asked for last is shown.
"""

from __future__ import annotations

from typing import Final, Literal

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QScrollArea, QSplitter, QWidget

from gui.theme.theme import LIGHT, Theme

Panel = Literal["architecture", "ledger"]
PANELS: Final[tuple[Panel, Panel]] = ("architecture", "ledger")
WIDTH: Final = 290
LEAST_PAGE: Final = 340
"""What the page has to have beside two panels, at zoom 1."""
USUAL_PAGE: Final = 448
"""What it has beside one, before that is wider than it needs to be."""


class SidePanels(QSplitter):
    """Architecture, page, ledger. Until a person moves a border, the widths follow the window."""

    shown_changed = Signal()
    """A panel may have been pushed shut or pulled open with the mouse, or has no room beside the other one, or has it again."""

    def __init__(self, architecture: QWidget, page: QWidget, ledger: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setObjectName("panels")
        self._theme = LIGHT
        self._moved = False
        self._asked: dict[Panel, bool] = dict.fromkeys(PANELS, True)
        self._last: Panel = "architecture"
        self._folded: Panel | None = None
        self.page = page
        self.areas: dict[Panel, QWidget] = {"architecture": _scrolled(architecture), "ledger": _scrolled(ledger)}
        for part in (self.areas["architecture"], page, self.areas["ledger"]):
            self.addWidget(part)
        self.setStretchFactor(1, 1)
        self.setCollapsible(1, False)
        self.setHandleWidth(1)
        self.splitterMoved.connect(self._follow_person)

    def set_shown(self, panel: Panel, shown: bool) -> None:
        """Show or hide a panel; one that was pushed shut is opened again, and one that has no room gets the other one's."""
        self._asked[panel] = shown
        if shown and self.isVisible():
            self._last = panel
        self._fold()
        area = self.areas[panel]
        if not area.isHidden() and self.isVisible() and self.sizes()[self.indexOf(area)] == 0:
            self.arrange()

    def asked(self, panel: Panel) -> bool:
        """Whether a panel is to be shown where there is room."""
        return self._asked[panel]

    def shown(self, panel: Panel) -> bool:
        """Whether a panel is shown, and not pushed shut."""
        area = self.areas[panel]
        return not area.isHidden() and (not self.isVisible() or self.sizes()[self.indexOf(area)] > 0)

    def kept_sizes(self) -> list[int]:
        """Widths to be restored another time, also of a panel that has no room just now."""
        sizes = self.sizes()
        if self._folded is not None:
            sizes[self.indexOf(self.areas[self._folded])] = self.areas[self._folded].sizeHint().width()
        return sizes

    def restore(self, sizes: list[int]) -> None:
        """Take over widths that a person chose another time."""
        self._moved = True
        self.setSizes(sizes)

    def arrange(self) -> None:
        """Give each panel its usual width, or the width it needs; where the page needs the room, no more than that."""
        needed = [0 if area.isHidden() else area.sizeHint().width() for area in self.areas.values()]
        wanted = [max(self._theme.px(WIDTH), need) if need else 0 for need in needed]
        room = self.width()
        page = self.page.minimumSizeHint().width() if all(needed) else self._theme.px(USUAL_PAGE)
        available = max(min(room - page - 2, room * 3 // 5), room // 3)
        lacking = sum(wanted) - available
        spare = sum(wanted) - sum(needed)
        if lacking > 0 and spare > 0:
            share = min(1.0, lacking / spare)
            wanted = [want - int((want - need) * share) for want, need in zip(wanted, needed, strict=True)]
        if sum(wanted) > available:
            wanted = [want * available // sum(wanted) for want in wanted]
        self.setSizes([wanted[0], max(1, room - sum(wanted)), wanted[1]])

    def set_theme(self, theme: Theme) -> None:
        """Take over the zoom. The views inside get their theme from the window, before this."""
        zoomed = theme.zoom != self._theme.zoom
        self._theme = theme
        if zoomed:
            self._fold()
            self.arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()
        sizes = self.sizes()
        if not self._moved or sizes[0] + sizes[2] > self.width() * 3 // 5:
            self.arrange()

    def _fold(self) -> None:
        """Hide one panel where both leave the page too little, and show it where they do not."""
        before, self._folded = self._folded, None
        if all(self._asked.values()) and self.isVisible():
            needed = sum(area.sizeHint().width() for area in self.areas.values())
            if self.width() - needed - 2 < self._theme.px(LEAST_PAGE):
                self._folded = PANELS[1 - PANELS.index(self._last)]
        for panel, area in self.areas.items():
            area.setVisible(self._asked[panel] and panel != self._folded)
        if self._folded != before:
            self.arrange()
            self.shown_changed.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fold()

    @Slot()
    def _follow_person(self) -> None:
        self._moved = True
        self.shown_changed.emit()


class _Area(QScrollArea):
    """Scrolls a panel when the window is too low for it. Its size hint is the width that needs no horizontal scroll bar."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__()
        self._panel = panel
        self.setWidget(panel)

    def sizeHint(self) -> QSize:
        least = self._panel.minimumSizeHint().expandedTo(self._panel.minimumSize())
        return least + QSize(self.verticalScrollBar().sizeHint().width(), 0)


def _scrolled(panel: QWidget) -> QWidget:
    """`panel` in an area that scrolls; one that scrolls by itself stays as it is."""
    if isinstance(panel, QAbstractScrollArea):
        return panel
    area = _Area(panel)
    area.setObjectName(f"{panel.objectName()}Area")
    area.setProperty("role", "panel")
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area


if __name__ == "__main__":
    from PySide6.QtWidgets import QLabel

    from gui.preview import show

    show(lambda: SidePanels(QLabel("architecture"), QLabel("page"), QLabel("ledger")))
