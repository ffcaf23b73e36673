"""Every example that the seeds print is used by a test, or a reason says why it is not."""

import re
from pathlib import Path

import pytest

from tests.seeds import SEEDS, Block, blocks, seed_text

ROOT = Path(__file__).parents[2]
FOLDER = "tests/workflow_editor/acceptance/seeds"
CHECKLIST = "tests/workflow_editor/acceptance/checklist"
USED: dict[str, dict[str, str]] = {
    # by seed: heading and index of the block, and the test that reads it
    "000": {
        "ToolExecutionResult 0": "test_every_result_has_the_printed_fields",
        "1. 查询操作成功（有数据） 0": "test_the_helpers_make_what_is_printed",
        "2. 查询操作失败或无数据 0": "test_the_helpers_make_what_is_printed",
        "3. 保存操作成功 0": "test_the_helpers_make_what_is_printed",
        "4. 操作失败 0": "test_the_helpers_make_what_is_printed",
        "示例 1：查询类工具（GitHub Trending） 0": "test_the_tools_that_are_printed_do_the_printed_kind_of_work",
        "示例 2：保存类工具（Blog Save） 0": "test_the_tools_that_are_printed_do_the_printed_kind_of_work",
        "示例 3：查询类工具（Database Query） 0": "test_the_tools_that_are_printed_do_the_printed_kind_of_work",
        "工作流System Prompt增强 0": "test_the_prompt_of_a_step_with_tools_gains_the_printed_rules",
        "工作流停止逻辑 0": "test_the_printed_reply_stops_the_workflow",
        "使用示例 0": "test_the_functions_that_are_used_in_print_work_on_text",
    },
    "001": {
        "标准响应格式 0": "test_a_result_in_the_second_form_has_the_printed_fields",
        "成功返回 0": "test_the_printed_functions_are_tools",
        "错误返回 0": "test_the_printed_functions_are_tools",
        "使用 ResultFormatter 0": "test_the_printed_functions_are_tools",
        "辅助函数 0": "test_the_printed_helpers_are_ours",
        "自动格式化 0": "test_meta_is_added_as_printed",
        "1. 始终返回 code 0": "test_a_result_without_a_code_is_data",
        "2. 提供有意义的错误信息 0": "test_the_printed_message_reaches_the_caller",
        "3. 使用适当的错误码 0": "test_the_printed_codes_are_those_of_their_causes",
    },
    "002": {
        "问题 1: UI 工具配置与后端执行器不匹配 0": "test_every_printed_type_has_an_executor",
        "问题 1: UI 工具配置与后端执行器不匹配 1": "test_every_printed_type_has_an_executor",
        "问题 3: UI 配置的 tools[] 未被正确转换为 enabledTools[] 0": "test_printed_tools_reach_the_model_unless_off",
        "问题 3: UI 配置的 tools[] 未被正确转换为 enabledTools[] 1": "test_the_ai_node_has_the_printed_fields",
        "问题 5: ProcessNodeConfigData 类型定义不完整 0": "test_the_ai_node_has_the_printed_fields",
        "问题 5: ProcessNodeConfigData 类型定义不完整 1": "test_the_printed_tool_choices_can_be_saved",
        "问题 6: 提示词中的工具说明过于简单 1": "test_the_prompt_lists_tools_as_printed",
        "问题 7: 工具调用消息格式处理可能不兼容 1": "test_results_go_back_in_the_printed_form",
        "问题 8: Claude 工具调用格式转换不完整 0": "test_claude_is_sent_the_printed_choices",
        "任务 1.1: 统一工具名称映射 0": "test_names_are_mapped_as_printed",
        "任务 1.2: 修复 tools[] 到 enabledTools[] 的转换 0": "test_printed_tools_reach_the_model_unless_off",
        "任务 2.1: 更新 ProcessNodeConfigData 类型 0": "test_the_ai_node_has_the_printed_fields",
        "4. 更新 ProcessNodeConfigData 类型 (已完成) 0": "test_the_ai_node_has_the_printed_fields",
    },
    "003": {
        "Complete Flow 0": "test_the_drawn_conversation_takes_place",
        "Permission Check Flow 0": "test_a_role_is_offered_the_tools_that_the_example_allows",
        "Iteration Control 0": "test_the_rounds_end_as_drawn",
    },
    "004": {
        "2.2. 基于命名空间的工具来源识别 0": "test_the_printed_profile_comes_in_and_what_it_lacks_is_reported",
        "2.3.1. 示例 0": "test_the_printed_interface_comes_in_and_gives_the_printed_schema",
        "2.3.1. 示例 1": "test_the_printed_interface_comes_in_and_gives_the_printed_schema",
    },
}  # fmt: skip
_FAULT = "the code that the seed calls faulty; the block after it, or the task that mends it, is used"
_START = "how the program of the seed registers its tools at its start; ours does in tools/executors/registry.py"
REASONS = {
    "002 2.1 工具调用核心流程 0": "a drawing of steps, each of which other blocks print",
    "002 问题 4: 工具初始化时机不确定 0": _START,
    "002 任务 2.2: 确保工具初始化 0": _START,
    "002 问题 6: 提示词中的工具说明过于简单 0": _FAULT,
    "002 问题 7: 工具调用消息格式处理可能不兼容 0": _FAULT,
    "002 任务 1.3: 修复工具调用结果消息格式 0": "calls the function whose result problem 7 prints",
    "003 Error Handling Flow 0": "Java that puts class and text of an exception into the result; ours does so only "
    "when debugging (tests/tools/calls/test_calls.py), and the apology is the words of a model",
    "003 Data Flow 0": "a drawing of what Complete Flow prints",
    "004 2.4.1. Mermaid 时序图 0": "a drawing of steps; tests/workflow_editor/agent_runtime/test_wires.py takes them",
}
ALL = [one for seed in SEEDS for one in blocks(seed)]


def test_every_block_is_used_or_has_a_reason() -> None:
    listed = [f"{seed} {key}" for seed, rows in USED.items() for key in rows] + list(REASONS)
    assert sorted(listed) == sorted(one.key for one in ALL)
    assert len(ALL) == 48


@pytest.mark.parametrize(
    ("block", "test"),
    [(one, USED[one.seed][f"{one.heading} {one.index}"]) for one in ALL if one.key not in REASONS],
    ids=lambda value: value.key if isinstance(value, Block) else "",
)
def test_the_test_reads_the_block_from_the_seed(block: Block, test: str) -> None:
    source = (ROOT / FOLDER / f"test_seed_{block.seed}.py").read_text()
    assert re.search(rf"^def {test}\(", source, re.MULTILINE)
    assert f'"{block.heading}"' in source


def test_every_line_of_the_checklist_is_a_scenario() -> None:
    lines = re.findall(r"^- \[ \] (.+)$", seed_text("002"), re.MULTILINE)
    scenarios = "\n".join(path.read_text() for path in (ROOT / CHECKLIST).glob("test_*.py"))
    assert len(lines) == 8
    assert [line for line in lines if f'"""{line}' not in scenarios] == []
