"""The beginning of the tests of the arithmetic page: a small model with a mask, a cell of it, a page that shows it."""

from __future__ import annotations

from functools import lru_cache

import pytest
from pytestqt.qtbot import QtBot

from core.inside.arithmetic import chain
from core.inside.chain_steps import Chain
from core.kernels import plain_kernels
from core.model import ModelConfig, forward
from core.model.interventions import Intervention, Interventions
from gui.views.inside.arithmetic_page import ArithmeticPage
from tests.core.strategies import full_weights

CAUSAL = ModelConfig(d_model=8, n_heads=2, n_layers=2, vocabulary=20, context=8, mask="causal")
LABELS = ("The", "keys", "<b>are</b>", "here")


@lru_cache(maxsize=64)
def cell(
    config: ModelConfig = CAUSAL, query: int = 2, key: int = 1, layer: int = 0, changes: tuple[Intervention, ...] = ()
) -> Chain:
    """The arithmetic of a cell of the second head."""
    weights = full_weights(config)
    trace = forward(config, weights, [1, 2, 3, 4], kernels=plain_kernels(), interventions=Interventions(changes))
    return chain(config, weights, trace, layer, 1, query, key)


@pytest.fixture
def page(qtbot: QtBot) -> ArithmeticPage:
    """The page on screen, with `cell()`."""
    view = ArithmeticPage()
    qtbot.addWidget(view)
    view.resize(800, 640)
    view.show()
    qtbot.waitExposed(view)
    view.set_chain(cell(), LABELS)
    return view


def kinds(view: ArithmeticPage) -> list[str]:
    """The steps of the cell that is shown."""
    assert view._chain is not None
    return [step.kind for step in view._chain.steps]


def go(view: ArithmeticPage, kind: str) -> None:
    """Show the first step of this kind."""
    view.set_step(kinds(view).index(kind))
