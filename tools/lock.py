"""Pin the packages: from pyproject.toml and requirements/development.in to requirements/{runtime,development}.txt.

One lock holds for Linux, macOS and Windows and for every supported Python, with the hashes of all published files. It names no
address and no machine. The resolver comes into an environment of its own, because the program does not need it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tools.set_up import ROOT, lock_file

RESOLVER: Final = "uv==0.13.9"
OPTIONS: Final = (
    *("--universal", "--python-version", "3.11", "--fork-strategy", "fewest"),
    *("--generate-hashes", "--no-header", "--no-emit-index-url", "--no-emit-find-links", "--no-config", "--quiet"),
)


def main() -> int:
    """Write both locks anew; the second contains the first unchanged."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-I", "-m", "venv", folder], check=True)
        scripts = Path(folder, "Scripts" if os.name == "nt" else "bin")
        subprocess.run([scripts / "python", "-m", "pip", "install", "--quiet", RESOLVER], check=True)
        resolve = (str(scripts / "uv"), "pip", "compile", *OPTIONS, "--upgrade", "pyproject.toml")
        runtime, development = (str(lock_file(name).relative_to(ROOT)) for name in ("runtime", "development"))
        subprocess.run([*resolve, "-o", runtime], cwd=ROOT, check=True)
        more = ("requirements/development.in", "-c", runtime)
        subprocess.run([*resolve, *more, "-o", development], cwd=ROOT, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
