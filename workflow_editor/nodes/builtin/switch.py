"""Switch: goes on one of many ways."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from pydantic import Field

from tools.core.definitions import JsonObject, Text
from tools.core.summary import field_line
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
from workflow_editor.nodes.branches import MAX_BRANCHES, Branch, branch_ports, branch_refusals, repeated_labels
from workflow_editor.nodes.matching import MatchType, matches, pattern_problem
from workflow_editor.nodes.ports import Variables

_DEFAULT = "default"


class SwitchCase(Branch):
    """One way out and the value that leads there; `value` is a template."""

    value: str = Field(
        default="",
        max_length=2000,
        json_schema_extra=ui(
            "Value",
            "值",
            "What the input is compared with. Ranges: 10-20, >=10, <5.",
            "用于比较的值。范围写法：10-20、>=10、<5。",
            widget="template-line",
        ),
    )


class SwitchConfig(NodeConfig):
    """What is looked at, how it is compared, and the ways out."""

    variable: str = Field(
        default="",
        json_schema_extra=ui(
            "Value to compare",
            "判断的值",
            "A reference such as {{ inputs.kind }}.",
            "引用一个值，例如 {{ inputs.kind }}。",
            widget="template-line",
        ),
    )
    match_type: MatchType = Field(
        default="exact",
        json_schema_extra=ui(
            "Match by",
            "匹配方式",
            "The first matching case is taken.",
            "从上到下取第一个符合的分支。",
            enum_labels={
                "exact": Text("Equal", "完全相等"),
                "contains": Text("Contains", "包含"),
                "regex": Text("Regular expression", "正则表达式"),
                "range": Text("Range of numbers", "数值范围"),
            },
        ),
    )
    case_sensitive: bool = Field(
        default=True,
        json_schema_extra=ui("Case-sensitive", "区分大小写", show_if={"matchType": ["exact", "contains", "regex"]}),
    )
    cases: list[SwitchCase] = Field(
        default_factory=list,
        max_length=MAX_BRANCHES,
        json_schema_extra=ui("Cases", "分支", "Each one is a branch.", "每项对应一个分支。", widget="branches"),
    )
    include_default: bool = Field(
        default=True,
        json_schema_extra=ui(
            "Branch for everything else",
            "其他情况的分支",
            "Without it, nothing after this node runs when no case matches.",
            "关闭后，若没有符合的分支，后面的节点都不会运行。",
        ),
    )


class SwitchNode(PureNode[SwitchConfig]):
    """Follows the port of the first case that fits, else `default`."""

    id = "switch"
    category: ClassVar[Category] = "logic"
    icon = "arrows-split-2"
    title = Text("Switch", "多路分支")
    help = Text("Takes one of several branches, by a value.", "根据一个值走不同的分支。")
    summary = (field_line("variable", Text("Nothing to look at yet", "还没有判断对象")),)
    outputs: ClassVar[tuple[Port, ...]] = (
        Port(_DEFAULT, Text("Otherwise", "其他"), show_if={"includeDefault": [True]}),
    )
    outputs_from = "cases"
    output_fields = (
        OutputField("matchedCase", "string", Text("Label of the case", "符合的分支")),
        OutputField("matchedBranch", "string", Text("Branch", "分支")),
        OutputField("switchValue", "any", Text("Value", "判断的值")),
    )
    config_model = SwitchConfig
    example = Example(
        Text("Branches by the kind of text.", "按需要的文本类型分流。"),
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
            text = Text("Choose the value to compare.", "请选择要判断的值。")
            found.append(ConfigProblem("variable_missing", "/variable", text))
        if not config.cases:
            found.append(ConfigProblem("case_missing", "/cases", Text("Add a case.", "请添加分支。")))
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
