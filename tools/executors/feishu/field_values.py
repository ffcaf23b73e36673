"""Bitable field values in one simple form for reading and writing. Pure.

The service returns texts, links, people and places in another shape than it accepts; a record read here can be sent
back unchanged.

Source: Bitable record data structure, open.feishu.cn/document/server-docs/docs/bitable-v1
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.text import Text

_READ_ONLY = frozenset({19, 20, 1001, 1002, 1003, 1004, 1005, 3001})
_MOST_NAMES = 50


@dataclass(frozen=True, slots=True)
class FieldType:
    name: str
    number: int
    """The service's number of the type."""
    ui_type: str


def read_fields(fields: Mapping[str, Any]) -> JsonObject:
    """Return a record's fields in their simple form."""
    return {name: _read(value) for name, value in fields.items()}


def written_fields(fields: Mapping[str, Any], types: Mapping[str, FieldType]) -> JsonObject:
    """Return fields in the service's form.

    Raises ToolArgumentsError if a field is unknown or read-only, or a value does not fit its type.
    """
    return {name: _written(name, value, types) for name, value in fields.items()}


def _read(value: Any) -> Any:
    if isinstance(value, list):
        if value and all(isinstance(part, dict) and "text" in part for part in value):
            return "".join(str(part["text"]) for part in value)
        return [_read(part) for part in value]
    if not isinstance(value, dict):
        return value
    if not value or "link_record_ids" in value:
        return value.get("link_record_ids") or []
    if value.keys() == {"type", "value"}:
        return _read(value["value"])
    for known in (("file_token", "name", "size", "type"), ("id", "name"), ("location", "name", "full_address")):
        if known[0] in value:
            return {key: value[key] for key in known if value.get(key)}
    return value


def _written(name: str, value: Any, types: Mapping[str, FieldType]) -> Any:
    found = types.get(name)
    if found is None:
        known = ", ".join(list(types)[:_MOST_NAMES])
        raise ToolArgumentsError(Text("The table has no field {name}. Fields: {known}.", name=repr(name), known=known))
    if found.number in _READ_ONLY:
        raise ToolArgumentsError(Text("The field {name} is filled in by the table.", name=repr(name)))
    if value is None:
        return None
    writer, wanted = _WRITERS.get(found.number, _ANYTHING)
    try:
        return writer(value)
    except (ValueError, TypeError, KeyError, OverflowError) as error:
        raise ToolArgumentsError(
            Text(
                "The value of {name} does not match a field of type {ui_type}. Use {wanted}.",
                name=repr(name),
                ui_type=found.ui_type,
                wanted=wanted,
            )
        ) from error


def _text(value: Any) -> str:
    if isinstance(value, bool | dict | list):
        raise TypeError
    return str(value)


def _number(value: Any) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise TypeError
    return float(value) if isinstance(value, str) else value


def _texts(value: Any) -> list[str]:
    return [_text(part) for part in (value if isinstance(value, list) else [value])]


def _milliseconds(value: Any) -> int:
    if isinstance(value, str) and not value.strip().lstrip("-").isdecimal():
        moment = datetime.fromisoformat(value.strip())
        return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)
    return int(_number(value))


def _yes_or_no(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    return {"true": True, "false": False}[str(value).lower()]


def _link(value: Any) -> JsonObject:
    if isinstance(value, dict):
        link = _text(value["link"])
        return {"text": str(value.get("text") or link), "link": link}
    return {"text": _text(value), "link": _text(value)}


def _things(key: str) -> Callable[[Any], list[JsonObject]]:
    def written(value: Any) -> list[JsonObject]:
        parts = value if isinstance(value, list) else [value]
        return [{key: _text(part[key] if isinstance(part, dict) else part)} for part in parts]

    return written


def _place(value: Any) -> str:
    return _text(value["location"] if isinstance(value, dict) else value)


_ANYTHING: tuple[Callable[[Any], Any], Text] = (lambda value: value, Text("a value"))
_A_TEXT = (_text, Text("text"))
_RECORDS = (_texts, Text("a list of record IDs"))
_WRITERS: Mapping[int, tuple[Callable[[Any], Any], Text]] = {
    1: _A_TEXT,
    2: (_number, Text("a number")),
    3: _A_TEXT,
    4: (_texts, Text("a list of texts")),
    5: (_milliseconds, Text("a date in ISO 8601 form, or milliseconds")),
    7: (_yes_or_no, Text("true or false")),
    11: (_things("id"), Text("a list of open IDs")),
    13: _A_TEXT,
    15: (_link, Text('a URL, or {"text", "link"}')),
    17: (_things("file_token"), Text("a list of file tokens")),
    18: _RECORDS,
    21: _RECORDS,
    22: (_place, Text('"longitude,latitude"')),
    23: (_things("id"), Text("a list of chat IDs")),
}
