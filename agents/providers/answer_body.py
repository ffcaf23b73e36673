"""Presents service answers to the SDKs: bounded, as whole events, and plain answers as streams.

The SDKs hold events of any size, rebuild long ones with each piece, and ignore plain JSON, with which some services
answer streaming requests.
Source: WHATWG HTML, 9.2.6 "Interpreting an event stream".
"""

from collections.abc import AsyncIterator

import httpx2

from agents.providers.stream_end import StreamEnd
from tools.core.formats.json_text import parse_json, write_json

EVENT_STREAM = "text/event-stream"
MAX_BODY_BYTES = 32 * 1024 * 1024
"""Limit of an answer that is not a stream."""
MAX_EVENT_BYTES = 8 * 1024 * 1024
MAX_EVENT_LINES = 1000
"""Anthropic's SDK copies an event once for each of its lines."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_EVENT_ENDS = (b"\n\n", b"\r\r", b"\n\r\n")
_LONGEST_END = 3


async def bound_body(response: httpx2.Response) -> None:
    """Bound a response; a hook of the HTTP client, called before the body is read."""
    # We ask for no compression; a small body that unpacks to a huge one stays packed.
    response.headers.pop("content-encoding", None)
    is_stream = response.request.headers["accept"] == EVENT_STREAM and response.is_success
    if isinstance(response.stream, httpx2.AsyncByteStream):
        kind = _BoundedBody
        if is_stream:
            kind = _NamedEventBody if "anthropic-version" in response.request.headers else _EventBody
        response.stream = kind(response.stream)


class _BoundedBody(httpx2.AsyncByteStream):
    def __init__(self, body: httpx2.AsyncByteStream) -> None:
        self._body = body

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for raw in self._body:
            size += len(raw)
            if size > MAX_BODY_BYTES:
                raise ValueError("the answer is too long")
            yield raw

    async def aclose(self) -> None:
        await self._body.aclose()


class _EventBody(_BoundedBody):
    def __init__(self, body: httpx2.AsyncByteStream) -> None:
        super().__init__(body)
        self.end = StreamEnd()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        events = WholeEvents()
        async for raw in self._body:
            if whole := events.feed(raw):
                self.end.note(whole)
                yield whole
        if rest := events.finish():
            self.end.note(rest)
            yield rest


class _NamedEventBody(_EventBody):
    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for raw in super().__aiter__():
            yield named(raw)


def named(events: bytes) -> bytes:
    """Return events with the name required by Anthropic's SDK: the `type` in their data, if a service omits it."""
    found: list[bytes] = []
    lines: list[bytes] = []
    for line in events.splitlines(keepends=True):
        lines.append(line)
        if not line.strip(b"\r\n"):
            found += [_missing_name(lines), *lines]
            lines = []
    return b"".join([*found, *lines])


def _missing_name(lines: list[bytes]) -> bytes:
    """Return the line that names an event; nothing when it has one or needs none."""
    data = b"".join(line[5:] for line in lines if line.startswith(b"data:")).strip()
    if data in (b"", b"[DONE]") or any(line.startswith(b"event:") for line in lines):
        return b""
    try:
        event = parse_json(data)
    except ValueError:
        # Under any name the SDK reads it, and says what is wrong.
        event = {"type": "unreadable"}
    kind = event.get("type") if isinstance(event, dict) else None
    return b"event: %b\n" % kind.encode() if isinstance(kind, str) and kind.isidentifier() else b""


class WholeEvents:
    """Takes the bytes of an answer as they come, cut anywhere, and returns those of the events that are complete."""

    def __init__(self) -> None:
        self._is_plain: bool | None = None
        """None until anything but white space has come."""
        self._mark = b""
        """A possible partial byte order mark."""
        self._held: list[bytes] = []
        """Incomplete event or plain answer."""
        self._bytes = self._lines = 0
        """Held."""
        self._last = b""
        """The end of what is held."""

    def feed(self, raw: bytes) -> bytes:
        """Return the events completed by these bytes. Raises ValueError if an event or plain answer is too long."""
        if self._is_plain is None:
            raw = self._begin(raw)
        end = 0 if self._is_plain else self._end_in(raw)
        whole = b"".join([*self._held, raw[:end]]) if end else b""
        if end:
            self._held, self._bytes, self._lines, self._last = [], 0, 0, b""
        self._hold(raw[end:])
        return whole

    def finish(self) -> bytes:
        """Return the last event if its empty line is missing, or the plain answer as events.

        Raises ValueError if the plain answer is not JSON.
        """
        rest = b"".join(self._held)
        if self._is_plain:
            return _as_events(parse_json(rest))
        return rest + b"\n\n" if rest else b""

    def _begin(self, raw: bytes) -> bytes:
        """Detect the answer's kind, skipping leading white space, and return its first events."""
        raw = self._mark + raw
        self._mark = raw if raw != _BYTE_ORDER_MARK and _BYTE_ORDER_MARK.startswith(raw) else b""
        if self._mark:
            return b""
        begin = raw.removeprefix(_BYTE_ORDER_MARK).lstrip()
        if begin:
            self._is_plain = begin[:1] in b"{["
        return begin

    def _end_in(self, raw: bytes) -> int:
        """Return where the last complete event ends; 0 when none does."""
        known = self._last + raw
        ends = [at + len(mark) for mark in _EVENT_ENDS if (at := known.rfind(mark)) >= 0]
        return max(0, max(ends, default=0) - len(self._last))

    def _hold(self, raw: bytes) -> None:
        if not raw:
            return
        self._held.append(raw)
        self._last = (self._last + raw[-_LONGEST_END:])[-_LONGEST_END:]
        self._bytes += len(raw)
        self._lines += raw.count(b"\n") + raw.count(b"\r")
        if self._bytes > (MAX_BODY_BYTES if self._is_plain else MAX_EVENT_BYTES):
            raise ValueError("the answer is too long")
        if self._lines > MAX_EVENT_LINES and not self._is_plain:
            raise ValueError("an event has too many lines")


def _as_events(found: object) -> bytes:
    """Return the events that say the same as a plain answer, in the form of the service's own stream."""
    if isinstance(found, list):
        # Google's form of an error.
        found = found[0] if found else None
    if not isinstance(found, dict):
        return b""
    if found.get("error"):
        return _event("error", {"error": found["error"]})
    if "choices" in found:
        return _event("message", found)
    if "content" in found:
        start = {"type": "message_start", "message": found}
        return _event("message_start", start) + _event("message_stop", {"type": "message_stop"})
    return _event("error", {"error": found})


def _event(name: str, data: object) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (name.encode(), write_json(data))
