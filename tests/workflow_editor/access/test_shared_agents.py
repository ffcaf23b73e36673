"""An agent of alice's that bob takes up: what each role opens, what stays each person's own, and the end of it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from agents.models import AgentProfile
from tests.conftest import client_of
from tests.doubles.task_queue import TaskQueue
from tests.factories.agents import agent_create
from tests.factories.documents import edge, node
from tests.factories.run_documents import ask, chain
from tests.factories.workflows import workflow_create
from tests.workflow_editor.access.shared_workflow import Use, good
from tests.workflow_editor.api.problem_asserts import assert_problem
from tests.workflow_editor.api.test_token_limits import CALLS, address
from tools.adapters.thread_connections import thread_connection
from tools.executors.contract.function import tool
from tools.executors.registry import registry
from workflow_editor.models import ChatShare, Run, Wait, Workflow, WorkflowMember
from workflow_editor.selectors.run.waits import waits_of_user
from workflow_editor.services.tokens import token_create

pytestmark = pytest.mark.django_db
HELLO = {"message": "Hello"}


class SharedAgent:
    """The agent, its owner's client, and bob's."""

    def __init__(self, alice: User, bob: User, queue: TaskQueue, **profile: Any) -> None:
        self.alice, self.bob, self.queue = alice, bob, queue
        self.owner, self.member = client_of(alice), client_of(bob)
        self.agent = agent_create(alice, name="Shared", **profile)
        self.address = f"/api/agents/{self.agent.pk}/"
        self.offer = f"/api/shared-with-me/agent/{self.agent.pk}/"

    def share(self, role: str) -> None:
        good(self.owner.post(f"{self.address}members/", {"username": "bob", "role": role}))

    def taken_up(self, role: str = "viewer") -> "SharedAgent":
        self.share(role)
        good(self.member.put(self.offer))
        return self

    def conversation(self, client: APIClient) -> str:
        begun = good(client.post(f"{self.address}conversations/", {}))
        return f"/api/conversations/{begun['id']}/"

    def turn(self, client: APIClient) -> dict[str, Any]:
        turn: dict[str, Any] = good(client.post(f"{self.conversation(client)}turns/", HELLO))
        self.queue.run_all()
        return turn

    def program(self) -> APIClient:
        token = token_create(self.bob, name="t", scopes=["chat"])[1]
        return APIClient(headers={"Authorization": f"Bearer {token}"})


@pytest.fixture
def shared(alice: User, bob: User, queue: TaskQueue) -> SharedAgent:
    return SharedAgent(alice, bob, queue)


def old_conversation(shared: SharedAgent) -> Use:
    path = f"{shared.conversation(shared.member)}turns/"
    return lambda: shared.member.post(path, HELLO)


def asked_again(shared: SharedAgent) -> Use:
    path = shared.conversation(shared.member)
    turn = good(shared.member.post(f"{path}turns/", HELLO))
    shared.queue.run_all()
    return lambda: shared.member.post(f"{path}turns/", {"again": turn["id"]})


def new_conversation(shared: SharedAgent) -> Use:
    def begin() -> None:
        begun = shared.member.post(f"{shared.address}conversations/", {})
        if begun.status_code == 201:
            shared.member.post(f"/api/conversations/{begun.json()['id']}/turns/", HELLO)

    return begin


def as_a_model(shared: SharedAgent) -> Use:
    program = shared.program()
    body = {"model": shared.agent.slug, "messages": [{"role": "user", "content": "Hello"}], "stream": True}
    return lambda: program.post("/v1/chat/completions", body)


def tool_of_an_own_agent(shared: SharedAgent) -> Use:
    script: list[dict[str, Any]] = [{"toolCalls": [{"tool": "Shared", "arguments": HELLO}]}, {"text": "Done"}]
    own = agent_create(shared.bob, name="Own", script=script, tool_ids_inventory=[f"agent:{shared.agent.slug}"])
    begun = good(shared.member.post(f"/api/agents/{own.pk}/conversations/", {}))
    return lambda: shared.member.post(f"/api/conversations/{begun['id']}/turns/", HELLO)


def tool_of_an_own_workflow(shared: SharedAgent) -> Use:
    call = {"toolCalls": [{"tool": "Shared", "arguments": HELLO}]}
    calls = ask("call", call, {"text": "Done"}, enabledTools=[f"agent:{shared.agent.slug}"])
    own = workflow_create(shared.bob, name="Caller", document=chain(calls))
    return lambda: shared.member.post(f"/api/workflows/{own.pk}/runs/", {"inputs": {}})


WAYS = [old_conversation, asked_again, new_conversation, as_a_model, tool_of_an_own_agent, tool_of_an_own_workflow]


def profile(shared: SharedAgent) -> Use:
    return lambda: shared.member.get(shared.address)


def export(shared: SharedAgent) -> Use:
    return lambda: shared.member.get(f"{shared.address}export/")


def versions(shared: SharedAgent) -> Use:
    return lambda: shared.member.get(f"{shared.address}versions/")


def conversations(shared: SharedAgent) -> Use:
    return lambda: shared.member.get(f"{shared.address}conversations/")


def conversation(shared: SharedAgent) -> Use:
    path = shared.conversation(shared.member)
    return lambda: shared.member.get(path)


def own_run(shared: SharedAgent) -> Use:
    path = f"/api/runs/{shared.turn(shared.member)['run']}/"
    return lambda: shared.member.get(path)


def variables(shared: SharedAgent) -> Use:
    path = f"/api/turns/{shared.turn(shared.member)['id']}/variables/"
    return lambda: shared.member.get(path)


READS = [profile, export, versions, conversations, conversation, own_run, variables]


def removed(shared: SharedAgent) -> None:
    good(shared.owner.delete(f"{shared.address}members/?username=bob"))


def left(shared: SharedAgent) -> None:
    good(shared.member.delete(shared.offer))


def deactivated(shared: SharedAgent) -> None:
    User.objects.filter(pk=shared.bob.pk).update(is_active=False)


def shared_again(shared: SharedAgent) -> None:
    """Bob has left, and has not taken it up again."""
    left(shared)
    shared.share("viewer")


LOSSES = [removed, left, deactivated]


def runs_begun(shared: SharedAgent, use: Use) -> int:
    of_agent = Run.objects.filter(workflow__agent=shared.agent)
    before = of_agent.count()
    use()
    shared.queue.run_all()
    return of_agent.count() - before


@pytest.mark.parametrize("role", ["viewer", "editor"])
@pytest.mark.parametrize("way", WAYS, ids=lambda one: one.__name__)
def test_members_talk_to_it(shared: SharedAgent, way: Callable[[SharedAgent], Use], role: str) -> None:
    assert runs_begun(shared, way(shared.taken_up(role))) == 1
    runs = Run.objects.filter(workflow__agent=shared.agent)
    assert {(run.status, run.created_by) for run in runs} == {("succeeded", shared.bob)}


@pytest.mark.parametrize("loss", [*LOSSES, shared_again], ids=lambda one: one.__name__)
@pytest.mark.parametrize("way", WAYS, ids=lambda one: one.__name__)
def test_no_way_leads_to_it_once_the_right_is_lost(
    shared: SharedAgent, way: Callable[[SharedAgent], Use], loss: Callable[[SharedAgent], None]
) -> None:
    use = way(shared.taken_up())
    loss(shared)
    assert runs_begun(shared, use) == 0


@pytest.mark.parametrize("loss", LOSSES, ids=lambda one: one.__name__)
@pytest.mark.parametrize("read", READS, ids=lambda one: one.__name__)
def test_nothing_of_it_is_read_once_the_right_is_lost(
    shared: SharedAgent, read: Callable[[SharedAgent], Use], loss: Callable[[SharedAgent], None]
) -> None:
    look = read(shared.taken_up("editor"))
    assert look().status_code == 200
    loss(shared)
    assert look().status_code in {401, 403, 404}


def test_an_answer_ends_before_its_next_tool_call_once_the_right_is_lost(
    alice: User, bob: User, queue: TaskQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[None] = []

    @tool("test:act")
    def acted() -> dict[str, Any]:
        """Take bob's right away."""
        calls.append(None)
        with thread_connection():
            WorkflowMember.objects.all().delete()
        return {"done": True}

    monkeypatch.setitem(registry._executors, acted.name, acted)
    call: dict[str, Any] = {"toolCalls": [{"tool": "test:act"}]}
    shared = SharedAgent(alice, bob, queue, script=[call, call, {"text": "Done"}], tool_ids_inventory=["test:act"])
    turn = shared.taken_up().turn(shared.member)
    run = Run.objects.get(pk=turn["run"])
    assert (run.status, (run.error or {}).get("code"), len(calls)) == ("failed", "right_lost", 1)


def test_it_is_read_before_it_is_taken_up_and_listed_after(shared: SharedAgent) -> None:
    shared.share("editor")
    (offered,) = good(shared.member.get("/api/shared-with-me/?kind=agent"))
    assert (offered["name"], offered["role"], offered["taken_up"]) == ("Shared", "editor", False)
    about = good(shared.member.get(shared.address))
    assert (about["role"], about["taken_up"], about["owner"]["username"]) == ("viewer", False, "alice")
    assert_problem(shared.member.post(f"{shared.address}conversations/", {}), 403, "forbidden")
    assert good(shared.member.get("/api/agents/"))["results"] == []
    good(shared.member.put(shared.offer))
    (listed,) = good(shared.member.get("/api/agents/"))["results"]
    assert (listed["role"], listed["owner"]["username"]) == ("editor", "alice")
    assert good(shared.owner.get(f"{shared.address}members/"))[0]["taken_up_at"] is not None
    assert good(shared.owner.get(shared.address))["role"] == "owner"
    ids = [one["id"] for one in good(shared.member.get("/api/agents/inventory/"))]
    assert f"agent:{shared.agent.slug}" in ids
    assert [one["id"] for one in good(shared.program().get("/v1/models"))["data"]] == [shared.agent.slug]


def test_editors_change_it_and_only_the_owner_gives_it_away(shared: SharedAgent) -> None:
    change = {"document": {**shared.agent.document, "name": "Renamed"}, "revision": 1}
    acts: dict[str, tuple[Callable[[], Any], set[str]]] = {
        "change": (lambda: shared.member.patch(shared.address, change), {"editor"}),
        "keep": (lambda: shared.member.post(f"{shared.address}versions/", {}), {"editor"}),
        "link": (lambda: shared.member.post(f"{shared.address}shares/", {"right": "chat"}), set()),
        "links": (lambda: shared.member.get(f"{shared.address}shares/"), set()),
        "share": (
            lambda: shared.member.post(f"{shared.address}members/", {"username": "alice", "role": "viewer"}),
            set(),
        ),
        "remove": (lambda: shared.member.delete(f"{shared.address}members/?username=bob"), set()),
        "hand on": (lambda: shared.member.put(f"{shared.address}owner/", {"username": "bob"}), set()),
        "delete": (lambda: shared.member.delete(shared.address), set()),
    }
    for role in ("viewer", "editor"):
        shared.taken_up(role)
        for name, (act, roles) in acts.items():
            assert (act().status_code < 300) == (role in roles), (role, name)
    assert good(shared.owner.get(shared.address))["name"] == "Renamed"


def test_an_editor_learns_nothing_of_the_owners_own_tools(shared: SharedAgent) -> None:
    workflow = workflow_create(shared.alice, name="Secret plan")
    change = {**shared.agent.document, "tool_ids_inventory": [f"workflow:{workflow.slug}"]}
    refused = shared.taken_up("editor").member.patch(shared.address, {"document": change, "revision": 1})
    assert_problem(refused, 400, "invalid_input")
    # What the owner has added stays when an editor changes something else.
    good(shared.owner.patch(shared.address, {"document": change, "revision": 1}))
    good(shared.member.patch(shared.address, {"document": {**change, "name": "Plan"}, "revision": 2}))


def test_conversations_and_runs_are_each_persons_own(shared: SharedAgent) -> None:
    shared.taken_up("editor")
    ours = {client: shared.turn(client)["run"] for client in (shared.owner, shared.member)}
    hidden = Workflow.objects.get(agent=shared.agent)
    for client, run in ours.items():
        (other,) = set(ours.values()) - {run}
        assert [one["id"] for one in good(client.get("/api/runs/"))["results"]] == [run]
        assert_problem(client.get(f"/api/runs/{other}/"), 404, "not_found")
        assert_problem(client.post(f"/api/runs/{other}/cancel/"), 404, "not_found")
        assert sum(day["succeeded"] for day in good(client.get("/api/overview/"))["days"]) == 1
        assert len(good(client.get(f"{shared.address}conversations/"))["results"]) == 1
    assert_problem(shared.member.get(f"/api/workflows/{hidden.pk}/"), 404, "not_found")
    assert_problem(shared.member.get(f"/api/workflows/{hidden.pk}/graph/"), 404, "not_found")


@pytest.mark.parametrize("role", ["viewer", "editor"])
def test_members_meet_the_workflow_behind_it_nowhere(shared: SharedAgent, role: str) -> None:
    shared.taken_up(role)
    known = {"workflow_id": Workflow.objects.get(agent=shared.agent).pk}
    calls = [(method, route) for method, route in CALLS if "<uuid:workflow_id>" in route]
    assert len(calls) > 40
    for method, route in calls:
        answers = [getattr(shared.member, method)(address(route, one), {}) for one in (known, {})]
        assert [answer.status_code for answer in answers] == [404, 404], (method, route)


def test_what_it_asks_is_answered_by_who_talks_to_it(alice: User, bob: User, queue: TaskQueue) -> None:
    script: list[dict[str, Any]] = [
        {"toolCalls": [{"tool": "system:ask_person", "arguments": {"question": "Tea?", "to": "user"}}]},
        {"text": "Done"},
    ]
    shared = SharedAgent(alice, bob, queue, script=script, tool_ids_inventory=["system:ask_person"])
    shared.taken_up().turn(shared.member)
    wait = Wait.objects.get()
    assert (list(waits_of_user(bob)), list(waits_of_user(alice))) == ([wait], [])
    removed(shared)
    assert not waits_of_user(bob).exists()


def test_it_is_handed_to_a_member_who_has_taken_it_up(shared: SharedAgent) -> None:
    link = good(shared.owner.post(f"{shared.address}shares/", {"right": "chat"}))
    shared.share("viewer")
    path = f"{shared.address}owner/"
    assert_problem(shared.owner.put(path, {"username": "bob"}), 400, "invalid_input")
    good(shared.member.put(shared.offer))
    good(shared.owner.put(path, {"username": "bob"}))
    assert good(shared.member.get(shared.address))["role"] == "owner"
    assert good(shared.owner.get(shared.address))["role"] == "editor"
    assert AgentProfile.objects.get(pk=shared.agent.pk).owner == shared.bob
    assert APIClient().get(f"/api/shared/{link['token']}/").status_code == 404
    assert not ChatShare.objects.filter(revoked_at=None).exists()
    assert_problem(shared.owner.put(path, {"username": "alice"}), 403, "forbidden")


def test_a_workflow_is_handed_on_too(alice: User, bob: User) -> None:
    workflow = workflow_create(alice, editors=(bob,))
    path = f"/api/workflows/{workflow.pk}/"
    assert_problem(client_of(bob).put(f"{path}owner/", {"username": "bob"}), 403, "forbidden")
    good(client_of(alice).put(f"{path}owner/", {"username": "bob"}))
    assert [good(client_of(user).get(path))["role"] for user in (bob, alice)] == ["owner", "editor"]


def test_the_workflow_that_thinks_for_it_runs_by_each_persons_own_right(
    alice: User, bob: User, queue: TaskQueue
) -> None:
    graph = {
        "schema_version": 1,
        "nodes": [node("start", "start"), node("end", "end", {"outputs": [{"name": "answer", "value": "x"}]})],
        "edges": [edge("start", "end")],
    }
    core = workflow_create(alice, name="Core", document=graph)
    shared = SharedAgent(alice, bob, queue, core_deliberation_workflow_id=core.slug).taken_up()
    turns = f"{shared.conversation(shared.member)}turns/"
    assert_problem(shared.member.post(turns, HELLO), 404, "not_found")
    assert shared.turn(shared.owner)["run"] is not None
