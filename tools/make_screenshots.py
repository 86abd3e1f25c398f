"""The pictures of the README, painted by the program's own `picture` command."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

from tools.set_up import ROOT

PICTURES: Final = {
    "light-en.png": ("The keys to the cabinet are on the table", "--theme", "light", "--language", "en"),
    "dark-es.png": ("Las llaves del armario están sobre la mesa", "--theme", "dark", "--language", "es", "--mask", "causal"),
}


def main() -> int:
    """Write all pictures into docs/images."""
    folder = ROOT / "docs" / "images"
    folder.mkdir(parents=True, exist_ok=True)
    for name, (sentence, *options) in PICTURES.items():
        paint = [sys.executable, str(ROOT / "main.py"), "picture", sentence, str(folder / name)]
        subprocess.run([*paint, "--preset", "small", "--size", "1440x900", *options], cwd=ROOT, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
