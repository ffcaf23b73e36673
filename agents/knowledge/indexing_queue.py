"""Tells workers that documents wait to be indexed. This layer knows no workers; the app that has them registers."""

from collections.abc import Callable

from django.db import transaction


class IndexingBell:
    """Rings whoever registered; without anybody, documents wait for the sweeper."""

    def __init__(self) -> None:
        self._ring: Callable[[], None] | None = None

    def register(self, ring: Callable[[], None]) -> None:
        self._ring = ring

    def ring(self) -> None:
        """Ring now."""
        if self._ring is not None:
            self._ring()

    def ring_on_commit(self) -> None:
        """Ring when the facts are committed."""
        transaction.on_commit(self.ring)


indexing_bell = IndexingBell()
