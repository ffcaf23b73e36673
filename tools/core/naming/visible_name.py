"""Validates names that people give to things and others read in lists. Pure.

Source:
    Hidden: Default_Ignorable_Code_Point of DerivedCoreProperties.txt (Unicode 16), controls, separators.
    Meaningful joiners and selectors: UAX 31 (Persian, the scripts of India), UTS 51 (emoji), UTS 37 (Han).
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Annotated, Final

from pydantic import AfterValidator

from tools.core.errors import BilingualError
from tools.core.field_errors import refused_value
from tools.core.text import Text

CODE: Final = "name_not_readable"
MAX_LENGTH: Final = 10_000
"""Longer than the name of anything: what is longer is not looked through."""
MAX_MARKS: Final = 4
"""Accents and vowel signs on one letter; Hebrew, Thai and Tibetan need no more."""
_BLANK_BRAILLE = "\u2800"
_HIDDEN = re.compile(
    "[\0-\x1f\x7f-\x9f\xad\u034f\u115f\u1160\u17b4\u17b5\u200b\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff"
    "\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
)
_BIDI_CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_JOINERS = frozenset("\u180e\u200c\u200d")
_SELECTORS = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_DIRECTIONS = frozenset("\u061c\u200e\u200f")
_UNSEEN = _JOINERS | _DIRECTIONS | {"", _BLANK_BRAILLE}
_CASELESS = frozenset({"Lo", "Lm"})
_RIGHT_TO_LEFT = frozenset({"R", "AL"})
_TOO_LONG = Text("Enter at most {limit} characters.", limit=MAX_LENGTH)
_NOTHING = Text("Enter a name that can be seen.")
_HAS_HIDDEN = Text("Character {place} of the name is hidden ({character}). Delete it, or type the name again.")
_MANY_MARKS = Text("Use at most {most} accents on one letter.", most=MAX_MARKS)


class UnreadableNameError(BilingualError, ValueError):
    """A name that is invisible or misleading; the text gives the remedy."""


def visible_name(text: str) -> str:
    """Return a name without surrounding spaces. Linear.

    Joiners are allowed between letters or pictures, selectors after a character, direction marks in names with
    right-to-left letters. Raises UnreadableNameError if the name is invisible, contains line breaks or hidden
    characters, more than `MAX_MARKS` successive combining marks, or is longer than `MAX_LENGTH`.
    """
    if len(text) > MAX_LENGTH:
        raise UnreadableNameError(_TOO_LONG)
    name = _trimmed(text)
    if name.isascii() and name.isprintable() and name:
        return name
    for place in _hidden_places(name):
        raise UnreadableNameError(_HAS_HIDDEN.filled(place=place + 1, character=f"U+{ord(name[place]):04X}"))
    if not any(_is_seen(sign) for sign in name):
        raise UnreadableNameError(_NOTHING)
    if _most_marks(name) > MAX_MARKS:
        raise UnreadableNameError(_MANY_MARKS)
    return name


def is_readable(text: str) -> bool:
    try:
        visible_name(text)
    except UnreadableNameError:
        return False
    return True


def shown_name(text: str, otherwise: str) -> str:
    """Return a shortened name without hidden characters, for names nobody can be asked about; `otherwise` if none is
    left.
    """
    text = text[:MAX_LENGTH]
    hidden = set(_hidden_places(text))
    try:
        return visible_name("".join(sign for place, sign in enumerate(text) if place not in hidden))
    except UnreadableNameError:
        return otherwise


def without_bidi_controls(text: str) -> str:
    """Return a text without bidirectional controls: what a person decides on must read as it is."""
    return _BIDI_CONTROLS.sub("", text)


def _trimmed(text: str) -> str:
    name = text.strip()
    return name.strip(_BLANK_BRAILLE).strip() if _BLANK_BRAILLE in name else name


def _hidden_places(name: str) -> Iterator[int]:
    directions = frozenset() if any(map(_is_right_to_left, name)) else _DIRECTIONS
    for place, sign in enumerate(name):
        before, after = name[place - 1 : place], name[place + 1 : place + 2]
        if (
            _HIDDEN.match(sign)
            or (sign in _JOINERS and not (_joins(before) and _joins(after)))
            or (_SELECTORS.match(sign) and not _is_seen(before))
            or sign in directions
        ):
            yield place


def _is_right_to_left(sign: str) -> bool:
    return sign not in _DIRECTIONS and unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT


def _joins(sign: str) -> bool:
    """Say whether a joiner beside it makes a difference: never in Latin, Cyrillic or Chinese, where it would forge."""
    if sign.isascii() or _HIDDEN.match(sign):
        return False
    category = unicodedata.category(sign)
    return category[0] in "MS" or (category in _CASELESS and unicodedata.east_asian_width(sign) not in "WF")


def _is_seen(sign: str) -> bool:
    return sign not in _UNSEEN and unicodedata.category(sign)[0] not in "ZM" and not _HIDDEN.match(sign)


def _most_marks(name: str) -> int:
    most = marks = 0
    for sign in name:
        marks = marks + 1 if unicodedata.category(sign)[0] == "M" else 0
        most = max(most, marks)
    return most


def _readable(text: str) -> str:
    try:
        return visible_name(text)
    except UnreadableNameError as error:
        raise refused_value(CODE, error.text) from None


def _readable_if_given(text: str) -> str:
    return _readable(text) if text.strip() else ""


READABLE = AfterValidator(_readable)
"""Validator that makes a text of a model a `VisibleName`, to be placed after its limit."""
VisibleName = Annotated[str, READABLE]
"""Result of `visible_name` in a pydantic model. Only for input: a stored name is read as it is."""
READABLE_IF_GIVEN = AfterValidator(_readable_if_given)
"""As `READABLE`, for an `OptionalName`."""
OptionalName = Annotated[str, READABLE_IF_GIVEN]
"""A `VisibleName`, or the empty text."""
