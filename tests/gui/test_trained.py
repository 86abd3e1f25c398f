"""Trained weights that are kept: put and got again, named by sessions, and refused where they are not whole or not here."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from core.files.checkpoint import Checkpoint, read_checkpoint, write_checkpoint
from core.learning.tasks import make_task
from core.messages import InputError
from core.model import ModelConfig, forward, random_weights
from gui import trained
from gui.captions import caption_lines, exact_caption, source_of
from gui.computation import given_weights
from gui.documents import decoded, encoded
from gui.state import Document, Selection
from gui.trained import IN_MEMORY, Kept, found, keep, keep_file, path_of, weights_of

TASK = make_task("characters", text="abcabc?cab abc" * 4, length=6)
CONFIG = ModelConfig(d_model=8, n_heads=2, n_layers=2, d_ff=8, vocabulary=len(TASK.vocabulary), mask="causal")


def checkpoint(seed: int = 0, task: str | None = "characters") -> Checkpoint:
    config = replace(CONFIG, seed=seed)
    if task is None:
        return Checkpoint(config, random_weights(config), "characters", None, 0, 0)
    return Checkpoint(config, random_weights(config), TASK.vocabulary, TASK.as_dict(), seed=3, step=240)


def kept(seed: int = 0) -> Kept:
    return keep(checkpoint(seed), "run 2 · step 300")


def forget() -> None:
    """As in a program that was started again."""
    trained._in_memory.clear()


def test_what_is_kept_is_a_checkpoint_under_its_digest() -> None:
    one = kept().trained
    path = path_of(one)
    assert path.parent.name == "weights"
    assert sha256(path.read_bytes()).hexdigest() == path.stem == one.digest
    assert (one.name, one.origin, one.config, one.pieces) == ("run 2 · step 300", "trained here", CONFIG, TASK.vocabulary)
    assert kept().trained == one
    assert kept(seed=1).trained.digest != one.digest
    assert sorted(p.name for p in path.parent.iterdir()) == sorted(path_of(kept(seed).trained).name for seed in (0, 1))


def test_the_numbers_come_back_for_every_model_that_they_fit() -> None:
    one = kept().trained
    forget()
    config = replace(CONFIG, mask="none", norm="none")
    weights = weights_of(one, config)
    assert (weights.config, weights.name, weights.origin) == (config, "run 2 · step 300", "trained here")
    np.testing.assert_array_equal(weights["blocks.1.attention.W_Q"], random_weights(CONFIG)["blocks.1.attention.W_Q"])
    with pytest.raises(InputError, match="“run 2 · step 300” have no “embedding"):
        weights_of(one, replace(CONFIG, d_model=16))


def test_two_are_in_memory_and_any_thread_may_ask() -> None:
    """Four sets, eight threads: every one gets its own numbers, and afterwards no more than two are held."""
    several = [kept(seed).trained for seed in range(4)]
    wrong: list[int] = []

    def ask(number: int) -> None:
        for turn in range(8):
            seed = (number + turn) % 4
            here = np.array(weights_of(several[seed], CONFIG)["embedding.token"])
            if not np.array_equal(here, random_weights(replace(CONFIG, seed=seed))["embedding.token"]):
                wrong.append(seed)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(trained._in_memory) == IN_MEMORY


def test_a_file_is_kept_under_its_own_name_and_refused_in_its_own_sentence(tmp_path: Path) -> None:
    path = tmp_path / "señal.safetensors"
    write_checkpoint(path, checkpoint())
    one = keep_file(path).trained
    assert (one.name, one.origin) == ("señal.safetensors", "loaded")
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(InputError, match=r"“señal\.safetensors” is damaged"):
        keep_file(path)
    assert len(list(path_of(one).parent.iterdir())) == 1


def test_what_was_damaged_is_told_and_mended_by_keeping_it_again() -> None:
    one = kept().trained
    path_of(one).write_bytes(path_of(one).read_bytes()[:-4] + b"\0\0\0\1")
    forget()
    with pytest.raises(InputError, match="“run 2 · step 300” is damaged or gone") as caught:
        weights_of(one, CONFIG)
    assert "\n" not in str(caught.value)
    assert kept().trained == one
    forget()
    assert weights_of(one, CONFIG).origin == "trained here"


def test_a_folder_that_cannot_be_made_is_one_sentence() -> None:
    place = path_of(kept().trained).parent
    for file in place.iterdir():
        file.unlink()
    place.rmdir()
    place.write_text("in the way")
    with pytest.raises(InputError, match="folder cannot be written"):
        kept()


def test_the_sample_can_be_read_and_is_of_the_part_held_out() -> None:
    """The first row of the batch before the first; without a task a few pieces, and of a named tokeniser nothing."""
    row = TASK.batch(3, -1, 1).ids[0]
    assert kept().sample == "".join(TASK.vocabulary[number] for number in row)
    assert keep(checkpoint(task=None), "x").sample == ""
    own = replace(checkpoint(), task=None, tokenizer=("a b", "cab", "dog", "<x>", "eel", "f"))
    assert keep(own, "x").sample == "cab dog eel f"  # what stands with a blank or in brackets is cut otherwise
    words = make_task("agreement")
    model = replace(CONFIG, vocabulary=len(words.vocabulary))
    of_words = keep(Checkpoint(model, random_weights(model), words.vocabulary, words.as_dict(), 0, 1), "x")
    assert of_words.sample == " ".join(words.vocabulary[number] for number in words.batch(0, -1, 1).ids[0])
    assert of_words.trained.tokenizer == "words"


def document(one: Kept) -> Document:
    return Document(
        text="abc cab",
        tokenizer="characters",
        config=replace(CONFIG, mask="none"),
        trained=one.trained,
        random_config=ModelConfig(),
        selection=Selection(layer=1, head=1, query=6, key=2),
    )


def test_a_session_names_them_and_gets_them_again() -> None:
    """On either side of a comparison; the chosen cell too, although the bytes alone do not say how many tokens there are."""
    saved = replace(document(kept()), left=document(kept(seed=1)))
    forget()
    assert decoded(encoded(saved), "x") == saved
    record = json.loads(encoded(saved))
    assert record["version"] == 4
    assert record["trained"] == {"digest": kept().trained.digest, "name": "run 2 · step 300", "origin": "trained here"}


def test_a_session_whose_weights_are_elsewhere_says_so() -> None:
    saved = document(kept())
    data = encoded(saved)
    path_of(saved.trained or pytest.fail("nothing")).unlink()
    with pytest.raises(InputError) as caught:
        decoded(data, "class.json")
    assert str(caught.value) == (
        "“class.json” uses the weights “run 2 · step 300”, which are not on this computer: open their file first, then the "
        "session again."
    )
    kept()
    assert decoded(data, "class.json") == saved


def test_a_session_whose_model_needs_other_parameters_is_refused() -> None:
    record = json.loads(encoded(document(kept())))
    record["config"]["d_model"] = 16
    with pytest.raises(
        InputError, match=r"“class\.json” holds something that is not allowed: The weights “run 2 · step 300” have no"
    ):
        decoded(json.dumps(record).encode(), "class.json")
    broken = kept(seed=2).trained
    path_of(broken).write_bytes(b"x")
    forget()
    with pytest.raises(InputError, match="damaged or gone"):
        found(broken.digest, broken.name, broken.origin, "class.json")


def test_every_caption_says_whose_they_are(qapp: object) -> None:
    """In words for pictures, with the command for numbers: their file brings the model, and only what was switched is an option."""
    shown = document(kept())
    assert source_of(shown) == ("trained here", "run 2 · step 300")
    assert caption_lines(shown, ())[1].startswith("weights trained here: run 2 · step 300 · Layers: 2 · ")
    exact = exact_caption(shown, ())
    assert f"--weights {path_of(kept().trained)} --mask none" in exact
    assert "--d-model" not in exact
    assert source_of(replace(shown, trained=None)) == ("random", "seed 0")


def test_what_is_computed_with_them_is_what_the_file_gives() -> None:
    one = kept().trained
    mine = given_weights(one, CONFIG)
    assert mine is not None
    theirs = forward(CONFIG, read_checkpoint(path_of(one)).weights, [0, 1, 2])
    ours = forward(CONFIG, mine, [0, 1, 2])
    assert ours.logits is not None
    assert theirs.logits is not None
    np.testing.assert_array_equal(ours.logits, theirs.logits)
