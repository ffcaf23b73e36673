"""Fixed thread pool for database access of requests and sockets.

Its connections persist: Django's own ASGI handler opens a thread, and so a connection, per request.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, ParamSpec, TypeVar

from django.db import connection

# Requests that wait for a run's end hold a thread; threads are only started when the others are busy.
_THREADS = 64
# One computes while the other waits for the disk. With more, Python changes between them in each statement, and each
# connection reads again what another has written: sixteen clients cost 1.2 to 1.4 times the processor time.
_AT_ONCE = 2 if connection.vendor == "sqlite" else _THREADS
SLOW_AFTER_S = 0.01

P = ParamSpec("P")
T = TypeVar("T")


class _Work:
    """A call and the future of its result."""

    __slots__ = ("call", "is_begun", "loop", "result")

    def __init__(self, call: Callable[[], Any]) -> None:
        self.call = call
        self.loop = asyncio.get_running_loop()
        self.result: asyncio.Future[Any] = self.loop.create_future()
        self.is_begun = False

    def do(self) -> None:
        if self.result.cancelled():
            return
        try:
            value = self.call()
        except BaseException as error:
            self._end(self.result.set_exception, error)
        else:
            self._end(self.result.set_result, value)

    def _end(self, settle: Callable[[Any], None], value: Any) -> None:
        # A loop that has ended waits for nothing.
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(lambda: None if self.result.done() else settle(value))


class DatabaseThreads:
    """Threads of which `at_once` take up work; one that is slow or waits does not count, so nobody waits for it."""

    def __init__(self, most: int = _THREADS, at_once: int = _AT_ONCE) -> None:
        self.pool = ThreadPoolExecutor(most, thread_name_prefix="database")
        self._most = most
        self._at_once = at_once
        self._lock = threading.Lock()
        self._waiting: deque[_Work] = deque()
        self._begun = 0
        """Number of calls taken up so far."""
        self._busy = 0
        self._takers: set[object] = set()
        """Busy threads that count."""
        self._this_thread = threading.local()

    async def run(self, call: Callable[[], T]) -> T:
        """Call a function in a thread and return its result."""
        work = _Work(call)
        with self._lock:
            self._waiting.append(work)
            begun = self._begun
            begins_now = len(self._takers) < self._at_once and self._add_taker()
        if not begins_now:
            work.loop.call_later(SLOW_AFTER_S, self._pass_by_slow, work, begun)
        return await work.result  # type: ignore[no-any-return]

    def let_others_begin(self) -> None:
        """Stop counting the calling thread, which is about to wait."""
        with self._lock:
            taker = getattr(self._this_thread, "taker", None)
            if taker in self._takers:
                self._takers.remove(taker)
                if self._waiting:
                    self._add_taker()

    def _pass_by_slow(self, work: _Work, begun: int) -> None:
        """Stop counting threads of which none has taken up anything since `begun`, for as long as `work` waits."""
        with self._lock:
            if work.is_begun:
                return
            if begun == self._begun and self._busy < self._most:
                self._takers.clear()
                self._add_taker()
            begun = self._begun
        work.loop.call_later(SLOW_AFTER_S, self._pass_by_slow, work, begun)

    def _add_taker(self) -> bool:
        if self._busy == self._most:
            return False
        taker = object()
        self._busy += 1
        self._takers.add(taker)
        self.pool.submit(self._take, taker)
        return True

    def _take(self, taker: object) -> None:
        self._this_thread.taker = taker
        while (work := self._next(taker)) is not None:
            work.do()

    def _next(self, taker: object) -> _Work | None:
        with self._lock:
            self._takers.discard(taker)
            if not self._waiting or len(self._takers) == self._at_once:
                self._busy -= 1
                return None
            self._takers.add(taker)
            self._begun += 1
            work = self._waiting.popleft()
            work.is_begun = True
            return work


_threads = DatabaseThreads()


async def in_database_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run blocking work beside the event loop and return its result."""
    return await _threads.run(partial(function, *args, **kwargs))


def let_others_begin() -> None:
    """Let other requests begin although this one, which is about to wait, is not over; nothing in other threads."""
    _threads.let_others_begin()
