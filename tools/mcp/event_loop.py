"""One event loop per process, in a thread of its own, for the MCP clients. No framework."""

import asyncio
import os
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

from tools.core.cancellation import CancelScope

T = TypeVar("T")


def _cancel(future: Future[Any]) -> None:
    future.cancel()


class LoopThread:
    """Runs coroutines for callers in other threads. The thread begins with the first of them.

    A process that was forked has no such thread, so it starts one of its own.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pid = 0
        self._tasks: set[asyncio.Task[None]] = set()

    def run(self, work: Coroutine[Any, Any, T], cancel: CancelScope | None = None) -> T:
        """Run the coroutine, which must end by itself, and return its result. Not to be called on the loop itself.

        Args:
            cancel: cancels the coroutine, too.
        Raises:
            concurrent.futures.CancelledError: that has happened.
        """
        future = asyncio.run_coroutine_threadsafe(work, self._running())
        forget = cancel.on_cancel(lambda: _cancel(future)) if cancel else None
        try:
            return future.result()
        finally:
            if forget:
                forget()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin a task that lives until it ends by itself, whoever forgets it. To be called on the loop."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None or self._pid != os.getpid():
                self._loop, self._pid = asyncio.new_event_loop(), os.getpid()
                threading.Thread(target=self._loop.run_forever, name="mcp-clients", daemon=True).start()
            return self._loop
