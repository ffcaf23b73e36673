"""Adopted work of a fork: rows of finished nodes, copied with their events."""

from collections.abc import Collection, Sequence

from agents.core.events import Event
from workflow_editor.engine.events import NodeSkipped, NodeSucceeded
from workflow_editor.engine.usage import duration_ms
from workflow_editor.models import NodeRun, Run, Status

DONE = (Status.SUCCEEDED, Status.SKIPPED)
_BATCH = 200


def done_keys(source: Run) -> set[str]:
    """Return the nodes outside of containers that are done and need not run again."""
    return set(NodeRun.objects.filter(run=source, scope="", status__in=DONE).values_list("node_key", flat=True))


def copied_rows(source: Run, run: Run, keys: Collection[str]) -> list[NodeRun]:
    """Return copies of the rows of these nodes for a new run, not stored yet, in the order in which they got ready."""
    rows = NodeRun.objects.filter(run=source, scope="", status__in=DONE).order_by("id")
    return [_copy(row, run) for row in rows.iterator(_BATCH) if row.node_key in keys]


def copied_rows_inside(source: Run, run: Run, scopes: Sequence[str], but: Collection[str]) -> list[NodeRun]:
    """Return copies like `copied_rows` of the nodes that are done in these passes, `but` for some."""
    done = NodeRun.objects.filter(run=source, status__in=DONE).order_by("id")
    batches = (scopes[start : start + _BATCH] for start in range(0, len(scopes), _BATCH))
    return [_copy(row, run) for batch in batches for row in done.filter(scope__in=batch) if row.node_key not in but]


def store_rows(rows: Sequence[NodeRun]) -> None:
    """Store copies, in the caller's transaction."""
    NodeRun.objects.bulk_create(rows, batch_size=_BATCH)


def events_of(rows: Sequence[NodeRun]) -> list[Event]:
    return [_event(row) for row in rows]


def _copy(row: NodeRun, run: Run) -> NodeRun:
    return NodeRun(
        run=run,
        node_key=row.node_key,
        scope=row.scope,
        status=row.status,
        attempt=row.attempt,
        inputs=row.inputs,
        output=row.output,
        ports=row.ports,
        error=row.error,
        usage=row.usage,
        queued_at=row.queued_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
        mocked=row.mocked,
        shared=True,
    )


def _event(row: NodeRun) -> Event:
    if row.status == Status.SKIPPED:
        return NodeSkipped(bool(row.ports), shared=True, node_key=row.node_key, scope=row.scope)
    spent = duration_ms(row.started_at, row.finished_at) or 0
    return NodeSucceeded(
        row.output or {},
        tuple(row.ports),
        spent,
        shared=True,
        caught=row.error,
        node_key=row.node_key,
        scope=row.scope,
    )
