"""What is remembered between two runs: a small typed JSON file in the platform's folder, which never blocks the start."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import platformdirs

from core.files.atomic import atomic_write
from core.messages import QT_TRANSLATE_NOOP, InputError
from gui.choices import ColorMap, Scale
from gui.i18n import LanguageChoice
from gui.theme.apply import ThemeChoice

log = logging.getLogger(__name__)

VERSION: Final = 1
LARGEST: Final = 1 << 20
"""A settings file of more bytes than this is not one of ours."""
RECENT_LIMIT: Final = 10
ZOOM_LIMITS: Final = (0.5, 3.0)

_DAMAGED: Final = QT_TRANSLATE_NOOP(
    "core",
    "The settings file could not be understood, so the program starts with its defaults; the old file is kept as “{backup}”.",
)
_REPLACED: Final = QT_TRANSLATE_NOOP(
    "core", "These settings could not be used and are at their defaults: {names}; the old file is kept as “{backup}”."
)
_NEWER: Final = QT_TRANSLATE_NOOP(
    "core",
    "The settings come from a newer version of the program; what is known here is used, and the newer file is kept as “{backup}”.",
)
_UNREADABLE: Final = QT_TRANSLATE_NOOP(
    "core", "The settings cannot be read ({reason}), so the program uses its defaults and remembers nothing."
)
_NOT_SAVED: Final = QT_TRANSLATE_NOOP("core", "The settings cannot be saved ({reason}); they hold until the program is closed.")

Zoom = Annotated[float, msgspec.Meta(ge=ZOOM_LIMITS[0], le=ZOOM_LIMITS[1])]
Text = Annotated[str, msgspec.Meta(max_length=100_000)]
Path_ = Annotated[str, msgspec.Meta(max_length=4096)]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is remembered, with the values of a first start."""

    version: int = VERSION
    language: LanguageChoice = "system"
    theme: ThemeChoice = "system"
    zoom: Zoom = 1.0
    color_map: ColorMap = "ink"
    scale: Scale = "shared"
    reduced_motion: bool = False
    diagram_shown: bool | None = None
    """Whether the block diagram is unfolded; None: where there is room."""
    more_shown: bool = False
    """Whether the further switches are unfolded."""
    recent_files: Annotated[tuple[Path_, ...], msgspec.Meta(max_length=RECENT_LIMIT)] = ()
    last_folder: Path_ = ""
    window_state: Text = ""
    """The window's own description of its place and the widths of its parts."""

    def with_recent(self, path: str) -> Settings:
        """The same settings with `path` as the first of the recent files."""
        others = tuple(other for other in self.recent_files if other != path)
        return msgspec.structs.replace(self, recent_files=(path, *others)[:RECENT_LIMIT], last_folder=os.path.dirname(path))


def default_path() -> Path:
    """Where the settings of this program are kept on this platform."""
    return platformdirs.user_config_path("transformador", appauthor=False) / "settings.json"


class SettingsStore:
    """The settings in use, and the file they live in.

    A file that cannot be understood is renamed to a backup and replaced; single values that cannot be used fall back to
    their defaults; a folder that cannot be written leaves the settings in memory. `problem` says so to the person
    (gui.i18n.explain), as the language itself is one of the settings; None when all is well.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = default_path() if path is None else path
        self.problem: InputError | None = None
        self.settings = Settings()
        self._saved: Settings | None = None
        self._tried: Settings | None = None
        self._load()

    def update(self, **changes: Any) -> None:
        """Replace single settings in memory; `save` writes them. An illegal value raises msgspec.ValidationError."""
        wanted = msgspec.structs.replace(self.settings, **changes)
        self.settings = msgspec.convert(msgspec.to_builtins(wanted), Settings)

    @property
    def changed(self) -> bool:
        """Whether there is something to save that was not tried yet: where nothing can be written, one message is enough."""
        return self.settings not in (self._saved, self._tried)

    def save(self) -> bool:
        """Write what has changed since the last time; whether the file now says what `settings` says."""
        settings = self.settings  # another thread may replace them meanwhile
        if settings == self._saved:
            return True
        self._tried = settings
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            atomic_write(self.path, msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n")
        except (OSError, InputError) as error:
            log.warning("the settings were not saved: %s", error)
            self.problem = InputError(_NOT_SAVED, reason=_reason(error))
            return False
        self._saved = settings
        return True

    def reset(self) -> None:
        """Go back to the values of a first start, and save them; the old file is kept as a backup."""
        self._backup()
        self.settings = Settings()
        self.save()

    def _load(self) -> None:
        try:
            if not self.path.exists():
                return
            if not self.path.is_file():
                raise OSError(None, "not a file")
            with self.path.open("rb") as file:
                data = file.read(LARGEST + 1)
        except (OSError, ValueError) as error:
            log.warning("the settings cannot be read: %s", error)
            self.problem = InputError(_UNREADABLE, reason=_reason(error))
            return
        fields = _decoded(data)
        if fields is None:
            self._start_again(_DAMAGED)
            return
        self.settings, unusable = _usable(fields)
        version = fields.get("version")
        if isinstance(version, int) and version > VERSION:
            self._start_again(_NEWER)
        elif unusable:
            self._start_again(_REPLACED, names=", ".join(unusable))
        else:
            self._saved = self.settings

    def _start_again(self, template: str, **values: object) -> None:
        backup = self._backup()
        if self.save():
            self.problem = InputError(template, backup="–" if backup is None else backup.name, **values)

    def _backup(self) -> Path | None:
        """Rename the file; an earlier backup is not overwritten, as it may be the one worth keeping."""
        names = (f"settings.backup{'' if n == 1 else f'-{n}'}.json" for n in range(1, 100))
        backup = next((path for name in names if not (path := self.path.with_name(name)).exists()), None)
        try:
            if backup is not None and self.path.exists():
                os.replace(self.path, backup)
                self._saved = None
                return backup
        except OSError as error:
            log.warning("the old settings file cannot be kept: %s", error)
        return None


def _decoded(data: bytes) -> Mapping[str, object] | None:
    """The fields in the file; None if it is no JSON object."""
    if len(data) > LARGEST:
        return None
    try:
        return msgspec.json.decode(data, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        log.warning("the settings file is damaged: %s", error)
        return None


def _usable(fields: Mapping[str, object]) -> tuple[Settings, list[str]]:
    """Settings from the fields that have the right name and type, and the names of the others."""
    good: dict[str, Any] = {}
    bad = []
    types = {field.name: field.type for field in msgspec.structs.fields(Settings)}
    for name, value in fields.items():
        try:
            good[name] = msgspec.convert(value, types[name])
        except (KeyError, msgspec.ValidationError) as error:
            log.warning("the setting %.40r cannot be used: %s", name, error)
            bad.append(name[:40])
    good["version"] = VERSION
    return Settings(**good), bad


def _reason(error: BaseException) -> str:
    cause = error.__cause__ if isinstance(error, InputError) and error.__cause__ else error
    return (cause.strerror if isinstance(cause, OSError) else None) or str(cause)
