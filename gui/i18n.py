"""Languages, and every number as the person's language writes it."""

from __future__ import annotations

import logging
import math
import re
from importlib import resources
from pathlib import Path
from typing import Final, Literal

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from core.messages import QT_TRANSLATE_NOOP, Bytes, InputError

log = logging.getLogger(__name__)

Language = Literal["es", "en"]
LanguageChoice = Literal["system", "es", "en"]
LANGUAGES: Final[tuple[Language, ...]] = ("es", "en")

MINUS: Final = "\N{MINUS SIGN}"
NARROW_SPACE: Final = "\N{NARROW NO-BREAK SPACE}"
SPACE: Final = "\N{NO-BREAK SPACE}"
_GROUP: Final[dict[Language, str]] = {"en": ",", "es": NARROW_SPACE}
_POINT: Final[dict[Language, str]] = {"en": ".", "es": ","}
_TYPED_GROUP: Final[dict[Language, str]] = {"en": ",", "es": "."}
_SUPERSCRIPTS: Final = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_UNITS: Final = ("B", "KiB", "MiB", "GiB", "TiB", "PiB")
QT_WORDS: Final = (
    QT_TRANSLATE_NOOP("QFileDialog", "&Look in:"),
    QT_TRANSLATE_NOOP("QFileDialog", "File &name:"),
    QT_TRANSLATE_NOOP("QFileDialog", "Files of &type:"),
    QT_TRANSLATE_NOOP("QShortcut", "Ctrl"),
    QT_TRANSLATE_NOOP("QShortcut", "Shift"),
    QT_TRANSLATE_NOOP("QShortcut", "Esc"),
    QT_TRANSLATE_NOOP("QShortcut", "Return"),
)
"""Words of Qt that its own translation leaves out, or calls otherwise than the keyboard does; ours is asked first."""
REASONS: Final = (
    QT_TRANSLATE_NOOP("core", "Permission denied"),
    QT_TRANSLATE_NOOP("core", "No such file or directory"),
    QT_TRANSLATE_NOOP("core", "Is a directory"),
    QT_TRANSLATE_NOOP("core", "Not a directory"),
    QT_TRANSLATE_NOOP("core", "No space left on device"),
    QT_TRANSLATE_NOOP("core", "Read-only file system"),
    QT_TRANSLATE_NOOP("core", "File name too long"),
    QT_TRANSLATE_NOOP("core", "Input/output error"),
)
"""What operating systems say most often when a file cannot be read or written."""
_SPACES: Final = f" {SPACE}{NARROW_SPACE}\N{THIN SPACE}"


class _Current:
    """The language in use, and the translators that Qt borrows (it keeps no reference to them, nor to their bytes)."""

    language: Language = "en"
    translators: tuple[QTranslator, ...] = ()
    data: tuple[bytes, ...] = ()


def system_language() -> Language:
    """The first language of the system that there is a translation for; English if there is none."""
    for name in QLocale.system().uiLanguages():
        for language in LANGUAGES:
            if name.partition("-")[0] == language:
                return language
    return "en"


def current_language() -> Language:
    """The language in use now."""
    return _Current.language


def install(app: QCoreApplication, language: LanguageChoice) -> Language:
    """Use `language` from now on: every widget gets a LanguageChange event and sets its texts again.

    Returns the language that "system" stands for. Without its file the texts stay English, which is logged.
    """
    chosen = system_language() if language == "system" else language
    for old in _Current.translators:
        app.removeTranslator(old)
    _Current.language, _Current.translators, _Current.data = chosen, (), ()
    locale = QLocale(QLocale.Language.Spanish if chosen == "es" else QLocale.Language.English)
    # No grouping in boxes that are typed into: "1.000" must never be taken for something else than what was typed (case B93).
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator | QLocale.NumberOption.RejectGroupSeparator)
    QLocale.setDefault(locale)
    if chosen != "en":
        _Current.data = tuple(data for data in (_qt_messages(chosen), _messages(chosen)) if data)
        _Current.translators = tuple(QTranslator() for _ in _Current.data)
        # Qt asks the translator installed last first, and sends LanguageChange for each one installed or removed.
        for translator, data in zip(_Current.translators, _Current.data, strict=True):
            if translator.load(data):
                app.installTranslator(translator)
            else:
                log.warning("a translation for %s is damaged", chosen)
    return chosen


def _messages(language: Language) -> bytes:
    try:
        return (resources.files("resources") / "i18n" / f"transformador_{language}.qm").read_bytes()
    except OSError as error:
        log.warning("the translation for %s cannot be read: %s", language, error)
        return b""


def _qt_messages(language: Language) -> bytes:
    """The texts of Qt's own buttons and dialogs, which come with Qt."""
    try:
        return Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath), f"qtbase_{language}.qm").read_bytes()
    except OSError as error:
        log.info("Qt's own texts for %s cannot be read: %s", language, error)
        return b""


def integer(n: int) -> str:
    """`n` in groups of three: 37,859,328 in English, 37 859 328 (narrow no-break spaces) in Spanish."""
    digits = f"{abs(n):,}".replace(",", _GROUP[_Current.language])
    return MINUS + digits if n < 0 else digits


def signed(n: int) -> str:
    """A change: +128, −128 (a real minus sign) or ±0."""
    if n == 0:
        return "±0"
    return integer(n) if n < 0 else "+" + integer(n)


def decimal(x: float, digits: int) -> str:
    """`x` with `digits` digits after the decimal point, or after the comma in Spanish; "–" when it is no number.

    A value that rounds to zero has no sign.
    """
    if not math.isfinite(x):
        return "–" if math.isnan(x) else (MINUS if x < 0 else "") + "∞"
    text = f"{abs(x):,.{digits}f}"
    negative = x < 0 and any(char in "123456789" for char in text)
    group, point = _GROUP[_Current.language], _POINT[_Current.language]
    return (MINUS if negative else "") + text.replace(",", "\0").replace(".", point).replace("\0", group)


def scientific(x: float, digits: int = 1) -> str:
    """`x` as 1.3·10⁻⁵, with `digits` digits after the point: the one way in which very small and very large numbers are written."""
    if x == 0 or not math.isfinite(x):
        return decimal(x, 0)
    mantissa, _, power = f"{x:.{digits}e}".partition("e")
    return f"{decimal(float(mantissa), digits)}·{power_of_ten(int(power))}"


def power_of_ten(power: int) -> str:
    """10⁻⁵ for −5."""
    return f"10{str(power).translate(_SUPERSCRIPTS)}"


def _plain(text: str) -> str:
    return text.strip().replace(MINUS, "-")


_WHOLE: Final = re.compile(r"[+-]?[0-9]+")
_DECIMAL: Final = re.compile(r"[+-]?([0-9]+([.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?")


def parse_integer(text: str) -> int | None:
    """The whole number that a person typed; None if it is none, or could mean two things.

    Spaces and the group sign of the language may separate groups of three, and either sign may where it stands more than once:
    1 000, 1,000 (in English), 1.000 (in Spanish), 1.000.000. A foreign "1.000" in English could be one, so it is refused.
    """
    plain = _plain(text)
    for sign in (*_SPACES, ",", "."):
        if sign in plain and (sign in _SPACES or sign == _TYPED_GROUP[_Current.language] or plain.count(sign) > 1):
            plain = _ungrouped(plain, sign)
    return int(plain) if _WHOLE.fullmatch(plain) and len(plain) < 400 else None


def parse_decimal(text: str) -> float | None:
    """The number that a person typed, with a point or a comma; None if it is none, or could mean two things (case B93).

    0.003, 0,003 and 1e-3 are 0.003 in both languages. A sign that stands more than once, or before the other one, separates
    groups of three. What looks like one group after the sign that is not the language's own ("1,000" in English, "1.000" in
    Spanish) could be one or one thousand and is refused.
    """
    plain = _plain(text)
    foreign = _TYPED_GROUP[_Current.language]
    groups = [space for space in _SPACES if space in plain]
    if "," in plain and "." in plain:
        groups.append("," if plain.index(",") < plain.index(".") else ".")
    else:
        groups += [sign for sign in ",." if plain.count(sign) > 1]
        if re.fullmatch(rf"[+-]?[1-9][0-9]{{0,2}}[{foreign}][0-9]{{3}}", plain):
            return None
    if len(groups) > 1:
        return None
    if groups:
        head, point, tail = _split(plain, ",.".replace(groups[0], ""))
        plain = _ungrouped(head, groups[0]) + point + tail
    if not _DECIMAL.fullmatch(plain):
        return None
    value = float(plain.replace(",", "."))
    vanished = value == 0 and re.search("[1-9]", plain.lower().partition("e")[0]) is not None  # 1e-400: not what was typed
    return value if math.isfinite(value) and not vanished else None


def _split(plain: str, signs: str) -> tuple[str, str, str]:
    """What stands before the last decimal sign, the sign, and what follows it."""
    at = max(plain.rfind(sign) for sign in signs)
    return (plain, "", "") if at < 0 else (plain[:at], plain[at], plain[at + 1 :])


def _ungrouped(plain: str, sign: str) -> str:
    """`plain` without the group sign, or something that is no number if the groups are not of three digits."""
    if not re.fullmatch(rf"[+-]?[0-9]{{1,3}}({re.escape(sign)}[0-9]{{3}})+", plain):
        return "not a number"
    return plain.replace(sign, "")


def memory(n: int) -> str:
    """A number of bytes, as 512 B, 1.5 KiB or 144 MiB: three figures at least, in units of 1024."""
    size = float(n)
    unit = 0
    while size >= 1024 and unit < len(_UNITS) - 1:
        size /= 1024
        unit += 1
    digits = 0 if unit == 0 or size >= 100 or size == round(size) else 1 if size >= 10 else 2
    if round(size, digits) >= 1024 and unit < len(_UNITS) - 1:
        size, unit, digits = size / 1024, unit + 1, 0
    return f"{decimal(size, digits)}{SPACE}{_UNITS[unit]}"


def duration(seconds: float) -> str:
    """A time, as 0.42 ms, 21 ms, 1.4 s or 3 min 20 s."""
    milliseconds = seconds * 1000
    if milliseconds < 999.5:
        digits = 2 if milliseconds < 0.995 else 1 if milliseconds < 9.95 else 0
        return f"{decimal(milliseconds, digits)}{SPACE}ms"
    if seconds < 59.95:
        return f"{decimal(seconds, 1)}{SPACE}s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{integer(minutes)}{SPACE}min{SPACE}{rest}{SPACE}s"


def choices_in(error: InputError) -> tuple[int | str, ...]:
    """The nearest legal choices that an explanation names, as values for buttons."""
    listed = error.values.get("choices")
    if not isinstance(listed, str):
        return ()
    return tuple(int(word) if word.isdigit() else word for word in listed.split(", "))


def explain(error: InputError) -> str:
    """The sentence of `error` in the person's language, its numbers as that language writes them."""
    template = QCoreApplication.translate("core", error.template)
    values = {name: _reason(value) if name == "reason" else _written(value) for name, value in error.values.items()}
    return template.format(**values)


def _reason(value: object) -> object:
    """Why something failed: another explanation, or what the system says, in the person's language where it is known."""
    if isinstance(value, InputError):
        return explain(value)
    return QCoreApplication.translate("core", value) if isinstance(value, str) and value else _written(value)


def _written(value: object) -> object:
    if isinstance(value, bool):
        return value
    if isinstance(value, Bytes):
        return value.written(_POINT[_Current.language])
    if isinstance(value, int):
        return integer(value)
    if isinstance(value, float):
        return f"{value:g}".replace(".", _POINT[_Current.language]).replace("-", MINUS)
    if isinstance(value, (tuple, list)):
        return ", ".join(str(_written(part)) for part in value)
    return value
