"""A model API that streams slowly, for many clients at once: each piece of text is the time at which it was sent.

Built to cost little, since it shares the machine with what is measured: one loop writes all streams, and nothing but
the time changes from piece to piece. No stream ends before all have begun and run together for a while.
"""

import asyncio
import json
import math
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import uvloop

PIECES_PER_S = 20
# Streams take turns within the time of a piece, so that they do not all come at once.
_TURNS = 10
_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
_TIME = "0000000000.0000 "
SENT_AT = re.compile(rb"(\d{10}\.\d{4}) ")
"""Finds the times in what has come of a stream."""


def _event(delta: dict[str, Any], finish: str | None = None) -> bytes:
    return _chunk([{"index": 0, "delta": delta, "finish_reason": finish}])


def _chunk(choices: list[dict[str, Any]], **more: Any) -> bytes:
    body = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "stub", "choices": choices, **more}
    return f"data: {json.dumps(body)}\n\n".encode()


def _http_chunk(content: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(content), content)


_BEFORE_TIME, _AFTER_TIME = _http_chunk(_event({"content": _TIME})).split(_TIME.encode())
_USAGE = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
_END = _http_chunk(_event({}, "stop") + _chunk([], usage=_USAGE) + b"data: [DONE]\n\n") + b"0\r\n\r\n"


@dataclass(eq=False)
class _Stream:
    transport: asyncio.WriteTransport
    over: asyncio.Event = field(default_factory=asyncio.Event)


class StreamStub:
    """Streams to so many clients at once for so many seconds."""

    def __init__(self, count: int, seconds: float) -> None:
        self._missing = count
        self._seconds = seconds
        self._turns: list[set[_Stream]] = [set() for _ in range(_TURNS)]
        self.all_begun_at = math.inf
        """When the last of the streams began, as `time.time` tells it."""
        self.pieces = 0
        """Sent so far."""
        self.url = ""

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                lines = head.lower().splitlines()
                await reader.readexactly(next(int(it[15:]) for it in lines if it.startswith(b"content-length:")))
                writer.write(_HEAD)
                stream = _Stream(writer.transport)
                min(self._turns, key=len).add(stream)
                self._missing -= 1
                if self._missing == 0:
                    self.all_begun_at = time.time()
                await stream.over.wait()
        writer.close()

    async def write_all(self) -> None:
        """Write a piece to each stream once in the time of a piece, until cancelled."""
        started, number = time.monotonic(), 0
        while True:
            number += 1
            await asyncio.sleep(max(0.0, started + number / (PIECES_PER_S * _TURNS) - time.monotonic()))
            streams = self._turns[number % _TURNS]
            for stream in streams:
                stream.transport.write(b"%b%.4f %b" % (_BEFORE_TIME, time.time(), _AFTER_TIME))
            self.pieces += len(streams)
            if time.time() >= self.all_begun_at + self._seconds:
                self._end(streams)

    def _end(self, streams: set[_Stream]) -> None:
        for stream in streams:
            stream.transport.write(_END)
            stream.over.set()
        streams.clear()


@contextmanager
def stream_stub(count: int, seconds: float) -> Iterator[StreamStub]:
    """Serve `count` answers that go on for so many seconds after the last of them has begun, in a thread of its own."""
    loop = uvloop.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="stream-stub", daemon=True)
    thread.start()
    stub = StreamStub(count, seconds)
    serving = asyncio.run_coroutine_threadsafe(asyncio.start_server(stub.answer, "127.0.0.1", 0, backlog=1024), loop)
    server = serving.result()
    writing = asyncio.run_coroutine_threadsafe(stub.write_all(), loop)
    try:
        stub.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        yield stub
    finally:
        writing.cancel()
        loop.call_soon_threadsafe(server.close)
        # One turn later, when the cancelled writing has ended.
        loop.call_soon_threadsafe(loop.call_soon, loop.stop)
        thread.join()
