"""Reads one answer of a model API in a thread that does nothing else meanwhile.

A piece of text is a few letters, and each read costs a hundred times what its letters do. So a process reads so often
a second at most, over all its streams; what comes meanwhile waits in the sockets and is read together. One stream alone
is read as it comes.
"""

import contextlib
import queue
import select
import socket
import threading
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any, Protocol

from agents.providers.event_stream import EventStream
from tools.definitions import JsonObject
from tools.kept_threads import kept_threads

READS_PER_S = 1000
"""Of all streams of a process together."""

Batch = list[JsonObject]


class SdkStream(Protocol):
    """What both SDKs return for a streamed call; we read the answer that it holds ourselves."""

    response: Any

    def close(self) -> None: ...


class StreamNotOpenedError(Exception):
    """The call failed before the stream began; `cause` is the SDK's error."""

    def __init__(self, cause: Exception) -> None:
        super().__init__()
        self.cause = cause


_open: "set[StreamReader]" = set()
_of_thread = threading.local()
"""`reader`: whose thread this is."""


class StreamReader:
    """Puts what it reads into `batches`: events that came together, then (None, error or None) as the last entry."""

    def __init__(self, open_stream: Callable[[], SdkStream]) -> None:
        self._open_stream = open_stream
        self._stream: SdkStream | None = None
        self._left = threading.Event()
        self._ended = False
        self._gathered: Batch = []
        self._next_turn = 0.0
        self.batches: queue.SimpleQueue[tuple[Batch | None, Exception | None]] = queue.SimpleQueue()

    def start(self) -> None:
        """Begin to read, and return at once."""
        kept_threads.start(self._run)

    def _run(self) -> None:
        _of_thread.reader = self
        try:
            self._read_all()
        finally:
            del _of_thread.reader

    def _read_all(self) -> None:
        try:
            self._stream = self._open_stream()
        except Exception as error:
            self._end(StreamNotOpenedError(error))
            return
        _open.add(self)
        try:
            with contextlib.closing(self._stream):
                self._read(self._stream.response)
        except Exception as error:
            self._end(error)
        else:
            self._end(None)
        finally:
            _open.discard(self)

    def leave(self) -> None:
        """Let the reading end soon: wake a read that is waiting, unless the stream ended by itself."""
        self._left.set()
        if self._stream is not None and not self._ended:
            connection = _connection(self._stream.response)
            if connection is not None:
                with contextlib.suppress(OSError):
                    # The plain socket's method: a TLS socket would drop its state under the reading thread's feet.
                    socket.socket.shutdown(connection, socket.SHUT_RDWR)

    def _read(self, response: Any) -> None:
        takes_turns = _let_readers_wait(response.extensions.get("network_stream"))
        events = EventStream()
        # Asked before the first read too: who left while the stream was being opened could not wake that one.
        contents = iter(response.iter_bytes())
        while not (self._left.is_set() or events.is_done):
            content = next(contents, None)
            for event in events.finish() if content is None else events.feed(content):
                self._gathered.append(event)
            if content is None:
                return
            if not takes_turns:
                self._hand_over()

    def before_read(self, connection: Any) -> None:
        """Hand over what has gathered and wait for the next turn, unless there is more to be had at once."""
        now = monotonic()
        if now < self._next_turn and _is_readable(connection):
            return
        self._hand_over()
        self._left.wait(self._next_turn - now)
        self._next_turn = max(now, self._next_turn) + (len(_open) - 1) / READS_PER_S

    def _hand_over(self) -> None:
        if self._gathered:
            self.batches.put((self._gathered, None))
            self._gathered = []

    def _end(self, error: Exception | None) -> None:
        self._ended = True
        self._hand_over()
        self.batches.put((None, error))


def _connection(response: Any) -> Any:
    network = response.extensions.get("network_stream")
    return network.get_extra_info("socket") if network is not None else None


def _let_readers_wait(network: Any) -> bool:
    """Make a connection ask its reader before each read; it keeps doing so for the answers after this one."""
    if network is None:
        return False
    if "read" not in vars(network):
        network.read = partial(_read_in_turn, network, network.read)
    return True


def _read_in_turn(network: Any, read: Callable[..., bytes], *args: Any, **kwargs: Any) -> bytes:
    reader: StreamReader | None = getattr(_of_thread, "reader", None)
    if reader is not None and reader in _open:
        reader.before_read(network.get_extra_info("socket"))
    return read(*args, **kwargs)


def _is_readable(connection: Any) -> bool:
    pending = getattr(connection, "pending", None)
    if pending is not None and pending():
        return True
    poll = select.poll()
    poll.register(connection, select.POLLIN)
    return bool(poll.poll(0))
