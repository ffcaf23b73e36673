"""The places in which this process works on nodes: its worker's threads, shared between people and triggers."""

from types import TracebackType
from typing import Self

from django.conf import settings

from tools.core.concurrency.places import Places, Share
from workflow_editor.adapters.process.task_queue import collects_tasks, enqueue_node


class NodePlaces(Places):
    """The places, and whether work is in the queue for want of one."""

    some_wait = False
    refusals = 0
    """Number of times that work was left queued."""

    def must_wait(self, share: Share) -> bool:
        """Return whether a share has no free slot; the thread that frees one then looks for queued work."""
        if self.has_place(share):
            return False
        # Before looking again: a place that is given back from now on is not overlooked.
        self.some_wait = True
        if self.has_place(share):
            return False
        self.refusals += 1
        return True


node_places = NodePlaces(settings.CELERY["worker_concurrency"])


def send_node(node_run_id: int, share: Share) -> None:
    """Ask a worker to run a queued node, unless it is this process that has the worker, and no place in it."""
    if collects_tasks() or not (settings.EMBEDDED and node_places.must_wait(share)):
        enqueue_node(node_run_id)


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
            while not node_places.take(share):
                if node_places.must_wait(share):
                    self.was_refused = True
                    return False
            self._share = share
        return True

    def adopt(self, share: Share) -> None:
        """Take over a place that is taken already."""
        self._share = share
