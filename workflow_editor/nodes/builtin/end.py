"""End: what the run gives back."""

from collections.abc import Sequence

from tools.core.call.summary import field_line
from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.nodes.base import ConfigProblem, Example, NodeConfig, NodeOutcome, PureNode
from workflow_editor.nodes.fields.named_values import NamedValue, named_values, named_values_field, repeated_names
from workflow_editor.nodes.ports import Variables


class EndConfig(NodeConfig):
    outputs: list[NamedValue] = named_values_field(
        Text("Output"),
        Text("The output of the run. Without rows, the input is returned unchanged."),
        most=200,
        widget="named-outputs",
    )


class EndNode(PureNode[EndConfig]):
    id = "end"
    category = "output"
    icon = "flag"
    title = Text("End")
    help = Text("Defines what the run returns.")
    keywords = Text("return, result, answer, respond, finish")
    summary = (field_line("outputs", Text("Passes its input through"), missing=False),)
    role = "end"
    outputs = ()
    output_fields_from = "outputs"
    example = Example(
        Text("Returns an article."),
        config={"outputs": [{"name": "article", "value": "{{ nodes.write.result }}"}]},
        nodes={"write": {"result": "Once upon a time"}},
        output={"article": "Once upon a time"},
    )

    def problems(self, config: EndConfig) -> Sequence[ConfigProblem]:
        return tuple(repeated_names([row.name for row in config.outputs], "outputs"))

    def evaluate(self, config: EndConfig, variables: Variables) -> NodeOutcome:
        if config.outputs:
            return NodeOutcome(named_values(config.outputs, variables), ports=())
        arrived: JsonObject = {}
        for _, output in variables.upstream():
            arrived.update(output)
        return NodeOutcome(arrived, ports=())
