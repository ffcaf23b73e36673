"""From the bytes of a stream of server-sent events to the JSON objects in it. Pure.

Both SDKs would do this too, at many times the cost, and hundreds of streams share one process.
Source: WHATWG HTML, 9.2.6 "Interpreting an event stream"; `[DONE]` is OpenAI's end of a stream.
"""

from collections.abc import Iterator

import orjson

from tools.definitions import JsonObject

_DONE = b"[DONE]"


class ReportedError(Exception):
    """The service told in the stream that it failed; `body` is what it said, as in the SDKs' exceptions."""

    def __init__(self, body: object) -> None:
        super().__init__()
        self.body = body


class EventStream:
    """Takes bytes as they come, cut anywhere."""

    def __init__(self) -> None:
        self._rest = b""
        self._data: list[bytes] = []
        self.is_done = False
        """The service said that nothing more comes."""

    def feed(self, raw: bytes) -> Iterator[JsonObject]:
        """Yield the objects of the events that are complete now; what is no object means nothing to us.

        Raises:
            ReportedError: an event tells a failure.
            ValueError: an event is no JSON.
        """
        raw = self._rest + raw
        # A carriage return at the very end may be the first half of a line end.
        end = max(raw.rfind(b"\n"), raw.rfind(b"\r", 0, -1)) + 1
        self._rest = raw[end:]
        for line in raw[:end].splitlines():
            if line:
                self._add(line)
            else:
                yield from self._event()

    def finish(self) -> Iterator[JsonObject]:
        """Yield the last event where the service left out the empty line behind it."""
        yield from self.feed(b"\n\n")

    def _add(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        if name == b"data":
            self._data.append(value.removeprefix(b" "))

    def _event(self) -> Iterator[JsonObject]:
        data, self._data = b"\n".join(self._data), []
        if self.is_done or not data:
            return
        if data.startswith(_DONE):
            self.is_done = True
            return
        event = orjson.loads(data)
        if not isinstance(event, dict):
            return
        if event.get("error"):
            raise ReportedError(event["error"])
        yield event
