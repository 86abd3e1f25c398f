"""What must be there before a window can open: a display, and the system libraries that Qt loads. Imports no Qt.

Qt aborts the process when its platform plugin cannot be loaded or cannot reach the display. So the plugin is loaded and the
display opened here first, the way Qt will do it a moment later: what then fails can be said in a sentence, and what works costs
about a millisecond, because loaded libraries stay loaded.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

LIBRARIES: Final[dict[str, tuple[str, str, str]]] = {
    "libEGL.so.1": ("libegl1", "libglvnd-egl", "libglvnd"),
    "libGL.so.1": ("libgl1", "libglvnd-glx", "libglvnd"),
    "libX11-xcb.so.1": ("libx11-xcb1", "libX11-xcb", "libx11"),
    "libX11.so.6": ("libx11-6", "libX11", "libx11"),
    "libdbus-1.so.3": ("libdbus-1-3", "dbus-libs", "dbus"),
    "libfontconfig.so.1": ("libfontconfig1", "fontconfig", "fontconfig"),
    "libfreetype.so.6": ("libfreetype6", "freetype", "freetype2"),
    "libglib-2.0.so.0": ("libglib2.0-0", "glib2", "glib2"),
    "libgthread-2.0.so.0": ("libglib2.0-0", "glib2", "glib2"),
    "libxcb-cursor.so.0": ("libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor"),
    "libxcb-icccm.so.4": ("libxcb-icccm4", "xcb-util-wm", "xcb-util-wm"),
    "libxcb-image.so.0": ("libxcb-image0", "xcb-util-image", "xcb-util-image"),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms"),
    "libxcb-randr.so.0": ("libxcb-randr0", "libxcb", "libxcb"),
    "libxcb-render-util.so.0": ("libxcb-render-util0", "xcb-util-renderutil", "xcb-util-renderutil"),
    "libxcb-render.so.0": ("libxcb-render0", "libxcb", "libxcb"),
    "libxcb-shape.so.0": ("libxcb-shape0", "libxcb", "libxcb"),
    "libxcb-shm.so.0": ("libxcb-shm0", "libxcb", "libxcb"),
    "libxcb-sync.so.1": ("libxcb-sync1", "libxcb", "libxcb"),
    "libxcb-util.so.1": ("libxcb-util1", "xcb-util", "xcb-util"),
    "libxcb-xfixes.so.0": ("libxcb-xfixes0", "libxcb", "libxcb"),
    "libxcb-xkb.so.1": ("libxcb-xkb1", "libxcb", "libxcb"),
    "libxcb.so.1": ("libxcb1", "libxcb", "libxcb"),
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11"),
    "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon", "libxkbcommon"),
}
"""System library -> the package that holds it on Debian and Ubuntu, on Fedora, on Arch."""

PROGRAMS: Final = {"Xvfb": ("xvfb", "xorg-x11-server-Xvfb", "xorg-server-xvfb")}
"""The same for a program that only the tests need."""

INSTALLERS: Final = ("apt-get install", "dnf install", "pacman -S")

_INSTEAD: Final = 'this command writes a picture instead: python main.py picture "The cat sat on the mat" picture.png'

_NOT_LOADED: Final = re.compile(r"([^\s:]+): (?:cannot open shared object file|file too short|invalid ELF header|wrong ELF class)")


def problem() -> str | None:
    """One sentence that says why no window can open here and what to do; None where one can.

    Where only one of X11 and Wayland answers, QT_QPA_PLATFORM is set to it, so that Qt does not try the other.
    """
    if not sys.platform.startswith("linux"):
        return None
    wished = os.environ.get("QT_QPA_PLATFORM", "")
    names = [name.partition(":")[0].removesuffix("-egl") for name in wished.split(";") if name] or ["xcb", "wayland"]
    if not {"xcb", "wayland"} & set(names):
        return library_problem(names[0])
    displays = {
        "xcb": (os.environ.get("DISPLAY"), _x11_answers),
        "wayland": (os.environ.get("WAYLAND_DISPLAY") or os.environ.get("WAYLAND_SOCKET"), _wayland_answers),
    }
    tried = {name: display for name, (display, _) in displays.items() if name in names and display}
    if not tried:
        return f"No window can open, because neither DISPLAY nor WAYLAND_DISPLAY names a display; {_INSTEAD}"
    answering = [name for name in tried if displays[name][1]()]
    if not answering:
        # Without libxcb nothing can be asked; then what is missing is the library.
        lacking = library_problem("xcb") if "xcb" in tried else None
        return lacking or f"No window can open, because the display {' or '.join(tried.values())} does not answer; {_INSTEAD}"
    problems = {name: library_problem(name) for name in answering}
    usable = [name for name in answering if problems[name] is None]
    if not usable:
        return problems[answering[0]]
    if not wished and len(usable) == 1:
        os.environ["QT_QPA_PLATFORM"] = usable[0]
    return None


def library_problem(platform: str) -> str | None:
    """One sentence that names the system libraries Qt's plugin for `platform` lacks, with the line that installs them."""
    if not sys.platform.startswith("linux"):
        return None
    package = importlib.util.find_spec("PySide6")
    if package is None or not package.submodule_search_locations:
        return None
    plugin = Path(package.submodule_search_locations[0], "Qt", "plugins", "platforms", f"libq{platform}.so")
    if not plugin.exists():
        return None
    reason = _why_not_loaded(str(plugin))
    if reason is None:
        return None
    found = _NOT_LOADED.search(reason)
    if found is None:
        return f"Qt cannot start, because a library cannot be loaded: {reason}"
    missing = sorted({Path(found[1]).name} | missing_libraries())
    return f"Qt cannot start, because the system lacks {', '.join(missing)}; install what is missing with: {install_line(missing)}"


def missing_libraries() -> set[str]:
    """The libraries of LIBRARIES that this system does not have."""
    return {name for name in LIBRARIES if _why_not_loaded(name) is not None}


def install_line(needed: Iterable[str]) -> str:
    """The command that installs `needed`, names of libraries, programs or packages, with the package manager found here."""
    installer = next((line for line in INSTALLERS if shutil.which(line.partition(" ")[0])), INSTALLERS[0])
    column = INSTALLERS.index(installer)
    holding = LIBRARIES | PROGRAMS
    packages = sorted({holding[name][column] if name in holding else name for name in needed})
    privilege = "" if os.geteuid() == 0 else "sudo "
    return f"{privilege}{installer} {' '.join(packages)}"


def _why_not_loaded(library: str) -> str | None:
    try:
        ctypes.CDLL(library)
    except OSError as error:
        return str(error)
    return None


def _x11_answers() -> bool:
    """Whether the server that DISPLAY names lets us in; libxcb knows every spelling, socket and authority file."""
    if _why_not_loaded("libxcb.so.1") is not None:
        return False
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    with _silence():
        connection = xcb.xcb_connect(None, None)
    refused = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not refused


def _wayland_answers() -> bool:
    """Whether a compositor answers."""
    if os.environ.get("WAYLAND_SOCKET"):
        return True  # an open connection was handed over; asking would use it up
    if _why_not_loaded("libwayland-client.so.0") is not None:
        return False
    wayland = ctypes.CDLL("libwayland-client.so.0")
    wayland.wl_display_connect.restype = ctypes.c_void_p
    wayland.wl_display_connect.argtypes = [ctypes.c_char_p]
    wayland.wl_display_disconnect.argtypes = [ctypes.c_void_p]
    connection = wayland.wl_display_connect(None)
    if connection is None:
        return False
    wayland.wl_display_disconnect(connection)
    return True


@contextmanager
def _silence() -> Iterator[None]:
    """Keep C libraries from writing to stderr what is said in a sentence anyway."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
