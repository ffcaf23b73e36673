"""A replay: an ordinary engine run in this thread, answered by its cassette only.

Nothing is left to workers: queued work is done here, in turn, and answers of people and the clock come from the
cassette at once.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic
from uuid import UUID

from django.contrib.auth.models import User
from django.utils import timezone

from tools.core.definitions import CallMode, JsonObject
from tools.core.text import Text
from workflow_editor.adapters.node.replay_ports import played, player_of
from workflow_editor.adapters.process import task_queue
from workflow_editor.adapters.process.task_queue import QueuedTask, collecting_tasks, enqueue
from workflow_editor.adapters.state.plans import plan_of_version
from workflow_editor.cassettes.format import Track
from workflow_editor.cassettes.mismatches import Mismatch
from workflow_editor.cassettes.player import PlayedCalls, Player, Recording
from workflow_editor.engine.inputs import read_run_inputs
from workflow_editor.errors import ConflictError
from workflow_editor.graph.document import Document
from workflow_editor.graph.validation import problems, without_sent
from workflow_editor.models import NodeRun, Run, Status, Wait, WorkflowVersion
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.nodes.registry import read_graph
from workflow_editor.services.runs.cancel import run_cancel
from workflow_editor.services.runs.children import child_over
from workflow_editor.services.runs.first_step import run_advance
from workflow_editor.services.runs.invalid_graph import refuse_errors
from workflow_editor.services.runs.node_execution import node_run_execute
from workflow_editor.services.runs.save import run_enqueue
from workflow_editor.services.runs.waits.resolve import wait_resolve

LONGEST_S = 60.0
"""A replay that takes longer is stopped: only code nodes need time of their own."""

_TOO_LONG = Text("The replay did not finish within 60 seconds.")


@dataclass(frozen=True, slots=True)
class Replayed:
    run: Run
    mismatches: tuple[Mismatch, ...]
    calls: PlayedCalls


def replay(
    version: WorkflowVersion,
    track: Track,
    user: User,
    *,
    inputs: JsonObject,
    mode: CallMode = "live",
    until_node: str | None = None,
    compares_prompts: bool = True,
    learns: bool = False,
) -> Replayed:
    """Run a version to its end with a track's answers, without using any tool, credential or model service.

    `learns` records model requests in the track instead of comparing them.
    Raises:
        GraphInvalidError: the graph cannot run.
        InvalidInputError: the inputs do not fit its start node.
    """
    found = problems(read_graph(Document.model_validate(version.document)))
    refuse_errors(without_sent(found, inputs))
    now = timezone.now()
    run = Run(
        workflow=version.workflow,
        version=version,
        mode=mode,
        is_draft=True,
        trigger=Run.REPLAY,
        target_node=until_node,
        inputs=read_run_inputs(plan_of_version(version.pk), inputs),
        created_by=user,
        created_at=now,
        # Left over by a process that died, it ends by itself.
        deadline_at=now + timedelta(seconds=2 * LONGEST_S),
    )
    recording = Recording(learns=learns, compares_prompts=compares_prompts)
    player = Player(track, recording)
    others: list[QueuedTask] = []
    with played(run.pk, player):
        with collecting_tasks() as tasks:
            run_enqueue(run)
            _Driver(run.pk, tasks, others).run_through()
        for queued in others:
            enqueue(queued)
    run.refresh_from_db()
    if run.status == Status.SUCCEEDED and not recording.mismatches:
        player.report_unused()
    return Replayed(run, tuple(recording.mismatches), recording.played)


class _Driver:
    """Executes a run and its child runs; `foreign` takes work of other runs started in its transactions."""

    def __init__(self, run_id: UUID, tasks: deque[QueuedTask], others: list[QueuedTask]) -> None:
        self._run_id = run_id
        self._tasks = tasks
        self._others = others
        self._deadline = monotonic() + LONGEST_S

    def run_through(self) -> None:
        while self._is_open():
            if monotonic() > self._deadline:
                raise self._stopped()
            if self._tasks:
                self._answer(self._tasks.popleft())
            elif not (self._settle_waits() or self._hurry()):
                raise self._stopped()

    def _is_open(self) -> bool:
        return Run.objects.filter(pk=self._run_id, status__in=OPEN_STATUSES).exists()

    def _answer(self, queued: QueuedTask) -> None:
        task, argument = queued
        if task == task_queue.RUN_NODE:
            if self._is_ours(
                NodeRun.objects.filter(pk=argument).values_list("run__trigger", flat=True).first(), queued
            ):
                node_run_execute(int(argument))
            return
        run_id = UUID(str(argument))
        if self._is_ours(Run.objects.filter(pk=run_id).values_list("trigger", flat=True).first(), queued):
            _OF_RUNS[task](run_id)

    def _is_ours(self, trigger: str | None, queued: QueuedTask) -> bool:
        if trigger == Run.REPLAY:
            return True
        self._others.append(queued)
        return False

    def _family(self) -> list[UUID]:
        """Return the run and the child runs inside of it."""
        family, newest = [self._run_id], [self._run_id]
        while newest:
            children = Run.objects.filter(parent_node_run__run__in=newest, trigger=Run.REPLAY)
            newest = list(children.order_by().values_list("pk", flat=True))
            family += newest
        return family

    def _settle_waits(self) -> bool:
        """Answer one open wait from the cassette; False when there is none, or nothing was recorded for it."""
        waits = Wait.objects.filter(node_run__run__in=self._family(), answered_at__isnull=True)
        wait = waits.exclude(kind=Wait.Kind.CHILD_RUN).select_related("node_run__run").order_by("id").first()
        if wait is None:
            return False
        node = player_of(wait.node_run.run).node(wait.node_run.node_key, wait.node_run.scope)
        recorded = node.answer()
        if recorded is None:
            node.refuse_unanswered(wait.kind)
            run_cancel(self._run_id)
            return True
        # The clock answers all that is due, so nobody answers too late.
        Wait.objects.filter(pk=wait.pk).update(due_at=None, due_uptime=None)
        by = User.objects.filter(username=recorded.by).first() if recorded.by else None
        answer = {"decision": recorded.decision, "values": recorded.values, "comment": recorded.comment}
        if by is None and recorded.by:
            answer["by"] = recorded.by
        wait_resolve(wait.pk, answer, by=by)
        return True

    def _hurry(self) -> bool:
        """Let a node that would be tried again later be tried now."""
        later = NodeRun.objects.filter(run__in=self._family(), status=Status.QUEUED, due_at__isnull=False)
        node_run_id = later.order_by("due_at").values_list("pk", flat=True).first()
        if node_run_id is None:
            return False
        NodeRun.objects.filter(pk=node_run_id).update(due_at=None)
        self._tasks.append((task_queue.RUN_NODE, node_run_id))
        return True

    def _stopped(self) -> ConflictError:
        run_cancel(self._run_id)
        return ConflictError(_TOO_LONG, code="replay_too_long")


_OF_RUNS: dict[str, Callable[[UUID], object]] = {
    task_queue.ADVANCE_RUN: run_advance,
    task_queue.CANCEL_RUN: run_cancel,
    task_queue.CHILD_OVER: child_over,
}
