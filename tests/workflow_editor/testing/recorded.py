"""Runs that are made, recorded and replayed."""

from typing import Any

from django.contrib.auth.models import User

from tests.doubles.task_queue import TaskQueue
from tests.factories.run_documents import ask
from tests.factories.workflows import graph_create, workflow_create
from workflow_editor.models import Run, Workflow, WorkflowTest, WorkflowTestResult
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.testing.record import workflow_test_record
from workflow_editor.services.testing.results import workflow_test_run

Json = dict[str, Any]
CLOCK = "system:get_current_time"


class Recorder:
    """Actions of one person with runs and tests."""

    def __init__(self, queue: TaskQueue, user: User) -> None:
        self.queue = queue
        self.user = user

    def workflow(self, document: Json, name: str = "Recorded") -> Workflow:
        return workflow_create(self.user, name=name, document=document)

    def run(self, workflow: Workflow, **inputs: Any) -> Run:
        """Run the workflow in workers, to its end or to where it waits."""
        run, _ = run_start(workflow, self.user, inputs=inputs)
        self.queue.run_all()
        run.refresh_from_db()
        return run

    def record(self, workflow: Workflow, *, name: str = "Test", **inputs: Any) -> WorkflowTest:
        """Run the workflow and keep the run as a test."""
        return workflow_test_record(self.run(workflow, **inputs), self.user, name=name)

    def change(self, workflow: Workflow, document: Json) -> None:
        """Put another graph in the place of the stored one."""
        workflow.edges.all().delete()
        workflow.nodes.all().delete()
        graph_create(workflow, document)
        workflow.revision += 1
        workflow.save()

    def replay(self, test: WorkflowTest) -> WorkflowTestResult:
        return workflow_test_run(test, self.user)

    def replay_changed(self, test: WorkflowTest, document: Json) -> WorkflowTestResult:
        """Replay a test over another graph."""
        self.change(test.workflow, document)
        return self.replay(test)


def mismatch(result: WorkflowTestResult) -> Json:
    """Return the only difference of a replay with a cassette that did not fit."""
    assert result.status == "unfit", result.findings
    (found,) = result.findings
    return dict(found)


def ticking(prompt: str = "Go", *script: Json, **config: Any) -> Json:
    """Return an AI node that asks the clock, unless its script says something else."""
    steps = script or ({"toolCalls": [{"tool": CLOCK}]}, {"text": "It is late."})
    return ask("writer", *steps, userPrompt=prompt, **{"enabledTools": [CLOCK], **config})
