"""What is compared on the page, for all that paints and says it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QPainter

from core.inside.comparison import Comparison
from core.model.trace import FloatArray
from gui.drawing.inside.signed_map import DifferencePicture
from gui.drawing.map_layout import HeadPicture
from gui.drawing.map_marks import Texts
from gui.i18n import explain
from gui.theme.theme import Theme


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CompareView:
    """A and B as they are on screen: the head looked at on both sides, and all heads of both as thumbnails."""

    comparison: Comparison
    name_a: str
    name_b: str
    """What each side is, in a few words: what differs from the other one."""
    layer: int = 0
    head: int = 0
    pattern_a: FloatArray | None = None
    """[T, T] the map of the head of A; None where A has no such head."""
    pattern_b: FloatArray | None = None
    difference: FloatArray | None = None
    """b − a, where both have the same number of tokens."""
    mask_a: tuple[bool, int] = (False, 0)
    """causal and window of A."""
    mask_b: tuple[bool, int] = (False, 0)
    thumbnails_a: FloatArray | None = None
    """[L, H, S, S] all heads of A, each pixel the largest of a square of cells."""
    thumbnails_b: FloatArray | None = None
    note: str = ""
    """What is changed by hand in this head, where that does not show in its map."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the difference: those of both, and both of a token that is another one on each side."""
        pairs = zip(self.comparison.labels_a, self.comparison.labels_b, strict=False)
        return tuple(a if a == b else f"{a} | {b}" for a, b in pairs)

    def as_difference(self, query: int | None, key: int | None) -> DifferencePicture | None:
        """The difference as a picture."""
        if self.difference is None:
            return None
        masks = (self.mask_a, self.mask_b)
        return DifferencePicture(difference=self.difference, labels=self.labels, masks=masks, query=query, key=key, note=self.note)

    def as_head(self, first: bool, query: int | None, key: int | None) -> HeadPicture:
        """The map of A (`first`) or of B as a picture on the locked scale."""
        pattern, labels = self.side(first)
        causal, window = self.mask_a if first else self.mask_b
        return HeadPicture(
            pattern=pattern, labels=labels, causal=causal, window=window, query=query, key=key, layer=self.layer, head=self.head
        )

    def side(self, first: bool) -> tuple[FloatArray | None, tuple[str, ...]]:
        """Map and labels of A (`first`) or of B."""
        pattern = self.pattern_a if first else self.pattern_b
        labels = self.comparison.labels_a if first else self.comparison.labels_b
        return pattern, labels if pattern is not None else ()


def explained(view: CompareView) -> str:
    """Why there is no difference cell by cell, in the language of now."""
    reason = view.comparison.no_differences
    return "" if reason is None else explain(reason)


def no_such_head(first: bool) -> str:
    """What stands where a side has no map to show."""
    if first:
        return QCoreApplication.translate("ComparePage", "A has no such head.")
    return QCoreApplication.translate("ComparePage", "B has no such head.")


def paint_heading(painter: QPainter, rect: QRectF, title: str, theme: Theme, texts: Texts) -> None:
    """A small heading at the top of `rect`."""
    painter.setFont(texts.font("caption", True))
    painter.setPen(theme.muted)
    painter.drawStaticText(rect.topLeft(), texts.get(title, "caption", bold=True, limit=rect.width()).static)
