"""Reads an SDK's stream in a thread of its own, so that a cancel is noticed while the service is silent.

The cancel token is only asked in the caller's thread (it may read the database there); the reading thread touches
nothing but the stream.
"""

import contextlib
import queue
import socket
import threading
from collections.abc import Callable, Generator, Iterator
from typing import Any, Protocol

from agents.errors import RunCancelledError
from tools.definitions import CancelToken, JsonObject

CANCEL_POLL_S = 0.2
_END = object()


class SdkStream(Protocol):
    """What both SDKs return for a streamed call: the JSON of each event, as it came."""

    response: Any

    def __iter__(self) -> Iterator[object]: ...

    def close(self) -> None: ...


class StreamNotOpenedError(Exception):
    """The call failed before the stream began; `cause` is the SDK's error."""

    def __init__(self, cause: Exception) -> None:
        super().__init__()
        self.cause = cause


def pump(open_stream: Callable[[], SdkStream], cancel: CancelToken) -> Generator[JsonObject, None, None]:
    """Yield the chunks of a stream as they come; those that are no JSON objects mean nothing to us.

    Leaving early, by a cancel or by closing this generator, closes the connection, so that the service stops writing.

    Raises:
        RunCancelledError: `cancel` was set.
        StreamNotOpenedError: `open_stream` raised.
        Exception: whatever the stream raises, unchanged.
    """
    reader = _Reader(open_stream)
    reader.start()
    try:
        while True:
            if cancel.is_cancelled():
                raise RunCancelledError("The run was cancelled.")
            try:
                item, error, ended = reader.chunks.get(timeout=CANCEL_POLL_S)
            except queue.Empty:
                continue
            if error is not None:
                raise error
            if ended:
                return
            if isinstance(item, dict):
                yield item
    finally:
        reader.leave()


class _Reader(threading.Thread):
    def __init__(self, open_stream: Callable[[], SdkStream]) -> None:
        super().__init__(name="model-stream", daemon=True)
        self._open_stream = open_stream
        self._stream: SdkStream | None = None
        self._left = threading.Event()
        self._ended = False
        self.chunks: queue.SimpleQueue[tuple[Any, Exception | None, bool]] = queue.SimpleQueue()

    def run(self) -> None:
        try:
            self._stream = self._open_stream()
        except Exception as error:
            self._end(StreamNotOpenedError(error))
            return
        try:
            with contextlib.closing(self._stream):
                # Asked before the first read too: who left while the stream was being opened could not wake that one.
                chunks = iter(self._stream)
                while not self._left.is_set() and (chunk := next(chunks, _END)) is not _END:
                    self.chunks.put((chunk, None, False))
        except Exception as error:
            self._end(error)
        else:
            self._end(None)

    def _end(self, error: Exception | None) -> None:
        self._ended = True
        self.chunks.put((None, error, True))

    def leave(self) -> None:
        """Let the thread end soon: wake a read that is waiting, unless the stream ended by itself."""
        self._left.set()
        if self._stream is not None and not self._ended:
            network = self._stream.response.extensions.get("network_stream")
            connection = network.get_extra_info("socket") if network is not None else None
            if connection is not None:
                with contextlib.suppress(OSError):
                    # The plain socket's method: a TLS socket would drop its state under the reading thread's feet.
                    socket.socket.shutdown(connection, socket.SHUT_RDWR)
