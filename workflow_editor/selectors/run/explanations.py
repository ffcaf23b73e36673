"""Why a run is not over yet, node by node."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max
from django.utils import timezone

from tools.core.text import Text
from workflow_editor.models import NodeRun, Run, RunEvent, Status, Wait
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.run_store.leases import LEASE

_MOST_NODES = 200


@dataclass(frozen=True, slots=True)
class Explanation:
    node_key: str | None
    """None when the run as a whole waits."""
    scope: str
    state: str
    """Status of the node run, or of the run."""
    owner: str | None
    """The worker that holds the lease."""
    lease_age_s: float | None
    """Seconds since the lease was taken or renewed."""
    last_event: datetime | None
    next_timeout: datetime | None
    """When something happens by itself, at the latest."""
    reason: Text


_HELD = Text("Other runs come first: the limit on concurrent runs is reached.")
_NO_WORKER_YET = Text("A worker will start it next.")
_RETRY = Text("An attempt failed. The next one starts later.")
_PASSES = Text("The nodes inside must finish first.")
_AT_WORK = Text("A worker is running it.")
_LEASE_LOST = Text("Its worker stopped responding. Another one will take over soon.")
_STOPPING = Text("The run is being cancelled; the node will stop soon.")
_WAITS: Mapping[str, Text] = {
    Wait.Kind.DELAY: Text("It waits until the scheduled time."),
    Wait.Kind.APPROVAL: Text("Someone must approve or reject."),
    Wait.Kind.FORM: Text("Someone must fill in the form."),
    Wait.Kind.CHILD_RUN: Text("A run of another workflow must finish first."),
    Wait.Kind.OUTCOME_UNKNOWN: Text("It is unknown whether a call took effect. Someone must decide."),
    Wait.Kind.BUDGET: Text("The budget is used up. Someone must raise it."),
    Wait.Kind.TOOL_APPROVAL: Text("Someone must approve a tool call."),
    Wait.Kind.CREDENTIAL_ORIGIN: Text("The owner of a credential must confirm where it is sent."),
}


def run_explain(run: Run) -> list[Explanation]:
    """Return what an unfinished run waits for, at most 200 nodes in the order in which they became ready."""
    if run.status not in OPEN_STATUSES:
        return []
    now = timezone.now()
    rows = list(NodeRun.objects.filter(run=run, status__in=OPEN_STATUSES).order_by("id")[:_MOST_NODES])
    if not rows:
        return [_whole_run(run)]
    keys = {row.node_key for row in rows}
    events = RunEvent.objects.filter(run=run, node_key__in=keys).order_by().values_list("node_key")
    last = dict(events.annotate(at=Max("at")))
    waits = {
        wait.node_run_id: wait
        for wait in Wait.objects.filter(node_run__in=[row.pk for row in rows], answered_at__isnull=True)
    }
    return list(_nodes(run, rows, last, waits, now))


def _whole_run(run: Run) -> Explanation:
    last = RunEvent.objects.filter(run=run).order_by("-seq").values_list("at", flat=True).first()
    reason = _HELD if run.held else _NO_WORKER_YET
    return Explanation(None, "", run.status, None, None, last, run.deadline_at, reason)


def _nodes(
    run: Run, rows: list[NodeRun], last: Mapping[str, datetime], waits: Mapping[int, Wait], now: datetime
) -> Iterator[Explanation]:
    for row in rows:
        wait = waits.get(row.pk)
        taken_at = row.lease_until - LEASE if row.lease_until else None
        yield Explanation(
            row.node_key,
            row.scope,
            row.status,
            row.lease_owner or None,
            max(0.0, (now - taken_at).total_seconds()) if taken_at else None,
            last.get(row.node_key),
            _earliest(run.deadline_at, row.lease_until, row.due_at, wait.due_at if wait else None),
            _reason(run, row, wait, now),
        )


def _earliest(*moments: datetime | None) -> datetime | None:
    return min((moment for moment in moments if moment is not None), default=None)


def _reason(run: Run, row: NodeRun, wait: Wait | None, now: datetime) -> Text:
    if row.status == Status.WAITING and wait is not None:
        return _WAITS[wait.kind]
    if row.status == Status.RUNNING and not row.lease_owner:
        # A container is nobody's while its passes go on.
        return _PASSES
    if row.status == Status.RUNNING:
        if row.lease_until is not None and row.lease_until < now - timedelta(seconds=1):
            return _LEASE_LOST
        return _STOPPING if run.cancel_requested else _AT_WORK
    return _RETRY if row.due_at is not None and row.due_at > now else _NO_WORKER_YET
