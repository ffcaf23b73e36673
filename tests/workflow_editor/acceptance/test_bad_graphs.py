"""A wrong graph or setting is refused at its field, in both languages, and nothing of the batch is saved."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.factories.documents import edge, greeting_document, node
from tests.workflow_editor.acceptance.api_user import ApiUser, done
from tests.workflow_editor.api.problem_asserts import assert_problem

GOOD = {"op": "add_node", "node": node("good", "template")}
WEBHOOK = "http://open.feishu.cn/open-apis/bot/v2/hook/0123456789"
BACK = {"op": "add_edge", "edge": edge("good", "greet")}
THERE = {"op": "add_edge", "edge": edge("greet", "good")}


def adding(type_: str, config: dict[str, Any] | None = None, *, key: str = "x", **fields: Any) -> dict[str, Any]:
    return {"op": "add_node", "node": node(key, type_, config, **fields)}


def with_tool(type_: str, config: dict[str, Any]) -> dict[str, Any]:
    return adding("process", {"tools": [{"id": "t1", "type": type_, "name": "T", "config": config}]})


WRONG: dict[str, tuple[list[Any], str, str]] = {
    "cycle": ([THERE, BACK], "cycle", "/operations/2"),
    "self-loop": ([{"op": "add_edge", "edge": edge("good", "good")}], "cycle", "/operations/1"),
    "dangling edge": (
        [{"op": "add_edge", "edge": edge("good", "gone")}],
        "dangling_edge",
        "/operations/1/target",
    ),
    "unknown port": (
        [{"op": "add_edge", "edge": edge("good", "end", port="true")}],
        "unknown_port",
        "/operations/1/source_port",
    ),
    "two start nodes": ([adding("start")], "second_start", "/operations/1"),
    "duplicate key": ([adding("template", key="greet", name="Other")], "duplicate_key", "/operations/1/key"),
    "duplicate name": ([adding("template", name="Greet")], "duplicate_name", "/operations/1/name"),
    "number out of range": (
        [adding("process", {"temperature": 9})],
        "less_than_equal",
        "/operations/1/config/temperature",
    ),
    "unknown field": ([adding("template", {"colour": 1})], "extra_forbidden", "/operations/1/config/colour"),
    "wrong tool choice": (
        [adding("process", {"toolChoice": "maybe"})],
        "tool_choice",
        "/operations/1/config/toolChoice",
    ),
    "secret in a node": (
        [with_tool("notification-feishu", {"webhookUrl": WEBHOOK})],
        "secret_in_node",
        "/operations/1/config/tools/0/config/webhookUrl",
    ),
    "unknown operation": ([{"op": "explode"}], "union_tag_invalid", "/operations/1"),
    "a node that is gone": (
        [{"op": "update_node", "key": "gone", "changes": {}}],
        "unknown_node",
        "/operations/1/key",
    ),
}


@pytest.mark.parametrize(("wrong", "code", "pointer"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_change_is_refused_whole(api_user: ApiUser, wrong: list[Any], code: str, pointer: str) -> None:
    url = f"/api/workflows/{api_user.workflow(greeting_document())}/graph/"
    before = done(api_user.api.get(url))
    body = {"revision": before["revision"], "operations": [GOOD, *wrong]}
    english, chinese = (
        assert_problem(
            api_user.api.patch(url, body, headers={"Accept-Language": language}), 400, "graph_invalid_operation"
        )["errors"]
        for language in ("en", "zh-CN")
    )
    assert [(error["code"], error["pointer"]) for error in english] == [(code, pointer)]
    assert english[0]["message"]
    assert not chinese[0]["message"].isascii()
    assert done(api_user.api.get(url)) == before


TOOLS: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "webhook without https": ("notification-feishu", {"webhookUrl": WEBHOOK}, "/config/webhookUrl", "https://"),
    "webhook of another host": (
        "notification-dingtalk",
        {"webhookUrl": "https://evil.example/robot/send?access_token=0123456789"},
        "/config/webhookUrl",
        "oapi.dingtalk.com",
    ),
    "private address": ("http-request", {"url": "http://192.168.1.1/"}, "/config/url", "192.168.1.1"),
    "metadata service": ("http-request", {"url": "http://[::ffff:169.254.169.254]/"}, "/config/url", "169.254"),
    "other scheme": ("http-request", {"url": "file:///etc/passwd"}, "/config/url", "https"),
    "wrong type": ("http-request", {"timeout": "soon"}, "/config/timeout", ""),
    "broken script": ("custom", {"script": "def main(:"}, "/config/script", "1"),
}


@pytest.mark.parametrize(("type_", "config", "pointer", "words"), TOOLS.values(), ids=TOOLS.keys())
def test_a_tool_that_could_never_work_is_not_stored(
    alice_api: APIClient, type_: str, config: dict[str, Any], pointer: str, words: str
) -> None:
    body = {"type": type_, "name": "Tool", "config": config}
    for language in ("en", "zh-CN"):
        answer = alice_api.post("/api/tools/configs/", body, headers={"Accept-Language": language})
        (error,) = assert_problem(answer, 400, "invalid_input")["errors"]
        assert error["pointer"] == pointer
        assert words in error["message"]
        assert error["message"].isascii() is (language == "en") or "…" in error["message"]
    assert done(alice_api.get("/api/tools/configs/")) == []


NOT_READY: dict[str, tuple[dict[str, Any], str, str | None]] = {
    "no start": ({"nodes": [node("end", "end")], "edges": []}, "no_start", None),
    "no prompt": ({"nodes": [node("start", "start"), node("ai", "process")], "edges": []}, "prompt_missing", "ai"),
    "template": (
        {"nodes": [node("start", "start"), node("text", "template", {"template": "{% if %}"})], "edges": []},
        "template_syntax",
        "text",
    ),
    "unknown name": (
        {"nodes": [node("start", "start"), node("text", "template", {"template": "{{ nobody.x }}"})], "edges": []},
        "unknown_reference",
        "text",
    ),
}


@pytest.mark.parametrize(("document", "code", "key"), NOT_READY.values(), ids=NOT_READY.keys())
def test_a_graph_that_is_not_ready_is_stored_but_not_run(
    api_user: ApiUser, document: dict[str, Any], code: str, key: str | None
) -> None:
    answer = api_user.api.post(f"/api/workflows/{api_user.workflow(document)}/runs/", {"inputs": {}})
    problems = assert_problem(answer, 422, "graph_invalid")["problems"]
    found = next(problem for problem in problems if problem["severity"] == "error")
    assert (found["code"], found["node_key"]) == (code, key)
    assert found["message"]["en"]
    assert not found["message"]["zh"].isascii()
    assert done(api_user.api.get("/api/runs/"))["results"] == []
