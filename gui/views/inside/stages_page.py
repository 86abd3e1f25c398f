"""StagesPage: one head from Q and K to z, stage by stage; and what the scores of the first layer are made of."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.inside.head import HeadArrays
from core.inside.split import ScoreSplit
from core.model.config import mask_allows
from core.model.interventions import UNCHANGED, HeadChanges
from gui.drawing.inside.stage_map import StagePicture
from gui.drawing.inside.stage_sheet import paint_sheet
from gui.drawing.inside.stage_values import Stage, StageName, same_head, same_split, shares_of, stages_of
from gui.drawing.inside.stage_words import explanation, held_words, plain, row_words, statement, sum_words, title
from gui.drawing.inside.stages import TilesPicture
from gui.drawing.labels import numbered
from gui.theme.theme import LIGHT, Theme
from gui.views.inside.stage_map import StageMap
from gui.views.inside.stage_tiles import StageTiles, TilesScroll
from gui.views.inside.statement_line import StatementLine
from gui.views.ledger_text import StillText
from gui.views.segmented import Segmented

_TILES_SHARE: Final = 0.44
"""Most of the width that the small maps get."""
_FIRST: Final[dict[str, StageName]] = {"stages": "pattern", "split": "total"}
_LOW: Final = 470
"""Where there is less height than this, how a stage comes about is left to the description."""


class StagesPage(QWidget):
    """Small maps at the left in the order of computation, one of them large at the right, its cell in words below."""

    cell_selected = Signal(int, int)
    """Query and key of the cell that was chosen."""
    cell_hovered = Signal(object)
    """(query, key) of the cell [T, T] under the pointer, or None."""
    token_hovered = Signal(object)
    """The token whose row is under the pointer, or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._arrays: HeadArrays | None = None
        self._split: ScoreSplit | None = None
        self._reason: str | None = None
        self._labels: tuple[str, ...] = ()
        self._mask = (False, 0)
        self._alibi = False
        self._changes = UNCHANGED
        self._stages: dict[str, tuple[Stage, ...]] = {"stages": (), "split": ()}
        self._tab = "stages"
        self._shown: dict[str, StageName] = dict(_FIRST)
        self._cell: tuple[int | None, int | None] = (None, None)
        self._number: int | None = None
        """Which number of a vector is chosen."""
        self._pointed: tuple[int, int] | None = None
        self.tabs = Segmented((("stages", ""), ("split", "")))
        self.tabs.set_value("stages")
        self.tiles = StageTiles()
        self.tiles_area = TilesScroll(self.tiles)
        self.map = StageMap(self._spoken)
        self.line = StatementLine()
        self.explained = StillText(1)
        self.held = StillText(2)
        above, self._beside, self._below = QHBoxLayout(), QHBoxLayout(), QVBoxLayout()
        above.addWidget(self.tabs)
        above.addStretch(1)
        self._beside.addWidget(self.tiles_area)
        self._beside.addWidget(self.map, 1)
        for widget in (self.line, self.explained, self.held):
            self._below.addWidget(widget)
        self._column = QVBoxLayout(self)
        self._column.addLayout(above)
        self._column.addLayout(self._beside, 1)
        self._column.addLayout(self._below)
        self.tabs.chosen.connect(self.show_tab)
        self.tiles.stage_chosen.connect(self._choose_place)
        self.map.stage_chosen.connect(self._choose_place)
        self.map.cell_chosen.connect(self._choose_cell)
        self.map.place_hovered.connect(self._point_at)
        self._set_sizes()
        self.retranslate()

    # What is shown

    def set_head(
        self,
        arrays: HeadArrays | None,
        split: ScoreSplit | None,
        split_reason: str | None,
        labels: tuple[str, ...],
        causal: bool,
        window: int,
        *,
        alibi: bool = False,
        changes: HeadChanges = UNCHANGED,
    ) -> None:
        """Show one head and the split of its scores.

        Parameters
        ----------
        arrays
            All arrays of the head; None, or no tokens, shows what to do next.
        split, split_reason
            What its scores are made of, or why that cannot be said, in the person's language.
        labels
            T labels.
        causal, window
            The mask.
        alibi
            Whether ALiBi's share is in the scores.
        changes
            What is changed of the head by hand.

        Raises
        ------
        ValueError
            When there are not as many labels as tokens.
        """
        if arrays is not None and len(arrays.q) != len(labels):
            raise ValueError(f"{len(labels)} labels for {len(arrays.q)} tokens")
        arrays, split = (arrays, split) if labels else (None, None)
        labels = numbered(labels)
        around = ((causal, window), alibi, changes)
        known_head = same_head(arrays, self._arrays) and around == (self._mask, self._alibi, self._changes)
        known_split = same_split(split, self._split) and split_reason == self._reason
        if known_head and known_split and labels == self._labels:
            return
        if len(labels) != len(self._labels):
            self._pointed = None
        self._labels, self._reason = labels, split_reason
        self._mask, self._alibi, self._changes = around
        if not known_head:
            self._arrays = arrays
            self._stages["stages"] = () if arrays is None else stages_of(arrays, causal, window, changes)
        if not known_split:
            self._split = split
            self._stages["split"] = () if split is None else shares_of(split)
        self._renew()

    def set_cell(self, query: int | None, key: int | None) -> None:
        """Outline a row, a column or a cell in every map."""
        if (query, key) != self._cell:
            self._cell = (query, key)
            self.tiles.set_cell(query, key)
            self._show_map()

    def set_hovered_token(self, index: int | None) -> None:
        """Outline the row and the column of a token that is pointed at elsewhere."""
        self.map.set_hovered_token(index)

    def set_stale(self, stale: bool) -> None:
        """Dim the maps while newer numbers are being computed."""
        self.tiles.set_stale(stale)
        self.map.set_stale(stale)

    def set_theme(self, theme: Theme) -> None:
        """Take colours, fonts and zoom."""
        if theme == self._theme:
            return
        self._theme = theme
        for widget in (self.tabs, self.tiles, self.map, self.line, self.explained, self.held):
            widget.set_theme(theme)
        self._set_sizes()
        self._show_words()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self.tabs.set_labels({"stages": self.tr("Stages"), "split": self.tr("Split of the scores")})
        order = self.tr("From Q and K to z, in the order of computation")
        split = self.tr("What the scores of the first layer are made of: content, position and biases")
        self.tabs.set_name(self.tr("What is shown of the head"), order)
        self.tabs.set_explanations({"stages": order, "split": split})
        self._renew()
        self.map.say()

    def show_tab(self, tab: str) -> None:
        """Show the stages, or the split of the scores."""
        if tab != self._tab:
            self._tab = tab
            self.tabs.set_value(tab)
            self._renew()

    def show_stage(self, name: StageName) -> None:
        """Show another stage large, on whichever tab it stands."""
        tab = "stages" if name in [stage.name for stage in self._stages["stages"]] else "split"
        self._shown[tab] = name
        self.show_tab(tab)
        self.tiles.set_shown(self._place())
        self.tiles_area.show_tile()
        self._show_map()

    def shown_stage(self) -> Stage | None:
        """The stage that is shown large."""
        stages = self._stages[self._tab]
        return stages[self._place()] if stages else None

    def sentence(self) -> str:
        """The cell that is pointed at, or else the selected one, in words."""
        return self.line.text

    # Taken elsewhere

    def picture(self, painter: QPainter, rect: QRectF, theme: Theme) -> None:
        """Paint all stages, the large one, and the selected cell in words, with real text."""
        stage = self.shown_stage()
        if stage is None or self._arrays is None:
            painter.setFont(theme.for_pdf().font("text"))
            painter.setPen(theme.muted)
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap), self._message())
            return
        (query, key), width, stages = self._cell, self._arrays.q.shape[1], self._stages[self._tab]
        tiles = TilesPicture(stages=stages, width=width, alibi=self._alibi, shown=self._place(), query=query, key=key)
        cell = self._selected(stage)
        notes = [explanation(stage, width, self._alibi, cell), *self._notes(cell)]
        paint_sheet(painter, rect, tiles, self._large(stage), statement(stage, cell, self._labels, theme), notes, theme)

    def numbers(self) -> list[list[str]]:
        """The numbers of the large map in full precision, with the labels of rows and columns; masked cells are empty."""
        stage = self.shown_stage()
        if stage is None:
            return []
        rows, columns = stage.values.shape
        above = list(self._labels) if stage.columns == "key" else [str(number + 1) for number in range(columns)]
        table = [[title(stage.name), *above]]
        causal, window = self._mask if stage.masked else (False, 0)
        for row in range(rows):
            texts = [str(value) for value in stage.values[row]]
            if stage.masked:
                texts = [text if mask_allows(row, key, causal=causal, window=window) else "" for key, text in enumerate(texts)]
            table.append([self._labels[row], *texts])
        return table

    def accessible_text(self) -> str:
        """What is shown now, in words."""
        stage = self.shown_stage()
        if stage is None or self._arrays is None:
            return self._message()
        words = self.tr("Head {head} of layer {layer}, {stage}.")
        text = words.format(head=self._arrays.head + 1, layer=self._arrays.layer + 1, stage=title(stage.name))
        cell = self._selected(stage)
        if cell is None:
            return f"{text} {explanation(stage, self._arrays.q.shape[1], self._alibi)} " + self.tr(
                "Arrow keys move from cell to cell, digits choose a stage."
            )
        text += f" {plain(statement(stage, cell, self._labels, self._theme))}."
        if stage.columns == "key":
            text += f" {row_words(stage, cell[0], self._labels)}"
        return " ".join([text, *self._notes(cell)])

    # Qt's own

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(400), self._theme.px(340))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_sizes()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    # Inside

    def _set_sizes(self) -> None:
        theme = self._theme
        px = theme.px
        low = self.height() < px(_LOW) or bool(self.property("presenting"))
        self._column.setContentsMargins(px(16), px(8 if low else 12), px(16), px(8 if low else 12))
        self._column.setSpacing(px(6 if low else 10))
        self._beside.setSpacing(px(12))
        self._below.setSpacing(px(2))
        self.explained.setVisible(not low or self._tab == "split")
        self.held.setVisible(self._tab == "split")
        self.tiles.set_most(round(self.width() * _TILES_SHARE))

    def _place(self) -> int:
        """Where the stage that is shown large stands among those of its tab."""
        names = [stage.name for stage in self._stages[self._tab]]
        return names.index(self._shown[self._tab]) if self._shown[self._tab] in names else max(0, len(names) - 1)

    def _renew(self) -> None:
        """Show other stages, or the same ones in other words."""
        stages = self._stages[self._tab]
        width = 1 if self._arrays is None else self._arrays.q.shape[1]
        self.tiles_area.setVisible(bool(stages))
        self.tiles.set_stages(stages, width, self._alibi, self._place())
        self._set_sizes()
        self._show_map()

    def _show_map(self) -> None:
        stage = self.shown_stage()
        self.map.set_picture(None if stage is None else self._large(stage), self._message())
        self._show_words()

    def _show_words(self) -> None:
        stage = self.shown_stage()
        if stage is None or self._arrays is None:
            self.line.set_parts([])
            self.explained.set_text("")
            self.held.set_text("")
            return
        cell = self._pointed or self._selected(stage)
        self.line.set_parts(statement(stage, cell, self._labels, self._theme))
        notes = self._notes(cell)
        how = explanation(stage, self._arrays.q.shape[1], self._alibi, cell)
        self.explained.set_text(notes[0] if len(notes) > 1 else how)
        self.held.set_text(notes[-1] if notes else "")

    def _notes(self, cell: tuple[int, int] | None) -> list[str]:
        """Under a split: the cell as an addition, and what the norm holds."""
        if self._tab != "split" or self._split is None:
            return []
        held = held_words(self._split.held, self._split.difference)
        return [held] if cell is None else [sum_words(self._stages["split"], *cell), held]

    def _message(self) -> str:
        if self._arrays is not None and self._reason:
            return self._reason
        return self.tr("Type a sentence: then each step inside a head is shown here.")

    def _large(self, stage: Stage) -> StagePicture:
        assert self._arrays is not None
        query, key = self._cell
        row = key if stage.rows == "key" else query
        column = self._number if stage.columns == "dimension" else key
        inside = [at if at is not None and at < size else None for at, size in zip((row, column), stage.values.shape, strict=True)]
        return StagePicture(
            stage=stage,
            labels=self._labels,
            layer=self._arrays.layer,
            head=self._arrays.head,
            row=inside[0],
            column=inside[1],
        )

    def _selected(self, stage: Stage) -> tuple[int, int] | None:
        """Row and column of the selected cell, if it is one of this stage."""
        picture = self._large(stage)
        return None if picture.row is None or picture.column is None else (picture.row, picture.column)

    def _choose_place(self, index: int) -> None:
        stages = self._stages[self._tab]
        if index < len(stages):
            self._pointed = None
            self.show_stage(stages[index].name)

    def _choose_cell(self, row: int, column: int) -> None:
        stage = self.shown_stage()
        assert stage is not None
        query, key = self._cell
        if stage.columns == "dimension":
            self._number = column
            query, key = (query or 0, row) if stage.rows == "key" else (row, key or 0)
        else:
            query, key = row, column
        if (query, key) == self._cell:
            self._show_map()
        else:
            self.cell_selected.emit(query, key)

    def _point_at(self, row: int | None, column: int | None) -> None:
        stage = self.shown_stage()
        self._pointed = None if row is None or column is None or stage is None else (row, column)
        self.cell_hovered.emit(self._pointed if stage is not None and stage.columns == "key" else None)
        self.token_hovered.emit(row)
        self._show_words()

    def _spoken(self) -> tuple[str, str]:
        return self.tr("Large map of one stage"), self.accessible_text()


def example(sentence: str = "The keys to the cabinet are on the table", mask: str = "none") -> StagesPage:
    """A head of a small model with random weights."""
    from core.inside.head import head_arrays
    from core.inside.split import score_split
    from core.model import preset, run

    here = run(sentence, replace(preset("small"), mask=mask))
    page = StagesPage()
    arrays = head_arrays(here.config, here.weights, here.trace, 0, 1)
    split = score_split(here.config, here.weights, here.trace.ids, here.trace, 1)
    page.set_head(arrays, split, None, here.tokens, here.config.causal, here.config.window)
    page.cell_selected.connect(page.set_cell)
    page.set_cell(5, 1)
    return page


if __name__ == "__main__":
    from gui.preview import show

    show(example)
