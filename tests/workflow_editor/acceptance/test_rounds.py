"""Seeds 002 and 003: the conversation continues over several rounds, within its limit and with the tool choice."""

import json
from typing import Any

import pytest

from tests.doubles.aimock import Aimock
from tests.doubles.http_server import LoopbackServer
from tests.doubles.stream_server import named_sse, sse, stream_server
from tests.seeds import round_limit_sentence
from tests.workflow_editor.acceptance.api_user import ApiUser, calls, chunk, message, received_results, text_reply

CLOCK = "system:get_current_time"
CLOCK_FUNCTION = "sys_get_current_time"


def test_each_round_sees_the_results_of_all_before(
    api_user: ApiUser, model: str, aimock: Aimock, web: LoopbackServer
) -> None:
    shop = api_user.tool("http-request", {"url": "https://api.example.com/items"}, name="Shop")
    function = shop["function_name"]
    aimock.script(
        calls((CLOCK_FUNCTION, {})),
        calls((function, {"query_params": {"day": "today"}}), (function, {"query_params": {"day": "tomorrow"}})),
        text_reply("Done in three rounds."),
    )
    ran = api_user.ask(model, shop, enabledTools=[CLOCK])
    assert ran.run["status"] == "succeeded", ran.error
    output = ran.run["output"]
    assert (output["result"], output["toolCallRounds"]) == ("Done in three rounds.", 2)
    assert [record["round"] for record in output["toolCalls"]] == [1, 2, 2]
    assert [len(received_results(body)) for body in aimock.bodies()] == [0, 1, 3]
    days = [result["data"]["data"]["query"]["day"] for result in received_results(aimock.bodies()[2])[1:]]
    assert days == ["today", "tomorrow"]
    assert sorted(request.query["day"] for request in web.received) == days
    assert [payload["round"] for payload in ran.payloads("model_call_finished")] == [1, 2, 3]


@pytest.mark.parametrize(("policy", "status"), [("answer", "succeeded"), ("fail", "failed")])
def test_the_round_limit_ends_the_conversation(
    api_user: ApiUser, model: str, aimock: Aimock, policy: str, status: str
) -> None:
    again = calls((CLOCK_FUNCTION, {}))
    aimock.script(again, again, text_reply(" "))
    ran = api_user.ask(model, enabledTools=[CLOCK], maxToolCallRounds=2, onMaxRounds=policy, userPrompt="现在几点？")
    assert ran.run["status"] == status
    assert len(aimock.bodies()) == 3
    if policy == "answer":
        assert ran.run["output"]["result"] == round_limit_sentence()
    else:
        assert ran.error["code"] == "round_limit"


FORMS: list[tuple[Any, Any, Any]] = [
    ("auto", "auto", {"type": "auto"}),
    ("none", "none", {"type": "none"}),
    ("required", "required", {"type": "any"}),
    (
        {"name": "Shop"},
        {"type": "function", "function": {"name": "{function}"}},
        {"type": "tool", "name": "{function}"},
    ),
]


@pytest.mark.parametrize(("choice", "openai", "anthropic"), FORMS, ids=["auto", "none", "required", "named"])
def test_the_tool_choice_reaches_the_model_api(
    api_user: ApiUser, wire: str, choice: Any, openai: Any, anthropic: Any
) -> None:
    shop = api_user.tool("http-request", {"url": "https://api.example.com/items"}, name="Shop")
    form = json.dumps(openai if wire == "openai" else anthropic).replace("{function}", shop["function_name"])
    answer = sse(chunk({"content": "In words."}, "stop")) if wire == "openai" else named_sse(*message("In words."))
    with stream_server(answer) as server:
        base_url = server.url if wire == "openai" else server.url.removesuffix("/v1")
        ran = api_user.ask(api_user.provider(wire, base_url), shop, toolChoice=choice)
    assert ran.run["output"]["result"] == "In words.", ran.error
    sent = server.bodies[0]
    assert len(sent["tools"]) == 1
    assert sent.get("tool_choice", {"openai": "auto", "anthropic": {"type": "auto"}}[wire]) == json.loads(form)


def test_a_forced_tool_that_is_not_there_fails_before_the_model_is_paid(
    api_user: ApiUser, model: str, aimock: Aimock
) -> None:
    ran = api_user.ask(model, toolChoice={"name": "Shop"}, enabledTools=[CLOCK], language="zh-CN")
    assert ran.error["code"] == "tool_execution_failed"
    assert "Shop" in ran.error["message"]
    assert "不可用" in ran.error["message"]
    assert aimock.bodies() == []
