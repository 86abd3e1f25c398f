"""Memory of passes that is used again: fresh memory costs a page fault every 4 kB, which takes as long as the arithmetic.

A pass leases one block and lays all its arrays out in it. Each of these arrays keeps the lease alive; when the last one is gone,
the block is free for the next pass of about the same size.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

KEPT_BLOCKS: Final = 3
"""Free blocks that are kept: the result on screen and the one before it alternate with the one being computed."""
KEPT_BYTES: Final = 2**31
"""Together they have at most so many bytes; larger ones go back to the system."""
ALIGNMENT: Final = 64
"""Bytes of a cache line."""


class _Block:
    """Memory, and where its first whole cache line begins."""

    __slots__ = ("address", "memory", "size")

    def __init__(self, size: int) -> None:
        self.memory = np.empty(size + ALIGNMENT, np.uint8)
        self.address: int = self.memory.ctypes.data + -self.memory.ctypes.data % ALIGNMENT
        self.size = size


class _Lease:
    """What the arrays of a pass hold on to; gives the block back when it goes."""

    __slots__ = ("__array_interface__", "_block")

    def __init__(self, block: _Block) -> None:
        self._block = block
        self.__array_interface__: dict[str, Any] = {
            "version": 3,
            "shape": (block.size,),
            "typestr": "|u1",
            "data": (block.address, False),
        }

    def __del__(self) -> None:
        # At any moment, in any thread, even within `lease`: list methods are one step each, so no lock is needed.
        _free.append(self._block)
        while len(_free) > KEPT_BLOCKS or sum(block.size for block in list(_free)) > KEPT_BYTES:
            del _free[:1]


_free: Final[list[_Block]] = []


def lease(size: int) -> tuple[NDArray[np.uint8], int]:
    """(a byte array of at least `size` bytes, not cleared; its address, which is a multiple of ALIGNMENT)."""
    block = _taken(size) or _Block(size)
    return np.asarray(_Lease(block)), block.address


def give_back_arenas() -> None:
    """Free the blocks that no result uses."""
    _free.clear()


def _taken(size: int) -> _Block | None:
    """A free block of at least `size` bytes that is not much larger."""
    for block in list(_free):
        if size <= block.size <= 2 * size + 65_536:
            try:
                _free.remove(block)
            except ValueError:
                continue  # another thread was quicker
            return block
    return None
