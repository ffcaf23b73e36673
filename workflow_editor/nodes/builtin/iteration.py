"""Iteration: runs its body once for each item of a list."""

from collections.abc import Iterable, Sequence
from typing import Any

from tools.core.call.summary import SummaryText
from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import ConfigProblem, Example, OutputField
from workflow_editor.nodes.containers import MAX_ITEMS, ContainerConfig, ContainerNode, ItemErrorStrategy, PassEnd
from workflow_editor.nodes.lookup import json_in
from workflow_editor.nodes.meanings import NULL_IS_MISSING
from workflow_editor.nodes.ports import Variables

MAX_WIDTH = 50


class IterationConfig(ContainerConfig):
    items: str = form_field(
        "Items",
        "A variable with a list, e.g. {{ nodes.search.results }}, or a list as JSON.",
        default="",
        widget="template",
    )
    output: str = form_field(
        "Result of one item",
        "The value that each item adds to the results. By default, the output of the last nodes inside.",
        default="",
        widget="template",
        in_pass=True,
    )
    width: int = form_field(
        "Max parallel items",
        "How many items are processed at the same time. 1: one after the other.",
        default=1,
        ge=1,
        le=MAX_WIDTH,
    )
    on_item_error: ItemErrorStrategy = form_field(
        "When an item fails",
        default="fail_fast",
        enum_labels={
            "fail_fast": Text("Stop and fail"),
            "continue": Text("Continue with null for this item"),
            "collect": Text("Continue without this item"),
        },
    )


class IterationNode(ContainerNode[IterationConfig]):
    """Runs the nodes inside once for each item and collects the results in the order of the items."""

    id = "iteration"
    category = "logic"
    icon = "repeat"
    title = Text("Iteration")
    help = Text("Runs the nodes inside for each item of a list.")
    keywords = Text("for each, map, list, batch, parallel, every item, each row")
    summary = (
        (
            SummaryText(Text("for each of {items}")),
            SummaryText(Text("No list yet"), missing=True),
        ),
    )
    needs = (ConfigProblem("items_missing", "/items", Text("Choose a list.")),)
    has_known_fields = True
    output_fields = (
        OutputField("results", "array", Text("Results")),
        OutputField("count", "number", Text("Number of items")),
        OutputField("errors", "array", Text("Failed items")),
    )
    pass_fields = (
        OutputField("item", "any", Text("Item")),
        OutputField("index", "number", Text("Index from 0")),
        OutputField("total", "number", Text("Number of items")),
        OutputField("isFirst", "boolean", Text("First item")),
        OutputField("isLast", "boolean", Text("Last item")),
    )
    example = Example(
        Text("Greets everyone, with a template “greet” inside."),
        config={"items": "{{ inputs.names }}", "output": "{{ nodes.greet.text }}"},
        inputs={"names": ["Ada", "Bo"]},
        output={"results": ["Hello Ada", "Hello Bo"], "count": 2, "errors": []},
    )

    def width(self, config: IterationConfig) -> int:
        return config.width

    def on_item_error(self, config: IterationConfig) -> ItemErrorStrategy:
        return config.on_item_error

    def items(self, config: IterationConfig, variables: Variables) -> Sequence[Any]:
        found = variables.value(config.items)
        if found is None and variables.version >= NULL_IS_MISSING:
            # Services in Go write an empty list so; the List node reads it as one, too.
            return ()
        if isinstance(found, str):
            found = json_in(found)
        if not isinstance(found, list):
            raise NodeError(Text("The items are not a list. Choose a list."), code="items_invalid")
        if len(found) > MAX_ITEMS:
            text = Text(
                "There are {count:,} items, but at most {max_items:,} are possible. Split the list into parts.",
                count=len(found),
                max_items=MAX_ITEMS,
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
            if one.exit != "continue" and (one.error is None or not leaves_out):
                results.append(one.value)
        return {"results": results, "count": count, "errors": errors}
