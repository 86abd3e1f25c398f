"""The charts of a race: lines, scales, ticks, colours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from core.learning.tasks import ReferenceLosses
from gui.drawing.inside.stream_chart import nice_ticks
from gui.drawing.map_marks import Texts
from gui.drawing.training.axes import Axes, powers_around, run_color, thinned, tick_names
from gui.drawing.training.curves import lines_of, paint_curves
from gui.drawing.training.layers import paint_gradients
from gui.drawing.training.numbers import gradients_in_words
from gui.drawing.training.words import RacePicture, loss_text, perplexity_text, smoothed, standing
from gui.theme.theme import DARK, LIGHT, Theme
from tests.gui.races import LINES, look, usual


def test_equal_lines_are_one() -> None:
    same = lines_of(ReferenceLosses(3.466, 3.466, 3.465))
    assert [line.names for line in same] == [("uniform", "unigram", "bigram")]
    assert [line.names for line in lines_of(LINES)] == [("uniform",), ("unigram",), ("bigram",)]
    assert standing(3.47, ReferenceLosses(3.466, 3.466, 3.466)) == "at the uniform line"
    assert standing(5.0, LINES) == "above all lines"
    assert standing(3.5, LINES) == "between the uniform and the unigram line"


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("smooth", [True, False])
def test_every_curve_is_seen_in_its_colour(qapp: QApplication, theme: Theme, smooth: bool) -> None:
    picture = RacePicture(usual(), (1, 2, 3), 1, smooth)
    image = QImage(800, 300, QImage.Format.Format_RGB32)
    image.fill(theme.window)
    with QPainter(image) as painter:
        axes = paint_curves(painter, QRectF(0, 0, 800, 300), picture, theme, Texts(theme))
    for each in picture.lanes:
        at = axes.at(20.0, float((smoothed(each.losses, picture.window) if smooth else each.losses)[19]))
        around = [QColor(image.pixel(int(at.x()), int(at.y()) + shift)) for shift in (-1, 0, 1)]
        wanted = run_color(each.lane.number, theme)
        distance = min(
            abs(a.red() - wanted.red()) + abs(a.green() - wanted.green()) + abs(a.blue() - wanted.blue()) for a in around
        )
        assert distance < 60, each.lane.number


def test_lengths_far_apart_are_drawn_in_powers_of_ten() -> None:
    """From 1 to 10 000 each power of ten takes as much room; what is 0 lies below the paper."""
    assert powers_around(7.5, 3200.0) == (1.0, 10_000.0)
    assert powers_around(1.0, 1.0) == (1.0, 10.0)
    axes = Axes(QRectF(0, 0, 100, 200), 0.0, 6.0, 10_000.0, 1.0)
    np.testing.assert_allclose(axes.y(np.array([1.0, 10.0, 100.0, 10_000.0])), [200, 150, 100, 0], atol=1e-9)
    assert float(axes.y(np.array(0.0))) > 200
    in_proportion = Axes(QRectF(0, 0, 100, 200), 0.0, 6.0, 10_000.0)
    np.testing.assert_allclose(in_proportion.y(np.array([0.0, 5_000.0])), [200, 100], atol=1e-9)


def test_gradients_of_all_runs_are_told_and_drawn_on_one_scale(qapp: QApplication) -> None:
    """Each run in its colour, also where one has a thousandth of the others' gradient."""
    small = replace(look(60), gradients=np.array([[1e-3, 2e-3], [3e-3, 4e-3]]))
    told = usual()
    told = replace(told, lanes=(replace(told.lanes[0], look=small), *told.lanes[1:]))
    words = gradients_in_words(RacePicture(told, (1, 2, 3), 1))
    assert "Run 1, step 60, from layer 1 up: W_in 0.00100, 0.00200" in words
    assert "Run 3, step 60, from layer 1 up: W_in 1.00, 2.00" in words
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    with QPainter(image) as painter:
        paint_gradients(painter, QRectF(0, 0, 400, 300), RacePicture(told, (1, 3), 1), LIGHT, Texts(LIGHT))
    rows = {
        number: [y for y in range(300) for x in range(60, 360) if QColor(image.pixel(x, y)).rgb() == run_color(number, LIGHT).rgb()]
        for number in (1, 3)
    }
    assert np.mean(rows[1]) > np.mean(rows[3]) + 80
    del qapp


def test_smoothing_is_the_mean_of_the_last_steps_and_hides_nothing() -> None:
    """Means of at most 2: 4, (4+2)/2, (2+6)/2."""
    np.testing.assert_allclose(smoothed(np.array([4.0, 2.0, 6.0]), 2), [4.0, 3.0, 4.0])
    assert len(smoothed(np.array([]), 2)) == 0
    spike = np.zeros(20_000)
    spike[12_345] = 7.0
    steps, values = thinned(spike, 300)
    assert values.max() == 7.0  # drawn with 300 columns, one step of 20,000 is still seen
    assert len(values) <= 600
    assert steps[0] == 1.0
    assert steps[-1] == 20_000.0
    np.testing.assert_array_equal(thinned(np.array([3.0, 1.0]), 300)[1], [3.0, 1.0])


def test_a_loss_or_what_it_means_never_has_two_hundred_digits() -> None:
    """Case B32: e to 710 is beyond every number; e to 2 is 7.39."""
    assert perplexity_text(2.0) == "7.39"
    assert perplexity_text(710.0) == "> 10³⁰⁸"
    assert perplexity_text(float("inf")) == "∞"
    assert loss_text(2.98765) == "2.99"
    assert loss_text(710.0) == "710.00"
    assert loss_text(1e300) == "1.0·10³⁰⁰"
    assert loss_text(float("inf")) == "∞"


def test_b68_small_losses_have_ticks_of_their_own_size() -> None:
    """Losses of 0.0001 to 0.0003: the axis says 0.0001 and no factor."""
    names = [name for _, name in tick_names(nice_ticks(0.0, 3e-4, 3))]
    assert names == ["0.0000", "0.0001", "0.0002", "0.0003"]
