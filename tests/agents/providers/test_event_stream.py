"""Server-sent events are read from bytes that are cut anywhere."""

import pytest

from agents.providers import event_stream
from agents.providers.event_stream import EventStream, ReportedError
from tools.core.definitions import JsonObject

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


PLAIN = '\n {"choices": [{"message": {"content": "二"}}]}\n'.encode()


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf", b"\r\n\t "])
def test_a_plain_object_is_one_event_however_it_is_cut(size: int, before: bytes) -> None:
    raw = before + PLAIN
    found = read(*(raw[start : start + size] for start in range(0, len(raw), size)))
    assert found == [{"choices": [{"message": {"content": "二"}}]}]


@pytest.mark.parametrize("size", [1, 5, 1000])
def test_a_byte_order_mark_hides_no_event(size: int) -> None:
    raw = b"\xef\xbb\xbf" + STREAM
    assert read(*(raw[start : start + size] for start in range(0, len(raw), size))) == EXPECTED


REPORTED = [
    (b'{"error": {"message": "no"}}', {"message": "no"}),
    (b'[{"error": {"code": 429}}]', {"code": 429}),
    (b'{"code": "InvalidApiKey", "message": "no"}', {"code": "InvalidApiKey", "message": "no"}),
    (b"{}", {}),
]


@pytest.mark.parametrize(("raw", "body"), REPORTED)
def test_a_plain_object_that_is_no_answer_says_what_is_wrong(raw: bytes, body: JsonObject) -> None:
    with pytest.raises(ReportedError) as caught:
        read(raw)
    assert caught.value.body == body


@pytest.mark.parametrize("raw", [b'{"choices": [', b"{", b"[}"])
def test_a_plain_object_that_breaks_off_is_an_error(raw: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read(raw)


def test_a_plain_answer_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "MAX_PLAIN_BYTES", 1000)
    with pytest.raises(ValueError, match="too long"):
        read(b"{", *[b'"a",' * 10] * 50)


@pytest.mark.parametrize("piece", [b"x" * 10, b"data: " + b"y" * 10, b" " * 10, b'{"' + b"z" * 8])
def test_pieces_without_an_end_take_time_in_proportion(piece: bytes) -> None:
    """A line is put together once, not once for each piece of it: 400,000 pieces would take minutes."""
    stream = EventStream()
    for _ in range(400_000):
        assert list(stream.feed(piece)) == []
