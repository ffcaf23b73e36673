"""Runs that a node of another run waits for."""

from collections.abc import Iterator
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError
from django.db.models import Q
from django.utils import timezone

from tools.definitions import JsonObject, Text
from workflow_editor.adapters.doorbell import ring_cancel
from workflow_editor.adapters.plans import plan_of_version
from workflow_editor.engine.inputs import read_run_inputs
from workflow_editor.engine.limits import limits_of
from workflow_editor.engine.spending import usage_sum
from workflow_editor.engine.waits import FINISHED
from workflow_editor.errors import ConflictError, ForbiddenError, NodeError, NotFoundError
from workflow_editor.graph.document import Document
from workflow_editor.graph.validation import has_errors
from workflow_editor.models import NodeRun, Run, Status, Wait, Workflow, WorkflowVersion
from workflow_editor.models.status import OPEN_STATUSES, OPEN_WORDS
from workflow_editor.selectors.access import Access, workflow_named
from workflow_editor.selectors.graph import graph_document
from workflow_editor.selectors.problems import graph_problems
from workflow_editor.services.runs.admission import run_put_under_limits
from workflow_editor.services.runs.save import run_enqueue
from workflow_editor.services.runs.waits.settle import Settled, wait_settle
from workflow_editor.services.versions import version_newest, version_snapshot

MAX_DEPTH = 5
"""How many runs may lie inside of one another below the outermost."""
TRIGGER = "sub_workflow"
_BATCH = 500


class ChildRuns:
    """Implements `nodes.ports.ChildRunPort` for one node run.

    Args:
        run: the run that the node belongs to.
        attempt: of the node; each attempt has a child run of its own.
    """

    def __init__(self, run: Run, node_run_id: int, attempt: int) -> None:
        self._run = run
        self._node_run_id = node_run_id
        self._key = f"child-{node_run_id}-{attempt}"

    def start(self, workflow: str, version: int | None, inputs: JsonObject) -> JsonObject:
        """Start the child run of this node, or find the one that an attempt that broke off has started.

        Returns:
            {run_id, workflow: {id, name}, version}; the version's number is None for a graph as it was.
        Raises:
            NodeError: see `_started`.
            InvalidInputError: the inputs do not fit its start node.
        """
        child = self._find() or self._started(workflow, version, inputs)
        about = {"id": str(child.workflow_id), "name": child.workflow.name}
        return {"run_id": str(child.id), "workflow": about, "version": child.version.number}

    def _find(self) -> Run | None:
        children = Run.objects.filter(parent_node_run=self._node_run_id, idempotency_key=self._key)
        return children.select_related("workflow", "version").first()

    def _started(self, reference: str, number: int | None, inputs: JsonObject) -> Run:
        """Make the child run.

        Raises:
            NodeError: `sub_workflow_missing`, `sub_workflow_forbidden`, `sub_workflow_cycle`, `sub_workflow_too_deep`,
                `version_missing`, `sub_workflow_invalid`.
        """
        user = self._run.created_by
        workflow = _workflow(reference, user)
        self._refuse_circles(workflow)
        version = _version(workflow, number, user)
        plan = plan_of_version(version.pk)
        is_replay = self._run.trigger == Run.REPLAY
        child = Run(
            workflow=workflow,
            version=version,
            mode=self._run.mode,
            trigger=Run.REPLAY if is_replay else TRIGGER,
            inputs=read_run_inputs(plan, inputs),
            idempotency_key=self._key,
            created_by=user,
            created_at=timezone.now(),
            parent_node_run_id=self._node_run_id,
        )
        run_put_under_limits(child, limits_of(workflow.settings), may_hold=not is_replay)
        try:
            run_enqueue(child)
        except IntegrityError:
            # A worker that lost its lease was in here at the same time.
            found = self._find()
            if found is None:
                raise
            return found
        return child

    def _refuse_circles(self, workflow: Workflow) -> None:
        around = list(_runs_around(self._run))
        if any(run.workflow_id == workflow.pk for run in around):
            names = " → ".join([*(run.workflow.name for run in reversed(around)), workflow.name])
            text = Text(f"Workflows call each other in a circle: {names}.", f"工作流循环调用：{names}。")
            raise NodeError(text, code="sub_workflow_cycle", details={"workflow": str(workflow.pk)})
        if len(around) > MAX_DEPTH:
            text = Text(f"Sub-workflows may lie at most {MAX_DEPTH} deep.", f"子工作流最多嵌套 {MAX_DEPTH} 层。")
            raise NodeError(text, code="sub_workflow_too_deep", details={"max_depth": MAX_DEPTH})


def child_over(child_id: UUID) -> None:
    """Let the node go on that waits for this child run; nothing happens while the run is open."""
    child = Run.objects.only("status", "usage", "parent_node_run").filter(pk=child_id).first()
    if child is None or child.status in OPEN_STATUSES or child.parent_node_run_id is None:
        return
    waits = Wait.objects.filter(node_run=child.parent_node_run_id, kind=Wait.Kind.CHILD_RUN, answered_at__isnull=True)
    for wait in waits:
        if wait.payload.get("run_id") == str(child_id):
            _settle(wait.pk, child)


def children_sweep() -> None:
    """Make good for lost bells: tell parents whose child run is over, and cancel child runs that lost their parent."""
    waiting = Q(parent_node_run__waits__kind=Wait.Kind.CHILD_RUN, parent_node_run__waits__answered_at__isnull=True)
    over = Run.objects.filter(waiting).exclude(status__in=OPEN_STATUSES).order_by()
    for child_id in list(over.values_list("id", flat=True)[:_BATCH]):
        child_over(child_id)
    orphaned = Q(parent_node_run__isnull=True) | ~Q(parent_node_run__status__in=OPEN_STATUSES)
    orphans = Run.objects.filter(orphaned, trigger=TRIGGER, status__in=OPEN_WORDS, cancel_requested=False)
    for child_id in list(orphans.order_by().values_list("id", flat=True)[:_BATCH]):
        ring_cancel(child_id)


def child_result(wait: Wait) -> JsonObject:
    """Return {status, output, error, usage} of the child run that was waited for; one that is gone was cancelled."""
    found = Run.objects.filter(pk=wait.payload["run_id"]).values("status", "output", "error", "usage").first()
    return dict(found) if found else {"status": Status.CANCELLED, "output": None, "error": None, "usage": {}}


def _settle(wait_id: int, child: Run) -> None:
    def count(settled: Settled) -> None:
        # What a child run gives tells its tokens too; one that gives nothing has cost them all the same.
        if child.status != Status.SUCCEEDED:
            settled.run.usage = usage_sum(settled.run.usage, child.usage)

    try:
        wait_settle(wait_id, {"decision": FINISHED, "values": {}, "comment": ""}, also=count)
    except (ConflictError, NodeRun.DoesNotExist):
        # The parent was told before, or is over itself.
        return


def _runs_around(run: Run) -> Iterator[Run]:
    """Yield the run and those that it lies in, innermost first."""
    around: Run | None = run
    while around is not None:
        yield around
        parent_id = around.parent_node_run_id
        runs = Run.objects.select_related("workflow").filter(node_runs=parent_id) if parent_id else Run.objects.none()
        around = runs.first()


def _workflow(reference: str, user: User | None) -> Workflow:
    try:
        if user is None:
            raise NotFoundError("There is no such workflow.")
        return workflow_named(user, reference, Access.EDIT)
    except NotFoundError:
        text = Text(
            f"There is no workflow “{reference}”, or whoever started the run may not see it.",
            f"工作流“{reference}”不存在，或启动运行的人无权查看。",
        )
        raise NodeError(text, code="sub_workflow_missing", details={"workflow": reference}) from None
    except ForbiddenError:
        text = Text(
            f"Whoever started the run may not run the workflow “{reference}”.",
            f"启动运行的人无权运行工作流“{reference}”。",
        )
        raise NodeError(text, code="sub_workflow_forbidden", details={"workflow": reference}) from None


def _version(workflow: Workflow, number: int | None, user: User | None) -> WorkflowVersion:
    if number is not None:
        pinned = WorkflowVersion.objects.filter(workflow=workflow, number=number).first()
        if pinned is None:
            text = Text(
                f"“{workflow.name}” has no version {number} any more.", f"“{workflow.name}”的版本 {number} 已不存在。"
            )
            raise NodeError(text, code="version_missing", details={"workflow": str(workflow.pk), "version": number})
        return _runnable(pinned, workflow, user)
    return _runnable(
        version_newest(workflow) or version_snapshot(workflow, graph_document(workflow), user), workflow, user
    )


def _runnable(version: WorkflowVersion, workflow: Workflow, user: User | None) -> WorkflowVersion:
    found = graph_problems(Document.model_validate(version.document), user) if user else []
    if has_errors(found):
        first = next(problem for problem in found if problem.severity == "error")
        text = Text(
            f"“{workflow.name}” cannot run yet: {first.message.en}", f"“{workflow.name}”还不能运行：{first.message.zh}"
        )
        details = {"workflow": str(workflow.pk), "problems": [problem.to_json() for problem in found]}
        raise NodeError(text, code="sub_workflow_invalid", details=details)
    return version
