"""Extract text: what is written in a file, by its type."""

from collections.abc import Mapping

from agents.core.errors import DocumentUnreadableError
from agents.knowledge.parsers.file_types import Kind
from agents.knowledge.parsers.subprocess_parser import read_document
from tools.core.call.summary import field_line
from tools.core.formats.file_types import DOCX, HTML, PDF, PPTX, XLSX
from tools.core.registered.knowledge import MAX_DOCUMENT_BYTES
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import ConfigProblem, EffectNode, Example, NodeConfig, NodeOutcome, OutputField
from workflow_editor.nodes.ports import NodeContext

_KINDS: Mapping[str, Kind] = {
    PDF: "pdf",
    DOCX: "word",
    "application/vnd.ms-word.document.macroEnabled.12": "word",
    XLSX: "excel",
    "application/vnd.ms-excel.sheet.macroEnabled.12": "excel",
    PPTX: "slides",
    "application/vnd.ms-powerpoint.presentation.macroEnabled.12": "slides",
    HTML: "html",
    "text/csv": "csv",
    "text/markdown": "markdown",
    "message/rfc822": "mail",
    "application/json": "text",
    "application/xml": "text",
    "application/yaml": "text",
}
"""Macros are never run: only what is written is read."""
_NO_TEXT = Text(
    "“{name}” is {kind}, from which no text can be extracted. Use PDF, Word, Excel, PowerPoint, HTML, mail or text.",
    name="",
    kind="",
)
_TOO_LARGE = Text("“{name}” is larger than {most} MB. Split it.", name="", most=0)


class ExtractTextConfig(NodeConfig):
    file: str = form_field(
        "File", "A reference to a file, such as {{ inputs.file }}.", default="", widget="template-line", autofocus=True
    )
    max_characters: int = form_field(
        "Characters at most", "100 to 1,000,000. The rest is left out.", default=200_000, ge=100, le=1_000_000
    )


class ExtractTextNode(EffectNode[ExtractTextConfig]):
    """Reads a file in a process of its own, which may be killed."""

    id = "extract_text"
    category = "data"
    icon = "file-search"
    title = Text("Extract text")
    help = Text("Reads the text of a PDF, Word, Excel, PowerPoint, HTML, mail or text file.")
    keywords = Text("pdf, docx, xlsx, pptx, eml, document, parse, ocr")
    summary = (field_line("file", Text("No file yet")),)
    needs = (ConfigProblem("file_missing", "/file", Text("Choose the file.")),)
    has_known_fields = True
    output_fields = (
        OutputField("text", "string", Text("Text")),
        OutputField("pages", "number", Text("Pages, slides or sheets")),
        OutputField("is_cut", "boolean", Text("Longer than this")),
    )
    example = Example(
        Text("Reads an invoice."),
        config={"file": "{{ inputs.invoice }}"},
        inputs={"invoice": {"$type": "file", "id": "…", "name": "invoice.pdf", "type": "application/pdf"}},
        output={"text": "Invoice 7 …", "pages": 1, "is_cut": False},
    )

    def run(self, config: ExtractTextConfig, context: NodeContext) -> NodeOutcome:
        with context.files.open(context.variables.value(config.file)) as file:
            stored = file.stored
            if stored.size > MAX_DOCUMENT_BYTES:
                text = _TOO_LARGE.filled(name=stored.name, most=MAX_DOCUMENT_BYTES // 1024**2)
                raise NodeError(text, code="file_too_large")
            kind = _KINDS.get(stored.content_type) or ("text" if stored.content_type.startswith("text/") else None)
            if kind is None:
                text = _NO_TEXT.filled(name=stored.name, kind=stored.content_type)
                raise NodeError(text, code="file_without_text")
            content = file.stream.read()
        try:
            found = read_document(content, kind, stored.name)
        except DocumentUnreadableError as error:
            raise NodeError(error.text, code=error.code, details=error.details) from error
        cut = found.text[: config.max_characters]
        output = {"text": cut, "pages": len(found.marks), "is_cut": len(cut) < len(found.text)}
        return NodeOutcome(output, inputs={"file": stored.to_json()})
