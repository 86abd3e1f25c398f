"""A text of one's own: what a file of it may look like."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core.learning.tasks import make_task
from core.learning.tasks.characters import SYMBOL_LIMIT
from core.learning.tasks.own_text import TEXT_BYTES, read_text
from core.messages import InputError


@pytest.mark.parametrize("data", [b"a\nb\n", b"a\r\nb\r\n", b"a\rb\r", b"\xef\xbb\xbfa\nb\n"])
def test_a_mark_and_other_line_ends_change_nothing(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "text.txt").write_bytes(data)
    assert read_text(str(tmp_path / "text.txt")) == "a\nb\n"


def test_as_many_bytes_as_may_be_and_one_more(tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    file.write_bytes(b"a" * TEXT_BYTES)
    assert len(read_text(str(file))) == TEXT_BYTES
    file.write_bytes(b"a" * (TEXT_BYTES + 1))
    with pytest.raises(InputError, match=r"“text\.txt” has more than 4000000 bytes"):
        read_text(str(file))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a file without an end")
def test_a_file_without_an_end_is_not_read_to_it() -> None:
    with pytest.raises(InputError, match="more than 4000000 bytes"):
        read_text("/dev/zero")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe with a name")
def test_a_pipe_that_nobody_writes_into_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "text.txt")
    with pytest.raises(InputError, match=r"“text\.txt” is a pipe and no file"):
        read_text(str(tmp_path / "text.txt"))


def test_as_many_different_characters_as_may_be_and_one_more() -> None:
    """Half a million of them would make a table of a model."""
    symbols = "".join(map(chr, range(0x4E00, 0x4E00 + SYMBOL_LIMIT)))
    assert len(make_task("characters", text=symbols).labels) == SYMBOL_LIMIT
    with pytest.raises(InputError, match=f"{SYMBOL_LIMIT + 1} different characters, limit {SYMBOL_LIMIT}"):
        make_task("characters", text=symbols + "a")


def test_what_is_no_text_or_not_there(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"\x89PNG")
    with pytest.raises(InputError, match=r"“a\.png” is no text in UTF-8"):
        read_text(str(tmp_path / "a.png"))
    for name in ("missing", "."):
        with pytest.raises(InputError, match="cannot be opened"):
            read_text(str(tmp_path / name))
