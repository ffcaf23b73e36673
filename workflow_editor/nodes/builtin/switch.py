"""Switch: goes on one of many ways."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from pydantic import Field

from tools.core.definitions import JsonObject
from tools.core.summary import field_line
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
            "Value to compare the input with. Ranges: 10-20, >=10, <5.",
            widget="template-line",
        ),
    )


class SwitchConfig(NodeConfig):
    """What is looked at, how it is compared, and the ways out."""

    variable: str = Field(
        default="",
        json_schema_extra=ui(
            "Value to compare",
            "A reference such as {{ inputs.kind }}.",
            widget="template-line",
        ),
    )
    match_type: MatchType = Field(
        default="exact",
        json_schema_extra=ui(
            "Match by",
            "The first matching case wins.",
            enum_labels={
                "exact": Text("Equal"),
                "contains": Text("Contains"),
                "regex": Text("Regular expression"),
                "range": Text("Range of numbers"),
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
    keywords = Text("case, if, route, branch, router")
    summary = (field_line("variable", Text("Nothing to check yet")),)
    outputs: ClassVar[tuple[Port, ...]] = (Port(_DEFAULT, Text("Otherwise"), show_if={"includeDefault": [True]}),)
    outputs_from = "cases"
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
        if not config.variable.strip():
            text = Text("Choose the value to compare.")
            found.append(ConfigProblem("variable_missing", "/variable", text))
        if not config.cases:
            found.append(ConfigProblem("case_missing", "/cases", Text("Add a case.")))
        for index, case in enumerate(config.cases):
            reason = pattern_problem(config.match_type, case.value)
            if reason is not None:
                found.append(ConfigProblem("case_invalid", f"/cases/{index}/value", reason))
        return found

    def templates(self, config: SwitchConfig) -> Iterable[str]:
        yield config.variable
        for case in config.cases:
            yield case.value

    def ports_out(self, config: SwitchConfig) -> tuple[Port, ...]:
        return (*branch_ports(config.cases), *super().ports_out(config))

    def ports_of(self, output: JsonObject) -> tuple[str, ...]:
        branch = output.get("matchedBranch")
        return (branch,) if isinstance(branch, str) else ()

    def evaluate(self, config: SwitchConfig, variables: Variables) -> NodeOutcome:
        value = variables.value(config.variable)
        for case in config.cases:
            wanted = variables.value(case.value)
            if matches(config.match_type, value, wanted, case_sensitive=config.case_sensitive):
                return _outcome(value, case.id, case.label or case.id)
        return _outcome(value, _DEFAULT if config.include_default else None, None)


def _outcome(value: object, branch: str | None, label: str | None) -> NodeOutcome:
    output = {"matchedCase": label, "matchedBranch": branch, "switchValue": value}
    return NodeOutcome(output, ports=() if branch is None else (branch,), inputs={"value": value})
