"""Set: named values for later nodes."""

from collections.abc import Sequence

from tools.core.call.summary import field_line
from tools.core.text import Text
from workflow_editor.nodes.base import ConfigProblem, Example, NodeConfig, NodeOutcome, PureNode
from workflow_editor.nodes.fields.named_values import NamedValue, named_values, named_values_field, repeated_names
from workflow_editor.nodes.ports import Variables


class SetConfig(NodeConfig):
    assignments: list[NamedValue] = named_values_field(
        Text.in_context("variables", "Values"),
        Text("A value that is a single reference keeps its type."),
        most=200,
    )


class SetNode(PureNode[SetConfig]):
    """Gives values names of their own."""

    id = "set"
    category = "data"
    icon = "variable"
    title = Text("Set values")
    help = Text("Defines values for later nodes.")
    keywords = Text("variable, assign, edit fields, constant")
    summary = (field_line("assignments", Text("No values set")),)
    has_known_fields = True
    output_fields_from = "assignments"
    example = Example(
        Text("Counts the fetched items."),
        config={"assignments": [{"name": "count", "value": "{{ nodes.fetch.body.size }}"}]},
        nodes={"fetch": {"body": ["a", "b", "c"]}},
        output={"count": 3},
    )

    def problems(self, config: SetConfig) -> Sequence[ConfigProblem]:
        return tuple(repeated_names([row.name for row in config.assignments], "assignments"))

    def preview(self, config: SetConfig, variables: Variables) -> NodeOutcome:
        return self.evaluate(config, variables)

    def evaluate(self, config: SetConfig, variables: Variables) -> NodeOutcome:
        return NodeOutcome(named_values(config.assignments, variables))
