"""A model API that streams slowly, for many clients at once: each piece of text is the time at which it was sent."""

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

PIECES_PER_S = 20


def _chunk(delta: dict[str, Any], finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    body = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "stub", "choices": [choice]}
    return f"data: {json.dumps(body)}\n\n".encode()


def _usage() -> bytes:
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    body = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "stub", "choices": [], "usage": usage}
    return f"data: {json.dumps(body)}\n\ndata: [DONE]\n\n".encode()


class _Stub:
    def __init__(self, seconds: float) -> None:
        self._pieces = round(seconds * PIECES_PER_S)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(
            int(line.split(b":")[1]) for line in head.lower().splitlines() if line.startswith(b"content-length")
        )
        await reader.readexactly(length)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
        started = time.monotonic()
        for number in range(self._pieces):
            await asyncio.sleep(max(0.0, started + number / PIECES_PER_S - time.monotonic()))
            writer.write(_chunk({"content": f"{time.time():.4f} "}))
        writer.write(_chunk({}, "stop") + _usage())
        await writer.drain()
        writer.close()


@contextmanager
def stream_stub(seconds: float) -> Iterator[str]:
    """Serve answers that take so many seconds, in a thread of its own, and yield the base URL."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="stream-stub", daemon=True)
    thread.start()
    stub = _Stub(seconds)
    serving = asyncio.run_coroutine_threadsafe(asyncio.start_server(stub.answer, "127.0.0.1", 0, backlog=1024), loop)
    server = serving.result()
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    finally:
        loop.call_soon_threadsafe(server.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
