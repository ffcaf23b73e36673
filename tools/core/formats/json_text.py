"""Reads and writes JSON so that everything read can be written again unchanged. Pure.

Integers are exact up to `MAX_DIGITS` digits; other numbers are doubles. `1e400`, NaN and lone surrogates are refused.
Outside JSON is limited in depth: deeper values could be parsed, but neither written (orjson stops at 254 levels) nor
walked recursively, so all other code may recurse.
"""

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import orjson

from tools.core.formats.encodings import codec_of, decoded
from tools.core.formats.format_error import FormatError, malformed, too_deep
from tools.core.text import Text

MAX_DEPTH = 100
"""Levels of lists and objects in what comes in."""

MAX_BUILT_DEPTH = 200
"""Levels of what nodes and tools build out of it; the rest up to 254 is for what a value is wrapped in."""

MAX_DIGITS = 1_000
"""Digits of an integer."""

MAX_MEMORY = 220_000_000
"""Bytes that a value may take once it is read, estimated before: compact records of 16 MB take as much."""
_SMALL = 1_000_000
"""Length below which a text cannot use much memory."""
_COSTS = ((b"[", 200), (b"{", 200), (b",", 60), (b":", 80))
"""Measured bytes per list or object, per further value, and per object name."""
_PIECE_BYTES = 64 * 1024
_MAX_WRITTEN_DEPTH = 254
_SHOWN_CHARACTERS = 60
_TOO_LONG = 10**MAX_DIGITS
_NINETEEN_DIGITS = b"0" * 19
_DIGITS_ALIKE = bytes(ord("0") if chr(byte).isascii() and chr(byte).isdigit() else byte for byte in range(256))
TOO_MANY = Text("The JSON holds too many values to be read at once. Send it in several parts.")
TOO_MANY_DIGITS = Text("A number has more than {most} digits, so it cannot be stored.", most=MAX_DIGITS)
NOT_A_NUMBER = Text("A number is infinite or is not a number (NaN). JSON has no such values.")
NOT_TEXT = Text("A text contains half a character (a lone surrogate), so it cannot be stored.")
_TWICE = Text("The name “{name}” comes twice in one object. Remove one of them.", name="")
NOT_JSON = Text("The value holds something that JSON has no form for.")
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
    """The text may be JSON, but would take more memory than its reader allows."""

    def __init__(self) -> None:
        super().__init__(TOO_MANY.en, "", 0)


def parse_json(text: str | bytes, levels: int = MAX_DEPTH, memory: int = MAX_MEMORY) -> Any:
    """Parse JSON text.

    Raises:
        JsonTooLargeError: it would need more than `memory`; nothing was parsed.
        JsonTooDeepError: nested beyond `levels`.
        orjson.JSONDecodeError: not JSON, including NaN, numbers beyond a double and lone surrogates.
    """
    if len(text) > _SMALL:
        _check_memory(text.encode("utf-8", "replace") if isinstance(text, str) else text, memory)
    try:
        found = _exact(text)
    except orjson.JSONDecodeError as error:
        # The parser's own limit is 1,024 levels.
        if error.msg.startswith("depth limit exceeded"):
            raise JsonTooDeepError from None
        raise
    return _checked(text, found, levels)


def parse_encoded_json(content: bytes, label: str) -> Any:
    """Parse a JSON body by its BOM, else by the encoding label, else as UTF-8.

    Raises ValueError, as `parse_json`, or if the bytes do not fit the encoding.
    """
    is_utf8 = codec_of(label) in (None, "utf-8") and content[:1] not in b"\xef\xfe\xff"
    return parse_json(content if is_utf8 else decoded(content, label, errors="strict"))


def parse_own_json(text: str | bytes) -> Any:
    """Parse JSON that this product wrote, of any size and depth. Raises json.JSONDecodeError for anything else."""
    try:
        return _exact(text)
    except orjson.JSONDecodeError:
        # Written before half characters and integers without end were refused.
        return json.loads(text)


def read_json(text: str | bytes) -> Any:
    """Parse JSON for callers that show errors. Raises FormatError, translated, where `parse_json` refuses."""
    try:
        return parse_json(text)
    except JsonTooDeepError as error:
        raise FormatError(TOO_DEEP) from error
    except JsonTooLargeError as error:
        raise FormatError(TOO_MANY) from error
    except orjson.JSONDecodeError as error:
        raise malformed("JSON", line=error.lineno, column=error.colno, reason=error.msg) from error


def refuse_repeated_name(text: str) -> None:
    """Check that no name comes twice in one object of a JSON text: a reader would keep the second value only.

    Texts longer than a megabyte, which nobody has typed, are not looked through.

    Raises:
        FormatError: one does; the message names it.
    """
    if len(text) > _SMALL:
        return
    found: list[str] = []

    def note(pairs: list[tuple[str, Any]]) -> None:
        counts = Counter(name for name, _ in pairs)
        if len(counts) < len(pairs) and not found:
            found.extend(name for name, count in counts.items() if count > 1)

    json.loads(text, object_pairs_hook=note, parse_int=str)
    if found:
        raise FormatError(_TWICE.filled(name=found[0][:_SHOWN_CHARACTERS]))


def write_json(value: Any, *, default: Callable[[Any], Any] | None = None, option: int | None = None) -> bytes:
    """Return compact UTF-8 JSON; `default` converts other values, `option` is orjson's. NaN and infinities become null.

    Raises TypeError (see `json_refusal`).
    """
    try:
        return orjson.dumps(value, default=default, option=option)
    except orjson.JSONEncodeError:
        if is_deeper(value, _MAX_WRITTEN_DEPTH):
            raise
        whole = default and (lambda one: _with_long_integers(default(one)))
        return orjson.dumps(_with_long_integers(value), default=whole, option=option)


def json_refusal(value: Any) -> Text | None:
    """Return why a value that was built cannot be kept as JSON, or None: the question before one is stored."""
    try:
        text = write_json(value)
    except TypeError:
        if is_deeper(value, MAX_BUILT_DEPTH):
            return BUILT_TOO_DEEP
        return next((found for one in _leaves(value) if (found := _refusal(one))), NOT_JSON)
    # Counting is much cheaper than walking, and settles nearly every text.
    if text.count(b"[") + text.count(b"{") > MAX_BUILT_DEPTH and is_deeper(value, MAX_BUILT_DEPTH):
        return BUILT_TOO_DEEP
    # A NaN is written as null, so only who has one is looked through.
    return NOT_A_NUMBER if b"null" in text and holds_nan(value) else None


def holds_nan(value: Any) -> bool:
    """Say whether a value has a NaN or an infinity in it, which are written as null."""
    return any(isinstance(one, float) and not math.isfinite(one) for one in _leaves(value))


def holds_nul(value: Any) -> bool:
    """Say whether a text or a name in a value has a NUL character, which PostgreSQL cannot store."""
    return any(isinstance(one, str) and "\0" in one for one in _leaves(value))


def _check_memory(text: bytes, memory: int) -> None:
    """Refuse JSON that would take more than `memory` once it is read; what is no JSON takes no more."""
    # Strings cost nothing; they are told apart only where the cost of all is too high.
    if json_cost(text) <= memory:
        return
    left = memory
    for piece in _outside_strings(text):
        left -= json_cost(piece)
        if left < 0:
            raise JsonTooLargeError


def json_cost(text: bytes) -> int:
    """Return how many bytes a text and its value take at most, strings counted as if they were JSON."""
    return len(text) + sum(text.count(sign) * cost for sign, cost in _COSTS)


def _outside_strings(text: bytes) -> Iterator[bytes]:
    """Yield a JSON text without its strings, a piece at a time: all parts at once would take ten times the text."""
    plain, is_inside = text.replace(rb"\\", b"").replace(rb"\"", b""), 0
    for start in range(0, len(plain), _PIECE_BYTES):
        parts = plain[start : start + _PIECE_BYTES].split(b'"')
        yield b"".join(parts[is_inside::2])
        is_inside ^= (len(parts) - 1) % 2


def is_deeper(value: Any, levels: int) -> bool:
    """Return whether a value is nested beyond `levels`; does not recurse."""
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


def _exact(text: str | bytes) -> Any:
    # Integers beyond 64 bits come as doubles. Looking for nineteen digits in a row so takes a sixth of the parser's
    # time, a pattern five times as long as the parser; before the value takes its memory.
    plain = text.encode("utf-8", "replace") if isinstance(text, str) else text
    has_long_integers = _NINETEEN_DIGITS in plain.translate(_DIGITS_ALIKE)
    del plain
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        if not error.msg.startswith("number is infinity"):
            raise
        # It may be an integer of more than 308 digits.
        found = _with_integers(text)
        if (refusal := json_refusal(found)) is not None:
            raise orjson.JSONDecodeError(refusal.en, "", 0) from None
        return found
    if not has_long_integers:
        return found
    # Two values at once would take twice the memory that was counted.
    del found
    return _with_integers(text)


def _with_integers(text: str | bytes) -> Any:
    return json.loads(text, parse_int=_integer)


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS + digits.startswith("-"):
        raise orjson.JSONDecodeError(TOO_MANY_DIGITS.en, "", 0)
    return int(digits)


def _with_long_integers(value: Any) -> Any:
    """Return a value with integers beyond 64 bits written as digits."""
    match value:
        case dict():
            return {name: _with_long_integers(item) for name, item in value.items()}
        case list() | tuple():
            return [_with_long_integers(item) for item in value]
        case int() if not -(2**63) <= value < 2**64 and abs(value) < _TOO_LONG:
            return orjson.Fragment(str(value))
        case _:
            return value


def _leaves(value: Any) -> Iterator[Any]:
    """Yield the names and values in a value; does not recurse."""
    waiting = [value]
    while waiting:
        match waiting.pop():
            case dict() as fields:
                waiting += [*fields, *fields.values()]
            case list() | tuple() as items:
                waiting += items
            case leaf:
                yield leaf


def _refusal(leaf: Any) -> Text | None:
    match leaf:
        case float() if not math.isfinite(leaf):
            return NOT_A_NUMBER
        case int() if abs(leaf) >= _TOO_LONG:
            return TOO_MANY_DIGITS
        case str() if _is_broken(leaf):
            return NOT_TEXT
        case str() | int() | float() | None:
            return None
        case _:
            return NOT_JSON


def _is_broken(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
