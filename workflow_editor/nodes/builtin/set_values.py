"""Set: named values for later nodes."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from tools.core.definitions import Text
from tools.core.summary import field_line
from workflow_editor.nodes.base import Category, ConfigProblem, Example, NodeConfig, NodeOutcome, PureNode
from workflow_editor.nodes.ports import Variables
from workflow_editor.nodes.rows import NamedValue, named_values, named_values_field, repeated_names


class SetConfig(NodeConfig):
    """The values."""

    assignments: list[NamedValue] = named_values_field(
        Text("Values", "变量"),
        Text("A value that is one single reference keeps its type.", "只包含一个引用的值会保留原来的类型。"),
        most=200,
    )


class SetNode(PureNode[SetConfig]):
    """Gives values names of their own."""

    id = "set"
    category: ClassVar[Category] = "data"
    icon = "variable"
    title = Text("Set values", "设置变量")
    help = Text("Defines values for later nodes.", "为后续节点定义变量。")
    summary = (field_line("assignments", Text("No values set", "还没有设置值")),)
    output_fields_from = "assignments"
    config_model = SetConfig
    example = Example(
        Text("Counts what was fetched.", "统计获取的条目数。"),
        config={"assignments": [{"name": "count", "value": "{{ nodes.fetch.body.size }}"}]},
        nodes={"fetch": {"body": ["a", "b", "c"]}},
        output={"count": 3},
    )

    def problems(self, config: SetConfig) -> Sequence[ConfigProblem]:
        return tuple(repeated_names([row.name for row in config.assignments], "assignments"))

    def templates(self, config: SetConfig) -> Iterable[str]:
        return (row.value for row in config.assignments)

    def evaluate(self, config: SetConfig, variables: Variables) -> NodeOutcome:
        return NodeOutcome(named_values(config.assignments, variables))
