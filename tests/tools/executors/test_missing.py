"""Missing values of a new tool are shown at its fields; a complete tool can be called as it is."""

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tools.checks import PROMISED_UI_TYPES
from tools.executors.contract.schema import form_schema
from tools.executors.registry import registry
from tools.services.tool_configs import tool_config_create

WORKS_AS_IT_IS = {
    "http-request",
    "github-trending",
    "github-repo-tree",
    "github-file-content",
    "github-activity",
    "web-page",
    "feed",
    "github-issues",
    "gitlab-issues",
    "blog-save",
    "blog-en-save",
    "social-media-article-save",
    "workflow-management",
}
"""They act without an account, on what each call names."""


@pytest.mark.parametrize("ui_type", sorted(PROMISED_UI_TYPES))
def test_an_empty_form(alice_api: APIClient, ui_type: str) -> None:
    answer = alice_api.post("/api/tools/configs/", {"type": ui_type, "name": "New", "config": {}}, format="json")
    if ui_type in WORKS_AS_IT_IS:
        assert answer.status_code == 201, answer.json()
        return
    assert answer.status_code == 400
    schema = form_schema(registry.config_model(ui_type))["properties"]
    empty = {name: field.get("default") for name, field in schema.items()}
    for error in answer.json()["errors"]:
        field = schema[error["pointer"].removeprefix("/config/")]
        assert error["code"] == "missing"
        assert field.get("x-widget") != "hidden"
        assert all(empty[other] in wanted for other, wanted in field.get("x-show-if", {}).items())


def test_everything_that_is_missing_at_once(alice_api: APIClient) -> None:
    body = {"type": "oss-file-read", "name": "Reports", "config": {}}
    answer = alice_api.post("/api/tools/configs/", body, format="json").json()
    pointers = [error["pointer"] for error in answer["errors"]]
    assert pointers == ["/config/region", "/config/bucket", "/config/accessKeyId", "/config/accessKeySecret"]


def test_renamed_without_being_finished(alice: User, alice_api: APIClient) -> None:
    tool = tool_config_create(owner=alice, type="notification-feishu", name="News", config={})
    path = f"/api/tools/configs/{tool.id}/"
    assert alice_api.patch(path, {"name": "Group", "enabled": False}, format="json").status_code == 200
    refused = alice_api.patch(path, {"config": {}}, format="json")
    assert [error["pointer"] for error in refused.json()["errors"]] == ["/config/webhookUrl"]
