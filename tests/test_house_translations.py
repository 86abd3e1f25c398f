"""Every sentence has its Spanish, and the compiled files say what the Linguist files say."""

from __future__ import annotations

import re
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tools import translations

SPANISH = translations.FOLDER / "transformador_es.ts"


def messages(path: Path) -> dict[tuple[str, str], ET.Element]:
    """(context, source) -> translation."""
    return {
        (context.findtext("name", ""), message.findtext("source", "")): message.find("translation")
        for context in ET.parse(path).getroot().iter("context")
        for message in context.iter("message")
    }


@pytest.fixture(scope="module")
def updated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Spanish file after a look at the sentences of today."""
    copy = tmp_path_factory.mktemp("i18n") / SPANISH.name
    shutil.copy(SPANISH, copy)
    translations.update([copy])
    return copy


def test_no_sentence_is_missing_and_none_is_left_over(updated: Path) -> None:
    now, there = set(messages(updated)), set(messages(SPANISH))
    assert len(there) > 100
    assert sorted(now - there) == []
    assert sorted(there - now) == []


def test_every_sentence_is_translated(updated: Path) -> None:
    unfinished = [
        key for key, entry in messages(updated).items() if entry.get("type") is not None or not (entry.text or "").strip()
    ]
    assert unfinished == []


def test_every_translation_fills_in_the_same_fields() -> None:
    """A field that is named differently in the translation would raise a KeyError in front of the person."""
    field = re.compile(r"\{[^{}]*\}")
    wrong = [
        key
        for key, entry in messages(SPANISH).items()
        if sorted(set(field.findall(key[1]))) != sorted(set(field.findall(entry.text or "")))
    ]
    assert wrong == []


def test_shortcut_letters_and_ends_are_kept() -> None:
    """“&” marks the letter of a menu entry, “…” that a question follows."""
    wrong = [
        key
        for key, entry in messages(SPANISH).items()
        if key[1].replace("&&", "").count("&") != (entry.text or "").replace("&&", "").count("&")
        or key[1].endswith("…") != (entry.text or "").endswith("…")
    ]
    assert wrong == []


@pytest.mark.parametrize("language", ["es"])
def test_compiled_files_are_up_to_date(language: str, tmp_path: Path) -> None:
    source = translations.FOLDER / f"transformador_{language}.ts"
    fresh = tmp_path / "fresh.qm"
    translations.compile_file(source, fresh)
    assert source.with_suffix(".qm").read_bytes() == fresh.read_bytes()
