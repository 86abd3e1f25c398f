"""Sentences for the person who uses the program, written once in English and translated where they are shown."""


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: N802, ARG001 - the name Qt's string extractor looks for
    """Mark `text` for translation and return it unchanged, so that core needs no Qt to be translatable."""
    return text


class Bytes(int):
    """A number of bytes, which is written as a person reads it: 32.1 GB (10⁹ bytes), never zero."""

    def written(self, point: str = ".") -> str:
        """With another sign for the decimal point."""
        for factor, unit in ((10**12, "TB"), (10**9, "GB"), (10**6, "MB")):
            if self >= factor:
                return f"{self / factor:.1f} {unit}".replace(".", point)
        return f"{max(int(self), 1)} bytes"

    def __format__(self, _: str) -> str:
        return self.written()

    __str__ = written


class InputError(ValueError):
    """What a person asked for cannot be done; one sentence says why and what to do.

    Parameters
    ----------
    template
        The English sentence with ``{fields}``, marked with QT_TRANSLATE_NOOP("core", …).
    values
        What goes into the fields. An interface translates `template` first and fills it in afterwards.
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template.format(**values))
        self.template = template
        self.values = values


class Cancelled(Exception):  # noqa: N818 - an outcome that was asked for, not an error
    """The computation was given up because nobody waits for it any more."""
