"""Look at one widget alone, on toy data.

``python -m gui.views.caption [--dark] [--zoom 1.6] [--language es] [--size 800x600] [--grab FILE.png]``
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget

from gui import i18n
from gui.theme.apply import apply_theme
from gui.theme.fonts import load_fonts
from gui.theme.theme import DARK, LIGHT


def application() -> QApplication:
    """The running application, or a new one with the bundled fonts and the theme of the command line.

    Needed before the first widget is made: call it first, or give `show` a function that makes the widget.
    """
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(sys.argv[:1])
    load_fonts()
    options = _options()
    i18n.install(app, options.language)
    theme = DARK if options.dark else LIGHT
    apply_theme(app, theme.zoomed(options.zoom))
    return app


def show(widget: QWidget | Callable[[], QWidget]) -> None:
    """Show a widget, or what a function (or a widget's class) makes, and run until it is closed.

    Give a function when the widget cannot be made without an application, as ``show(lambda: example())``.
    """
    app = application()
    shown = widget if isinstance(widget, QWidget) else widget()
    options = _options()
    theme = (DARK if options.dark else LIGHT).zoomed(options.zoom)
    set_theme = getattr(shown, "set_theme", None)
    if set_theme is not None:
        set_theme(theme)
    if options.size:
        width, _, height = options.size.partition("x")
        shown.resize(int(width), int(height))
    shown.show()
    if options.grab is not None:
        QTimer.singleShot(options.delay, shown, lambda: (shown.grab().save(str(options.grab)), app.quit()))
    app.exec()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--zoom", type=float, default=1.0)
    parser.add_argument("--language", default="en", choices=("en", "es"))
    parser.add_argument("--size", metavar="WxH")
    parser.add_argument("--grab", type=Path, help="write a picture of the widget and leave")
    parser.add_argument("--delay", type=int, default=300, help="milliseconds before the picture is taken")
    return parser.parse_known_args()[0]
