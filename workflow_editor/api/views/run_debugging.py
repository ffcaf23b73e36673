"""Debugging of finished runs: rerun from a node, compare, pin an output."""

from collections.abc import Callable
from functools import partial
from typing import Annotated
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import MISSING, Field
from rest_framework.request import Request

from tools.api.contract.endpoints import Reply, endpoint
from tools.api.contract.fields import JsonObject
from tools.api.contract.shapes import Query, Shape
from tools.api.permissions import signed_in
from tools.core.definitions import CallMode
from workflow_editor.api.rows import EditedRun, ReadRun
from workflow_editor.api.run_shapes import RunShape, UsageShape
from workflow_editor.api.views.runs import IdempotencyKey, NodeKey, Prefer, Scope, run_reply, stored_key
from workflow_editor.models import Run, Status
from workflow_editor.selectors.access import run_for
from workflow_editor.selectors.run.comparison import compared_value, run_comparison
from workflow_editor.services.runs import fork
from workflow_editor.services.runs.debug import output_pin
from workflow_editor.services.runs.idempotency import run_once


class RunFork(Shape):
    """A run from one node on that reuses the results before it.

    `inputs` replace inputs of the run by name, `configs` the settings of nodes that run again. For a node inside a
    container, the outermost container runs again; results that lead up to the node in the passes of iterations are
    reused, unless inputs, or settings before it, change.
    """

    from_node: NodeKey
    inputs: JsonObject = Field(default_factory=dict)
    configs: dict[str, JsonObject] = Field(default_factory=dict)
    mode: CallMode | MISSING = MISSING


class ComparisonQuery(Query):
    """`with` is the other run; `scope` names the pass of a container to look into."""

    with_: UUID = Field(alias="with")
    scope: Scope = ""


class ComparedValueQuery(ComparisonQuery):
    """Location of a value in a node's outputs."""

    node_key: NodeKey
    path: Annotated[str, Field(max_length=4_000)] = ""
    """A JSON pointer."""


class Spent(Shape):
    """Time, tokens and money; `cost` is null where no price is known."""

    status: Status
    duration_ms: int | None
    usage: UsageShape
    cost: float | None


class ComparedRun(Spent):
    """One of two runs."""

    id: UUID
    nothing_ran: bool


class ComparedNode(Spent):
    """Execution of a node in one of two runs; long outputs are cut."""

    output: JsonObject | None


class OutputChange(Shape):
    """One difference of two outputs at a JSON pointer; a side is `{value}`, or null where there is nothing."""

    path: str
    left: JsonObject | None
    right: JsonObject | None
    is_cut: bool
    """True if one of the values is longer than shown."""


class ComparisonRow(Shape):
    """One node in both runs; `same` when status and output are equal. `passes` of a container can be looked into."""

    node_key: str
    scope: str
    name: str
    passes: int
    left: ComparedNode | None
    right: ComparedNode | None
    same: bool
    changes: list[OutputChange]


class RunComparison(Shape):
    """Two runs node by node."""

    left: ComparedRun
    right: ComparedRun
    rows: list[ComparisonRow]


class PinShape(Shape):
    """Pass of an enclosing container; without it, the last one."""

    scope: Scope | MISSING = MISSING


class Pinned(Shape):
    """The graph's new revision."""

    revision: int


@endpoint("POST", "runs/<uuid:run_id>/fork/", status=(201, 200))
def run_fork(request: Request, run: EditedRun, body: RunFork, key: IdempotencyKey, prefer: Prefer) -> Reply[RunShape]:
    """Run again from one node on, with other inputs or settings; earlier results are reused."""
    return _again(request, run, partial(fork.run_fork, **body.model_dump()), key, prefer)


@endpoint("POST", "runs/<uuid:run_id>/retry/", status=(201, 200))
def run_retry(request: Request, run: EditedRun, key: IdempotencyKey, prefer: Prefer) -> Reply[RunShape]:
    """Run again what failed or was stopped; successful results are reused."""
    return _again(request, run, fork.run_retry, key, prefer)


@endpoint("GET", "runs/<uuid:run_id>/compare/")
def run_compare(user: User, run: ReadRun, query: ComparisonQuery) -> RunComparison:
    """Compare a run with another one, node by node."""
    return RunComparison.model_construct(**run_comparison(run, run_for(user, query.with_), query.scope))


@endpoint("GET", "runs/<uuid:run_id>/compare/value/")
def run_compare_value(user: User, run: ReadRun, query: ComparedValueQuery) -> OutputChange:
    """Return one difference of two runs whole, up to 1 MB a side."""
    change = compared_value(run, run_for(user, query.with_), query.node_key, query.path, query.scope)
    return OutputChange.model_construct(**change)


@endpoint("POST", "runs/<uuid:run_id>/nodes/<str:node_key>/pin/")
def run_node_pin(user: User, run: EditedRun, node_key: str, body: PinShape) -> Pinned:
    """Pin what a node gave in this run to the node of the graph."""
    return Pinned(revision=output_pin(run, user, node_key, **body.sent()))


def _again(request: Request, source: Run, begin: Callable[..., Run], key: str, prefer: str) -> Reply[RunShape]:
    """Answer with the run that continues another one; 200 when the key was used before."""
    user, stored = signed_in(request), stored_key(key)
    run, is_new = run_once(source.workflow, user, stored, partial(begin, source, user, idempotency_key=stored))
    return run_reply(request, run, prefer, is_new=is_new)
