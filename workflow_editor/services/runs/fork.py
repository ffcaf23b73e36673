"""Running again from somewhere on: with other inputs or settings (fork), or from what failed (retry)."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tools.core.definitions import CallMode, JsonObject
from tools.core.text import Text
from workflow_editor.adapters.state.plans import plan_of_version
from workflow_editor.engine.inputs import read_run_inputs
from workflow_editor.engine.plan import Plan
from workflow_editor.engine.run_limits import limits_of
from workflow_editor.errors import ConflictError, InvalidInputError
from workflow_editor.graph.document import Document
from workflow_editor.graph.parsed_graph import ParsedGraph
from workflow_editor.graph.subgraphs import Subgraphs
from workflow_editor.graph.validation import Problem
from workflow_editor.models import NodeRun, Run
from workflow_editor.models.status import OPEN_STATUSES, Status
from workflow_editor.nodes.inspection import ParsedConfig
from workflow_editor.nodes.registry import read_graph
from workflow_editor.run_store import run_store
from workflow_editor.selectors.checks.problems import graph_problems
from workflow_editor.services.file_uses import files_give, files_of_run
from workflow_editor.services.limits.queue import run_put_under_limits
from workflow_editor.services.runs.configs import with_configs
from workflow_editor.services.runs.copied_work import (
    SharedBody,
    bodies_around,
    bodies_begun,
    copied_rows,
    copied_rows_inside,
    done_keys,
    events_of,
    shared_scopes,
    store_rows,
)
from workflow_editor.services.runs.given_files import files_of_fork, give_files
from workflow_editor.services.runs.invalid_graph import refuse_errors
from workflow_editor.services.runs.save import run_enqueue
from workflow_editor.services.versions import version_snapshot

_NOT_OVER = Text("This run has not finished yet. Wait for it or stop it first.")
_OF_ONE_NODE = Text("This was a run of a single node. Debug the node again instead.")
_ALL_WELL = Text("Nothing failed in this run, so there is nothing to retry.")
_NOT_REACHED = Text("That run did not reach this node.")
_SHARED = Text("This node is not run again, so its settings cannot change. Start at this node or an earlier one.")


def run_fork(
    source: Run,
    user: User,
    *,
    from_node: str,
    inputs: JsonObject,
    configs: Mapping[str, JsonObject],
    mode: CallMode | None = None,
    idempotency_key: str | None = None,
) -> Run:
    """Run a version again from one node on, adopting everything not downstream of it.

    Args:
        source: a finished run, with its version and workflow.
        from_node: first node; inside a container, the outermost container runs again, adopting earlier nodes of
            iteration passes unless inputs or settings before it change.
        inputs: replacements by name.
        configs: replacement settings by key of a node that runs again.
        mode: None keeps the source's.
        idempotency_key: see `run_once`.
    Raises:
        ConflictError: the source is not over (`run_not_over`) or ran one node only (`run_of_one_node`).
        InvalidInputError: unknown or unreached node (pointer `/from_node`), unfit settings (`/configs/<key>/…`) or
            inputs (`/inputs/<name>`).
        GraphInvalidError: the graph cannot run on this server now.
    """
    _refuse_open(source)
    graph = _read_version(source)
    parts = Subgraphs(graph)
    if not parts.runs(from_node):
        text = Text("The version that this run executed has no node {from_node}.", from_node=from_node)
        raise InvalidInputError.at("/from_node", "unknown_node", text)
    if not _was_reached(source, parts.outermost(from_node)):
        raise InvalidInputError.at("/from_node", "node_not_reached", _NOT_REACHED)
    behind = parts.behind(from_node)
    graph = _with_configs(graph.document, parts, behind, configs)
    shared = done_keys(source) - behind
    bodies = bodies_around(source, parts, from_node)
    if {**source.inputs, **inputs} != source.inputs or any(_leads_up(parts, key, bodies) for key in configs):
        bodies = []
    is_draft = source.is_draft or bool(configs)
    fork = Run(trigger=Run.FORK, mode=mode or source.mode, is_draft=is_draft, idempotency_key=idempotency_key)
    return _run_again(source, user, fork, graph, shared, bodies, inputs=inputs)


def run_retry(source: Run, user: User, *, idempotency_key: str | None = None) -> Run:
    """Run failed, stopped and unreached nodes, adopting those that succeeded; begun containers continue their passes.

    Raises:
        ConflictError: as `run_fork`, or nothing failed (`nothing_to_retry`).
        GraphInvalidError: the graph cannot run on this server now.
    """
    _refuse_open(source)
    if source.status not in (Status.FAILED, Status.CANCELLED):
        raise ConflictError(_ALL_WELL, code="nothing_to_retry")
    graph = _read_version(source)
    retry = Run(trigger=Run.RETRY, mode=source.mode, is_draft=source.is_draft, idempotency_key=idempotency_key)
    return _run_again(source, user, retry, graph, done_keys(source), bodies_begun(source), inputs={})


def _read_version(source: Run) -> ParsedGraph[ParsedConfig]:
    return read_graph(Document.model_validate(source.version.document))


def _refuse_open(source: Run) -> None:
    if source.kind == Run.Kind.DEBUG:
        raise ConflictError(_OF_ONE_NODE, code="run_of_one_node")
    if source.status in OPEN_STATUSES:
        raise ConflictError(_NOT_OVER, code="run_not_over", details={"status": source.status})


def _was_reached(source: Run, key: str) -> bool:
    row = NodeRun.objects.filter(run=source, scope="", node_key=key).only("status", "ports").first()
    return row is not None and (row.status != Status.SKIPPED or bool(row.ports))


def _with_configs(
    document: Document, parts: Subgraphs, behind: Collection[str], configs: Mapping[str, JsonObject]
) -> ParsedGraph[ParsedConfig]:
    for key in configs:
        if not parts.runs(key):
            text = Text("There is no node {key}.", key=key)
            raise InvalidInputError.at(f"/configs/{key}", "unknown_node", text)
        if parts.outermost(key) not in behind:
            raise InvalidInputError.at(f"/configs/{key}", "node_is_shared", _SHARED)
    return with_configs(document, configs, [f"/configs/{key}" for key in configs])


def _leads_up(parts: Subgraphs, key: str, bodies: Sequence[SharedBody]) -> bool:
    """Return True for a container that runs again, and for an adopted node in its passes."""
    again = {body.at.key: body.again for body in bodies}
    way = (*parts.home(key), key)
    return key in again or any(inner not in again[outer] for outer, inner in pairwise(way) if outer in again)


@transaction.atomic
def _run_again(
    source: Run,
    user: User,
    run: Run,
    graph: ParsedGraph[ParsedConfig],
    shared: Collection[str],
    bodies: Sequence[SharedBody],
    *,
    inputs: JsonObject,
) -> Run:
    """Complete and store the new run, with its adopted rows."""
    refuse_errors(_own_errors(graph, shared, user))
    run.workflow, run.forked_from, run.target_node = source.workflow, source, source.target_node
    run.delivery_id = source.delivery_id
    run.created_by, run.created_at = user, timezone.now()
    run.version = version_snapshot(source.workflow, graph.document, user)
    plan = plan_of_version(run.version.pk, graph)
    find = files_of_fork(source, user)
    run.inputs, files = give_files(plan, read_run_inputs(plan, inputs, source.inputs), find)
    run_put_under_limits(run, limits_of(source.workflow.settings))
    rows = copied_rows(source, run, shared)
    _give_inputs(rows, plan, run)
    for body in bodies:
        rows += copied_rows_inside(source, run, shared_scopes(source, body), but=body.again)
    run_enqueue(run, events_of(rows))
    store_rows(rows)
    files_give([*files, *files_of_run(source)], run=run)
    for body in bodies:
        run_store.copy_passes(source.pk, run.pk, body.at, all_again=bool(body.again))
    return run


def _give_inputs(rows: Collection[NodeRun], plan: Plan, run: Run) -> None:
    """Let an adopted start node return the inputs of this run."""
    for row in rows:
        if row.node_key == plan.start and not plan.nodes[row.node_key].bypass:
            row.inputs = row.output = run.inputs


def _own_errors(graph: ParsedGraph[ParsedConfig], shared: Collection[str], user: User) -> list[Problem]:
    found = [problem for problem in graph_problems(graph, user) if problem.unless_sent is None]
    return [problem for problem in found if problem.severity == "error" and problem.node_key not in shared]
