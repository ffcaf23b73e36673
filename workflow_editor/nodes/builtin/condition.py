"""Condition: continues on one of two paths."""

from collections.abc import Sequence
from typing import Literal

from tools.core.call.summary import SummaryText
from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.nodes.base import ConfigProblem, Example, NodeConfig, NodeOutcome, OutputField, Port, PureNode
from workflow_editor.nodes.evaluation.condition_operators import OPERATORS, OperatorName, expression_holds, holds
from workflow_editor.nodes.ports import Variables


class ConditionRow(NodeConfig):
    """One comparison; `variable` and `value` are templates."""

    variable: str = form_field("Value to compare", default="", widget="template-line")
    operator: OperatorName = form_field(
        "Condition", default="equals", enum_labels={name: known.title for name, known in OPERATORS.items()}
    )
    value: str = form_field(
        "Value",
        default="",
        widget="template-line",
        show_if={"operator": [name for name, known in OPERATORS.items() if known.takes_value]},
    )


class ConditionConfig(NodeConfig):
    mode: Literal["rows", "expression"] = form_field(
        "Type",
        default="rows",
        enum_labels={"rows": Text.in_context("mode", "Comparisons"), "expression": Text("Expression")},
    )
    match: Literal["all", "any"] = form_field(
        "True when",
        default="all",
        show_if={"mode": ["rows"]},
        enum_labels={"all": Text("All rows are true"), "any": Text("Any row is true")},
    )
    rows: list[ConditionRow] = form_field(
        "Comparisons", default_factory=list, max_length=100, widget="conditions", show_if={"mode": ["rows"]}
    )
    expression: str = form_field(
        "Expression",
        "CEL over inputs and nodes, e.g. nodes.fetch.data.count > 3.",
        default="",
        widget="cel",
        show_if={"mode": ["expression"]},
    )


class ConditionNode(PureNode[ConditionConfig]):
    """Follows the `true` or the `false` port; what hangs on the other one is skipped."""

    id = "condition"
    category = "logic"
    only_routes = True
    icon = "git-branch"
    title = Text.in_context("node", "Condition")
    help = Text("Takes one of two branches.")
    keywords = Text("if, else, branch, filter, compare")
    summary = (
        (
            SummaryText(Text.verbatim("{expression}"), when={"mode": ["expression"]}),
            SummaryText(Text("No condition yet"), when={"mode": ["expression"]}, missing=True),
            SummaryText(Text("{rows|first} or {rows|more} more"), when={"match": ["any"]}),
            SummaryText(Text("{rows|first} and {rows|more} more")),
            SummaryText(Text.verbatim("{rows|first}")),
            SummaryText(Text("No condition yet"), missing=True),
        ),
    )
    outputs = (Port("true", Text("True")), Port("false", Text("False")))
    needs = (
        ConfigProblem("expression_missing", "/expression", Text("Enter the expression.")),
        ConfigProblem("condition_missing", "/rows", Text("Add a comparison.")),
    )
    output_fields = (OutputField("result", "boolean", Text("Outcome")),)
    example = Example(
        Text("Lets adults through."),
        config={"rows": [{"variable": "{{ inputs.age }}", "operator": "greaterOrEqual", "value": "18"}]},
        inputs={"age": 20},
        output={"result": True},
    )

    def problems(self, config: ConditionConfig) -> Sequence[ConfigProblem]:
        empty = [index for index, row in enumerate(config.rows) if config.mode == "rows" and not row.variable.strip()]
        text = Text("Choose the value to compare.")
        rows = [ConfigProblem("variable_missing", f"/rows/{index}/variable", text) for index in empty]
        return [*super().problems(config), *rows]

    def ports_of(self, output: JsonObject) -> tuple[str, ...]:
        return ("true",) if output.get("result") else ("false",)

    def preview(self, config: ConditionConfig, variables: Variables) -> NodeOutcome:
        return self.evaluate(config, variables)

    def evaluate(self, config: ConditionConfig, variables: Variables) -> NodeOutcome:
        if config.mode == "expression":
            result, inputs = expression_holds(config.expression, variables), {"expression": config.expression}
        else:
            result, inputs = _rows(config, variables)
        return NodeOutcome({"result": result}, ports=("true" if result else "false",), inputs=inputs)


def _rows(config: ConditionConfig, variables: Variables) -> tuple[bool, JsonObject]:
    """Compare every row, so that a person who debugs sees all of them."""
    compared = []
    for row in config.rows:
        left = variables.value(row.variable)
        right = variables.value(row.value) if OPERATORS[row.operator].takes_value else None
        result = holds(row.operator, left, right, variables.version)
        compared.append({"left": left, "operator": row.operator, "right": right, "result": result})
    results = [row["result"] for row in compared]
    return (all(results) if config.match == "all" else any(results)), {"rows": compared}
