"""A file is written whole or not at all."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from core.files import atomic_write, atomic_writer, check_writable
from core.messages import InputError


def test_writes_and_replaces(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    atomic_write(path, b"one")
    atomic_write(path, b"two")
    assert path.read_bytes() == b"two"
    assert os.listdir(tmp_path) == ["a.json"]


def test_b61_folders_and_names_outside_ascii(tmp_path: Path) -> None:
    folder = tmp_path / "Željko" / "模型 1"
    folder.mkdir(parents=True)
    atomic_write(folder / "sesión 🙂.json", b"x")
    assert (folder / "sesión 🙂.json").read_bytes() == b"x"


@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt(), RuntimeError("bug")])
def test_b95_after_a_failure_the_old_file_stays_and_nothing_else(tmp_path: Path, failure: BaseException) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    expected = InputError if isinstance(failure, OSError) else type(failure)

    def write_half() -> None:
        with atomic_writer(path) as file:
            file.write(b"half")
            raise failure

    with pytest.raises(expected):
        write_half()
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.json"]


def test_b95_a_full_disk_is_said_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match=r"a\.json.*No space left"):
        atomic_write(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.json"]


@pytest.mark.parametrize("name", ["missing/a.json", ".", "a\0b"])
def test_impossible_places_are_refused(tmp_path: Path, name: str) -> None:
    for refuse in (lambda path: atomic_write(path, b"x"), check_writable):
        with pytest.raises(InputError, match="was not written"):
            refuse(tmp_path / name)
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such device, and links need rights")
def test_devices_are_not_replaced_and_links_are_followed(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(InputError, match="not a regular file"):
        atomic_write(pipe, b"x")
    assert pipe.is_fifo()
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "real").chmod(0o640)
    (tmp_path / "link").symlink_to("real")
    atomic_write(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"
    assert (tmp_path / "real").stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such device, and links need rights")
def test_whether_a_file_can_be_written_is_known_before(tmp_path: Path) -> None:
    """The same sentence that writing would say, and nothing is made or changed."""
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "device").symlink_to(os.devnull)
    (tmp_path / "nowhere").symlink_to("missing/a.json")
    (tmp_path / "old").write_bytes(b"old")
    (tmp_path / "link").symlink_to("old")
    before = sorted(os.listdir(tmp_path))
    for name in ("loop", "device", "nowhere"):
        with pytest.raises(InputError) as expected:
            atomic_write(tmp_path / name, b"x")
        with pytest.raises(InputError) as found:
            check_writable(tmp_path / name)
        assert str(found.value) == str(expected.value)
    for name in ("old", "link", "new"):
        check_writable(tmp_path / name)
    assert sorted(os.listdir(tmp_path)) == before
    assert (tmp_path / "old").read_bytes() == b"old"
