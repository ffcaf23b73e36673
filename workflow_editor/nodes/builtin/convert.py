"""Convert: parses texts of other formats to values, and serializes values."""

from typing import Any

from tools.core.call.summary import field_line
from tools.core.formats.encodings import file_text
from tools.core.registered.files import file_id_of
from tools.core.text import Text
from tools.evaluation.pool import EvaluationBusyError, EvaluationLimitError, EvaluationPool
from tools.executors.contract.schema import form_field
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import ConfigProblem, EffectNode, Example, NodeConfig, NodeOutcome, OutputField
from workflow_editor.nodes.formats import ConversionName
from workflow_editor.nodes.meanings import FILES_ARE_READ, guard_of
from workflow_editor.nodes.ports import NodeContext, Variables

_pool = EvaluationPool("workflow_editor.nodes.formats.conversions")
MAX_FILE_BYTES = 10 * 1024**2
_TOO_LARGE = Text("“{name}” is larger than {most} MB. Split it.", name="", most=0)
_NO_TEXT = Text("“{name}” is no text file in UTF-8, UTF-16 or GB18030. Save it as UTF-8.", name="")
_FAILED = Text("The content cannot be converted: {reason}", reason="")
_STOPPED = Text("The content cannot be converted: {reason}. Convert less at a time.", reason="")


class ConvertConfig(NodeConfig):
    conversion: ConversionName = form_field(
        "Conversion",
        default="parse_json",
        enum_labels={
            "parse_json": Text("Read JSON"),
            "parse_csv": Text("Read CSV"),
            "parse_xml": Text("Read XML"),
            "parse_yaml": Text("Read YAML"),
            "parse_feed": Text("Read RSS or Atom"),
            "select_html": Text("Read HTML by selector"),
            "html_to_text": Text("HTML to text"),
            "markdown_to_html": Text("Markdown to HTML"),
            "to_json": Text("Write JSON"),
            "to_csv": Text("Write CSV"),
            "to_xml": Text("Write XML"),
            "to_yaml": Text("Write YAML"),
        },
    )
    content: str = form_field(
        "Content",
        "A text or a text file to read, or a value to write.",
        default="",
        max_length=1_000_000,
        widget="template",
        autofocus=True,
    )
    delimiter: str = form_field(
        "Delimiter", default=",", min_length=1, max_length=1, show_if={"conversion": ["parse_csv"]}
    )
    selector: str = form_field(
        "CSS selector", default="", max_length=500, placeholder="article h2 a", show_if={"conversion": ["select_html"]}
    )
    attribute: str = form_field(
        "Attribute",
        "Such as href. Without an attribute, the text of each element is read.",
        default="",
        max_length=100,
        show_if={"conversion": ["select_html"]},
    )
    root: str = form_field(
        "Root element",
        "By default, the only name in the object, or “root”.",
        default="",
        max_length=100,
        show_if={"conversion": ["to_xml"]},
    )

    guard_formulas: bool = form_field(
        "Guard formulas",
        "Puts an apostrophe before text that a spreadsheet would evaluate. Reading the CSV again does not remove it.",
        default=True,
        show_if={"conversion": ["to_csv"]},
    )


class ConvertNode(EffectNode[ConvertConfig]):
    """Converts in a worker process that is killed after a second or 256 MB."""

    id = "convert"
    category = "data"
    icon = "transform"
    title = Text("Convert")
    help = Text("Reads JSON, CSV, XML, YAML, RSS and HTML, and writes most of them.")
    keywords = Text(
        "parse, format, json, csv, xml, yaml, rss, atom, feed, html, css selector, extract, scrape, markdown"
    )
    summary = (field_line("content", Text("No content yet")),)
    needs = (
        ConfigProblem("content_missing", "/content", Text("Choose the content.")),
        ConfigProblem("selector_missing", "/selector", Text("Enter a CSS selector.")),
    )
    output_fields = (OutputField("result", "any", Text("Result")),)
    example = Example(
        Text("Reads an order in XML."),
        config={"conversion": "parse_xml", "content": "{{ inputs.order }}"},
        inputs={"order": '<order id="7"><item>tea</item><item>figs</item></order>'},
        output={"result": {"order": {"@id": "7", "item": ["tea", "figs"]}}},
    )

    def run(self, config: ConvertConfig, context: NodeContext) -> NodeOutcome:
        content = context.variables.value(config.content)
        reads = context.variables.version >= FILES_ARE_READ and not config.conversion.startswith("to_")
        is_file = isinstance(content, dict) and file_id_of(content) is not None
        text = _text_of(content, context) if reads and is_file else content
        return _outcome(config, content, text, context.variables.version)

    def preview(self, config: ConvertConfig, variables: Variables) -> NodeOutcome:
        content = variables.value(config.content)
        return _outcome(config, content, content, variables.version)


def _text_of(value: Any, context: NodeContext) -> str:
    with context.files.open(value) as file:
        name = file.stored.name
        if file.stored.size > MAX_FILE_BYTES:
            raise NodeError(_TOO_LARGE.filled(name=name, most=MAX_FILE_BYTES // 1024**2), code="file_too_large")
        try:
            return file_text(file.stream.read())
        except UnicodeDecodeError as error:
            raise NodeError(_NO_TEXT.filled(name=name), code="file_without_text") from error


def _outcome(config: ConvertConfig, given: Any, content: Any, version: int) -> NodeOutcome:
    return NodeOutcome({"result": _converted(config, content, version)}, inputs={"content": given})


def _converted(config: ConvertConfig, content: Any, version: int) -> Any:
    options = {
        "delimiter": config.delimiter,
        "selector": config.selector,
        "attribute": config.attribute,
        "root": config.root,
        "guard": guard_of(version, config.guard_formulas),
    }
    try:
        answer = _pool.evaluate("convert", config.conversion, content, options)
    except EvaluationBusyError as busy:
        raise NodeError(busy.text, code="conversion_busy", retryable=True) from busy
    except EvaluationLimitError as limit:
        raise NodeError(_STOPPED.filled(reason=limit.text), code="conversion_limit") from limit
    if "error" in answer:
        raise NodeError(_FAILED.filled(reason=Text.of(**answer["error"])), code="conversion_failed")
    return answer["found"]
