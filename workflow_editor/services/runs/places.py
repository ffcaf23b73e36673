"""The places in which this process works on nodes: its worker's threads, shared between people and triggers."""

from types import TracebackType
from typing import Self

from django.conf import settings

from tools.core.places import Places, Share


class NodePlaces(Places):
    """The places, and whether work is in the queue for want of one."""

    some_wait = False
    refusals = 0
    """How often work was left in the queue."""


node_places = NodePlaces(settings.CELERY["worker_concurrency"])


class PlaceTurn:
    """A piece of work of a thread of the worker, with the place that it takes."""

    def __init__(self) -> None:
        self._share: Share | None = None
        self.was_refused = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._share is not None:
            node_places.release(self._share)

    def take(self, share: Share) -> bool:
        """Take a place, if there is one for this share and this turn has none yet."""
        if self._share is None:
            if not node_places.take(share):
                # Whoever gives a place back from now on looks for work; this thread does for those given back before.
                node_places.some_wait = True
                if not node_places.take(share):
                    node_places.refusals += 1
                    self.was_refused = True
                    return False
            self._share = share
        return True

    def adopt(self, share: Share) -> None:
        """Take over a place that is taken already."""
        self._share = share
