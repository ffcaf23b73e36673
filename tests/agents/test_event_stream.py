"""Server-sent events are read from bytes that are cut anywhere."""

import pytest

from agents.providers.event_stream import EventStream, ReportedError
from tools.definitions import JsonObject

STREAM = 'data: {"n": 1}\n\n: a comment\nevent: x\ndata: {"n":\ndata: "二"}\n\ndata:{"n": 3}\n\n'.encode()
EXPECTED = [{"n": 1}, {"n": "二"}, {"n": 3}]


def read(*pieces: bytes) -> list[JsonObject]:
    stream = EventStream()
    return [event for piece in pieces for event in stream.feed(piece)] + list(stream.finish())


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_events_are_the_same_however_they_are_cut(size: int, line_end: bytes) -> None:
    raw = STREAM.replace(b"\n", line_end)
    assert read(*(raw[start : start + size] for start in range(0, len(raw), size))) == EXPECTED


def test_the_last_event_needs_no_empty_line() -> None:
    assert read(b'data: {"n": 1}') == [{"n": 1}]


def test_nothing_counts_behind_the_end() -> None:
    stream = EventStream()
    assert list(stream.feed(b'data: {"n": 1}\n\ndata: [DONE]\n\ndata: {"n": 2}\n\n')) == [{"n": 1}]
    assert stream.is_done


@pytest.mark.parametrize("raw", [b"data: 7\n\n", b"data:\n\n", b"event: ping\n\n", b"<html>\n\n", b"\n\n\n"])
def test_what_is_no_object_means_nothing(raw: bytes) -> None:
    assert read(raw) == []


def test_a_failure_comes_after_the_events_before_it() -> None:
    events = EventStream().feed(b'data: {"n": 1}\n\ndata: {"error": {"type": "overloaded_error"}}\n\n')
    assert next(events) == {"n": 1}
    with pytest.raises(ReportedError) as caught:
        next(events)
    assert caught.value.body == {"type": "overloaded_error"}


def test_a_broken_event_is_an_error() -> None:
    with pytest.raises(ValueError, match="unexpected"):
        read(b'data: {"n": \n\n')
