"""Runs inside of runs: started once, waited for, cancelled along, never in a circle."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, greeting_document, node
from tests.factories.run_documents import ask, chain, failing, fan, text
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services.run_asserts import assert_over, event_types, statuses
from workflow_editor.errors import GraphInvalidError
from workflow_editor.models import NodeRun, Run, Status, Wait, Workflow
from workflow_editor.services.runs.cancel import run_cancel
from workflow_editor.services.runs.child_start import MAX_DEPTH
from workflow_editor.services.runs.recovery import sweep, void_leases
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.runs.waits.answer import wait_answer
from workflow_editor.services.runs.waits.suspend import node_suspend
from workflow_editor.services.versions import version_publish


class ProcessKilledError(BaseException):
    """Represents SIGKILL."""


def call(workflow: Workflow | str, key: str = "sub", *, version: int | None = None, **inputs: str) -> dict[str, Any]:
    reference = workflow if isinstance(workflow, str) else str(workflow.pk)
    rows = [{"name": name, "value": value} for name, value in inputs.items()]
    return node(key, "sub_workflow", {"workflow": reference, "version": version, "inputs": rows})


@pytest.fixture
def make(alice: User) -> Any:
    def make_workflow(document: dict[str, Any], name: str = "Some") -> Workflow:
        return workflow_create(alice, name=name, document=document)

    return make_workflow


@pytest.fixture
def start(queue: TaskQueue, alice: User, make: Any) -> Any:
    def start_run(*nodes: dict[str, Any], run_all: bool = True) -> Run:
        run = run_start(make(chain(*nodes), "Parent"), alice, inputs={"topic": "tea"})[0]
        if run_all:
            queue.run_all()
        return run

    return start_run


def child_of(run: Run) -> Run:
    return Run.objects.get(parent_node_run__run=run)


def error_of(run: Run) -> dict[str, Any]:
    assert_over(run, "failed")
    error: dict[str, Any] | None = run.error
    assert error is not None
    return error


def test_a_child_run_gives_its_output_to_its_node(queue: TaskQueue, start: Any, make: Any) -> None:
    greeting = make(greeting_document(), "Greeting")
    run = start(call(greeting, topic="{{ inputs.topic }}"))
    assert_over(run, "succeeded")
    child = child_of(run)
    assert_over(child, "succeeded")
    assert (child.trigger, child.workflow, child.created_by) == ("sub_workflow", greeting, run.created_by)
    assert run.output == {"output": {"greeting": "Hello tea"}, "runId": str(child.pk)}


def test_a_workflow_is_also_found_by_its_short_name(start: Any, make: Any) -> None:
    run = start(call(make(greeting_document()).slug, topic="tea"))
    assert_over(run, "succeeded")


def test_the_parent_waits_without_a_thread_while_its_child_runs(queue: TaskQueue, start: Any, make: Any) -> None:
    run = start(call(make(chain(node("ask", "approval", {"title": "Go?"})) | {"edges": _approved()})))
    run.refresh_from_db()
    child = child_of(run)
    assert (run.status, child.status) == (Status.WAITING, Status.WAITING)
    assert not queue.sent
    user = child.created_by
    assert user is not None
    wait_answer(user, Wait.objects.get(node_run__run=child), decision="approve")
    queue.run_all()
    assert_over(run, "succeeded")


def _approved() -> list[dict[str, Any]]:
    return [edge("start", "ask"), edge("ask", "end", port="approved")]


def test_tokens_of_the_child_are_counted_in_the_parent(start: Any, make: Any) -> None:
    run = start(call(make(chain(ask("writer", {"text": "one two"})))))
    assert_over(run, "succeeded")
    child = child_of(run)
    assert run.usage == child.usage
    assert run.usage["output_tokens"] == 2


def test_tokens_of_a_child_that_failed_are_counted_as_well(start: Any, make: Any) -> None:
    run = start(call(make(chain(ask("writer", {"text": "one two"}), failing("bad")))))
    assert_over(run, "failed")
    assert run.usage == child_of(run).usage
    assert run.usage["output_tokens"] == 2


def test_a_test_run_has_a_child_in_test_mode(queue: TaskQueue, alice: User, make: Any) -> None:
    run, _ = run_start(make(chain(call(make(chain(text("a")))))), alice, inputs={}, mode="test")
    queue.run_all()
    assert child_of(run).mode == Run.Mode.TEST


def test_a_failed_child_fails_its_node(start: Any, make: Any) -> None:
    run = start(call(make(chain(failing("bad")), "Broken")))
    error = error_of(run)
    assert error["code"] == "sub_workflow_failed"
    assert error["details"]["error"]["node_key"] == "bad"
    assert "Broken" in error["message"]


def test_cancelling_the_child_alone_fails_the_node(queue: TaskQueue, start: Any, make: Any) -> None:
    run = start(call(make(chain(node("pause", "delay", {"seconds": 60})))))
    run_cancel(child_of(run).pk)
    queue.run_all()
    assert error_of(run)["code"] == "sub_workflow_cancelled"


def test_a_workflow_that_calls_itself_is_refused(queue: TaskQueue, alice: User, make: Any) -> None:
    workflow = make(chain(call("later")), "Circle")
    _point(workflow, workflow)
    run, _ = run_start(workflow, alice, inputs={})
    queue.run_all()
    error = error_of(run)
    assert error["code"] == "sub_workflow_cycle"
    assert "Circle → Circle" in error["message"]
    assert Run.objects.count() == 1


def test_a_workflow_that_calls_itself_through_another_is_refused(queue: TaskQueue, alice: User, make: Any) -> None:
    outer = make(chain(call("later")), "Outer")
    inner = make(chain(call(outer)), "Inner")
    _point(outer, inner)
    run, _ = run_start(outer, alice, inputs={})
    queue.run_all()
    error = error_of(run)
    assert error["code"] == "sub_workflow_failed"
    assert error["details"]["error"]["code"] == "sub_workflow_cycle"
    assert "Outer → Inner → Outer" in error["message"]
    assert Run.objects.count() == 2


def _point(workflow: Workflow, target: Workflow) -> None:
    row = workflow.nodes.get(key="sub")
    row.config = {**row.config, "workflow": str(target.pk)}
    row.save()


def test_sub_workflows_lie_at_most_five_deep(queue: TaskQueue, alice: User, make: Any) -> None:
    innermost = make(chain(text("a")), "Level")
    workflow = innermost
    for _ in range(MAX_DEPTH):
        workflow = make(chain(call(workflow)), "Level")
    fits, _ = run_start(workflow, alice, inputs={})
    queue.run_all()
    assert_over(fits, "succeeded")
    assert Run.objects.count() == MAX_DEPTH + 1
    too_deep, _ = run_start(make(chain(call(workflow)), "Level"), alice, inputs={})
    queue.run_all()
    assert_over(too_deep, "failed")
    deepest = Run.objects.filter(error__code="sub_workflow_too_deep")
    assert deepest.count() == 1


def test_a_pinned_version_is_run_and_the_newest_published_one_else(
    queue: TaskQueue, start: Any, make: Any, alice: User
) -> None:
    target = make(chain(text("a", "first")), "Target")
    version_publish(target, alice)
    _retext(target, "second")
    version_publish(target, alice)
    _retext(target, "unpublished")
    outputs = []
    for version in (1, 2, None):
        run = start(call(target, version=version))
        assert_over(run, "succeeded")
        assert run.output is not None
        outputs.append(run.output["output"]["text"])
    assert outputs == ["first", "second", "second"]


def _retext(workflow: Workflow, template: str) -> None:
    workflow.nodes.filter(key="a").update(config={"template": template})


def test_a_version_that_goes_while_the_run_is_queued_is_a_clear_error(
    queue: TaskQueue, start: Any, make: Any, alice: User
) -> None:
    target = make(chain(text("a")), "Target")
    version, _ = version_publish(target, alice)
    run = start(call(target, version=1), run_all=False)
    version.delete()
    queue.run_all()
    error = error_of(run)
    assert error["code"] == "version_missing"
    assert "version 1" in error["message"]
    assert not Run.objects.filter(workflow=target).exists()


def test_a_workflow_that_goes_while_the_run_is_queued_is_a_clear_error(queue: TaskQueue, start: Any, make: Any) -> None:
    target = make(chain(text("a")))
    run = start(call(target), run_all=False)
    target.delete()
    queue.run_all()
    assert error_of(run)["code"] == "sub_workflow_missing"


@pytest.mark.parametrize("reference", ["no-such-name", "6ec5ba01-3b3e-4a26-8f9a-0f5b8e7c9d11"])
def test_a_run_without_its_sub_workflow_does_not_start(start: Any, reference: str) -> None:
    assert _refused(start, call(reference)) == [("sub_workflow_missing", "sub", "/workflow")]


def test_a_run_without_the_version_of_its_sub_workflow_does_not_start(start: Any, make: Any) -> None:
    assert _refused(start, call(make(chain(text("a"))), version=7)) == [("version_missing", "sub", "/version")]


def test_a_foreign_workflow_equals_a_missing_one_and_a_viewer_may_not_run_it(
    start: Any, alice: User, charlie: User
) -> None:
    foreign = workflow_create(charlie, document=chain(text("a")))
    assert _refused(start, call(foreign)) == [("sub_workflow_missing", "sub", "/workflow")]
    seen = workflow_create(charlie, document=chain(text("a")), viewers=(alice,))
    assert error_of(start(call(seen)))["code"] == "sub_workflow_forbidden"
    shared = workflow_create(charlie, document=chain(text("a")), editors=(alice,))
    assert_over(start(call(shared)), "succeeded")


def _refused(start: Any, *nodes: dict[str, Any]) -> list[tuple[str, str, str]]:
    with pytest.raises(GraphInvalidError) as refused:
        start(*nodes)
    assert not Run.objects.exists()
    return [(found["code"], found["node_key"], found["field"]) for found in refused.value.details["problems"]]


def test_inputs_that_do_not_fit_fail_the_node(start: Any, make: Any) -> None:
    assert error_of(start(call(make(greeting_document()))))["code"] == "run_inputs_invalid"


def test_a_graph_that_cannot_run_fails_the_node(start: Any, make: Any) -> None:
    assert error_of(start(call(make(chain(node("empty", "template"))))))["code"] == "sub_workflow_invalid"


def test_cancelling_the_parent_reaches_the_child_and_its_child(queue: TaskQueue, start: Any, make: Any) -> None:
    pause = make(chain(node("pause", "delay", {"seconds": 60})))
    run = start(call(make(chain(call(pause)))))
    child = child_of(run)
    grandchild = child_of(child)
    assert grandchild.status == Status.WAITING
    run_cancel(run.pk)
    queue.run_all()
    for each in (run, child, grandchild):
        each.refresh_from_db()
        assert_over(each, "cancelled")


def test_a_parent_that_fails_takes_its_child_along(queue: TaskQueue, alice: User, make: Any) -> None:
    pause = make(chain(node("pause", "delay", {"seconds": 60})))
    run, _ = run_start(make(fan(call(pause), ask("bad", {"fail": {"status": 400}}))), alice, inputs={})
    queue.run_all()
    assert_over(run, "failed")
    child = Run.objects.get(workflow=pause)
    assert_over(child, "cancelled")


def test_an_orphan_whose_notification_was_lost_is_found_by_the_sweeper(queue: TaskQueue, start: Any, make: Any) -> None:
    run = start(call(make(chain(node("pause", "delay", {"seconds": 60})))))
    child = child_of(run)
    run_cancel(run.pk)
    queue.lose_all()
    child.refresh_from_db()
    assert child.status == Status.WAITING
    sweep()
    queue.run_all()
    assert_over(child, "cancelled")


def test_the_end_of_a_child_whose_notification_was_lost_is_found_by_the_sweeper(
    queue: TaskQueue, start: Any, make: Any
) -> None:
    run = start(call(make(chain(text("a")))), run_all=False)
    queue.run_next()
    assert statuses(run)["sub"] == "waiting"
    while Run.objects.exclude(pk=run.pk).get().status != Status.SUCCEEDED:
        queue.run_next()
    queue.lose_all()
    sweep()
    queue.run_all()
    assert_over(run, "succeeded")


def test_a_child_that_is_over_before_its_parent_waits_is_not_missed(
    queue: TaskQueue, start: Any, make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def park_late(*parts: Any) -> bool:
        queue.run_all()
        assert Run.objects.filter(status=Status.SUCCEEDED).count() == 1
        return node_suspend(*parts)

    monkeypatch.setattr("workflow_editor.services.runs.node_execution.node_suspend", park_late)
    assert_over(start(call(make(chain(text("a"))))), "succeeded")


def test_a_child_is_started_once_when_its_parent_dies_before_it_waits(
    queue: TaskQueue, start: Any, make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = make(chain(text("a")))
    with monkeypatch.context() as patched:

        def die(*_: Any) -> bool:
            raise ProcessKilledError

        patched.setattr("workflow_editor.services.runs.node_execution.node_suspend", die)
        with pytest.raises(ProcessKilledError):
            start(call(target))
    run = Run.objects.exclude(workflow=target).get()
    assert statuses(run)["sub"] == "running"
    queue.lose_all()
    void_leases()
    sweep(everything=True)
    queue.run_all()
    assert_over(run, "succeeded")
    assert Run.objects.filter(workflow=target).count() == 1
    assert event_types(run).count("node_waiting") == 1


def test_two_calls_of_one_workflow_are_two_runs(queue: TaskQueue, alice: User, make: Any) -> None:
    target = make(chain(text("a")))
    run, _ = run_start(make(fan(call(target, "one"), call(target, "two"))), alice, inputs={})
    queue.run_all()
    assert_over(run, "succeeded")
    assert Run.objects.filter(workflow=target).count() == 2
    assert NodeRun.objects.filter(run=run, node_key__in=["one", "two"], status="succeeded").count() == 2
