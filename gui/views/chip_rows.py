"""Breaking chips of given widths into rows, and finding them again."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rows:
    """Where each chip begins (`lefts`), how wide it is (`widths`), and the first chip of every row (`starts`)."""

    lefts: list[int]
    widths: list[int]
    starts: list[int]

    def __len__(self) -> int:
        return len(self.starts)

    def row_of(self, index: int) -> int:
        """The row in which chip `index` stands."""
        return bisect_right(self.starts, index) - 1

    def span(self, row: int) -> tuple[int, int]:
        """The first chip of `row`, and the first one behind it."""
        return self.starts[row], self.starts[row + 1] if row + 1 < len(self.starts) else len(self.lefts)

    def at(self, row: int, x: int) -> int | None:
        """The chip of `row` that covers `x`; None between chips, beyond them and for a row that is not there."""
        if not 0 <= row < len(self.starts):
            return None
        start, end = self.span(row)
        index = bisect_right(self.lefts, x, start, end) - 1
        return index if index >= start and x < self.lefts[index] + self.widths[index] else None

    def beside(self, index: int, step: int) -> int:
        """The chip under the middle of chip `index`, `step` rows further down; itself if there is no such row."""
        row = self.row_of(index) + step
        if not 0 <= row < len(self.starts):
            return index
        start, end = self.span(row)
        middle = self.lefts[index] + self.widths[index] // 2
        return max(start, bisect_right(self.lefts, middle, start, end) - 1)


def break_rows(widths: list[int], room: int, *, gap: int, left: int, most: int | None = None) -> Rows | None:
    """Place chips from `left` on in rows that end `left` before `room`; None as soon as they need more than `most` rows.

    A chip that is wider than the room has a row for itself.
    """
    x = left
    lefts: list[int] = []
    starts = [0] if widths else []
    for index, width in enumerate(widths):
        if x > left and x + width > room - left:
            starts.append(index)
            x = left
            if most is not None and len(starts) > most:
                return None
        lefts.append(x)
        x += width + gap
    return Rows(lefts, widths, starts)


def first_difference(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """The first place where two rows of labels differ; the length of the shorter one when the longer one goes on after it."""
    for index, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return index
    return min(len(one), len(other))
