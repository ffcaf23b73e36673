"""Variables of a workflow outlive its runs: written once, read by whatever comes later, and never by a trial."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem
from tests.workflow_editor.conversations.test_workflow_chat import Page
from tests.workflow_editor.services.restarts import ProcessKilledError, restart
from workflow_editor.models import PersistentValues, Run, Status, ValueWrite, Workflow
from workflow_editor.run_store import run_store
from workflow_editor.services.runs.fork import run_fork
from workflow_editor.services.runs.start import run_start

COUNT = {"assignments": [{"name": "count", "operation": "increment", "value": "1"}]}


@pytest.fixture
def counter(alice: User) -> Workflow:
    """A workflow that counts its runs, and gives the count by a template that comes after."""
    show = node("show", "template", {"template": "run {{ vars.count }}"})
    document = chain(node("count", "assign", COUNT), show)
    document["nodes"][-1]["config"] = {"outputs": [{"name": "text", "value": "{{ nodes.show.text }}"}]}
    return workflow_create(alice, document=document)


def played(workflow: Workflow, user: User, queue: TaskQueue, **how: Any) -> Run:
    run = run_start(workflow, user, inputs={}, **how)[0]
    queue.run_all()
    run.refresh_from_db()
    assert run.status == Status.SUCCEEDED, run.error
    return run


def stored(workflow: Workflow) -> Any:
    return PersistentValues.objects.get(workflow=workflow).values


def test_each_run_finds_what_the_earlier_ones_left(queue: TaskQueue, alice: User, counter: Workflow) -> None:
    texts = [(played(counter, alice, queue).output or {})["text"] for _ in range(3)]
    assert texts == ["run 1", "run 2", "run 3"]
    assert stored(counter) == {"count": 3}


def test_a_trial_sees_its_own_changes_and_leaves_none(queue: TaskQueue, alice: User, counter: Workflow) -> None:
    played(counter, alice, queue)
    trial = played(counter, alice, queue, mode="test")
    assert trial.output == {"text": "run 2"}
    assert stored(counter) == {"count": 1}


def test_workflows_do_not_see_the_variables_of_others(queue: TaskQueue, alice: User, counter: Workflow) -> None:
    played(counter, alice, queue)
    show = node("show", "template", {"template": "{{ vars.count }}."})
    other = workflow_create(alice, document=chain(show))
    assert (played(other, alice, queue).output or {})["text"] == "."


def test_a_run_that_goes_on_behind_a_write_does_not_write_again(
    queue: TaskQueue, alice: User, counter: Workflow
) -> None:
    first = played(counter, alice, queue)
    run_fork(first, alice, from_node="show", inputs={}, configs={})
    queue.run_all()
    assert stored(counter) == {"count": 1}


@pytest.mark.parametrize("dies", ["before the write is stored", "between the write and the step"])
def test_a_kill_neither_loses_nor_doubles_a_write(
    queue: TaskQueue, alice: User, counter: Workflow, monkeypatch: pytest.MonkeyPatch, dies: str
) -> None:
    run = run_start(counter, alice, inputs={})[0]

    def die(*args: Any, **values: Any) -> Any:
        raise ProcessKilledError

    with monkeypatch.context() as patched:
        if dies == "before the write is stored":
            patched.setattr(ValueWrite.objects, "create", die)
        else:
            patched.setattr(run_store, "save_step", die)
        with pytest.raises(ProcessKilledError):
            queue.run_all()
    assert ValueWrite.objects.count() == (0 if dies == "before the write is stored" else 1)
    restart(queue)
    run.refresh_from_db()
    assert run.status == Status.SUCCEEDED
    assert stored(counter) == {"count": 1}


def remembering() -> dict[str, Any]:
    """Return a chat that remembers all messages, and answers with them."""
    remember = {"assignments": [
        {"owner": "conversation", "name": "messages", "operation": "append", "value": "{{ trigger.message }}"}
    ]}  # fmt: skip
    return {
        "schema_version": 1,
        "nodes": [
            node("chat", "chat_trigger", {}),
            node("start", "start"),
            node("keep", "assign", remember),
            node("show", "template", {"template": "{{ conversation.messages | join: ',' }}"}),
            node("end", "end", {"outputs": [{"name": "result", "value": "{{ nodes.show.text }}"}]}),
        ],
        "edges": [
            {"id": f"{source}-{target}", "source": source, "source_port": "out", "target": target, "target_port": "in"}
            for source, target in (("start", "keep"), ("keep", "show"), ("show", "end"))
        ],
    }


def test_a_talk_that_branches_off_goes_back_to_what_it_knew_there(
    queue: TaskQueue, alice: User, alice_api: APIClient
) -> None:
    page = Page(alice_api, alice, remembering())
    conversation = page.begin()

    def answer(message: str, **where: Any) -> tuple[str, str]:
        turn = page.send(conversation, message, **where)
        queue.run_all()
        turns = alice_api.get(conversation).json()["turns"]
        return turn["id"], next(one["answer"] for one in turns if one["id"] == turn["id"])

    first, text = answer("a")
    assert text == "a"
    assert answer("b", after=first)[1] == "a,b"
    assert answer("c", after=first)[1] == "a,c"
    other = page.begin()
    turn = page.send(other, "z")
    queue.run_all()
    assert next(one for one in alice_api.get(other).json()["turns"] if one["id"] == turn["id"])["answer"] == "z"


def test_the_owner_of_a_conversation_corrects_what_it_remembers(
    queue: TaskQueue, alice: User, alice_api: APIClient, bob_api: APIClient
) -> None:
    page = Page(alice_api, alice, remembering())
    conversation = page.begin()

    def variables_after(message: str, **where: Any) -> str:
        turn = page.send(conversation, message, **where)
        queue.run_all()
        return f"/api/turns/{turn['id']}/variables/"

    first = variables_after("a")
    assert alice_api.get(first).json() == {"values": {"messages": ["a"]}}
    changes = {"values": {"messages": ["b"], "tone": "warm"}}
    assert alice_api.patch(first, changes).json() == changes
    # The next message finds what was corrected, and what it sets is its own.
    second = variables_after("c", after=first.split("/")[3])
    assert alice_api.get(second).json() == {"values": {"messages": ["b", "c"], "tone": "warm"}}
    assert alice_api.patch(second, {"values": {"tone": None}}).json() == {"values": {"messages": ["b", "c"]}}
    assert alice_api.get(first).json() == changes
    assert_problem(alice_api.patch(second, {"values": {"x": "y" * 200_000}}), 400, "variables_too_large")
    assert_problem(bob_api.get(first), 404, "not_found")
    assert_problem(bob_api.patch(first, changes), 404, "not_found")
