"""The curve of the cost: what crosses where, and what it says in words."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.model.config import ModelConfig
from core.model.ledger import work_shape
from core.model.presets import PRESETS, preset
from gui.theme.theme import DARK, LIGHT
from gui.views.cost_curve import CostCurve


@pytest.fixture
def curve(qtbot: QtBot) -> CostCurve:
    """The defaults (d 512, f 2048) and 900 tokens."""
    view = CostCurve()
    qtbot.addWidget(view)
    view.resize(280, 220)
    view.set_cost(work_shape(ModelConfig()), 900, "MAC")
    view.ensure_plot()
    view.show()
    qtbot.waitExposed(view)
    return view


def lines(view: CostCurve) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """n and MACs of both curves."""
    plot = view.ensure_plot()
    return (*plot.line(view._handles["quadratic"]), *plot.line(view._handles["linear"]))


@pytest.mark.parametrize("name", PRESETS)
def test_the_curves_cross_where_the_mark_stands(curve: CostCurve, name: str) -> None:
    """Read from the points drawn: the n² curve between its points, the straight line between its ends."""
    shape = work_shape(preset(name))
    curve.set_cost(shape, 900, "MAC")
    n, quadratic, ends, linear = lines(curve)
    at = shape.crossing
    assert np.interp(at, ends, linear) == pytest.approx(shape.linear * at)
    assert np.interp(at, n, quadratic) == pytest.approx(shape.linear * at, rel=1e-3)
    position = curve.ensure_plot()._items[curve._handles["crossing"].number].pos()
    assert (position.x(), position.y()) == (at, shape.linear * at)


def test_six_widths_is_in_the_words(curve: CostCurve) -> None:
    """f = 4d: 6·512 = 3072."""
    assert curve.position_at_crossing() == 3072
    assert "equal at 3,072 tokens" in curve.accessibleDescription()


def test_numbers_in_words_are_exact(curve: CostCurve) -> None:
    """6 blocks · 2·900²·512 = 4 976 640 000; 6 blocks · 900·12·512² = 16 986 931 200."""
    assert (
        curve._reading.text
        == "900 tokens: scores and mixing 4,976,640,000 MAC, the rest 16,986,931,200 MAC, output matrix left out"
    )
    assert "4,976,640,000" in curve.accessibleDescription()


def test_flops_are_twice_the_macs(curve: CostCurve) -> None:
    _, quadratic, _, linear = lines(curve)
    curve.set_cost(work_shape(ModelConfig()), 900, "FLOP")
    _, doubled, _, doubled_linear = lines(curve)
    np.testing.assert_array_equal(doubled, 2 * quadratic)
    np.testing.assert_array_equal(doubled_linear, 2 * linear)
    assert "9,953,280,000 FLOP" in curve._reading.text


def test_another_length_moves_the_dot_and_nothing_else(curve: CostCurve) -> None:
    """The ranges stay, so that growing is seen as growing."""
    plot = curve.ensure_plot()
    before, ranges = lines(curve)[1], plot.ranges()
    curve.set_cost(work_shape(ModelConfig()), 1800, "MAC")
    assert lines(curve)[1] is before or np.array_equal(lines(curve)[1], before)
    assert plot.ranges() == ranges
    dot = plot._items[curve._handles["now"].number].pos()
    assert (dot.x(), dot.y()) == (1800, 6 * 2 * 1800**2 * 512)


@pytest.mark.parametrize("length", [0, 5000, 10**12])
def test_the_dot_is_always_in_the_picture(curve: CostCurve, length: int) -> None:
    curve.set_cost(work_shape(ModelConfig()), length, "MAC")
    (left, right), (bottom, top) = curve.ensure_plot().ranges()
    dot = curve.ensure_plot()._items[curve._handles["now"].number].pos()
    assert left < dot.x() < right
    assert bottom < dot.y() < top


def test_arrow_keys_read_other_lengths(curve: CostCurve, qtbot: QtBot) -> None:
    """1.6·3072 in 24 steps: 205 tokens further; End goes to the crossing, where both parts are equal; Escape comes back."""
    curve.setFocus()
    qtbot.keyClick(curve, Qt.Key.Key_Right)
    assert curve._reading.text.startswith("1,105 tokens")
    qtbot.keyClick(curve, Qt.Key.Key_End)
    assert (
        curve._reading.text
        == "3,072 tokens: scores and mixing 57,982,058,496 MAC, the rest 57,982,058,496 MAC, output matrix left out"
    )
    qtbot.keyClick(curve, Qt.Key.Key_Home)
    qtbot.keyClick(curve, Qt.Key.Key_Left)
    assert curve._reading.text.startswith("0 tokens")
    qtbot.keyClick(curve, Qt.Key.Key_Escape)
    assert curve._reading.text.startswith("900 tokens")


def test_the_mouse_reads_the_length_under_it(curve: CostCurve, qtbot: QtBot) -> None:
    """At the pixel of the crossing the length read is the crossing, give or take a pixel."""
    plot = curve.ensure_plot()
    (left, right), _ = plot.ranges()
    rect = plot._view.sceneBoundingRect()
    x = rect.left() + rect.width() * (3072 - left) / (right - left)
    at = QPointF(plot.mapTo(curve, QPoint(round(x), 40)))
    none = Qt.MouseButton.NoButton
    move = QMouseEvent(QEvent.Type.MouseMove, at, curve.mapToGlobal(at), none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(curve, move)
    per_pixel = (right - left) / rect.width()
    assert curve._probe is not None
    assert abs(curve._probe - 3072) <= 2 * per_pixel


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_b76_the_plot_follows_the_theme(curve: CostCurve, qtbot: QtBot, theme: object) -> None:
    """Paper in the surface's colour, the n² curve in the query's."""
    curve.set_theme(theme)  # type: ignore[arg-type]
    image = curve.ensure_plot().grab().toImage()
    names = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert theme.surface.name() in names  # type: ignore[attr-defined]
    assert theme.query.name() in names  # type: ignore[attr-defined]


def test_the_plot_comes_by_itself_after_the_first_showing(qtbot: QtBot) -> None:
    view = CostCurve()
    qtbot.addWidget(view)
    view.set_cost(work_shape(ModelConfig()), 9, "MAC")
    assert view._plot is None
    view.show()
    qtbot.waitUntil(lambda: view._plot is not None)
    assert not view._soon.isActive()
