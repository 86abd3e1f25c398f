"""What a page hands out as a picture, in the whole window: as large as the sheet, and nothing where there is nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QLabel, QWidget

from gui.app import Desk
from gui.theme.theme import Theme
from tests.window.conftest import Settle


def test_a_page_that_paints_itself_fills_a_sheet_of_twice_its_size(
    desk: Desk, settle: Settle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The painter is scaled by two, and the rectangle is that of the page on screen, with the ground of the window around it."""
    desk.act("tab:stages")
    settle()
    page = desk.views.pages.page("stages")
    assert page is not None
    seen: list[tuple[float, QRectF]] = []
    paint = page.picture  # type: ignore[attr-defined]

    def picture(painter: QPainter, rect: QRectF, theme: Theme) -> None:
        seen.append((painter.transform().m11(), QRectF(rect)))
        paint(painter, rect, theme)

    monkeypatch.setattr(page, "picture", picture)
    desk.files.picture_to(str(tmp_path / "page.png"), "page")
    ((factor, rect),) = seen
    assert factor == pytest.approx(2, abs=0.01)
    assert rect.width() == pytest.approx(max(page.width(), 800), abs=2)
    assert rect.height() == pytest.approx(max(page.height(), 600), abs=2)
    image = QImage(str(tmp_path / "page.png"))
    assert image.pixelColor(2, 2).name() == desk.appearance.theme.window.name()


def test_a_page_that_knows_its_size_gets_it(desk: Desk, settle: Settle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long page is as high as what it has to say, not as the window."""
    desk.act("tab:stages")
    settle()
    page = desk.views.pages.page("stages")
    assert page is not None
    monkeypatch.setattr(page, "picture_size", lambda: QSize(700, 1500), raising=False)
    desk.files.picture_to(str(tmp_path / "page.png"), "page")
    image = QImage(str(tmp_path / "page.png"))
    assert image.height() > 2 * 1500
    assert image.width() == pytest.approx(2 * 700 / (1 - 28 / 900), abs=2)  # an edge of 14 at a width of 900 on either side


@pytest.mark.parametrize("tab", ["compare", "experiments", "arithmetic"])
def test_a_page_with_nothing_to_show_is_not_handed_out(desk: Desk, settle: Settle, tmp_path: Path, tab: str) -> None:
    """Without A, before measuring, without a cell: a sentence instead of an empty sheet."""
    desk.act(f"tab:{tab}")
    settle()
    path = tmp_path / "page.png"
    QGuiApplication.clipboard().setText("before")
    desk.files.picture_to(str(path), "page")
    assert not path.exists()
    assert any("nothing to show" in part.accessibleName() for part in desk.views.status.findChildren(QWidget))
    desk.files.copy_picture()
    assert QGuiApplication.clipboard().text() == "before"


def test_the_badge_names_a_constructed_head_in_words_and_the_cell_stays(desk: Desk, settle: Settle) -> None:
    desk.controller.select_cell(5, 1)
    desk.act("weights:previous-token")
    settle()
    assert any(badge.text() == "constructed weights · previous token" for badge in desk.views.status.findChildren(QLabel))
    selection = desk.controller.document.selection
    assert (selection.layer, selection.head, selection.query, selection.key) == (0, 0, 5, 1)
    desk.act("undo")
    settle()
    assert (desk.controller.document.selection.query, desk.controller.document.selection.key) == (5, 1)
