"""Paths into JSON values as people write them: names and numbers with dots between them (`tags.0.name`). Pure."""

from typing import Any

_LONGEST_INDEX = 9
"""Digits; a longer number is the index of nothing."""


def value_at(value: Any, path: str) -> Any:
    """Return what a path leads to; the value itself for an empty one, None where there is nothing.

    A name that has dots of its own is found where it stands first.
    """
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
