"""Workflows and agents that a model calls: the node waits without a thread, and resumes from its journal."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.doubles.task_queue import TaskQueue
from tests.factories.agents import agent_create
from tests.factories.documents import edge, greeting_document, node
from tests.factories.run_documents import ask, chain, failing, graph
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services.run_asserts import assert_over, event_types, payload_of
from tools.services.policies import policy_create
from workflow_editor.adapters.events.broadcast import broadcast
from workflow_editor.agent_runtime.start import agent_run_start
from workflow_editor.models import Run, RunEvent, Status, Wait, Workflow
from workflow_editor.services.runs.cancel import run_cancel
from workflow_editor.services.runs.recovery import sweep
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.runs.waits.answer import wait_answer
from workflow_editor.services.runs.waits.due import waits_answer_due
from workflow_editor.services.versions import version_publish

pytestmark = pytest.mark.django_db

Json = dict[str, Any]


def calling(workflow: Workflow | str, *arguments: Json, title: str = "", pin: str = "", **config: Any) -> Json:
    """An AI node that calls the workflow once with each of the arguments, in one reply, and then says Done."""
    tool_id = workflow if isinstance(workflow, str) else f"workflow:{workflow.slug}{pin}"
    name = title or (workflow if isinstance(workflow, str) else workflow.name)
    calls = [{"tool": name, "arguments": one} for one in arguments or ({},)]
    settings = {"enabledTools": [tool_id], "onToolFailure": "tell_model", **config}
    return ask("ai", {"toolCalls": calls}, {"text": "Done"}, **settings)


@pytest.fixture
def start(queue: TaskQueue, alice: User) -> Any:
    def start_run(ai: Json, *, run_all: bool = True, **options: Any) -> Run:
        run = run_start(workflow_create(alice, name="Parent", document=chain(ai)), alice, inputs={}, **options)[0]
        if run_all:
            queue.run_all()
        return run

    return start_run


def writer(alice: User, *fields: str, name: str = "Writer", script: tuple[Json, ...] = ()) -> Workflow:
    """A workflow with an effect, so that its first step does not end it; it gives `text`."""
    nodes = [
        node("start", "start", {"fields": [{"name": field, "type": "text", "required": True} for field in fields]}),
        ask("write", *(script or ({"text": "one two"},))),
        node("end", "end", {"outputs": [{"name": "text", "value": "{{ nodes.write.result }}"}]}),
    ]
    return workflow_create(alice, name=name, document=graph(nodes, [edge("start", "write"), edge("write", "end")]))


def asking_people(alice: User) -> Workflow:
    document = chain(node("ask", "approval", {"title": "Go?"}))
    document["edges"] = [edge("start", "ask"), edge("ask", "end", port="approved")]
    return workflow_create(alice, name="Asking", document=document)


def results(run: Run) -> list[Json]:
    run.refresh_from_db()
    assert run.output is not None, run.error
    return [call["result"] for call in run.output["toolCalls"]]


def test_a_run_that_ends_in_its_first_step_answers_at_once(alice: User, start: Any) -> None:
    greeting = workflow_create(alice, name="Greet", document=greeting_document())
    run = start(calling(greeting, {"topic": "tea"}))
    assert_over(run, "succeeded")
    (result,) = results(run)
    assert (result["success"], result["data"]) == (True, "Hello tea")
    assert "node_waiting" not in event_types(run)
    child = Run.objects.get(parent_node_run__run=run)
    assert (child.trigger, child.created_by, result["metadata"]["run_id"]) == ("tool_call", alice, str(child.pk))


def test_the_node_waits_without_a_thread_and_receives_the_output(alice: User, queue: TaskQueue, start: Any) -> None:
    asking = asking_people(alice)
    run = start(calling(asking))
    run.refresh_from_db()
    assert (run.status, len(queue.sent)) == (Status.WAITING, 0)
    started = payload_of(run, "child_run_started", "ai")
    child = Run.objects.get(parent_node_run__run=run)
    assert (started["run_id"], started["title"]) == (str(child.pk), "Asking")
    wait_answer(alice, Wait.objects.get(node_run__run=child), decision="approve")
    queue.run_all()
    assert_over(run, "succeeded")
    assert results(run)[0]["success"]
    assert payload_of(run, "child_run_finished", "ai")["status"] == "succeeded"
    assert event_types(run).count("tool_call_started") == 1


def test_text_of_the_run_is_passed_on_to_the_one_that_called_and_not_stored_again(
    alice: User, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[tuple[Any, ...]] = []
    monkeypatch.setattr(broadcast, "send_child_text", lambda *piece: heard.append(piece))
    run = start(calling(writer(alice)))
    child = Run.objects.get(parent_node_run__run=run)
    assert {(caller.run_id, caller.node_key, run_id, key) for caller, run_id, key, *_ in heard} == {
        (run.pk, "ai", child.pk, "write")
    }
    assert "".join(text for *_, text in heard) == "one two"
    assert "one two" not in str(
        [reported.payload for reported in RunEvent.objects.filter(run=run, type="node_text_appended")]
    )


def test_tokens_of_the_run_are_counted_in_the_one_that_called(alice: User, start: Any) -> None:
    run = start(calling(writer(alice)))
    assert_over(run, "succeeded")
    child = Run.objects.get(parent_node_run__run=run)
    assert child.usage["output_tokens"] == 2
    single = start(ask("ai", {"text": "Done"}))
    single.refresh_from_db()
    assert run.usage["output_tokens"] >= child.usage["output_tokens"] + single.usage["output_tokens"]


def test_calls_of_one_reply_run_side_by_side(alice: User, queue: TaskQueue, start: Any) -> None:
    asking = asking_people(alice)
    run = start(calling(asking, {}, {}))
    children = Run.objects.filter(parent_node_run__run=run)
    assert [child.status for child in children] == ["waiting", "waiting"]
    for wait in Wait.objects.filter(node_run__run__in=children).order_by("-id"):
        wait_answer(alice, wait, decision="approve")
        queue.run_all()
    assert_over(run, "succeeded")
    assert [result["success"] for result in results(run)] == [True, True]
    assert event_types(run).count("child_run_started") == 2


def test_several_outputs_come_as_an_object(alice: User, start: Any) -> None:
    document = greeting_document()
    document["nodes"][2]["config"]["outputs"].append({"name": "topic", "value": "{{ inputs.topic }}"})
    run = start(calling(workflow_create(alice, name="Two", document=document), {"topic": "tea"}))
    assert results(run)[0]["data"] == {"greeting": "Hello tea", "topic": "tea"}


def test_a_failed_run_is_a_structured_error(alice: User, start: Any) -> None:
    run = start(calling(workflow_create(alice, name="Broken", document=chain(failing("bad")))))
    assert_over(run, "succeeded")
    (result,) = results(run)
    assert (result["success"], result["code"], result["data"]["status"]) == (False, 2001, "failed")
    assert result["data"]["error"]["node"] == "bad"
    assert "“Broken” failed" in result["message"]


def test_arguments_outside_of_the_interface_are_refused_by_name(alice: User, start: Any) -> None:
    greeting = workflow_create(alice, name="Greet", document=greeting_document())
    run = start(calling(greeting, {"topic": "tea", "colour": "red"}, {}))
    unknown, missing = results(run)
    assert (unknown["code"], missing["code"]) == (1002, 1002)
    assert "colour" in unknown["message"]
    assert "topic" in missing["message"]
    assert not Run.objects.filter(parent_node_run__run=run).exists()


def skipped(run: Run) -> str:
    message: str = payload_of(run, "tool_skipped", "ai")["message"]["en"]
    return message


def test_a_workflow_without_end_node_cannot_be_called(alice: User, start: Any) -> None:
    endless = workflow_create(alice, name="Endless", document=graph([node("start", "start")], []))
    assert "no end node" in skipped(start(calling(endless)))


def test_a_pinned_version_stays_what_it_was(alice: User, start: Any) -> None:
    greeting = workflow_create(alice, name="Greet", document=greeting_document())
    version_publish(greeting, alice)
    template = greeting.nodes.get(key="greet")
    template.config = {"template": "Bye {{ inputs.topic }}"}
    template.save()
    version_publish(greeting, alice)
    assert results(start(calling(greeting, {"topic": "tea"}, pin="@1")))[0]["data"] == "Hello tea"
    assert results(start(calling(greeting, {"topic": "tea"})))[0]["data"] == "Bye tea"
    assert "Published: 1, 2" in skipped(start(calling(greeting, pin="@7")))


def test_a_strangers_workflow_is_missing(alice: User, charlie: User, start: Any) -> None:
    theirs = workflow_create(charlie, name="Theirs", document=greeting_document())
    assert payload_of(start(calling(theirs)), "tool_skipped", "ai")["code"] == "missing"


def test_a_rule_for_the_workflow_holds_for_its_versions_too(alice: User, admin: User, start: Any) -> None:
    greeting = workflow_create(alice, name="Greet", document=greeting_document())
    version_publish(greeting, alice)
    policy_create(created_by=admin, tool_pattern=f"workflow:{greeting.slug}", effect="deny")
    assert payload_of(start(calling(greeting, pin="@1")), "tool_skipped", "ai")["code"] == "denied"


def test_a_run_that_takes_too_long_is_cancelled(alice: User, queue: TaskQueue, start: Any) -> None:
    document = chain(node("later", "delay", {"seconds": 3600}))
    run = start(calling(workflow_create(alice, name="Slow", document=document), toolCallTimeout=1000))
    child = Run.objects.get(parent_node_run__run=run)
    hour_ago = timezone.now() - timedelta(hours=1)
    Run.objects.filter(pk=child.pk).update(created_at=hour_ago)
    Wait.objects.filter(node_run__run=run).update(due_at=hour_ago)
    waits_answer_due()
    queue.run_all()
    assert_over(run, "succeeded")
    (result,) = results(run)
    assert (result["success"], result["data"]["status"]) == (False, "timed_out")
    child.refresh_from_db()
    assert child.status == "cancelled"


def test_a_run_that_waits_for_a_person_has_time(alice: User, queue: TaskQueue, start: Any) -> None:
    run = start(calling(asking_people(alice), toolCallTimeout=1000))
    child = Run.objects.get(parent_node_run__run=run)
    hour_ago = timezone.now() - timedelta(hours=1)
    Run.objects.filter(pk=child.pk).update(created_at=hour_ago)
    Wait.objects.filter(node_run__run=run).update(due_at=hour_ago)
    waits_answer_due()
    queue.run_all()
    run.refresh_from_db()
    child.refresh_from_db()
    assert (run.status, child.status) == ("waiting", "waiting")


def test_cancelling_the_caller_cancels_the_run(alice: User, queue: TaskQueue, start: Any) -> None:
    run = start(calling(asking_people(alice)))
    run_cancel(run.pk)
    queue.run_all()
    child = Run.objects.get(parent_node_run__run=run)
    assert_over(run, "cancelled")
    assert_over(child, "cancelled")


def test_a_lost_notification_is_made_good_for(alice: User, queue: TaskQueue, start: Any) -> None:
    run = start(calling(asking_people(alice)))
    wait_answer(alice, Wait.objects.get(node_run__run__parent_node_run__run=run), decision="approve")
    queue.run_next()
    queue.lose_all()
    sweep()
    queue.run_all()
    assert_over(run, "succeeded")


def _asks_helper() -> list[Json]:
    return [{"toolCalls": [{"tool": "Helper", "arguments": {"message": "Help"}}]}, {"text": "Helped"}]


def test_an_agent_is_a_tool_of_another_agent(alice: User, queue: TaskQueue) -> None:
    agent_create(alice, name="Helper", description="Helps.", script=[{"text": "Certainly"}])
    asker = agent_create(alice, name="Asker", tool_ids_inventory=["agent:helper"], script=_asks_helper())
    run = agent_run_start(asker, alice, message="Go")
    queue.run_all()
    assert_over(run, "succeeded")
    finished = payload_of(run, "tool_call_finished", "agent")
    assert (finished["tool_id"], finished["result"]["data"]) == ("agent:helper", "Certainly")


def test_an_agent_that_calls_itself_through_a_workflow_is_refused(alice: User, queue: TaskQueue) -> None:
    asks_back = calling("agent:butler", {"message": "Again"}, title="Butler")
    middle = workflow_create(alice, name="Middle", document=chain(asks_back))
    butler = agent_create(
        alice,
        tool_ids_inventory=[f"workflow:{middle.slug}"],
        script=[{"toolCalls": [{"tool": "Middle", "arguments": {}}]}, {"text": "Done"}],
    )
    run = agent_run_start(butler, alice, message="Go")
    queue.run_all()
    assert_over(run, "succeeded")
    assert Run.objects.count() == 2
    inner = Run.objects.get(parent_node_run__run=run)
    (refused,) = results(inner)
    assert (refused["success"], refused["code"]) == (False, 1006)
    assert "Butler → Middle → Butler" in refused["message"]


def test_tool_runs_lie_at_most_five_deep(alice: User, queue: TaskQueue) -> None:
    workflow = writer(alice, name="Level 0")
    for level in range(1, 7):
        workflow = workflow_create(alice, name=f"Level {level}", document=chain(calling(workflow)))
    run, _ = run_start(workflow, alice, inputs={})
    queue.run_all()
    assert_over(run, "succeeded")
    assert Run.objects.count() == 6
    deepest = Run.objects.get(workflow__name="Level 1")
    assert "at most 5 levels deep" in results(deepest)[0]["message"]


def test_in_test_mode_the_workflow_is_not_run(alice: User, start: Any) -> None:
    run = start(calling(writer(alice)), mode="test")
    assert results(run)[0]["metadata"]["testMode"]
    assert not Run.objects.filter(parent_node_run__run=run).exists()
