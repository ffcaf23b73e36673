"""JSON pointers into configs: to the field that holds a text, for messages about it, and back to a value."""

from collections.abc import Iterator
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.field_errors import pointer

Path = tuple[str | int, ...]


def text_pointer(config: JsonObject, text: str) -> str:
    """Return the JSON pointer to the first field that holds exactly this text; "" when none does: it is a default."""
    path = next((path for value, path in _texts(config, ()) if value == text), ())
    return pointer(path)


def value_at(value: Any, pointer: str) -> Any:
    for step in pointer.split("/")[1:]:
        if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return value


def _texts(value: Any, path: Path) -> Iterator[tuple[str, Path]]:
    if isinstance(value, str):
        yield value, path
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _texts(inner, (*path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _texts(inner, (*path, index))
