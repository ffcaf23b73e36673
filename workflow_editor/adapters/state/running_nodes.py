"""Node runs in work in this process: leases and cancel flags.

One thread, awake only during work, renews all leases and polls for cancellations, so threads and event loops read the
flags without the database.
"""

import itertools
import logging
import os
import secrets
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from time import monotonic
from uuid import UUID

from django.db import Error, close_old_connections, connection, transaction
from django.db.models import Q
from django.utils import timezone

from workflow_editor.adapters.database.storage_failures import storage_failure
from workflow_editor.adapters.process.clocks import steady_s
from workflow_editor.models import NodeRun, Run, Status
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.run_store.leases import LEASE, lease_end

logger = logging.getLogger(__name__)

RENEW_EVERY_S = 5.0
LOOK_FOR_CANCEL_EVERY_S = 0.5

_process = f"{socket.gethostname()[:24]}:{os.getpid()}:{secrets.token_hex(4)}"
_claims = itertools.count(1)


def is_ours() -> Q:
    """Return the condition for node runs that this process has claimed, also in this very moment."""
    return Q(lease_owner__startswith=f"{_process}:")


def new_lease_owner() -> str:
    """Return a name for one claim; it changes with every claim, so that an overtaken thread notices."""
    return f"{_process}:{next(_claims)}"


@dataclass(slots=True, eq=False)
class RunCancelToken:
    """The cancel flag of one node run in work; see `tools.core.definitions.CancelToken`."""

    run_id: UUID
    node_run_id: int
    owner: str
    held_until: float
    """End of the lease by `steady_s`, since the wall clock may be set. A process frozen for longer must not continue:
    another may have replaced it.
    """
    ends_at: float | None = None
    """When the time of the attempt is up, on the clock `monotonic`; None for never."""
    _must_stop: bool = False
    _overdue: bool = False

    @property
    def is_timed_out(self) -> bool:
        """True when the time was up before anybody asked for the work to stop."""
        return not self._must_stop and self.ends_at is not None and monotonic() >= self.ends_at

    @property
    def time_left_s(self) -> float | None:
        """Seconds left for the attempt; None without a limit."""
        return None if self.ends_at is None else self.ends_at - monotonic()

    def is_overdue(self) -> bool:
        """Return whether the lease has ended; once true it stays true, and a later renewal is too late."""
        self._overdue = self._overdue or steady_s() >= self.held_until
        return self._overdue

    def is_cancelled(self) -> bool:
        return self._must_stop or self.is_timed_out or self.is_overdue()

    def cancel(self) -> None:
        self._must_stop = True


class RunningNodes:
    def __init__(self) -> None:
        self._tokens: set[RunCancelToken] = set()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._at_rest = False
        self._closing = False

    @contextmanager
    def working_on(
        self, run_id: UUID, node_run_id: int, owner: str, claimed_at: datetime, timeout_s: float | None = None
    ) -> Iterator[RunCancelToken]:
        """Keep a claimed node run's lease during the block; after `timeout_s` its token requests a stop."""
        ends_at = None if timeout_s is None else monotonic() + timeout_s
        held_until = steady_s() + (lease_end(claimed_at) - timezone.now()).total_seconds()
        token = RunCancelToken(run_id, node_run_id, owner, held_until, ends_at)
        with self._changed:
            self._tokens.add(token)
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, name="leases", daemon=True)
                self._thread.start()
            if self._at_rest:
                # Only then: waking it for nothing would cost a chain of quick nodes more than most of them.
                self._at_rest = False
                self._changed.notify()
        try:
            yield token
        finally:
            with self._changed:
                self._tokens.discard(token)

    def cancel_run(self, run_id: UUID) -> None:
        """Set the flags of all nodes of a run at once; other processes find out from the row."""
        for token in self.tokens():
            if token.run_id == run_id:
                token.cancel()

    def tokens(self) -> list[RunCancelToken]:
        with self._changed:
            return list(self._tokens)

    def close(self) -> None:
        """Let the thread end, and with it all renewals, until something is claimed again."""
        with self._changed:
            thread, self._thread = self._thread, None
            self._closing = True
            self._changed.notify()
        if thread is not None:
            thread.join()
        with self._changed:
            self._closing = False

    def _watch(self) -> None:
        renewed = monotonic()
        while True:
            with self._changed:
                self._at_rest = not self._tokens
                self._changed.wait_for(lambda: bool(self._tokens) or self._closing)
                self._changed.wait_for(lambda: self._closing, LOOK_FOR_CANCEL_EVERY_S)
                if self._closing:
                    break
            try:
                self._look_for_cancelled()
                if monotonic() - renewed >= RENEW_EVERY_S:
                    renewed = monotonic()
                    self._renew()
            except Error as error:
                close_old_connections()
                # Twice a second, for as long as the database is away: only what nobody foresaw needs its traceback.
                unforeseen = storage_failure(error) is None
                logger.warning("Leases could not be renewed now: %s", error, exc_info=unforeseen)
        connection.close()

    def _look_for_cancelled(self) -> None:
        tokens = self.tokens()
        if not tokens:
            return
        over = Q(cancel_requested=True) | ~Q(status__in=OPEN_STATUSES)
        run_ids = {token.run_id for token in tokens}
        stopped = set(Run.objects.filter(over, id__in=run_ids).values_list("id", flat=True))
        # Also single nodes are cancelled: of a pass that failed, of a branch that a merge waits for no longer.
        ids = [token.node_run_id for token in tokens]
        dropped = set(NodeRun.objects.filter(pk__in=ids, status=Status.CANCELLED).values_list("pk", flat=True))
        for token in tokens:
            if token.run_id in stopped or token.node_run_id in dropped:
                token.cancel()

    def _renew(self) -> None:
        """Renew all leases; who has lost one must stop, since somebody else does its work now."""
        tokens = self.tokens()
        if not tokens:
            return
        until, held_until = lease_end(timezone.now()), steady_s() + LEASE.total_seconds()
        ids = [token.node_run_id for token in tokens]
        with transaction.atomic():
            # In the order in which the recorder locks them: two that wait for each other stand still for a second.
            rows = NodeRun.objects.select_for_update(no_key=True).filter(pk__in=ids, status=Status.RUNNING)
            held = rows.order_by("pk").values_list("lease_owner", flat=True)
            kept = set(held).intersection(token.owner for token in tokens)
            NodeRun.objects.filter(lease_owner__in=kept, status=Status.RUNNING).update(lease_until=until)
        for token in tokens:
            if token.owner in kept:
                token.held_until = held_until
            else:
                token.cancel()


running_nodes = RunningNodes()
