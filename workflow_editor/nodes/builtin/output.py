"""Output: a finished text in one of several formats, which can be downloaded as a file."""

import json
from datetime import UTC, datetime
from typing import Any, Final, Literal

from tools.core.call.summary import SummaryText, field_line
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.nodes.base import ConfigProblem, Example, NodeConfig, NodeOutcome, OutputField, PureNode
from workflow_editor.nodes.fields.file_names import file_name
from workflow_editor.nodes.fields.json_field import json_value, parsed_json
from workflow_editor.nodes.meanings import JSON_FIELDS_ARE_ALIKE
from workflow_editor.nodes.ports import Variables

Format = Literal["text", "json", "markdown", "html"]
EXTENSIONS: Final[dict[Format, str]] = {"text": ".txt", "json": ".json", "markdown": ".md", "html": ".html"}
CONTENT_TYPES: Final[dict[Format, str]] = {
    "text": "text/plain; charset=utf-8",
    "json": "application/json",
    "markdown": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
}


class OutputConfig(NodeConfig):
    content: str = form_field(
        "Content",
        "Liquid: {{ nodes.key.field }}. For JSON, one single reference keeps its form.",
        default="",
        widget="template",
    )
    format: Format = form_field(
        "Format",
        default="text",
        enum_labels={
            "text": Text("Text"),
            "json": Text.verbatim("JSON"),
            "markdown": Text.verbatim("Markdown"),
            "html": Text.verbatim("HTML"),
        },
    )
    file_name: str = form_field(
        "File name",
        "May contain {date}, {time}, {timestamp} and variables. The extension is added automatically.",
        default="",
        max_length=500,
        widget="template-line",
        placeholder=Text("report-{date}"),
    )


class OutputNode(PureNode[OutputConfig]):
    """Writes the result of a flow as text, JSON, Markdown or HTML; the run's page offers it as a file."""

    id = "output"
    category = "output"
    icon = "file-text"
    title = Text("Output")
    help = Text("Writes a text, JSON, Markdown or HTML file.")
    keywords = Text("file, export, save, markdown, html, download")
    summary = (
        field_line("content", Text("No content yet")),
        (
            SummaryText(Text.verbatim("{fileName}")),
            SummaryText(Text.verbatim("output.json"), when={"format": ["json"]}),
            SummaryText(Text.verbatim("output.md"), when={"format": ["markdown"]}),
            SummaryText(Text.verbatim("output.html"), when={"format": ["html"]}),
            SummaryText(Text.verbatim("output.txt")),
        ),
    )
    needs = (ConfigProblem("content_missing", "/content", Text("Enter the content.")),)
    has_known_fields = True
    output_fields = (
        OutputField("content", "string", Text("Content")),
        OutputField("format", "string", Text("Format")),
        OutputField("fileName", "string", Text("File name")),
    )
    example = Example(
        Text("Writes a Markdown file named after its topic."),
        config={"content": "# {{ inputs.topic }}", "format": "markdown", "fileName": "{{ inputs.topic }}"},
        inputs={"topic": "tea"},
        output={"content": "# tea", "format": "markdown", "fileName": "tea.md"},
    )

    def evaluate(self, config: OutputConfig, variables: Variables) -> NodeOutcome:
        if config.format == "json":
            content = json.dumps(_json(config.content, variables), ensure_ascii=False, indent=2)
        else:
            content = variables.render(config.content)
        # The process's own zone is the installation's (Django sets it).
        now = datetime.now(UTC).astimezone()
        name = file_name(variables.render(config.file_name), EXTENSIONS[config.format], now)
        return NodeOutcome({"content": content, "format": config.format, "fileName": name})


def _json(template: str, variables: Variables) -> Any:
    if variables.version >= JSON_FIELDS_ARE_ALIKE:
        return json_value(template, variables)
    value = variables.value(template)
    return parsed_json(value) if isinstance(value, str) else value
