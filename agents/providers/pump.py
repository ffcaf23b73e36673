"""Follows an answer so that a cancel is noticed while the service is silent, also before the answer begins.

The cancel token is only asked in the caller's thread (it may read the database there). A stream is opened in another
one, because nothing could be asked there meanwhile; it is read in the caller's, which costs no turn of threads.
"""

import contextlib
import queue
import threading
from collections.abc import Callable, Generator

from agents.errors import RunCancelledError
from agents.providers.stream_reader import Batch, SdkStream, StreamReader
from tools.definitions import CancelToken
from tools.kept_threads import kept_threads

CANCEL_POLL_S = 0.2


class StreamNotOpenedError(Exception):
    """The call failed before the stream began; `cause` is the SDK's error."""

    def __init__(self, cause: Exception) -> None:
        super().__init__()
        self.cause = cause


def pump(open_stream: Callable[[], SdkStream], cancel: CancelToken) -> Generator[Batch, None, None]:
    """Yield the events of a stream as they come, those that came together in one list.

    Leaving early, by a cancel or by closing this generator, closes the connection, so that the service stops writing.

    Raises:
        RunCancelledError: `cancel` was set.
        StreamNotOpenedError: `open_stream` raised.
        Exception: whatever reading the stream raises, unchanged.
    """

    def go_on() -> None:
        if cancel.is_cancelled():
            raise RunCancelledError("The run was cancelled.")

    with contextlib.closing(_Opening(open_stream).wait(go_on)) as stream:
        yield from StreamReader(stream.response, go_on).batches()


class _Opening:
    """A stream that another thread opens."""

    def __init__(self, open_stream: Callable[[], SdkStream]) -> None:
        self._open_stream = open_stream
        self._found: queue.SimpleQueue[SdkStream | Exception] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._is_left = False

    def wait(self, go_on: Callable[[], None]) -> SdkStream:
        """Return the stream; what comes after `go_on` has raised is closed as soon as it is open."""
        kept_threads.start(self._run)
        try:
            found = self._wait(go_on)
        except BaseException:
            self._leave()
            raise
        if isinstance(found, Exception):
            raise StreamNotOpenedError(found)
        return found

    def _run(self) -> None:
        try:
            found: SdkStream | Exception = self._open_stream()
        except Exception as error:
            found = error
        with self._lock:
            if not self._is_left:
                self._found.put(found)
                return
        _close(found)

    def _wait(self, go_on: Callable[[], None]) -> SdkStream | Exception:
        while True:
            go_on()
            with contextlib.suppress(queue.Empty):
                return self._found.get(timeout=CANCEL_POLL_S)

    def _leave(self) -> None:
        with self._lock:
            self._is_left = True
        with contextlib.suppress(queue.Empty):
            _close(self._found.get_nowait())


def _close(found: SdkStream | Exception) -> None:
    if not isinstance(found, Exception):
        found.close()
