"""What the thread of the race tells: copies that nothing writes into any more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.learning.tasks import ReferenceLosses
from gui.training.race import Lane, Race

Floats = NDArray[np.float64]
Phase = Literal["idle", "preparing", "running", "paused", "done"]
"""Nothing raced yet; code is being compiled; steps are being taken; stopped before the end; every run has ended."""


@dataclass(frozen=True, slots=True, eq=False)
class LaneLook:
    """One run looked into after `step` steps: S steps, L blocks, H heads, T tokens."""

    step: int
    layer: int
    patterns: NDArray[np.float32]
    """[H, T, T] the maps of one layer."""
    residuals: Floats
    """[L + 1] mean length of a token's vector, as it goes in and after each block."""
    gradients: Floats | None
    """[2, L] norm of the gradients of W_in and W_out in the last step; None before the first one."""


@dataclass(frozen=True, slots=True, eq=False)
class LaneReport:
    """How far one run is."""

    lane: Lane
    losses: Floats
    """[S] mean loss of each step's batch, before the step, in nats."""
    updates: Floats
    """[S] norm of what each step took off all parameters together."""
    diverged_at: int | None
    """The step, from 1, whose loss or gradient was not finite; the state is that before it."""
    checkpoints: tuple[int, ...]
    """Steps whose states were kept."""
    look: LaneLook | None = None

    @property
    def step(self) -> int:
        """Steps that were taken."""
        return len(self.losses)


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """What is known of a race before it starts."""

    race: Race
    references: ReferenceLosses
    labels: tuple[str, ...]
    """The tokens of the row that all runs read in their maps."""
    held_out: bool
    """Whether no step learns from that row: a text may be too short to keep a part of it back."""
    causal: bool
    """Whether a token does not see those after it."""
    vocabulary: int
    parameters: tuple[int, ...]
    """Of the model of each run."""


@dataclass(frozen=True, slots=True, eq=False)
class RaceReport:
    """How far a race is. `generation`: the newest request that was fulfilled."""

    generation: int
    phase: Phase
    facts: Facts
    lanes: tuple[LaneReport, ...]
    speed: float | None = None
    """Steps a second of all runs together, while they run."""

    @property
    def last_step(self) -> int:
        """Steps of the run that is farthest."""
        return max((lane.step for lane in self.lanes), default=0)

    @property
    def checkpoints(self) -> tuple[int, ...]:
        """Steps at which at least one run can be looked into, besides its last one."""
        return tuple(sorted({step for lane in self.lanes for step in lane.checkpoints}))
