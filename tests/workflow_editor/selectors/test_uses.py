"""References are declared once: every node type, every type of tool, and every row that names a tool."""

from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import models
from rest_framework.test import APIClient

from tests.factories.agents import agent_create
from tests.factories.documents import node
from tests.factories.workflows import workflow_create
from tools.executors.contract.schema import form_schema
from tools.executors.registry import registry
from tools.executors.uses import CHOOSING_CONTROLS, Use, uses_of
from tools.models import ToolConfig
from tools.services.tool_configs import tool_config_create
from workflow_editor.models import AlertRule
from workflow_editor.nodes.registry import builtin_registry
from workflow_editor.services.workflows import workflow_duplicate

Json = dict[str, Any]
ID = str(uuid4())
HELD = {"id": "1", "type": "http-request", "name": "Weather", "toolConfig": ID}
VALUES: dict[str, Any] = {
    "tool": HELD,
    "tools": [HELD],
    "tool-ids": [f"tool:{ID}"],
    "granted-functions": [{"name": "find", "tool": f"tool:{ID}"}],
}
NODES = {one.id: one.config_model for one in builtin_registry().node_types()}
TOOLS = {
    entry["type"]: registry.config_model(entry["type"])
    for entry in registry.catalogue()
    if entry["kind"] == "configured"
}
REFERRING_COLUMNS = {
    ("tools", "toolsession", "tool"): "goes with it",
    ("tools", "toolinvocation", "tool_id"): "history",
    ("tools", "toolpolicy", "tool_pattern"): "a pattern",
    ("workflow_editor", "alertrule", "tool_id"): "a use",
    ("workflow_editor", "offeredname", "tool_id"): "a name over MCP, kept for good",
}


def controls(schema: Json) -> list[tuple[str, str]]:
    """Return the name and control of every field, at any depth."""
    found = []
    for name, field in schema.get("properties", {}).items():
        found.append((name, str(field.get("x-refers") or field.get("x-widget"))))
        for inner in (field, field.get("items") or {}, *field.get("anyOf", ())):
            found += controls(inner) if isinstance(inner, dict) else []
    return found


@pytest.mark.parametrize(("kind", "model"), [*NODES.items(), *TOOLS.items()], ids=[*NODES, *TOOLS])
def test_every_field_that_chooses_something_is_a_use(kind: str, model: Any) -> None:
    for name, control in controls(form_schema(model)):
        if control in CHOOSING_CONTROLS and name in form_schema(model)["properties"]:
            (use, *_) = uses_of(model, {name: VALUES.get(control, ID)})
            assert use.id == ID
            assert use.field.startswith(f"/{name}")


NAMES_IDS = ("Id", "Ids", "_id", "tool", "tools", "Tools", "workflow", "credential", "provider", "runner", "table")
"""Names of fields that refer to something."""
NO_USES = {"appId", "corpId", "clientTools"}


@pytest.mark.parametrize(("kind", "model"), NODES.items(), ids=list(NODES))
def test_every_field_that_is_called_like_a_reference_has_a_control_that_chooses(kind: str, model: Any) -> None:
    properties = form_schema(model)["properties"]
    named = [name for name in properties if name.endswith(NAMES_IDS) and name not in NO_USES]
    lacking = [
        name
        for name in named
        if (properties[name].get("x-refers") or properties[name].get("x-widget")) not in CHOOSING_CONTROLS
    ]
    assert lacking == []


def test_every_column_that_names_a_tool_is_known() -> None:
    found = set()
    for model in apps.get_models():
        for field in model._meta.get_fields():
            if isinstance(field, models.ForeignKey) and field.related_model is ToolConfig:
                found.add((model._meta.app_label, model._meta.model_name, field.name))
            elif isinstance(field, models.CharField) and field.name in ("tool_id", "tool_pattern"):
                found.add((model._meta.app_label, model._meta.model_name, field.name))
    own = {one for one in found if "version" not in str(one[1])}
    assert own == set(REFERRING_COLUMNS), own


def test_pinned_versions_functions_and_settings_of_a_node_are_uses() -> None:
    inline = {"id": "1", "type": "data-table", "name": "Rows", "config": {"table": ID}}
    function = {"id": "2", "type": f"mcp:{ID}:find", "name": "Find"}
    config = {"tools": [inline, function], "enabledTools": ["workflow:tea@3", "kb:hours", "agent:ada", "system:x"]}
    assert list(uses_of(NODES["process"], config)) == [
        Use("table", ID, "/tools/0/config/table"),
        Use("tool", ID, "/tools/1"),
        Use("workflow", "tea", "/enabledTools/0", "3"),
        Use("knowledge_base", "hours", "/enabledTools/1"),
        Use("agent", "ada", "/enabledTools/2"),
    ]
    assert list(uses_of(NODES["sub_workflow"], {"workflow": "tea", "version": 2})) == [
        Use("workflow", "tea", "/workflow", "2")
    ]


@pytest.fixture
def tool(alice: User) -> ToolConfig:
    return tool_config_create(
        owner=alice, type="http-request", name="Weather", config={"url": "https://a.example.com/"}
    )


def test_a_tool_knows_all_that_would_miss_it(alice: User, alice_api: APIClient, tool: ToolConfig) -> None:
    held = {"id": "1", "type": "http-request", "name": "Weather", "toolConfig": str(tool.pk)}
    nodes = [
        node("ask", "process", {"tools": [held]}),
        node("by_id", "process", {"enabledTools": [str(tool.tool_id)]}),
        node("fetch", "tool", {"tool": held}),
        node("look", "poll", {"tool": held}),
        node("runs", "code", {"runner": str(tool.pk)}),
        node("told", "process", {"userPrompt": f"Never use {tool.pk}"}),
    ]
    workflow = workflow_create(alice, name="Forecast", document={"nodes": nodes, "edges": []})
    agent_create(alice, name="Ada", tool_ids_inventory=[str(tool.tool_id)])
    functions = [{"name": "weather", "tool": str(tool.tool_id)}]
    tool_config_create(owner=alice, type="custom", name="Script", config={"functions": functions, "script": "1"})
    rule = {"channel": "tool", "tool_id": str(tool.tool_id), "origin": "http://testserver", "created_by": alice}
    AlertRule.objects.create(workflow=workflow, **rule)
    assert alice_api.get(f"/api/tools/configs/{tool.pk}/uses/").json() == {
        "workflows": [{"id": str(workflow.pk), "name": "Forecast", "nodes": ["Ask", "By_id", "Fetch", "Look", "Runs"]}],
        "agents": ["Ada"],
        "tools": ["Script"],
        "alerts": ["Forecast"],
    }


def test_a_copy_of_somebody_elses_workflow_signs_with_none_of_their_credentials(alice: User, bob: User) -> None:
    inline = {"id": "1", "type": "http-request", "name": "Call", "config": {"authType": "credential", "credential": ID}}
    nodes = [
        node("call", "http_request", {"authType": "credential", "credential": ID}),
        node("tool", "tool", {"tool": inline}),
    ]
    workflow = workflow_create(alice, document={"nodes": nodes, "edges": []}, editors=(bob,))
    copy = workflow_duplicate(bob, workflow, name="Copy")
    assert not [one for one in copy.nodes.values_list("config", flat=True) if ID in str(one)]


def test_problems_know_polls_and_code_runners(alice: User, alice_api: APIClient) -> None:
    held = {"id": "1", "type": "http-request", "name": "Gone", "toolConfig": ID}
    nodes = [
        node("start", "start"),
        node("look", "poll", {"tool": held, "mapping": []}),
        node("runs", "code", {"runner": ID, "code": "1"}, type_version=2),
        node("end", "end"),
    ]
    workflow = workflow_create(alice, document={"nodes": nodes, "edges": []})
    found = alice_api.get(f"/api/workflows/{workflow.pk}/graph/").json()["problems"]
    assert {(one["node_key"], one["severity"], one["field"]) for one in found if one["code"] == "tool_missing"} == {
        ("look", "warning", "/tool"),
        ("runs", "error", "/runner"),
    }
