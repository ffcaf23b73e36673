"""User-visible texts: English messages with named values, translated through gettext.

English is the key; other languages are in `locale/<language>/LC_MESSAGES/django.po`, compiled by `make messages`. Works
without Django, for processes that check code.
"""

import gettext
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parents[2] / "locale"

LANGUAGES = {"en": ""} | {
    folder.name.partition("_")[0]: folder.name for folder in sorted(_FOLDER.iterdir()) if folder.name != "en"
}
"""The languages that texts are sent and stored in: code in the API, folder of the catalogue. English needs none."""


class Text:
    """A message with values, rendered in the reader's language. Equal when they read the same in every language.

    Args:
        message: a literal such as "Enter at most {limit}.": plain names as placeholders, format specifications as in
            `str.format`. Without values, braces are ordinary characters.
        values: a `Text` is rendered in the same language, numbers as formatted, others by `str`; braces mean nothing.
    """

    __slots__ = ("_context", "_message", "_values")

    def __init__(self, message: str, /, **values: object) -> None:
        self._message = message
        self._context = ""
        self._values = {name: _value(value) for name, value in values.items()}

    @staticmethod
    def in_context(context: str, message: str, /, **values: object) -> "Text":
        """Return a message that has the same English as another one, such as the noun and the verb "List"."""
        text = Text(message, **values)
        text._context = context
        return text

    @staticmethod
    def verbatim(words: str) -> "Text":
        """Return a text that reads the same in every language, such as a name that a person gave."""
        return _Known(dict.fromkeys(LANGUAGES, words))

    @staticmethod
    def of(**forms: str) -> "Text":
        """Return a text with known forms, such as stored ones; English replaces missing or empty ones."""
        return _Known({code: forms.get(code) or forms["en"] for code in LANGUAGES})

    def filled(self, **values: object) -> "Text":
        return Text.in_context(self._context, self._message, **values)

    def in_language(self, code: str) -> str:
        """Return the text in a language of `LANGUAGES`; in English where the catalogue lacks the message."""
        template = _translated(self._message, self._context, code)
        if not self._values:
            return template
        return template.format(**{name: _rendered(value, code) for name, value in self._values.items()})

    @property
    def en(self) -> str:
        """The English form."""
        return self.in_language("en")

    @property
    def translations(self) -> dict[str, str]:
        """The forms in the other languages than English, by code."""
        return {code: self.in_language(code) for code in LANGUAGES if code != "en"}

    def to_json(self) -> dict[str, str]:
        """Return what is stored and sent: the form in every language, so that it reads the same years later."""
        return {code: self.in_language(code) for code in LANGUAGES}

    def __eq__(self, other: object) -> bool:
        return self.to_json() == other.to_json() if isinstance(other, Text) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.en)

    def __repr__(self) -> str:
        return f"Text({self.en!r})"


class _Known(Text):
    """A text with given forms."""

    __slots__ = ("_forms",)

    def __init__(self, forms: Mapping[str, str]) -> None:
        super().__init__("")
        self._forms = forms

    def in_language(self, code: str) -> str:
        return self._forms[code]


class _Joined(Text):
    """Several texts with what the language puts between two of them, and between the last two."""

    __slots__ = ("_between", "_items", "_last")

    def __init__(self, items: Iterable[str | Text], between: Text, last: Text) -> None:
        super().__init__("")
        self._items, self._between, self._last = tuple(items), between, last

    def in_language(self, code: str) -> str:
        forms = [item.in_language(code) if isinstance(item, Text) else item for item in self._items]
        beginning = self._between.in_language(code).join(forms[:-1])
        return self._last.in_language(code).join([beginning, forms[-1]] if beginning else forms)


def byte_size(count: int) -> str:
    """Return a number of bytes as people read it: 512 bytes, 64 kB, 2.5 MB."""
    for unit, size in (("MB", 1024**2), ("kB", 1024)):
        if count >= size:
            return f"{round(count / size, 1):g} {unit}"
    return f"{count} bytes"


def listed(items: Iterable[str | Text]) -> Text:
    """Return the items as a list in a sentence: "a, b, c"."""
    return _Joined(items, _COMMA, _COMMA)


def all_of(items: Iterable[str | Text]) -> Text:
    """Join the items in a sentence: "a, b and c"."""
    return _Joined(items, _COMMA, _AND)


def either(items: Iterable[str | Text]) -> Text:
    """Return the items as a choice in a sentence: "a, b or c"."""
    return _Joined(items, _COMMA, _OR)


def sentences(items: Iterable[str | Text]) -> Text:
    return _Joined(items, _SPACE, _SPACE)


def _value(value: object) -> str | int | float | Text:
    return value if isinstance(value, str | int | float | Text) else str(value)


def _rendered(value: str | int | float | Text, code: str) -> str | int | float:
    return value.in_language(code) if isinstance(value, Text) else value


def _translated(message: str, context: str, code: str) -> str:
    catalogue = _catalogue(code)
    return catalogue.pgettext(context, message) if context else catalogue.gettext(message)


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    folder = LANGUAGES[code]
    return gettext.translation("django", _FOLDER, [folder]) if folder else gettext.NullTranslations()


_COMMA = Text("{first}, {second}", first="", second="")
_AND = Text("{first} and {second}", first="", second="")
_OR = Text("{first} or {second}", first="", second="")
_SPACE = Text("{first} {second}", first="", second="")
