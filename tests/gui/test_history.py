"""Undo and redo over whole documents."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from gui.history import LIMIT, History
from gui.state import Document, Selection


def texts(history: History) -> list[str]:
    """All texts that undo leads back through, the present one first."""
    found = [history.present.text]
    while history.undo():
        found.append(history.present.text)
    return found


def test_a_burst_of_typing_is_undone_at_once() -> None:
    """Three keystrokes, a switch, two more keystrokes: three steps back."""
    history = History(Document(text=""))
    for text in ("a", "ab", "abc"):
        history.push(replace(history.present, text=text), "typing", merge="typing")
    history.push(replace(history.present, tokenizer="bytes"), "tokenizer")
    for text in ("abcd", "abcde"):
        history.push(replace(history.present, text=text), "typing", merge="typing")
    assert texts(history) == ["abcde", "abc", "abc", ""]


def test_typing_after_undo_starts_a_new_entry_and_forgets_what_was_undone() -> None:
    """Undo to "", type x: undo leads to "", redo nowhere."""
    history = History(Document(text=""))
    history.push(Document(text="a"), "typing", merge="typing")
    assert history.undo()
    assert history.redo_label == "typing"
    history.push(Document(text="x"), "typing", merge="typing")
    assert history.redo_label is None
    assert texts(history) == ["x", ""]


def test_looking_elsewhere_is_no_change() -> None:
    """A selection is remembered in the present entry, is not undone, and does not cost the redo."""
    history = History(Document(text=""))
    history.push(Document(text="a"), "typing")
    history.undo()
    number = history.change
    history.replace(replace(history.present, selection=Selection(layer=2)))
    assert (history.change, history.redo_label, history.undo_label) == (number, "typing", None)
    assert history.redo()
    assert history.present.text == "a"


def test_the_oldest_changes_are_forgotten() -> None:
    """LIMIT changes can be undone, however many there were."""
    history = History(Document(text="0"))
    for number in range(1, LIMIT + 50):
        history.push(Document(text=str(number)), "typing")
    assert len(texts(history)) == LIMIT + 1


@given(st.lists(st.sampled_from(["push", "undo", "redo", "look"]), max_size=60))
def test_any_walk_agrees_with_a_list_and_a_place(steps: list[str]) -> None:
    """The plain model of undo: a list of texts and an index."""
    history, model, place = History(Document(text="start")), ["start"], 0
    for number, step in enumerate(steps):
        if step == "push":
            model, place = [*model[: place + 1], str(number)], place + 1
            history.push(Document(text=str(number)), "change")
        elif step == "undo":
            assert history.undo() == (place > 0)
            place = max(0, place - 1)
        elif step == "redo":
            assert history.redo() == (place + 1 < len(model))
            place = min(len(model) - 1, place + 1)
        else:
            history.replace(replace(history.present, selection=Selection(layer=number)))
        assert history.present.text == model[place]
        assert (history.undo_label is None) == (place == 0)
        assert (history.redo_label is None) == (place == len(model) - 1)


def test_a_document_belongs_to_the_file_it_came_from() -> None:
    """Open A, change, open B, undo: what is there again belongs to A, and saving it must not go into B."""
    history = History(Document(text="own"))
    history.push(Document(text="a"), "open a")
    history.belong_to("a.json")
    history.push(Document(text="a!"), "typing")
    history.push(Document(text="b"), "open b")
    history.belong_to("b.json")
    paths = [history.path]
    while history.undo():
        paths.append(history.path)
    assert paths == ["b.json", "a.json", "a.json", None]
