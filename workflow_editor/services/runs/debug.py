"""Running one node alone, with inputs that a person made up, and pinning outputs so that test runs skip a node."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tools.core.definitions import CallMode, JsonObject
from tools.core.text import Text
from workflow_editor.adapters.state.plans import plan_of_version
from workflow_editor.engine.plan import Plan
from workflow_editor.engine.run_limits import limits_of
from workflow_editor.errors import ConflictError, InvalidInputError, NotFoundError
from workflow_editor.graph.document import Document, NodeDoc
from workflow_editor.graph.parsed_graph import ParsedGraph
from workflow_editor.graph.validation import Problem
from workflow_editor.models import NodeRun, ProcessNode, Run, Status, Workflow
from workflow_editor.models.graph_document import graph_document
from workflow_editor.nodes.inspection import ParsedConfig
from workflow_editor.nodes.registry import read_graph
from workflow_editor.selectors.checks.problems import graph_problems
from workflow_editor.selectors.run.listing import node_run_latest_succeeded
from workflow_editor.services.graph import graph_apply
from workflow_editor.services.limits.queue import run_put_under_limits
from workflow_editor.services.runs.configs import with_configs
from workflow_editor.services.runs.invalid_graph import refuse_errors
from workflow_editor.services.runs.save import run_enqueue
from workflow_editor.services.versions import version_snapshot

_NO_OUTPUT = Text("This node has no output in this run.")
_DELETED = Text("This node is no longer in the workflow.")
_NOT_AN_OBJECT = Text("A node's output must be an object.")
# Faults elsewhere, or of the node's place in the graph, do not matter when it runs alone.
_OF_THE_GRAPH = frozenset({"unknown_reference"})


def node_debug(
    workflow: Workflow,
    user: User,
    node_key: str,
    *,
    inputs: JsonObject,
    run_inputs: JsonObject,
    config: JsonObject | None = None,
    mode: CallMode = "live",
) -> Run:
    """Begin a run of one node, which runs even when pinned; nothing follows it.

    Args:
        inputs: outputs of other nodes by key; pinned outputs supply the rest.
        run_inputs: inputs of the run, unvalidated.
        config: the unsaved config on the screen; None takes the stored one.
    Raises:
        NotFoundError: no such node.
        InvalidInputError: invalid config (pointers `/config/<field>`), or unknown node in `inputs` (`/inputs/<key>`).
        GraphInvalidError: the node cannot run; `details["problems"]` lists why.
    """
    graph = read_graph(graph_document(workflow))
    if node_key not in graph.nodes:
        raise NotFoundError("There is no such node.")
    if config is not None:
        graph = with_configs(graph.document, {node_key: config}, ["/config"])
    _check_inputs(graph.nodes, inputs)
    refuse_errors(_own_errors(graph, node_key, user), "This node cannot run yet.")
    with transaction.atomic():
        version = version_snapshot(workflow, graph.document, user)
        run = Run(
            workflow=workflow,
            version=version,
            kind=Run.Kind.DEBUG,
            mode=mode,
            is_draft=True,
            trigger="debug",
            target_node=node_key,
            inputs=run_inputs,
            created_by=user,
            created_at=timezone.now(),
        )
        run_put_under_limits(run, limits_of(workflow.settings), may_hold=False)
        run_enqueue(run)
        _mock(run, plan_of_version(version.pk, graph), _given(graph.document, node_key) | inputs)
    return run


def _check_inputs(known: Collection[str], inputs: JsonObject) -> None:
    errors = [
        {
            "pointer": f"/inputs/{key}",
            "code": "unknown_node",
            "message": Text("There is no node {key}.", key=key),
        }
        for key in inputs
        if key not in known
    ] + [
        {"pointer": f"/inputs/{key}", "code": "not_an_object", "message": _NOT_AN_OBJECT}
        for key, output in inputs.items()
        if key in known and not isinstance(output, dict)
    ]
    if errors:
        raise InvalidInputError("Some outputs that were given do not fit.", details={"errors": errors})


def _own_errors(graph: ParsedGraph[ParsedConfig], node_key: str, user: User) -> list[Problem]:
    return [
        problem
        for problem in graph_problems(graph, user)
        if problem.node_key == node_key and problem.severity == "error"
        if problem.code not in _OF_THE_GRAPH and problem.unless_sent is None
    ]


def _given(document: Document, target: str) -> dict[str, JsonObject]:
    def pinned(node: NodeDoc) -> bool:
        return node.key != target and node.pinned_output is not None

    return {node.key: node.pinned_output or {} for node in document.nodes if pinned(node)}


def _mock(run: Run, plan: Plan, outputs: JsonObject) -> None:
    now = timezone.now()
    NodeRun.objects.bulk_create(
        NodeRun(
            run=run,
            node_key=key,
            status=Status.SUCCEEDED,
            output=output,
            ports=list(plan.nodes[key].node_type.ports_of(output)),
            queued_at=now,
            started_at=now,
            finished_at=now,
            mocked=True,
        )
        for key, output in outputs.items()
        if key != run.target_node
    )


@transaction.atomic
def output_pin(run: Run, user: User, node_key: str, *, scope: str | None = None) -> int:
    """Pin a node run's output (None: of the last pass) and return the graph's new revision.

    Raises:
        NotFoundError: the node did not succeed in this run.
        ConflictError: (`node_deleted`) it has left the graph since.
    """
    row = node_run_latest_succeeded(run, node_key, scope)
    if row is None or row.output is None:
        raise NotFoundError(_NO_OUTPUT)
    workflow = Workflow.objects.select_for_update().get(pk=run.workflow_id)
    if not ProcessNode.objects.filter(workflow=workflow, key=node_key).exists():
        raise ConflictError(_DELETED, code="node_deleted")
    operation = {"op": "update_node", "key": node_key, "changes": {"pinned_output": row.output}}
    return graph_apply(user, workflow_id=workflow.pk, revision=workflow.revision, operations=[operation]).revision
