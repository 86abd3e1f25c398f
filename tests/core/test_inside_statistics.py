"""Head statistics: by hand, against a slow twin that visits every cell, and the rule that gives a head its name."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from core.inside.statistics import HeadName, HeadStatistics, head_statistics, lift, map_statistics
from core.model import forward, preset, random_weights
from core.model.config import ModelConfig, mask_allows
from core.model.trace import LayerTrace, Trace

FloatArray = NDArray[np.float32]


def traced(config: ModelConfig, ids: list[int]) -> Trace:
    return forward(config, random_weights(config), ids, keep={"pattern"}, logits=False)


def of_map(pattern: object, ids: list[int], *, causal: bool = False, window: int = 0) -> HeadStatistics:
    array = np.asarray(pattern, np.float32)
    return map_statistics(array, ids, causal=causal, window=window, layer=0, head=0, entropy=None)


def slow(pattern: FloatArray, ids: list[int], *, causal: bool, window: int) -> dict[str, float | None]:
    """Cell by cell, as the docstrings say it."""
    length = len(ids)
    cells = [[j for j in range(length) if mask_allows(i, j, causal=causal, window=window)] for i in range(length)]

    def mean(values: list[float]) -> float | None:
        return math.fsum(values) / len(values) if values else None

    equal = [[j for j in cells[i] if j != i and ids[j] == ids[i]] for i in range(length)]
    p = [[float(x) for x in row] for row in pattern]
    having = [i for i in range(length) if equal[i]]
    return {
        "mean_distance": mean([math.fsum(p[i][j] * abs(i - j) for j in range(length)) for i in range(length)]),
        "previous": mean([p[i][i - 1] for i in range(1, length)]),
        "first": mean([p[i][0] for i in range(1, length)]),
        "self": mean([p[i][i] for i in range(length)]),
        "duplicate": mean([math.fsum(p[i][j] for j in equal[i]) for i in having]),
        "kin": mean([math.fsum(p[i][j] for j in [*equal[i], i]) for i in having]),
        "uniformity": mean(
            [math.fsum(min(p[i][j], 1 / len(cells[i])) for j in cells[i]) for i in range(length) if len(cells[i]) > 1]
        ),
    }


def test_three_tokens_by_hand() -> None:
    """Causal A B A.

    Distance: (0 + 0.4·1 + 0.2·2 + 0.3·1) ÷ 3 = 0.366…; previous (0.4 + 0.3) ÷ 2; first (0.4 + 0.2) ÷ 2;
    self (1 + 0.6 + 0.5) ÷ 3; row 2 alone has an equal token, at 0: 0.2, with itself 0.7. Even would be 1 | ½ ½ | ⅓ ⅓ ⅓, so the
    uniformity is ((0.4 + 0.5) + (0.2 + 0.3 + ⅓)) ÷ 2.
    """
    found = of_map([[1, 0, 0], [0.4, 0.6, 0], [0.2, 0.3, 0.5]], [7, 8, 7], causal=True)
    assert found.scores.mean_distance == pytest.approx(1.1 / 3, abs=1e-7)
    assert found.scores.previous == pytest.approx(0.35, abs=1e-7)
    assert found.scores.first == pytest.approx(0.3, abs=1e-7)
    assert found.scores.self == pytest.approx(0.7, abs=1e-7)
    assert found.scores.duplicate == pytest.approx(0.2, abs=1e-7)
    assert found.scores.kin == pytest.approx(0.7, abs=1e-7)
    assert found.uniformity == pytest.approx((0.9 + 0.5 + 1 / 3) / 2, abs=1e-7)
    chance = found.chance
    assert chance.mean_distance == pytest.approx((0 + 1 / 2 + 3 / 3) / 3)
    assert (chance.previous, chance.first) == (pytest.approx((1 / 2 + 1 / 3) / 2), pytest.approx((1 / 2 + 1 / 3) / 2))
    assert chance.self == pytest.approx((1 + 1 / 2 + 1 / 3) / 3)
    assert (chance.duplicate, chance.kin) == (pytest.approx(1 / 3), pytest.approx(2 / 3))


@pytest.mark.parametrize("mask", ["none", "causal", "window:3"])
def test_every_number_of_a_trace_against_the_slow_twin(mask: str) -> None:
    config = preset("small", mask=mask, vocabulary=20)
    ids = [3, 5, 3, 9, 1, 5, 3, 2, 0, 11, 5]
    trace = traced(config, ids)
    found = head_statistics(trace, ids)
    assert [(one.layer, one.head) for one in found] == [(layer, head) for layer in range(4) for head in range(4)]
    for one in found:
        kept = trace.layers[one.layer].pattern
        assert kept is not None
        expected = slow(kept[one.head], ids, causal=config.causal, window=config.window)
        for name, value in expected.items():
            measured = one.uniformity if name == "uniformity" else getattr(one.scores, name)
            assert measured == pytest.approx(value, abs=1e-12)
        assert one.entropy == float(trace.entropy[one.layer, one.head])


def test_chance_is_what_an_even_spread_scores() -> None:
    """A map that is even scores its own chance in everything, and its lift is 0."""
    even = np.tril(np.ones((6, 6))) / np.arange(1, 7)[:, None]
    found = of_map(even, [1, 2, 1, 3, 2, 1], causal=True)
    for name in ("mean_distance", "previous", "first", "self", "duplicate", "kin"):
        assert getattr(found.scores, name) == pytest.approx(getattr(found.chance, name), abs=1e-6)
        if name != "mean_distance":
            assert lift(getattr(found.scores, name), getattr(found.chance, name)) == pytest.approx(0, abs=1e-6)
    assert found.uniformity == pytest.approx(1, abs=1e-6)


def test_what_cannot_be_measured_is_none() -> None:
    nothing = of_map(np.zeros((0, 0)), [])
    assert (nothing.scores.mean_distance, nothing.scores.self, nothing.uniformity, nothing.name) == (None, None, None, None)
    one = of_map([[1]], [4])
    assert (one.scores.mean_distance, one.scores.self) == (0, 1)
    assert (one.scores.previous, one.scores.first, one.scores.duplicate, one.scores.kin, one.uniformity) == (None,) * 5
    assert (one.name, one.name_score) == (None, None)
    assert of_map(np.full((3, 3), 1 / 3), [1, 2, 3]).scores.duplicate is None
    single = preset("small")
    assert all(found.entropy is None for found in head_statistics(traced(single, [5]), [5]))
    assert all(found.entropy is None and found.name is None for found in head_statistics(traced(single, []), []))


def test_a_map_that_holds_no_number_gets_none_and_no_name() -> None:
    found = of_map(np.full((6, 6), np.nan), [1, 2, 3, 4, 5, 6])
    assert (found.scores.previous, found.uniformity, found.name) == (None, None, None)


def test_a_trace_without_maps_or_with_other_ids_is_refused() -> None:
    config = preset("small")
    trace = traced(config, [1, 2])
    with pytest.raises(ValueError, match="1 ids for 2 tokens"):
        head_statistics(trace, [1])
    with pytest.raises(ValueError, match="no pattern"):
        head_statistics(dataclasses.replace(trace, layers=(LayerTrace(),)), [1, 2])


def constructed(name: str, ids: list[int], *, causal: bool) -> NDArray[np.float64]:
    """The perfect map of a head that does one thing; a row that cannot do it looks at itself."""
    length = len(ids)
    p = np.zeros((length, length))
    for i in range(length):
        allowed = range(i + 1) if causal else range(length)
        equal = [j for j in allowed if ids[j] == ids[i]]
        match name:
            case "previous":
                targets = [max(i - 1, 0)]
            case "first":
                targets = [0]
            case "self":
                targets = [i]
            case "even":
                targets = list(allowed)
            case "same":  # what a head does whose keys are its queries: equal tokens share, itself among them
                targets = equal
            case _:  # "same elsewhere": equal tokens but not itself
                targets = [j for j in equal if j != i] or [i]
        p[i, targets] = 1 / len(targets)
    return p


NAMES: list[tuple[str, HeadName]] = [
    ("previous", "previous"),
    ("first", "first"),
    ("self", "self"),
    ("even", "even"),
    ("same", "same"),
    ("same elsewhere", "same"),
]


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("length", [5, 9, 40])
@pytest.mark.parametrize("made, name", NAMES)
def test_a_perfect_pattern_gets_its_name(made: str, name: HeadName, length: int, causal: bool) -> None:
    """Two words stand twice, so that every score can be measured."""
    ids = [*range(10, 10 + length - 2), 10, 11]
    found = of_map(constructed(made, ids, causal=causal), ids, causal=causal)
    assert found.name == name
    least = {"same": 0.5, "even": 1 - 1e-6}.get(name, 1 - 1e-6)
    assert found.name_score is not None
    assert found.name_score >= least


@pytest.mark.parametrize("made, name", NAMES)
def test_a_pattern_with_a_fifth_spread_evenly_keeps_its_name(made: str, name: HeadName) -> None:
    """“Same” asks for more, so it gets a tenth of noise."""
    ids = [*range(10, 17), 10, 11, 12]
    noise = 0.1 if name == "same" else 0.2
    mixed = (1 - noise) * constructed(made, ids, causal=False) + noise / len(ids)
    assert of_map(mixed, ids).name == name


@pytest.mark.parametrize("made, name", NAMES)
def test_half_a_pattern_is_no_pattern(made: str, name: HeadName) -> None:
    """Half of each row goes where the name says, half to two places of its own: lift at most 0.5."""
    if name == "even":
        return
    ids = [*range(10, 18), 10, 11]
    half = 0.5 * constructed(made, ids, causal=False)
    for i in range(len(ids)):
        half[i, [(i + 3) % 10, (i + 5) % 10]] += 0.25
    assert of_map(half, ids).name is None


def test_rows_that_look_at_themselves_are_not_looking_for_repetitions() -> None:
    ids = [1, 2, 1, 2, 1, 2]
    assert of_map(np.eye(6), ids).name == "self"


def test_one_repetition_alone_is_an_accident() -> None:
    """Under a causal mask “the … the” has one row with an earlier equal; the rest looks at itself, and that is what is measured."""
    ids = [1, 2, 3, 4, 2, 5]
    found = of_map(constructed("same", ids, causal=True), ids, causal=True)
    assert found.scores.kin == 1
    assert found.name == "self"


def test_what_the_mask_forces_earns_no_name() -> None:
    """A window of one token leaves each token only itself: chance is 1 already."""
    found = of_map(np.eye(8), list(range(8)), causal=True, window=1)
    assert (found.scores.self, found.chance.self, found.name) == (1, 1, None)
    assert lift(1.0, 1.0) is None


def test_short_sentences_give_no_names() -> None:
    assert of_map(np.eye(4), [1, 2, 3, 4]).name is None
    assert of_map(np.eye(5), [1, 2, 3, 4, 5]).name == "self"


def test_random_weights_practically_never_get_a_name() -> None:
    """Both masks, all encodings, both norms, 12 seeds, 8 to 24 tokens with three repeated words.

    At most one head in a thousand may be called anything but even.
    """
    draw = np.random.default_rng(0)
    names: Counter[HeadName | None] = Counter()
    for seed in range(12):
        for norm in ("pre", "post"):
            for position in ("sinusoidal", "learned", "rotary", "alibi", "none"):
                for mask in ("none", "causal"):
                    config = preset("small", norm=norm, position=position, mask=mask, vocabulary=64, seed=seed)
                    length = (8, 12, 24)[seed % 3]
                    ids = draw.permutation(64)[:length]
                    ids[-3:] = ids[:3]
                    names.update(found.name for found in head_statistics(traced(config, ids.tolist()), ids.tolist()))
    total = names.total()
    assert total == 12 * 2 * 5 * 2 * 16
    assert total - names[None] - names["even"] <= total / 1000
