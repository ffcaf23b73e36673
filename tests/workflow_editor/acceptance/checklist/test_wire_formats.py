"""Seed 002, section 6: tool calls in the very form that OpenAI and Anthropic document, as it crosses the wire.

The streams are written by hand: the arguments come in pieces, two calls come in one reply, and one of them fails.
"""

import json
from typing import Any

import pytest

from tests.doubles.stream_server import StreamServer, named_sse, sse, stream_server
from tests.workflow_editor.acceptance.api_user import ApiUser, Json, Ran, chunk, message

ASKED: list[Json] = [{"query_params": {"kind": "绿茶"}}, {}]
CALL_IDS = ["call_tea", "call_page"]


@pytest.fixture
def tools(api_user: ApiUser) -> list[Json]:
    """One that works and one with a missing page."""
    return [
        api_user.tool("http-request", {"url": "https://api.example.com/items"}, name="Shop"),
        api_user.tool("http-request", {"url": "https://api.example.com/missing"}, name="Page"),
    ]


def names_of(tools: list[Json]) -> list[str]:
    return [tool["function_name"] for tool in tools]


def asked(api_user: ApiUser, wire: str, server: StreamServer, tools: list[Json], model: str) -> Ran:
    base_url = server.url if wire == "openai" else server.url.removesuffix("/v1")
    return api_user.ask(api_user.provider(wire, base_url), *tools, model=model, onToolFailure="tell_model")


def assert_went_well(api_user: ApiUser, ran: Ran, tools: list[Json], results: list[Any]) -> None:
    """Both calls reached result, journal and audit, and the model got one success and one failure."""
    assert (ran.run["status"], ran.run["output"]["result"]) == ("succeeded", "Tea, but no page."), ran.error
    reported = [json.loads(result) for result in results]
    assert [one["success"] for one in reported] == [True, False]
    assert reported[0]["data"]["data"]["query"] == {"kind": "绿茶"}
    assert "404" in reported[1]["message"]
    finished = {payload["call_id"]: payload for payload in ran.payloads("tool_call_finished")}
    assert [finished[call_id]["success"] for call_id in CALL_IDS] == [True, False]
    rows = {row["call_id"]: row for row in api_user.audit()}
    assert [rows[call_id]["function"] for call_id in CALL_IDS] == names_of(tools)
    assert [rows[call_id]["arguments"] for call_id in CALL_IDS] == ASKED


def piece(index: int, arguments: str, **first: Any) -> Json:
    """A piece of a call in OpenAI's stream; id and name come with the first one only."""
    name = {"name": first.pop("name")} if "name" in first else {}
    return chunk({"tool_calls": [{"index": index, **first, "function": {**name, "arguments": arguments}}]})


@pytest.mark.parametrize("model", ["gpt-4o", "anthropic/claude-sonnet-5-5"])
def test_openai_format_tool_calls_have_the_right_form(api_user: ApiUser, tools: list[Json], model: str) -> None:
    """OpenAI 格式 → 工具调用格式正确, also for a Claude model behind a service that speaks OpenAI's format."""
    names = names_of(tools)
    written = json.dumps(ASKED[0], ensure_ascii=False)
    reply = sse(
        piece(0, "", id=CALL_IDS[0], type="function", name=names[0]),
        piece(0, written[:9]),
        piece(0, written[9:]),
        piece(1, "{}", id=CALL_IDS[1], type="function", name=names[1]),
        chunk({}, "tool_calls"),
    )
    with stream_server(reply, sse(chunk({"content": "Tea, but no page."}, "stop"))) as server:
        ran = asked(api_user, "openai", server, tools, model)
    first, second = server.bodies
    assert first["model"] == model
    assert [(tool["type"], tool["function"]["name"]) for tool in first["tools"]] == [("function", one) for one in names]
    assert all(tool["function"]["parameters"]["type"] == "object" for tool in first["tools"])
    turn, *results = second["messages"][-3:]
    assert (turn["role"], turn["content"]) == ("assistant", None)
    assert turn["tool_calls"] == [
        {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}
        for call_id, name, arguments in zip(CALL_IDS, names, [written, "{}"], strict=True)
    ]
    assert [(one.keys(), one["role"], one["tool_call_id"]) for one in results] == [
        ({"role", "tool_call_id", "content"}, "tool", call_id) for call_id in CALL_IDS
    ]
    assert_went_well(api_user, ran, tools, [one["content"] for one in results])


def use(index: int, call_id: str, name: str, *pieces: str) -> list[Json]:
    """A call in Anthropic's stream."""
    block = {"type": "tool_use", "id": call_id, "name": name, "input": {}}
    deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in pieces]
    return [
        {"type": "content_block_start", "index": index, "content_block": block},
        *({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": index},
    ]


def test_claude_format_tool_calls_have_the_right_form(api_user: ApiUser, tools: list[Json]) -> None:
    """Claude 格式 → 工具调用格式正确."""
    names = names_of(tools)
    start, *_, stop = message("")
    written = json.dumps(ASKED[0], ensure_ascii=False)
    calls = [*use(0, CALL_IDS[0], names[0], "", written[:9], written[9:]), *use(1, CALL_IDS[1], names[1])]
    ends = {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 9}}
    with stream_server(named_sse(start, *calls, ends, stop), named_sse(*message("Tea, but no page."))) as server:
        ran = asked(api_user, "anthropic", server, tools, "claude-sonnet-5-5")
    first, second = server.bodies
    assert [tool["name"] for tool in first["tools"]] == names
    assert all(tool.keys() >= {"name", "description", "input_schema"} for tool in first["tools"])
    assert all(tool["input_schema"]["type"] == "object" for tool in first["tools"])
    assert {turn["role"] for turn in second["messages"]} == {"user", "assistant"}
    turn, answer = second["messages"][-2:]
    assert turn["role"] == "assistant"
    assert turn["content"] == [
        {"type": "tool_use", "id": call_id, "name": name, "input": arguments}
        for call_id, name, arguments in zip(CALL_IDS, names, ASKED, strict=True)
    ]
    assert answer["role"] == "user"
    assert [(one["type"], one["tool_use_id"], one["is_error"]) for one in answer["content"]] == [
        ("tool_result", CALL_IDS[0], False),
        ("tool_result", CALL_IDS[1], True),
    ]
    assert_went_well(api_user, ran, tools, [one["content"] for one in answer["content"]])
