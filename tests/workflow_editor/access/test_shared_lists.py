"""Shared items are in a person's lists from adding to leaving, and never else: all ways to one are walked."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import get_resolver
from rest_framework.test import APIClient

from agents.knowledge.models import KnowledgeBase
from tests.conftest import client_of
from tests.contracts.test_row_access import patterns
from tests.factories.agents import agent_create
from tests.factories.documents import edge, node
from tests.factories.knowledge import base_create
from tests.factories.runs import run_create
from tests.factories.tables import table_create
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem
from tools.adapters.gateway_factory import gateway
from tools.core.definitions import CallContext, ToolRef
from tools.core.tool_id import ToolId
from tools.models import DataTable, ToolConfig
from tools.selectors.policies import caller_of
from tools.services.tool_configs import tool_config_create
from workflow_editor.agent_runtime.versions import hidden_workflow
from workflow_editor.mcp.offered_tools import NotOfferedError, call_offered, offer_mark, offered_tools
from workflow_editor.models import AlertRule, Run, Wait, Workflow, WorkflowMember
from workflow_editor.selectors.run.waits import waits_of_user
from workflow_editor.services.comments import comment_create
from workflow_editor.services.tokens import token_create
from workflow_editor.services.versions import version_publish
from workflow_editor.services.workflow_service import CallersWorkflows

pytestmark = pytest.mark.django_db

Things = dict[str, Any]
KINDS = ("workflow", "agent", "tool", "table", "knowledge_base")
NAMES = {kind: f"Planted {kind}" for kind in KINDS}
STATES = ("offered", "taken up", "left")
SHARED_WITH_ME = "/api/shared-with-me/"
# Nothing in them comes out of the rows of people, and they take seconds.
DOCUMENTS = ("/api/schema/", "/api/docs/")


@pytest.fixture
def things(alice: User, bob: User) -> Things:
    """One thing of each kind that alice shares, with all that can be listed of it."""
    document = {
        "schema_version": 1,
        "nodes": [
            node("chat", "chat_trigger"),
            node("start", "start"),
            node("end", "end", {"outputs": [{"name": "result", "value": "x"}]}),
        ],
        "edges": [edge("start", "end")],
    }
    workflow = workflow_create(alice, name=NAMES["workflow"], document=document, invited=(bob,))
    Workflow.objects.filter(pk=workflow.pk).update(offered_over_mcp=True, folder="Planted workflow")
    version_publish(workflow, alice)
    run_create(workflow)
    AlertRule.objects.create(workflow=workflow, channel="mail", address="a@b.example")
    tool = offered_tool(alice, shared=True)
    table = table_create(alice, name=NAMES["table"], shared=True)
    base = base_create(alice, name=NAMES["knowledge_base"], shared=True)
    agent = agent_create(alice, name=NAMES["agent"])
    WorkflowMember.objects.create(workflow=hidden_workflow(agent), user=bob, role=WorkflowMember.Role.EDITOR)
    return {"workflow": workflow, "agent": agent, "tool": tool, "table": table, "knowledge_base": base}


def offered_tool(owner: User, **fields: Any) -> ToolConfig:
    config = {"url": "https://a.example/"}
    return tool_config_create(
        owner=owner, type="http-request", name=NAMES["tool"], config=config, offered_over_mcp=True, **fields
    )


def address(kind: str, things: Things) -> str:
    return f"{SHARED_WITH_ME}{kind}/{things[kind].pk}/"


def bring(state: str, bob: User, things: Things) -> None:
    """Let bob do with everything what leads to the state."""
    api = client_of(bob)
    for kind in KINDS:
        if state != "offered":
            assert api.put(address(kind, things)).status_code == 204
        if state == "left":
            assert api.delete(address(kind, things)).status_code == 204


def lists() -> list[str]:
    """Return the address of every list: whatever is read without an id in the address."""
    found = [
        f"/{path}"
        for path, callback in patterns(get_resolver().url_patterns)
        if path.startswith(("api/", "v1/"))
        and "<" not in path
        and hasattr(getattr(callback, "view_class", None), "get")
    ]
    return [path for path in found if path not in (*DOCUMENTS, SHARED_WITH_ME)]


def planted(text: str) -> set[str]:
    """Return the kinds with names in a text, in any spelling."""
    plain = re.sub(r"[^a-z]", "", text.lower())
    return {kind for kind in KINDS if re.sub(r"[^a-z]", "", NAMES[kind].lower()) in plain}


def texts_over_mcp(bob: User) -> str:
    return " ".join(f"{one.title} {one.function.name} {one.function.description}" for one in offered_tools(bob))


def text_of_every_base(bob: User) -> str:
    """Return the description of `kb:Query` for a model."""
    with_rights = CallContext(caller_of(bob))
    offered = gateway().offer([ToolRef(ToolId("kb:Query"))], with_rights).tools()
    return " ".join(f"{one.function.description} {json.dumps(one.function.parameters)}" for one in offered)


def found_by_a_model(bob: User) -> str:
    return json.dumps(CallersWorkflows().find("planted", 50, CallContext(caller_of(bob))))


def models(bob: User) -> str:
    token = token_create(bob, name="t", scopes=["chat"])[1]
    return str(APIClient(headers={"Authorization": f"Bearer {token}"}).get("/v1/models").content.decode())


def search(bob: User) -> str:
    return str(client_of(bob).get("/api/workflows/", {"search": "planted"}).content.decode())


def import_report(bob: User) -> str:
    """Return the report about an imported agent that names missing things: it lists the existing ones."""
    missing = {
        "tool_ids_inventory": ["workflow:none", "tool:none"],
        "knowledge_base_references": [{"source_id": "none"}],
    }
    document = {"name": "Butler", "model": {"offline_script": [{"text": "Yes"}]}, **missing}
    answer = client_of(bob).post("/api/agents/import/", document)
    assert answer.status_code == 201
    text = json.dumps(answer.json()["problems"])
    # A configured tool is named by its id.
    return re.sub(r"tool:[0-9a-f-]{36}", NAMES["tool"], text)


ENTRIES: dict[str, tuple[Callable[[User], str], set[str]]] = {
    "MCP list": (texts_over_mcp, {"workflow", "tool"}),
    "kb:Query": (text_of_every_base, {"knowledge_base"}),
    "workflow_management": (found_by_a_model, {"workflow"}),
    "models of /v1": (models, {"workflow", "agent"}),
    "search": (search, {"workflow"}),
    "import": (import_report, {"workflow", "agent", "tool", "knowledge_base"}),
}
"""Ways to a list that are no address under /api/, and the kinds that they show."""
SHOWN = {
    "/api/agents/": {"agent"},
    "/api/agents/inventory/": {"workflow", "agent", "tool", "knowledge_base"},
    "/api/knowledge-bases/": {"knowledge_base"},
    "/api/overview/": {"workflow"},
    "/api/runs/": {"workflow"},
    "/api/tables/": {"table"},
    "/api/tools/configs/": {"tool"},
    "/api/triggers/": {"workflow"},
    "/api/workflows/": {"workflow"},
    "/api/workflows/library/": {"workflow"},
}
"""Lists under /api/, and the kinds that they show once taken up: nothing else is in any of the others."""


@pytest.mark.parametrize("state", STATES)
def test_every_list_has_what_is_taken_up_alone(bob: User, things: Things, state: str) -> None:
    bring(state, bob, things)
    api = client_of(bob)
    shown = {path: planted(api.get(path).getvalue().decode()) for path in lists()}
    expected = SHOWN if state == "taken up" else {}
    assert {path: kinds for path, kinds in shown.items() if kinds} == expected
    assert len(shown) > 40


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("entry", ENTRIES)
def test_every_other_entry_shows_what_is_taken_up_alone(bob: User, things: Things, state: str, entry: str) -> None:
    bring(state, bob, things)
    read, kinds = ENTRIES[entry]
    assert planted(read(bob)) == (kinds if state == "taken up" else set())


@pytest.mark.parametrize("state", STATES)
def test_it_stands_under_shared_with_me(bob: User, things: Things, state: str) -> None:
    bring(state, bob, things)
    found = client_of(bob).get(SHARED_WITH_ME).json()
    # Who has left a workflow or an agent is a stranger there; the others are everybody's to take up again.
    kinds = KINDS[2:] if state == "left" else KINDS
    assert {one["kind"]: one["taken_up"] for one in found} == dict.fromkeys(kinds, state == "taken up")
    assert {(one["name"], one["owner"]["username"]) for one in found} == {(NAMES[kind], "alice") for kind in kinds}
    assert [one["kind"] for one in client_of(bob).get(SHARED_WITH_ME, {"kind": "table"}).json()] == ["table"]


def test_a_workflow_that_is_not_taken_up_is_read_and_no_more(bob: User, things: Things) -> None:
    api, workflow = client_of(bob), things["workflow"]
    path = f"/api/workflows/{workflow.pk}/"
    run = Run.objects.get(workflow=workflow)
    about = api.get(path).json()
    assert (about["name"], about["role"], about["taken_up"]) == (NAMES["workflow"], "viewer", False)
    for read in (f"{path}graph/", f"{path}versions/", f"{path}comments/?node_key=end", f"/api/runs/{run.pk}/"):
        assert api.get(read).status_code == 200, read
    assert [one["id"] for one in api.get(f"/api/runs/?workflow={workflow.pk}").json()["results"]] == [str(run.pk)]
    assert_problem(api.post(f"{path}runs/", {"inputs": {}}), 403, "forbidden")
    assert_problem(api.post(f"{path}versions/", {}), 403, "forbidden")
    api.put(address("workflow", things))
    assert (api.get(path).json()["role"], api.post(f"{path}runs/", {"inputs": {}}).status_code) == ("editor", 201)
    api.delete(address("workflow", things))
    assert_problem(api.get(path), 404, "not_found")


def test_nothing_is_asked_of_who_has_not_taken_up(alice: User, bob: User, things: Things) -> None:
    workflow = things["workflow"]
    people = f"/api/workflows/{workflow.pk}/people/"
    assert [one["username"] for one in client_of(alice).get(people).json()] == ["alice"]
    assert_problem(
        client_of(alice).post(
            f"/api/workflows/{workflow.pk}/comments/", {"text": "@bob look", "node_key": "", "mentions": ["bob"]}
        ),
        400,
        "invalid_input",
    )
    comment_create(alice, workflow, text="Look", origin="")
    assert not waits_of_user(bob).exists()
    assert Wait.objects.count() == 0


def test_what_is_not_in_the_list_is_not_called_over_mcp(bob: User, things: Things) -> None:
    bring("taken up", bob, things)
    names = [one.function.name for one in offered_tools(bob)]
    mark = offer_mark(bob)
    for kind in ("workflow", "tool"):
        client_of(bob).delete(address(kind, things))
        assert offer_mark(bob) != mark
        mark = offer_mark(bob)
    for name in names:
        with pytest.raises(NotOfferedError):
            call_offered(bob, name, {})


@pytest.mark.parametrize("offer", [{"shared": False}, {"shared": True}])
def test_staff_choose_what_is_in_their_lists_too(admin: User, alice: User, offer: Any) -> None:
    offered_tool(alice, **offer)
    assert offered_tools(admin) == ()
    assert client_of(admin).get("/api/tools/configs/").json() == []


def test_the_owner_sees_who_has_not_taken_up(alice_api: APIClient, bob: User, things: Things) -> None:
    path = f"/api/workflows/{things['workflow'].pk}/members/"
    assert alice_api.get(path).json() == [{"username": "bob", "role": "editor", "taken_up_at": None}]
    # Another role is no consent, and takes none away.
    assert alice_api.post(path, {"username": "bob", "role": "viewer"}).json()["taken_up_at"] is None
    client_of(bob).put(address("workflow", things))
    assert alice_api.post(path, {"username": "bob", "role": "editor"}).json()["taken_up_at"] is not None
    client_of(bob).delete(address("workflow", things))
    assert alice_api.get(path).json() == []


def test_what_an_id_names_may_be_used_without_being_listed(bob: User, things: Things) -> None:
    """A shared workflow continues to find its tools, tables and knowledge bases."""
    api = client_of(bob)
    for path in ("tools/configs/{tool}/", "tables/{table}/", "knowledge-bases/{knowledge_base}/"):
        ids = {kind: thing.pk for kind, thing in things.items()}
        assert api.get(f"/api/{path.format(**ids)}").status_code == 200
    slug = things["knowledge_base"].slug
    offered = gateway().offer([ToolRef(ToolId(f"kb:{slug}"))], CallContext(caller_of(bob))).tools()
    assert [one.title for one in offered] == [NAMES["knowledge_base"]]


@pytest.mark.parametrize("kind", KINDS)
def test_only_what_is_shared_is_taken_up(charlie: User, alice: User, things: Things, kind: str) -> None:
    ToolConfig.objects.update(shared=False)
    DataTable.objects.update(shared=False)
    KnowledgeBase.objects.update(shared=False)
    for user in (charlie, alice):
        for answer in (client_of(user).put(address(kind, things)), client_of(user).delete(address(kind, things))):
            assert_problem(answer, 404, "not_found")
    assert_problem(client_of(charlie).put(f"{SHARED_WITH_ME}provider/{things[kind].pk}/"), 404, "not_found")
    assert not WorkflowMember.objects.filter(user=charlie).exists()


def test_no_token_agrees_for_its_person(bob: User, things: Things) -> None:
    api = APIClient(headers={"Authorization": f"Bearer {token_create(bob, name='t')[1]}"})
    for kind in KINDS:
        assert_problem(api.put(address(kind, things)), 403, "token_not_for_this")
