"""JSON from outside is refused before it is read where it would take far more memory than its text."""

import orjson
import pytest

from tools.core.format_error import FormatError
from tools.core.json_text import JsonTooLargeError, parse_json, read_json

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


@pytest.mark.parametrize("text", ORDINARY.values(), ids=ORDINARY)
def test_ordinary_bodies_of_16_mb_are_read(text: bytes) -> None:
    assert parse_json(text) == orjson.loads(text)
    assert parse_json(text.decode()) == orjson.loads(text)
