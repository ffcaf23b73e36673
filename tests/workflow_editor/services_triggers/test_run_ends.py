"""The end of a run starts others, once, and never for ever."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, greeting_document, node
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from workflow_editor.models import Run, Workflow
from workflow_editor.nodes.builtin.run_end import LONGEST_CHAIN
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.triggers.deliver import start_waiting
from workflow_editor.services.versions import version_publish

REPORT = {"mapping": [{"name": "topic", "value": "{{ trigger.workflow }}: {{ trigger.error.message }}"}]}


def failing_document() -> dict[str, Any]:
    code = {"code": "def main():\n    raise ValueError('torn')"}
    return {"nodes": [node("start", "start"), node("tear", "code", code)], "edges": [edge("start", "tear")]}


def run_through(queue: TaskQueue, workflow: Workflow, user: User, **inputs: str) -> Run:
    run = run_start(workflow, user, inputs=inputs)[0]
    queue.run_all()
    run.refresh_from_db()
    return run


def started(queue: TaskQueue) -> list[Run]:
    start_waiting()
    queue.run_all()
    return list(Run.objects.filter(trigger="run_end"))


@pytest.mark.parametrize(
    ("outcome", "runs"), [("failed", ["torn"]), ("succeeded", ["greeting"]), ("any", ["greeting", "torn"])]
)
def test_the_wanted_ends_start_a_run(
    queue: TaskQueue, publish_trigger: PublishTrigger, alice: User, outcome: str, runs: list[str]
) -> None:
    publish_trigger("run_end", {**REPORT, "outcome": outcome})
    run_through(queue, workflow_create(alice, name="greeting"), alice, topic="x")
    run_through(queue, workflow_create(alice, name="torn", document=failing_document()), alice)
    topics = sorted(str(run.inputs["topic"]).partition(":")[0] for run in started(queue))
    assert topics == runs


def test_a_failure_gives_what_happened(queue: TaskQueue, publish_trigger: PublishTrigger, alice: User) -> None:
    publish_trigger("run_end", REPORT)
    run_through(queue, workflow_create(alice, name="torn", document=failing_document()), alice)
    (run,) = started(queue)
    assert "torn" in run.inputs["topic"]
    assert run.delivery
    assert run.delivery.data["error"]["node_key"] == "tear"
    assert not started(queue)[1:]


def test_only_the_chosen_workflow_counts(queue: TaskQueue, publish_trigger: PublishTrigger, alice: User) -> None:
    chosen, other = (workflow_create(alice, name=name) for name in ("chosen", "other"))
    publish_trigger("run_end", {**REPORT, "outcome": "any", "workflow": chosen.slug})
    run_through(queue, other, alice, topic="x")
    assert not started(queue)
    run_through(queue, chosen, alice, topic="x")
    assert len(started(queue)) == 1


def test_runs_of_workflows_that_the_publisher_does_not_see_start_nothing(
    queue: TaskQueue, publish_trigger: PublishTrigger, charlie: User
) -> None:
    publish_trigger("run_end", {**REPORT, "outcome": "any"})
    run_through(queue, workflow_create(charlie), charlie, topic="x")
    assert not started(queue)


def test_two_workflows_that_start_each_other_stop(queue: TaskQueue, alice: User) -> None:
    config = {"outcome": "any", "mapping": [{"name": "topic", "value": "again"}]}
    pair = []
    for name in ("one", "two"):
        document = greeting_document()
        document["nodes"].append(node("when", "run_end", config))
        pair.append(workflow_create(alice, name=name, document=document))
    for workflow in pair:
        version_publish(workflow, alice)
    run_through(queue, pair[0], alice, topic="begin")
    for _ in range(LONGEST_CHAIN + 5):
        started(queue)
    assert Run.objects.filter(trigger="run_end").count() == LONGEST_CHAIN


def test_it_never_starts_on_its_own_runs(queue: TaskQueue, publish_trigger: PublishTrigger, alice: User) -> None:
    trigger = publish_trigger("run_end", {**REPORT, "outcome": "any"})
    run_through(queue, trigger.workflow, alice, topic="x")
    assert not started(queue)
