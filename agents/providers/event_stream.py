"""From the bytes of an answer to the JSON objects in it: a stream of server-sent events, or one plain object. Pure.

Both SDKs would do this too, at many times the cost, and hundreds of streams share one process. Some services answer a
streaming request with plain JSON, a whole answer or an error with status 200, under whatever content type; what the
body begins with tells which it is.
Source: WHATWG HTML, 9.2.6 "Interpreting an event stream"; `[DONE]` is OpenAI's end of a stream.
"""

from collections.abc import Iterator

from tools.core.definitions import JsonObject
from tools.core.json_text import parse_json

MAX_PLAIN_BYTES = 32 * 1024 * 1024
_DONE = b"[DONE]"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_ANSWERS = ("choices", "content")
"""What a whole answer has in one of the two wire formats; an object without either says what went wrong."""


class ReportedError(Exception):
    """The service told in the stream that it failed; `body` is what it said, as in the SDKs' exceptions."""

    def __init__(self, body: object) -> None:
        super().__init__()
        self.body = body


class EventStream:
    """Takes bytes as they come, cut anywhere."""

    def __init__(self) -> None:
        self._rest: list[bytes] = []
        """Of a line whose end has not come."""
        self._data: list[bytes] = []
        self._event_bytes = 0
        self._is_plain: bool | None = None
        """None until anything but white space has come."""
        self._plain: list[bytes] = []
        self._plain_bytes = 0
        self.is_done = False
        """The service said that nothing more comes."""

    def feed(self, raw: bytes) -> Iterator[JsonObject]:
        """Yield the objects of the events that are complete now; what is no object means nothing to us.

        Raises:
            ReportedError: an event tells a failure.
            ValueError: an event is no JSON, or the event or plain JSON is too long.
        """
        if self._is_plain is None:
            raw = self._begun(raw)
        if self._is_plain:
            self._keep(raw)
            return
        if not (b"\n" in raw or b"\r" in raw or (self._rest and self._rest[-1].endswith(b"\r"))):
            self._rest.append(raw)
            self._hold(len(raw))
            return
        raw = b"".join([*self._rest, raw])
        # A carriage return at the very end may be the first half of a line end.
        end = max(raw.rfind(b"\n"), raw.rfind(b"\r", 0, -1)) + 1
        self._rest = [raw[end:]] if end < len(raw) else []
        for line in raw[:end].splitlines():
            if line:
                self._add(line)
            else:
                yield from self._event()

    def finish(self) -> Iterator[JsonObject]:
        """Yield the last event where the service left out the empty line behind it, or the plain object.

        Raises:
            ReportedError: the service reported a failure.
            ValueError: it is no JSON.
        """
        if self._is_plain:
            yield from self._object(b"".join(self._plain))
        elif self._is_plain is False:
            yield from self.feed(b"\n\n")

    def _begun(self, raw: bytes) -> bytes:
        """Find out what the answer is, and return what has come of it, without the white space before it."""
        raw = b"".join([*self._rest, raw])
        self._rest = []
        if _BYTE_ORDER_MARK.startswith(raw):
            self._rest = [raw]
            return b""
        begin = raw.removeprefix(_BYTE_ORDER_MARK).lstrip()
        if begin:
            self._is_plain = begin[:1] in b"{["
        return begin

    def _hold(self, size: int) -> None:
        """Count what an event has that is not over yet."""
        self._event_bytes += size
        if self._event_bytes > MAX_PLAIN_BYTES:
            raise ValueError("an event is too long")

    def _keep(self, raw: bytes) -> None:
        self._plain_bytes += len(raw)
        if self._plain_bytes > MAX_PLAIN_BYTES:
            raise ValueError("the answer is too long")
        self._plain.append(raw)

    def _add(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        if name == b"data":
            self._data.append(value.removeprefix(b" "))
            self._hold(len(value))

    def _event(self) -> Iterator[JsonObject]:
        data, self._data, self._event_bytes = b"\n".join(self._data), [], 0
        if self.is_done or not data:
            return
        if data.startswith(_DONE):
            self.is_done = True
            return
        event = parse_json(data)
        if not isinstance(event, dict):
            return
        if event.get("error"):
            raise ReportedError(event["error"])
        yield event

    def _object(self, raw: bytes) -> Iterator[JsonObject]:
        found = parse_json(raw)
        if isinstance(found, list):
            # Google's form of an error.
            found = found[0] if found else None
        if not isinstance(found, dict):
            return
        if found.get("error"):
            raise ReportedError(found["error"])
        if not any(name in found for name in _ANSWERS):
            raise ReportedError(found)
        yield found
