"""NPZ files, the bytes of numpy.savez, written one array after the other and without a copy of any."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO

    from numpy.typing import NDArray


def write_npz(file: BinaryIO, arrays: Iterable[tuple[str, NDArray[Any]]]) -> None:
    """Write (name, array) pairs; they may be made as they are asked for, since all together may be larger than the memory.

    An array that does not lie in memory in the order of its indices is copied while it is written.
    """
    import numpy as np  # late: what needs no numbers imports this too

    with zipfile.ZipFile(file, "w") as archive:
        for name, array in arrays:
            ordered = np.asarray(array, order="C")
            with archive.open(f"{name}.npy", "w", force_zip64=True) as entry:
                np.lib.format.write_array_header_1_0(entry, np.lib.format.header_data_from_array_1_0(ordered))
                entry.write(ordered.data)
