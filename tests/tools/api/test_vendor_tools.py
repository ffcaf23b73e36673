"""Tools of Chinese services as people set them up over HTTP: secrets stay in, the test button checks, the log tells."""

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from tools.models import ToolInvocation

CONFIGS = "/api/tools/configs/"
SECRET = "planted-secret-51aa"
TOOLS: list[tuple[str, dict[str, Any], list[str], dict[str, Any]]] = [
    (
        "feishu-bitable",
        {"appId": "cli_1", "appSecret": SECRET, "appToken": "basc1", "tableId": "tbl1", "operation": "create"},
        ["appSecret"],
        {"fields": {"Title": "Tea"}},
    ),
    (
        "wechat-mp",
        {"appId": "wx1", "appSecret": SECRET, "action": "draft"},
        ["appSecret"],
        {"title": "Tea", "content": "<p>x</p>", "cover_url": "https://example.com/a.png"},
    ),
    (
        "xiaohongshu",
        {"bridgeUrl": "https://bridge.example.com", "bridgeToken": SECRET},
        ["bridgeToken"],
        {"title": "Tea", "content": "x", "images": ["https://example.com/a.png"]},
    ),
    ("ali-image-generation", {"apiKey": SECRET}, ["apiKey"], {"prompt": "Tea"}),
]


@pytest.mark.parametrize(("type_", "config", "secrets", "arguments"), TOOLS, ids=[row[0] for row in TOOLS])
def test_a_tool_is_set_up_and_tried_without_sending_anything(
    alice_api: APIClient, type_: str, config: dict[str, Any], secrets: list[str], arguments: dict[str, Any]
) -> None:
    made = alice_api.post(CONFIGS, {"type": type_, "name": "T", "config": config}, format="json")
    assert made.status_code == 201, made.json()
    assert sorted(made.json()["secrets_set"]) == secrets
    body = {"arguments": arguments, "mode": "test"}
    tried = alice_api.post(f"{CONFIGS}{made.json()['id']}/test/", body, format="json")
    assert tried.json()["success"], tried.json()
    assert tried.json()["result"]["metadata"]["testMode"] is True
    row = ToolInvocation.objects.get()
    assert (row.decision, row.mode, row.success) == ("allow", "test", True)
    assert SECRET not in json.dumps([made.json(), tried.json(), row.arguments, row.result])
