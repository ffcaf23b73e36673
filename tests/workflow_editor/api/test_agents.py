"""Agents over HTTP: made, changed, carried out and in, and checked for what they use."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from agents.services.providers import provider_create
from tests.doubles.task_queue import TaskQueue
from tests.factories.agents import agent_create
from tests.factories.knowledge import base_create
from tests.factories.workflows import workflow_create
from tools.models import ToolPolicy
from tools.services.tool_configs import tool_config_create
from workflow_editor.agent_runtime.start import agent_run_start
from workflow_editor.models import Workflow

PROFILE: dict[str, Any] = {"name": "House Butler", "tool_ids_inventory": ["system:get_current_time"]}

pytestmark = pytest.mark.django_db


@pytest.fixture
def agent(alice_api: APIClient) -> dict[str, Any]:
    answer = alice_api.post("/api/agents/", {"document": PROFILE})
    assert answer.status_code == 201
    made: dict[str, Any] = answer.json()
    return made


def errors(answer: Any) -> list[tuple[str, str]]:
    assert answer.status_code == 400, answer.json()
    return [(one["pointer"], one["code"]) for one in answer.json()["errors"]]


def test_an_agent_is_listed_found_by_its_short_name_and_deleted(agent: dict[str, Any], alice_api: APIClient) -> None:
    assert (agent["slug"], agent["revision"], agent["problems"]) == ("house-butler", 1, [])
    (row,) = alice_api.get("/api/agents/").json()["results"]
    assert (row["id"], row["tool_count"]) == (agent["id"], 1)
    assert alice_api.get("/api/agents/", {"search": "nobody"}).json()["results"] == []
    assert alice_api.get("/api/agents/house-butler/").json() == agent
    assert alice_api.delete("/api/agents/house-butler/").status_code == 204
    assert alice_api.get(f"/api/agents/{agent['id']}/").status_code == 404


def test_an_agent_keeps_its_icon_and_colour(agent: dict[str, Any], alice_api: APIClient) -> None:
    address, look = f"/api/agents/{agent['id']}/", {"icon": "map", "colour": "red"}
    assert agent["appearance"] == {"icon": None, "colour": None}
    changed = alice_api.patch(address, {"document": {**agent["document"], "appearance": look}, "revision": 1}).json()
    (row,) = alice_api.get("/api/agents/").json()["results"]
    head = alice_api.get("/api/agents/house-butler/chat/").json()
    assert changed["appearance"] == row["appearance"] == head["appearance"] == look
    wrong = {**agent["document"], "appearance": {"colour": "plaid"}}
    refused = errors(alice_api.patch(address, {"document": wrong, "revision": 2}))
    assert [pointer for pointer, _ in refused] == ["/document/appearance/colour"]


def test_a_change_names_the_revision_that_it_started_from(agent: dict[str, Any], alice_api: APIClient) -> None:
    address = f"/api/agents/{agent['id']}/"
    document = {**agent["document"], "name": "Cook", "id": "other"}
    changed = alice_api.patch(address, {"document": document, "revision": 1}).json()
    assert (changed["name"], changed["slug"], changed["revision"]) == ("Cook", "house-butler", 2)
    late = alice_api.patch(address, {"document": agent["document"], "revision": 1})
    assert (late.status_code, late.json()["code"], late.json()["revision"]) == (409, "conflict", 2)


def test_a_profile_of_the_wrong_form_is_refused_with_pointers(alice_api: APIClient) -> None:
    wrong = {"name": "A", "limits": {"max_tool_rounds": 99}, "prompts": {"system": "{{ broken"}}
    assert errors(alice_api.post("/api/agents/", {"document": {**wrong, "prompts": {}}})) == [
        ("/document/limits/max_tool_rounds", "less_than_equal")
    ]
    assert errors(alice_api.post("/api/agents/", {"document": {**wrong, "limits": {}}}))[0][0] == (
        "/document/prompts/system"
    )
    assert alice_api.post("/api/agents/", {}).status_code == 400


def test_an_unknown_id_is_refused_and_the_known_ones_are_named(alice: User, alice_api: APIClient) -> None:
    workflow = workflow_create(alice, name="Summarize")
    wanted = [f"workflow:{workflow.slug}", "get_current_time", "workflow:gone", "nobody_knows_it"]
    answer = alice_api.post("/api/agents/", {"document": {"name": "A", "tool_ids_inventory": wanted}})
    assert errors(answer) == [
        ("/document/tool_ids_inventory/2", "tool_unknown"),
        ("/document/tool_ids_inventory/3", "tool_unknown"),
    ]
    message = answer.json()["errors"][0]["message"]
    assert f"Known: workflow:{workflow.slug}" in message
    assert "system:get_current_time" in message


def test_more_tools_than_a_model_can_be_offered_are_refused(alice_api: APIClient) -> None:
    document = {
        "name": "A",
        "tool_ids_inventory": [f"system:t{number}" for number in range(40)],
        "skill_workflow_ids_inventory": [f"s{number}" for number in range(24)],
    }
    answer = alice_api.post("/api/agents/", {"document": document})
    assert "too_many_tools" not in {code for _, code in errors(answer)}
    answer = alice_api.post("/api/agents/", {"document": {**document, "knowledge_base_references": BASES}})
    assert ("/document/tool_ids_inventory", "too_many_tools") in errors(answer)
    assert "this agent has 66 tools" in json.dumps(answer.json())


BASES = [{"source_id": name} for name in ("a", "b", "c")]


def test_an_unknown_knowledge_base_is_refused_and_the_known_ones_are_named(alice: User, alice_api: APIClient) -> None:
    base = base_create(alice, name="Handbook")
    wanted = ["kb:Query", f"kb:{base.slug}", "kb:gone"]
    references = [{"source_id": one} for one in (base.slug, str(base.pk), "gone")]
    document = {"name": "A", "tool_ids_inventory": wanted, "knowledge_base_references": references}
    answer = alice_api.post("/api/agents/", {"document": document})
    assert errors(answer) == [
        ("/document/tool_ids_inventory/2", "tool_unknown"),
        ("/document/knowledge_base_references/2/source_id", "knowledge_unknown"),
    ]
    tool, reference = (one["message"] for one in answer.json()["errors"])
    assert f"Known: kb:Query, kb:{base.slug}, " in tool
    assert f"Known: {base.slug}." in reference


def test_a_kind_of_tool_may_be_named_and_one_that_needs_settings_is_reported(alice_api: APIClient) -> None:
    document = {"name": "A", "tool_ids_inventory": ["http_request", "send_notification"]}
    answer = alice_api.post("/api/agents/", {"document": document})
    assert answer.status_code == 201, answer.json()
    assert [(one["pointer"], one["code"], one["severity"]) for one in answer.json()["problems"]] == [
        ("/tool_ids_inventory/1", "tool_misconfigured", "warning")
    ]


def test_asking_any_knowledge_base_is_allowed_before_there_is_one(alice_api: APIClient) -> None:
    answer = alice_api.post("/api/agents/", {"document": {"name": "A", "tool_ids_inventory": ["kb:Query"]}})
    assert answer.status_code == 201
    assert [one["code"] for one in answer.json()["problems"]] == ["knowledge_empty"]


@pytest.mark.parametrize("kind", ["workflow", "tool", "agent", "kb"])
def test_what_belongs_to_others_is_unknown(charlie: User, alice_api: APIClient, kind: str) -> None:
    ids = {
        "workflow": f"workflow:{workflow_create(charlie).slug}",
        "tool": tool_config_create(owner=charlie, type="custom", name="Theirs", config={}).tool_id,
        "agent": f"agent:{agent_create(charlie).slug}",
        "kb": f"kb:{base_create(charlie).slug}",
    }
    answer = alice_api.post("/api/agents/", {"document": {"name": "A", "tool_ids_inventory": [ids[kind]]}})
    assert errors(answer) == [("/document/tool_ids_inventory/0", "tool_unknown")]


def test_an_agent_cannot_be_its_own_tool(agent: dict[str, Any], alice_api: APIClient) -> None:
    document = {**agent["document"], "tool_ids_inventory": ["agent:house-butler"]}
    answer = alice_api.patch(f"/api/agents/{agent['id']}/", {"document": document, "revision": 1})
    assert errors(answer) == [("/document/tool_ids_inventory/0", "agent_calls_itself")]


def test_an_id_that_went_after_the_agent_was_stored_is_reported(alice: User, alice_api: APIClient) -> None:
    workflow = workflow_create(alice, name="Summarize")
    document = {"name": "A", "skill_workflow_ids_inventory": [workflow.slug]}
    made = alice_api.post("/api/agents/", {"document": document}).json()
    assert made["problems"] == []
    workflow.delete()
    (problem,) = alice_api.get(f"/api/agents/{made['id']}/").json()["problems"]
    assert (problem["pointer"], problem["code"]) == ("/skill_workflow_ids_inventory/0", "tool_unknown")


def test_an_exported_agent_comes_in_again_with_its_provider(alice: User, alice_api: APIClient) -> None:
    provider = provider_create(name="Ours", preset="ollama", default_model="llama")
    document = {"name": "Cook", "model": {"provider": str(provider.id)}, "custom_metadata": {"a": 1}, "x_own": True}
    made = alice_api.post("/api/agents/", {"document": document}).json()
    exported = alice_api.get(f"/api/agents/{made['id']}/export/").json()
    assert (exported["model"]["provider"], exported["x_own"]) == ("Ours", True)
    again = alice_api.post("/api/agents/import/", exported)
    assert again.status_code == 201
    assert again.json()["slug"].startswith("cook-")
    assert again.json()["document"] == {**made["document"], "id": again.json()["slug"]}


def test_a_file_that_is_no_profile_is_refused(alice_api: APIClient) -> None:
    assert alice_api.post("/api/agents/import/", [1, 2]).status_code == 400
    assert ("/document/name", "missing") in errors(alice_api.post("/api/agents/import/", {"nodes": []}))


def test_the_inventory_lists_what_the_person_may_use(alice: User, charlie: User, alice_api: APIClient) -> None:
    own = workflow_create(alice, name="Summarize")
    theirs = workflow_create(charlie, name="Theirs")
    tool = tool_config_create(owner=alice, type="custom", name="Mine", config={})
    helper = agent_create(alice, name="Helper")
    base, secret = base_create(alice, name="Handbook"), base_create(charlie, name="Secret")
    found = {entry["id"]: entry["kind"] for entry in alice_api.get("/api/agents/inventory/").json()}
    wanted = {
        "system:get_current_time": "system",
        tool.tool_id: "tool",
        f"workflow:{own.slug}": "workflow",
        f"agent:{helper.slug}": "agent",
        "kb:Query": "kb",
        f"kb:{base.slug}": "kb",
    }
    assert found.items() >= wanted.items()
    assert not found.keys() & {f"workflow:{theirs.slug}", f"kb:{secret.slug}"}


def test_a_workflow_is_added_with_one_request(agent: dict[str, Any], alice: User, alice_api: APIClient) -> None:
    tool_id = f"workflow:{workflow_create(alice, name='Summarize').slug}"
    address = f"/api/agents/{agent['id']}/tools/"
    added = alice_api.post(address, {"tool_id": tool_id}).json()
    assert added["document"]["tool_ids_inventory"] == ["system:get_current_time", tool_id]
    assert alice_api.post(address, {"tool_id": tool_id}).json()["revision"] == added["revision"] == 2
    assert alice_api.post(address, {"tool_id": "workflow:gone"}).status_code == 400


def test_an_agent_at_work_is_not_deleted(alice: User, alice_api: APIClient, queue: TaskQueue) -> None:
    agent = agent_create(alice)
    agent_run_start(agent, alice, message="Hello")
    busy = alice_api.delete(f"/api/agents/{agent.slug}/")
    assert (busy.status_code, busy.json()["code"]) == (409, "agent_busy")
    queue.run_all()
    assert alice_api.delete(f"/api/agents/{agent.slug}/").status_code == 204
    assert not Workflow.objects.exists()


def test_the_inventory_marks_tools_that_need_approval(alice_api: APIClient) -> None:
    def asking() -> list[str]:
        return [entry["id"] for entry in alice_api.get("/api/agents/inventory/").json() if entry["asks"]]

    assert asking() == []
    ToolPolicy.objects.create(tool_pattern="system:get_current_time", effect="ask")
    assert asking() == ["system:get_current_time"]
