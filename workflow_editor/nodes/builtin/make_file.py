"""Make file: rows or text as a file that people open."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Literal

from tools.core.call.summary import field_line
from tools.core.formats.file_types import DOCX, PDF, XLSX
from tools.core.registered.files import file_addresses_in
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import ConfigProblem, EffectNode, Example, NodeConfig, NodeOutcome, OutputField
from workflow_editor.nodes.fields.file_names import file_name
from workflow_editor.nodes.file_writers.document import Markup, document
from workflow_editor.nodes.file_writers.pictures import MAX_BYTES, MAX_PICTURES
from workflow_editor.nodes.file_writers.rows import Encoding, csv_chunks, excel_chunks
from workflow_editor.nodes.meanings import guard_of
from workflow_editor.nodes.ports import FilePort, NodeContext

Format = Literal["xlsx", "csv", "docx", "pdf"]
_TYPES = {"xlsx": XLSX, "csv": "text/csv", "docx": DOCX, "pdf": PDF}
_NOT_WRITTEN = Text("“{name}” was not written. {reason}", name="", reason="")
_NO_TEXT = Text("The content is no text. Choose a text in Markdown or HTML.")


class MakeFileConfig(NodeConfig):
    format: Format = form_field(
        "Format",
        default="xlsx",
        enum_labels={
            "xlsx": Text("Excel, from rows"),
            "csv": Text("CSV, from rows"),
            "docx": Text("Word, from text"),
            "pdf": Text("PDF, from text"),
        },
    )
    content: str = form_field(
        "Content",
        "For Excel and CSV a list of objects or lists, such as {{ nodes.fetch.rows }}; for Word and PDF "
        "text in Markdown or HTML.",
        default="",
        max_length=1_000_000,
        widget="template",
        autofocus=True,
    )
    markup: Markup = form_field(
        "Text is in",
        "Pictures must be stored files, such as {{ inputs.photo.address }}, or data: URLs. Nothing is "
        "fetched from the web. Styles and scripts in HTML are left out.",
        default="markdown",
        show_if={"format": ["docx", "pdf"]},
        enum_labels={"markdown": Text.verbatim("Markdown"), "html": Text.verbatim("HTML")},
    )
    name: str = form_field(
        "File name",
        "The file extension is added.",
        default="",
        max_length=200,
        widget="template-line",
        placeholder="report",
    )
    encoding: Encoding = form_field(
        "Encoding",
        "Excel opens CSV correctly in UTF-8 with a byte order mark, or in GB18030.",
        default="utf-8-sig",
        show_if={"format": ["csv"]},
        enum_labels={
            "utf-8-sig": Text("UTF-8 with byte order mark (BOM)"),
            "utf-8": Text.verbatim("UTF-8"),
            "gb18030": Text.verbatim("GB18030"),
        },
    )

    guard_formulas: bool = form_field(
        "Guard formulas",
        "Puts an apostrophe before text that a spreadsheet would evaluate. Reading the CSV again does not remove it.",
        default=True,
        show_if={"format": ["csv"]},
    )


class MakeFileNode(EffectNode[MakeFileConfig]):
    """Writes a file and stores it with the run."""

    id = "make_file"
    category = "data"
    icon = "file-plus"
    title = Text("Make file")
    help = Text("Writes rows as Excel or CSV, or Markdown and HTML as a Word or PDF document.")
    keywords = Text("html, excel, xlsx, csv, word, docx, pdf, export, spreadsheet, report, convert to file, document")
    summary = (field_line("content", Text("No content yet")),)
    needs = (ConfigProblem("content_missing", "/content", Text("Choose the content.")),)
    output_fields = (OutputField("file", "object", Text("File")),)
    example = Example(
        Text("Writes a report."),
        config={"format": "docx", "content": "# {{ inputs.title }}", "name": "report"},
        inputs={"title": "Week 12"},
        output={"file": {"$type": "file", "id": "…", "name": "report.docx", "type": DOCX}},
    )

    def run(self, config: MakeFileConfig, context: NodeContext) -> NodeOutcome:
        value = context.variables.value(config.content)
        now = datetime.now(UTC).astimezone()
        name = file_name(context.variables.render(config.name), f".{config.format}", now)
        chunks = _chunks(config, value, context.files, context.variables.version)
        stored = context.files.save(name, _TYPES[config.format], _named(name, chunks))
        return NodeOutcome({"file": stored.to_json()}, inputs={"format": config.format, "name": name})


def _named(name: str, chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the content of a file; what is wrong with it names the file."""
    try:
        yield from chunks
    except NodeError as error:
        text = _NOT_WRITTEN.filled(name=name, reason=error.text)
        raise NodeError(text, code=error.code, details=error.details) from error


def _chunks(config: MakeFileConfig, value: Any, files: FilePort, version: int) -> Iterator[bytes]:
    if config.format == "xlsx":
        yield from excel_chunks(value, version=version)
    elif config.format == "csv":
        yield from csv_chunks(value, config.encoding, guard_of(version, config.guard_formulas))
    elif not isinstance(value, str):
        raise NodeError(_NO_TEXT, code="no_text")
    else:
        yield document(value, config.format, config.markup, _pictures(value, files))


def _pictures(text: str, files: FilePort) -> dict[str, bytes]:
    """Return the contents of the images that a text names; what is no image, or not the run's, is none."""
    found: dict[str, bytes] = {}
    left = MAX_BYTES
    for address in islice(file_addresses_in(text), MAX_PICTURES):
        with suppress(NodeError), files.open(address) as file:
            if file.stored.content_type.startswith("image/") and file.stored.size <= left:
                found[address] = file.stream.read()
                left -= len(found[address])
    return found
