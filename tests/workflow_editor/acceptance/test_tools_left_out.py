"""Seed 002: disabled tools are not offered, those without code are skipped with a warning, and names are mapped."""

import re

import pytest

from tests.doubles.aimock import Aimock
from tests.doubles.unfinished_tool import take_code_away
from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.seeds import block
from tests.workflow_editor.acceptance.api_user import ApiUser, done, offered, text_reply, used
from tools.executors.registry import (
    get_notification_platform,
    get_unimplemented_tool_message,
    is_tool_implemented,
    map_executor_to_ui_tools,
    map_ui_tool_to_executor,
)

ITEMS = {"url": "https://api.example.com/items"}
UNFINISHED = "xiaohongshu"
SEED_TYPES = re.findall(r'\| "([\w-]+)"', block("002", "问题 1: UI 工具配置与后端执行器不匹配", 0))
MAPPED = dict(re.findall(r"'([\w-]+)': '(\w+)'", block("002", "任务 1.1: 统一工具名称映射")))
EXECUTORS = {ui_type: MAPPED.get(ui_type, ui_type.replace("-", "_")) for ui_type in SEED_TYPES}


@pytest.fixture(autouse=True)
def _unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    take_code_away(monkeypatch, UNFINISHED)


def test_a_tool_that_is_switched_off_on_the_node_is_not_offered(api_user: ApiUser, model: str, aimock: Aimock) -> None:
    on, off = api_user.tool("http-request", ITEMS, name="On"), api_user.tool("http-request", ITEMS, name="Off")
    aimock.script(text_reply("Hello."))
    ran = api_user.ask(model, on, tools=[used(on), used(off, enabled=False)])
    assert ran.run["status"] == "succeeded", ran.error
    assert offered(aimock.bodies()[0]) == [on["function_name"]]
    assert ran.payloads("tool_skipped") == []


def test_a_tool_that_its_owner_switched_off_is_not_offered_and_the_run_reports_it(
    api_user: ApiUser, model: str, aimock: Aimock
) -> None:
    off = api_user.tool("http-request", ITEMS, name="Off", enabled=False)
    aimock.script(text_reply("Hello."))
    ran = api_user.ask(model, off)
    assert not offered(aimock.bodies()[0])
    (skipped,) = ran.payloads("tool_skipped")
    assert [reported["count"] for reported in ran.payloads("tools_offered")] == [0]
    assert (skipped["code"], skipped["title"]) == ("disabled", "Off")
    assert skipped["message"]["zh"] == "该工具已停用，请启用它，或选择其他工具。"


def test_tool_calling_switched_off_wins_over_enabled_tools(api_user: ApiUser, model: str, aimock: Aimock) -> None:
    tool = api_user.tool("http-request", ITEMS)
    aimock.script(text_reply("Hello."))
    api_user.ask(model, tool, enableToolCalling=False)
    assert not offered(aimock.bodies()[0])


@pytest.mark.parametrize("ui_type", [UNFINISHED, "no-such-type"])
def test_a_tool_without_code_is_skipped_on_an_ai_node_with_a_warning(
    api_user: ApiUser, aimock: Aimock, ui_type: str
) -> None:
    clock = "system:get_current_time"
    model = api_user.provider("openai", aimock.openai_url)
    entry = {"id": "t1", "type": ui_type, "name": "Later", "enabled": True, "config": {}, "toolConfig": None}
    aimock.script(text_reply("Without it."))
    ran = api_user.ask(model, tools=[entry], enabledTools=[clock])
    assert ran.run["output"]["result"] == "Without it."
    assert offered(aimock.bodies()[0]) == ["sys_get_current_time"]
    (skipped,) = ran.payloads("tool_skipped")
    assert skipped["code"] == "not_implemented"
    assert skipped["message"] == get_unimplemented_tool_message(ui_type).to_json()


def test_a_tool_node_cannot_do_without_the_code_of_its_tool(api_user: ApiUser) -> None:
    tool = api_user.tool(UNFINISHED, {"bridgeUrl": "https://bridge.example.com"}, name="Later")
    assert not tool["implemented"]
    document = chain(node("later", "tool", {"tool": used(tool)}))
    graph = done(api_user.api.get(f"/api/workflows/{api_user.workflow(document)}/graph/"))
    assert [(problem["code"], problem["severity"]) for problem in graph["problems"]] == [
        ("tool_not_implemented", "error")
    ]


def test_names_are_mapped_both_ways() -> None:
    assert {ui_type: map_ui_tool_to_executor(ui_type) for ui_type in EXECUTORS} == EXECUTORS
    assert map_ui_tool_to_executor("never-heard-of") == "never_heard_of"
    assert set(map_executor_to_ui_tools("send_notification")) == {
        "notification-feishu",
        "notification-dingtalk",
        "notification-wecom",
    }
    platforms = [get_notification_platform(f"notification-{name}") for name in ("feishu", "dingtalk", "wecom")]
    assert platforms == ["feishu", "dingtalk", "wecom"]
    assert get_notification_platform("http-request") is None
    assert not is_tool_implemented(UNFINISHED)
    assert "小红书" in get_unimplemented_tool_message(UNFINISHED).in_language("zh")


def test_the_catalogue_agrees_with_the_functions(api_user: ApiUser) -> None:
    entries = {entry["type"]: entry for entry in done(api_user.api.get("/api/tools/types/"))}
    assert {ui_type: entries[ui_type]["executor"] for ui_type in EXECUTORS} == EXECUTORS
    for ui_type in EXECUTORS:
        assert entries[ui_type]["implemented"] is is_tool_implemented(ui_type)
