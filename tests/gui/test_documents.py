"""Documents, session files and the work that is saved by itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.messages import InputError
from core.model import preset
from core.model.constructed import constructed_config
from core.model.interventions import ForcePattern, HeadOff, Interventions
from gui.autosave import Autosave
from gui.documents import decoded, encoded, opened
from gui.state import Document, Selection, ViewOptions

EVERYTHING = Document(
    text="hi 🙂\u00a0cat\n\tend",
    tokenizer="characters",
    config=preset("gpt2-small", seed=7),
    random_config=preset("small", norm="none"),
    interventions=Interventions((HeadOff(0, 1), ForcePattern(2, 3, "uniform"))),
    selection=Selection(layer=3, head=2, query=1, key=0),
    left=Document(text="A", config=preset("small", norm="post")),
    view=ViewOptions(scale="log", color_map="grey", tab="table", work_unit="FLOP", ledger_length=1000),
)


def test_a_document_comes_back_as_it_was() -> None:
    """Every field differs from its default here, so one that is forgotten would show; a constructed head has but one layer.

    Trained weights: tests/gui/test_trained.py.
    """
    constructed = Document(config=constructed_config("uniform"), constructed="uniform")
    assert decoded(encoded(constructed), "x") == constructed
    for part in (EVERYTHING, EVERYTHING.selection, EVERYTHING.view):
        usual = type(part)()
        assert all(
            getattr(part, name) != getattr(usual, name)
            for name in part.__dataclass_fields__
            if name not in ("constructed", "trained")
        )
    assert decoded(encoded(EVERYTHING), "x") == EVERYTHING


def test_a_text_file_becomes_the_sentence(tmp_path: Path) -> None:
    """The model stays; a mark at the beginning and the last line end are not part of the sentence."""
    path = tmp_path / "niño 模型.txt"
    path.write_bytes("\ufeffuno\ndos\n".encode())
    document = opened(str(path), EVERYTHING)
    assert (document.text, document.config, document.tokenizer) == ("uno\ndos", EVERYTHING.config, "characters")


def test_a_session_is_known_by_its_content(tmp_path: Path) -> None:
    """Also under another name."""
    path = tmp_path / "session"
    path.write_bytes(encoded(EVERYTHING))
    assert opened(str(path), Document()) == EVERYTHING


@pytest.mark.parametrize(
    "name,content,words",
    [
        ("a.txt", b"\xff\xfe\x00", "neither a session nor a text"),
        ("a.txt", b"a\0b", "neither a session nor a text"),
        ("a.txt", b"x" * 200_001, "200001 bytes"),
        ("a.json", b"[1]", "no session file"),
        ("a.json", b"", "empty"),
        ("missing.json", None, "cannot be opened"),
    ],
)
def test_other_files_are_refused_in_a_sentence_that_names_them(
    tmp_path: Path, name: str, content: bytes | None, words: str
) -> None:
    """Nothing is opened."""
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=words) as caught:
        opened(str(path), EVERYTHING)
    assert name in str(caught.value)


def test_work_is_saved_by_itself_and_is_there_again(qapp: object, qtbot: QtBot, tmp_path: Path) -> None:
    """A moment after the change, without close() – as after kill −9 – the file holds the last document."""
    first = Autosave(tmp_path)
    assert first.restored() is None
    first.schedule(Document(text="one"))
    first.schedule(EVERYTHING)
    qtbot.waitUntil((tmp_path / "1.json").exists)
    assert decoded((tmp_path / "1.json").read_bytes(), "x") == EVERYTHING
    first.close()
    second = Autosave(tmp_path)
    assert second.restored() == EVERYTHING
    second.close()


def test_close_saves_what_is_not_saved_yet(qapp: object, tmp_path: Path) -> None:
    """Before the moment has passed."""
    work = Autosave(tmp_path)
    work.schedule(EVERYTHING)
    work.close()
    assert decoded((tmp_path / "1.json").read_bytes(), "x") == EVERYTHING


def test_two_windows_keep_their_work_apart(qapp: object, tmp_path: Path) -> None:
    """The second takes the second slot; when the first is closed, its slot is free again."""
    first, second = Autosave(tmp_path), Autosave(tmp_path)
    first.schedule(replace(EVERYTHING, text="first"))
    second.schedule(replace(EVERYTHING, text="second"))
    first.close()
    second.close()
    assert decoded((tmp_path / "1.json").read_bytes(), "x").text == "first"
    assert decoded((tmp_path / "2.json").read_bytes(), "x").text == "second"


@pytest.mark.logs
@pytest.mark.parametrize("content", [b"\0" * 136, b"", b'{"format": "transformador session", "ver'])
def test_b95_damaged_work_is_set_aside(qapp: object, tmp_path: Path, content: bytes) -> None:
    """The start goes on without it, says so, and the damaged file is kept."""
    (tmp_path / "1.json").write_bytes(content)
    work = Autosave(tmp_path)
    assert work.restored() is None
    assert work.problem is not None
    assert (tmp_path / "1.damaged-1.json").read_bytes() == content
    work.close()


@pytest.mark.logs
def test_work_without_a_folder_is_kept_in_memory_only(qapp: object, tmp_path: Path) -> None:
    """A file stands where the folder should be: no exception, nothing restored."""
    (tmp_path / "work").write_text("in the way")
    work = Autosave(tmp_path / "work")
    work.schedule(EVERYTHING)
    assert work.restored() is None
    work.close()


def test_the_work_of_another_window_is_offered_and_opened_once(qapp: object, tmp_path: Path) -> None:
    """Slot 2 was left behind: the next start finds it, opens it, and it is gone; a window that is open is left alone."""
    (tmp_path / "2.json").write_bytes(encoded(EVERYTHING))
    first = Autosave(tmp_path)
    path = first.left_behind()
    assert path is not None
    assert first.adopt(path) == EVERYTHING
    assert first.left_behind() is None
    second = Autosave(tmp_path)
    second.schedule(EVERYTHING)
    second.close()
    third = Autosave(tmp_path)
    (tmp_path / "2.json").write_bytes(encoded(EVERYTHING))
    assert first.left_behind() is None
    third.close()
    first.close()


def test_work_that_cannot_be_saved_is_told_once(qapp: object, qtbot: QtBot, tmp_path: Path) -> None:
    """A folder stands where the file should be: one sentence, not one for every key."""
    work = Autosave(tmp_path)
    (tmp_path / "1.json").mkdir()
    said: list[object] = []
    work.failed.connect(said.append)
    for text in ("a", "b"):
        work.schedule(Document(text=text))
        qtbot.wait(700)
    work.close()
    assert len(said) == 1


def test_line_ends_are_those_that_the_box_can_show(tmp_path: Path) -> None:
    """Windows' and old Macs' line ends become line feeds, as they do when pasted."""
    path = tmp_path / "a.txt"
    path.write_bytes(b"a\r\nb\rc")
    assert opened(str(path), EVERYTHING).text == "a\nb\nc"


def test_whatever_the_box_can_hold_can_be_saved_and_opened_again(tmp_path: Path) -> None:
    """100 000 characters of three bytes each: a larger file than a text may be, but a session of ours."""
    path = tmp_path / "long.transformador.json"
    document = replace(EVERYTHING, text="字" * 100_000, selection=Selection())
    path.write_bytes(encoded(document))
    assert path.stat().st_size > 200_000
    assert opened(str(path), Document()).text == document.text
