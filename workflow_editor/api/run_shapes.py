"""Runs and node runs as the API shows them."""

from datetime import datetime
from typing import Annotated, Any, Self
from uuid import UUID

from pydantic import MISSING

from tools.api.contract.fields import JsonObject, component
from tools.api.contract.shapes import Shape
from tools.api.people import Person
from tools.core.definitions import CallMode
from workflow_editor.api.texts import localized_failure
from workflow_editor.engine.usage import duration_ms, usage_json
from workflow_editor.models import Run, Status
from workflow_editor.selectors.run.listing import NodeRunRow, node_run_rows


class RunError(Shape):
    """Why a run or a node failed; `translations` has the message in other languages than English, by code."""

    code: str
    message: str
    translations: dict[str, str] | MISSING = MISSING
    node_key: str | None
    details: JsonObject | MISSING = MISSING


class UsageShape(Shape):
    """Tokens of all model calls; `cost`, in the currency of the prices, is only there when a price is known."""

    input_tokens: int
    output_tokens: int
    cost: float | MISSING = MISSING
    cached_tokens: int | MISSING = MISSING
    """Input tokens from the service's cache."""
    estimated: bool | MISSING = MISSING
    """A service did not report its tokens."""


class WorkflowName(Shape):
    """A workflow by name."""

    id: UUID
    name: str


class RunVersion(Shape):
    """The version that a run executes; `number` is null for a snapshot that was never published."""

    id: UUID
    number: int | None
    content_hash: str


class RunSummary(Shape):
    """A run as a list shows it; `duration_ms` is null until the run has ended."""

    id: UUID
    workflow: WorkflowName
    version: RunVersion
    kind: Run.Kind
    mode: CallMode
    target_node: str | None
    trigger: str
    forked_from: UUID | None
    status: Status
    error: RunError | None
    usage: UsageShape
    created_by: Person | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    duration_ms: int | None
    nothing_ran: bool
    """It succeeded without work: nothing is connected to its start, or no case matched."""

    @classmethod
    def of_run(cls, run: Run, **others: Any) -> Self:
        """Return the answer for a run with its workflow, version and author, and fields that a subclass adds."""
        return cls.of(
            run,
            workflow=WorkflowName.of(run.workflow),
            version=RunVersion.of(run.version),
            forked_from=run.forked_from_id,
            error=failure_json(run.error),
            usage=usage_json(run.usage),
            created_by=run.created_by and Person.of(run.created_by),
            duration_ms=duration_ms(run.started_at, run.finished_at),
            **others,
        )


class NodeRunShape(Shape):
    """One execution of a node; `name` and `type` are those of the version that ran.

    `scope` names the pass of the containers around the node, `""` outside of them.
    `mocked`: given by a person. `shared`: reused from the run that this one was forked from.
    """

    node_key: str
    scope: str
    name: str
    type: str
    status: Status
    attempt: int
    inputs: JsonObject
    output: JsonObject | None
    ports: list[str]
    error: RunError | None
    usage: JsonObject
    mocked: bool
    shared: bool
    started_at: datetime | None
    finished_at: datetime | None
    duration_ms: int | None


class RunShape(RunSummary):
    """A whole run: the graph that it executes and what each node did, in passes of containers the newest 500."""

    inputs: JsonObject
    output: JsonObject | None
    last_seq: int
    document: Annotated[dict[str, Any], component("Document")]
    node_runs: list[NodeRunShape]


def whole_run(run: Run) -> RunShape:
    document = run.version.document
    return RunShape.of_run(
        run,
        inputs=run.inputs,
        output=run.output,
        document={"nodes": document["nodes"], "edges": document["edges"]},
        node_runs=node_runs(run, node_run_rows(run)),
    )


def node_runs(run: Run, rows: list[NodeRunRow]) -> list[NodeRunShape]:
    nodes = {node["key"]: node for node in run.version.document["nodes"]}
    return [_node_run(row, nodes.get(row.node_key, {})) for row in rows]


def failure_json(failure: JsonObject | None, node_key: str | None = None) -> JsonObject | None:
    """Return a stored failure as a `RunError`; what was refused before it became a run names no node."""
    found = localized_failure(failure)
    return None if found is None else {"node_key": node_key, **found}


def _node_run(row: NodeRunRow, node: JsonObject) -> NodeRunShape:
    return NodeRunShape.of(
        row,
        name=str(node.get("name", row.node_key)),
        type=str(node.get("type", "")),
        inputs=row.inputs,
        output=row.output,
        usage=row.usage,
        error=failure_json(row.error, row.node_key),
        duration_ms=duration_ms(row.started_at, row.finished_at),
    )
