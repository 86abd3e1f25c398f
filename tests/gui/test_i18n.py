"""Languages that change while the program runs, and numbers as each language writes them."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import PySide6
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QEvent, QLocale
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLabel, QSpinBox
from pytestqt.qtbot import QtBot

from core.messages import InputError
from gui import i18n
from gui.page_tables import WORDS, numbered_words, table_words

MESSAGES = """<?xml version="1.0" encoding="utf-8"?><!DOCTYPE TS><TS version="2.1" language="es">
<context><name>core</name><message><source>{field} is {value}, not {limit}.</source>
<translation>{field} es {value}, y no {limit}.</translation></message></context>
<context><name>Greeting</name><message><source>key</source><translation>clave</translation></message></context></TS>"""


@pytest.fixture
def spanish(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Spanish with two texts, compiled here, so that the test does not depend on the real translation."""
    source, compiled = tmp_path / "es.ts", tmp_path / "es.qm"
    source.write_text(MESSAGES, encoding="utf-8")
    tool = Path(PySide6.__file__).parent / ("lrelease.exe" if sys.platform == "win32" else "lrelease")
    subprocess.run([tool, source, "-qm", compiled], check=True, capture_output=True, timeout=60)
    monkeypatch.setattr(i18n, "_messages", lambda _language: compiled.read_bytes())
    yield lambda: i18n.install(qapp, "es")
    i18n.install(qapp, "en")


@pytest.fixture(params=["en", "es"])
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Numbers only: no translation is loaded."""
    monkeypatch.setattr(i18n._Current, "language", request.param)
    return request.param


class Greeting(QLabel):
    """A widget as the house asks for."""

    def __init__(self) -> None:
        super().__init__()
        self.retranslate()

    def retranslate(self) -> None:
        self.setText(self.tr("key"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


def test_language_changes_without_restart(qtbot: QtBot, qapp: QApplication, spanish: Callable[[], None]):
    label = Greeting()
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    for widget in (label, buttons):
        qtbot.addWidget(widget)
    assert (label.text(), i18n.current_language()) == ("key", "en")
    for _ in range(3):
        spanish()
        qapp.processEvents()
        assert (label.text(), i18n.current_language()) == ("clave", "es")
        assert buttons.buttons()[0].text() == "Cancelar"
        i18n.install(qapp, "en")
        qapp.processEvents()
        assert (label.text(), i18n.current_language()) == ("key", "en")
        assert buttons.buttons()[0].text().replace("&", "") == "Cancel"


def test_explain_translates_and_writes_the_numbers(spanish: Callable[[], None]):
    """Ints in groups of the language, switches and texts as they are; a text without translation stays English."""
    error = InputError("{field} is {value}, not {limit}.", field="d_model", value=37859328, limit=True)
    assert i18n.explain(error) == "d_model is 37,859,328, not True."
    spanish()
    assert i18n.explain(error) == "d_model es 37\u202f859\u202f328, y no True."
    assert i18n.explain(InputError("no {x} here: {y}", x=0.5, y=(1000, "a"))) == "no 0,5 here: 1\u202f000, a"
    assert i18n.explain(InputError("{text}", text="{field} <b>")) == "{field} <b>"


def test_no_translation_leaves_english_and_says_so(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
):
    monkeypatch.setattr(i18n.resources, "files", lambda _package: tmp_path)
    assert i18n.install(qapp, "es") == "es"
    assert QCoreApplication.translate("Greeting", "key") == "key"
    assert i18n.integer(1000) == "1\u202f000"
    assert "cannot be read" in caplog.text
    (tmp_path / "i18n").mkdir()
    (tmp_path / "i18n" / "transformador_es.qm").write_bytes(b"not a translation")
    i18n.install(qapp, "es")
    assert "damaged" in caplog.text


@pytest.mark.parametrize(
    "wanted, expected",
    [
        (["es-MX", "en-US"], "es"),
        (["de-DE", "es-ES"], "es"),
        (["fr"], "en"),
        ([], "en"),
        (["en-GB", "es"], "en"),
        (["est-EE"], "en"),
    ],
)
def test_system_language_is_the_first_one_there_is(monkeypatch: pytest.MonkeyPatch, wanted: list[str], expected: str):
    class System:
        def uiLanguages(self) -> list[str]:
            return wanted

    monkeypatch.setattr(QLocale, "system", System)
    assert i18n.system_language() == expected


def test_b93_boxes_group_nothing(qtbot: QtBot, spanish: Callable[[], None]):
    """A typed 1.000 must not become one thousand, nor a thousand be shown as something that cannot be typed."""
    spanish()
    box = QSpinBox()
    qtbot.addWidget(box)
    box.setRange(0, 100000)
    box.setValue(37000)
    assert box.text() == "37000"
    box.setGroupSeparatorShown(False)
    assert box.valueFromText("2048") == 2048


@pytest.mark.parametrize(
    "n, english, spanish_",
    [
        (0, "0", "0"),
        (999, "999", "999"),
        (1000, "1,000", "1\u202f000"),
        (37859328, "37,859,328", "37\u202f859\u202f328"),
        (-1234567, "\u22121,234,567", "\u22121\u202f234\u202f567"),
        (10**21, "1" + ",000" * 7, "1" + "\u202f000" * 7),
    ],
)
def test_integer(language: str, n: int, english: str, spanish_: str):
    assert i18n.integer(n) == (english if language == "en" else spanish_)


def test_signed(language: str):
    comma = "," if language == "en" else "\u202f"
    assert [i18n.signed(n) for n in (128, -128, 0, 1000)] == ["+128", "\u2212128", "±0", f"+1{comma}000"]


def test_decimal(language: str):
    """-0.004 rounds to zero, which has no sign; what is no number is a dash (case B07)."""
    numbers = [i18n.decimal(x, 2) for x in (0.625, 1234.5, -0.004, -2, float("nan"), float("inf"))]
    english = ["0.62", "1,234.50", "0.00", "\u22122.00", "–", "∞"]
    assert numbers == (english if language == "en" else ["0,62", "1\u202f234,50", "0,00", "\u22122,00", "–", "∞"])
    assert i18n.decimal(1234.5, 0) in ("1,234", "1\u202f234")


@pytest.mark.parametrize("text", ["0.003", "0,003", "3e-3", " 0.003 ", ".003", ",003", "+0.003", "3E-03"])
def test_b93_point_and_comma_both_work(language: str, text: str):
    assert i18n.parse_decimal(text) == 0.003


def test_b93_what_could_be_a_thousand(language: str):
    """The sign that ends the whole part in the language is no riddle; the other one, before three digits, is."""
    own, other = (".", ",") if language == "en" else (",", ".")
    assert i18n.parse_decimal(f"1{own}000") == 1
    assert i18n.parse_decimal(f"1{own}250") == 1.25
    assert i18n.parse_decimal(f"1{other}000") is None
    assert i18n.parse_decimal(f"123{other}456") is None
    assert i18n.parse_decimal(f"0{other}500") == 0.5
    assert i18n.parse_decimal(f"1{other}5") == 1.5
    assert i18n.parse_decimal(f"1{other}0000") == 1
    assert i18n.parse_decimal(f"1234{other}567") == 1234.567


@pytest.mark.parametrize(
    "text, expected",
    [
        ("1,234,567.5", 1234567.5),
        ("1.234.567,5", 1234567.5),
        ("1 234 567,5", 1234567.5),
        ("1\u202f234.5", 1234.5),
        ("1.000.000", 1e6),
        ("\u22122,5", -2.5),
        ("1e-3", 0.001),
        ("10000", 10000),
        ("5.", 5),
        ("1,23,456.5", None),
        ("1.2.3", None),
        ("1,2.3,4", None),
        ("12 34", None),
        ("1 000 ,5", None),
        ("", None),
        (".", None),
        ("-", None),
        ("nan", None),
        ("inf", None),
        ("1e999", None),
        ("1_000", None),
        ("٣", None),
        ("twelve", None),
        ("0x10", None),
    ],
)
def test_parse_decimal(language: str, text: str, expected: float | None):
    assert i18n.parse_decimal(text) == expected


@pytest.mark.parametrize(
    "text, english, spanish_",
    [
        ("2048", 2048, 2048),
        (" +2048 ", 2048, 2048),
        ("\u2212128", -128, -128),
        ("2 048", 2048, 2048),
        ("2\u202f048", 2048, 2048),
        ("2,048", 2048, None),
        ("2.048", None, 2048),
        ("1.000.000", 1000000, 1000000),
        ("1,000,000", 1000000, 1000000),
        ("20,48", None, None),
        ("2.0", None, None),
        ("1e3", None, None),
        ("", None, None),
        ("twelve", None, None),
        ("²", None, None),
        ("1 00", None, None),
        ("9" * 5000, None, None),
    ],
)
def test_parse_integer(language: str, text: str, english: int | None, spanish_: int | None):
    assert i18n.parse_integer(text) == (english if language == "en" else spanish_)


@given(st.integers(-(10**30), 10**30), st.sampled_from(["en", "es"]))
def test_integers_come_back(n: int, language: str):
    before = i18n._Current.language
    i18n._Current.language = language
    try:
        assert i18n.parse_integer(i18n.integer(n)) == n
        assert i18n.parse_integer(i18n.signed(n).replace("±", "")) == n
    finally:
        i18n._Current.language = before


@given(st.integers(-(10**9), 10**9), st.integers(0, 6), st.sampled_from(["en", "es"]))
def test_decimals_come_back(n: int, digits: int, language: str):
    """Every number shown is read again as that number, but for one English group without a point: 12,345 could be 12.345."""
    before = i18n._Current.language
    i18n._Current.language = language
    try:
        text = i18n.decimal(n / 10**digits, digits)
        read = i18n.parse_decimal(text)
        if read is None:
            assert re.fullmatch("\u2212?[1-9][0-9]{0,2},[0-9]{3}", text)
        else:
            assert read == pytest.approx(n / 10**digits, abs=0.5 / 10**digits)
    finally:
        i18n._Current.language = before


@given(st.text(max_size=20), st.sampled_from(["en", "es"]))
def test_nothing_typed_raises(text: str, language: str):
    before = i18n._Current.language
    i18n._Current.language = language
    try:
        assert isinstance(i18n.parse_decimal(text), float | None)
        assert isinstance(i18n.parse_integer(text), int | None)
    finally:
        i18n._Current.language = before


@pytest.mark.parametrize(
    "n, expected",
    [
        (0, "0 B"),
        (1023, "1,023 B"),
        (1024, "1 KiB"),
        (1536, "1.50 KiB"),
        (150994944, "144 MiB"),
        (37_748_736 * 10, "360 MiB"),
        (1024**3 - 1, "1 GiB"),
        (15 * 2**30 + 2**29, "15.5 GiB"),
    ],
)
def test_memory(n: int, expected: str):
    """12 × 12 heads of 512 × 512 float32 are 150,994,944 bytes = 144 × 2²⁰."""
    assert i18n.memory(n) == expected.replace(" ", "\u00a0")


def test_memory_has_a_comma_in_spanish(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(i18n._Current, "language", "es")
    assert i18n.memory(1536) == "1,50\u00a0KiB"


@pytest.mark.parametrize(
    "seconds, expected",
    [
        (0.00042, "0.42 ms"),
        (0.0021, "2.1 ms"),
        (0.0213, "21 ms"),
        (0.9996, "1.0 s"),
        (1.44, "1.4 s"),
        (59.97, "1 min 0 s"),
        (200, "3 min 20 s"),
    ],
)
def test_duration(seconds: float, expected: str):
    assert i18n.duration(seconds) == expected.replace(" ", "\u00a0")


def test_the_words_of_tables_are_said_in_spanish(qapp: QApplication) -> None:
    """Headings of files and of what is copied; numbers stay as a program reads them."""
    i18n.install(qapp, "es")
    try:
        assert table_words("layer", "head", "query", "key", "weight") == ["capa", "cabeza", "consulta", "clave", "peso"]
        assert numbered_words("seed {number}", (3, 4)) == ["semilla 3", "semilla 4"]
        same = {"token", "divisor", "array"}
        assert {word for word in WORDS if table_words(word) == [word]} <= same
    finally:
        i18n.install(qapp, "en")
    assert table_words("layer") == ["layer"]
