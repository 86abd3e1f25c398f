"""What the picture of the stream says: its sentence, its names for stations and norms, its numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QCoreApplication

from core.inside.stream import Doubles, NormStatistics, Shares, Station, StationKind, StreamTable, mean_of
from gui.drawing.labels import isolated, numbered
from gui.i18n import decimal, integer, scientific

LONGEST_LABEL: Final = 18
"""Characters of a token in the sentence; of longer ones the beginning."""
_PLAIN_UP_TO: Final = 1e5
_SMALLEST: Final = 5e-3
_NOTHING: Final = 1e-6
"""A mean below this is what float32 rounding leaves of 0."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StreamPicture:
    """What is shown: the table, one label a token, the chosen station and token (None: the mean), and one more token.

    `cosines` [T, T] are those of the chosen station.
    """

    table: StreamTable
    labels: tuple[str, ...]
    cosines: Doubles
    station: int
    token: int | None = None
    other: int | None = None

    @property
    def place(self) -> Station:
        """The chosen station."""
        return self.table.stations[self.station]


def figure(x: float, digits: int = 2) -> str:
    """`x` with `digits` decimals; as 1.2·10⁷ where it is too large for that, or too small."""
    size = abs(x)
    if not math.isfinite(x) or size == 0 or _SMALLEST <= size < _PLAIN_UP_TO:
        return decimal(x, digits)
    if size < _SMALLEST and digits > 2 and size >= 10.0**-digits:
        return decimal(x, digits)
    return scientific(x)


def measure(x: float) -> str:
    """A length, or how many times as long: three figures at least, so that what dies away is still seen."""
    size = abs(x)
    if math.isfinite(x) and 0 < size < 1:
        return figure(x, min(4, 2 - math.floor(math.log10(size))))
    return figure(x)


def quoted(label: str) -> str:
    """A token in quotation marks, shortened where it is long."""
    short = label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"
    return QCoreApplication.translate("Stream", "“{token}”").format(token=isolated(short))


def who(picture: StreamPicture, token: int | None) -> str:
    """The token the picture is about, or that it is about their mean."""
    return QCoreApplication.translate("Stream", "Mean of all tokens") if token is None else quoted(numbered(picture.labels)[token])


def station_name(station: Station) -> str:
    """A station in a few words."""
    names: dict[StationKind, str] = {
        "input": QCoreApplication.translate("Stream", "input"),
        "encoding": QCoreApplication.translate("Stream", "layer {layer}, encoding added"),
        "attention_sum": QCoreApplication.translate("Stream", "layer {layer}, attention added, before the norm"),
        "attention": QCoreApplication.translate("Stream", "layer {layer}, after attention"),
        "feed_forward_sum": QCoreApplication.translate("Stream", "layer {layer}, feed-forward added, before the norm"),
        "feed_forward": QCoreApplication.translate("Stream", "layer {layer}, after feed-forward"),
        "final_norm": QCoreApplication.translate("Stream", "after the final norm"),
    }
    return names[station.kind].format(layer=integer(station.layer + 1))


def kind_name(kind: StationKind) -> str:
    """What all stations of a kind have in common, for the legend of the marks."""
    return {
        "input": QCoreApplication.translate("Stream", "input"),
        "encoding": QCoreApplication.translate("Stream", "encoding added"),
        "attention_sum": QCoreApplication.translate("Stream", "attention added, before the norm"),
        "attention": QCoreApplication.translate("Stream", "after attention"),
        "feed_forward_sum": QCoreApplication.translate("Stream", "feed-forward added, before the norm"),
        "feed_forward": QCoreApplication.translate("Stream", "after feed-forward"),
        "final_norm": QCoreApplication.translate("Stream", "after the final norm"),
    }[kind]


def part_name(sublayer: str) -> str:
    """A part of a sum: attention, the feed-forward network or the skip connection."""
    return {
        "attention": QCoreApplication.translate("Stream", "attention"),
        "feed_forward": QCoreApplication.translate("Stream", "feed-forward"),
        "skip": QCoreApplication.translate("Stream", "skip connection"),
    }[sublayer]


def norm_name(norming: NormStatistics, *, brief: bool = False) -> str:
    """A norm by where it stands, in a few words; `brief` ones leave out what the chosen station says."""
    if brief and norming.kind in ("norm1_out", "norm2_out"):
        attention, network = (
            QCoreApplication.translate("Stream", "on attention"),
            QCoreApplication.translate("Stream", "on feed-forward"),
        )
        return attention if norming.kind == "norm1_out" else network
    return {
        "norm1": QCoreApplication.translate("Stream", "norm 1, layer {layer}"),
        "norm2": QCoreApplication.translate("Stream", "norm 2, layer {layer}"),
        "norm1_out": QCoreApplication.translate("Stream", "norm on attention, layer {layer}"),
        "norm2_out": QCoreApplication.translate("Stream", "norm on feed-forward, layer {layer}"),
        "final_norm": QCoreApplication.translate("Stream", "final norm"),
    }[norming.kind].format(layer=integer(norming.layer + 1))


def statement(picture: StreamPicture) -> str:
    """The large line with {who} still to be filled in: how much longer the vector has become."""
    return _filled(
        picture.place.kind,
        layer=integer(picture.place.layer + 1),
        times=measure(picture.table.growth(picture.station, picture.token)),
        length=measure(picture.table.length(picture.station, picture.token)),
    )


def longest_statements(picture: StreamPicture) -> list[str]:
    """What `statement` says at all stations of this model, in numbers of the usual width: for measuring how much room it takes."""
    kinds = dict.fromkeys(place.kind for place in picture.table.stations)
    return [_filled(kind, layer=integer(picture.table.config.n_layers), times="00.00", length="00.00") for kind in kinds]


def _filled(kind: StationKind, **values: str) -> str:
    sentences: dict[StationKind, str] = {
        "input": QCoreApplication.translate("Stream", "{who} at the input: length {length}"),
        "encoding": QCoreApplication.translate(
            "Stream", "{who} in layer {layer}, encoding added: {times} times as long as at the input"
        ),
        "attention_sum": QCoreApplication.translate(
            "Stream", "{who} in layer {layer}, attention added: {times} times as long as at the input"
        ),
        "attention": QCoreApplication.translate(
            "Stream", "{who} after attention in layer {layer}: {times} times as long as at the input"
        ),
        "feed_forward_sum": QCoreApplication.translate(
            "Stream", "{who} in layer {layer}, feed-forward added: {times} times as long as at the input"
        ),
        "feed_forward": QCoreApplication.translate("Stream", "{who} after layer {layer}: {times} times as long as at the input"),
        "final_norm": QCoreApplication.translate("Stream", "{who} after the final norm: {times} times as long as at the input"),
    }
    before, _, after = sentences[kind].partition("{who}")
    return before.format(**values) + "{who}" + after.format(**values)


def _sentences(sums: bool) -> tuple[str, ...]:
    """The sentences of the smaller lines, with fields to be filled in; the last one only where norms stand after sums."""
    said = (
        QCoreApplication.translate("Stream", "Length {length}."),
        QCoreApplication.translate("Stream", "Attention contributed {added} of the sum, the skip connection {skip}."),
        QCoreApplication.translate(
            "Stream", "The feed-forward network contributed {added} of the sum, the skip connection {skip}."
        ),
    )
    after = QCoreApplication.translate("Stream", "The norm after each sum sets the length anew; the sums before it show what grew.")
    return (*said, after) if sums else said


def detail(picture: StreamPicture) -> str:
    """The smaller lines: who contributed how much to the sums of this layer, up to the chosen station. See also `remarks`."""
    table, place = picture.table, picture.place
    if place.kind == "input":
        return QCoreApplication.translate(
            "Stream", "Left and Right go along the stream, Up and Down from token to token, Escape to their mean."
        )
    length, attention, network, *_ = _sentences(sums=False)
    parts = [length.format(length=measure(table.length(picture.station, picture.token)))]
    pairs = [_pair(shares, picture.token) for shares in _contributing(table, picture.station)]
    for (skip, added), sentence in zip(pairs, (attention, network), strict=False):
        parts.append(sentence.format(added=figure(added), skip=figure(skip)))
    return " ".join(parts)


def remarks(picture: StreamPicture) -> list[str]:
    """What has to be known to read the numbers of `detail`: what a share below 0 means, and what a norm after each sum does."""
    pairs = [_pair(shares, picture.token) for shares in _contributing(picture.table, picture.station)]
    found = []
    if any(value < 0 for pair in pairs for value in pair):
        found.append(QCoreApplication.translate("Stream", "What is below 0 points against the sum."))
    if picture.place.kind != "input" and picture.table.config.norm in ("post", "deepnorm"):
        found.append(_sentences(sums=True)[-1])
    return found


def norm_rows(norming: NormStatistics, token: int | None) -> list[tuple[str, str]]:
    """(what, value) of one norm for a token, None: the mean over the tokens."""

    def value(values: Doubles) -> str:
        number = mean_of(values) if token is None else float(values[token])
        return decimal(number, 3) if abs(number) < _NOTHING else figure(number, 3)

    def spread(values: Doubles) -> str:
        template = QCoreApplication.translate("Stream", "{low} to {high}")
        return template.format(low=decimal(float(np.min(values)), 2), high=decimal(float(np.max(values)), 2))

    rows = [
        (QCoreApplication.translate("Stream", "mean before"), value(norming.mean_before)),
        (QCoreApplication.translate("Stream", "deviation before"), value(norming.deviation_before)),
        (QCoreApplication.translate("Stream", "divided by"), value(norming.divisor)),
    ]
    for vector, mean, ends in (
        (norming.gain, QCoreApplication.translate("Stream", "gain, mean"), QCoreApplication.translate("Stream", "gain, range")),
        (norming.bias, QCoreApplication.translate("Stream", "bias, mean"), QCoreApplication.translate("Stream", "bias, range")),
    ):
        wide = None if vector is None else vector.astype(np.float64)
        rows.append((mean, "–" if wide is None else figure(float(wide.mean()), 3)))
        rows.append((ends, "–" if wide is None else spread(wide)))
    return [
        *rows,
        (QCoreApplication.translate("Stream", "mean after"), value(norming.mean_after)),
        (QCoreApplication.translate("Stream", "deviation after"), value(norming.deviation_after)),
    ]


def cosine_words(picture: StreamPicture) -> str:
    """The chosen pair of the cosine map in words, or the mean of all pairs."""
    if picture.token is not None and picture.other is not None:
        sentence = QCoreApplication.translate("Stream", "{first} and {second}: {value}")
        value = decimal(float(picture.cosines[picture.token, picture.other]), 2)
        names = numbered(picture.labels)
        return sentence.format(first=quoted(names[picture.token]), second=quoted(names[picture.other]), value=value)
    mean = float(picture.table.mean_cosine[picture.station])
    return QCoreApplication.translate("Stream", "Mean of two different tokens: {value}").format(value=decimal(mean, 2))


def spoken(picture: StreamPicture) -> str:
    """Everything shown for the chosen station, as sentences."""
    parts = [f"{statement(picture).replace('{who}', who(picture, picture.token))}.", detail(picture), *remarks(picture)]
    parts.append(QCoreApplication.translate("Stream", "Cosine: {words}.").format(words=cosine_words(picture)))
    for norming in picture.table.normings_at(picture.station):
        rows = ", ".join(f"{name} {value}" for name, value in norm_rows(norming, picture.token))
        parts.append(f"{norm_name(norming)}: {rows}.")
    return " ".join(parts)


def longest_detail(picture: StreamPicture) -> str:
    """What `detail` says at most for this model, in numbers of the usual width: for measuring how much room it takes."""
    sums = picture.table.config.norm in ("post", "deepnorm")
    return " ".join(_sentences(sums)).format(length="00.00", added="0.00", skip="0.00")


def _contributing(table: StreamTable, station: int) -> list[Shares]:
    """The shares of the layer of a station that lie at or before it."""
    layer = table.stations[station].layer
    return [shares for shares in table.shares if shares.layer == layer and shares.station <= station]


def _pair(shares: Shares, token: int | None) -> tuple[float, float]:
    return shares.mean() if token is None else (float(shares.skip[token]), float(shares.added[token]))
