"""Seed 002, section 6: the scenarios that are not about one wire format, each over both.

Every test does what a person does, over HTTP: it configures a tool, puts it on an AI node, runs the workflow, and then
reads the result, the run's journal, the audit log and what the services received.
"""

import pytest

from tests.doubles.aimock import Aimock
from tests.doubles.bots import FEISHU_TOKEN, FEISHU_URL, Bots
from tests.doubles.http_server import LoopbackServer
from tests.workflow_editor.acceptance.api_user import (
    ApiUser,
    Json,
    Ran,
    calls,
    offered,
    received_results,
    text_reply,
    used,
)

ITEMS = {"url": "https://api.example.com/items"}
JOURNAL_OF_ONE_CALL = ["model_call_finished", "tool_call_started", "tool_call_finished", "model_call_finished"]


def journal(ran: Ran) -> list[str]:
    """Return what the run noted about models and tools, in order."""
    reported = {"model_call_finished", "tool_call_started", "tool_call_finished", "tool_skipped"}
    return [event["type"] for event in ran.events if event["type"] in reported]


def one_audited_call(api_user: ApiUser, ran: Ran, tool: Json, **expected: object) -> Json:
    """Return the one row of the audit log, which is about a call of this tool on the node of this run."""
    (row,) = api_user.audit()
    assert (row["run_id"], row["node_key"], row["username"]) == (ran.run["id"], "writer", "alice")
    assert (row["tool_id"], row["function"], row["stage"]) == (tool["tool_id"], tool["function_name"], "call")
    assert {name: row[name] for name in expected} == expected
    assert row["duration_ms"] is not None
    assert row["finished_at"]
    return row


@pytest.fixture
def shop(api_user: ApiUser) -> Json:
    return api_user.tool("http-request", ITEMS, name="Shop")


def test_an_http_request_tool_configured_on_the_screen_is_executed_by_the_back_end(
    api_user: ApiUser, model: str, aimock: Aimock, web: LoopbackServer, shop: Json
) -> None:
    """UI 配置 HTTP 请求工具 → 后端能正确执行."""
    aimock.script(calls((shop["function_name"], {"query_params": {"kind": "tea"}})), text_reply("There is tea."))
    ran = api_user.ask(model, shop)
    assert (ran.run["status"], ran.run["output"]["result"]) == ("succeeded", "There is tea."), ran.error
    (request,) = web.received
    assert (request.method, request.path, request.query) == ("GET", "/items", {"kind": "tea"})
    assert journal(ran) == JOURNAL_OF_ONE_CALL
    (finished,) = ran.payloads("tool_call_finished")
    assert finished["result"]["data"]["data"] == {"path": "/items", "query": {"kind": "tea"}}
    arguments = {"query_params": {"kind": "tea"}}
    one_audited_call(api_user, ran, shop, executor="http_request", decision="allow", success=True, arguments=arguments)


def test_a_feishu_notification_configured_on_the_screen_is_sent_by_the_back_end(
    api_user: ApiUser, model: str, aimock: Aimock, bots: Bots
) -> None:
    """UI 配置飞书通知工具 → 后端能正确发送消息."""
    bot = api_user.tool("notification-feishu", {"webhookUrl": FEISHU_URL}, name="News bot")
    aimock.script(calls((bot["function_name"], {"content": "Tea is here"})), text_reply("Sent."))
    ran = api_user.ask(model, bot)
    assert (ran.run["status"], ran.run["output"]["result"]) == ("succeeded", "Sent."), ran.error
    assert [body["content"] for body in bots.delivered] == [{"text": "Tea is here"}]
    assert journal(ran) == JOURNAL_OF_ONE_CALL
    row = one_audited_call(api_user, ran, bot, executor="send_notification", decision="allow", success=True)
    assert row["arguments"] == {"content": "Tea is here"}
    assert FEISHU_TOKEN not in str([row, ran, aimock.bodies()])


def test_over_several_rounds_the_model_gets_the_results_and_goes_on(
    api_user: ApiUser, model: str, aimock: Aimock, web: LoopbackServer, shop: Json
) -> None:
    """多轮工具调用 → AI 能接收工具结果并继续对话."""
    asked = [(shop["function_name"], {"query_params": {"day": day}}) for day in ("today", "tomorrow")]
    aimock.script(calls(asked[0]), calls(asked[1]), text_reply("Tea on both days."))
    ran = api_user.ask(model, shop)
    assert (ran.run["status"], ran.run["output"]["result"]) == ("succeeded", "Tea on both days."), ran.error
    assert ran.run["output"]["toolCallRounds"] == 2
    assert [request.query["day"] for request in web.received] == ["today", "tomorrow"]
    days = [[result["data"]["data"]["query"]["day"] for result in received_results(body)] for body in aimock.bodies()]
    assert days == [[], ["today"], ["today", "tomorrow"]]
    assert [(one["round"], one["success"]) for one in ran.payloads("tool_call_finished")] == [(1, True), (2, True)]
    assert [row["arguments"]["query_params"]["day"] for row in api_user.audit()] == ["today", "tomorrow"]


def test_when_a_tool_fails_the_model_gets_the_error(
    api_user: ApiUser, model: str, aimock: Aimock, web: LoopbackServer
) -> None:
    """工具执行失败 → 错误信息正确返回给 AI."""
    page = api_user.tool("http-request", {"url": "https://api.example.com/missing"}, name="Page")
    aimock.script(calls((page["function_name"], {})), text_reply("The page is gone."))
    ran = api_user.ask(model, page, onToolFailure="tell_model")
    assert (ran.run["status"], ran.run["output"]["result"]) == ("succeeded", "The page is gone."), ran.error
    assert len(web.received) == 1
    (reported,) = received_results(aimock.bodies()[1])
    assert (reported["success"], "404 Not Found" in reported["message"]) == (False, True)
    (finished,) = ran.payloads("tool_call_finished")
    assert (finished["success"], finished["result"]["message"]) == (False, reported["message"])
    one_audited_call(api_user, ran, page, decision="allow", success=False, code=2001, message=reported["message"])


def test_a_tool_that_is_switched_off_is_not_among_those_on_offer(
    api_user: ApiUser, model: str, aimock: Aimock, web: LoopbackServer, shop: Json
) -> None:
    """禁用工具 → 不会被包含在可用工具列表中."""
    off = api_user.tool("http-request", ITEMS, name="Stocktaking")
    aimock.script(calls((off["function_name"], {})), text_reply("It is not there."))
    ran = api_user.ask(model, tools=[used(shop), used(off, enabled=False)], onToolFailure="tell_model")
    first, second = aimock.bodies()
    assert offered(first) == [shop["function_name"]]
    assert off["function_name"] not in str(first)
    assert f"There is no tool '{off['function_name']}'" in received_results(second)[0]["message"]
    assert (ran.run["status"], web.received) == ("succeeded", [])
    (row,) = api_user.audit()
    assert (row["decision"], row["success"], row["code"], row["function"]) == (
        "invalid",
        False,
        1001,
        off["function_name"],
    )


def test_in_test_mode_nothing_is_executed_and_a_simulated_result_comes_back(
    api_user: ApiUser, model: str, aimock: Aimock, bots: Bots, web: LoopbackServer, shop: Json
) -> None:
    """测试模式 → 工具不实际执行，返回模拟结果."""
    bot = api_user.tool("notification-feishu", {"webhookUrl": FEISHU_URL}, name="News bot")
    aimock.script(
        calls((shop["function_name"], {}), (bot["function_name"], {"content": "Tea"})),
        text_reply("Would have been done."),
    )
    ran = api_user.ask(model, shop, bot, mode="test")
    assert (ran.run["status"], ran.run["output"]["result"]) == ("succeeded", "Would have been done."), ran.error
    assert (web.received, bots.delivered) == ([], [])
    reported = received_results(aimock.bodies()[1])
    assert [(one["success"], one["message"].startswith("Test mode: nothing was sent.")) for one in reported] == [
        (True, True)
    ] * 2
    finished = ran.payloads("tool_call_finished")
    assert [(one["test_mode"], one["result"]["metadata"]["testMode"]) for one in finished] == [(True, True)] * 2
    assert [(row["mode"], row["decision"], row["success"]) for row in api_user.audit()] == [("test", "allow", True)] * 2
