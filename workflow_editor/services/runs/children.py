"""Runs that a node of another run waits for."""

from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Q

from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.adapters.process.task_queue import enqueue_cancel
from workflow_editor.engine.usage import usage_sum
from workflow_editor.engine.waits import FINISHED
from workflow_editor.errors import ConflictError, ForbiddenError, NodeError, NotFoundError
from workflow_editor.models import NodeRun, Run, Status, Wait, Workflow
from workflow_editor.models.status import OPEN_STATUSES, OPEN_WORDS
from workflow_editor.nodes.waits import ChildRunWait, WaitedWorkflow
from workflow_editor.selectors.access import Access, workflow_named
from workflow_editor.services.runs.child_start import (
    CHILD_TRIGGERS,
    SUB_WORKFLOW,
    CallingNode,
    child_start,
    version_to_run,
)
from workflow_editor.services.runs.waits.resolve import ResolvedWait, wait_resolve

_BATCH = 500


class ChildRuns:
    """Implements `nodes.ports.ChildRunPort` for one node run; each attempt has its own child run."""

    def __init__(self, run: Run, node_run_id: int, attempt: int) -> None:
        self._calling = CallingNode(run, node_run_id, f"child-{node_run_id}-{attempt}", SUB_WORKFLOW)

    def start(self, workflow: str, version: int | None, inputs: JsonObject) -> ChildRunWait:
        """Start this node's child run, or find that of an interrupted attempt, and return its wait.

        Raises:
            NodeError: `sub_workflow_missing`, `sub_workflow_forbidden`, or see `child_start` and `version_to_run`.
            InvalidInputError: the inputs do not fit its start node.
        """
        child = self._calling.child() or self._started(workflow, version, inputs)
        about = WaitedWorkflow(id=str(child.workflow_id), name=child.workflow.name)
        return ChildRunWait(run_id=str(child.id), workflow=about, version=child.version.number, inputs=inputs)

    def _started(self, reference: str, number: int | None, inputs: JsonObject) -> Run:
        workflow = _workflow(reference, self._calling.run.created_by)
        return child_start(self._calling, workflow, lambda user: version_to_run(workflow, number, user), inputs)


def child_over(child_id: UUID) -> None:
    """Resume the node waiting for this child run, once it is over."""
    child = Run.objects.only("status", "usage", "parent_node_run").filter(pk=child_id).first()
    if child is None or child.status in OPEN_STATUSES or child.parent_node_run_id is None:
        return
    waits = Wait.objects.filter(node_run=child.parent_node_run_id, kind=Wait.Kind.CHILD_RUN, answered_at__isnull=True)
    for wait in waits:
        about = wait.about
        if isinstance(about, ChildRunWait) and about.run_id == str(child_id):
            _settle(wait.pk, about, child)


def children_sweep() -> None:
    """Recover lost tasks: resume parents of ended child runs, and cancel orphaned child runs."""
    waiting = Q(parent_node_run__waits__kind=Wait.Kind.CHILD_RUN, parent_node_run__waits__answered_at__isnull=True)
    over = Run.objects.filter(waiting).exclude(status__in=OPEN_STATUSES).order_by()
    for child_id in list(over.values_list("id", flat=True)[:_BATCH]):
        child_over(child_id)
    orphaned = Q(parent_node_run__isnull=True) | ~Q(parent_node_run__status__in=OPEN_STATUSES)
    orphans = Run.objects.filter(orphaned, trigger__in=CHILD_TRIGGERS, status__in=OPEN_WORDS, cancel_requested=False)
    for child_id in list(orphans.order_by().values_list("id", flat=True)[:_BATCH]):
        enqueue_cancel(child_id)


def child_result(wait: ChildRunWait) -> JsonObject:
    """Return {status, output, error, usage} of the child run that was waited for; one that is gone was cancelled."""
    found = Run.objects.filter(pk=wait.run_id).values("status", "output", "error", "usage").first()
    return dict(found) if found else {"status": Status.CANCELLED, "output": None, "error": None, "usage": {}}


def _settle(wait_id: int, about: ChildRunWait, child: Run) -> None:
    def count(settled: ResolvedWait) -> None:
        # What a child run gives counts its tokens too, and so does the result of a tool call; a sub-workflow that gives
        # nothing has cost them all the same.
        if child.status != Status.SUCCEEDED and not about.call_id:
            settled.run.usage = usage_sum(settled.run.usage, child.usage)

    try:
        wait_resolve(wait_id, {"decision": FINISHED, "values": {}, "comment": ""}, also=count)
    except (ConflictError, NodeRun.DoesNotExist):
        # The parent has gone on before, or is over itself.
        return


def _workflow(reference: str, user: User | None) -> Workflow:
    try:
        if user is None:
            raise NotFoundError("There is no such workflow.")
        return workflow_named(user, reference, Access.EDIT)
    except NotFoundError:
        text = Text(
            "There is no workflow “{reference}”, or the user who started the run may not see it.", reference=reference
        )
        raise NodeError(text, code="sub_workflow_missing", details={"workflow": reference}) from None
    except ForbiddenError:
        text = Text("The user who started the run may not run the workflow “{reference}”.", reference=reference)
        raise NodeError(text, code="sub_workflow_forbidden", details={"workflow": reference}) from None
