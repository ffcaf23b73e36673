"""Loop: runs its body again and again, while or until a condition holds, or a number of times."""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from tools.core.call.summary import SummaryText
from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import ConfigProblem, Example, OutputField
from workflow_editor.nodes.containers import MAX_PASSES, ContainerConfig, ContainerNode, PassEnd
from workflow_editor.nodes.ports import Variables

_WITH_CONDITION = ["while", "until"]
_SO_FAR = "{{ nodes.loop.last | default: '' }}"


class LoopConfig(ContainerConfig):
    mode: Literal["while", "until", "times"] = form_field(
        "Repeat",
        default="times",
        enum_labels={
            "while": Text("While a condition holds"),
            "until": Text("Until a condition holds"),
            "times": Text("A number of times"),
        },
    )
    condition: str = form_field(
        "Condition",
        "CEL, checked between passes, e.g. nodes.loop.last.score < 8. index counts the passes so far; "
        "last is the result of the latest one, or null before the first.",
        default="",
        widget="cel",
        show_if={"mode": _WITH_CONDITION},
        in_pass=True,
    )
    times: int = form_field("Times", default=3, ge=0, le=MAX_PASSES, show_if={"mode": ["times"]})
    max_passes: int = form_field(
        "Max passes",
        "How many passes the loop can run.",
        default=100,
        ge=1,
        le=MAX_PASSES,
        show_if={"mode": _WITH_CONDITION},
    )
    on_limit: Literal["fail", "continue"] = form_field(
        "When the limit is reached",
        "Fail, or continue with the result of the last pass.",
        default="fail",
        enum_labels={"fail": Text("Fail"), "continue": Text("Continue")},
        show_if={"mode": _WITH_CONDITION},
    )
    output: str = form_field(
        "Result of one pass",
        Text(
            "The value of last in the next pass; by default, the output of the last nodes inside. In the "
            "first pass, last is null: write {so_far} to start with an empty text.",
            so_far=_SO_FAR,
        ),
        default="",
        widget="template",
        in_pass=True,
    )
    keep_results: bool = form_field(
        "Keep all results", "Adds the list “results” to the output, with one entry per pass.", default=False
    )


class LoopNode(ContainerNode[LoopConfig]):
    """Runs the nodes inside in passes, one after the other; each sees the result of the one before as `last`."""

    id = "loop"
    category = "logic"
    icon = "rotate-clockwise"
    title = Text("Loop")
    help = Text("Repeats the nodes inside.")
    keywords = Text("while, repeat, until, for")
    summary = (
        (
            SummaryText(Text("Passes: {times}"), when={"mode": ["times"]}),
            SummaryText(Text("while {condition}"), when={"mode": ["while"]}),
            SummaryText(Text("until {condition}")),
            SummaryText(Text("No condition yet"), missing=True),
        ),
    )
    needs = (ConfigProblem("expression_missing", "/condition", Text("Enter the condition.")),)
    has_known_fields = True
    output_fields = (
        OutputField("result", "any", Text("Result of the last pass")),
        OutputField("results", "array", Text("Results of all passes")),
        OutputField("count", "number", Text("Number of passes")),
    )
    pass_fields = (
        OutputField("index", "number", Text("Index from 0")),
        OutputField("last", "any", Text("Result of the previous pass, null in the first pass")),
    )
    example = Example(
        Text(
            "Adds an x three times, with a template “add” inside: {so_far}x. In the first pass last is null.",
            so_far=_SO_FAR,
        ),
        config={"mode": "times", "times": 3, "output": "{{ nodes.add.text }}"},
        output={"result": "xxx", "count": 3},
    )

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
                "The loop has not finished when “Max passes” ({max_passes:,}) was reached. Change its condition, "
                "raise the limit, or let it continue there.",
                max_passes=config.max_passes,
            )
            raise NodeError(text, code="loop_limit_reached", details={"limit": config.max_passes})
        return True

    def _wants_more(self, config: LoopConfig, variables: Variables, index: int) -> bool:
        if config.mode == "until" and index == 0:
            return True
        holds = variables.evaluate(config.condition)
        if not isinstance(holds, bool):
            text = Text("The condition must be true or false, but it returns {holds}.", holds=repr(holds))
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
            count += 1
            if one.exit == "continue":
                continue
            result = one.value
            if config.keep_results:
                results.append(one.value)
        output = {"result": result, "count": count}
        return {**output, "results": results} if config.keep_results else output
