"""Template: a text with values filled in."""

from tools.core.call.summary import field_line
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.nodes.base import ConfigProblem, Example, NodeConfig, NodeOutcome, OutputField, PureNode
from workflow_editor.nodes.ports import Variables


class TemplateConfig(NodeConfig):
    template: str = form_field(
        "Text",
        "Liquid: {{ inputs.topic }}, {{ inputs.topic | upcase }}, {{ nodes.key.field }}, {% if … %}.",
        default="",
        widget="template",
        autofocus=True,
    )


class TemplateNode(PureNode[TemplateConfig]):
    id = "template"
    category = "data"
    icon = "template"
    title = Text("Template")
    help = Text("Fills values into text.")
    keywords = Text("text, prompt, format, liquid, string")
    summary = (field_line("template", Text("Empty template")),)
    needs = (ConfigProblem("template_missing", "/template", Text("Enter the text.")),)
    output_fields = (OutputField("text", "string", Text("Text")),)
    example = Example(
        Text("Writes a line about a topic."),
        config={"template": "About {{ inputs.topic }}"},
        inputs={"topic": "tea"},
        output={"text": "About tea"},
    )

    def evaluate(self, config: TemplateConfig, variables: Variables) -> NodeOutcome:
        return NodeOutcome({"text": variables.render(config.template)})
