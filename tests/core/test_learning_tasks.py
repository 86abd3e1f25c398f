"""Batches that are functions of (seed, step), targets worked out a second way, and losses held against what is counted."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.learning.tasks import IGNORED, TASKS, Characters, Sentences, Task, make_task, task_from
from core.learning.tasks.base import counted_losses
from core.learning.tasks.symbols import symbols
from core.messages import InputError

LANGUAGES: tuple[Any, ...] = ("en", "es")
ALL = [make_task(name, language=language) for name in TASKS for language in LANGUAGES]
NAMES = [f"{task.name}-{language}" for task, language in zip(ALL, LANGUAGES * len(TASKS), strict=True)]
every_task = pytest.mark.parametrize("task", ALL, ids=NAMES)


def rows(task: Task, step: int = 0, size: int = 50) -> list[tuple[list[int], list[int]]]:
    batch = task.batch(0, step, size)
    return list(zip(batch.ids.tolist(), batch.targets.tolist(), strict=True))


@every_task
def test_a_batch_is_a_function_of_seed_and_step(task: Task) -> None:
    batch, again = task.batch(3, 5, 8), task_from(task.as_dict()).batch(3, 5, 8)
    assert batch.ids.dtype == batch.targets.dtype == np.int64
    assert batch.ids.shape == batch.targets.shape == (8, task.length)
    assert batch.ids.flags.c_contiguous
    assert batch.targets.flags.c_contiguous
    np.testing.assert_array_equal(batch.ids, again.ids)
    np.testing.assert_array_equal(batch.targets, again.targets)
    others = [task.batch(3, 6, 8), task.batch(4, 5, 8), task.batch(3, -5, 8), task.batch(3, -6, 8)]
    assert all((batch.ids != other.ids).any() for other in others)


@every_task
def test_ids_and_labels(task: Task) -> None:
    batch = task.batch(0, 0, 200)
    count = len(task.labels)
    assert batch.ids.min() >= 0
    assert batch.ids.max() < count
    assert batch.targets.min() >= IGNORED
    assert batch.targets.max() < count
    assert len(set(task.labels)) == count
    assert all(label.strip() and label.isprintable() for label in task.labels)
    assert task.mask == ("none" if task.name in ("reverse", "copy", "sort") else "causal")


@every_task
def test_the_losses_are_those_of_the_batches(task: Task) -> None:
    """Plug-in entropies of 40 000 rows or fewer; rare pairs that never came make the counted value a little lower."""
    batch = task.batch(0, 0, 10_000)
    counts = batch.targets != IGNORED
    counted = counted_losses(len(task.labels), batch.ids[counts], batch.targets[counts])
    exact = task.losses()
    assert exact.uniform == log(len(task.labels))
    assert exact.uniform >= exact.unigram - 1e-12 >= exact.bigram - 2e-12 >= -2e-12
    assert counted.unigram == pytest.approx(exact.unigram, abs=0.01)
    assert counted.bigram == pytest.approx(exact.bigram, abs=0.02)


def test_losses_say_what_they_mean() -> None:
    found = make_task("copy", symbols=8).losses().rows()
    assert [(name, round(value, 4)) for name, value, _ in found] == [("uniform", 2.0794), ("unigram", 2.0794), ("bigram", 0.0)]
    assert all(meaning for *_, meaning in found)


@pytest.mark.parametrize("name", ["reverse", "copy", "sort"])
def test_rearranged_by_hand(name: str) -> None:
    by_hand = {"reverse": lambda row: row[::-1], "copy": list, "sort": sorted}[name]
    task = make_task(name)
    assert (task.length, len(task.labels)) == (24, 32)
    assert all(targets == by_hand(ids) for ids, targets in rows(task))


@pytest.mark.parametrize("name, share", [("copy", 1), ("sort", 1 / 3), ("reverse", 1 / 3)])
def test_what_the_place_itself_tells_by_hand(name: str, share: float) -> None:
    """T 3, S 2: equal with probability share + (1 − share)/2, so H = 0 for copy and H(2/3) = 0.6365 for both others."""
    same = share + (1 - share) / 2
    by_hand = 0.0 if name == "copy" else -same * log(same) - (1 - same) * log(1 - same)
    assert make_task(name, length=3, symbols=2).losses().bigram == pytest.approx(by_hand)


@pytest.mark.parametrize("length, count", [(32, 32), (5, 3), (4, 7)])
def test_what_repeats_can_be_told_and_only_that_counts(length: int, count: int) -> None:
    """A slow model of induction, which takes what followed the same symbol before, is always right where it counts."""
    for ids, targets in rows(make_task("induction", length=length, symbols=count)):
        for place, target in enumerate(targets):
            earlier = [there for there in range(place) if ids[there] == ids[place]]
            assert (target == IGNORED) == (not earlier)
            assert not earlier or ids[earlier[-1] + 1] == target
            assert place + 1 == length or target in (IGNORED, ids[place + 1])
        assert any(target != IGNORED for target in targets)


def test_periods_differ_from_row_to_row() -> None:
    """T 32: from 8 to 16, so that the place alone does not tell where the first round ends."""
    assert {targets.count(IGNORED) for _, targets in rows(make_task("induction"), size=500)} == set(range(8, 17))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["agreement", "reference"])
def test_sentences_are_padded_and_the_link_decides_the_form(name: str, language: Any) -> None:
    """The word that answers depends on the word it is linked with and, given that, on nothing before it."""
    task = make_task(name, language=language, length=15)
    assert isinstance(task, Sentences)
    batch, links = task.batch(0, 0, 2000), task.links(0, 0, 2000)
    kinds: dict[str, set[str]] = {}
    for ids, targets, (source, answer) in zip(batch.ids.tolist(), batch.targets.tolist(), links.tolist(), strict=True):
        end = targets.index(IGNORED)
        assert targets[:end] == ids[1 : end + 1]
        assert task.vocabulary[targets[end - 1]] == "."
        assert set(targets[end:]) == {IGNORED}
        assert set(ids[end + 1 :]) <= {0}
        assert 0 not in ids[: end + 1]
        kinds.setdefault(task.vocabulary[ids[source]], set()).add(task.vocabulary[targets[answer - 1]])
    forms = {frozenset(words) for words in kinds.values()}
    assert len(kinds) >= 20
    assert len(forms) == {"agreement": 2, "reference": 3 if language == "en" else 4}[name]
    assert sum(map(len, forms)) == len(frozenset().union(*forms)), "one form for two kinds"


def test_sentences_as_they_read() -> None:
    task = make_task("agreement")
    known = "the keys to the cabinet are old ."
    assert task.decode(task.encode(known)) == known
    spanish = make_task("agreement", language="es")
    assert spanish.decode(spanish.encode("las llaves del armario están perdidas .")).endswith("perdidas .")
    written = {" ".join(spanish.vocabulary[i] for i in ids if i) for ids, _ in rows(spanish, size=3000)}
    assert not any(" de el " in sentence or " a el " in sentence for sentence in written)


def test_a_short_row_of_sentences_is_refused() -> None:
    with pytest.raises(InputError, match="length is 9, but for the task “agreement” it must be a whole number from 10"):
        make_task("agreement", length=9)


def test_b05_unknown_characters_are_named() -> None:
    task = make_task("characters", text="abcabc")
    assert task.labels == ("a", "b", "c")
    with pytest.raises(InputError, match="3 symbols, does not have: “z”, “\\?”"):
        task.encode("abcz?z")
    assert task.encode("cab").tolist() == [2, 0, 1]
    assert task.decode([2, 0, 1]) == "cab"
    with pytest.raises(KeyError):
        task.decode([IGNORED])


def test_a_long_list_of_unknown_characters_is_cut() -> None:
    with pytest.raises(InputError, match="“W”, “X”, …"):
        make_task("characters", text="abc").encode("EFGHIJKLMNOPQRSTUVWXYZ")


@pytest.mark.parametrize("text", ["", "a", "aaaa"])
def test_texts_without_anything_to_learn_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="two different characters"):
        make_task("characters", text=text)


@pytest.mark.parametrize("text, reason", [("ab\ud83dc", "character 3 is U\\+D83D"), ("ab" * 500_001, "1000002 characters")])
def test_texts_that_cannot_be_kept_are_refused(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        make_task("characters", text=text)


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=2, max_size=60).filter(lambda text: len(set(text)) > 1))
def test_any_text_of_ones_own_can_be_learnt(text: str) -> None:
    """Windows are pieces of the text, whatever it is written in."""
    task = make_task("characters", text=text)
    assert task.decode(task.encode(text)) == text
    assert task.length == min(32, len(text) - 1)
    batch = task.batch(0, 0, 4)
    for ids, targets in zip(batch.ids.tolist(), batch.targets.tolist(), strict=True):
        assert task.decode([*ids, targets[-1]]) in text
        assert targets[:-1] == ids[1:]


def test_the_last_tenth_is_held_out() -> None:
    """Of 1000 characters that are all different, ids of the text in order: training shows 0 … 899, held out are 900 … 999."""
    task = make_task("characters", text="".join(map(chr, range(0x4E00, 0x4E00 + 1000))))
    seen = [task.batch(0, step, 10_000) for step in (0, -1)]
    assert [(batch.ids.min(), batch.targets.max()) for batch in seen] == [(0, 899), (900, 999)]


def test_a_text_too_short_for_a_part_held_out_is_learnt_whole() -> None:
    task = make_task("characters", text="abcdefghij" * 10, length=10)
    assert isinstance(task, Characters)
    assert task.held_out == 0
    assert task.batch(0, -1, 4).ids.shape == (4, 10)


def test_entropies_of_a_text_by_hand() -> None:
    """aab, three times and a last a: 7 a and 3 b are followed by a, a→a 3, a→b 3, b→a 3."""
    losses = make_task("characters", text="aabaabaaba").losses()
    assert losses.unigram == pytest.approx(-(6 / 9) * log(6 / 9) - (3 / 9) * log(3 / 9))
    assert losses.bigram == pytest.approx(6 / 9 * log(2))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shipped_texts_are_prose(language: Any) -> None:
    """As the stability experiment needs them: long, unigram entropy near 2.9 nats, and much to be learnt from one character."""
    task = make_task("characters", language=language)
    assert isinstance(task, Characters)
    assert len(task._numbers) >= 30_000
    losses = task.losses()
    assert 2.8 < losses.unigram < 3.05
    assert 2.0 < losses.bigram < 2.5
    assert 35 <= len(task.labels) <= 80  # small letters alone
    assert {"␣", "⏎"} <= set(task.labels)


@pytest.mark.parametrize("count", [2, 26, 27, 62, 63, 1000])
def test_symbols_are_different_and_stand_in_order(count: int) -> None:
    assert list(symbols(count)) == sorted(set(symbols(count)))
    assert len(symbols(count)) == count


@every_task
def test_a_task_comes_back_from_its_record(task: Task) -> None:
    back = task_from(task.as_dict())
    assert back.as_dict() == task.as_dict()
    assert back.labels == task.labels


def test_a_text_comes_back_with_its_record() -> None:
    task = make_task("characters", text="¿Qué?\n🙂", length=3)
    assert task.as_dict() == {"name": "characters", "length": 3, "text": "¿Qué?\n🙂"}
    assert task_from(task.as_dict()).vocabulary == task.vocabulary


@pytest.mark.parametrize(
    "record",
    [
        None,
        [],
        "reverse",
        {},
        {"name": "sing"},
        {"name": []},
        {"name": "reverse"},
        {"name": "reverse", "length": 24, "symbols": 32, "more": 1},
        {"name": "reverse", "length": 24, "symbols": 32.0},
        {"name": "reverse", "length": True, "symbols": 32},
        {"name": "reverse", "length": 0, "symbols": 32},
        {"name": "reverse", "length": 24, "symbols": 1},
        {"name": "reverse", "length": 24, "language": "en"},
        {"name": "induction", "length": 32, "symbols": 15},
        {"name": "agreement", "length": 12, "language": "fr"},
        {"name": "agreement", "length": 12, "text": "abc"},
        {"name": "characters", "length": 32, "language": "en", "text": "abc"},
        {"name": "characters", "length": 3, "text": "abc"},
    ],
)
def test_anything_that_is_no_record_is_refused(record: object) -> None:
    with pytest.raises(InputError):
        task_from(record)


@pytest.mark.parametrize(
    "name, values, reason",
    [
        ("sing", {}, "no task “sing”.*reverse, copy"),
        ("characters", {"symbols": 3}, "no symbols"),
        ("sort", {"text": "abc"}, "no text"),
        ("sort", {"symbols": 1001}, "from 2 to 1000"),
        ("sort", {"length": 5000}, "from 1 to 2048"),
        ("induction", {"length": 3}, "from 4"),
        ("reference", {"language": "fr"}, "“fr”.*en, es"),
    ],
)
def test_what_a_task_does_not_have_is_a_sentence(name: str, values: dict[str, Any], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        make_task(name, **values)
