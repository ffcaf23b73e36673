"""Order in which worker threads take nodes and runs.

A task only announces work. Its thread takes it if its person and trigger have a free slot; otherwise it stays queued in
the database. A thread that frees a slot takes the next by `workflow_editor.engine.fairness`: the person with the fewest
slots, the oldest run first. So a backlog costs others only the lookup.
"""

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from time import monotonic
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import close_old_connections
from django.db.models import Q
from django.utils import timezone

from tools.core.concurrency.places import Share
from workflow_editor.adapters.process.task_queue import enqueue_again, enqueue_turn
from workflow_editor.engine.fairness import Line, next_runs
from workflow_editor.models import NodeRun, Run, Status
from workflow_editor.models.status import OPEN_WORDS
from workflow_editor.run_store.shares import oldest_of_each, share_of_row
from workflow_editor.services.runs.early_claims import early_claims
from workflow_editor.services.runs.first_step import run_advance
from workflow_editor.services.runs.node_execution import execute_claimed, node_run_execute
from workflow_editor.services.runs.places import PlaceTurn, node_places

_OF_EACH = 50
"""Rows read at once per person and workflow."""
_AT_MOST = 1000
_KNOWN_S = 5.0
"""Validity of a read; other processes take from it meanwhile."""
_READ_EVERY_S = 0.5
"""Minimum interval of rereads after refusals."""


@dataclass(frozen=True, slots=True)
class _Queued:
    created_at: datetime
    share: Share
    work: Callable[[PlaceTurn], None]


class QueuedWork:
    """Work waiting for a slot, as recently read."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: list[_Queued] = []
        self._read_at = 0.0
        self._refusals = 0
        self._is_closed = False

    def close(self) -> None:
        """Give nothing out any more: this process is about to end."""
        self._is_closed = True

    def take(self, turn: PlaceTurn) -> _Queued | None:
        """Return what comes next, for which the turn has taken a place; None when nothing may be taken."""
        if self._is_closed or not node_places.some_wait:
            return None
        with self._lock:
            if self._is_old():
                self._read()
            queued = self._taken(turn)
            if queued is None and self._age_s() > _READ_EVERY_S:
                self._read()
                queued = self._taken(turn)
            return queued

    def _age_s(self) -> float:
        return monotonic() - self._read_at

    def _is_old(self) -> bool:
        age_s = self._age_s()
        has_more = self._refusals != node_places.refusals
        return not self._known or age_s > _KNOWN_S or (has_more and age_s > _READ_EVERY_S)

    def _read(self) -> None:
        # Before reading: what is refused from now on may not be among it.
        node_places.some_wait, self._refusals = False, node_places.refusals
        self._known, self._read_at = _oldest_of_all(), monotonic()
        node_places.some_wait = node_places.some_wait or bool(self._known)

    def _taken(self, turn: PlaceTurn) -> _Queued | None:
        for queued in _in_order(self._known):
            self._known.remove(queued)
            if turn.take(queued.share):
                return queued
        return None


queued_work = QueuedWork()


def take_node(node_run_id: int) -> None:
    """Run a queued node and its successors, if there is a place; then what else has waited for one."""
    with PlaceTurn() as turn:
        claimed = early_claims.take(node_run_id, turn)
        if claimed is not None:
            execute_claimed(claimed)
        else:
            node_run_execute(node_run_id, turn.take)
    _go_on(turn)


def take_run(run_id: UUID) -> None:
    """Let a queued run begin, if there is a place, and run what it comes to; then what else has waited for one."""
    with PlaceTurn() as turn:
        run_advance(run_id, turn.take)
    _go_on(turn)


def take_beside(task: str, person: int | None, work: Callable[[], None], *arguments: str) -> None:
    """Do a task's work outside of runs if a slot is free, else retry in a second.

    One person's tasks of one name have slots apart from those of their runs, so that a backlog of runs does not hold
    them up.
    """
    with PlaceTurn() as turn:
        if turn.take(Share((task, person))):
            work()
    if turn.was_refused:
        enqueue_again(task, *arguments)
    else:
        _work_off()


def take_turn() -> None:
    """Take what waits for a place, wherever it was refused."""
    if not node_places.is_full:
        node_places.some_wait = True
        _work_off()


def _go_on(turn: PlaceTurn) -> None:
    if not turn.was_refused:
        _work_off()
    elif not settings.EMBEDDED:
        # Another worker may have a place.
        enqueue_turn()


def _work_off() -> None:
    while True:
        close_old_connections()
        with PlaceTurn() as turn:
            queued = queued_work.take(turn)
            if queued is None:
                return
            queued.work(turn)


def _in_order(known: Iterable[_Queued]) -> list[_Queued]:
    """Return the work that there is a place for, fairest first, one of each person."""
    lines: dict[Any, list[tuple[datetime, _Queued]]] = {}
    for queued in known:
        if node_places.has_place(queued.share):
            lines.setdefault(queued.share.person, []).append((queued.created_at, queued))
    return list(next_runs((Line(runs[:1], node_places.held_by(person)) for person, runs in lines.items()), None))


def _oldest_of_all() -> list[_Queued]:
    now = timezone.now()
    nodes = NodeRun.objects.filter(Q(due_at=None) | Q(due_at__lte=now), status=Status.QUEUED)
    runs = Run.objects.filter(status=Status.QUEUED, held=False).filter(status__in=OPEN_WORDS)
    found = [
        _Queued(created_at, share_of_row(*share), partial(_run_node, id_))
        for id_, created_at, *share in oldest_of_each(nodes, "run__", _OF_EACH, _AT_MOST)
    ]
    found += [
        _Queued(created_at, share_of_row(*share), partial(_run_run, id_))
        for id_, created_at, *share in oldest_of_each(runs, "", _OF_EACH, _AT_MOST)
    ]
    return sorted(found, key=lambda queued: queued.created_at)


def _run_node(node_run_id: int, turn: PlaceTurn) -> None:
    node_run_execute(node_run_id, turn.take)


def _run_run(run_id: UUID, turn: PlaceTurn) -> None:
    run_advance(run_id, turn.take)
