"""A run in flight ends before its next node or tool call once whoever it works for has lost the right."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.utils import timezone
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import node
from tests.factories.run_documents import ask, chain
from tests.factories.workflows import workflow_create
from tools.adapters.thread_connections import thread_connection
from tools.executors.contract.function import tool
from tools.executors.registry import registry
from tools.models import ToolInvocation
from tools.services.policies import policy_create
from workflow_editor.models import ChatShare, NodeRun, Run, Workflow, WorkflowMember
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.triggers.publish import trigger_prepare
from workflow_editor.services.versions import version_publish

ACT = "test:act"
CALL = {"toolCalls": [{"tool": ACT}]}


class Tool:
    """A tool that does something to the rights of who calls it, with its first call alone."""

    def __init__(self) -> None:
        self.act: Callable[[], object] = lambda: None
        self.calls = 0

    def call(self) -> None:
        self.calls += 1
        if self.calls == 1:
            with thread_connection():
                self.act()


@pytest.fixture
def act(monkeypatch: pytest.MonkeyPatch) -> Tool:
    found = Tool()

    @tool(ACT)
    def acted() -> dict[str, Any]:
        """Do what the test wants."""
        found.call()
        return {"done": True}

    monkeypatch.setitem(registry._executors, acted.name, acted)
    return found


LOSSES: dict[str, Callable[[], object]] = {
    "removed": lambda: WorkflowMember.objects.all().delete(),
    "downgraded": lambda: WorkflowMember.objects.update(role=WorkflowMember.Role.VIEWER),
    "deactivated": lambda: User.objects.filter(username="bob").update(is_active=False),
    "deleted": lambda: User.objects.get(username="bob").delete(),
}
LOOP = [ask("loop", CALL, CALL, {"text": "Done"}, enabledTools=[ACT])]
NODES = [ask("loop", CALL, {"text": "Done"}, enabledTools=[ACT]), ask("next")]
CARRIES_ON = [LOOP[0] | {"policy": {"on_error": "default", "default_output": {"result": "x"}}}, ask("next")]


def run_of(alice: User, bob: User, nodes: list[dict[str, Any]]) -> Run:
    workflow = workflow_create(alice, document=chain(*nodes), editors=(bob,))
    return run_start(workflow, bob, inputs={})[0]


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
@pytest.mark.parametrize("nodes", [NODES, LOOP, CARRIES_ON], ids=["next node", "next tool call", "after a failure"])
def test_it_ends_before_what_comes_next(
    alice: User, bob: User, queue: TaskQueue, act: Tool, nodes: list[dict[str, Any]], loss: Callable[[], object]
) -> None:
    act.act = loss
    run = run_of(alice, bob, nodes)
    queue.run_all()
    run.refresh_from_db()
    assert (run.status, (run.error or {}).get("code"), act.calls) == ("failed", "right_lost", 1)
    assert not NodeRun.objects.filter(run=run, node_key="next", status="succeeded").exists()


def test_it_goes_on_for_who_has_the_right(alice: User, bob: User, queue: TaskQueue, act: Tool) -> None:
    run = run_of(alice, bob, LOOP)
    queue.run_all()
    run.refresh_from_db()
    assert (run.status, act.calls) == ("succeeded", 2)


def test_a_role_that_is_lost_in_a_loop_counts_from_the_next_call_on(
    alice: User, bob: User, admin: User, queue: TaskQueue, act: Tool
) -> None:
    clerks = Group.objects.create(name="clerks")
    bob.groups.add(clerks)
    policy_create(created_by=admin, tool_pattern=ACT, effect="deny")
    policy_create(created_by=admin, tool_pattern=ACT, effect="allow", role=clerks.name)
    act.act = lambda: bob.groups.clear()
    run = run_of(alice, bob, LOOP)
    queue.run_all()
    decisions = ToolInvocation.objects.filter(run_id=run.pk, function__gt="").order_by("id")
    assert list(decisions.values_list("decision", flat=True))[:2] == ["allow", "deny"]
    assert act.calls == 1


def test_a_child_run_ends_with_the_right_to_what_waits_for_it(
    alice: User, bob: User, queue: TaskQueue, act: Tool
) -> None:
    inner = workflow_create(bob, name="Inner", document=chain(*LOOP))
    act.act = LOSSES["removed"]
    run = run_of(alice, bob, [node("sub", "sub_workflow", {"workflow": str(inner.pk)})])
    queue.run_all()
    run.refresh_from_db()
    child = Run.objects.get(workflow=inner)
    assert ((child.error or {}).get("code"), (run.error or {}).get("code")) == ("right_lost", "right_lost")
    assert act.calls == 1


def test_an_answer_ends_with_the_link_that_asked(alice: User, queue: TaskQueue, act: Tool) -> None:
    document = chain(*LOOP)
    document["nodes"].append(node("chat", "chat_trigger", {}))
    workflow: Workflow = workflow_create(alice, document=document)
    trigger_prepare(workflow, "chat")
    version_publish(workflow, alice)
    session, visitor = APIClient(), APIClient()
    session.force_login(alice)
    link = session.post(f"/api/workflows/{workflow.pk}/triggers/chat/shares/", {"right": "chat"}).json()
    act.act = lambda: ChatShare.objects.update(revoked_at=timezone.now())
    path = f"/api/shared/{link['token']}/conversations/"
    talk = visitor.post(path).json()
    assert visitor.post(f"{path}{talk['id']}/", {"message": "Hello"}).status_code == 201
    queue.run_all()
    run = Run.objects.get(workflow=workflow)
    assert ((run.error or {}).get("code"), act.calls) == ("right_lost", 1)
