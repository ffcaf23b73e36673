"""The making of runs that a node of another run waits for: each once, never in a circle, never too deep."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError
from django.utils import timezone

from tools.core.definitions import JsonObject
from tools.core.remembered import Remembered
from tools.core.text import Text
from workflow_editor.adapters.state.plans import plan_of_version, version_of
from workflow_editor.adapters.state.run_tree import calling_nodes
from workflow_editor.engine.inputs import read_run_inputs
from workflow_editor.engine.run_limits import limits_of
from workflow_editor.errors import NodeError
from workflow_editor.graph.document import Document
from workflow_editor.graph.validation import Problem, has_errors, problems
from workflow_editor.models import Run, Workflow, WorkflowVersion
from workflow_editor.nodes.registry import read_graph
from workflow_editor.selectors.checks.problems import surrounding_problems
from workflow_editor.services.file_uses import files_give
from workflow_editor.services.limits.queue import run_put_under_limits
from workflow_editor.services.runs.given_files import files_of_calling_run, give_files
from workflow_editor.services.runs.save import run_enqueue
from workflow_editor.services.runs.start import run_insert
from workflow_editor.services.versions import newest_content, version_of_draft

MAX_DEPTH = 5
"""Maximum nesting of runs below the outermost."""
SUB_WORKFLOW = "sub_workflow"
TOOL_CALL = "tool_call"
CHILD_TRIGGERS = (SUB_WORKFLOW, TOOL_CALL)

VersionFor = Callable[[User | None], WorkflowVersion]


@dataclass(frozen=True, slots=True)
class CallingNode:
    """A node that starts a run and waits for it; the same `key` always means the same child run."""

    run: Run
    node_run_id: int
    key: str
    trigger: str

    def child(self) -> Run | None:
        """Return the child run when it was made before."""
        children = Run.objects.filter(parent_node_run=self.node_run_id, idempotency_key=self.key)
        return children.select_related("workflow", "version").first()


def child_start(calling: CallingNode, workflow: Workflow, version_for: VersionFor, inputs: JsonObject) -> Run:
    """Make the child run with the rights of the outer run's starter.

    A tool call's takes its first step here, so one without effects is finished on return. `version_for` finds the
    version after the workflow's checks.
    Raises:
        NodeError: `sub_workflow_cycle`, `sub_workflow_too_deep`, or from `version_for`.
        InvalidInputError: the inputs do not fit its start node.
    """
    _refuse_circles(calling.run, workflow)
    user = calling.run.created_by
    version = version_for(user)
    plan = plan_of_version(version.pk)
    values, files = give_files(plan, read_run_inputs(plan, inputs), files_of_calling_run(calling.run))
    is_replay = calling.run.trigger == Run.REPLAY

    def new_run() -> Run:
        child = Run(
            workflow=workflow,
            version=version,
            mode=calling.run.mode,
            is_draft=calling.run.is_draft,
            trigger=Run.REPLAY if is_replay else calling.trigger,
            inputs=values,
            idempotency_key=calling.key,
            created_by=user,
            created_at=timezone.now(),
            parent_node_run_id=calling.node_run_id,
        )
        run_put_under_limits(child, limits_of(workflow.settings), may_hold=not is_replay)
        return child

    try:
        if calling.trigger == TOOL_CALL:
            child = run_insert(new_run, plan)
        else:
            child = new_run()
            run_enqueue(child)
        files_give(files, run=child)
        return child
    except IntegrityError:
        # A worker that lost its lease was in here at the same time.
        found = calling.child()
        if found is None:
            raise
        return found


def version_to_run(workflow: Workflow, number: int | None, user: User | None) -> WorkflowVersion:
    """Return the numbered version, else the newest published one, else the current graph.

    Raises NodeError: `version_missing`, or `sub_workflow_invalid` if this person cannot run it.
    """
    if number is None:
        return runnable(newest_content(workflow) or version_of_draft(workflow, user), workflow, user)
    pinned = WorkflowVersion.objects.filter(workflow=workflow, number=number).first()
    if pinned is None:
        text = Text("“{name}” no longer has a version {number}.", name=workflow.name, number=number)
        raise NodeError(text, code="version_missing", details={"workflow": str(workflow.pk), "version": number})
    return runnable(pinned, workflow, user)


def runnable(version: WorkflowVersion, workflow: Workflow, user: User | None) -> WorkflowVersion:
    """Return the version when it can run for this person.

    Raises:
        NodeError: `sub_workflow_invalid`: it cannot.
    """
    found = _problems(version.pk, user) if user else []
    if has_errors(found):
        first = next(problem for problem in found if problem.severity == "error")
        text = Text("“{name}” cannot run yet: {first}", name=workflow.name, first=first.message)
        details = {"workflow": str(workflow.pk), "problems": [problem.to_json() for problem in found]}
        raise NodeError(text, code="sub_workflow_invalid", details=details)
    return version


def _problems(version_id: UUID, user: User) -> list[Problem]:
    def read() -> tuple[Document, tuple[Problem, ...]]:
        graph = read_graph(Document.model_validate(version_of(version_id).document))
        return graph.document, tuple(problems(graph))

    document, lasting = _read_versions.of(version_id, read)
    return [*lasting, *surrounding_problems(document, user)]


_read_versions: Remembered[UUID, tuple[Document, tuple[Problem, ...]]] = Remembered(200)
"""The content of versions, which never change, with what is wrong with that by itself."""


def _refuse_circles(run: Run, workflow: Workflow) -> None:
    around = [run, *(caller.run for caller in calling_nodes(run))]
    if any(outer.workflow_id == workflow.pk for outer in around):
        names = " → ".join([*(outer.workflow.name for outer in reversed(around)), workflow.name])
        text = Text("Workflows call each other in a cycle: {names}.", names=names)
        raise NodeError(text, code="sub_workflow_cycle", details={"workflow": str(workflow.pk)})
    if len(around) > MAX_DEPTH:
        text = Text("Sub-workflows can be nested at most {most} levels deep.", most=MAX_DEPTH)
        raise NodeError(text, code="sub_workflow_too_deep", details={"max_depth": MAX_DEPTH})
