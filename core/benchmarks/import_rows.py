"""What importing core costs."""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from core.benchmarks.row import Row
from core.benchmarks.timing import ROUNDS

ROOT: Final = Path(__file__).resolve().parents[2]

PROGRAM: Final = """\
import numpy
from time import perf_counter
start = perf_counter()
from core.model import ModelConfig, run
print((perf_counter() - start) * 1000)
"""


def names() -> tuple[str, ...]:
    """The one row."""
    return ("core/import",)


def measure(wanted: Sequence[str]) -> Iterator[Row]:
    """Milliseconds of importing what a sentence and its pass need, beyond numpy, in fresh interpreters."""
    command = [sys.executable, "-c", PROGRAM]
    for name in wanted:
        times = [float(subprocess.check_output(command, cwd=ROOT, text=True)) for _ in range(ROUNDS)]
        yield Row(name, ours_ms=statistics.median(times))
