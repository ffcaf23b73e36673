"""Iteration: runs its body once for each item of a list."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from pydantic import Field

from tools.core.definitions import JsonObject, Text
from tools.core.summary import SummaryText
from tools.executors.contract.schema import ui
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import Category, ConfigProblem, Example, OutputField
from workflow_editor.nodes.containers import MAX_ITEMS, ContainerConfig, ContainerNode, ItemErrorStrategy, PassEnd
from workflow_editor.nodes.lookup import json_in
from workflow_editor.nodes.ports import Variables

MAX_WIDTH = 50


class IterationConfig(ContainerConfig):
    """The list, and how to go through it."""

    items: str = Field(
        default="",
        json_schema_extra=ui(
            "Items",
            "列表",
            "A variable that holds a list, e.g. {{ nodes.search.results }}, or a list as JSON text.",
            "值为列表的变量，例如 {{ nodes.search.results }}，或 JSON 格式的列表。",
            widget="template",
        ),
    )
    output: str = Field(
        default="",
        json_schema_extra=ui(
            "Result of one item",
            "单项结果",
            "The value that each item adds to the results. Empty: the output of the last nodes inside.",
            "每一项写入结果的内容；留空则为内部最后节点的输出。",
            widget="template",
            in_pass=True,
        ),
    )
    width: int = Field(
        default=1,
        ge=1,
        le=MAX_WIDTH,
        json_schema_extra=ui(
            "Max parallel items",
            "并行数量",
            "How many items are processed at the same time; 1 means one after the other.",
            "同时处理的项数；1 表示逐项处理。",
        ),
    )
    on_item_error: ItemErrorStrategy = Field(
        default="fail_fast",
        json_schema_extra=ui(
            "When an item fails",
            "单项失败时",
            enum_labels={
                "fail_fast": Text("Stop and fail", "立即停止并失败"),
                "continue": Text("Continue, with null in its place", "继续，其结果为 null"),
                "collect": Text("Continue, and leave it out", "继续，并略去该项"),
            },
        ),
    )


class IterationNode(ContainerNode[IterationConfig]):
    """Runs the nodes inside once for each item and collects the results in the order of the items."""

    id = "iteration"
    category: ClassVar[Category] = "logic"
    icon = "repeat"
    title = Text("Iteration", "遍历")
    help = Text("Runs the nodes inside for each item of a list.", "对列表中的每一项运行内部节点。")
    summary = (
        (
            SummaryText(Text("for each of {items}", "遍历 {items}")),
            SummaryText(Text("No list yet", "还没有列表"), missing=True),
        ),
    )
    output_fields = (
        OutputField("results", "array", Text("Results", "结果列表")),
        OutputField("count", "number", Text("Number of items", "项数")),
        OutputField("errors", "array", Text("Failed items", "失败的项")),
    )
    pass_fields = (
        OutputField("item", "any", Text("Item", "当前项")),
        OutputField("index", "number", Text("Index from 0", "序号（从 0 开始）")),
        OutputField("total", "number", Text("Number of items", "项数")),
        OutputField("isFirst", "boolean", Text("First item", "是否第一项")),
        OutputField("isLast", "boolean", Text("Last item", "是否最后一项")),
    )
    config_model = IterationConfig
    example = Example(
        Text("Greets everybody, with a template “greet” inside.", "内部放一个文本模板“greet”，逐个问候。"),
        config={"items": "{{ inputs.names }}", "output": "{{ nodes.greet.text }}"},
        inputs={"names": ["Ada", "Bo"]},
        output={"results": ["Hello Ada", "Hello Bo"], "count": 2, "errors": []},
    )

    def problems(self, config: IterationConfig) -> Sequence[ConfigProblem]:
        if config.items.strip():
            return ()
        return (ConfigProblem("items_missing", "/items", Text("Choose a list.", "请选择列表。")),)

    def templates(self, config: IterationConfig) -> Iterable[str]:
        return (config.items,)

    def width(self, config: IterationConfig) -> int:
        return config.width

    def on_item_error(self, config: IterationConfig) -> ItemErrorStrategy:
        return config.on_item_error

    def items(self, config: IterationConfig, variables: Variables) -> Sequence[Any]:
        found = variables.value(config.items)
        if isinstance(found, str):
            found = json_in(found)
        if not isinstance(found, list):
            raise NodeError(Text("The items are not a list.", "“列表”的值不是列表。"), code="items_invalid")
        if len(found) > MAX_ITEMS:
            text = Text(
                f"There are {len(found):,} items; at most {MAX_ITEMS:,} are possible. Split the list into parts.",
                f"共有 {len(found):,} 项，最多支持 {MAX_ITEMS:,} 项。请将列表拆分后分批处理。",
            )
            raise NodeError(text, code="too_many_items", details={"count": len(found), "limit": MAX_ITEMS})
        return found

    def goes_on(self, config: IterationConfig, variables: Variables, index: int) -> bool:
        return False

    def pass_value(self, index: int, total: int | None, item: Any) -> JsonObject:
        return {
            "item": item,
            "index": index,
            "total": total,
            "isFirst": index == 0,
            "isLast": total is not None and index == total - 1,
        }

    def pass_template(self, config: IterationConfig) -> str:
        return config.output

    def output(self, config: IterationConfig, passes: Iterable[PassEnd]) -> JsonObject:
        leaves_out = config.on_item_error == "collect"
        results: list[Any] = []
        errors: list[JsonObject] = []
        count = 0
        for one in passes:
            count += 1
            if one.error is not None:
                errors.append({"index": one.index, "code": one.error["code"], "message": one.error["message"]})
            if one.error is None or not leaves_out:
                results.append(one.value)
        return {"results": results, "count": count, "errors": errors}
