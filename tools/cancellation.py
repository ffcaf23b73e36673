"""Ends what a call has under way when nobody waits for it any more: cancelled, or past its deadline. No framework."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tools.definitions import CancelToken, Text
from tools.errors import ToolUnavailableError
from tools.kept_threads import kept_threads

_POLL_S = 0.1
_ENDED = Text("The call was ended before it was over.", "调用在完成前已被终止。")


class CancelScope:
    """The cancel token of one call, which also closes what the call waits for. Safe to share by threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._closers: dict[int, Callable[[], None]] = {}
        self._next = 0
        self._is_cancelled = False

    def is_cancelled(self) -> bool:
        """See `tools.definitions.CancelToken`."""
        return self._is_cancelled

    def check(self) -> None:
        """Refuse to begin anything more.

        Raises:
            ToolUnavailableError: the call was ended; nobody reads its result.
        """
        if self._is_cancelled:
            raise ToolUnavailableError(_ENDED)

    def cancel(self) -> None:
        """End everything that is open, and from now on everything that is opened; doing it twice changes nothing."""
        with self._lock:
            self._is_cancelled = True
            # Within the lock: what is closed here must not have gone on to somebody else by then.
            for close in self._closers.values():
                close()
            self._closers = {}

    @contextmanager
    def closing(self, close: Callable[[], None]) -> Iterator[None]:
        """Have `close`, which must not raise, called from another thread when the call ends within the block.

        Raises:
            ToolUnavailableError: the call was ended before.
        """
        forget = self.on_cancel(close)
        try:
            self.check()
            yield
        finally:
            forget()

    def on_cancel(self, close: Callable[[], None]) -> Callable[[], None]:
        """Do the same until the returned function is called; `close` is called at once when it is too late."""
        with self._lock:
            number, self._next = self._next, self._next + 1
            if not self._is_cancelled:
                self._closers[number] = close
                return lambda: self._forget(number)
        close()
        return lambda: None

    def _forget(self, number: int) -> None:
        with self._lock:
            self._closers.pop(number, None)


@contextmanager
def following(token: CancelToken) -> Iterator[CancelScope]:
    """Give a scope that is cancelled with the token while the block runs."""
    scope, over = CancelScope(), threading.Event()

    def follow() -> None:
        while not over.wait(_POLL_S):
            if token.is_cancelled():
                scope.cancel()
                return

    kept_threads.start(follow)
    try:
        yield scope
    finally:
        over.set()
