"""Text out of files of every type that people send, in a process that may be killed."""

from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tests.agents.knowledge.files import excel, pdf, word
from tests.doubles.node_harness import NodeHarness
from tests.workflow_editor.nodes.test_effect_nodes import run
from tools.core.formats.file_types import DOCX, HTML, PDF, PPTX, XLSX, type_of
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import NodeOutcome

_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
DOCM = "application/vnd.ms-word.document.macroEnabled.12"
XLSM = "application/vnd.ms-excel.sheet.macroEnabled.12"
MACRO_TYPES = {DOCX: DOCM, XLSX: XLSM}
MAIL = (
    b"From: Ann <ann@example.org>\r\nSubject: =?utf-8?b?6Iy2?=\r\nMIME-Version: 1.0\r\n"
    b"Content-Type: text/html; charset=utf-8\r\n\r\n<p>Hello <b>Bob</b></p><script>x()</script>"
)


def slides(*texts: str) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        for number, text in enumerate(texts, 1):
            body = f'<s xmlns:a="{_DRAWING}"><a:p><a:r><a:t>{text}</a:t></a:r></a:p></s>'
            archive.writestr(f"ppt/slides/slide{number}.xml", body)
    return out.getvalue()


def bomb() -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", bytes(201 * 1024**2))
    return out.getvalue()


def with_macro(content: bytes, plain: str) -> bytes:
    """Return an Office file as one with a macro: the content type says so, and the program is beside the text."""
    out = BytesIO()
    with ZipFile(BytesIO(content)) as source, ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name in source.namelist():
            part = source.read(name)
            if name == "[Content_Types].xml":
                part = part.replace(plain.encode(), MACRO_TYPES[plain].removesuffix(".12").encode())
            archive.writestr(name, part)
        archive.writestr(f"{'word' if plain == DOCX else 'xl'}/vbaProject.bin", b"Sub AutoOpen() planted-macro")
    return out.getvalue()


def a_million_rows() -> bytes:
    """Each is so long that the reader has enough after a tenth of them."""
    rows = "".join(f'<row r="{row}"><c r="A{row}" t="str"><v>{row:090}</v></c></row>' for row in range(1, 1_048_577))
    sheet = f'<worksheet xmlns="{_SHEET}"><sheetData>{rows}</sheetData></worksheet>'
    out = BytesIO()
    with ZipFile(BytesIO(excel("Long", [[1]]))) as source, ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name in source.namelist():
            archive.writestr(name, sheet if name == "xl/worksheets/sheet1.xml" else source.read(name))
    return out.getvalue()


def extracted(content: bytes, kind: str, **config: Any) -> NodeOutcome:
    harness = NodeHarness()
    harness.inputs["doc"] = harness.files.save("a", kind, [content]).to_json()
    return run("extract_text", {"file": "{{ inputs.doc }}", **config}, harness)


ROWS = [
    (pdf("Looms of Lyon", "Shuttles"), PDF, "Looms of Lyon", 2),
    (word("Looms", ["First."], [["a", "b"]]), DOCX, "# Looms", 0),
    (excel("Prices", [["Item", "Price"], ["Silk", 12]]), XLSX, "Item: Silk; Price: 12", 1),
    (slides("Zeroth", "茶 &amp; tea"), PPTX, "茶 & tea", 2),
    (b"<!doctype html><p>Looms</p>", HTML, "Looms", 0),
    ("织机".encode("gb18030"), "text/plain", "织机", 0),
]


@pytest.mark.parametrize(("content", "kind", "text", "pages"), ROWS, ids=[row[1].rpartition(".")[2] for row in ROWS])
def test_the_text_of_a_file(content: bytes, kind: str, text: str, pages: int) -> None:
    assert type_of("a", "", BytesIO(content)) == kind
    output = extracted(content, kind).output
    assert text in output["text"]
    assert (output["pages"], output["is_cut"]) == (pages, False)


def test_the_text_of_a_mail() -> None:
    text = extracted(MAIL, "message/rfc822").output["text"]
    assert [line for line in text.split("\n") if line.strip()] == [
        "From: Ann <ann@example.org>",
        "Subject: 茶",
        "Hello Bob",
    ]


def test_a_long_text_is_cut() -> None:
    output = extracted(b"x" * 500, "text/plain", maxCharacters=100).output
    assert (len(output["text"]), output["is_cut"]) == (100, True)


@pytest.mark.parametrize(
    ("content", "kind", "code", "reason"),
    [
        (b"\x89PNG", "image/png", "file_without_text", None),
        (b"%PDF-1.7 broken", PDF, "document_unreadable", "damaged"),
        (bomb(), DOCX, "document_unreadable", "bomb"),
        (b"no archive", PPTX, "document_unreadable", "damaged"),
        (pdf(""), PDF, "document_unreadable", "empty"),
        (word("Looms", []), PDF, "document_unreadable", "damaged"),
        (pdf("Looms"), DOCX, "document_unreadable", "damaged"),
        (b"MZ\x90\x00" + bytes(100), "application/x-msdownload", "file_without_text", None),
    ],
)
def test_a_file_without_text_is_a_clear_failure(content: bytes, kind: str, code: str, reason: str | None) -> None:
    with pytest.raises(NodeError) as failed:
        extracted(content, kind)
    assert (failed.value.code, failed.value.details.get("reason")) == (code, reason)


@pytest.mark.parametrize(
    ("content", "plain", "text"),
    [(word("Looms", ["First."]), DOCX, "First."), (excel("Prices", [["Item"], ["Silk"]]), XLSX, "Silk")],
    ids=["word", "excel"],
)
def test_a_macro_is_neither_run_nor_read(content: bytes, plain: str, text: str) -> None:
    file = with_macro(content, plain)
    kind = type_of("a", "", BytesIO(file))
    assert kind == MACRO_TYPES[plain]
    output = extracted(file, kind).output
    assert text in output["text"]
    assert "planted-macro" not in output["text"]


@pytest.mark.exhaustive
def test_a_sheet_of_a_million_rows_is_refused() -> None:
    with pytest.raises(NodeError, match=r"ten million characters\. Split it") as failed:
        extracted(a_million_rows(), XLSX)
    assert (failed.value.code, failed.value.details["reason"]) == ("document_unreadable", "too_long")


def test_what_is_no_file_is_refused() -> None:
    with pytest.raises(NodeError):
        run("extract_text", {"file": "{{ inputs.doc }}"}, NodeHarness(inputs={"doc": "text"}))
