"""Seed 002: the names, fields and forms that it prints of tools on AI nodes."""

import json
import re
from typing import Any

import pytest

from tests.doubles.aimock import Aimock
from tests.doubles.http_server import LoopbackServer
from tests.doubles.stream_server import named_sse, stream_server
from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.seeds import block, seed_text
from tests.workflow_editor.acceptance.api_user import (
    ApiUser,
    calls,
    done,
    message,
    offered,
    received_results,
    text_reply,
)
from tools.executors.registry import map_ui_tool_to_executor

Json = dict[str, Any]
TYPES = "问题 1: UI 工具配置与后端执行器不匹配"
TOOLS = "问题 3: UI 配置的 tools[] 未被正确转换为 enabledTools[]"
CONFIG = "问题 5: ProcessNodeConfigData 类型定义不完整"
CHOICE = "问题 8: Claude 工具调用格式转换不完整"
FIELDS = [(TOOLS, 1), (CONFIG, 0), (CONFIG, 1), ("任务 2.1: 更新 ProcessNodeConfigData 类型", 0)]
FIELDS += [("4. 更新 ProcessNodeConfigData 类型 (已完成)", 0)]
ITEMS = "https://api.example.com/items"


def fields(text: str) -> list[str]:
    """Return the names of an interface of TypeScript, without those that only hold others."""
    return [name for name in re.findall(r"^\s*(\w+)\??:", text, re.MULTILINE) if name != "config"]


def executors_named() -> list[str]:
    return re.findall(r"名称: (\w+)", block("002", TYPES, 1))


def test_every_printed_type_has_an_executor(api_user: ApiUser) -> None:
    printed = re.findall(r'\| "([\w-]+)"', block("002", TYPES, 0))
    entries = {entry["type"]: entry for entry in done(api_user.api.get("/api/tools/types/"))}
    assert len(printed) == 10
    assert [entries[ui_type]["implemented"] for ui_type in printed] == [True] * 10
    executors = {entry["executor"] for entry in entries.values()}
    assert executors_named() == ["send_notification", "http_request"]
    assert executors >= set(executors_named())


def test_names_are_mapped_as_printed(api_user: ApiUser) -> None:
    text = block("002", "任务 1.1: 统一工具名称映射")
    printed = dict(re.findall(r"'([\w-]+)': '(\w+)'", text))
    assert len(printed) == 4
    assert {ui_type: map_ui_tool_to_executor(ui_type) for ui_type in printed} == printed
    assert "replace(/-/g, '_')" in text
    assert map_ui_tool_to_executor("never-heard-of") == "never_heard_of"


def tool_of(names: list[str], **values: Any) -> Json:
    """Return a tool of a node with exactly the printed fields."""
    assert set(names) == values.keys()
    return {name: values[name] for name in names}


def test_printed_tools_reach_the_model_unless_off(
    api_user: ApiUser, model: str, aimock: Aimock, web: LoopbackServer
) -> None:
    names = re.findall(r"^\s+(\w+): ", block("002", TOOLS, 0), re.MULTILINE)
    assert ".filter(t => t.enabled)" in block("002", "任务 1.2: 修复 tools[] 到 enabledTools[] 的转换")
    tools = [
        tool_of(names, id=f"tool_{name}", type="http-request", name=name, enabled=name == "Shop", config={"url": ITEMS})
        for name in ("Shop", "Stock")
    ]
    aimock.script(calls(("shop", {})), text_reply("Done."))
    ran = api_user.ask(model, tools=tools)
    assert ran.run["status"] == "succeeded", ran.error
    assert offered(aimock.bodies()[0]) == ["shop"]
    assert [request.path for request in web.received] == ["/items"]


@pytest.mark.parametrize(("heading", "index"), FIELDS)
def test_the_ai_node_has_the_printed_fields(api_user: ApiUser, heading: str, index: int) -> None:
    (ai,) = (one for one in done(api_user.api.get("/api/node-types/")) if one["id"] == "process")
    printed = fields(block("002", heading, index))
    assert len(printed) >= 2
    assert set(printed) <= ai["config_schema"]["properties"].keys()


def test_the_printed_tool_choices_can_be_saved(api_user: ApiUser) -> None:
    text = block("002", CONFIG, 1)
    choices = re.findall(r"'(\w+)'", text[text.index("toolChoice") :])
    assert choices == ["auto", "none", "required"]
    for choice in choices:
        api_user.workflow(chain(node("ai", "process", {"userPrompt": "Go", "toolChoice": choice})))


def test_the_prompt_lists_tools_as_printed(api_user: ApiUser, model: str, aimock: Aimock) -> None:
    better = block("002", "问题 6: 提示词中的工具说明过于简单", 1)
    assert "`- ${t.name}: ${t.description}`" in better
    aimock.script(text_reply("Hello."))
    api_user.ask(model, enabledTools=["system:get_current_time"])
    body = aimock.bodies()[0]
    (tool,) = body["tools"]
    line = f"- {tool['function']['name']}: {tool['function']['description']}"
    assert line in body["messages"][0]["content"].splitlines()


def test_results_go_back_in_the_printed_form(api_user: ApiUser, aimock: Aimock) -> None:
    text = block("002", "问题 7: 工具调用消息格式处理可能不兼容", 1)
    names = re.findall(r"^\s+(\w+):", text, re.MULTILINE)
    assert names == ["role", "tool_call_id", "content"]
    aimock.script(calls(("sys_get_current_time", {})), text_reply("Late."))
    api_user.ask(api_user.provider("openai", aimock.openai_url), enabledTools=["system:get_current_time"])
    last = aimock.bodies()[1]["messages"][-1]
    assert (set(last), last["role"]) == (set(names), re.findall(r"role: '(\w+)'", text)[0])
    assert json.loads(last["content"])["success"] is True


@pytest.mark.parametrize(
    ("choice", "kind"),
    re.findall(r"toolChoice === '(\w+)'\) \{\s+claudeToolChoice = \{ type: '(\w+)' \}", block("002", CHOICE)),
)
def test_claude_is_sent_the_printed_choices(api_user: ApiUser, choice: str, kind: str) -> None:
    with stream_server(named_sse(*message("In words."))) as server:
        provider = api_user.provider("anthropic", server.url.removesuffix("/v1"))
        ran = api_user.ask(provider, enabledTools=["system:get_current_time"], toolChoice=choice)
    assert ran.run["status"] == "succeeded", ran.error
    assert server.bodies[0]["tool_choice"] == {"type": kind}


def test_the_printed_enabled_tools_work(api_user: ApiUser, model: str, aimock: Aimock, web: LoopbackServer) -> None:
    found = re.search(r"`enabledTools: \['(\w+)'\]`", seed_text("002"))
    assert found is not None
    name = found[1]
    aimock.script(calls((name, {"url": ITEMS, "method": "POST", "body": {"kind": "tea"}})), text_reply("Sent."))
    ran = api_user.ask(model, enabledTools=[name])
    assert (ran.run["status"], ran.payloads("tool_skipped")) == ("succeeded", []), ran.error
    assert offered(aimock.bodies()[0]) == [name]
    assert [(request.method, request.json()) for request in web.received] == [("POST", {"kind": "tea"})]
    (result,) = received_results(aimock.bodies()[1])
    assert result["success"]


def test_a_name_that_stands_for_several_tools_is_left_out_with_the_true_reason(
    api_user: ApiUser, model: str, aimock: Aimock
) -> None:
    (name,) = set(executors_named()) - {"http_request"}
    aimock.script(text_reply("Without it."))
    ran = api_user.ask(model, enabledTools=[name])
    (skipped,) = ran.payloads("tool_skipped")
    reason = skipped["message"]["en"]
    assert (skipped["code"], ran.run["status"]) == ("misconfigured", "succeeded")
    assert all(words in reason for words in (name, "notification-feishu", "Save one of them under Tools"))
    document = chain(node("ai", "process", {"userPrompt": "Go", "enabledTools": [name]}))
    graph = done(api_user.api.get(f"/api/workflows/{api_user.workflow(document)}/graph/"))
    (problem,) = graph["problems"]
    assert (problem["code"], problem["message"]["en"]) == ("tool_misconfigured", reason)


@pytest.mark.parametrize(
    ("name", "words"), [("custom", "Fill in"), ("code_runner", "Fill in"), ("nobody_knows_it", "does not exist")]
)
def test_a_name_without_what_it_needs_is_left_out_with_the_true_reason(
    api_user: ApiUser, model: str, aimock: Aimock, name: str, words: str
) -> None:
    aimock.script(text_reply("Without it."))
    ran = api_user.ask(model, enabledTools=[name])
    (skipped,) = ran.payloads("tool_skipped")
    assert words in skipped["message"]["en"]
