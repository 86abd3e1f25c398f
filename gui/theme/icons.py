"""One-colour icons, tinted when they are used: nothing in a file knows a theme."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final, Literal

from PySide6.QtCore import QByteArray, QResource, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from gui.theme.theme import Theme

IconName = Literal[
    "check",
    "chevron-down",
    "chevron-right",
    "close",
    "copy",
    "info",
    "minus",
    "open",
    "plus",
    "redo",
    "save",
    "undo",
    "warning",
]
_SIZES: Final = (16, 20, 24, 32, 48, 64)
_QSS_ICONS: Final[tuple[IconName, ...]] = ("check", "chevron-down", "chevron-right", "minus", "plus")
_QSS_TOKENS: Final = ("text", "muted", "on_accent")
_registered: dict[str, bytes] = {}


@cache
def svg(name: IconName) -> str:
    """The drawing, its strokes in "currentColor"."""
    return (resources.files("resources") / "icons" / f"{name}.svg").read_text(encoding="utf-8")


def icon(name: IconName, color: QColor) -> QIcon:
    """The icon `name` in `color`, sharp at every size and screen."""
    return _icon(name, color.name(QColor.NameFormat.HexRgb))


@cache
def _icon(name: IconName, color: str) -> QIcon:
    renderer = QSvgRenderer(QByteArray(_tinted(name, color)))
    result = QIcon()
    for size in _SIZES:
        pixmap = QPixmap(size, size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        renderer.render(painter)
        painter.end()
        result.addPixmap(pixmap)
    return result


def _tinted(name: IconName, color: str) -> bytes:
    return svg(name).replace("currentColor", color).encode()


def stylesheet_image(name: IconName, token: Literal["text", "muted", "on_accent"], theme: Theme) -> str:
    """The address under which a stylesheet finds an icon in a colour of `theme`.

    A stylesheet takes images from files only, so the tinted drawings are given to Qt as files in memory.
    """
    if theme.name not in _registered:
        files = {
            f"{icon_name}-{which}.svg": _tinted(icon_name, getattr(theme, which).name())
            for icon_name in _QSS_ICONS
            for which in _QSS_TOKENS
        }
        # Qt reads from these bytes as long as they are registered, so they are kept.
        _registered[theme.name] = resource_bundle(files)
        QResource.registerResourceData(_registered[theme.name], f"/theme-{theme.name}")
    return f":/theme-{theme.name}/{name}-{token}.svg"


def resource_bundle(files: Mapping[str, bytes]) -> bytes:
    """Files of one folder in the binary form of Qt's resource compiler (version 1), names in ASCII.

    Layout (qtbase, src/tools/rcc/rcc.cpp): header, data, names, tree. A node of the tree has 14 bytes: the offset of its
    name, flags (2 for a folder), then the number and the index of its children, or territory, language and the offset of its
    data. Children are found by bisection, so they are sorted by the hash of their names.
    """
    data, names = b"", b""
    nodes = [struct.pack(">IHII", 0, 2, len(files), 1)]
    for name, content in sorted(files.items(), key=lambda item: _hash(item[0])):
        nodes.append(struct.pack(">IHHHI", len(names), 0, 0, 1, len(data)))
        names += struct.pack(">HI", len(name), _hash(name)) + name.encode("utf-16-be")
        data += struct.pack(">I", len(content)) + content
    header_size = 20
    names_at = header_size + len(data)
    tree_at = names_at + len(names)
    return struct.pack(">4sIIII", b"qres", 1, tree_at, header_size, names_at) + data + names + b"".join(nodes)


def _hash(name: str) -> int:
    value = 0
    for char in name:
        value = (value << 4) + ord(char)
        value ^= (value & 0xF0000000) >> 23
        value &= 0x0FFFFFFF
    return value
