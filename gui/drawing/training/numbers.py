"""The numbers of a race as a table in full precision, and what each picture shows in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from gui.drawing.inside.experiment_tables import short
from gui.drawing.training.words import RacePicture, run_name
from gui.i18n import decimal, integer


def race_numbers(picture: RacePicture) -> list[list[str]]:
    """Losses and updates of every step; below an empty row, gradients and lengths of every layer."""
    translate, lanes = QCoreApplication.translate, picture.lanes
    if not any(lane.step for lane in lanes):
        return []
    header = [translate("Training", "step")]
    columns: list[Sequence[float]] = []
    for lane in lanes:
        run = run_name(lane.lane.number)
        header += [translate("Training", "{run}, loss").format(run=run), translate("Training", "{run}, update").format(run=run)]
        columns += [lane.losses.tolist(), lane.updates.tolist()]
    steps = max(map(len, columns))
    written = [[*map(repr, column), *[""] * (steps - len(column))] for column in columns]
    rows = [header, *([str(step), *row] for step, row in enumerate(zip(*written, strict=True), start=1))]
    looks = [(run_name(lane.lane.number), lane.look) for lane in lanes if lane.look is not None]
    if looks:
        rows += [[], [translate("Training", "layer")]]
        for run, look in looks:
            of_run = translate("Training", "{run}, step {step}").format(run=run, step=str(look.step))
            rows[-1] += [f"{of_run}: {name}" for name in ("|grad W_in|", "|grad W_out|", "|resid|")]
        for layer in range(max(len(look.residuals) for _, look in looks)):
            row = [str(layer)]
            for _, look in looks:
                inner = ["", ""] if look.gradients is None or not layer else map(repr, look.gradients[:, layer - 1].tolist())
                row += [*inner, repr(float(look.residuals[layer])) if layer < len(look.residuals) else ""]
            rows.append(row)
    return rows


def gradients_in_words(picture: RacePicture) -> str:
    """The gradients of every run, layer by layer."""
    looks = [(lane.lane.number, lane.look) for lane in picture.lanes if lane.look is not None]
    words = QCoreApplication.translate("Training", "{run}, step {step}, from layer 1 up: W_in {inner}; W_out {outer}.")
    told = []
    for number, look in looks:
        if look.gradients is not None:
            inner, outer = (", ".join(map(short, row.tolist())) for row in look.gradients)
            told.append(words.format(run=run_name(number), step=integer(look.step), inner=inner, outer=outer))
    return " ".join(told) or QCoreApplication.translate("Training", "No step has been taken yet.")


def residuals_in_words(picture: RacePicture) -> str:
    """The length of a token's vector from layer to layer, run by run."""
    looks = ((lane.lane.number, lane.look) for lane in picture.lanes if lane.look is not None)
    words = QCoreApplication.translate("Training", "{run}, from the input up: {values}.")
    return " ".join(
        words.format(run=run_name(number), values=", ".join(map(short, look.residuals.tolist()))) for number, look in looks
    )


def updates_in_words(picture: RacePicture) -> str:
    """The size of the newest update, run by run."""
    words = QCoreApplication.translate("Training", "{run}: {value} in step {step}.")
    return " ".join(
        words.format(run=run_name(lane.lane.number), value=short(float(lane.updates[-1])), step=integer(lane.step))
        for lane in picture.lanes
        if lane.step
    )


def maps_in_words(picture: RacePicture) -> str:
    """Where the last token looks most, run by run and head by head."""
    labels = picture.report.facts.labels
    words = QCoreApplication.translate("Training", "{run}, layer {layer}: the last token, “{token}”, looks most at {places}.")
    place = QCoreApplication.translate("Training", "“{token}” ({weight})")
    found = []
    for lane in picture.lanes:
        if lane.look is None:
            continue
        rows = lane.look.patterns[:, -1]
        most = [int(np.nanargmax(row)) if np.isfinite(row).any() else 0 for row in rows]
        places = ", ".join(
            place.format(token=labels[key], weight=decimal(float(row[key]), 2)) for key, row in zip(most, rows, strict=True)
        )
        found.append(
            words.format(run=run_name(lane.lane.number), layer=integer(lane.look.layer + 1), token=labels[-1], places=places)
        )
    return " ".join(found)
