"""What the person asked for: frozen data, replaced as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.model.config import ModelConfig
from core.model.interventions import NONE, Interventions
from core.model.ledger import WorkUnit
from core.model.presets import preset
from core.text.tokens import TokenizerName
from gui.choices import ColorMap, Scale, Tab
from gui.trained import Given, Trained


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The head and the cell looked at, counted from 0. `query` and `key` are None while no cell is selected."""

    layer: int = 0
    head: int = 0
    query: int | None = None
    key: int | None = None

    def within(self, config: ModelConfig, length: int) -> Selection:
        """The nearest head that `config` has; a cell outside of `length` tokens is given up."""
        query = self.query if self.query is not None and self.query < length else None
        return Selection(
            layer=min(self.layer, config.n_layers - 1),
            head=min(self.head, config.n_heads - 1),
            query=query,
            key=self.key if query is not None and self.key is not None and self.key < length else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewOptions:
    """How things are shown; nothing here changes a computed number."""

    scale: Scale = "shared"
    color_map: ColorMap = "ink"
    tab: Tab = "heads"
    work_unit: WorkUnit = "MAC"
    ledger_length: int | None = None
    """Length counted in the ledger; None follows the sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """Everything that brings the same screen back: the unit of undo, of a session file and of the saved work."""

    text: str = "The keys to the cabinet are on the table"
    tokenizer: TokenizerName = "words"
    config: ModelConfig = field(default_factory=lambda: preset("small"))
    constructed: str | None = None
    """The head whose weights were made by hand (core.model.constructed); None: random weights, or trained ones."""
    trained: Trained | None = None
    """The weights that were trained; None: others. They say how the sentence is cut."""
    random_config: ModelConfig | None = None
    """With weights that are given: the model that was there before, which comes back with random weights."""
    interventions: Interventions = NONE
    """What is changed by hand; what fits neither model nor sentence waits until it does."""
    selection: Selection = Selection()
    view: ViewOptions = ViewOptions()
    left: Document | None = None
    """A, which stands on the left of a comparison with this one; it has no left itself."""

    @property
    def given(self) -> Given:
        """The weights, where they are not random."""
        return self.constructed or self.trained

    @property
    def pieces(self) -> tuple[str, ...] | None:
        """The pieces of text that the sentence is cut into; None where the tokeniser cuts it."""
        return None if self.trained is None else self.trained.pieces
