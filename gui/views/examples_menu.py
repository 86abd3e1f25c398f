"""ExamplesButton: sentences to start from, each with the one effect it shows."""

from __future__ import annotations

import html
from typing import Any, Final

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from core.text.examples import Example
from gui.access import describe
from gui.i18n import current_language
from gui.theme.theme import LIGHT, Theme

WIDTH: Final = 560
_PADDING: Final = 12
_EXAMPLE: Final = Qt.ItemDataRole.UserRole
_Index = QModelIndex | QPersistentModelIndex


class _Entry(QStyledItemDelegate):
    """Paints an example as two lines, the sentence and its effect, and a group's name as a caption."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = LIGHT

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        theme = self.theme
        opt: Any = option  # the fields of QStyleOption are missing from its stubs
        rect: QRect = opt.rect
        example = index.data(_EXAMPLE)
        left = rect.adjusted(theme.px(_PADDING), 0, -theme.px(_PADDING), 0)
        painter.save()
        if example is None:
            painter.setFont(theme.font("caption", bold=True))
            painter.setPen(theme.muted)
            painter.drawText(left, Qt.AlignmentFlag.AlignVCenter, index.data())
        else:
            chosen = bool(opt.state & QStyle.StateFlag.State_Selected)
            if chosen:
                painter.fillRect(rect, theme.accent)
            sentence, effect = self._fonts()
            above = QRect(left.left(), rect.top() + theme.px(6), left.width(), QFontMetrics(sentence).height())
            below = QRect(left.left(), above.bottom() + 1, left.width(), rect.bottom() - above.bottom() - theme.px(6))
            painter.setFont(sentence)
            painter.setPen(theme.on_accent if chosen else theme.text)
            line = QFontMetrics(sentence).elidedText(example.sentence, Qt.TextElideMode.ElideRight, left.width())
            painter.drawText(above, Qt.TextFlag.TextSingleLine, line)
            painter.setFont(effect)
            painter.setPen(theme.on_accent if chosen else theme.muted)
            painter.drawText(below, Qt.TextFlag.TextWordWrap, example.effect)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        theme = self.theme
        width = theme.px(WIDTH)
        example = index.data(_EXAMPLE)
        if example is None:
            return QSize(width, theme.px(30))
        sentence, effect = self._fonts()
        room = QRect(0, 0, width - 2 * theme.px(_PADDING), 10_000)
        text = QFontMetrics(effect).boundingRect(room, Qt.TextFlag.TextWordWrap, example.effect)
        return QSize(width, QFontMetrics(sentence).height() + text.height() + 2 * theme.px(6) + 2)

    def _fonts(self) -> tuple[Any, Any]:
        return self.theme.font("text"), self.theme.font("caption")


class _Popup(QListWidget):
    """The list that opens under the button."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowFlag(Qt.WindowType.Popup)
        self.setObjectName("examples")
        self.setFrameShape(QFrame.Shape.Box)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.entry = _Entry(self)
        self.setItemDelegate(self.entry)
        self.itemEntered.connect(self.setCurrentItem)
        self.itemClicked.connect(self._choose)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.currentItem())
        else:
            super().keyPressEvent(event)

    @Slot(QListWidgetItem)
    def _choose(self, item: QListWidgetItem | None) -> None:
        example = item.data(_EXAMPLE) if item is not None else None
        if example is not None:
            self.close()
            self.chosen.emit(example)


class ExamplesButton(QPushButton):
    """Opens the examples: those of the language in use first, then the others."""

    example_chosen = Signal(object)
    """An Example."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("examplesButton")
        self._theme = LIGHT
        self._examples: tuple[Example, ...] = ()
        self._popup = _Popup(self)
        self._popup.chosen.connect(self.example_chosen)
        self.clicked.connect(self.open)
        self.retranslate()

    def set_examples(self, examples: tuple[Example, ...]) -> None:
        """Offer `examples`."""
        if examples == self._examples:
            return
        self._examples = examples
        self._fill()

    def entries(self) -> list[str]:
        """What the list says, line by line: the names of the groups, and each sentence with its effect."""
        items = (self._popup.item(row) for row in range(self._popup.count()))
        return [item.data(Qt.ItemDataRole.AccessibleTextRole) or item.text() for item in items]

    @Slot()
    def open(self) -> None:
        """Open the list under the button, its first example chosen, wholly on the screen."""
        popup, theme = self._popup, self._theme
        screen = self.screen().availableGeometry()
        height = sum(popup.sizeHintForRow(row) for row in range(popup.count())) + 2 * popup.frameWidth() + 2
        popup.resize(
            min(theme.px(WIDTH) + popup.verticalScrollBar().sizeHint().width() + 2 * popup.frameWidth(), screen.width()),
            min(height, int(screen.height() * 0.7)),
        )
        corner = self.mapToGlobal(QPoint(self.width() - popup.width(), self.height() + theme.px(4)))
        corner.setX(max(screen.left(), min(corner.x(), screen.right() - popup.width())))
        corner.setY(max(screen.top(), min(corner.y(), screen.bottom() - popup.height())))
        popup.move(corner)
        popup.setCurrentRow(1)
        popup.scrollToTop()
        popup.show()
        popup.setFocus(Qt.FocusReason.PopupFocusReason)

    def set_theme(self, theme: Theme) -> None:
        """Take over colours, type and zoom."""
        self._theme = theme
        self.setFont(theme.font("control"))
        self._popup.setFont(theme.font("control"))
        self._popup.entry.theme = theme
        self._popup.doItemsLayout()

    def retranslate(self) -> None:
        """Put all static text into the present language."""
        self.setText(self.tr("Examples ▾"))
        self.setToolTip(self.tr("Sentences to start from, each with the effect it shows"))
        describe(self, self.tr("Examples"), self.tr("Opens a list of sentences, each with the effect it shows."))
        describe(self._popup, self.tr("Examples"), self.tr("Up and Down move, Enter takes the sentence, Escape closes the list."))
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _fill(self) -> None:
        self._popup.clear()
        names = {"en": self.tr("In English"), "es": self.tr("In Spanish")}
        own = current_language()
        for language in sorted(names, key=lambda name: name != own):
            group = [example for example in self._examples if example.language == language]
            if not group:
                continue
            header = QListWidgetItem(names[language], self._popup)
            header.setFlags(Qt.ItemFlag.NoItemFlags)
            for example in group:
                item = QListWidgetItem(example.sentence, self._popup)
                item.setData(_EXAMPLE, example)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{example.sentence}: {example.effect}")
                item.setToolTip(f"<p>{html.escape(example.sentence)}</p>")


if __name__ == "__main__":
    from core.text.examples import examples
    from gui.preview import show

    def _example() -> ExamplesButton:
        button = ExamplesButton()
        button.set_examples(examples())
        return button

    show(_example)
