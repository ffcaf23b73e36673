"""Switch: continues on one of many paths."""

from collections.abc import Iterator, Sequence
from typing import Literal

from tools.core.call.summary import SummaryText
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.nodes.base import ConfigProblem, Example, NodeConfig, NodeOutcome, OutputField, Port, PureNode
from workflow_editor.nodes.evaluation.condition_operators import expression_holds
from workflow_editor.nodes.evaluation.switch_cases import matches, pattern_problem
from workflow_editor.nodes.fields.branch_ports import MAX_BRANCHES, Branch, BranchNode
from workflow_editor.nodes.ports import Variables

_DEFAULT = "default"
_EMPTY_CASE = Text("This case has no value, so it matches only an empty one. Enter the value to compare with.")


class SwitchCase(Branch):
    """One way out and the value that leads there; `value` is a template."""

    value: str = form_field(
        "Value",
        "Value to compare the input with. Ranges: 10-20, >=10, <5. Conditions: CEL, e.g. inputs.age >= 18.",
        default="",
        max_length=2000,
        widget="template-line",
        cel_if={"matchType": ["condition"]},
    )


class SwitchConfig(NodeConfig):
    variable: str = form_field(
        "Value to compare",
        "A reference such as {{ inputs.kind }}.",
        default="",
        widget="template-line",
        show_if={"matchType": ["exact", "contains", "regex", "range"]},
    )
    match_type: Literal["exact", "contains", "regex", "range", "condition"] = form_field(
        "Match by",
        "The first matching case wins.",
        default="exact",
        enum_labels={
            "exact": Text("Equal"),
            "contains": Text("Contains"),
            "regex": Text("Regular expression"),
            "range": Text("Range of numbers"),
            "condition": Text("Condition of each case (if, else if)"),
        },
    )
    case_sensitive: bool = form_field(
        "Case-sensitive", default=True, show_if={"matchType": ["exact", "contains", "regex"]}
    )
    cases: list[SwitchCase] = form_field(
        "Cases",
        "Each row becomes a branch of the node.",
        default_factory=list,
        max_length=MAX_BRANCHES,
        widget="branches",
    )
    include_default: bool = form_field(
        "Default branch", "If disabled, nothing after this node runs when no case matches.", default=True
    )


class SwitchNode(BranchNode[SwitchConfig], PureNode[SwitchConfig]):
    """Follows the port of the first case that fits, else `default`."""

    id = "switch"
    category = "logic"
    only_routes = True
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
    outputs = (Port(_DEFAULT, Text("Otherwise"), show_if={"includeDefault": [True]}),)
    outputs_from = "cases"
    branch_field = "matchedBranch"
    needs = (
        ConfigProblem("variable_missing", "/variable", Text("Choose the value to compare.")),
        ConfigProblem("case_missing", "/cases", Text("Add a case.")),
    )
    has_known_fields = True
    output_fields = (
        OutputField("matchedCase", "string", Text("Label of the case")),
        OutputField("matchedBranch", "string", Text("Branch")),
        OutputField("switchValue", "any", Text("Value")),
    )
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

    def problems(self, config: SwitchConfig) -> Sequence[ConfigProblem]:
        return [*super().problems(config), *self._case_problems(config)]

    def _case_problems(self, config: SwitchConfig) -> Iterator[ConfigProblem]:
        for index, case in enumerate(config.cases):
            at = f"/cases/{index}/value"
            if config.match_type == "condition":
                if not case.value.strip():
                    yield ConfigProblem("expression_missing", at, Text("Enter the condition."))
            elif config.match_type == "exact" and not case.value.strip():
                # Published workflows may mean it.
                yield ConfigProblem("case_empty", at, _EMPTY_CASE, severity="warning")
            elif reason := pattern_problem(config.match_type, case.value):
                yield ConfigProblem("case_invalid", at, reason)

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


def _outcome(value: object, branch: str | None, label: str | None) -> NodeOutcome:
    output = {"matchedCase": label, "matchedBranch": branch, "switchValue": value}
    return NodeOutcome(output, ports=() if branch is None else (branch,), inputs={"value": value})
