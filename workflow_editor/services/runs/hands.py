"""Threads in which a server that also works on runs begins a node at once, without the way through the queue.

Only the embedded mode has them. The transaction that makes a run claims its first node when one of them is free;
otherwise a worker takes the node from the queue, as everywhere else.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from django.db import close_old_connections, connection

from workflow_editor.adapters.doorbell import is_answered_here
from workflow_editor.services.runs.step import ClaimedNode

logger = logging.getLogger(__name__)

# Enough for people who wait in front of a page; the workers beside them carry the load.
_THREADS = 4

Work = Callable[[ClaimedNode], None]


class Hands:
    """The threads of this process; nobody has any use for them before `open`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="hand")
        self._free = _THREADS
        self._work: Work | None = None

    def open(self, work: Work) -> None:
        """Let nodes begin here from now on.

        Args:
            work: runs a claimed node and what follows.
        """
        with self._lock:
            self._work = work

    def close(self) -> None:
        """Begin nothing more; what is in work goes on."""
        with self._lock:
            self._work = None

    @contextmanager
    def one(self) -> Iterator[Callable[[ClaimedNode], None] | None]:
        """Yield what gives a claimed node to a free thread, which begins after the block; None when none is free."""
        work = self._take()
        if work is None:
            yield None
            return
        given: list[ClaimedNode] = []
        try:
            yield given.append
        finally:
            if given:
                self._pool.submit(self._run, work, given[0])
            else:
                self._put_back()

    def _take(self) -> Work | None:
        # What an outer transaction may still undo, or a replay answers in its own thread, is nobody else's.
        if connection.in_atomic_block or is_answered_here():
            return None
        with self._lock:
            if self._work is not None and self._free:
                self._free -= 1
                return self._work
        return None

    def _put_back(self) -> None:
        with self._lock:
            self._free += 1

    def _run(self, work: Work, claimed: ClaimedNode) -> None:
        try:
            close_old_connections()
            work(claimed)
        except Exception:
            # Its lease ends, and the sweeper queues the node again.
            logger.exception("Node run %s broke off", claimed.node_run_id)
        finally:
            self._put_back()


hands = Hands()
