"""What was measured on."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

PACKAGES: Final = ("numpy", "numba", "PySide6_Essentials", "torch")
VARIABLES: Final = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
"""What makes OpenBLAS take other code or other blocks than it would for this processor; `main.py bench` unsets them."""


def machine() -> dict[str, Any]:
    """System, Python, cores, versions of the packages that are installed, numpy's BLAS and the settings in force for it."""
    return {
        "system": platform.platform(),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        **{name: found for name in PACKAGES if (found := _version(name)) is not None},
        "blas": _blas(),
        "blas_settings": {name: os.environ.get(name) for name in VARIABLES},
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _blas() -> dict[str, Any] | None:
    """Name, version, kind of processor and threads of numpy's BLAS; None where it does not tell, as Apple's."""
    import numpy as np  # loads the library that is asked about
    from threadpoolctl import threadpool_info

    numpy_folder = os.path.dirname(os.path.dirname(np.__file__))
    for library in threadpool_info():
        if library["user_api"] == "blas" and os.path.join(numpy_folder, "numpy") in library["filepath"]:
            keys = {"name": "internal_api", "version": "version", "core": "architecture", "threads": "num_threads"}
            return {ours: library.get(theirs) for ours, theirs in keys.items()}
    return None
