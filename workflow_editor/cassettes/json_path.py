"""Paths to single JSON values: `$`, `$.items[0].name`, `$["发布 需求"]`. Pure.

Source: RFC 9535, singular queries (section 2.3.5.1): names and indexes only. Names behind a dot may also begin with a
digit, as everywhere here.
"""

import json
import re
from typing import Any

from pydantic_core import PydanticCustomError

from tools.core.field_errors import refused_value
from tools.core.text import Text

_STEP = re.compile(
    r"""\.(?P<name>\d*[^\W\d][\w-]*)|\[(?P<index>-?\d{1,9})\]|\[(?P<double>"(?:[^"\\]|\\.)*")\]|\[(?P<single>'(?:[^'\\]|\\.)*')\]"""
)
_NO_PATH = Text("Enter a path that starts with $, such as $.items[0].name.")

Steps = tuple[str | int, ...]


class NothingThereError(Exception):
    """The value has nothing at this path."""


def parse_path(text: str) -> Steps:
    """Return the names and indexes of a path.

    Raises PydanticCustomError (`path_invalid`) if it is not a path to a single value.
    """
    if not text.startswith("$"):
        raise _refused()
    steps: list[str | int] = []
    at = 1
    while at < len(text):
        found = _STEP.match(text, at)
        if found is None:
            raise _refused()
        steps.append(_step(found))
        at = found.end()
    return tuple(steps)


def value_at(value: Any, path: str) -> Any:
    """Return the value at the path. Raises NothingThereError if a name or index does not exist."""
    for step in parse_path(path):
        value = _inside(value, step)
    return value


def _inside(value: Any, step: str | int) -> Any:
    is_name = isinstance(step, str) and isinstance(value, dict) and step in value
    is_index = isinstance(step, int) and isinstance(value, list) and -len(value) <= step < len(value)
    if not (is_name or is_index):
        raise NothingThereError
    return value[step]


def _step(found: re.Match[str]) -> str | int:
    if found["index"] is not None:
        return int(found["index"])
    if found["name"] is not None:
        return found["name"]
    quoted = found["double"] or '"' + found["single"][1:-1].replace("\\'", "'").replace('"', '\\"') + '"'
    try:
        return str(json.loads(quoted))
    except ValueError:
        raise _refused() from None


def _refused() -> PydanticCustomError:
    return refused_value("path_invalid", _NO_PATH)
