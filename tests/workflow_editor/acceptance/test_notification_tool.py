"""Seed 002: a Feishu notification that a person configured is sent, and in test mode nothing is."""

from typing import Any

import pytest

from tests.doubles.aimock import Aimock
from tests.doubles.bots import DINGTALK_URL, FEISHU_TOKEN, FEISHU_URL, WECOM_URL, Bots
from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.workflow_editor.acceptance.api_user import ApiUser, calls, done, received_results, text_reply, used

ROBOTS = [("feishu", FEISHU_URL), ("dingtalk", DINGTALK_URL), ("wecom", WECOM_URL)]


@pytest.mark.parametrize(("platform", "url"), ROBOTS)
def test_the_model_sends_a_message(
    api_user: ApiUser, model: str, aimock: Aimock, bots: Bots, platform: str, url: str
) -> None:
    tool = api_user.tool(f"notification-{platform}", {"webhookUrl": url}, name="News bot")
    aimock.script(calls((tool["function_name"], {"content": "Tea is here"})), text_reply("Sent."))
    ran = api_user.ask(model, tool)
    assert ran.run["status"] == "succeeded", ran.error
    (delivered,) = bots.delivered
    assert "Tea is here" in str(delivered)
    (result,) = received_results(aimock.bodies()[1])
    assert (result["success"], result["operationType"]) == (True, "operation")


def test_the_model_never_learns_the_address(api_user: ApiUser, model: str, aimock: Aimock) -> None:
    tool = api_user.tool("notification-feishu", {"webhookUrl": FEISHU_URL}, name="News bot")
    aimock.script(
        calls((tool["function_name"], {"content": "hi", "webhook_url": "https://evil.example/"})), text_reply("No.")
    )
    api_user.ask(model, tool, onToolFailure="tell_model")
    assert FEISHU_TOKEN not in str(aimock.bodies())
    (result,) = received_results(aimock.bodies()[1])
    assert not result["success"]
    assert "webhook_url" in result["message"]


def test_test_mode_sends_nothing_and_states_what_it_would_do(
    api_user: ApiUser, model: str, aimock: Aimock, bots: Bots
) -> None:
    tool = api_user.tool("notification-feishu", {"webhookUrl": FEISHU_URL}, name="News bot")
    aimock.script(calls((tool["function_name"], {"content": "Tea is here"})), text_reply("Would have been sent."))
    ran = api_user.ask(model, tool, mode="test")
    assert ran.run["status"] == "succeeded", ran.error
    assert bots.delivered == []
    (finished,) = ran.payloads("tool_call_finished")
    assert finished["test_mode"]
    assert finished["result"]["metadata"]["testMode"]
    (result,) = received_results(aimock.bodies()[1])
    assert result["success"]
    assert "send messages to a Feishu group, 1 in all" in result["message"]
    assert [row["mode"] for row in api_user.audit()] == ["test"]


def test_a_tool_node_sends_live_and_rehearses_in_test_mode(api_user: ApiUser, bots: Bots) -> None:
    tool = api_user.tool("notification-feishu", {"webhookUrl": FEISHU_URL}, name="News bot")
    document = chain(node("notify", "tool", {"tool": used(tool), "arguments": {"content": "Hi {{ inputs.who }}"}}))
    assert api_user.run(document, {"who": "all"}, mode="test").run["status"] == "succeeded"
    assert bots.delivered == []
    assert api_user.run(document, {"who": "all"}).run["status"] == "succeeded"
    assert bots.delivered[0]["content"] == {"text": "Hi all"}


def test_a_refusal_of_the_service_fails_the_node_with_advice(api_user: ApiUser) -> None:
    wrong = api_user.tool("notification-feishu", {"webhookUrl": FEISHU_URL.replace(FEISHU_TOKEN, "another-token-1")})
    document = chain(node("notify", "tool", {"tool": used(wrong), "arguments": {"content": "Hi"}}))
    english, chinese = (api_user.run(document, language=language).error for language in ("en", "zh-CN"))
    assert (english["code"], english["node_key"]) == ("tool_execution_failed", "notify")
    assert "Copy the URL again" in english["message"]
    assert "请重新复制" in chinese["message"]


def test_the_test_button_shows_both_renderings_of_the_result(api_user: ApiUser, bots: Bots) -> None:
    tool = api_user.tool("notification-feishu", {"webhookUrl": FEISHU_URL}, name="News bot")

    def press(arguments: dict[str, Any], mode: str, form: str = "envelope") -> Any:
        address = f"/api/tools/configs/{tool['id']}/test/?result_form={form}"
        return done(api_user.api.post(address, {"arguments": arguments, "mode": mode}))

    sent = press({"content": "hi"}, "live")
    assert len(bots.delivered) == 1
    assert {"success", "operationType", "data", "message", "metadata"} <= sent["result"].keys()
    assert (sent["result"]["success"], sent["result"]["code"]) == (True, 0)
    again = press({"content": "hi"}, "live", "code")
    assert again["result"].keys() == {"code", "message", "data", "meta"}
    assert (again["success"], again["result"]["code"]) == (True, 0)
    meta = again["result"]["meta"]
    assert {"execution_time_ms", "tool", "resource_type", "session_id", "temporary_session"} <= meta.keys()
    wrong = press({"text": "hi"}, "live")
    assert (wrong["result"]["success"], wrong["result"]["code"]) == (False, 1002)
    assert press({"content": "hi"}, "test")["result"]["metadata"]["testMode"]
    assert len(bots.delivered) == 2
