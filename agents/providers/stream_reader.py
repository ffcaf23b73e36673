"""Reads one answer of a model API.

A piece of text is a few letters, and each read costs a hundred times what its letters do. So a process reads so often
a second at most, over all its streams; what comes meanwhile waits in the sockets and is read together. One stream alone
is read as it comes.

Whoever wants an answer reads it in its own thread. A thread between them costs more than the reading, because at each
hop from one to the other all threads that are ready meet at Python's lock.
"""

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Protocol

from agents.providers.event_stream import EventStream
from agents.providers.http_chunks import chunks_joined
from tools.core.definitions import JsonObject

READS_PER_S = 1000
"""Of all streams of a process together."""
ASK_EVERY_S = 0.2
"""How long a silent service keeps a reader from asking whether to go on."""
CLOSES_WITHIN_S = 0.05
"""How long the end of the HTTP answer is waited for behind what the service said last."""

Batch = list[JsonObject]
_Read = Callable[[int, float | None], bytes]
"""Of a connection: at most so many bytes, within so many seconds."""


class SdkStream(Protocol):
    """What both SDKs return for a streamed call; we read the answer that it holds ourselves."""

    response: Any

    def close(self) -> None: ...


_open: "set[StreamReader]" = set()
_of_thread = threading.local()
"""`reader`: who reads in this thread now."""


class AnswerAwaited:
    """Reads what comes before a stream, in the thread that opens it, until nobody wants the answer any more."""

    def __init__(self) -> None:
        self._given_up = threading.Event()

    def give_up(self) -> None:
        """Break off the reading, which closes the connection."""
        self._given_up.set()

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Let this thread read so while the context is open."""
        _of_thread.reader = self
        try:
            yield
        finally:
            del _of_thread.reader

    def read(self, read: _Read, max_bytes: int, timeout_s: float) -> bytes:
        """Read, and look meanwhile whether to go on."""
        from httpcore2 import ReadTimeout

        ends = time.monotonic() + timeout_s
        while True:
            try:
                return read(max_bytes, ASK_EVERY_S)
            except ReadTimeout:
                if self._given_up.is_set() or time.monotonic() >= ends:
                    raise


class StreamReader:
    """Reads in the thread that asks for the batches.

    Args:
        go_on: is asked while the service is silent, and raises when nobody wants more.
    """

    def __init__(self, response: Any, go_on: Callable[[], None]) -> None:
        let_readers_wait(response.extensions.get("network_stream"))
        self._contents: Iterator[bytes] = iter(response.iter_bytes())
        self._is_chunked = response.headers.get("transfer-encoding") == "chunked"
        self._go_on = go_on
        self._next_turn = 0.0
        self._raw = b""
        """What came with the last read."""
        self._is_done = False

    def batches(self) -> Iterator[Batch]:
        """Yield the events that come together, until the service says that it is done or closes."""
        _open.add(self)
        try:
            yield from self._batches()
        finally:
            _open.discard(self)

    def _batches(self) -> Iterator[Batch]:
        events, gathered = EventStream(), Batch()
        try:
            while not events.is_done:
                self._go_on()
                content = self._next()
                for event in events.finish() if content is None else events.feed(content):
                    gathered.append(event)
                if content is None:
                    break
                if gathered and not self._is_more_at_hand(content):
                    yield gathered
                    gathered = []
        except Exception:
            if gathered:
                yield gathered
            raise
        if gathered:
            yield gathered
        if events.is_done:
            self._take_the_end()

    def read(self, read: _Read, max_bytes: int, timeout_s: float) -> bytes:
        """Read in turn, and ask meanwhile whether to go on."""
        # Somebody else has imported it before anything could be read.
        from httpcore2 import ReadTimeout

        now = time.monotonic()
        if self._is_done:
            return read(max_bytes, CLOSES_WITHIN_S)
        if now < self._next_turn:
            # A millisecond for each other stream: nobody who wants no more waits long for his turn.
            time.sleep(self._next_turn - now)
            now = self._next_turn
        self._next_turn = now + (len(_open) - 1) / READS_PER_S
        while True:
            try:
                raw = read(max_bytes, ASK_EVERY_S)
            except ReadTimeout:
                if time.monotonic() >= now + timeout_s:
                    raise
                self._go_on()
            else:
                self._raw = chunks_joined(raw) if self._is_chunked else raw
                return self._raw

    def _next(self) -> bytes | None:
        _of_thread.reader = self
        try:
            return next(self._contents, None)
        finally:
            del _of_thread.reader

    def _take_the_end(self) -> None:
        """Read on to where the HTTP answer ends: only then can the next call have the same connection."""
        self._is_done = True
        with suppress(Exception):
            # What is wrong with it now concerns nobody any more.
            self._next()

    def _is_more_at_hand(self, content: bytes) -> bool:
        """Whether the last read brought more than the end of an HTTP chunk behind this content."""
        at = self._raw.rfind(content)
        return 0 <= at < len(self._raw) - len(content) - len(b"\r\n")


def let_readers_wait(network: Any) -> None:
    """Make a connection ask its reader before each read; it keeps doing so for the answers after this one."""
    if network is not None and "read" not in vars(network):
        network.read = partial(_read_in_turn, network.read)


def _read_in_turn(read: _Read, max_bytes: int, timeout: float | None = None) -> bytes:
    reader: StreamReader | AnswerAwaited | None = getattr(_of_thread, "reader", None)
    return read(max_bytes, timeout) if reader is None else reader.read(read, max_bytes, timeout or math.inf)
