"""Seed 003: the conversation that it draws, the permissions of its example and the end of too many rounds."""

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from rest_framework.test import APIClient

from tests.doubles.aimock import Aimock
from tests.doubles.stream_server import sse, stream_server
from tests.seeds import block
from tests.workflow_editor.acceptance.api_user import ApiUser, calls, chunk, done, offered, text_reply
from tools.executors.contract.function import tool
from tools.executors.registry import registry

Json = dict[str, Any]


def drawn() -> str:
    """Return the flow without the lines of its boxes."""
    return re.sub(r"[┌┐└┘├┤│─┬┴▼]", " ", block("003", "Complete Flow"))


def json_after(words: str) -> Any:
    """Return the JSON that is drawn behind these words."""
    text = drawn().partition(words)[2].replace("{...}", "{}")
    return json.JSONDecoder().raw_decode(text[re.search(r"[\[{]", text).start() :])[0]  # type: ignore[union-attr]  # it is there


REQUEST: Json = json_after("Request Body:")
RESPONSE: Json = json_after("Response:")
RESULT: Json = json_after("Result:")
ANSWER = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', drawn().rpartition('"content":')[2].partition("}")[0])).replace(
    "\\n", "\n"
)


def exchange(api_user: ApiUser) -> tuple[list[Json], Json]:
    """Hold the drawn conversation with a stand-in for DashScope; return what it was sent, and the run."""
    (function,) = (one["function"] for one in REQUEST["tools"])
    keyword = {"name": "keyword", "type": "string", "description": "Words of the name"}
    script = f"def main(keyword):\n    return {RESULT!r}"
    search = api_user.tool(
        "custom",
        {"parameters": [keyword], "script": script},
        name=function["name"],
        description=function["description"],
    )
    (call,) = RESPONSE["choices"][0]["message"]["tool_calls"]
    system, user = (message["content"] for message in REQUEST["messages"])
    replies = sse(chunk({"tool_calls": [{"index": 0, **call}]}, "tool_calls")), sse(chunk({"content": ANSWER}, "stop"))
    with stream_server(*replies) as server:
        body = {"name": "DashScope", "preset": "dashscope", "base_url": server.url, "api_key": "sk-1"}
        provider = done(api_user.staff.post("/api/providers/", body))["id"]
        ran = api_user.ask(provider, search, model=REQUEST["model"], systemPrompt=system, userPrompt=user)
    assert ran.run["status"] == "succeeded", ran.error
    return server.bodies, ran.run


def test_the_drawn_conversation_takes_place(api_user: ApiUser) -> None:
    (first, second), run = exchange(api_user)
    assert first["model"] == REQUEST["model"]
    assert [one["role"] for one in first["messages"]] == [one["role"] for one in REQUEST["messages"]]
    assert first["messages"][0]["content"].startswith(REQUEST["messages"][0]["content"])
    assert first["messages"][1]["content"] == REQUEST["messages"][1]["content"]
    (sent,), (printed,) = first["tools"], REQUEST["tools"]
    assert (sent["type"], sent["function"]["name"]) == (printed["type"], printed["function"]["name"])
    assert sent["function"]["description"].endswith(printed["function"]["description"])
    assert sent["function"]["parameters"]["type"] == "object"
    (call,) = RESPONSE["choices"][0]["message"]["tool_calls"]
    assert [one["role"] for one in second["messages"]] == ["system", "user", "assistant", "tool"]
    turn, result = second["messages"][-2:]
    assert turn["tool_calls"] == [call]
    assert result["tool_call_id"] == call["id"]
    envelope = json.loads(result["content"])
    assert (envelope["success"], envelope["data"]) == (True, RESULT)
    assert run["output"]["result"] == ANSWER


def test_the_request_leaves_the_choice_to_the_model_as_drawn(api_user: ApiUser) -> None:
    assert REQUEST["tool_choice"] == "auto"
    assert [body.get("tool_choice") for body in exchange(api_user)[0]] == [REQUEST["tool_choice"]] * 2


def test_a_role_is_offered_the_tools_that_the_example_allows(
    api_user: ApiUser, model: str, aimock: Aimock, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = block("003", "Permission Check Flow").partition("Example:")[2]
    role = re.findall(r'User Role: "(\w+)"', text)[0]
    rows = re.findall(r'Tool: "(\w+)"(.*?)(?=Tool:|\Z)', text, re.DOTALL)
    assert len(rows) == 2
    alice.groups.add(Group.objects.create(name=role))
    for name, facts in rows:
        register(f"stock:{name}", "requiresPermission() = true" in facts, monkeypatch)
    aimock.script(text_reply("Hello."))
    ran = api_user.ask(model, enabledTools=[f"stock:{name}" for name, _ in rows])
    allowed = [f"stock_{name}" for name, facts in rows if "✅ Available" in facts]
    assert offered(aimock.bodies()[0]) == allowed
    assert len(allowed) == 1
    assert [one["code"] for one in ran.payloads("tool_skipped")] == ["denied"]


def register(name: str, requires_permission: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    @tool(name, requires_permission=requires_permission)
    def look() -> int:
        return 1

    monkeypatch.setitem(registry._executors, name, look)


def test_the_rounds_end_as_drawn(api_user: ApiUser, alice_api: APIClient, model: str, aimock: Aimock) -> None:
    text = block("003", "Iteration Control")
    most, sentence = re.findall(r"Max Iterations: (\d+)", text)[0], re.findall(r'Force stop: "(.*)"', text)[0]
    (ai,) = (one for one in done(alice_api.get("/api/node-types/")) if one["id"] == "process")
    assert ai["default_config"]["maxToolCallRounds"] == int(most)
    aimock.script(*[calls(("sys_get_current_time", {}))] * int(most), text_reply(" "))
    ran = api_user.ask(model, enabledTools=["system:get_current_time"], userPrompt="现在几点？")
    assert (ran.run["status"], ran.run["output"]["result"]) == ("succeeded", sentence)
    assert ran.run["output"]["toolCallRounds"] == int(most)
