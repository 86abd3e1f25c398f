"""How far layers reach: theory beside what was measured, the maps on one scale, the charts, and the price in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.experiments.reach import LAYERS, ReachOutcome, ReachRow, far_from
from core.model import preset
from gui import i18n
from gui.drawing.inside.chart_frame import Scale
from gui.drawing.inside.outcome_picture import chart_height, paint_chart
from gui.drawing.inside.outcome_words import chart_words, note_of, table_of
from gui.drawing.inside.reach_chart import reach_color
from gui.drawing.inside.reach_maps import influence_scale
from gui.drawing.inside.reach_words import time_row
from gui.drawing.map_marks import Texts
from gui.drawing.map_values import table
from gui.theme.theme import DARK, LIGHT, Theme
from gui.views.inside.experiment_parts import OutcomeTable
from gui.views.inside.experiments_page import ExperimentsPage

pytestmark = pytest.mark.usefixtures("qapp")

T = 8


def reached(*, holds: bool = True) -> ReachOutcome:
    """Attention has influence 0.5 on everything; in the recurrent layers it starts at 1 and falls to a tenth with each step.

    Attention takes 1 ms and then 4, the others 2 ms and then 4.
    """
    distance = np.arange(T)[:, None] - np.arange(T)[None, :]
    falls = np.where(distance >= 0, 10.0 ** -np.clip(distance, 0, None).astype(float), 0.0)
    rows = []
    for layer in LAYERS:
        recurs = layer != "attention"
        influence = falls if recurs else np.full((T, T), 0.5)
        by_distance = np.array([np.diagonal(influence, -shift).mean() for shift in range(T)])
        rows.append(
            ReachRow(
                layer=layer,
                influence=influence,
                by_distance=by_distance,
                far_over_near=float(by_distance[5:].mean() / by_distance[1]),
                sequential_steps=T if recurs else 1,
                longest_path=T if recurs else 1,
                farthest=T - 1,
                ms=(2.0, 4.0) if recurs else (1.0, 4.0),
                macs=(1_000_000, 2_000_000),
            )
        )
    return ReachOutcome(
        experiment="reach",
        config=preset("small"),
        claim="The claim of the test.",
        holds=holds,
        length=T,
        lengths=(16, 32),
        rounds=7,
        rows=tuple(rows),
    )


@pytest.fixture
def spanish(qapp: QApplication) -> Iterator[None]:
    i18n.install(qapp, "es")
    yield
    i18n.install(qapp, "en")


@pytest.fixture
def page(qtbot: QtBot) -> ExperimentsPage:
    page = ExperimentsPage()
    qtbot.addWidget(page)
    page.resize(900, 700)
    page.set_experiment("reach")
    page.show()
    return page


def painted(theme: Theme, width: int = 900, marked: int | None = None) -> QImage:
    image = QImage(width, chart_height(reached(), width, None, theme, Texts(theme)), QImage.Format.Format_RGB32)
    image.fill(theme.window)
    with QPainter(image) as painter:
        paint_chart(painter, QRectF(image.rect()), reached(), theme, marked=marked)
    return image


def pixels_of(image: QImage) -> bytes:
    """The pixels, copied while the image that owns them is alive."""
    return bytes(image.constBits())


def count(image: QImage, color: QColor | int) -> int:
    pixels = np.frombuffer(image.constBits(), np.uint32)
    return int(np.count_nonzero(pixels == (color.rgb() if isinstance(color, QColor) else color)))


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("width", [400, 900, 1200])
def test_every_layer_and_both_ends_of_the_scale_are_painted(theme: Theme, width: int) -> None:
    """The largest influence, 1, is the last colour of the table; what a later token cannot have is the first."""
    image = painted(theme, width)
    for layer in LAYERS:
        assert count(image, reach_color(layer, theme)) > 80
    colors = table("ink", theme.name)
    for end in (0, 255):
        assert count(image, int(colors[end])) > T


def test_one_scale_for_all_maps() -> None:
    """From the largest, 1, six powers of ten down, though the smallest is 10⁻⁷."""
    assert influence_scale(reached()) == Scale(pytest.approx(1e-6), 1.0, log=True)


def test_narrow_pictures_are_never_lower_than_wide_ones() -> None:
    heights = [chart_height(reached(), width, None, LIGHT, Texts(LIGHT)) for width in range(300, 1300, 10)]
    assert heights == sorted(heights, reverse=True)


def test_the_table_puts_theory_beside_what_was_measured() -> None:
    header, *rows = table_of(reached()).numbers()
    assert header == ["Layer", "self-attention", "recurrent (tanh)", "recurrent (GRU)", "convolution, width k"]
    named = {row[0]: row[1:] for row in rows}
    assert named["work per layer, theory"] == ["O(n²·d)", "O(n·d²)", "O(n·d²)", "O(k·n·d²)"]
    assert named["longest path, theory"] == ["O(1)", "O(n)", "O(n)", "O(log_k n)"]
    assert named["sequential steps here, n 8"] == ["1", "8", "8", "–"]
    assert [float(cell) for cell in named["ms, n 16 (÷ attention)"][:3]] == [1.0, 2.0, 2.0]
    texts = [[cell.text for cell in row] for row in table_of(reached()).rows]
    assert texts[-2] == ["ms, n 16 (÷ attention)", "1.00", "2.00 (× 2.0)", "2.00 (× 2.0)", "–"]
    assert texts[-1][2] == "4.00 (× 1.0)"


def test_the_price_is_said_as_it_was_measured() -> None:
    """Twice as many tokens take attention four times as long, the others twice."""
    words = chart_words(reached())
    assert words.startswith("In attention any two positions are one hop apart; the price is n².")
    assert "From 16 to 32 tokens the time measured here grows" in words
    assert "does: self-attention × 4.0; recurrent (tanh) × 2.0; recurrent (GRU) × 2.0." in words
    assert "self-attention 1.00; recurrent (tanh) 3.7·10⁻⁵" in words  # (10⁻⁵ + 10⁻⁶ + 10⁻⁷) / 3 ÷ 10⁻¹
    assert "nothing added to them" in note_of(reached())
    assert "All three layers are untrained" in note_of(reached())
    assert "Xavier uniform" in note_of(reached())
    assert "causal mask" not in note_of(reached())
    assert "causal mask" in note_of(replace(reached(), config=preset("small", mask="causal")))


def test_who_can_look_where_and_how_many_steps_wait_is_said() -> None:
    """A square beside triangles without a mask; with one, attention looks back only too."""
    words = chart_words(reached())
    assert "its map is a square" in words
    assert "attention needs 1 however long the text is, a recurrent layer n, here 8." in words
    assert "all maps are triangles" in chart_words(replace(reached(), config=preset("small", mask="causal")))
    assert "at the last 3;" in chart_words(replace(reached(), config=preset("small", mask="window:3")))


def test_from_far_is_a_distance() -> None:
    """Three quarters of the largest distance, 7, are 5.25: from 5 on."""
    assert [far_from(length) for length in (4, T, 32)] == [2, 5, 23]
    assert "from far, 5 tokens back or more, ÷ from the token just before it" in chart_words(reached())
    assert "influence, far (from 5 on) ÷ token before" in [row[0] for row in table_of(reached()).numbers()]


def test_a_row_of_times_points_out_its_length() -> None:
    """The last two of nine rows are those of 16 and 32 tokens."""
    assert [time_row(reached(), row) for row in (None, 0, 6, 7, 8)] == [None, None, None, 16, 32]
    looks = [pixels_of(painted(LIGHT, marked=row)) for row in (None, 0, 7, 8)]
    assert looks[0] == looks[1]
    assert len(set(looks)) == 3


def test_the_page_shows_and_hands_out_everything(page: ExperimentsPage) -> None:
    """10 rows of the table, ratios and rates of two lengths, 8 distances, and 64 pairs of token and output."""
    assert "Press Measure" in page.accessible_text()
    page.set_outcome(reached())
    assert page.accessible_text().startswith("Holds. The claim of the test. In attention any two")
    shown = page.findChild(OutcomeTable)
    assert shown is not None
    assert len(shown.table.rows) == 9
    rows = page.numbers()
    assert len(rows) == 10 + (2 + 4) + (2 + 8) + (2 + 64)
    assert [float(cell) for cell in rows[12][1:]] == [1.0, 2.0, 2.0]
    assert [float(cell) for cell in rows[-1][:3]] == [8, 8, 0.5]
    page.set_outcome(reached(holds=False))
    assert page.accessible_text().startswith("Does not hold here.")


def test_a_file_has_room_for_everything(page: ExperimentsPage, tmp_path: Path) -> None:
    page.set_outcome(reached())
    generator = QSvgGenerator()
    generator.setFileName(str(tmp_path / "a.svg"))
    size = page.picture_size()
    with QPainter(generator) as painter:
        page.picture(painter, QRectF(0, 0, size.width(), size.height()), DARK)
    source = (tmp_path / "a.svg").read_text(encoding="utf-8")
    text = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", source))
    for part in ("Holds", "one logarithmic scale", "blank: (almost) none", "10⁻⁶", "one hop apart", "distance", "median of 7"):
        assert part in text
    assert max(float(y) for y in re.findall(r'<text[^>]* y="([0-9.]+)"', source)) <= size.height()


@pytest.mark.usefixtures("spanish")
def test_everything_is_said_in_spanish(page: ExperimentsPage) -> None:
    page.set_outcome(reached())
    words = page.accessible_text()
    assert words.startswith("Se cumple.")
    assert "el precio es n²" in words
    assert page.numbers()[0][1:3] == ["autoatención", "recurrente (tanh)"]
