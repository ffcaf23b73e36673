"""Work that a run adopts from another: rows of finished nodes, copied with their events, and contents of containers."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from agents.core.events import Event
from workflow_editor.engine.events import NodeSkipped, NodeSucceeded
from workflow_editor.engine.scopes import Address, container_of, pass_scope
from workflow_editor.engine.usage import duration_ms
from workflow_editor.graph.subgraphs import Subgraphs
from workflow_editor.models import ContainerPass, ContainerState, NodeRun, Run, Status

DONE = (Status.SUCCEEDED, Status.SKIPPED)
_BATCH = 200
MAX_PASSES: Final = 5_000
"""Pass limit of a fork, which copies while somebody waits."""


@dataclass(frozen=True, slots=True)
class SharedBody:
    """A container that continues another run's passes."""

    at: Address
    again: frozenset[str] = frozenset()
    """Nodes that run again in every pass; without any, passes that succeeded are over."""


def bodies_begun(source: Run) -> list[SharedBody]:
    """Return containers with unfinished passes for a retry, outer ones first; a run stopped early may have adopted ones
    itself.
    """
    rows = NodeRun.objects.filter(run=source, node_key=OuterRef("node_key"), scope=OuterRef("scope"), status__in=DONE)
    passes = ContainerPass.objects.filter(~Exists(rows), run=source)
    found: list[Address] = []
    for at in sorted((Address(*one) for one in passes.values_list("node_key", "scope").distinct()), key=_depth):
        # One that failed inside of a container that is done nevertheless is part of what is done.
        if _is_inside(found, at):
            found.append(at)
    return [SharedBody(at) for at in found]


def bodies_around(source: Run, parts: Subgraphs, key: str) -> list[SharedBody]:
    """Return the containers around a node with the earlier nodes that a fork shares, outer ones first.

    Loops and their content are excluded: each pass depends on the previous one.
    """
    home = parts.home(key)
    if ContainerPass.objects.filter(run=source, node_key__in=home).count() > MAX_PASSES:
        return []
    found: list[SharedBody] = []
    for container, inner in pairwise([*home, key]):
        again = frozenset(parts.following(inner))
        states = ContainerState.objects.filter(run=source, node_key=container, total__isnull=False)
        around = [body.at for body in found]
        addresses = [Address(container, scope) for scope in states.values_list("scope", flat=True)]
        found += [SharedBody(at, again) for at in addresses if _is_inside(around, at)]
    return found


def shared_scopes(source: Run, body: SharedBody) -> list[str]:
    """Return the passes with individually adopted finished nodes."""
    return [pass_scope(body.at, index) for index in _passes_to_look_into(source, body)]


def _is_inside(found: Sequence[Address], at: Address) -> bool:
    return not at.scope or container_of(at.scope)[0] in found


def _depth(at: Address) -> int:
    return at.scope.count("/")


def _passes_to_look_into(source: Run, body: SharedBody) -> Iterator[int]:
    """Yield the restarting passes, and a loop's last successful one, which its condition uses."""
    at = body.at
    passes = ContainerPass.objects.filter(run=source, node_key=at.key, scope=at.scope).order_by("index")
    if body.again:
        yield from _indexes(passes)
        return
    yield from _indexes(passes.exclude(status=Status.SUCCEEDED))
    if not ContainerState.objects.filter(run=source, node_key=at.key, scope=at.scope, total__isnull=False).exists():
        yield from _indexes(passes.filter(status=Status.SUCCEEDED).reverse()[:1])


def _indexes(passes: QuerySet[ContainerPass]) -> QuerySet[ContainerPass, int]:
    return passes.values_list("index", flat=True)


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
