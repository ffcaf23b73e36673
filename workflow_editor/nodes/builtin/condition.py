"""Condition: goes on one of two ways."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal

from pydantic import Field

from tools.core.definitions import JsonObject, Text
from tools.core.summary import SummaryText
from tools.executors.contract.schema import ui
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import (
    Category,
    ConfigProblem,
    Example,
    NodeConfig,
    NodeOutcome,
    OutputField,
    Port,
    PureNode,
)
from workflow_editor.nodes.conditions import OPERATORS, OperatorName, holds
from workflow_editor.nodes.ports import Variables


class ConditionRow(NodeConfig):
    """One comparison; `variable` and `value` are templates."""

    variable: str = ""
    operator: OperatorName = Field(
        default="equals",
        json_schema_extra=ui("Condition", "条件", enum_labels={name: known.title for name, known in OPERATORS.items()}),
    )
    value: str = Field(
        default="",
        json_schema_extra=ui(
            "Value",
            "值",
            show_if={"operator": [name for name, known in OPERATORS.items() if known.takes_value]},
        ),
    )


class ConditionConfig(NodeConfig):
    """Rows of comparisons, or one expression."""

    mode: Literal["rows", "expression"] = Field(
        default="rows",
        json_schema_extra=ui(
            "Kind",
            "方式",
            enum_labels={"rows": Text("Comparisons", "逐行比较"), "expression": Text("Expression", "表达式")},
        ),
    )
    match: Literal["all", "any"] = Field(
        default="all",
        json_schema_extra=ui(
            "True when",
            "成立条件",
            show_if={"mode": ["rows"]},
            enum_labels={"all": Text("All rows are true", "全部满足"), "any": Text("Any row is true", "任一满足")},
        ),
    )
    rows: list[ConditionRow] = Field(
        default_factory=list,
        max_length=100,
        json_schema_extra=ui("Comparisons", "比较", widget="conditions", show_if={"mode": ["rows"]}),
    )
    expression: str = Field(
        default="",
        json_schema_extra=ui(
            "Expression",
            "表达式",
            "CEL over inputs and nodes, e.g. nodes.fetch.data.count > 3.",
            "基于 inputs 与 nodes 的 CEL 表达式，例如 nodes.fetch.data.count > 3。",
            widget="cel",
            show_if={"mode": ["expression"]},
        ),
    )


class ConditionNode(PureNode[ConditionConfig]):
    """Follows the `true` or the `false` port; what hangs on the other one is skipped."""

    id = "condition"
    category: ClassVar[Category] = "logic"
    icon = "git-branch"
    title = Text("Condition", "条件判断")
    help = Text("Takes one of two branches.", "根据条件走不同的分支。")
    summary = (
        (
            SummaryText(Text.verbatim("{expression}"), when={"mode": ["expression"]}),
            SummaryText(Text("No condition yet", "还没有条件"), when={"mode": ["expression"]}, missing=True),
            SummaryText(
                Text("{rows|first} or {rows|more} more", "{rows|first}，或另外 {rows|more} 条"), when={"match": ["any"]}
            ),
            SummaryText(Text("{rows|first} and {rows|more} more", "{rows|first}，且另外 {rows|more} 条")),
            SummaryText(Text.verbatim("{rows|first}")),
            SummaryText(Text("No condition yet", "还没有条件"), missing=True),
        ),
    )
    outputs: ClassVar[tuple[Port, ...]] = (Port("true", Text("True", "是")), Port("false", Text("False", "否")))
    output_fields = (OutputField("result", "boolean", Text("Outcome", "判断结果")),)
    config_model = ConditionConfig
    example = Example(
        Text("Lets adults through.", "只让成年人通过。"),
        config={"rows": [{"variable": "{{ inputs.age }}", "operator": "greaterOrEqual", "value": "18"}]},
        inputs={"age": 20},
        output={"result": True},
    )

    def problems(self, config: ConditionConfig) -> Sequence[ConfigProblem]:
        if config.mode == "expression":
            if config.expression.strip():
                return ()
            return (
                ConfigProblem("expression_missing", "/expression", Text("Write the expression.", "请填写表达式。")),
            )
        if not config.rows:
            return (ConfigProblem("condition_missing", "/rows", Text("Add a comparison.", "请添加比较条件。")),)
        return tuple(
            ConfigProblem(
                "variable_missing",
                f"/rows/{index}/variable",
                Text("Choose the value to compare.", "请选择要比较的变量。"),
            )
            for index, row in enumerate(config.rows)
            if not row.variable.strip()
        )

    def templates(self, config: ConditionConfig) -> Iterable[str]:
        if config.mode == "rows":
            for row in config.rows:
                yield row.variable
                if OPERATORS[row.operator].takes_value:
                    yield row.value

    def expressions(self, config: ConditionConfig) -> Iterable[str]:
        return (config.expression,) if config.mode == "expression" else ()

    def ports_of(self, output: JsonObject) -> tuple[str, ...]:
        return ("true",) if output.get("result") else ("false",)

    def evaluate(self, config: ConditionConfig, variables: Variables) -> NodeOutcome:
        if config.mode == "expression":
            result, inputs = _expression(config.expression, variables), {"expression": config.expression}
        else:
            result, inputs = _rows(config, variables)
        return NodeOutcome({"result": result}, ports=("true" if result else "false",), inputs=inputs)


def _expression(expression: str, variables: Variables) -> bool:
    result = variables.evaluate(expression)
    if not isinstance(result, bool):
        raise NodeError(
            Text(
                f"The expression must be true or false, but it gives {result!r}.",
                f"表达式的结果必须是 true 或 false，实际为 {result!r}。",
            ),
            code="condition_not_boolean",
        )
    return result


def _rows(config: ConditionConfig, variables: Variables) -> tuple[bool, JsonObject]:
    """Compare every row, so that a person who debugs sees all of them."""
    compared = []
    for row in config.rows:
        left = variables.value(row.variable)
        right = variables.value(row.value) if OPERATORS[row.operator].takes_value else None
        result = holds(row.operator, left, right)
        compared.append({"left": left, "operator": row.operator, "right": right, "result": result})
    results = [row["result"] for row in compared]
    return (all(results) if config.match == "all" else any(results)), {"rows": compared}
