"""Paths into JSON values as people write them: names and numbers with dots between them (`tags.0.name`). Pure."""

from collections.abc import Mapping
from typing import Any

_LONGEST_INDEX = 9
"""Digits; a longer number is the index of nothing."""


def value_at(value: Any, path: str) -> Any:
    """Return the value at a path; None if absent, the value itself for an empty path. Dotted names take precedence."""
    if not path:
        return value
    if isinstance(value, dict) and path in value:
        return value[path]
    for name in path.split("."):
        if isinstance(value, dict):
            value = value.get(name)
        elif isinstance(value, list) and name.isdecimal() and len(name) <= _LONGEST_INDEX and int(name) < len(value):
            value = value[int(name)]
        else:
            return None
    return value


def with_value_at(fields: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Return an object with a value where a path of names leads; objects that are missing on the way are made."""
    name, dot, rest = path.partition(".")
    if path in fields or not dot:
        return {**fields, path: value}
    inner = fields.get(name)
    return {**fields, name: with_value_at(inner if isinstance(inner, dict) else {}, rest, value)}
