"""Placeholders for the fields of a credential in an address, header or body, and marks in their place. Pure."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any

PLACE = "{token}"
PLACES: Mapping[str, str] = {PLACE: "secret", "{username}": "username"}
"""Fields of a credential by placeholder."""


def place_in(value: Any) -> str | None:
    """Return the first placeholder in the texts of a JSON value; None if there is none."""
    return next((place for text in _texts(value) for place in PLACES if place in text), None)


@dataclass(frozen=True, slots=True)
class Marks:
    """Random texts that replace the placeholders which the author wrote, before any other text is filled in.

    Encodings leave a mark as it is: it has the digits and letters of hexadecimal numbers alone.
    """

    key: str = field(default_factory=token_hex)

    @property
    def fields(self) -> Mapping[str, str]:
        return {self._mark(place): name for place, name in PLACES.items()}

    def put(self, value: Any) -> Any:
        """Return a JSON value with marks for the placeholders in its texts."""
        return _changed(value, self._marked)

    def undo(self, value: Any) -> Any:
        """Return a JSON value with placeholders for its marks."""
        return _changed(value, self._unmarked)

    def _marked(self, text: str) -> str:
        for place in PLACES:
            text = text.replace(place, self._mark(place))
        return text

    def _unmarked(self, text: str) -> str:
        for place in PLACES:
            text = text.replace(self._mark(place), place)
        return text

    def _mark(self, place: str) -> str:
        return f"{self.key}{list(PLACES).index(place)}"


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {change(name): _changed(inner, change) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_changed(inner, change) for inner in value]
    return value


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for inner in (*value, *value.values()) if isinstance(value, dict) else value:
            yield from _texts(inner)
