"""The end of one wait: its answer is stored and its node is queued again, in one transaction."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.adapters.process.task_queue import enqueue_node
from workflow_editor.engine.events import NodeResumed
from workflow_editor.engine.waits import CANCELLED, TIMED_OUT
from workflow_editor.errors import ConflictError
from workflow_editor.models import NodeRun, Run, Status, Wait
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.run_store import run_store
from workflow_editor.run_store.writes import NewEvent
from workflow_editor.services.runs.save import run_save

_ANSWERED = Text("Someone has already answered this.")
_EXPIRED = Text("The time to answer has run out. Run the workflow again.")
_OVER = Text("The run has finished, so this answer is no longer needed.")


@dataclass(frozen=True, slots=True)
class ResolvedWait:
    """A wait that is being answered, for what else must happen in its transaction."""

    run: Run
    wait: Wait
    answer: JsonObject
    now: datetime


def wait_resolve(
    wait_id: int,
    answer: JsonObject,
    *,
    by: User | None = None,
    also: Callable[[ResolvedWait], None] | None = None,
    also_lock: UUID | None = None,
) -> Wait:
    """Answer an open wait; its node continues in a worker.

    Args:
        answer: {decision, values, comment} in stored form; `by` in it names an anonymous person.
        by: the person, None for the clock, child runs and anonymous people.
        also: done in the same transaction, under the run's lock.
        also_lock: an outer run to lock first: runs are locked oldest first.
    Raises:
        ConflictError: `already_answered`; for people also `wait_expired`, and `wait_cancelled` after the run's end.
    """
    run_id = NodeRun.objects.values_list("run_id", flat=True).get(waits=wait_id)
    with transaction.atomic():
        if also_lock is not None:
            run_store.lock_run(also_lock)
        run = run_store.lock_run(run_id)
        wait = Wait.objects.select_related("node_run").get(pk=wait_id)
        now = timezone.now()
        _refuse_closed(wait, answer, now)
        if run is None or run.status not in OPEN_STATUSES:
            raise ConflictError(_OVER, code="wait_cancelled")
        wait.answer, wait.answered_by, wait.answered_at = answer, by, now
        wait.save(update_fields=["answer", "answered_by", "answered_at"])
        if also is not None:
            also(ResolvedWait(run, wait, answer, now))
        _go_on(run, wait, now)
    return wait


def _refuse_closed(wait: Wait, answer: JsonObject, now: datetime) -> None:
    if wait.answered_at is not None:
        decision = (wait.answer or {}).get("decision")
        if decision == TIMED_OUT:
            raise ConflictError(_EXPIRED, code="wait_expired")
        if decision == CANCELLED:
            raise ConflictError(_OVER, code="wait_cancelled")
        raise ConflictError(_ANSWERED, code="already_answered")
    is_persons = answer["decision"] in wait.about.decisions
    if is_persons and wait.due_at is not None and wait.due_at <= now:
        # The clock has it, even though the sweeper has not come round yet.
        raise ConflictError(_EXPIRED, code="wait_expired")


def _go_on(run: Run, wait: Wait, now: datetime) -> None:
    node_run = wait.node_run
    queued = NodeRun.objects.filter(pk=node_run.pk, status=Status.WAITING).update(status=Status.QUEUED, queued_at=now)
    if not queued:
        return
    run.waiting_nodes -= 1
    run.status = Status.RUNNING
    event = NodeResumed(
        wait.kind,
        wait.answer or {},
        wait.answered_name or None,
        node_key=node_run.node_key,
        scope=node_run.scope,
    )
    run_save(run, [NewEvent.of(event, now)])
    transaction.on_commit(partial(enqueue_node, node_run.pk))
