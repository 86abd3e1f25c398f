"""Learning: losses, gradients, optimisers, tasks, and the trainer that brings them together."""

from core.learning.gradients import LossGradient, loss_gradient
from core.learning.optimiser import Optimiser
from core.learning.schedule import Schedule
from core.learning.trainer import Trainer, TrainingSetup, model_for

__all__ = ["LossGradient", "Optimiser", "Schedule", "Trainer", "TrainingSetup", "loss_gradient", "model_for"]
