"""Reads JSON that comes from outside, from services, models, people and files: no deeper than a limit. Pure.

What is nested deeper can be parsed, but neither written again (orjson stops at 254 levels, Python's module at the
interpreter's limit) nor walked by recursion. So everything else may recurse, since nothing deeper gets in.
"""

import json
import re
from typing import Any

import orjson

from tools.core.format_error import FormatError, malformed, too_deep
from tools.core.text import Text

MAX_DEPTH = 100
"""Levels of lists and objects in what comes in."""

MAX_BUILT_DEPTH = 200
"""Levels of what nodes and tools build out of it; the rest up to 254 is for what a value is wrapped in."""

MAX_MEMORY = 220_000_000
"""Bytes that a value may take once it is read, estimated before: compact records of 16 MB take as much."""
_SMALL = 1_000_000
"""Shorter texts cannot take much, whatever they hold."""
_COSTS = ((b"[", 200), (b"{", 200), (b",", 60), (b":", 80))
"""Bytes of a list or object, of a further value, and of a name in an object, measured over such texts."""
_STRINGS = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
TOO_MANY = Text("The JSON holds too many values to be read at once. Send it in several parts.")
TOO_DEEP = too_deep("JSON", MAX_DEPTH).text
ANSWER_TOO_DEEP = Text("The response is nested deeper than {most} levels, so it cannot be used.", most=MAX_DEPTH)
BUILT_TOO_DEEP = Text("The value is nested deeper than {most} levels, so it cannot be kept.", most=MAX_BUILT_DEPTH)

_NESTING = (dict, list, tuple)


class JsonTooDeepError(orjson.JSONDecodeError):
    """The text may be JSON, but is nested too deeply; `pointer` leads to the outermost field that is."""

    def __init__(self, pointer: str = "") -> None:
        super().__init__(TOO_DEEP.en, "", 0)
        self.pointer = pointer


class JsonTooLargeError(orjson.JSONDecodeError):
    """The text may be JSON, but would take more memory than `MAX_MEMORY`."""

    def __init__(self) -> None:
        super().__init__(TOO_MANY.en, "", 0)


def parse_json(text: str | bytes) -> Any:
    """Return the JSON value that a text holds.

    Raises:
        JsonTooLargeError: it would take too much memory; nothing of it was read.
        JsonTooDeepError: it is nested deeper than `MAX_DEPTH`.
        orjson.JSONDecodeError: it is not JSON: NaN and lone surrogates are refused, too.
    """
    if len(text) > _SMALL:
        _check_memory(text.encode("utf-8", "replace") if isinstance(text, str) else text)
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        # The parser's own limit is 1,024 levels.
        if error.msg.startswith("depth limit exceeded"):
            raise JsonTooDeepError from None
        raise
    return _checked(text, found, MAX_DEPTH)


def read_json(text: str | bytes) -> Any:
    """Return the JSON value that a text holds, for whoever shows people what is wrong with it.

    Raises:
        FormatError: as `parse_json` refuses it, in every language.
    """
    try:
        return parse_json(text)
    except JsonTooDeepError as error:
        raise FormatError(TOO_DEEP) from error
    except JsonTooLargeError as error:
        raise FormatError(TOO_MANY) from error
    except orjson.JSONDecodeError as error:
        raise malformed("JSON", line=error.lineno, column=error.colno, reason=error.msg) from error


def parse_exact_json(text: str, levels: int = MAX_DEPTH) -> Any:
    """Return the JSON value that a text holds; integers stay exact, however long they are.

    Raises:
        JsonTooDeepError: it is nested in more than so many levels.
        ValueError: it is not JSON; NaN and Infinity, which Python reads, are not.
    """
    try:
        found = json.loads(text, parse_constant=_refuse)
    except RecursionError:
        raise JsonTooDeepError from None
    return _checked(text, found, levels)


def _memory_of(text: bytes) -> int:
    """Return about how many bytes the value of a JSON text takes once it is read; what is no JSON takes no more."""
    found = _cost(text)
    # Signs in strings cost nothing; they are told apart only where the count of all is too high.
    return found if found <= MAX_MEMORY else _cost(_STRINGS.sub(b"0", text))


def _check_memory(text: bytes) -> None:
    if _memory_of(text) > MAX_MEMORY:
        raise JsonTooLargeError


def _cost(text: bytes) -> int:
    return len(text) + sum(text.count(sign) * cost for sign, cost in _COSTS)


def is_deeper(value: Any, levels: int) -> bool:
    """Return whether lists and objects are nested in more than so many levels; does not recurse."""
    level = [value] if isinstance(value, _NESTING) else []
    for _ in range(levels):
        if not level:
            return False
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, _NESTING)
        ]
    return bool(level)


def _checked(text: str | bytes, found: Any, levels: int) -> Any:
    # Counting is much cheaper than walking, and settles nearly every text.
    brackets = text.count("[") + text.count("{") if isinstance(text, str) else text.count(b"[") + text.count(b"{")
    if brackets > levels and is_deeper(found, levels):
        fields = found.items() if isinstance(found, dict) else ()
        raise JsonTooDeepError(next((f"/{name}" for name, one in fields if is_deeper(one, levels - 1)), ""))
    return found


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
