"""A Celery worker in a thread of the server process; it leaves signal handlers alone."""

import threading
from collections.abc import Callable

from celery.worker import state

from workflow_editor.adapters.internals import broker
from workflow_editor.celery import app
from workflow_editor.services.runs.places import node_places


class WorkerThread(threading.Thread):
    """Consumes the in-process broker until it is stopped; `on_end` is called when it ends for any reason."""

    def __init__(self, on_end: Callable[[], None]) -> None:
        # A daemon: a node that does not stop in time must not keep the process alive; its lease is handed back.
        super().__init__(name="worker", daemon=True)
        self.consumes = threading.Event()
        self._on_end = on_end

    def run(self) -> None:
        try:
            app.WorkController(
                hostname="embedded",
                concurrency=node_places.total,
                ready_callback=lambda consumer: self.consumes.set(),
                without_gossip=True,
                without_mingle=True,
                without_heartbeat=True,
            ).start()
        finally:
            self._on_end()

    def takes_tasks(self) -> bool:
        """Return True while it consumes."""
        return self.consumes.is_set() and self.is_alive() and state.should_stop is None

    def free_threads(self) -> int:
        """Return how many of its threads have nothing to do; 0 once it takes no more tasks."""
        return node_places.total - len(state.reserved_requests) if self.takes_tasks() else 0

    def stop(self) -> None:
        """Take no more tasks; running ones continue."""
        state.should_stop = 0  # type: ignore[assignment]  # the stubs only know its first value
        broker.wake()
