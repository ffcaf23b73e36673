"""Answers are bounded, cut into whole events, and read by the SDKs however they arrive."""

import orjson
import pytest

from agents.providers import answer_body
from agents.providers.answer_body import WholeEvents, named
from tools.core.definitions import JsonObject

STREAM = 'data: {"n": 1}\n\n: a comment\nevent: x\ndata: {"n":\ndata: "二"}\n\ndata:{"n": 3}\n\n'.encode()
MARK = b"\xef\xbb\xbf"


def fed(*pieces: bytes) -> list[bytes]:
    """Return what comes out for each piece, and at the end."""
    events = WholeEvents()
    return [*(events.feed(piece) for piece in pieces), events.finish()]


def cut(raw: bytes, size: int) -> list[bytes]:
    return [raw[start : start + size] for start in range(0, len(raw), size)]


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("before", [b"", MARK, b"\r\n\n "])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_events_come_whole_however_they_are_cut(size: int, before: bytes, line_end: bytes) -> None:
    raw = STREAM.replace(b"\n", line_end)
    found = fed(*cut(before + raw, size))
    assert b"".join(found) in (raw, raw + b"\n\n")
    assert all(piece.strip() == b"" or piece.endswith((line_end * 2, b"\n\n")) for piece in found)


def test_the_last_event_needs_no_empty_line() -> None:
    assert fed(b'data: {"n": 1}') == [b"", b'data: {"n": 1}\n\n']


def test_what_is_complete_does_not_wait_for_the_next_event() -> None:
    assert fed(b"data: 1\n\ndata: 2\n\ndata", b": 3\n", b"\n")[:3] == [b"data: 1\n\ndata: 2\n\n", b"", b"data: 3\n\n"]


PLAIN = '\n {"choices": [{"message": {"content": "二"}}]}\n'.encode()


def data_of(event: bytes) -> JsonObject:
    found: JsonObject = orjson.loads(event.splitlines()[1].removeprefix(b"data: "))
    return found


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize("before", [b"", MARK, b"\r\n\t "])
def test_a_plain_answer_is_one_event_however_it_is_cut(size: int, before: bytes) -> None:
    *nothing, event = fed(*cut(before + PLAIN, size))
    assert not any(nothing)
    assert data_of(event) == {"choices": [{"message": {"content": "二"}}]}


def test_a_plain_message_begins_and_ends() -> None:
    *_, events = fed(b'{"content": []}')
    assert data_of(events) == {"type": "message_start", "message": {"content": []}}
    assert events.endswith(b'event: message_stop\ndata: {"type":"message_stop"}\n\n')


REPORTED = [
    (b'{"error": {"message": "no"}}', {"message": "no"}),
    (b'[{"error": {"code": 429}}]', {"code": 429}),
    (b'{"code": "InvalidApiKey", "message": "no"}', {"code": "InvalidApiKey", "message": "no"}),
    (b"{}", {}),
]


@pytest.mark.parametrize(("raw", "body"), REPORTED)
def test_a_plain_object_that_is_no_answer_is_an_error(raw: bytes, body: JsonObject) -> None:
    *_, event = fed(raw)
    assert event.startswith(b"event: error\n")
    assert data_of(event) == {"error": body}


@pytest.mark.parametrize("raw", [b'{"choices": [', b"{", b"[}"])
def test_a_plain_object_that_breaks_off_is_an_error(raw: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        fed(raw)


@pytest.mark.parametrize(
    ("limit", "pieces"),
    [
        ("MAX_BODY_BYTES", [b"{", *[b'"a",' * 10] * 50]),
        ("MAX_EVENT_BYTES", [b"data: ", *[b"a" * 40] * 50]),
        ("MAX_EVENT_LINES", [b"data: a\n"] * 2000),
    ],
)
def test_what_has_no_end_is_bounded(limit: str, pieces: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_body, limit, 1000)
    with pytest.raises(ValueError, match="too"):
        fed(*pieces)


@pytest.mark.parametrize("piece", [b"x" * 10, b"data: " + b"y" * 10, b" " * 10, b'{"' + b"z" * 8])
def test_pieces_without_an_end_take_time_in_proportion(piece: bytes) -> None:
    """A line is put together once, not once for each piece of it: 400,000 pieces would take minutes."""
    events = WholeEvents()
    for _ in range(400_000):
        assert events.feed(piece) == b""


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_events_are_named_after_their_type_where_the_service_leaves_it_out(line_end: str) -> None:
    events = 'data: {"type": "a"}\n\nevent: b\ndata: {"type": "c"}\n\ndata: {\ndata: "type": "d"}\n\n'
    found = named(events.replace("\n", line_end).encode()).decode()
    assert [line for line in found.splitlines() if line.startswith("event")] == ["event: a", "event: b", "event: d"]
    assert found.startswith('event: a\ndata: {"type": "a"}')


@pytest.mark.parametrize(
    "event", [": comment", "data: [DONE]", "data: 3", "data: {}", 'data: {"type": "a\\nb"}', "id: 1"]
)
def test_what_is_no_event_of_theirs_stays_as_it_is(event: str) -> None:
    raw = f"{event}\n\n".encode()
    assert named(raw) == raw
