"""Settings that come back as they were, and a start that no file can prevent."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.messages import InputError
from gui import settings as module
from gui.i18n import explain
from gui.settings import RECENT_LIMIT, Settings, SettingsStore, default_path

NOTED = pytest.mark.logs


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.json"


def _written(path: Path, data: bytes) -> SettingsStore:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return SettingsStore(path)


def _backups(path: Path) -> list[Path]:
    return sorted(path.parent.glob("*backup*"))


def test_first_start_has_the_defaults_and_writes_nothing(path: Path):
    store = SettingsStore(path)
    assert (store.settings, store.problem) == (Settings(), None)
    assert not path.parent.exists()


def test_default_place_is_in_the_home_of_the_test():
    assert default_path().name == "settings.json"
    assert default_path().is_relative_to(Path.home())


def test_b94_types_survive_a_restart(path: Path):
    """Written here, read by a new process: off is off, a number is a number, a list of one is a list of one, an empty one empty."""
    store = SettingsStore(path)
    code = f"from pathlib import Path; from gui.settings import *; print(repr(SettingsStore(Path({str(path)!r})).settings))"
    for recent in (("/a/b.json",), ()):
        store.update(reduced_motion=False, zoom=1.1, recent_files=recent)
        assert store.save()
        out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
        for setting in ("reduced_motion=False", "zoom=1.1", f"recent_files={recent!r}"):
            assert setting in out.stdout


@pytest.mark.parametrize(
    "data",
    [
        b"\0" * 136,
        b"",
        b'{"version": 1, "zoom": 1.',
        b"[]",
        b"null",
        b"\xff\xfe{",
        b"[" * 100_000,
        b'{"zoom": NaN}',
        b" " * (2 << 20),
    ],
    ids=["136 zeros", "empty", "half", "list", "null", "not UTF-8", "deep", "NaN", "huge"],
)
@NOTED
def test_b95_damaged_file_is_kept_and_does_not_block(path: Path, data: bytes):
    store = _written(path, data)
    assert store.settings == Settings()
    assert isinstance(store.problem, InputError)
    assert "settings.backup.json" in explain(store.problem)
    assert [backup.read_bytes() for backup in _backups(path)] == [data]
    again = SettingsStore(path)
    assert (again.settings, again.problem) == (Settings(), None)


@pytest.mark.parametrize(
    "field, value",
    [
        ("zoom", "twelve"),
        ("zoom", 99),
        ("zoom", True),
        ("theme", "sepia"),
        ("reduced_motion", "false"),
        ("reduced_motion", 0),
        ("recent_files", "/a"),
        ("recent_files", [1]),
        ("recent_files", ["x"] * (RECENT_LIMIT + 1)),
        ("colour of the door", "red"),
    ],
)
@NOTED
def test_b95_one_bad_value_costs_only_itself(path: Path, field: str, value: object):
    data = json.dumps({"version": 1, "language": "es", field: value}).encode()
    store = _written(path, data)
    assert store.settings == Settings(language="es")
    assert store.problem is not None
    assert field in explain(store.problem)
    assert [backup.read_bytes() for backup in _backups(path)] == [data]
    assert SettingsStore(path).settings.language == "es"


@NOTED
def test_b95_newer_file_is_used_as_far_as_it_is_known_and_kept(path: Path):
    store = _written(path, b'{"version": 2, "theme": "dark", "hologram": true}')
    assert store.settings == Settings(theme="dark")
    assert store.problem is not None
    assert "newer" in explain(store.problem)
    assert json.loads(_backups(path)[0].read_text())["hologram"] is True


@NOTED
def test_b95_an_earlier_backup_is_not_overwritten(path: Path):
    for text in (b"first", b"second", b"third"):
        _written(path, text)
    assert sorted(backup.read_bytes() for backup in _backups(path)) == [b"first", b"second", b"third"]


@NOTED
def test_b95_full_disk_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch):
    store = SettingsStore(path)
    store.update(theme="dark")
    assert store.save()
    before = path.read_bytes()

    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "atomic_write", full)
    store.update(theme="light")
    assert not store.save()
    assert store.settings.theme == "light"
    assert store.problem is not None
    assert "No space left on device" in explain(store.problem)
    assert path.read_bytes() == before


@NOTED
def test_b95_folder_that_cannot_be_made(tmp_path: Path):
    """A file stands where the folder should be: works for root too, unlike permissions."""
    (tmp_path / "config").write_text("")
    store = SettingsStore(tmp_path / "config" / "settings.json")
    store.update(zoom=1.5)
    assert not store.save()
    assert store.settings.zoom == 1.5
    assert store.problem is not None


@NOTED
def test_b95_something_else_in_the_files_place(path: Path):
    path.mkdir(parents=True)
    store = SettingsStore(path)
    assert store.settings == Settings()
    assert store.problem is not None
    assert not store.save() or path.is_file()


@NOTED
def test_reset_goes_back_and_keeps_the_old_file(path: Path):
    store = SettingsStore(path)
    store.update(theme="dark", zoom=2.0)
    store.save()
    store.reset()
    assert (store.settings, SettingsStore(path).settings) == (Settings(), Settings())
    assert json.loads(_backups(path)[0].read_text())["theme"] == "dark"


def test_illegal_values_cannot_be_set(path: Path):
    store = SettingsStore(path)
    for wrong in ({"zoom": 0.0}, {"zoom": float("nan")}, {"theme": "sepia"}, {"recent_files": ("x",) * 11}):
        with pytest.raises((msgspec.ValidationError, ValueError)):
            store.update(**wrong)
    with pytest.raises(TypeError):
        store.update(hologram=True)
    assert store.settings == Settings()


def test_saving_nothing_new_touches_no_file(path: Path):
    store = SettingsStore(path)
    store.update(theme="dark")
    store.save()
    os.utime(path, (1, 1))
    store.update(theme="dark")
    assert store.save()
    assert path.stat().st_mtime == 1
    assert stat.S_ISREG(path.stat().st_mode)


def test_recent_files_are_the_last_ones_once_each():
    kept = Settings()
    for number in (*range(12), 11, 3):
        kept = kept.with_recent(f"/folder/{number}.json")
    numbers = [os.path.basename(file).removesuffix(".json") for file in kept.recent_files]
    assert numbers == ["3", "11", "10", "9", "8", "7", "6", "5", "4", "2"]
    assert kept.last_folder == "/folder"


@NOTED
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.binary(max_size=200)
    | st.dictionaries(st.sampled_from(["zoom", "theme", "recent_files", "x"]), st.none() | st.text() | st.floats()).map(
        lambda fields: json.dumps(fields).encode()
    )
)
def test_b95_no_file_prevents_the_start(tmp_path: Path, data: bytes):
    path = tmp_path / "settings.json"
    for old in tmp_path.iterdir():
        old.unlink()
    store = _written(path, data)
    assert isinstance(store.settings, Settings)
    again = SettingsStore(path)
    assert (again.settings, again.problem) == (store.settings, None)
