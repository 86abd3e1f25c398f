"""NPZ files, held against numpy's own."""

from __future__ import annotations

import io

import numpy as np

from core.files.npz import write_npz


def test_the_bytes_are_those_of_numpy() -> None:
    """numpy.savez writes the same arrays: no elements, a number alone, words, and one whose rows lie across the memory."""
    arrays = {
        "a.b": np.arange(6, dtype=np.float32).reshape(2, 3),
        "none": np.empty((0, 5), np.float32),
        "alone": np.array("one line"),
        "words": np.array(["á", "🙂"]),
        "ids": np.array([1, 2], np.int64),
        "turned": np.ascontiguousarray(np.arange(24.0).reshape(2, 3, 4).transpose(1, 0, 2)),
    }
    ours, theirs = io.BytesIO(), io.BytesIO()
    write_npz(ours, (arrays | {"turned": np.arange(24.0).reshape(2, 3, 4).transpose(1, 0, 2)}).items())
    np.savez(theirs, **arrays)
    assert ours.getvalue() == theirs.getvalue()
    with np.load(io.BytesIO(ours.getvalue())) as found:
        assert all((found[name] == array).all() for name, array in arrays.items())
