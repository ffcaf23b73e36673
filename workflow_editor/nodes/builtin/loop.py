"""Loop: runs its body again and again, while or until a condition holds, or a number of times."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Literal

from pydantic import Field

from tools.core.definitions import JsonObject, Text
from tools.core.summary import SummaryText
from tools.executors.contract.schema import ui
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import Category, ConfigProblem, Example, OutputField
from workflow_editor.nodes.containers import MAX_PASSES, ContainerConfig, ContainerNode, PassEnd
from workflow_editor.nodes.ports import Variables

_WITH_CONDITION = ["while", "until"]
_SO_FAR = "{{ nodes.loop.last | default: '' }}"


class LoopConfig(ContainerConfig):
    """When to go on."""

    mode: Literal["while", "until", "times"] = Field(
        default="times",
        json_schema_extra=ui(
            "Repeat",
            "重复方式",
            enum_labels={
                "while": Text("While a condition holds", "条件成立时继续"),
                "until": Text("Until a condition holds", "直到条件成立"),
                "times": Text("A number of times", "固定次数"),
            },
        ),
    )
    condition: str = Field(
        default="",
        json_schema_extra=ui(
            "Condition",
            "条件",
            "CEL, checked between the passes, e.g. nodes.loop.last.score < 8. index counts the passes so far; last "
            "is the result of the newest one, null before the first.",
            "CEL 表达式，在两轮之间判断，例如 nodes.loop.last.score < 8。"
            "index 为已完成的轮数；last 为最近一轮的结果，首轮之前为 null。",
            widget="cel",
            show_if={"mode": _WITH_CONDITION},
            in_pass=True,
        ),
    )
    times: int = Field(
        default=3,
        ge=0,
        le=MAX_PASSES,
        json_schema_extra=ui("Times", "次数", show_if={"mode": ["times"]}),
    )
    max_passes: int = Field(
        default=100,
        ge=1,
        le=MAX_PASSES,
        json_schema_extra=ui(
            "Max passes",
            "最多轮数",
            "How many passes the loop may make.",
            "循环允许的最多轮数。",
            show_if={"mode": _WITH_CONDITION},
        ),
    )
    on_limit: Literal["fail", "continue"] = Field(
        default="fail",
        json_schema_extra=ui(
            "When the limit is reached",
            "达到上限时",
            "Fail, or continue after the loop with the result of the last pass.",
            "使循环失败，或以最后一轮的结果继续后续节点。",
            enum_labels={"fail": Text("Fail", "失败"), "continue": Text("Continue", "继续")},
            show_if={"mode": _WITH_CONDITION},
        ),
    )
    output: str = Field(
        default="",
        json_schema_extra=ui(
            "Result of one pass",
            "单轮结果",
            "What the next pass sees as last. Empty: the output of the last nodes inside. Before the first pass last "
            f"is null: nodes inside write {_SO_FAR} to begin with an empty text.",
            "下一轮中 last 的值；留空则为内部最后节点的输出。"
            f"首轮之前 last 为 null，内部节点可写 {_SO_FAR}，以空文本开始。",
            widget="template",
            in_pass=True,
        ),
    )
    keep_results: bool = Field(
        default=False,
        json_schema_extra=ui(
            "Keep all results",
            "保留每轮结果",
            "Adds the list results with one entry per pass to the output.",
            "在输出中加入列表 results，每轮一项。",
        ),
    )


class LoopNode(ContainerNode[LoopConfig]):
    """Runs the nodes inside in passes, one after the other; each sees the result of the one before as `last`."""

    id = "loop"
    category: ClassVar[Category] = "logic"
    icon = "rotate-clockwise"
    title = Text("Loop", "循环")
    help = Text("Repeats the nodes inside.", "反复运行内部节点。")
    summary = (
        (
            SummaryText(Text("{times} times", "{times} 次"), when={"mode": ["times"]}),
            SummaryText(Text("while {condition}", "当 {condition}"), when={"mode": ["while"]}),
            SummaryText(Text("until {condition}", "直到 {condition}")),
            SummaryText(Text("No condition yet", "还没有条件"), missing=True),
        ),
    )
    output_fields = (
        OutputField("result", "any", Text("Result of the last pass", "最后一轮的结果")),
        OutputField("results", "array", Text("Results of all passes", "每轮结果")),
        OutputField("count", "number", Text("Number of passes", "轮数")),
    )
    pass_fields = (
        OutputField("index", "number", Text("Index from 0", "序号（从 0 开始）")),
        OutputField("last", "any", Text("Result of the previous pass, null in the first", "上一轮的结果，首轮为 null")),
    )
    config_model = LoopConfig
    example = Example(
        Text(
            f"Adds an x three times, with a template “add” inside: {_SO_FAR}x. In the first pass last is null.",
            f"内部放一个文本模板“add”，内容为 {_SO_FAR}x，重复三次加上 x。首轮中 last 为 null。",
        ),
        config={"mode": "times", "times": 3, "output": "{{ nodes.add.text }}"},
        output={"result": "xxx", "count": 3},
    )

    def problems(self, config: LoopConfig) -> Sequence[ConfigProblem]:
        if config.mode == "times" or config.condition.strip():
            return ()
        return (ConfigProblem("expression_missing", "/condition", Text("Write the condition.", "请填写条件。")),)

    def items(self, config: LoopConfig, variables: Variables) -> None:
        return None

    def goes_on(self, config: LoopConfig, variables: Variables, index: int) -> bool:
        if config.mode == "times":
            return index < config.times
        if not self._wants_more(config, variables, index):
            return False
        if index >= config.max_passes and config.on_limit == "continue":
            return False
        if index >= config.max_passes:
            text = Text(
                f"The loop is not done after {config.max_passes:,} passes. Change its condition, raise “Max passes”, "
                "or set it to continue.",
                f"循环在 {config.max_passes:,} 轮后仍未结束。请修改条件、调大“最多轮数”，或设为继续。",
            )
            raise NodeError(text, code="loop_limit_reached", details={"limit": config.max_passes})
        return True

    def _wants_more(self, config: LoopConfig, variables: Variables, index: int) -> bool:
        if config.mode == "until" and index == 0:
            return True
        holds = variables.evaluate(config.condition)
        if not isinstance(holds, bool):
            text = Text(
                f"The condition must be true or false, but it gives {holds!r}.",
                f"条件的结果必须是 true 或 false，实际为 {holds!r}。",
            )
            raise NodeError(text, code="condition_not_boolean")
        return holds if config.mode == "while" else not holds

    def pass_value(self, index: int, total: int | None, item: Any) -> JsonObject:
        return {"index": index, "last": item}

    def pass_template(self, config: LoopConfig) -> str:
        return config.output

    def body_expressions(self, config: LoopConfig) -> Iterator[str]:
        if config.mode != "times":
            yield config.condition

    def output(self, config: LoopConfig, passes: Iterable[PassEnd]) -> JsonObject:
        result: Any = None
        results: list[Any] = []
        count = 0
        for one in passes:
            count, result = count + 1, one.value
            if config.keep_results:
                results.append(one.value)
        output = {"result": result, "count": count}
        return {**output, "results": results} if config.keep_results else output
