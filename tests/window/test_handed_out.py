"""What a page hands out as a picture, in the whole window: as large as the sheet, and nothing where there is nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from gui.app import Desk
from gui.documents import decoded, encoded
from gui.theme.theme import Theme
from gui.views.inside.compare_page import ComparePage
from gui.views.inside.experiments_page import ExperimentsPage
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


def test_a_comparison_without_a_sentence_says_that_it_is_empty(desk: Desk, settle: Settle) -> None:
    """A is still there: it can be left, but not frozen anew as nothing; with a sentence both stand there again."""
    desk.act("tab:compare")
    settle()
    page = desk.views.pages.page("compare")
    assert isinstance(page, ComparePage)
    assert "Press “Freeze as A”" in page.accessible_text()
    page.frozen.emit()
    settle()
    desk.controller.edit_text("")
    settle()
    assert page.accessible_text() == "The sentence is empty: type one, and it stands here beside A."
    shown = [button.text() for button in page.findChildren(QPushButton) if button.isVisible()]
    assert shown == ["Leave comparison"]
    desk.controller.edit_text("a b c")
    settle()
    assert "empty" not in page.accessible_text()
    assert len([button for button in page.findChildren(QPushButton) if button.isVisible()]) == 3
    page.left.emit()
    settle()
    assert "Press “Freeze as A”" in page.accessible_text()


def test_random_weights_bring_back_the_model_of_before(desk: Desk, settle: Settle) -> None:
    """Through another constructed head, undo and redo, and a session that was saved in the meantime."""
    desk.controller.switches.change_config({"norm": "post", "seed": 7}, "norm")
    before = desk.controller.document.config
    desk.act("weights:previous-token")
    desk.act("weights:uniform")
    settle()
    saved = encoded(desk.controller.document)
    desk.act("weights:random")
    settle()
    assert (desk.controller.document.config, desk.controller.document.constructed) == (before, None)
    desk.act("undo")
    assert (desk.controller.document.config.d_model, desk.controller.document.constructed) == (80, "uniform")
    desk.act("undo")
    desk.act("weights:random")
    assert desk.controller.document.config == before
    desk.controller.load(decoded(saved, "x"), "open")
    desk.act("weights:random")
    settle()
    assert desk.controller.document.config == before


def header_of(desk: Desk, path: Path) -> str:
    desk.files.page_numbers_to(str(path))
    return path.read_text(encoding="utf-8").splitlines()[0]


def test_numbers_of_an_experiment_are_captioned_with_the_model_that_it_measured(
    desk: Desk, settle: Settle, qtbot: QtBot, tmp_path: Path
) -> None:
    """Measured with seed 0 and the first sentence; then another seed and another sentence: the numbers are those of before."""
    desk.act("tab:experiments")
    settle()
    page = desk.views.pages.page("experiments")
    assert isinstance(page, ExperimentsPage)
    page.set_order(tuple(reversed(range(9))))
    desk.laboratory.run("order", {"order": page.order})
    qtbot.waitUntil(lambda: not desk.laboratory.running, timeout=20_000)
    desk.act("next-seed")
    desk.controller.edit_text("Nobody measured this")
    settle()
    assert desk.controller.document.config.seed == 1
    header = header_of(desk, tmp_path / "page.csv")
    assert "Experiment “Order”: The keys to the cabinet are on the table" in header
    assert "seed 0" in header
    assert "seed 1" not in header
    desk.files.picture_to(str(tmp_path / "page.svg"), "page")
    picture = (tmp_path / "page.svg").read_text(encoding="utf-8")
    assert "seed 0 · Layers: 4" in picture
    assert "seed 1" not in picture


def test_a_page_that_still_shows_earlier_numbers_is_captioned_with_what_they_are_of(
    desk: Desk, settle: Settle, qtbot: QtBot, tmp_path: Path
) -> None:
    """The seeds were computed around seed 0; while those around seed 1 are on their way, the page has the old ones."""
    desk.act("tab:seeds")
    settle()
    desk.act("tab:heads")
    desk.act("next-seed")
    settle()
    desk.act("tab:seeds")
    assert "seed 0 " in header_of(desk, tmp_path / "before.csv")
    settle()
    assert "seed 1 " in header_of(desk, tmp_path / "after.csv")


def test_a_comparison_is_captioned_with_both_sides(desk: Desk, settle: Settle, tmp_path: Path) -> None:
    desk.act("tab:compare")
    settle()
    desk.controller.inside._freeze()
    desk.act("next-seed")
    settle()
    header = header_of(desk, tmp_path / "page.csv")
    assert header.index("A: The keys") < header.index("seed 0") < header.index("B: The keys") < header.index("seed 1")
    desk.files.picture_to(str(tmp_path / "page.svg"), "page")
    picture = (tmp_path / "page.svg").read_text(encoding="utf-8")
    assert "A: The keys" in picture
    assert "B: The keys" in picture


def test_a_picture_of_the_maps_before_the_last_change_says_so(desk: Desk, settle: Settle, tmp_path: Path) -> None:
    desk.act("next-seed")
    settle()
    desk.controller.hold_before(True)
    desk.files.picture_to(str(tmp_path / "maps.svg"))
    assert "seed 0 · Layers: 4" in (tmp_path / "maps.svg").read_text(encoding="utf-8")
    desk.controller.hold_before(False)
    desk.files.picture_to(str(tmp_path / "maps.svg"))
    assert "seed 1 · Layers: 4" in (tmp_path / "maps.svg").read_text(encoding="utf-8")


def test_numbers_of_a_page_are_written_as_csv_and_as_nothing_else(desk: Desk, settle: Settle, tmp_path: Path) -> None:
    desk.act("tab:seeds")
    settle()
    path = tmp_path / "page.json"
    desk.files.page_numbers_to(str(path))
    assert not path.exists()
    assert any("“page.json” must end in .csv" in label.text() for label in desk.views.banner.findChildren(QLabel))
    desk.files.page_numbers_to(str(tmp_path / "page.CSV"))
    assert (tmp_path / "page.CSV").exists()


def test_a_caption_that_is_longer_than_its_picture_goes_on_below(desk: Desk, settle: Settle, tmp_path: Path) -> None:
    """In Spanish the settings are too long for one line: the last of them is written, and nothing is left out."""
    desk.act("language:es")
    desk.controller.switches.change_config({"norm": "post", "tied": False, "biases": False, "skip": False}, "four")
    settle()
    desk.files.picture_to(str(tmp_path / "maps.svg"))
    caption = (tmp_path / "maps.svg").read_text(encoding="utf-8").rpartition("pesos aleatorios")[2]
    assert "Salida compartida: no" in re.sub(r"<[^>]*>|\n", "", caption)
    assert "…" not in caption
