"""The Training page as a person sees it: cards, fields, curves, words, files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QPushButton, QRadioButton, QScrollArea
from pytestqt.qtbot import QtBot

from gui import i18n
from gui.access import accessible_controls
from gui.drawing.training.words import RacePicture, rate_text
from gui.theme.theme import DARK, LIGHT, Theme
from gui.training.race import Lane, Race, task_of
from gui.training.report import RaceReport
from gui.views.controls.fields import NumberField
from gui.views.training.lane_card import LaneCard
from gui.views.training.page import TrainingPage
from gui.views.training.settings_grid import place_of, rate_at
from tests.gui.races import RACE, lane, report, usual


@pytest.fixture
def page(qtbot: QtBot) -> TrainingPage:
    page = TrainingPage()
    qtbot.addWidget(page)
    page.setMinimumSize(1, 1)  # as within a window, which does not follow what its parts want
    page.resize(900, 700)
    page.set_race(RACE)
    page.set_facts(usual().facts)
    page.show()
    return page


@pytest.fixture
def spanish(qapp: QApplication) -> Iterator[None]:
    i18n.install(qapp, "es")
    yield
    i18n.install(qapp, "en")


def show(page: TrainingPage, told: RaceReport, *, stale: bool = False) -> None:
    page.set_picture(RacePicture(told, (1, 2, 3), 1), told.phase, stale=stale)


def button(page: TrainingPage, name: str) -> QPushButton:
    (found,) = [part for part in page.findChildren(QPushButton) if part.text() == name]
    return found


def cards(page: TrainingPage) -> list[LaneCard]:
    return sorted((card for card in page.findChildren(LaneCard) if card.isVisible()), key=lambda card: card.accessibleName())


def field(page: TrainingPage, name: str) -> NumberField:
    (found,) = [part for part in page.findChildren(NumberField) if part.accessibleName() == name]
    return found


def typed(qtbot: QtBot, number: NumberField, text: str) -> None:
    number.setFocus()
    number.selectAll()
    qtbot.keyClicks(number.lineEdit(), text)
    qtbot.keyClick(number.lineEdit(), Qt.Key.Key_Return)


def test_the_race_of_the_lesson_is_there_from_the_start(page: TrainingPage) -> None:
    names = [card.accessibleDescription() for card in cards(page)]
    assert names == [
        "norm after (post), without warm-up: not started",
        "norm after (post), warm-up of 75 steps: not started",
        "norm before (pre), without warm-up: not started",
    ]
    assert page.accessible_text().startswith("characters · 2 blocks · rate 0.003")
    assert "Press Start" in page.transport.text
    assert page.numbers() == []


def test_each_run_says_where_its_loss_stands(page: TrainingPage) -> None:
    """The mean of the last 5 steps: 3 is the unigram line; 2.5508 lies between 3 and 2, 1.5847 below 2."""
    show(page, usual())
    words = page.accessible_text()
    assert "Run 1, norm after (post), without warm-up: loss 3.00 after 60 steps, at the unigram line." in words
    assert "loss 2.55 after 60 steps, between the unigram and the bigram line" in words
    assert "loss 1.58 after 60 steps, below the bigram line" in words
    assert page.board.curves.words() == words
    assert "W_in 1.00, 2.00; W_out 3.00, 4.00" in page.board.gradients.words()
    assert "1.00, 2.00, 3.00" in page.board.residuals.words()
    assert "0.100 in step 60" in page.board.updates.words()
    assert "looks most at “a” (0.20)" in page.board.maps.words()


def test_a_run_that_diverged_says_so_and_the_plot_still_answers(page: TrainingPage, qtbot: QtBot) -> None:
    show(page, report(lane(1, [4.5, 1.5e7], diverged_at=3), lane(2, [4.0, 3.0]), lane(3, [4.0, 2.0]), phase="done"))
    assert "Run 1 diverged at step 3" in page.transport.text
    assert "diverged at step 3" in cards(page)[0].accessibleDescription()
    shown: list[object] = []
    page.board.step_shown.connect(shown.append)
    page.board.curves.setFocus()
    qtbot.keyClick(page.board.curves, Qt.Key.Key_Left)
    assert shown == [1]
    assert "1.5·10⁷" in page.board.curves.reading(2)
    assert "> 10³⁰⁸ symbols" in page.board.curves.reading(2)
    page.grab()


@pytest.mark.parametrize("text, rate", [("0.003", 0.003), ("0,003", 0.003), ("1e-3", 0.001), ("2e-2", 0.02)])
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_learning_rate_is_read_as_it_is_meant(
    page: TrainingPage, qapp: QApplication, qtbot: QtBot, language: i18n.Language, text: str, rate: float
) -> None:
    """Case B93: point, comma and power of ten, whatever the language."""
    i18n.install(qapp, language)
    page.set_race(replace(RACE, rate=0.5))
    page.settings.show()
    edited: list[Race] = []
    page.race_edited.connect(edited.append)
    (number,) = [part for part in page.settings.findChildren(NumberField) if part.value == 0.5]
    typed(qtbot, number, text)
    assert [race.rate for race in edited] == [rate]


def test_the_slider_of_the_rate_goes_by_powers_of_ten() -> None:
    assert rate_at(0) == 1e-5
    assert rate_at(25) == 3.2e-3
    assert rate_at(80) == 1e3
    assert place_of(3e-3) == 25
    assert place_of(1e9) == 80
    assert rate_text(0.003) == "0.003"
    assert rate_text(1e-5) == "1·10⁻⁵"
    assert rate_text(1000.0) == "1,000"


def test_cards_and_fields_report_what_is_wanted(page: TrainingPage, qtbot: QtBot) -> None:
    edited: list[Race] = []
    page.race_edited.connect(edited.append)
    button(page, "Add a run").click()
    assert edited[-1].lanes[3] == Lane(4, "none")
    page.set_race(edited[-1])
    assert not button(page, "Add a run").isEnabled()
    second = cards(page)[1]
    second.findChild(QCheckBox).click()  # type: ignore[union-attr]
    assert edited[-1].lane(2) == Lane(2, "post", 75, skip=False)
    page.set_race(edited[-1])
    [norm] = second.findChildren(QComboBox)
    norm.setFocus()
    qtbot.keyClick(norm, Qt.Key.Key_Down)
    assert edited[-1].lane(2) == Lane(2, "none", 75, skip=False)
    typed(qtbot, field(page, "Run 1: warm-up of the learning rate"), "30")
    assert edited[-1].lane(1) == Lane(1, "post", 30)
    [remove] = [part for part in second.findChildren(QPushButton) if part.text() == "×"]
    remove.click()
    assert [lane.number for lane in edited[-1].lanes] == [1, 3, 4]
    page.set_race(edited[-1])
    assert [card.accessibleName() for card in cards(page)] == ["Run 1", "Run 3", "Run 4"]


def test_the_last_run_stays() -> None:
    alone = Race(lanes=(Lane(2),))
    assert alone.fewer(2) == alone
    assert [lane.number for lane in alone.more().more().more().more().lanes] == [1, 2, 3, 4]


def test_choosing_a_run_shows_its_layers(page: TrainingPage) -> None:
    chosen: list[int] = []
    page.run_chosen.connect(chosen.append)
    cards(page)[2].findChild(QRadioButton).click()  # type: ignore[union-attr]
    assert chosen == [3]
    page.set_selected(3)
    assert [card.findChild(QRadioButton).isChecked() for card in cards(page)] == [False, False, True]  # type: ignore[union-attr]


def test_settings_unfold_and_say_themselves_in_one_line(page: TrainingPage) -> None:
    assert not page.settings.isVisible()
    button(page, "Settings ▾").click()
    assert page.settings.isVisible()
    assert page.own_caption()[1].endswith("100 steps · seed 0")


def test_smoothing_is_a_choice(page: TrainingPage) -> None:
    show(page, usual())
    before = page.board.curves.grab().toImage()
    [smooth] = [box for box in page.findChildren(QCheckBox) if box.text() == "smooth"]
    smooth.click()
    assert page.board.curves.grab().toImage() != before
    smooth.click()
    assert page.board.curves.grab().toImage() == before


def test_numbers_are_handed_out_in_full(page: TrainingPage) -> None:
    show(page, usual())
    header, *rows = page.numbers()
    assert header == ["step", "Run 1, loss", "Run 1, update", "Run 2, loss", "Run 2, update", "Run 3, loss", "Run 3, update"]
    assert rows[0] == ["1", "3.0", "0.1", "4.0", "0.1", "4.0", "0.1"]
    assert rows[59][5] == "1.5"
    assert rows[60] == []
    assert rows[61][:4] == ["layer", "Run 1, step 60: |grad W_in|", "Run 1, step 60: |grad W_out|", "Run 1, step 60: |resid|"]
    assert rows[62][:4] == ["0", "", "", "1.0"]
    assert rows[64][:4] == ["2", "2.0", "4.0", "3.0"]
    runs, settings = page.own_caption()
    assert runs.startswith("Run 1: norm after (post), without warm-up · Run 2")
    assert "seed 0" in settings


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_a_drawing_keeps_its_text(page: TrainingPage, tmp_path: Path, theme: Theme) -> None:
    show(page, usual())
    generator = QSvgGenerator()
    generator.setFileName(str(tmp_path / "a.svg"))
    size = page.picture_size()
    with QPainter(generator) as painter:
        page.picture(painter, QRectF(0, 0, size.width(), size.height()), theme)
    text = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", (tmp_path / "a.svg").read_text(encoding="utf-8")))
    assert "unigram 3.00" in text
    assert "at the unigram line" in text
    assert "Gradient by layer" in text


def test_a_stale_race_is_said_to_be_one(page: TrainingPage) -> None:
    show(page, usual(), stale=True)
    assert "of the settings before" in page.transport.text
    assert button(page, "Start").isEnabled()


def test_a_problem_closes_start_and_says_why(page: TrainingPage) -> None:
    page.set_problem("The batch size is 0.", "batch")
    page.transport.set_problem("The batch size is 0.")
    assert not button(page, "Start").isEnabled()
    assert "batch size" in button(page, "Start").toolTip()
    page.transport.set_problem("")
    assert button(page, "Start").isEnabled()


@pytest.mark.usefixtures("spanish")
def test_in_spanish(qtbot: QtBot) -> None:
    page = TrainingPage()
    qtbot.addWidget(page)
    page.set_race(RACE)
    show(page, usual())
    words = page.accessible_text()
    assert "sin calentamiento de la tasa" in words
    assert "pérdida 3,00 tras 60 pasos, en la línea del unigrama" in words
    assert page.transport.text == "en pausa en el paso 60 de 100"


def test_every_control_has_a_name_and_a_description(page: TrainingPage) -> None:
    show(page, usual())
    page.settings.show()
    controls = list(accessible_controls(page))
    assert len(controls) > 20
    assert [control for control in controls if not control.accessibleName() or not control.accessibleDescription()] == []


def test_it_is_small_enough_for_the_smallest_window(page: TrainingPage) -> None:
    show(page, usual())
    assert page.minimumSizeHint().width() <= 420
    page.resize(400, 420)
    page.grab()
    page.resize(1500, 900)
    page.grab()


def test_the_tasks_of_one_race_are_one_object() -> None:
    assert task_of(RACE) is task_of(replace(RACE, steps=5))
    assert task_of(replace(RACE, text="abracadabra")).losses().uniform == pytest.approx(np.log(5))


def test_the_curves_come_into_view_when_a_race_starts(page: TrainingPage, qtbot: QtBot) -> None:
    """In a small window they stand below the cards; once someone scrolls back, they are left alone."""
    page.resize(440, 420)
    page.show()
    qtbot.waitExposed(page)
    bar = page.findChild(QScrollArea).verticalScrollBar()
    show(page, usual())
    assert bar.value() == 0
    page.transport.stepped.emit()
    show(page, replace(usual(), phase="running"))
    assert bar.value() == 0  # one step does not take the cards away
    show(page, usual())
    page.transport.started.emit()
    show(page, replace(usual(), phase="running"))
    curves = page.board.curves
    assert 0 <= curves.mapTo(page, curves.rect().topLeft()).y() < page.height() / 2
    bar.setValue(0)
    show(page, replace(usual(), phase="running"))
    assert bar.value() == 0


@pytest.mark.parametrize("text", ["abc", "12,5", "1e3"])
def test_b93_a_warm_up_that_is_no_whole_number_is_refused_in_words(page: TrainingPage, qtbot: QtBot, text: str) -> None:
    """The number in force comes back, and it is said why."""
    wanted: list[Race] = []
    page.race_edited.connect(wanted.append)
    typed(qtbot, field(page, "Run 2: warm-up of the learning rate"), text)
    assert wanted == []
    assert page._problem.text() == f"“{text}” is not a whole number."
    assert field(page, "Run 2: warm-up of the learning rate").value == 75


def test_a_tiny_number_is_written_so_that_it_can_be_read_again(page: TrainingPage, qtbot: QtBot) -> None:
    wanted: list[Race] = []
    page.race_edited.connect(wanted.append)
    page.settings.show()
    page.set_race(replace(RACE, clip=1.5e-7))
    number = field(page, "Clip gradients at")
    assert number.text() == "1.5e-07"
    typed(qtbot, number, "2.5e-7")
    assert wanted[-1].clip == 2.5e-7


def test_a_race_that_has_ended_says_what_came_of_it(page: TrainingPage) -> None:
    """Lines at 4, 3 and 2: a run at 2.9 knows the frequencies, one at 2.4 more, one at 2.7 something between; one diverged."""
    race = replace(usual().facts.race, lanes=tuple(Lane(number) for number in (1, 2, 3, 4)))
    lanes = tuple(
        replace(usual().lanes[0], lane=lane, losses=np.full(9, loss), diverged_at=10 if lane.number == 4 else None)
        for lane, loss in zip(race.lanes, (2.9, 2.4, 2.7, 2.0), strict=True)
    )
    report = replace(usual(), phase="done", lanes=lanes, facts=replace(usual().facts, race=race))
    page.set_race(race)
    show(page, report)
    said = page.transport.text
    assert "only symbol frequencies learnt: Run 1 · more than symbol frequencies learnt: Run 2" in said
    assert "Run 3" not in said
    show(page, replace(report, phase="paused"))
    assert "learnt" not in page.transport.text


def test_a_pause_tells_where_every_run_is(page: TrainingPage) -> None:
    """One step where all are at it, else from which to which; a run that diverged is where it is for good."""
    lanes = usual().lanes
    three = tuple(replace(lanes[0], lane=Lane(number), losses=np.ones(steps)) for number, steps in ((1, 57), (2, 58), (3, 55)))
    show(page, replace(usual(), phase="paused", lanes=three))
    assert page.transport.text.startswith("paused at steps 55 to 58 of")
    gone = (*three[:2], replace(three[2], diverged_at=56))
    show(page, replace(usual(), phase="paused", lanes=(replace(gone[0], losses=np.ones(58)), *gone[1:])))
    assert page.transport.text.startswith("paused at step 58 of")
