"""What pyqtgraph does by itself and must not do here."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.plotting import LinePlot
from gui.theme.theme import LIGHT


@pytest.fixture
def plot(qtbot: QtBot) -> LinePlot:
    view = LinePlot()
    qtbot.addWidget(view)
    view.resize(300, 200)
    view.set_colors(LIGHT.surface, LIGHT.border, LIGHT.muted, LIGHT.font("caption"))
    view.set_ranges((0, 10), (0, 100))
    view.show()
    qtbot.waitExposed(view)
    return view


def test_b65_arrays_are_rows_by_columns() -> None:
    assert pg.getConfigOption("imageAxisOrder") == "row-major"


def test_b68_no_factor_on_any_axis(plot: LinePlot) -> None:
    """Losses of 0.0001 to 0.0003 are written as they are."""
    plot.set_ranges((0, 10), (0.0, 0.0003))
    plot.set_line(plot.add_line(), [0, 10], [0.0001, 0.0003])
    plot.set_y_ticks([(0.0001, "0.0001"), (0.0002, "0.0002")])
    plot.grab()
    for side in ("left", "bottom"):
        axis = plot._plot.getAxis(side)
        assert axis.autoSIPrefixScale == 1.0
        assert axis.labelUnitPrefix == ""
    assert [text for _, text in plot._plot.getAxis("left")._tickLevels[0]] == ["0.0001", "0.0002"]


@pytest.mark.parametrize("text", ["<s>", "a<b", "<|endoftext|>", "&amp;"])
def test_b01_labels_show_mark_up_as_it_is_written(plot: LinePlot, text: str) -> None:
    label = plot.add_label((0, 0))
    plot.set_label(label, text, (1, 1))
    assert plot._items[label.number].toPlainText() == text


def test_ranges_stay_when_data_comes(plot: LinePlot) -> None:
    line = plot.add_line()
    plot.set_line(line, [0, 1000], [0, 1e9])
    plot.grab()
    assert plot.ranges() == ((0, 10), (0, 100))
    x, y = plot.line(line)
    np.testing.assert_array_equal(x, [0, 1000])
    np.testing.assert_array_equal(y, [0, 1e9])


def test_the_wheel_scrolls_what_is_around_and_not_the_plot(plot: LinePlot) -> None:
    """Neither zoom nor movement, and no menu on the right button."""
    center = QPointF(150, 100)
    for target in (plot, plot._widget.viewport()):
        wheel = QWheelEvent(
            center,
            QPointF(target.mapToGlobal(QPoint(150, 100))),
            QPoint(),
            QPoint(0, 240),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(target, wheel)
    assert plot.ranges() == ((0, 10), (0, 100))
    assert plot._widget.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    assert not plot._view.menuEnabled()


def test_a_line_is_painted_where_its_numbers_are(plot: LinePlot) -> None:
    """A level line at 75 of 100 lies in the upper half: y grows upwards here, unlike in images."""
    line = plot.add_line()
    plot.style_line(line, LIGHT.key, 3)
    plot.set_line(line, [0, 10], [75, 75])
    image = plot.grab().toImage()
    middle = image.width() // 2
    rows = [y for y in range(image.height()) if image.pixelColor(middle, y).name() == LIGHT.key.name()]
    assert rows
    assert max(rows) < image.height() / 2


def test_dots_can_be_hidden_and_moved(plot: LinePlot) -> None:
    dot = plot.add_dot()
    plot.style_dot(dot, LIGHT.value, LIGHT.value, 12)

    def seen() -> bool:
        image = plot.grab().toImage()
        return any(
            image.pixelColor(x, y).name() == LIGHT.value.name() for x in range(image.width()) for y in range(0, image.height(), 2)
        )

    plot.set_dot(dot, (5, 50))
    assert seen()
    plot.set_dot(dot, None)
    assert not seen()


def test_places_on_the_axis_and_pixels_agree(plot: LinePlot) -> None:
    rect = plot._view.sceneBoundingRect()
    assert plot.position_at(rect.left()) == pytest.approx(0)
    assert plot.position_at(rect.center().x()) == pytest.approx(5)
    assert plot.position_at(rect.right() + 500) == pytest.approx(10)


def test_redrawing_makes_nothing_new(plot: LinePlot) -> None:
    """A hundred updates leave as many items in the scene as the first."""
    line, dot, label = plot.add_line(), plot.add_dot(), plot.add_label((0, 0))
    numbers = []
    for step in range(100):
        plot.set_line(line, [0, step], [0, step])
        plot.set_dot(dot, (step / 10, step))
        plot.set_label(label, str(step), (1, 1))
        plot.set_x_ticks([(step / 10, str(step))])
        numbers.append(len(plot._widget.scene().items()))
    assert numbers[0] == numbers[-1]
