"""ExperimentsPage: a claim, whether it holds here, and the numbers that say so; one experiment at a time."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from core.experiments import EXPERIMENTS
from core.experiments.order import OrderOutcome, shuffled
from core.experiments.outcome import Outcome
from core.experiments.start import StartOutcome
from gui.access import announce, describe, tooltip
from gui.captions import Measured
from gui.drawing.inside.outcome_picture import LEAST_WIDTH, has_chart, paint_experiment, picture_size
from gui.drawing.inside.outcome_words import chart_words, claim_of, note_of, numbers_of, table_of, verdict_of
from gui.drawing.inside.start_words import depths_of, start_setting
from gui.drawing.map_marks import Texts, is_vector
from gui.i18n import integer
from gui.theme.theme import LIGHT, Theme
from gui.trained import Given
from gui.views.inside.depth_panel import DepthPanel
from gui.views.inside.experiment_bar import ExperimentBar
from gui.views.inside.experiment_parts import OutcomeChart, OutcomeTable
from gui.views.inside.experiment_words import experiment_name, hint_words, missing_words, running_words
from gui.views.inside.order_panel import OrderPanel

_LEAST = (360, 180)


class ExperimentsPage(QWidget):
    """One experiment of several. What was measured stays until it is measured anew, and says so when it is of an earlier model.

    The order of the tokens is the page's own: new tokens put it back to that of the sentence.
    """

    run_requested = Signal(str, object)
    """(name, options): measure this; the options are keyword arguments of its function (`order` for the order experiment)."""
    cancel_requested = Signal()
    """Give up what is being measured."""
    order_changed = Signal(object)
    """Place i holds token order[i] of the sentence now: a tuple. It may be the order of the sentence, which is not measured."""
    token_hovered = Signal(object)
    """The token of the sentence that is pointed at, or None."""
    experiment_changed = Signal(str)
    """Another experiment was chosen by the person."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._outcomes: dict[str, Outcome] = {}
        self._read: dict[str, tuple[str, Given]] = {}
        """The sentence that an experiment read, and the weights it used where they were not random."""
        self._stale: set[str] = set()
        self._running: tuple[str | None, int, int] = (None, 0, 0)
        self._bar = ExperimentBar()
        self._choice, self._progress = self._bar.choice, self._bar.progress
        self._run, self._cancel = self._bar.run, self._bar.cancel
        self._verdict, self._claim, self._note = (QLabel() for _ in range(3))
        for label, role in ((self._verdict, "statement"), (self._claim, ""), (self._note, "caption")):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setProperty("role", role)
            label.setWordWrap(True)
        self._note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._panel = OrderPanel()
        self._depths = DepthPanel()
        self._chart = OutcomeChart()
        self._table = OutcomeTable()
        self._lay_out()
        self._choice.chosen.connect(self._chosen)
        self._run.clicked.connect(self._ask)
        self._cancel.clicked.connect(self.cancel_requested)
        self._panel.order_changed.connect(self._reordered)
        self._panel.token_hovered.connect(self.token_hovered)
        self._depths.depth_chosen.connect(self._show_depth)
        self._table.row_chosen.connect(self._go_to_row)
        self.set_theme(LIGHT)
        self.retranslate()

    @property
    def experiment(self) -> str:
        """The experiment that is shown."""
        return self._bar.experiment

    @property
    def order(self) -> tuple[int, ...]:
        """Place i holds token order[i] of the sentence."""
        return self._panel.order

    # What is shown

    def set_experiment(self, name: str) -> None:
        """Show another experiment."""
        if name != self.experiment:
            self._choice.set_value(name)
            self._show()

    def set_tokens(self, labels: tuple[str, ...]) -> None:
        """Take the tokens of another sentence, in its own order."""
        if labels != self._panel.labels:
            self._panel.set_labels(labels)
            self._show()

    def set_order(self, order: tuple[int, ...]) -> None:
        """Put the tokens into this order, without saying that it was chosen here.

        Raises
        ------
        ValueError
            When it is no order of these tokens.
        """
        if order != self._panel.order:
            self._panel.set_order(order)
            self._show()

    def set_running(self, name: str | None, done: int, total: int) -> None:
        """Say which experiment is being measured and how far it is; None: none is."""
        if (name, done, total) != self._running:
            self._running = (name, done, total)
            self._show_running()

    def set_outcome(self, outcome: Outcome | None, sentence: str = "", given: Given = None) -> None:
        """Show what was measured last, of which sentence and with which given weights; None forgets everything that was."""
        if outcome is None:
            if not self._outcomes:
                return
            self._outcomes.clear()
            self._stale.clear()
        else:
            if self._outcomes.get(outcome.experiment) is outcome:
                return
            self._outcomes[outcome.experiment] = outcome
            self._read[outcome.experiment] = (sentence if isinstance(outcome, OrderOutcome) else "", given)
            self._stale.discard(outcome.experiment)
        self._show()
        if outcome is not None and outcome.experiment == self.experiment:
            announce(self._verdict, f"{verdict_of(outcome)}. {claim_of(outcome)}")

    def set_outdated(self, names: frozenset[str]) -> None:
        """The experiments that measured another model than the one in use; their numbers are marked so."""
        marked = set(names & self._outcomes.keys())
        if marked != self._stale:
            self._stale = marked
            self._show_stale()

    def set_cell(self, query: int | None, key: int | None) -> None:
        """Outline the token that looks and the one looked at, wherever they stand."""
        self._panel.set_cell(query, key)

    def set_hovered_token(self, index: int | None) -> None:
        """Underline the token that is pointed at somewhere."""
        self._panel.set_hovered_token(index)

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        self._theme = theme
        for part in (self._bar, self._panel, self._depths, self._chart, self._table):
            part.set_theme(theme)
        self._column.setContentsMargins(theme.px(16), theme.px(12), theme.px(12), theme.px(12))
        self._column.setSpacing(theme.px(6))
        self._inside.setContentsMargins(0, 0, theme.px(4), 0)
        self._inside.setSpacing(theme.px(8))
        self._verdict_row.setSpacing(theme.px(4))

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._bar.retranslate()
        self._panel.retranslate()
        self._depths.retranslate()
        self._table.retranslate()
        self._show(renew=True)

    def picture(self, painter: QPainter, rect: QRectF, theme: Theme) -> None:
        """Paint the experiment that is shown, for a file."""
        outcome = self._outcomes.get(self.experiment)
        if outcome is not None:
            paint_experiment(painter, rect, outcome, theme, self._depths.chosen)
            return
        painter.setFont(Texts(theme, selectable=is_vector(painter)).font("text"))
        painter.setPen(theme.muted)
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap), self._hint())

    def picture_size(self) -> QSize:
        """How large a picture has to be for all that is shown."""
        outcome = self._outcomes.get(self.experiment)
        least = QSize(self._theme.px(LEAST_WIDTH), self.height()).expandedTo(self.size())
        return least if outcome is None else picture_size(outcome, self.width(), self._depths.chosen, self._theme).expandedTo(least)

    def own_caption(self) -> tuple[str, str] | None:
        """What a file says of numbers that are not of the model in use: the experiment and its setting; None where they are."""
        outcome = self._outcomes.get(self.experiment)
        return (experiment_name(self.experiment), start_setting(outcome)) if isinstance(outcome, StartOutcome) else None

    def described(self) -> Measured | None:
        """What was measured, whatever is in use now; None before anything was."""
        outcome = self._outcomes.get(self.experiment)
        if outcome is None:
            return None
        sentence, given = self._read[self.experiment]
        name = self.tr("Experiment “{name}”").format(name=experiment_name(self.experiment))
        return Measured(text=f"{name}: {sentence}" if sentence else name, config=outcome.config, given=given)

    def numbers(self) -> list[list[str]]:
        """The table in full precision, the header first, and what only charts show; nothing before something was measured."""
        outcome = self._outcomes.get(self.experiment)
        return [] if outcome is None else numbers_of(outcome)

    def accessible_text(self) -> str:
        """What is shown, in words."""
        outcome = self._outcomes.get(self.experiment)
        if outcome is None:
            return self._hint()
        shown = chart_words(outcome, self._depths.chosen).replace("\n", " ")
        return " ".join(filter(None, (f"{verdict_of(outcome)}.", claim_of(outcome), shown, note_of(outcome))))

    def minimumSizeHint(self) -> QSize:
        """Small: everything below the choice scrolls."""
        return QSize(self._theme.px(_LEAST[0]), self._theme.px(_LEAST[1]))

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    # Inside

    def _lay_out(self) -> None:
        self._verdict_row = QVBoxLayout()
        self._verdict_row.addWidget(self._verdict)
        self._verdict_row.addWidget(self._claim)
        self._body = QWidget()
        self._inside = QVBoxLayout(self._body)
        self._inside.addWidget(self._panel)
        self._inside.addLayout(self._verdict_row)
        self._inside.addWidget(self._depths)
        self._inside.addWidget(self._chart)
        self._inside.addWidget(self._table)
        self._inside.addWidget(self._note)
        self._inside.addStretch(1)
        scroll = self._scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self._body)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._bar)
        self._column.addWidget(scroll, 1)

    def _show(self, *, renew: bool = False) -> None:
        """Bring everything in line with the experiment that is chosen; `renew` when its words are in another language."""
        name = self.experiment
        outcome = self._outcomes.get(name)
        for widget, wanted in (
            (self._panel, name == "order"),
            (self._depths, isinstance(outcome, StartOutcome)),
            (self._verdict, outcome is not None),
            (self._chart, has_chart(outcome)),
            (self._table, outcome is not None),
            (self._note, outcome is not None),
        ):
            if widget.isHidden() == wanted:
                widget.setVisible(wanted)
        missing = self._missing()
        self._run.setEnabled(not missing)
        measures = self.tr("Measures it now, with the model in use")
        if name == "stability":
            measures = self.tr("Measures it now, in the setting of the lesson and not with the model in use")
        if isinstance(outcome, StartOutcome):
            self._depths.set_depths(depths_of(outcome))
            self._chart.set_depth(self._depths.chosen)
        describe(self._run, self.tr("Measure"), missing or measures)
        self._run.setToolTip(tooltip(missing or measures))
        self._chart.set_outcome(outcome if has_chart(outcome) else None)
        self._table.set_table(table_of(outcome))
        if renew:
            self._chart.renew()
        self._claim.setText(self._hint() if outcome is None else claim_of(outcome).replace("/√", "/\N{WORD JOINER}√"))
        if outcome is not None:
            mark = "✓" if outcome.holds else "✗"
            self._verdict.setText(f"{mark} {verdict_of(outcome)}")
            self._note.setText(note_of(outcome))
            self._chart.set_words(self.tr("Chart of the experiment"), self.accessible_text())
        self._show_running()
        self._show_stale()

    def _show_running(self) -> None:
        name, done, total = self._running
        shown, hidden = (self._run, self._cancel) if name is None else (self._cancel, self._run)
        shown.setVisible(True)
        if hidden.hasFocus():  # else it would go to the sentence, and the next key with it
            shown.setFocus()
        hidden.setVisible(False)
        if name is not None:
            self._progress.set_text(running_words(name, integer(done), integer(total) if total else ""))
        else:
            self._show_stale()
        if self.experiment not in self._outcomes:
            self._claim.setText(self._hint())

    def _show_stale(self) -> None:
        outcome = self._outcomes.get(self.experiment)
        stale = self.experiment in self._stale or self._of_another_order(outcome)
        self._table.set_stale(stale)
        self._chart.set_stale(stale)
        if self._running[0] is None:
            earlier = self.tr("These numbers are of an earlier model, sentence or order; press Measure for new ones.")
            self._progress.set_text(self._missing() or (earlier if stale else ""))

    def _of_another_order(self, outcome: Outcome | None) -> bool:
        return isinstance(outcome, OrderOutcome) and (outcome.labels, outcome.order) != (self._panel.labels, self._panel.order)

    def _hint(self) -> str:
        return hint_words(self.experiment, len(self._panel.labels), self._running[0])

    def _missing(self) -> str:
        return missing_words(self.experiment, len(self._panel.labels), self._panel.moved)

    def _chosen(self, name: str) -> None:
        self._show()
        self.experiment_changed.emit(name)

    def _ask(self) -> None:
        name = self.experiment
        self.run_requested.emit(name, {"order": self._panel.order} if name == "order" else {})

    def _reordered(self, order: tuple[int, ...]) -> None:
        self._show()
        self.order_changed.emit(order)

    def _show_depth(self) -> None:
        """Show the blocks of the depth that is chosen, and say it."""
        self._chart.set_depth(self._depths.chosen)
        self._chart.set_words(self.tr("Chart of the experiment"), self.accessible_text())

    def _go_to_row(self, row: int) -> None:
        """Point out on the chart what the row is about, and scroll the row into sight."""
        self._chart.set_marked(row)
        outcome = self._outcomes.get(self.experiment)
        if isinstance(outcome, StartOutcome):
            self._depths.set_depth(outcome.rows[row].layers)
            self._show_depth()
        at = self._table.viewport().mapTo(self._body, QPoint(0, self._table.rowViewportPosition(row))).y()
        self._scroll.ensureVisible(0, at + self._table.rowHeight(row) // 2, 0, self._table.rowHeight(row))


def example(name: str = "order") -> ExperimentsPage:
    """A small model, measured."""
    from core.experiments.cost import run_cost
    from core.experiments.heads import run_heads
    from core.experiments.order import run_order
    from core.experiments.reach import run_reach
    from core.experiments.start import run_start
    from core.kernels import compiled_kernels
    from core.model import preset

    compiled_kernels()
    config = preset("small")
    page = ExperimentsPage()
    page.set_tokens(("The", "keys", "to", "the", "cabinet", "are", "on", "the", "table"))
    page.set_experiment(name)
    page.set_order(shuffled(9, 0))
    measured: dict[str, Callable[[], Outcome]] = {
        "order": lambda: run_order(config, order=page.order),
        "heads": lambda: run_heads(config),
        "cost": lambda: run_cost(config, seconds=3),
        "stability": lambda: run_start(depths=(2, 6, 12), seeds=3),
        "reach": lambda: run_reach(config),
    }
    page.set_outcome(measured[name]())
    return page


if __name__ == "__main__":
    import sys

    from gui.preview import show

    show(lambda: example(next((name for name in EXPERIMENTS if name in sys.argv), "order")))
