"""One small round of everything that keeps the history in bounds; called again and again.

Their links go with them, and their files unless used elsewhere.
"""

from collections import Counter
from dataclasses import astuple, dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Count, Exists, F, Func, IntegerField, Model, OuterRef, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from agents.models import AgentProfile
from tools.adapters.file_contents import contents_prune, incoming_prune
from tools.models import ToolFile
from tools.rows.writer import update_row
from tools.services.data_tables import data_writes_prune
from tools.services.tool_files import tool_files_delete
from workflow_editor.models import (
    ContainerPass,
    Conversation,
    FileUse,
    JournalRow,
    NodeRun,
    PayloadUse,
    Run,
    RunEvent,
    Trigger,
    Turn,
)
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.run_store import run_store
from workflow_editor.services.retention.prune import (
    HistoryLimits,
    cookies_prune,
    partitions_prune,
    payloads_prune,
    workflow_prune,
    workflows_after,
)
from workflow_editor.services.triggers.old_deliveries import deliveries_prune

# Bytes of a row and its index entries beside its JSON.
_ROW_BYTES = 200


def runs_measure(batch: int) -> int:
    """Measure finished runs that nobody has measured yet, the oldest first, and return how many."""
    unmeasured = Run.objects.filter(finished_at__isnull=False, history_bytes__isnull=True).order_by("finished_at")
    ids = list(unmeasured.values_list("pk", flat=True)[:batch])
    if ids:
        sizes = _sizes(ids)
        with transaction.atomic():
            for run_id in ids:
                update_row(Run, {"history_bytes": sizes[run_id] + _ROW_BYTES}, {"id": run_id})
    return len(ids)


def _sizes(ids: list[UUID]) -> Counter[UUID]:
    sizes: Counter[UUID] = Counter()
    sizes.update(_sums(RunEvent.objects.filter(run__in=ids), "run_id", "payload"))
    sizes.update(_sums(NodeRun.objects.filter(run__in=ids), "run_id", "inputs", "output"))
    sizes.update(_sums(ContainerPass.objects.filter(run__in=ids), "run_id", "value", "output"))
    sizes.update(_sums(JournalRow.objects.filter(node_run__run__in=ids), "node_run__run_id", "payload"))
    shared = PayloadUse.objects.filter(run__in=ids).order_by().values_list("run_id")
    sizes.update(dict(shared.annotate(Sum("payload__size"))))
    return sizes


def _sums(rows: "QuerySet[Model]", run: str, *columns: str) -> dict[UUID, int]:
    size = sum((Coalesce(_stored_size(column), 0) for column in columns[1:]), Coalesce(_stored_size(columns[0]), 0))
    sums = rows.order_by().values_list(run).annotate(rows=Count("pk"), size=Sum(size))
    return {run_id: count * _ROW_BYTES + total for run_id, count, total in sums}


def _stored_size(column: str) -> Func:
    function = "pg_column_size" if connection.vendor == "postgresql" else "length"
    return Func(F(column), function=function, output_field=IntegerField())


LOOKED_AT_EVERY = timedelta(days=1)
"""A file that something has is looked at again after so long; what its run leaves goes within this time."""


def files_prune(now: datetime, *, batch: int) -> int:
    """Delete files that are due and had by nothing, and contents that no file has; return how many were dealt with."""
    due = ToolFile.objects.filter(expires_at__lt=now)
    ids = list(due.order_by("expires_at").values_list("pk", flat=True)[:batch])
    made = Exists(Run.objects.filter(pk=OuterRef("run_id")))
    given = Exists(FileUse.objects.filter(file=OuterRef("pk")))
    kept = ToolFile.objects.filter(made | given, pk__in=ids).values_list("pk", flat=True)
    ToolFile.objects.filter(pk__in=list(kept)).update(expires_at=now + LOOKED_AT_EVERY)
    # Asked again: something may have taken one in this moment.
    unheld = due.filter(~made, ~given, pk__in=ids).values_list("pk", flat=True)
    deleted = tool_files_delete(list(unheld)) if ids else 0
    incoming_prune()
    return deleted + contents_prune(batch=batch)


DELETED_FOR = timedelta(days=7)
"""So long a deletion can be taken back."""
TESTS_FOR = timedelta(days=7)
"""So long after the last message a conversation that tried an agent or a workflow out is kept."""


def conversations_prune(now: datetime, *, batch: int) -> int:
    """Delete conversations for good that were deleted long ago or are too old, at most `batch`, and return how many."""
    gone = _delete(Conversation.objects.filter(deleted_at__lt=now - DELETED_FOR).order_by("deleted_at"), batch)
    gone += _delete(_unused(now - TESTS_FOR, is_test=True), batch - gone)
    for agent_id, days in AgentProfile.objects.values_list("pk", "document__limits__conversation_days"):
        if days:
            gone += _delete(_unused(now - timedelta(days=days), agent=agent_id), batch - gone)
    chats = Trigger.objects.filter(config__conversationDays__gt=0)
    for trigger_id, days in chats.values_list("pk", "config__conversationDays"):
        gone += _delete(_unused(now - timedelta(days=days), trigger=trigger_id), batch - gone)
    return gone


def _unused(since: datetime, **which: Any) -> QuerySet[Conversation]:
    """Return those without messages since then; one that waits for an answer is not over."""
    open_turns = Turn.objects.filter(conversation=OuterRef("pk"), status="", run__status__in=OPEN_STATUSES)
    old = Conversation.objects.filter(~Exists(open_turns), updated_at__lt=since, **which)
    return old.order_by("updated_at")


def _delete(old: QuerySet[Conversation], batch: int) -> int:
    ids = list(old.values_list("pk", flat=True)[:batch])
    # Asked again in the statement that deletes: somebody may take one back, or go on in it, in this moment.
    return len(ids) and old.filter(pk__in=ids).order_by().delete()[1].get(Conversation._meta.label, 0)


_RUNS = 500
_WORKFLOWS = 50
_PAYLOADS = 500
_TALKS = 100
_FILES = 200
_DELIVERIES = 500
_TABLE_WRITES = 500
_COOKIES = 500


@dataclass(frozen=True, slots=True)
class PruneReport:
    measured: int
    runs: int
    days: int
    payloads: int
    talks: int
    """Conversations."""
    files: int
    deliveries: int
    table_writes: int
    """Keys of writes to tables."""
    cookies: int
    """Runs with deleted cookies."""

    def is_idle(self) -> bool:
        """Return True when nothing is left: runs that end meanwhile are measured in the next round."""
        measured, *others = astuple(self)
        return measured < _RUNS and not any(others)


class HistoryPruner:
    """Prunes some workflows in each round, by the system's limits unless given."""

    def __init__(self, limits: HistoryLimits | None = None) -> None:
        self._limits = limits or HistoryLimits.of_system()
        self._last_workflow: UUID | None = None

    def round(self) -> PruneReport:
        now, limits = timezone.now(), self._limits
        run_store.partitions_make(now.date())
        measured = runs_measure(_RUNS)
        days = partitions_prune(limits, now)
        runs = sum(workflow_prune(workflow_id, limits, batch=_RUNS) for workflow_id in self._next_workflows())
        talks = conversations_prune(now, batch=_TALKS)
        files = files_prune(now, batch=_FILES)
        payloads = payloads_prune(now, batch=_PAYLOADS)
        deliveries = deliveries_prune(now, batch=_DELIVERIES)
        writes = data_writes_prune(now, batch=_TABLE_WRITES)
        cookies = cookies_prune(batch=_COOKIES)
        return PruneReport(measured, runs, days, payloads, talks, files, deliveries, writes, cookies)

    def is_at_the_beginning(self) -> bool:
        """Return True when the next round starts with the first workflow."""
        return self._last_workflow is None

    def _next_workflows(self) -> list[UUID]:
        found = workflows_after(self._last_workflow, _WORKFLOWS)
        self._last_workflow = found[-1] if len(found) == _WORKFLOWS else None
        return found
