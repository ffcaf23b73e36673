"""Claims nodes for a worker in the same process before their task is sent.

In the embedded mode the transaction that makes a run also claims its first node if a worker thread is free: the task
finds the claim here without a transaction. Otherwise the task claims the node.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection
from django.utils import timezone

from tools.core.concurrency.places import Share
from workflow_editor.adapters.process.task_queue import collects_tasks, enqueue_node, enqueue_turn
from workflow_editor.run_store.leases import lease_end
from workflow_editor.services.runs.places import PlaceTurn, node_places
from workflow_editor.services.runs.step import ClaimedNode


class EarlyClaims:
    """Claims of this process with tasks in flight; none before `open`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._claims: dict[int, tuple[ClaimedNode, Share]] = {}
        self._reserved = 0
        self._free_threads: Callable[[], int] = int

    def open(self, free_threads: Callable[[], int]) -> None:
        """Enable early claims; `free_threads` returns the number of idle worker threads."""
        self._free_threads = free_threads

    @contextmanager
    def reserved(self, share: Share) -> Iterator[Callable[[ClaimedNode], None] | None]:
        """Yield what sends the task of a claimed node after the block; None when no thread or place is free for it."""
        if not self._reserve(share):
            yield None
            return
        claimed: list[ClaimedNode] = []
        try:
            yield claimed.append
        finally:
            with self._lock:
                self._reserved += len(claimed) - 1
                self._claims |= {node.node_run_id: (node, share) for node in claimed}
            for node in claimed:
                enqueue_node(node.node_run_id)
            if not claimed:
                node_places.release(share)
                if node_places.some_wait:
                    enqueue_turn()

    def take(self, node_run_id: int, turn: PlaceTurn) -> ClaimedNode | None:
        """Return the claim of a node for its task, or None if the task must claim it; `turn` takes over the slot."""
        with self._lock:
            found = self._claims.pop(node_run_id, None)
            if found is None:
                return None
            self._reserved -= 1
        claimed, share = found
        turn.adopt(share)
        # A task that came too late may find the node with another worker.
        return claimed if timezone.now() < lease_end(claimed.started_at) else None

    def _reserve(self, share: Share) -> bool:
        # No worker takes work that an outer transaction may still undo, or that a replay runs in its own thread.
        if connection.in_atomic_block or collects_tasks():
            return False
        with self._lock:
            is_free = self._reserved < self._free_threads() and node_places.take(share)
            self._reserved += is_free
        return is_free


early_claims = EarlyClaims()
