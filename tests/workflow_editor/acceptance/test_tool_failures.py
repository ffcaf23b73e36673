"""Seeds 000, 002 and 003: a failed tool stops the workflow or is reported to the model, by the node's setting."""

import json
from typing import Any

import pytest

from tests.doubles.aimock import Aimock
from tests.doubles.stream_server import sse, stream_server
from tests.seeds import failure_marker
from tests.workflow_editor.acceptance.api_user import WIRES, ApiUser, calls, chunk, received_results, text_reply

PAGE = {"url": "https://api.example.com/missing"}
BAD_CALLS: list[tuple[str, str, Any, str]] = [
    ("wrong type", "{function}", {"query_params": 5}, "query_params"),
    ("made-up argument", "{function}", {"verbose": True}, "verbose"),
    ("fixed argument", "{function}", {"url": "https://evil.example/"}, "Set by the tool's owner"),
    ("unknown tool", "make_coffee", {}, "There is no tool 'make_coffee'"),
]
# The other wire format carries objects only.
NO_OBJECT = pytest.param("openai", "{function}", "[1]", "must be a JSON object", id="openai-no object")
BAD_CALLS_ON_WIRES = [
    NO_OBJECT,
    *(pytest.param(wire, *row[1:], id=f"{wire}-{row[0]}") for wire in WIRES for row in BAD_CALLS),
]


def test_a_failure_sent_to_the_model_lets_the_run_go_on(api_user: ApiUser, model: str, aimock: Aimock) -> None:
    tool = api_user.tool("http-request", PAGE, name="Page")
    aimock.script(calls((tool["function_name"], {})), text_reply("The page is gone."))
    ran = api_user.ask(model, tool, onToolFailure="tell_model")
    assert ran.run["status"] == "succeeded"
    assert ran.run["output"]["result"] == "The page is gone."
    (result,) = received_results(aimock.bodies()[1])
    assert not result["success"]
    assert "404" in result["message"]


def test_stopping_is_the_default_and_names_tool_and_reason(api_user: ApiUser, model: str, aimock: Aimock) -> None:
    tool = api_user.tool("http-request", PAGE, name="Page")
    aimock.script(calls((tool["function_name"], {})), text_reply("Never asked."))
    ran = api_user.ask(model, tool, language="zh-CN")
    assert ran.run["status"] == "failed"
    assert (ran.error["code"], ran.error["node_key"]) == ("tool_execution_failed", "writer")
    assert ran.error["message"] == "工具“Page”执行失败，工作流已停止：对方服务返回 404 Not Found。"
    assert len(aimock.bodies()) == 1
    assert [event["type"] for event in ran.events[-2:]] == ["node_failed", "run_finished"]
    assert not any(event["node_key"] == "end" for event in ran.events)


@pytest.mark.parametrize("policy", ["stop", "tell_model"])
def test_the_marker_alone_stops_the_workflow(api_user: ApiUser, model: str, aimock: Aimock, policy: str) -> None:
    aimock.script(text_reply(failure_marker()))
    ran = api_user.ask(model, onToolFailure=policy)
    assert (ran.run["status"], ran.error["code"]) == ("failed", "tool_execution_failed")


@pytest.mark.parametrize("policy", ["stop", "tell_model"])
@pytest.mark.parametrize(("wire", "name", "arguments", "words"), BAD_CALLS_ON_WIRES)
@pytest.mark.everyday_rows(6)
def test_a_bad_call_is_explained_to_the_model_and_audited(
    api_user: ApiUser, model: str, aimock: Aimock, name: str, arguments: Any, words: str, policy: str
) -> None:
    tool = api_user.tool("http-request", {"url": "https://api.example.com/items"}, name="Shop")
    function = name.format(function=tool["function_name"])
    raw = arguments if isinstance(arguments, str) else json.dumps(arguments)
    aimock.script(calls((function, raw)), text_reply("I see."))
    ran = api_user.ask(model, tool, onToolFailure=policy)
    assert ran.run["status"] == "succeeded", ran.error
    (result,) = received_results(aimock.bodies()[1])
    assert not result["success"]
    assert words in result["message"]
    (row,) = api_user.audit()
    assert (row["decision"], row["success"]) == ("invalid", False)
    assert row["code"] in {1001, 1002}


@pytest.mark.parametrize("policy", ["stop", "tell_model"])
def test_arguments_that_are_no_json_are_explained_to_the_model(api_user: ApiUser, policy: str) -> None:
    tool = api_user.tool("http-request", {"url": "https://api.example.com/items"}, name="Shop")
    function = {"name": tool["function_name"], "arguments": '{"query_params": '}
    call = {"tool_calls": [{"index": 0, "id": "call_0", "type": "function", "function": function}]}
    with stream_server(sse(chunk(call, "tool_calls")), sse(chunk({"content": "I see."}, "stop"))) as server:
        ran = api_user.ask(api_user.provider("openai", server.url), tool, onToolFailure=policy)
    assert ran.run["status"] == "succeeded", ran.error
    (result,) = received_results(server.bodies[1])
    assert "This is not JSON. Check line 1" in result["message"]
    assert ran.payloads("tool_call_started")[0]["arguments"] == {"raw": '{"query_params": '}
    (row,) = api_user.audit()
    assert (row["decision"], row["code"]) == ("invalid", 1002)


def test_an_address_that_must_not_be_called_is_refused_when_the_model_names_it(
    api_user: ApiUser, model: str, aimock: Aimock
) -> None:
    tool = api_user.tool("http-request", {}, name="Any page")
    aimock.script(calls((tool["function_name"], {"url": "http://169.254.169.254/latest/"})), text_reply("Never asked."))
    ran = api_user.ask(model, tool)
    assert ran.run["status"] == "failed"
    assert "169.254.169.254 is private or reserved" in ran.error["message"]
