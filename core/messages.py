"""Sentences for the person who uses the program, written once in English and translated where they are shown."""


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: N802, ARG001 - the name Qt's string extractor looks for
    """Mark `text` for translation and return it unchanged, so that core needs no Qt to be translatable."""
    return text


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
