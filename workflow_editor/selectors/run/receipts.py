"""Effects of a run before it was stopped or failed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, cast
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet

from tools.core.call.inner_calls import InnerCall, InnerEnd
from tools.core.envelope import ResultCode
from tools.models import ToolInvocation
from workflow_editor.adapters.state.run_tree import with_runs_below
from workflow_editor.engine.scopes import Address
from workflow_editor.graph.document import Document
from workflow_editor.graph.subgraphs import Subgraphs
from workflow_editor.models import NodeRun, Run, Status
from workflow_editor.nodes.registry import read_graph
from workflow_editor.selectors.access import readable_runs

MAX_CALLS: Final = 200
Outcome = Literal["succeeded", "failed", "unknown"]
_Decision = ToolInvocation.Decision
_ENDS: Final[dict[Outcome, InnerEnd]] = {
    "succeeded": InnerEnd.DONE,
    "failed": InnerEnd.FAILED,
    "unknown": InnerEnd.UNKNOWN,
}


@dataclass(frozen=True, slots=True)
class MadeCall:
    """A call of a tool that went out, from the run itself or from one that it had started."""

    run_id: UUID
    node_key: str
    title: str
    function: str
    outcome: Outcome
    """`unknown` if the caller disappeared before the end, or got no answer."""
    at: datetime


@dataclass(frozen=True, slots=True)
class Receipt:
    """Facts of the past: a call that is listed is not undone by stopping a run."""

    calls: Sequence[MadeCall]
    """The first 200 that the person who asks may see, in their order."""
    more_calls: int
    stopped: Sequence[Address]
    """Nodes that were in the middle of their work, or waited."""
    not_begun: Sequence[str]
    """Nodes outside of containers that were not reached."""


def run_receipt(run: Run, user: User) -> Receipt:
    """Return the run's effects so far, without calls in test mode; calls of child runs invisible to the user are only
    counted.
    """
    runs = with_runs_below(run.pk)
    seen = readable_runs(user).filter(pk__in=runs).values_list("pk", flat=True)
    calls = [_made(row) for row in _calls_of(list(seen))[:MAX_CALLS]]
    begun = NodeRun.objects.filter(run=run, started_at__isnull=False)
    stopped = begun.filter(status=Status.CANCELLED).order_by("id").values_list("node_key", "scope")
    # Skipped and taken-over nodes are settled although they never started.
    settled = NodeRun.objects.filter(run=run, scope="").exclude(status=Status.CANCELLED, started_at__isnull=True)
    reached = set(settled.values_list("node_key", flat=True))
    parts = Subgraphs(read_graph(Document.model_validate(run.version.document)))
    return Receipt(
        calls=calls,
        more_calls=_calls_of(runs).count() - len(calls),
        stopped=[Address(*one) for one in stopped[:MAX_CALLS]],
        not_begun=[key for key in parts.outside() if key not in reached],
    )


def _calls_of(run_ids: Sequence[UUID]) -> QuerySet[ToolInvocation]:
    rows = ToolInvocation.objects.filter(
        run_id__in=run_ids,
        stage=ToolInvocation.Stage.CALL,
        mode=ToolInvocation.Mode.LIVE,
        decision__in=(_Decision.ALLOW, _Decision.ASK),
    )
    # Versions before 0.2 stored a row for the question, beside that of the call.
    return rows.exclude(approval__decision="asked").exclude(result_code=ResultCode.DENIED).order_by("id")


def calls_within(run_id: UUID, at: Address, call_id: str) -> Sequence[InnerCall]:
    """Return the calls that code made in a call of a node without an end, in order."""
    rows = _calls_of([run_id]).filter(node_key=at.key, scope=at.scope)
    began = rows.filter(call_id=call_id, finished_at=None).first()
    if began is None:
        return ()
    prefix = f"{call_id}."
    inner = rows.filter(pk__gt=began.pk, call_id__startswith=prefix)[:MAX_CALLS]
    return [InnerCall(row.function, _ENDS[_outcome(row)]) for row in inner if "." not in row.call_id[len(prefix) :]]


def _made(row: ToolInvocation) -> MadeCall:
    return MadeCall(cast(UUID, row.run_id), row.node_key, row.title, row.function, _outcome(row), row.at)


def _outcome(row: ToolInvocation) -> Outcome:
    if row.success:
        return "succeeded"
    metadata = (row.result or {}).get("metadata")
    is_unknown = row.success is None or (isinstance(metadata, dict) and metadata.get("outcome_unknown"))
    return "unknown" if is_unknown else "failed"
