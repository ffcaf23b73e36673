"""Ends what a call has under way when nobody waits for it any more: cancelled, or past its deadline. No framework."""

import contextvars
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from queue import Empty, SimpleQueue
from typing import NoReturn, TypeVar

from tools.core.concurrency.thread_pool import daemon_threads
from tools.core.definitions import CancelToken
from tools.core.errors import ToolUnavailableError
from tools.core.text import Text

_POLL_S = 0.1

T = TypeVar("T")
_ENDED = Text("The call was stopped before it finished.")


class CancelScope:
    """The cancel token of one call, which also closes what the call waits for. Safe to share by threads."""

    time_left_s: float | None = None
    """Its caller ends it in time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._closers: dict[int, Callable[[], None]] = {}
        self._next = 0
        self._is_cancelled = False

    def is_cancelled(self) -> bool:
        """See `tools.core.definitions.CancelToken`."""
        return self._is_cancelled

    def check(self) -> None:
        """Raise ToolUnavailableError if the call was ended."""
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
        """Call `close`, which must not raise, from another thread if the call ends within the block.

        Raises ToolUnavailableError if it has already ended.
        """
        forget = self.on_cancel(close)
        try:
            self.check()
            yield
        finally:
            forget()

    def on_cancel(self, close: Callable[[], None]) -> Callable[[], None]:
        """Register `close` until the returned function is called; it runs at once if the call has ended."""
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


def run_until_cancelled(work: Callable[[CancelScope], T], token: CancelToken) -> T:
    """Run the work in its own thread until the token is cancelled, which cancels its scope too.

    Raises ToolUnavailableError if the token was cancelled, otherwise what the work raised.
    """
    scope, ended = CancelScope(), SimpleQueue[Callable[[], T]]()
    context = contextvars.copy_context()

    def do() -> None:
        try:
            result = context.run(work, scope)
            ended.put(lambda: result)
        except BaseException as error:  # raised again where it is waited for
            ended.put(partial(_raise, error))

    daemon_threads.start(do)
    while True:
        try:
            outcome = ended.get(timeout=_POLL_S)
        except Empty:
            if token.is_cancelled():
                scope.cancel()
                raise ToolUnavailableError(_ENDED) from None
        else:
            return outcome()


def _raise(error: BaseException) -> NoReturn:
    raise error
