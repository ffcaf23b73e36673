"""Settings of nodes that are refused before they are stored."""

from typing import Any

import pytest

from workflow_editor.nodes.registry import builtin_registry


def refused(type_id: str, config: dict[str, Any]) -> list[tuple[str, str]]:
    kind = builtin_registry().kind(type_id, 1)
    assert kind is not None
    errors = kind.read(config).errors()
    assert all(error.message.en and error.message.in_language("zh") for error in errors)
    return [(error.pointer, error.code) for error in errors]


@pytest.mark.parametrize("choice", ["maybe", 5, None, [], {}, {"nam": "x"}, {"name": ""}, {"name": "x", "more": 1}])
def test_a_wrong_tool_choice_is_one_error_at_its_field(choice: Any) -> None:
    assert refused("process", {"toolChoice": choice}) == [("/toolChoice", "tool_choice")]


@pytest.mark.parametrize("choice", ["auto", "none", "required", {"name": "fetch"}])
def test_every_form_of_tool_choice_is_taken(choice: Any) -> None:
    assert refused("process", {"toolChoice": choice}) == []


WEBHOOK = "https://open.feishu.cn/open-apis/bot/v2/hook/planted-secret"
WITH_SECRETS = {
    "url": "https://api.example.com/?api_key=planted-secret",
    "headers": [{"key": "Accept", "value": "text/plain"}, {"key": "Authorization", "value": "Bearer planted-secret"}],
}


def tool(type_: str, config: dict[str, Any]) -> dict[str, Any]:
    return {"id": "t1", "type": type_, "name": "Tool", "config": config}


def test_a_node_does_not_take_a_tools_secrets() -> None:
    tools = [tool("notification-feishu", {"webhookUrl": WEBHOOK}), tool("http-request", WITH_SECRETS)]
    assert refused("process", {"tools": tools}) == [
        ("/tools/0/config/webhookUrl", "secret_in_node"),
        ("/tools/1/config/url", "secret_in_node"),
        ("/tools/1/config/headers/1/value", "secret_in_node"),
    ]
    assert refused("tool", {"tool": tool("notification-feishu", {"webhookUrl": WEBHOOK})}) == [
        ("/tool/config/webhookUrl", "secret_in_node")
    ]


def test_a_node_takes_a_tool_whose_secret_comes_at_run_time() -> None:
    headers = [{"key": "Authorization", "value": "Bearer {{ inputs.token }}"}]
    assert (
        refused("tool", {"tool": tool("http-request", {"url": "https://api.example.com/", "headers": headers})}) == []
    )
