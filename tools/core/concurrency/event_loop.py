"""Event loops in threads of their own, for asynchronous clients with synchronous callers. No framework."""

import asyncio
import os
import sys
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

from tools.core.concurrency.cancellation import CancelScope

T = TypeVar("T")


def _cancel(future: Future[Any]) -> None:
    future.cancel()


def fast_event_loop() -> asyncio.AbstractEventLoop:
    """Return a loop like the web server's: in Python's own, sending one message costs twice as much."""
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    import uvloop

    return uvloop.new_event_loop()


class LoopThread:
    """Runs coroutines for callers in other threads; starts with the first, and again in forked processes."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pid = 0
        self._tasks: set[asyncio.Task[None]] = set()

    def run(self, work: Coroutine[Any, Any, T], cancel: CancelScope | None = None) -> T:
        """Run a terminating coroutine and return its result. Not to be called on the loop itself.

        Raises concurrent.futures.CancelledError if `cancel` cancelled it.
        """
        future = self.submit(work)
        forget = cancel.on_cancel(lambda: _cancel(future)) if cancel else None
        try:
            return future.result()
        finally:
            if forget:
                forget()

    def submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Begin the coroutine and return at once; cancelling the future cancels it."""
        return asyncio.run_coroutine_threadsafe(work, self._running())

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a background task that is kept alive until it ends. To be called on the loop."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None or self._pid != os.getpid():
                self._loop, self._pid = fast_event_loop(), os.getpid()
                threading.Thread(target=self._loop.run_forever, name=self._name, daemon=True).start()
            return self._loop
