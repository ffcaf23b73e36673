"""Uses of a table."""

from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.factories.documents import node
from tests.factories.tables import table_create
from tests.factories.workflows import workflow_create
from tools.services.tool_configs import tool_config_create


def test_a_table_knows_the_tools_and_workflows_that_use_it(alice: User, alice_api: APIClient) -> None:
    table = table_create(alice)
    tool = tool_config_create(owner=alice, type="data-table", name="People", config={"table": str(table.pk)})
    by_tool = {"tool": {"id": "t", "type": "data-table", "toolConfig": str(tool.pk), "function": "insert"}}
    itself = {"tool": {"id": "t", "type": "data-table", "config": {"table": str(table.pk)}}}
    document = {"nodes": [node("save", "tool", by_tool), node("find", "tool", itself)], "edges": []}
    workflow_create(alice, name="Collect", document=document)
    workflow_create(alice, name="Other", document={"nodes": [node("text", "template")], "edges": []})
    found = alice_api.get(f"/api/tables/{table.pk}/uses/").json()
    assert found["tools"] == ["People"]
    assert [(one["name"], sorted(one["nodes"])) for one in found["workflows"]] == [("Collect", ["Find", "Save"])]
