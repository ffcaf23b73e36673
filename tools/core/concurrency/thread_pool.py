"""Reusable threads for tool and model calls, since starting a thread costs more than many calls. No framework.

They are daemons, so code that ignores its deadline does not keep the process alive.
"""

import os
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue

IDLE_S = 30.0
"""Idle seconds before a thread ends."""

Work = Callable[[], None]


class DaemonThreadPool:
    """Runs each piece of work in a thread that does nothing else meanwhile; there are as many as are needed at once."""

    def __init__(self, idle_s: float = IDLE_S) -> None:
        self._idle_s = idle_s
        self._lock = threading.Lock()
        self._idle: list[SimpleQueue[Work]] = []

    def start(self, work: Work) -> None:
        """Begin `work`, which must not raise, and return at once."""
        with self._lock:
            # The newest first, so that those that are too many come to their end.
            inbox = self._idle.pop() if self._idle else None
        if inbox is None:
            threading.Thread(target=self._serve, args=(work,), name="kept", daemon=True).start()
        else:
            inbox.put(work)

    def forget(self) -> None:
        """Start again in a process that was forked: the threads stayed in the other one."""
        self._lock = threading.Lock()
        self._idle = []

    def _serve(self, work: Work | None) -> None:
        inbox: SimpleQueue[Work] = SimpleQueue()
        while work is not None:
            work()
            # Its values, such as a large result, must not stay for as long as the thread waits.
            work = None
            with self._lock:
                self._idle.append(inbox)
            work = self._next(inbox)

    def _next(self, inbox: SimpleQueue[Work]) -> Work | None:
        try:
            return inbox.get(timeout=self._idle_s)
        except Empty:
            with self._lock:
                if inbox in self._idle:
                    self._idle.remove(inbox)
                    return None
        # Somebody took this thread out of the list while it gave up: the work is on its way.
        return inbox.get()


daemon_threads = DaemonThreadPool()
"""Those of this process."""

os.register_at_fork(after_in_child=daemon_threads.forget)
