"""A model API that streams slowly, for many clients at once: each piece of text is the time at which it was sent.

Built to cost little, since it shares the machine with what is measured: one loop writes all streams, and nothing but
the time changes from piece to piece.
"""

import asyncio
import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

PIECES_PER_S = 20
# Streams take turns within the time of a piece, so that they do not all come at once.
_TURNS = 10
_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
_TIME = "0000000000.0000 "
SENT_AT = re.compile(rb"(\d{10}\.\d{4}) ")
"""Finds the times in what has come of a stream."""


def _event(delta: dict[str, Any], finish: str | None = None) -> bytes:
    return _told([{"index": 0, "delta": delta, "finish_reason": finish}])


def _told(choices: list[dict[str, Any]], **more: Any) -> bytes:
    body = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "stub", "choices": choices, **more}
    return f"data: {json.dumps(body)}\n\n".encode()


def _http_chunk(content: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(content), content)


_BEFORE_TIME, _AFTER_TIME = _http_chunk(_event({"content": _TIME})).split(_TIME.encode())
_USAGE = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
_END = _http_chunk(_event({}, "stop") + _told([], usage=_USAGE) + b"data: [DONE]\n\n") + b"0\r\n\r\n"


@dataclass(eq=False)
class _Stream:
    writer: asyncio.StreamWriter
    pieces: int
    over: asyncio.Event = field(default_factory=asyncio.Event)


class _Stub:
    def __init__(self, seconds: float) -> None:
        self._pieces = round(seconds * PIECES_PER_S)
        self._turns: list[set[_Stream]] = [set() for _ in range(_TURNS)]

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                lines = head.lower().splitlines()
                await reader.readexactly(next(int(it[15:]) for it in lines if it.startswith(b"content-length:")))
                writer.write(_HEAD)
                stream = _Stream(writer, self._pieces)
                min(self._turns, key=len).add(stream)
                await stream.over.wait()
        writer.close()

    async def write_all(self) -> None:
        """Write a piece to each stream once in the time of a piece, until cancelled."""
        started, number = time.monotonic(), 0
        while True:
            number += 1
            await asyncio.sleep(max(0.0, started + number / (PIECES_PER_S * _TURNS) - time.monotonic()))
            streams = self._turns[number % _TURNS]
            for stream in list(streams):
                stream.pieces -= 1
                stream.writer.write(b"%b%.4f %b" % (_BEFORE_TIME, time.time(), _AFTER_TIME))
                if stream.pieces == 0:
                    stream.writer.write(_END)
                    stream.over.set()
                    streams.discard(stream)


@contextmanager
def stream_stub(seconds: float) -> Iterator[str]:
    """Serve answers that take so many seconds, in a thread of its own, and yield the base URL."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="stream-stub", daemon=True)
    thread.start()
    stub = _Stub(seconds)
    serving = asyncio.run_coroutine_threadsafe(asyncio.start_server(stub.answer, "127.0.0.1", 0, backlog=1024), loop)
    server = serving.result()
    writing = asyncio.run_coroutine_threadsafe(stub.write_all(), loop)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    finally:
        writing.cancel()
        loop.call_soon_threadsafe(server.close)
        # One turn later, when the cancelled writing has ended.
        loop.call_soon_threadsafe(loop.call_soon, loop.stop)
        thread.join()
