"""Turns a delivery into a run: stored once, mapped to the start node's fields, and started.

The unique key of a delivery decides: however often and wherever it arrives, it starts one run, stored in the same
transaction.
"""

from collections.abc import Collection, Iterable
from datetime import datetime
from functools import lru_cache, partial
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from tools.core.call.advice import PUBLISH_FIRST, RESUME_TRIGGER
from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.models import ToolFile
from tools.rows.question import finds
from tools.rows.writer import insert_new
from workflow_editor.adapters.node.environment import environment
from workflow_editor.adapters.state.plans import version_of
from workflow_editor.errors import ConflictError, ForbiddenError, NotFoundError, WorkflowError, failure_json
from workflow_editor.graph.document import Document
from workflow_editor.models import Run, Trigger, TriggerDelivery
from workflow_editor.models.graph_document import graph_document
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.nodes.base import NodeConfig
from workflow_editor.nodes.builtin.schedule import ScheduleNode
from workflow_editor.nodes.registry import read_graph
from workflow_editor.nodes.triggers import TriggerNode
from workflow_editor.selectors.outside.forms import FROM_PROGRAM
from workflow_editor.services.file_uses import files_give
from workflow_editor.services.runs.start import run_start

_MALFORMED = Text("This request could not be read, so there is nothing to send again. Correct it where it is sent.")
GONE = Text("This trigger is no longer in the workflow.")
Status = TriggerDelivery.Status
_BATCH = 100


class Delivered(NamedTuple):
    """A stored delivery and its first run; None while it waits, and when it was skipped or rejected."""

    delivery: TriggerDelivery
    run: Run | None


@transaction.atomic
def deliver(
    trigger: Trigger,
    *,
    key: str,
    data: JsonObject,
    at: datetime,
    status: Status = Status.STARTED,
    error: JsonObject | None = None,
    files: Iterable[ToolFile] = (),
    at_once: bool = False,
) -> Delivered:
    """Store a delivery and start its run, unless its key has arrived before.

    Args:
        trigger: a live one, with its workflow and `runs_as`.
        data: `trigger` in the run.
        status: any other is only stored; `start_waiting` continues waiting ones.
        error: reason of starting none, as `failure_json`.
        files: arrived files; its runs may open no others.
        at_once: takes the run's first step in the same transaction, not in a worker.
    """
    delivery = TriggerDelivery(trigger=trigger, key=key, status=status, data=data, error=error, arrived_at=at)
    if not insert_new(delivery):
        earlier = delivered_before(trigger, key)
        if earlier is None:
            raise IntegrityError(f"The id {delivery.pk} of a delivery is taken.")
        return earlier
    files_give(files, delivery=delivery)
    return Delivered(delivery, _start(trigger, delivery, at_once=at_once) if status == Status.STARTED else None)


def delivered_before(trigger: Trigger, key: str) -> Delivered | None:
    earlier = trigger.deliveries.filter(key=key).first()
    return None if earlier is None else Delivered(earlier, earlier.runs.order_by("id").first())


def deliver_message(
    trigger: Trigger, person: User, *, key: str, data: JsonObject, draft: bool, files: Iterable[ToolFile] = ()
) -> Run:
    """Store a message or form and start its run with `person`'s rights, in the caller's transaction.

    Failures are raised, not stored, since the sender can retry. `draft` runs the current graph and keeps the data as
    example. Raises WorkflowError, as `run_start`.
    """
    status = Status.EXAMPLE if draft else Status.STARTED
    delivery = TriggerDelivery.objects.create(
        trigger=trigger, key=key, status=status, data=data, arrived_at=timezone.now()
    )
    files_give(files, delivery=delivery)
    return _run(trigger, delivery, person, None if draft else trigger.version_id)


def deliver_again(delivery: TriggerDelivery, user: User, *, draft: bool = False) -> Run:
    """Start another run of a delivery, with the asking person's rights; `draft` runs the current graph.

    Raises:
        ConflictError: (`trigger_not_live`) nothing is published; (`delivery_malformed`) it could not be read.
        WorkflowError: as `run_start`.
    """
    trigger = delivery.trigger
    if delivery.status == Status.MALFORMED:
        raise ConflictError(_MALFORMED, code="delivery_malformed")
    with transaction.atomic():
        if not draft and trigger.version_id is None:
            raise ConflictError(PUBLISH_FIRST.text, code="trigger_not_live")
        run = _run(trigger, delivery, user, None if draft else trigger.version_id)
        TriggerDelivery.objects.filter(pk=delivery.pk).exclude(status=Status.EXAMPLE).update(
            status=Status.STARTED, error=None
        )
    return run


class SentAgain(NamedTuple):
    """Numbers of rejected deliveries that start a run now or are refused again; `last` was tried, None for all."""

    started: int
    refused: int
    last: UUID | None


def deliver_rejected_again(trigger: Trigger, user: User, after: UUID | None = None) -> SentAgain:
    """Start runs of the oldest 100 rejected deliveries later than `after`, each once, as `deliver_again`.

    Form submissions by bots stay rejected. Raises ConflictError (`trigger_not_live`) if nothing is published.
    """
    if trigger.version_id is None:
        raise ConflictError(PUBLISH_FIRST.text, code="trigger_not_live")
    rejected = trigger.deliveries.filter(status=Status.REJECTED).exclude(error__code=FROM_PROGRAM)
    later = rejected if after is None else rejected.filter(pk__gt=after)
    ids = list(later.order_by("id").values_list("pk", flat=True)[: _BATCH + 1])
    tried = ids[:_BATCH]
    outcomes = [_rejected_again(delivery_id, user) for delivery_id in tried]
    return SentAgain(outcomes.count(True), outcomes.count(False), tried[-1] if len(ids) > _BATCH else None)


@transaction.atomic
def _rejected_again(delivery_id: UUID, user: User) -> bool | None:
    """Say whether it starts a run; None when somebody else was faster."""
    rows = TriggerDelivery.objects.select_for_update(of=("self",), skip_locked=True)
    delivery = rows.filter(pk=delivery_id, status=Status.REJECTED).select_related("trigger__workflow").first()
    if delivery is None:
        return None
    try:
        deliver_again(delivery, user)
    except WorkflowError:
        return False
    return True


def start_waiting() -> int:
    """Start what waits: of a schedule the next due time once its earlier runs are over, else all; return how many."""
    if not finds(_with_waiting):
        return 0
    return sum(map(_start_waiting_of, _with_waiting().values_list("pk", flat=True)))


def _with_waiting() -> QuerySet[Trigger]:
    return Trigger.objects.filter(deliveries__status=Status.WAITING, version__isnull=False).distinct()


@transaction.atomic
def _start_waiting_of(trigger_id: UUID) -> int:
    trigger = locked(Trigger.objects.filter(pk=trigger_id)).first()
    if trigger is None:
        return 0
    in_turn = trigger.type == ScheduleNode.id
    if in_turn and open_runs([trigger]).exists():
        return 0
    # Ids of the same millisecond are in no order; keys of due times are.
    waiting = waiting_deliveries([trigger]).order_by("arrived_at", "key")[: 1 if in_turn else _BATCH]
    for delivery in waiting:
        delivery.status = Status.STARTED
        delivery.save(update_fields=["status"])
        # Past times may be those that people asked for, which were not counted.
        if _start(trigger, delivery) is None and in_turn and not delivery.data["is_catch_up"]:
            _uncount(trigger)
    return len(waiting)


def _uncount(trigger: Trigger) -> None:
    """Take back a run that the clock's count had, of a schedule that may have ended with it."""
    trigger.starts = max(0, trigger.starts - 1)
    trigger.next_at = trigger.next_at or timezone.now()
    trigger.save(update_fields=["starts", "next_at"])


def open_runs(triggers: Collection[Trigger]) -> "QuerySet[Run]":
    """Return the runs that these triggers started and that are not over."""
    return Run.objects.filter(delivery__trigger__in=triggers, status__in=OPEN_STATUSES)


def waiting_deliveries(triggers: Collection[Trigger]) -> "QuerySet[TriggerDelivery]":
    """Return what waits for an earlier run of these triggers."""
    return TriggerDelivery.objects.filter(trigger__in=triggers, status=Status.WAITING)


def locked(rows: "QuerySet[Trigger]") -> "QuerySet[Trigger]":
    """Lock triggers until the transaction ends, without those that somebody else has locked."""
    return rows.select_for_update(of=("self",), skip_locked=True).select_related("workflow", "runs_as")


def _start(trigger: Trigger, delivery: TriggerDelivery, *, at_once: bool = False) -> Run | None:
    try:
        return _run(trigger, delivery, trigger.runs_as, trigger.version_id, at_once=at_once)
    except WorkflowError as error:
        delivery.status = Status.REJECTED
        delivery.error = failure_json(error.code, error.text, error.details)
        delivery.save(update_fields=["status", "error"])
        return None


def _run(
    trigger: Trigger,
    delivery: TriggerDelivery,
    person: User | None,
    version_id: UUID | None,
    *,
    at_once: bool = False,
) -> Run:
    if person is None or not person.is_active:
        raise ForbiddenError(RESUME_TRIGGER.text, code="trigger_without_account")
    key = trigger.node_key
    reading = _reading(graph_document(trigger.workflow), key) if version_id is None else _published(version_id, key)
    run, _ = run_start(
        trigger.workflow,
        person,
        inputs=reading.node_type.run_inputs_from(
            reading.config, delivery.data, reading.fields, partial(environment, of_test=version_id is None)
        ),
        trigger=reading.node_type.id,
        version=None if version_id is None else version_of(version_id),
        delivery=delivery,
        at_once=at_once,
    )
    return run


class _Reading(NamedTuple):
    node_type: TriggerNode[Any]
    config: NodeConfig
    fields: frozenset[str]
    """Names of the start node's fields."""


def _reading(graph: Document, node_key: str) -> _Reading:
    nodes = read_graph(graph).readings
    found = nodes.get(node_key)
    if found is None or not isinstance(found.node_type, TriggerNode):
        raise NotFoundError(GONE, code="trigger_gone")
    inputs = (node.inspection().run_inputs for node in nodes.values() if node is not None)
    fields = next((names for names in inputs if names is not None), frozenset())
    return _Reading(found.node_type, found.config(), fields)


@lru_cache(maxsize=500)
def _published(version_id: UUID, node_key: str) -> _Reading:
    """Versions never change, and webhooks are read for each request."""
    return _reading(Document.model_validate(version_of(version_id).document), node_key)
