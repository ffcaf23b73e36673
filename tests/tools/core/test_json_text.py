"""JSON is exact or refused, and refused before it is read where it would take far more memory than its text."""

import json
import math
import re
import tracemalloc
from contextlib import nullcontext

import orjson
import pytest

from tools.core.formats.format_error import FormatError
from tools.core.formats.json_text import (
    MAX_DIGITS,
    NOT_A_NUMBER,
    NOT_JSON,
    NOT_TEXT,
    TOO_MANY_DIGITS,
    JsonTooLargeError,
    json_refusal,
    parse_json,
    parse_own_json,
    read_json,
    refuse_repeated_name,
    write_json,
)
from tools.core.text import Text

SIZE = 16 * 1024 * 1024
RECORD = {"id": 7, "name": "Customer number 7", "email": "c7@example.com", "amount": 9.59, "tags": ["a", "b"]}
HOSTILE = {
    "objects": b"[" + b'{"":0},' * (SIZE // 7) + b"0]",
    "lists": b"[" + b"[]," * (SIZE // 3) + b"0]",
    "short texts": b"[" + b'"a",' * (SIZE // 4) + b"0]",
}
ORDINARY = {
    "records": orjson.dumps([RECORD] * (SIZE // len(orjson.dumps(RECORD)))),
    "a table as text": orjson.dumps({"csv": "a,b,{c},[1]:2\n" * (SIZE // 14)}),
    "numbers": orjson.dumps([0.123456789] * (SIZE // 12)),
    "names": b"{" + b",".join(b'"k%d":1' % number for number in range(SIZE // 12)) + b"}",
    "escaped quotes": b"[" + rb'"\"",' * (SIZE // 5) + b"0]",
    "a picture": orjson.dumps({"picture": "iVBORw0KGgo=" * (SIZE // 12)}),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_what_would_take_too_much_memory_is_not_read(text: bytes) -> None:
    with pytest.raises(JsonTooLargeError):
        parse_json(text)
    with pytest.raises(FormatError):
        read_json(text)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_counting_values_takes_no_more_memory_than_the_text(text: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(JsonTooLargeError):
            parse_json(text)
        assert tracemalloc.get_traced_memory()[1] < SIZE
    finally:
        tracemalloc.stop()


def test_a_long_integer_does_not_double_the_memory() -> None:
    peaks = []
    for last in (b"1", b"12345678901234567890123"):
        text = b"[" + b",".join([orjson.dumps(RECORD)] * 20_000) + b"," + last + b"]"
        tracemalloc.start()
        parse_json(text)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]


@pytest.mark.parametrize("text", ORDINARY.values(), ids=ORDINARY)
@pytest.mark.everyday_rows(2)
def test_ordinary_bodies_of_16_mb_are_read(text: bytes) -> None:
    assert parse_json(text) == orjson.loads(text)
    assert parse_json(text.decode()) == orjson.loads(text)


EXACT = [
    0,
    2**53 + 1,
    7615917337495251231,
    2**63,
    2**64 - 1,
    2**64,
    -(2**63) - 1,
    10 ** (MAX_DIGITS - 1),
    1 - 10**MAX_DIGITS,
    0.1,
    -0.0,
    5e-324,
    1.7976931348623157e308,
    "12345678901234567890",
    "\U0001f600",
    [18446744073709551616, {"id": 18446744073709551617}],
]
REFUSED = ["1e400", "-1e400", "NaN", "Infinity", '"\\ud800"', '"\\udc00"', "[1" + "0" * MAX_DIGITS + "]", "012", "[1,]"]


@pytest.mark.parametrize("value", EXACT, ids=str)
def test_a_value_that_is_written_is_read_as_it_was(value: object) -> None:
    text = write_json({"value": value})
    for found in (parse_json(text), parse_json(text.decode()), parse_own_json(text), json.loads(text)):
        assert (found["value"], type(found["value"])) == (value, type(value))


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_kept_is_not_read(text: str) -> None:
    for given in (text, text.encode()):
        with pytest.raises(orjson.JSONDecodeError):
            parse_json(given)


@pytest.mark.parametrize(
    ("value", "refusal"),
    [
        (math.nan, NOT_A_NUMBER),
        ([None, math.inf], NOT_A_NUMBER),
        ("\ud800", NOT_TEXT),
        ({"\udc00": 1}, NOT_TEXT),
        (10**MAX_DIGITS, TOO_MANY_DIGITS),
        (object(), NOT_JSON),
        ({1: 2}, NOT_JSON),
        ([None, "NaN", True, 10 ** (MAX_DIGITS - 1)], None),
    ],
    ids=str,
)
def test_what_was_built_is_refused_with_a_sentence(value: object, refusal: Text | None) -> None:
    assert json_refusal({"value": [value]}) == refusal


def test_what_was_stored_before_stays_readable() -> None:
    assert parse_own_json('["\\ud800", 1' + "0" * MAX_DIGITS + "]") == ["\ud800", 10**MAX_DIGITS]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('{"a": 1, "b": {"a": 2}}', None),
        ('{"a": 1, "\\u0061": 2}', "a"),
        ('[{"a": {"茶": 1, "b": 2, "茶": 3}}]', "茶"),
        ('{"a": 1, "A": 2, "": 3}', None),
        ("[1, 2]", None),
        (f'{{"a": {10**900}, "a": 1}}', "a"),
        ("{" + ", ".join(f'"n{number}": 1' for number in range(50_000)) + ', "n7": 2}', "n7"),
    ],
)
def test_a_name_that_comes_twice_is_found(text: str, name: str | None) -> None:
    message = f"The name “{name}” comes twice in one object. Remove one of them."
    refused = nullcontext() if name is None else pytest.raises(FormatError, match=re.escape(message))
    with refused:
        refuse_repeated_name(text)
