"""The version of the program: shown in the window, written into files, part of the folder in which compiled kernels are kept."""

from __future__ import annotations

from typing import Final

VERSION: Final = "0.1.0"
