"""The stylesheet of the whole application, made from a theme.

Roles are dynamic properties, set with ``widget.setProperty("role", "…")`` before the widget is shown:

========================= =====================================================================================================
QPushButton, QToolButton  ``primary`` (the one thing to do here), ``plain`` (no frame until pointed at), ``link``,
                          ``small`` (in a line of small type), ``quiet`` (a muted sentence that can be pressed)
QLabel                    ``title`` (heading of a panel), ``statement``, ``sentence``, ``strong``, ``caption``, ``muted``,
                          ``value`` and ``total`` (figures in columns), ``query``, ``key``, ``problem``, ``badge``
QFrame, QWidget           ``panel`` (surface), ``bar`` (surface with a line below), ``strip`` (surface with a line above),
                          ``line`` (a hairline), ``info``, ``cost``, ``problem`` (notices)
========================= =====================================================================================================

A button with a menu also takes the property ``hasMenu`` = true, which makes room for its sign, or ``ownArrow`` = true, which
leaves it out. Editors and trees take ``bare``: no frame and no ground of their own. Views have no stylesheets of their own,
which would make every change of theme dearer. A plain QWidget needs
``setAttribute(Qt.WidgetAttribute.WA_StyledBackground)`` to show a background. A widget in focus gets a border of 2 px in the
accent where it had 1 px in the border's colour, and its padding shrinks by 1 px, so nothing moves. Qt centres the number of a
spin box between − and +: its stylesheets cannot indent it on the left.
"""

from __future__ import annotations

from PySide6.QtGui import QColor

from gui.theme.icons import stylesheet_image
from gui.theme.theme import MONO, PIXELS, Theme


def stylesheet(theme: Theme) -> str:
    """The rules for `theme`, at its zoom."""
    return "\n".join((_frames(theme), _labels(theme), _buttons(theme), _fields(theme), _lists(theme), _menus(theme), _rest(theme)))


def mix(one: QColor, other: QColor, share: float) -> QColor:
    """`one` with `share` (0…1) of `other` in it."""

    def mixed(a: int, b: int) -> int:
        return round(a + (b - a) * share)

    return QColor(mixed(one.red(), other.red()), mixed(one.green(), other.green()), mixed(one.blue(), other.blue()))


def _box(t: Theme, vertical: float, horizontal: float, *, ring: bool = False) -> str:
    """Border and padding that together keep one size, with the focus ring or without."""
    width = t.px(2) if ring else 1
    color = t.accent if ring else t.border
    return (
        f"border: {width}px solid {color.name()}; padding: {max(0, t.px(vertical) - width)}px {max(0, t.px(horizontal) - width)}px;"
    )


def _frames(t: Theme) -> str:
    surface, border = t.surface.name(), t.border.name()
    notice = f"border: 1px solid {border}; border-radius: {t.px(6)}px;"
    return f"""
QMainWindow {{ background: {t.window.name()}; }}
QScrollArea {{ background: transparent; border: none; }}
QScrollArea > QWidget > QWidget {{ background: transparent; }}
*[role="panel"] {{ background: {surface}; border: none; }}
*[role="bar"] {{ background: {surface}; border: none; border-bottom: 1px solid {border}; }}
*[role="strip"] {{ background: {surface}; border: none; border-top: 1px solid {border}; }}
*[role="line"] {{ background: {border}; border: none; max-height: 1px; min-height: 1px; }}
QFrame[role="info"] {{ background: {t.raised.name()}; {notice} border-left: {t.px(3)}px solid {t.accent.name()}; }}
QFrame[role="cost"] {{ background: {t.raised.name()}; {notice} border-left: {t.px(3)}px solid {t.norm.name()}; }}
QFrame[role="problem"] {{ background: {t.raised.name()}; {notice} border-left: {t.px(3)}px solid {t.key.name()}; }}
"""


def _labels(t: Theme) -> str:
    def size(role: str) -> str:
        return f"font-size: {t.px(PIXELS[role])}px;"  # type: ignore[index]  # the roles named below are the font's own

    return f"""
QLabel {{ background: transparent; color: {t.text.name()}; }}
QLabel:disabled {{ color: {t.muted.name()}; }}
QLabel[role="title"] {{ {size("caption")} font-weight: 600; color: {t.muted.name()}; }}
QLabel[role="statement"] {{ {size("statement")} font-weight: 600; }}
QLabel[role="sentence"] {{ {size("sentence")} }}
QLabel[role="strong"] {{ {size("text")} font-weight: 600; }}
QLabel[role="caption"] {{ {size("caption")} color: {t.muted.name()}; }}
QLabel[role="muted"] {{ color: {t.muted.name()}; }}
QLabel[role="value"] {{ {size("figure")} font-family: "{MONO}"; }}
QLabel[role="total"] {{ font-size: {t.px(16)}px; font-family: "{MONO}"; font-weight: 500; }}
QLabel[role="query"] {{ color: {t.query.name()}; font-weight: 600; }}
QLabel[role="key"], QLabel[role="problem"] {{ color: {t.key.name()}; font-weight: 600; }}
QLabel[role="badge"] {{
    {size("caption")} background: {t.raised.name()};
    border: 1px solid {t.border.name()}; border-radius: {t.px(10)}px; padding: {t.px(3)}px {t.px(10)}px;
}}
"""


def _buttons(t: Theme) -> str:
    raised, hover = t.raised.name(), mix(t.raised, t.text, 0.06).name()
    chevron = stylesheet_image("chevron-down", "muted", t)
    return f"""
QPushButton, QToolButton {{
    background: {raised}; color: {t.text.name()}; border-radius: {t.px(7)}px; font-weight: 500; {_box(t, 6, 14)}
}}
QToolButton {{ {_box(t, 5, 8)} }}
QPushButton:hover, QToolButton:hover {{ background: {hover}; }}
QPushButton:pressed, QToolButton:pressed {{ background: {mix(t.raised, t.text, 0.14).name()}; }}
QPushButton:checked, QToolButton:checked {{ background: {t.accent.name()}; color: {t.on_accent.name()}; }}
QPushButton:disabled, QToolButton:disabled {{ color: {t.muted.name()}; background: {t.surface.name()}; border-style: dashed; }}
QPushButton:focus {{ {_box(t, 6, 14, ring=True)} }}
QToolButton:focus {{ {_box(t, 5, 8, ring=True)} }}
QPushButton::menu-indicator, QToolButton::menu-indicator {{
    image: url({chevron}); width: {t.px(14)}px; height: {t.px(14)}px;
    subcontrol-origin: padding; subcontrol-position: center right; right: {t.px(8)}px;
}}
QPushButton[hasMenu="true"], QToolButton[hasMenu="true"] {{ padding-right: {t.px(28)}px; }}
QToolButton[ownArrow="true"]::menu-indicator {{ image: none; }}
QPushButton[role="primary"] {{ background: {t.accent.name()}; color: {t.on_accent.name()}; border-color: {t.accent.name()}; }}
QPushButton[role="primary"]:hover {{ background: {mix(t.accent, t.text, 0.12).name()}; }}
QPushButton[role="primary"]:focus {{ border-color: {t.text.name()}; }}
QPushButton[role="primary"]:disabled {{
    background: {t.surface.name()}; color: {t.muted.name()}; border-color: {t.border.name()};
}}
QPushButton[role="plain"], QToolButton[role="plain"] {{ background: transparent; border-color: transparent; }}
QPushButton[role="plain"]:hover, QToolButton[role="plain"]:hover {{ background: {raised}; }}
QPushButton[role="plain"]:focus, QToolButton[role="plain"]:focus {{ border-color: {t.accent.name()}; }}
QPushButton[role="plain"]:disabled, QToolButton[role="plain"]:disabled {{ background: transparent; }}
QPushButton[role="link"] {{
    background: transparent; color: {t.accent.name()}; border-color: transparent; text-decoration: underline;
    padding: {t.px(2)}px {t.px(3)}px; text-align: left; font-weight: 400;
}}
QPushButton[role="link"]:hover {{ color: {t.text.name()}; }}
QPushButton[role="link"]:focus {{ border: {t.px(2)}px solid {t.accent.name()}; padding: {t.px(1)}px {t.px(2)}px; }}
QPushButton[role="link"]:disabled {{ color: {t.muted.name()}; text-decoration: none; }}
QPushButton[role="small"] {{ font-size: {t.px(12)}px; border-radius: {t.px(5)}px; {_box(t, 3, 9)} }}
QPushButton[role="small"]:focus {{ {_box(t, 3, 9, ring=True)} }}
QPushButton[role="small"][hasMenu="true"] {{ padding-right: {t.px(22)}px; }}
QPushButton[role="quiet"] {{
    font-size: {t.px(12)}px; font-weight: 400; color: {t.muted.name()}; background: transparent; border-radius: {t.px(5)}px;
    {_box(t, 3, 5)} border-color: transparent;
}}
QPushButton[role="quiet"]:hover {{ color: {t.text.name()}; text-decoration: underline; }}
QPushButton[role="quiet"]:focus {{ {_box(t, 3, 5, ring=True)} }}
QCheckBox, QRadioButton {{ color: {t.text.name()}; spacing: {t.px(8)}px; border-radius: {t.px(5)}px; {_plain_ring(t, ring=False)} }}
QCheckBox:focus, QRadioButton:focus {{ {_plain_ring(t, ring=True)} }}
QCheckBox:disabled, QRadioButton:disabled {{ color: {t.muted.name()}; }}
QCheckBox::indicator, QRadioButton::indicator {{
    width: {t.px(14)}px; height: {t.px(14)}px; border: 1px solid {t.muted.name()}; background: {t.surface.name()};
}}
QCheckBox::indicator {{ border-radius: {t.px(4)}px; }}
QRadioButton::indicator {{ border-radius: {t.px(14) // 2 + 1}px; }}
QCheckBox::indicator:checked {{
    background: {t.accent.name()}; border-color: {t.accent.name()}; image: url({stylesheet_image("check", "on_accent", t)});
}}
QCheckBox::indicator:checked:disabled {{ image: url({stylesheet_image("check", "muted", t)}); }}
QRadioButton::indicator:checked {{ border: {t.px(5)}px solid {t.accent.name()}; width: {t.px(6)}px; height: {t.px(6)}px; }}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {{ border-color: {t.border.name()}; background: {raised}; }}
"""


def _plain_ring(t: Theme, *, ring: bool) -> str:
    return f"border: {t.px(2)}px solid {t.accent.name() if ring else 'transparent'}; padding: 1px;"


def _fields(t: Theme) -> str:
    surface = t.surface.name()
    handle = mix(t.surface, t.muted, 0.7).name()
    groove = f"border-radius: {t.px(2)}px; margin: 0 {t.px(3)}px;"
    step = t.px(22)
    chevron = stylesheet_image("chevron-down", "muted", t)
    return f"""
QLineEdit, QPlainTextEdit, QTextEdit, QComboBox, QAbstractSpinBox {{
    background: {surface}; color: {t.text.name()}; border-radius: {t.px(6)}px;
    selection-background-color: {t.accent.name()}; selection-color: {t.on_accent.name()}; {_box(t, 5, 9)}
}}
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QComboBox:focus, QAbstractSpinBox:focus {{ {_box(t, 5, 9, ring=True)} }}
QLineEdit:disabled, QPlainTextEdit:disabled, QTextEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled {{
    background: {t.raised.name()}; color: {t.muted.name()}; border-style: dashed;
}}
QLineEdit[problem="true"], QPlainTextEdit[problem="true"], QAbstractSpinBox[problem="true"] {{
    border: {t.px(2)}px solid {t.key.name()};
    padding: {max(0, t.px(5) - t.px(2))}px {max(0, t.px(9) - t.px(2))}px;
}}
QPlainTextEdit[role="bare"], QPlainTextEdit[role="bare"]:focus {{
    background: transparent; border: none; padding: 0; placeholder-text-color: {t.muted.name()};
}}
QComboBox QLineEdit {{ border: none; padding: 0; background: transparent; }}
QComboBox {{ combobox-popup: 0; }}
QComboBox::drop-down {{ border: none; width: {t.px(24)}px; }}
QComboBox::down-arrow {{ image: url({chevron}); width: {t.px(14)}px; height: {t.px(14)}px; }}
QComboBox QAbstractItemView {{
    background: {surface}; border: 1px solid {t.border.name()}; outline: none; padding: 0;
    selection-background-color: {t.accent.name()}; selection-color: {t.on_accent.name()};
}}
QComboBox QAbstractItemView:focus {{ border: 1px solid {t.border.name()}; padding: 0; }}
QComboBox QAbstractItemView::item {{ min-height: {t.px(26)}px; padding: 0 {t.px(6)}px; border-radius: {t.px(4)}px; }}
QComboBox QAbstractItemView::item:selected {{ background: {t.accent.name()}; color: {t.on_accent.name()}; }}
QSlider {{ min-height: {t.px(22)}px; border: {t.px(2)}px solid transparent; border-radius: {t.px(6)}px; }}
QSlider:focus {{ border-color: {t.accent.name()}; }}
QSlider::groove:horizontal {{ height: {t.px(4)}px; background: {handle}; {groove} }}
QSlider::sub-page:horizontal {{ background: {t.accent.name()}; {groove} }}
QSlider::handle:horizontal {{
    width: {t.px(12)}px; margin: -{t.px(5)}px 0; background: {surface}; border: {t.px(2)}px solid {t.accent.name()};
    border-radius: {t.px(7)}px;
}}
QAbstractSpinBox {{ qproperty-alignment: AlignCenter; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{
    subcontrol-origin: border; width: {step}px; height: {t.px(22)}px; margin: {t.px(3)}px;
    border: none; border-radius: {t.px(4)}px; background: transparent;
}}
QAbstractSpinBox::up-button {{ subcontrol-position: center right; }}
QAbstractSpinBox::down-button {{ subcontrol-position: center left; }}
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover {{ background: {t.raised.name()}; }}
QAbstractSpinBox::up-arrow {{ image: url({stylesheet_image("plus", "text", t)}); width: {t.px(12)}px; height: {t.px(12)}px; }}
QAbstractSpinBox::down-arrow {{ image: url({stylesheet_image("minus", "text", t)}); width: {t.px(12)}px; height: {t.px(12)}px; }}
QAbstractSpinBox::up-arrow:off, QAbstractSpinBox::up-arrow:disabled {{ image: url({stylesheet_image("plus", "muted", t)}); }}
QAbstractSpinBox::down-arrow:off, QAbstractSpinBox::down-arrow:disabled {{ image: url({stylesheet_image("minus", "muted", t)}); }}
"""


def _lists(t: Theme) -> str:
    surface, border = t.surface.name(), t.border.name()
    thickness = t.px(10)
    handle = mix(t.surface, t.muted, 0.7).name()
    return f"""
QAbstractItemView {{
    background: {surface}; color: {t.text.name()}; alternate-background-color: {t.window.name()};
    border: 1px solid {border}; padding: {t.px(2) - 1}px; gridline-color: {border}; outline: none;
    selection-background-color: {t.accent.name()}; selection-color: {t.on_accent.name()};
}}
QAbstractItemView:focus {{ border: {t.px(2)}px solid {t.accent.name()}; padding: 0; }}
QTreeView[role="bare"], QTreeView[role="bare"]:focus {{ background: transparent; border: none; padding: 0; }}
QTableView::item {{ padding: 0 {t.px(6)}px; }}
QHeaderView {{ background: {t.raised.name()}; border: none; font-size: {t.px(PIXELS["control"])}px; }}
QHeaderView::section {{
    background: {t.raised.name()}; color: {t.text.name()}; padding: {t.px(4)}px {t.px(6)}px;
    border: none; border-right: 1px solid {border}; border-bottom: 1px solid {border};
}}
QTableCornerButton::section {{ background: {t.raised.name()}; border: none; }}
QScrollBar {{ background: transparent; border: none; margin: 0; }}
QScrollBar:vertical {{ width: {thickness}px; }}
QScrollBar:horizontal {{ height: {thickness}px; }}
QScrollBar::handle {{ background: {handle}; border-radius: {t.px(3)}px; margin: {t.px(2)}px; }}
QScrollBar::handle:vertical {{ min-height: {t.px(28)}px; }}
QScrollBar::handle:horizontal {{ min-width: {t.px(28)}px; }}
QScrollBar::handle:hover {{ background: {t.muted.name()}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; border: none; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
"""


def _menus(t: Theme) -> str:
    surface = t.surface.name()
    return f"""
QMenuBar {{
    background: {surface}; color: {t.muted.name()}; border-bottom: 1px solid {t.border.name()}; padding: {t.px(2)}px {t.px(8)}px;
}}
QMenuBar::item {{ background: transparent; padding: {t.px(4)}px {t.px(9)}px; border-radius: {t.px(5)}px; }}
QMenuBar::item:selected {{ background: {t.raised.name()}; color: {t.text.name()}; }}
QMenuBar::item:pressed {{ background: {t.accent.name()}; color: {t.on_accent.name()}; }}
QMenu {{ background: {surface}; color: {t.text.name()}; border: 1px solid {t.border.name()}; padding: {t.px(5)}px; }}
QMenu::item {{ padding: {t.px(5)}px {t.px(24)}px {t.px(5)}px {t.px(28)}px; border-radius: {t.px(4)}px; }}
QMenu::item:selected {{ background: {t.accent.name()}; color: {t.on_accent.name()}; }}
QMenu::item:disabled {{ color: {t.muted.name()}; background: transparent; }}
QMenu::item:disabled:selected {{ background: {t.raised.name()}; }}
QMenu::icon {{ left: {t.px(7)}px; }}
QMenu::indicator {{ width: {t.px(14)}px; height: {t.px(14)}px; left: {t.px(8)}px; }}
QMenu::indicator:checked {{ image: url({stylesheet_image("check", "text", t)}); }}
QMenu::indicator:checked:selected {{ image: url({stylesheet_image("check", "on_accent", t)}); }}
QMenu::right-arrow {{ image: url({stylesheet_image("chevron-right", "muted", t)}); width: {t.px(14)}px; height: {t.px(14)}px; }}
QMenu::separator {{ height: 1px; background: {t.border.name()}; margin: {t.px(5)}px {t.px(4)}px; }}
"""


def _rest(t: Theme) -> str:
    border = t.border.name()
    return f"""
QToolTip {{
    background: {t.raised.name()}; color: {t.text.name()}; border: 1px solid {border}; padding: {t.px(5)}px {t.px(8)}px;
}}
QTabWidget::pane {{ border: none; border-top: 1px solid {border}; }}
QTabBar {{ background: transparent; font-size: {t.px(14)}px; }}
QTabBar::tab {{
    background: transparent; color: {t.muted.name()}; border: {t.px(2)}px solid transparent;
    padding: {t.px(8)}px {t.px(6)}px; margin-right: {t.px(2)}px;
}}
QTabBar::tab:hover {{ color: {t.text.name()}; }}
QTabBar::tab:selected {{ color: {t.text.name()}; border-bottom-color: {t.accent.name()}; }}
QTabBar::tab:selected:focus {{ border-color: {t.accent.name()}; border-radius: {t.px(5)}px; }}
QTabBar::tab:disabled {{ color: {t.muted.name()}; }}
QSplitter::handle {{ background: {border}; }}
QSplitter::handle:horizontal {{ width: 1px; }}
QSplitter::handle:vertical {{ height: 1px; }}
QSplitter::handle:hover {{ background: {t.accent.name()}; }}
QProgressBar {{
    background: {t.raised.name()}; border: 1px solid {border}; border-radius: {t.px(4)}px; color: {t.text.name()};
    text-align: center; min-height: {t.px(6)}px;
}}
QProgressBar::chunk {{ background: {t.accent.name()}; border-radius: {t.px(3)}px; }}
QGroupBox {{ border: 1px solid {border}; border-radius: {t.px(6)}px; margin-top: {t.px(9)}px; padding-top: {t.px(8)}px; }}
QGroupBox::title {{ subcontrol-origin: margin; left: {t.px(10)}px; color: {t.muted.name()}; }}
QMessageBox, QDialog {{ background: {t.surface.name()}; }}
QLabel#qt_msgbox_label {{ font-weight: 600; min-width: {t.px(360)}px; }}
QLabel#qt_msgbox_informativelabel {{ min-width: {t.px(360)}px; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QDialogButtonBox QPushButton {{ min-width: {t.px(72)}px; }}
"""
