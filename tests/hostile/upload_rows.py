"""Uploads and imports: files of other programs, archives, names, documents of workflows; and small messages.

PDF, Word and Excel files are read in a process of its own, which is killed after a deadline and gets no more than a
gigabyte. Their rows measure the server's part: it hands the file over, waits, and reads the answer.
"""

from collections.abc import Callable
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.http import parse_cookie
from django.utils.text import slugify
from mcp_types import CallToolResult

from agents.core.attachments import FilePart, read_files
from agents.core.errors import AgentError, AttachmentError, DocumentUnreadableError
from agents.knowledge.parsers.file_types import Kind, document_kind
from agents.knowledge.parsers.subprocess_parser import DEADLINE_S, read_document
from agents.knowledge.text.ranking import fused
from agents.knowledge.text.terms import coverage, query_terms, stored_terms
from agents.providers.anthropic_body import parsed_input
from tests.hostile.measuring import Row, refusing, repeated
from tools.core.errors import BilingualError, ToolError
from tools.core.file_columns import has_header, proposed_columns
from tools.core.formats.csv_lines import csv_lines
from tools.core.formats.csv_rows import csv_rows, delimiter_of, is_unclosed
from tools.core.formats.encodings import charset_of, page_text
from tools.core.formats.file_types import shown_type, type_of
from tools.core.formats.json_text import is_deeper, parse_json, parse_own_json
from tools.core.registered.files import StoredFile
from tools.evaluation.single_process import MAX_MEMORY_BYTES
from tools.executors.claude_skill.archive import read_archive
from tools.executors.http_request.bodies import encoded
from tools.executors.mcp_server.media import AnswerMedia
from tools.mcp.conversion import read_answer, read_tools
from tools.mcp.guarded_http import is_forgotten
from tools.outbound.client import MAX_BYTES
from workflow_editor.errors import NodeError
from workflow_editor.graph.document import Document
from workflow_editor.graph.validation import problems
from workflow_editor.nodes.builtin.start import StartConfig, read_inputs
from workflow_editor.nodes.registry import read_graph
from workflow_editor.realtime.messages import WorkflowMessageAdapter

_APART = f"process, killed after {DEADLINE_S:.0f} s or at {MAX_MEMORY_BYTES // 1024**3} GB"
_WAITED_S = 1.0
"""In place of the deadline: the rows measure what the server does meanwhile."""
_BODY = 1_000_000
_NAME = 200


def _apart(kind: Kind) -> Callable[[bytes], object]:
    return refusing(lambda content: read_document(content, kind, "file", deadline_s=_WAITED_S), DocumentUnreadableError)


def _office(place: str, content: Callable[[int], str]) -> Callable[[int], bytes]:
    def packed(size: int) -> bytes:
        out = BytesIO()
        with ZipFile(out, "w", ZIP_DEFLATED) as archive:
            archive.writestr("[Content_Types].xml", "<Types/>")
            archive.writestr(place, content(size))
        return out.getvalue()

    return packed


def _pdf(size: int) -> bytes:
    return b"%PDF-1.4\n1 0 obj\n" + b"[" * size + b"\nendobj\ntrailer\n<< /Root 1 0 R >>\n"


def _entries(size: int) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w") as archive:
        for at in range(size):
            archive.writestr(f"{'a/' * 20}{at}.md", "")
    return out.getvalue()


def _node(at: int, **more: Any) -> dict[str, Any]:
    return {"key": f"n{at}", "name": f"N {at}", "type": "template", "position": {"x": 0, "y": 0}, **more}


def _imported(document: dict[str, Any]) -> object:
    return problems(read_graph(Document.model_validate(document)))


def _edges(size: int, ends: Callable[[int], tuple[int, int]]) -> dict[str, Any]:
    pairs = [ends(at) for at in range(size)]
    edges = [{"id": f"e{at}", "source": f"n{one}", "target": f"n{other}"} for at, (one, other) in enumerate(pairs)]
    return {"nodes": [_node(at) for at in range(size)], "edges": edges}


def _references(size: int) -> dict[str, Any]:
    nodes = [_node(at, config={"template": f"{{{{ nodes.n{at + 1}.a }}}}" * 10}) for at in range(size)]
    return {"nodes": nodes, "edges": []}


def _start(text: str) -> object:
    fields = [{"name": kind, "type": kind} for kind in ("json", "array", "object", "number", "boolean", "binary")]
    return read_inputs(StartConfig.model_validate({"fields": fields}), {field["name"]: text for field in fields})


def _no_file(file_id: str) -> FilePart:
    raise AttachmentError(file_id)


def _tool(size: int) -> dict[str, Any]:
    schema = {"type": "object", "title": "x" * size, "properties": {}, "required": ["x"] * (size // 8)}
    return {"name": "x" * size, "description": "x" * size, "inputSchema": schema}


def _read_tool(sent: dict[str, Any]) -> None:
    list(read_tools([sent], [sent["name"]]))


def _media(value: object) -> object:
    """Look for files in what an MCP server sent; nothing is kept."""
    return AnswerMedia(lambda name, kind, content: StoredFile("1", name, kind, len(content)), "x").replaced(value)


def _repeating(size: int) -> list[object]:
    picture = {"type": "image", "data": "QUJD" * (size // 400), "mimeType": "image/png"}
    return [picture, *[{"text": picture["data"]}] * 100]


def _answer(size: int) -> CallToolResult:
    return CallToolResult(content=[], structured_content={"a": [{}] * (size // 4)})


def _nodes(more: Callable[[int], dict[str, Any]]) -> Callable[[int], dict[str, Any]]:
    return lambda size: {"nodes": [_node(at) | more(at) for at in range(size)], "edges": []}


def _table_columns(text: str) -> object:
    """Propose columns for the beginning of a file, as its preview does."""
    rows = list(csv_rows(text, delimiter_of(text))) or [[]]
    return is_unclosed(text, ","), has_header(rows), proposed_columns(rows[0], rows[1:])


_kind = refusing(lambda name: document_kind(name, b"x"), AgentError)
_files = refusing(lambda text: read_files([{"name": text, "media_type": text, "data": text}], _no_file), AgentError)
_read_answer = refusing(lambda result: read_answer(result, ()), ToolError)
_message = refusing(WorkflowMessageAdapter.validate_json, ValueError)
_csv = lambda text: list(csv_lines([text], []))  # noqa: E731 - one of a table of readers
_parse = refusing(parse_json, ValueError)
_parse_own = refusing(parse_own_json, ValueError)

ROWS = [
    Row(f"PDF ({_APART}): [[[[", _apart("pdf"), _pdf, 4_000_000),
    Row(f"Word ({_APART}): <w:p><w:p>", _apart("word"), _office("word/document.xml", repeated("<w:p>")), 4_000_000),
    Row(f"Excel ({_APART}): <row><row>", _apart("excel"), _office("xl/workbook.xml", repeated("<row>")), 4_000_000),
    Row(
        f"PowerPoint ({_APART}): <a:p><a:p>",
        _apart("slides"),
        _office("ppt/slides/slide1.xml", repeated("<a:p>")),
        4_000_000,
    ),
    Row(f"Word ({_APART}): not even an archive", _apart("word"), lambda n: b"PK\x03\x04" * (n // 4), 4_000_000),
    Row(
        "kind of a file: dots",
        refusing(lambda n: document_kind(n, b"x"), AgentError),
        repeated(".", after=".md"),
        _BODY,
    ),
    Row(
        "kind of a file: //", refusing(lambda n: document_kind(n, b"x"), AgentError), repeated("/", after="a.md"), _BODY
    ),
    Row("type of a file: spaces", lambda n: type_of(n, n, BytesIO(n.encode())), repeated(" "), _BODY),
    Row("type of a file: many entries", lambda n: type_of("a.docx", "", BytesIO(n)), _entries, 4_000),
    Row("type of a file: PKPK", lambda n: shown_type(BytesIO(n)), lambda n: b"PK\x05\x06" * (n // 4), _BODY),
    Row("skill archive: many files", refusing(read_archive, BilingualError), _entries, 2_000),
    Row("skill archive: PKPK", refusing(read_archive, BilingualError), lambda n: b"PK\x05\x06" * (n // 4), _BODY),
    Row(
        "files of a message",
        refusing(lambda text: read_files([{"name": text, "media_type": text, "data": text}], _no_file), AgentError),
        repeated("a;"),
        _BODY,
    ),
    Row("slug: combining marks", lambda text: slugify(text, allow_unicode=True), repeated("\u0316\u0301", "a"), _NAME),
    Row("slug: - - -", lambda text: slugify(text, allow_unicode=True), repeated("- "), _NAME),
    Row("import: chain", _imported, lambda n: _edges(n, lambda at: (at, at + 1)), 2_000),
    Row("import: ring", _imported, lambda n: _edges(n, lambda at: (at, (at + 1) % n)), 2_000),
    Row("import: all to one", _imported, lambda n: _edges(n, lambda at: (at, 0)), 2_000),
    Row("import: edges over edges", _imported, lambda n: _edges(n, lambda at: (0, 1)), 2_000),
    Row(
        "import: each in the next",
        _imported,
        _nodes(lambda at: {"parent": f"n{at + 1}"}),
        2_000,
    ),
    Row("import: one name", _imported, _nodes(lambda at: {"name": "N"}), 2_000),
    Row("import: references", _imported, _references, 1_000),
    Row("JSON: [[[[", _parse, repeated("["), _BODY),
    Row("JSON: [],[],", _parse, repeated("[],", before="[", after="1]"), 5 * _BODY),
    Row('JSON: {"a":{"a":', _parse, repeated('{"a":'), _BODY),
    Row("JSON: digits", _parse, repeated("1"), _BODY),
    Row("JSON: \\\\", _parse, repeated("\\", before='"'), _BODY),
    Row("JSON: long integers", _parse, repeated("1" * 999 + ",", before="[", after="1]"), _BODY),
    Row("JSON: numbers of 400 digits", _parse, repeated("1" * 400 + ",", before="[", after="1]"), _BODY),
    Row("JSON of our own: [],[],", _parse_own, repeated("[],", before="[", after="1]"), _BODY),
    Row("encoding: charset=", charset_of, repeated("charset= "), 1_000_000),
    Row("encoding: charset and spaces", charset_of, repeated(" ", before="charset"), 1_000_000),
    Row("page: charset=", lambda page: page_text(page, ""), lambda n: b"charset=" * (n // 8), 1_000_000),
    Row("CSV: +1 +1", _csv, repeated("+1 ", after="x"), 1_000_000),
    Row("table from a file: quotes", _table_columns, repeated('"a"",'), 1_000_000),
    Row("table from a file: one wide row", _table_columns, repeated("a,"), 256_000),
    Row("table from a file: digits", _table_columns, repeated("1" * 39 + "\n"), 256_000),
    Row("table from a file: dates", _table_columns, repeated("2026-01-01 00:00:00.1111111\n"), 256_000),
    Row("table from a file: repeated names", _table_columns, repeated("a,a,", after="\n1"), 64_000),
    Row("levels: broad and deep", lambda n: is_deeper([[[{}] * 9] * 9] * (n // 100), 100), lambda n: n, _BODY),
    Row("body of a request: [],", refusing(lambda text: encoded(text, "json"), ToolError), repeated("[],", "["), _BODY),
    Row("body of a form: &&&=", refusing(lambda text: encoded(text, "form"), ToolError), repeated("&a="), _BODY),
    Row("arguments for Anthropic: [[[[", parsed_input, repeated("["), _BODY),
    Row("start fields: [[[[", _start, repeated("["), _BODY),
    Row("start fields: digits", refusing(_start, NodeError), repeated("1"), _BODY),
    Row("MCP tool: long name and schema", _read_tool, _tool, _BODY),
    Row("MCP answer: many objects", _read_answer, _answer, MAX_BYTES // 4),
    Row("MCP refusal: [[[[", lambda text: is_forgotten(400, text.encode()), repeated("["), 64 * 1024),
    Row("MCP answer: data:data:", _media, repeated("data:a/b;base64,"), _BODY),
    Row("MCP answer: data:aaaa", _media, repeated("a", before="data:"), _BODY),
    Row("MCP answer: a picture in each text", _media, _repeating, _BODY),
    Row("socket: {{{{", _message, repeated('{"type":'), _BODY),
    Row("socket: not the message", _message, repeated("a", before='{"type": "', after='"}'), _BODY),
    Row("cookies of a request: ;;;", parse_cookie, repeated(";"), 64 * 1024),
    Row("cookies of a request: quotes", parse_cookie, repeated('a="\\\\";'), 64 * 1024),
    Row("ranking", lambda n: fused([range(n), range(n, 0, -1)]), lambda n: n, 100_000),
    Row("terms: one word against a passage", lambda text: coverage(["a"] * 500, text), repeated("a b "), 8_000),
    Row("question: words", query_terms, repeated("ab "), 8_000),
    Row("terms: Chinese", stored_terms, repeated("中文"), 8_000),
]
