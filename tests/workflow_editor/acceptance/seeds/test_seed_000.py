"""Seed 000: what it prints of the result of a tool, of the prompt and of how a workflow stops."""

import json
import re
from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.doubles.aimock import Aimock
from tests.seeds import block, failure_marker, seed_text
from tests.workflow_editor.acceptance.api_user import ApiUser, done, text_reply
from tools.core import envelope

Json = dict[str, Any]
RESULTS = ["1. 查询操作成功（有数据）", "2. 查询操作失败或无数据", "3. 保存操作成功", "4. 操作失败"]
CALL = re.compile(r'ToolExecutionResult\.(\w+)\((?:"(\w+)"|\w+), "([^"]+)"\)')


def snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def printed_result(heading: str) -> Json:
    text = block("000", heading)
    result: Json = json.loads(text[text.index("{") :].replace("[...]", "[1]").replace("{...}", '{"id": 1}'))
    return result


def tried(api_user: ApiUser, value: Any) -> Json:
    """Return the result of a script that returns the value, tried over HTTP."""
    tool = api_user.tool("custom", {"script": repr(value)})
    report = done(api_user.api.post(f"/api/tools/configs/{tool['id']}/test/", {"mode": "live"}))
    result: Json = report["result"]
    return result


@pytest.mark.parametrize("heading", RESULTS)
def test_the_helpers_make_what_is_printed(heading: str) -> None:
    result = printed_result(heading)
    call = CALL.search(block("000", heading))
    assert call is not None
    name, operation, message = call.groups()
    made = getattr(envelope, snake(name))(operation or result["data"], message).to_json()
    assert made.items() >= result.items()


@pytest.mark.parametrize("as_text", [False, True])
@pytest.mark.parametrize("heading", RESULTS)
def test_a_script_may_return_what_is_printed(api_user: ApiUser, heading: str, as_text: bool) -> None:
    result = printed_result(heading)
    value = json.dumps(result, ensure_ascii=False) if as_text else result
    assert tried(api_user, value).items() >= result.items()


def test_every_result_has_the_printed_fields(api_user: ApiUser) -> None:
    fields = re.findall(r'^\s+"(\w+)":', block("000", "ToolExecutionResult"), re.MULTILINE)
    assert fields == ["success", "operationType", "data", "message", "metadata"]
    assert list(tried(api_user, 1))[:5] == fields


def test_null_becomes_the_printed_failure(api_user: ApiUser) -> None:
    printed = re.search(r"若返回 null，转换为 `(\{.*\})`", seed_text("000"))
    assert printed is not None
    expected = json.loads(printed[1])
    made = tried(api_user, None)
    assert {name: made[name] for name in ("success", "operationType")} == {
        name: expected[name] for name in ("success", "operationType")
    }
    assert made["message"]


@pytest.mark.parametrize(
    ("heading", "ui_type"),
    [
        ("示例 1：查询类工具（GitHub Trending）", "github-trending"),
        ("示例 2：保存类工具（Blog Save）", "blog-save"),
        ("示例 3：查询类工具（Database Query）", "database-query"),
    ],
)
def test_the_tools_that_are_printed_do_the_printed_kind_of_work(
    alice_api: APIClient, heading: str, ui_type: str
) -> None:
    kinds = set(re.findall(r'ToolExecutionResult\.(?:empty|failure)\("(\w+)"', block("000", heading)))
    (entry,) = (one for one in done(alice_api.get("/api/tools/types/")) if one["type"] == ui_type)
    assert {entry["operation"]} == kinds


def test_the_prompt_of_a_step_with_tools_gains_the_printed_rules(api_user: ApiUser, model: str, aimock: Aimock) -> None:
    rules = block("000", "工作流System Prompt增强")
    assert f'请直接回复 "{failure_marker()}"' in rules
    aimock.script(text_reply("好的。"))
    api_user.ask(model, enabledTools=["system:get_current_time"], userPrompt="现在几点？")
    prompt = aimock.bodies()[0]["messages"][0]["content"]
    assert all(f'"{field}"' in prompt for field in re.findall(r'^\s+"(\w+)":', rules, re.MULTILINE))
    assert failure_marker() in prompt


def test_the_printed_reply_stops_the_workflow(api_user: ApiUser, model: str, aimock: Aimock) -> None:
    assert f'"{failure_marker()}".equals' in block("000", "工作流停止逻辑")
    aimock.script(text_reply(failure_marker()))
    ran = api_user.ask(model)
    assert (ran.run["status"], ran.error["code"]) == ("failed", "tool_execution_failed")


def test_the_functions_that_are_used_in_print_work_on_text() -> None:
    names = set(re.findall(r"ToolResultProcessor\.(\w+)\(", block("000", "使用示例")))
    assert names == {"isSuccess", "extractData", "isEmpty", "getMessage"}
    found = {name: getattr(envelope, snake(name)) for name in names}
    good, bad = (json.dumps(printed_result(heading)) for heading in RESULTS[:2])
    assert (found["isSuccess"](good), found["extractData"](good)) == (True, [1])
    assert (found["isEmpty"](bad), found["getMessage"](bad)) == (True, printed_result(RESULTS[1])["message"])
