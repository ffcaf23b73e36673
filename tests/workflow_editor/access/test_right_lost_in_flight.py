"""A run in flight ends before its next node or tool call once whoever it works for has lost the right."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.utils import timezone
from rest_framework.test import APIClient

from tests.conftest import client_of
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node
from tests.factories.run_documents import ask, chain, text
from tests.factories.workflows import workflow_create
from tools.adapters.thread_connections import thread_connection
from tools.executors.contract.function import tool
from tools.executors.registry import registry
from tools.models import ToolInvocation
from tools.services.policies import policy_create
from workflow_editor import models
from workflow_editor.models import ChatShare, NodeRun, Run, Workflow, WorkflowMember
from workflow_editor.services.limits.queue import runs_admit
from workflow_editor.services.runs.recovery import sweep
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.runs.waits.due import waits_answer_due
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


Wait = Callable[[User, Run], None]
"""Lets what a run waits for come."""


def an_answer(alice: User, run: Run) -> None:
    (asked,) = client_of(alice).get("/api/approvals/", {"run": str(run.pk)}).json()["results"]
    answer = client_of(alice).post(f"/api/approvals/{asked['id']}/answer/", {"decision": asked["decisions"][0]})
    assert answer.status_code == 200, answer.content


def the_time(alice: User, run: Run) -> None:
    models.Wait.objects.update(due_at=timezone.now())
    assert waits_answer_due() == 1


def its_turn(alice: User, run: Run) -> None:
    Workflow.objects.update(settings={})
    assert runs_admit() == [run.pk]


def a_worker(alice: User, run: Run) -> None:
    """The first one has died: what it was sent is lost, and its lease is over."""
    NodeRun.objects.update(lease_until=timezone.now() - timedelta(minutes=5))
    sweep(everything=True)


def asking(kind: str, port: str, **config: Any) -> dict[str, Any]:
    document = chain(node("ask", kind, {"title": "Go?", **config}))
    return {**document, "edges": [edge("start", "ask"), edge("ask", "end", port=port)]}


FIELDS = [{"name": "price", "type": "number", "title": "Price"}]
WAITS: dict[str, tuple[Wait, dict[str, Any], dict[str, Any]]] = {
    "approval": (an_answer, asking("approval", "approved"), {}),
    "form": (an_answer, asking("form", "submitted", fields=FIELDS), {}),
    "delay": (the_time, chain(node("ask", "delay", {"seconds": 100_000})), {}),
    "turn of the workflow": (its_turn, chain(text("pure")), {"maxConcurrentRuns": 1}),
    "worker": (a_worker, chain(ask("first")), {}),
}
"""Waits of runs, with nothing behind them that has effects."""


@pytest.mark.parametrize("loss", [None, *LOSSES.values()], ids=["none", *LOSSES])
@pytest.mark.parametrize(("come", "document", "settings"), WAITS.values(), ids=WAITS)
def test_what_waits_does_not_go_on(
    alice: User,
    bob: User,
    queue: TaskQueue,
    come: Wait,
    document: dict[str, Any],
    settings: dict[str, Any],
    loss: Callable[[], object] | None,
) -> None:
    workflow = workflow_create(alice, document=document, editors=(bob,))
    if settings:
        workflow.settings = settings
        workflow.save()
        run_start(workflow, alice, inputs={})
    run = run_start(workflow, bob, inputs={})[0]
    if come is a_worker:
        queue.lose_all()
    elif come is not its_turn:
        queue.run_all()
    if loss is not None:
        loss()
    come(alice, run)
    queue.run_all()
    run.refresh_from_db()
    wanted = ("succeeded", None) if loss is None else ("failed", "right_lost")
    assert (run.status, (run.error or {}).get("code")) == wanted


def run_of_a_link(alice: User, document: dict[str, Any]) -> Run:
    """Return a run that answers the visitor of a link of alice's."""
    document["nodes"].append(node("chat", "chat_trigger", {}))
    workflow: Workflow = workflow_create(alice, document=document)
    trigger_prepare(workflow, "chat")
    version_publish(workflow, alice)
    visitor = APIClient()
    link = client_of(alice).post(f"/api/workflows/{workflow.pk}/triggers/chat/shares/", {"right": "chat"}).json()
    path = f"/api/shared/{link['token']}/conversations/"
    talk = visitor.post(path).json()
    assert visitor.post(f"{path}{talk['id']}/", {"message": "Hello"}).status_code == 201
    return Run.objects.get(workflow=workflow)


LINK_LOSSES: dict[str, Callable[[], object]] = {
    "ended": lambda: ChatShare.objects.update(revoked_at=timezone.now()),
    "expired": lambda: ChatShare.objects.update(expires_at=timezone.now()),
}


@pytest.mark.parametrize("loss", LINK_LOSSES.values(), ids=LINK_LOSSES)
@pytest.mark.parametrize("is_inner", [False, True], ids=["its own", "in a child run"])
def test_an_answer_ends_with_the_link_that_asked(
    alice: User, queue: TaskQueue, act: Tool, loss: Callable[[], object], is_inner: bool
) -> None:
    act.act = loss
    inner = workflow_create(alice, name="Inner", document=chain(*LOOP))
    document = chain(node("sub", "sub_workflow", {"workflow": str(inner.pk)})) if is_inner else chain(*LOOP)
    run = run_of_a_link(alice, document)
    queue.run_all()
    run.refresh_from_db()
    assert ((run.error or {}).get("code"), act.calls) == ("right_lost", 1)
