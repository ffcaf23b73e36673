"""Switch: continues on one of many paths."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Literal

from pydantic import Field

from tools.core.definitions import JsonObject
from tools.core.summary import SummaryText
from tools.core.text import Text
from tools.executors.contract.schema import ui
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
from workflow_editor.nodes.branch_ports import MAX_BRANCHES, Branch, branch_ports, branch_refusals, repeated_labels
from workflow_editor.nodes.condition_operators import expression_holds
from workflow_editor.nodes.ports import Variables
from workflow_editor.nodes.switch_cases import MatchType, matches, pattern_problem

_DEFAULT = "default"


class SwitchCase(Branch):
    """One way out and the value that leads there; `value` is a template."""

    value: str = Field(
        default="",
        max_length=2000,
        json_schema_extra=ui(
            "Value",
            "Value to compare the input with. Ranges: 10-20, >=10, <5. Conditions: CEL, e.g. inputs.age >= 18.",
            widget="template-line",
        ),
    )


class SwitchConfig(NodeConfig):
    """Value, comparison, and cases."""

    variable: str = Field(
        default="",
        json_schema_extra=ui(
            "Value to compare",
            "A reference such as {{ inputs.kind }}.",
            widget="template-line",
            show_if={"matchType": ["exact", "contains", "regex", "range"]},
        ),
    )
    match_type: Literal["exact", "contains", "regex", "range", "condition"] = Field(
        default="exact",
        json_schema_extra=ui(
            "Match by",
            "The first matching case wins.",
            enum_labels={
                "exact": Text("Equal"),
                "contains": Text("Contains"),
                "regex": Text("Regular expression"),
                "range": Text("Range of numbers"),
                "condition": Text("Condition of each case (if, else if)"),
            },
        ),
    )
    case_sensitive: bool = Field(
        default=True,
        json_schema_extra=ui("Case-sensitive", show_if={"matchType": ["exact", "contains", "regex"]}),
    )
    cases: list[SwitchCase] = Field(
        default_factory=list,
        max_length=MAX_BRANCHES,
        json_schema_extra=ui("Cases", "Each class is a branch.", widget="branches"),
    )
    include_default: bool = Field(
        default=True,
        json_schema_extra=ui(
            "Default branch",
            "If disabled, nothing after this node runs when no case matches.",
        ),
    )


class SwitchNode(PureNode[SwitchConfig]):
    """Follows the port of the first case that fits, else `default`."""

    id = "switch"
    category: ClassVar[Category] = "logic"
    icon = "arrows-split-2"
    title = Text("Switch")
    help = Text("Takes one of several branches by value.")
    keywords = Text("case, if, else if, elseif, elif, several conditions, route, branch, router")
    summary = (
        (
            SummaryText(Text("The first condition that holds"), when={"matchType": ["condition"]}),
            SummaryText(Text.verbatim("{variable}")),
            SummaryText(Text("Nothing to check yet"), missing=True),
        ),
    )
    outputs: ClassVar[tuple[Port, ...]] = (Port(_DEFAULT, Text("Otherwise"), show_if={"includeDefault": [True]}),)
    outputs_from = "cases"
    has_known_fields = True
    output_fields = (
        OutputField("matchedCase", "string", Text("Label of the case")),
        OutputField("matchedBranch", "string", Text("Branch")),
        OutputField("switchValue", "any", Text("Value")),
    )
    config_model = SwitchConfig
    example = Example(
        Text("Branches by type of text."),
        config={
            "variable": "{{ inputs.kind }}",
            "cases": [
                {"id": "a", "label": "Article", "value": "article"},
                {"id": "p", "label": "Poem", "value": "poem"},
            ],
        },
        inputs={"kind": "poem"},
        output={"matchedCase": "Poem", "matchedBranch": "p", "switchValue": "poem"},
    )

    def refusals(self, config: SwitchConfig) -> Sequence[ConfigProblem]:
        return tuple(branch_refusals(config.cases, self.outputs, "cases"))

    def problems(self, config: SwitchConfig) -> Sequence[ConfigProblem]:
        found = list(repeated_labels(config.cases, "cases"))
        if config.match_type == "condition":
            found += [
                ConfigProblem("expression_missing", f"/cases/{index}/value", Text("Enter the condition."))
                for index, case in enumerate(config.cases)
                if not case.value.strip()
            ]
        else:
            found += _comparison_problems(config.match_type, config)
        if not config.cases:
            found.append(ConfigProblem("case_missing", "/cases", Text("Add a case.")))
        return found

    def templates(self, config: SwitchConfig) -> Iterable[str]:
        if config.match_type != "condition":
            yield config.variable
            yield from (case.value for case in config.cases)

    def expressions(self, config: SwitchConfig) -> Iterable[str]:
        return [case.value for case in config.cases] if config.match_type == "condition" else ()

    def ports_out(self, config: SwitchConfig) -> tuple[Port, ...]:
        return (*branch_ports(config.cases), *super().ports_out(config))

    def ports_of(self, output: JsonObject) -> tuple[str, ...]:
        branch = output.get("matchedBranch")
        return (branch,) if isinstance(branch, str) else ()

    def evaluate(self, config: SwitchConfig, variables: Variables) -> NodeOutcome:
        if config.match_type == "condition":
            holding = (case for case in config.cases if expression_holds(case.value, variables))
            case = next(holding, None)
            if case is not None:
                return _outcome(True, case.id, case.label or case.id)
            return _outcome(False, _DEFAULT if config.include_default else None, None)
        value = variables.value(config.variable)
        for case in config.cases:
            wanted = variables.value(case.value)
            is_case_sensitive, version = config.case_sensitive, variables.version
            if matches(config.match_type, value, wanted, case_sensitive=is_case_sensitive, version=version):
                return _outcome(value, case.id, case.label or case.id)
        return _outcome(value, _DEFAULT if config.include_default else None, None)


def _comparison_problems(match_type: MatchType, config: SwitchConfig) -> Iterator[ConfigProblem]:
    if not config.variable.strip():
        yield ConfigProblem("variable_missing", "/variable", Text("Choose the value to compare."))
    for index, case in enumerate(config.cases):
        reason = pattern_problem(match_type, case.value)
        if reason is not None:
            yield ConfigProblem("case_invalid", f"/cases/{index}/value", reason)


def _outcome(value: object, branch: str | None, label: str | None) -> NodeOutcome:
    output = {"matchedCase": label, "matchedBranch": branch, "switchValue": value}
    return NodeOutcome(output, ports=() if branch is None else (branch,), inputs={"value": value})
