"""/api/tools/configs/{id}/uses/: where a tool is used."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.factories.documents import node
from tests.factories.workflows import workflow_create
from tools.models import ToolConfig
from tools.services.tool_configs import tool_config_create


@pytest.fixture
def tool(alice: User) -> ToolConfig:
    config = {"url": "https://api.example.com/weather"}
    return tool_config_create(owner=alice, type="http-request", name="Weather", config=config, shared=True)


def holding(tool: ToolConfig) -> dict[str, Any]:
    held = {"id": "1", "type": "http-request", "name": "Weather", "enabled": True, "toolConfig": str(tool.pk)}
    nodes = [
        node("ask", "process", {"tools": [held]}),
        node("fetch", "tool", {"tool": held}),
        node("told", "process", {"userPrompt": f"Never use {tool.pk}", "tools": []}),
    ]
    return {"nodes": nodes, "edges": []}


def test_workflows_that_hold_the_tool_are_listed_with_their_nodes(
    alice: User, alice_api: APIClient, tool: ToolConfig
) -> None:
    workflow = workflow_create(alice, name="Forecast", document=holding(tool))
    workflow_create(alice, name="Something else")
    expected = [{"id": str(workflow.pk), "name": "Forecast", "nodes": ["Ask", "Fetch"]}]
    assert alice_api.get(f"/api/tools/configs/{tool.pk}/uses/").json()["workflows"] == expected


def test_workflows_of_others_are_not_reported(alice: User, bob: User, charlie_api: APIClient, tool: ToolConfig) -> None:
    workflow_create(alice, document=holding(tool), editors=(bob,))
    assert charlie_api.get(f"/api/tools/configs/{tool.pk}/uses/").json()["workflows"] == []


def test_a_tool_of_somebody_else_is_not_found(charlie_api: APIClient, tool: ToolConfig) -> None:
    ToolConfig.objects.filter(pk=tool.pk).update(shared=False)
    assert charlie_api.get(f"/api/tools/configs/{tool.pk}/uses/").status_code == 404
