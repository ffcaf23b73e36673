"""Notifies workers that documents wait to be indexed. This layer knows no workers; the app that has them registers."""

from collections.abc import Callable

from django.db import transaction


class IndexingQueue:
    """Calls what was registered; without it, documents wait for the sweeper."""

    def __init__(self) -> None:
        self._notify: Callable[[], None] | None = None

    def register(self, notify: Callable[[], None]) -> None:
        self._notify = notify

    def notify(self) -> None:
        if self._notify is not None:
            self._notify()

    def notify_on_commit(self) -> None:
        """Notify the workers once the transaction is committed."""
        transaction.on_commit(self.notify)


indexing_queue = IndexingQueue()
