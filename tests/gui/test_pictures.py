"""Pictures for files: what is painted keeps its proportions however large the sheet is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from pytestqt.qtbot import QtBot

from gui.pictures import as_image, as_svg, unscaled


@pytest.mark.parametrize("factor", [1, 2, 3])
def test_what_paints_itself_grows_with_the_sheet(qtbot: QtBot, factor: int) -> None:
    """A bar 10 pixels wide at the right edge of a page of 100 × 50: on a sheet twice as large, 20 pixels at its right edge."""
    given: list[QRectF] = []

    def paint(painter: QPainter, rect: QRectF) -> None:
        given.append(QRectF(rect))
        painter.fillRect(QRectF(rect.right() - 10, rect.top(), 10, rect.height()), Qt.GlobalColor.black)

    image = as_image(QSize(100, 50) * factor, unscaled(paint, QSize(100, 50)))
    dark = [x for x in range(image.width()) if image.pixelColor(x, image.height() // 2).lightness() < 10]
    assert dark == list(range(90 * factor, 100 * factor))
    assert given == [QRectF(0, 0, 100, 50)]


def test_a_picture_of_the_pages_own_size_is_not_scaled(qtbot: QtBot) -> None:
    """Half a pixel more is rounding, not size: SVG gets the plain rectangle and no matrix but that of one to one."""
    text = as_svg(QSize(801, 600), unscaled(lambda painter, rect: painter.drawText(rect, 0, "word"), QSize(800, 600)), "").decode()
    assert "word" in text
    assert all("matrix(1,0,0,1," in part for part in text.split("transform=")[1:] if part.startswith('"matrix'))
