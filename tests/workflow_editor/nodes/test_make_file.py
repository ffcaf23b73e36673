"""Files out of rows and Markdown, read back by what people open them with."""

import csv
import re
import sys
import tracemalloc
from base64 import b64encode
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZipFile

import pytest
from docx import Document
from openpyxl import load_workbook
from PIL import Image
from pypdf import PdfReader

from tests.doubles.node_harness import NodeHarness
from tests.timing import Work, assert_growth
from tests.workflow_editor.nodes.test_effect_nodes import run
from tools.core.formats.excel_book import open_book, sheet_rows
from tools.core.formats.file_types import DOCX, PDF, XLSX, type_of
from workflow_editor.errors import NodeError
from workflow_editor.nodes.file_writers.document import DocumentFormat, document
from workflow_editor.nodes.file_writers.html import parsed_html
from workflow_editor.nodes.file_writers.pdf import pdf_document
from workflow_editor.nodes.file_writers.pictures import MAX_PICTURES, Pictures
from workflow_editor.nodes.file_writers.rows import csv_chunks, excel_chunks
from workflow_editor.nodes.file_writers.word import word_document

ROWS = [{"名称": "茶", "price": 12.5}, {"名称": "=1+1", "more": {"a": 1}}]
MARKDOWN = (
    "# Week 12\n\nSales **rose**, see [site](https://example.org).\n\n- 茶\n- tea\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
)
NO_PICTURES = Pictures({})


def made(content: Any, **config: Any) -> tuple[str, bytes]:
    harness = NodeHarness(inputs={"content": content})
    output = run("make_file", {"content": "{{ inputs.content }}", "name": "report", **config}, harness).output
    (kept,) = harness.files.kept
    assert output["file"]["name"] == kept.name
    return kept.name, kept.content


def test_rows_become_a_workbook_in_which_text_is_never_a_formula() -> None:
    name, content = made(ROWS, format="xlsx")
    assert (name, type_of(name, "", BytesIO(content))) == ("report.xlsx", XLSX)
    sheet = load_workbook(BytesIO(content)).worksheets[0]
    assert [[cell.value for cell in row] for row in sheet.rows] == [
        ["名称", "price", "more"],
        ["茶", 12.5, None],
        ["=1+1", None, '{"a": 1}'],
    ]
    assert sheet["A3"].data_type == "s"


@pytest.mark.parametrize(
    ("encoding", "begin"),
    [("utf-8-sig", b"\xef\xbb\xbf"), ("utf-8", "名".encode()), ("gb18030", "名".encode("gb18030"))],
)
def test_rows_become_csv_in_the_encoding_that_is_asked_for(encoding: str, begin: bytes) -> None:
    name, content = made(ROWS, format="csv", encoding=encoding)
    assert (name, content.startswith(begin)) == ("report.csv", True)
    read = list(csv.reader(StringIO(content.decode(encoding), newline="")))
    assert read == [["名称", "price", "more"], ["茶", "12.5", ""], ["'=1+1", "", '{"a": 1}']]


@pytest.mark.parametrize("write", [excel_chunks, lambda rows: csv_chunks(rows, "gb18030", "formulas")])
@pytest.mark.exhaustive
def test_memory_does_not_grow_with_the_rows(write: Callable[[Any], Iterator[bytes]]) -> None:
    peaks = []
    for count in (1_000, 6_000):
        rows = [{"name": "茶" * 20, "price": 12.5}] * count
        tracemalloc.start()
        for _ in write(rows):
            pass
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 1024**2


def test_markdown_becomes_a_word_document() -> None:
    name, content = made(MARKDOWN, format="docx")
    assert (name, type_of(name, "", BytesIO(content))) == ("report.docx", DOCX)
    document = Document(BytesIO(content))
    assert [(part.style and part.style.name, part.text) for part in document.paragraphs] == [
        ("Heading 1", "Week 12"),
        ("Normal", "Sales rose, see site (https://example.org)."),
        ("List Bullet", "茶"),
        ("List Bullet", "tea"),
    ]
    assert [[cell.text for cell in row.cells] for row in document.tables[0].rows] == [["a", "b"], ["1", "2"]]


def test_markdown_becomes_a_pdf_with_the_fonts_in_it() -> None:
    name, content = made(MARKDOWN, format="pdf")
    assert (name, type_of(name, "", BytesIO(content))) == ("report.pdf", PDF)
    assert content == made(MARKDOWN, format="pdf")[1]
    page = PdfReader(BytesIO(content)).pages[0]
    assert page.extract_text().split() == "Week 12 Sales rose, see site. • 茶 • tea a b 1 2 1".split()
    fonts = re.findall(rb"/FontFile3?\b", content)
    assert len(fonts) == content.count(b"/FontDescriptor ") > 0


HTML = """<!doctype html><html><head><title>hidden</title><style>p{}</style><script>alert("x")</script></head><body>
<h1>第 12 周</h1><p>Sales <b>rose</b>,\n see
<a href="https://example.org">site</a> &amp; <a href="javascript:x()">more</a>.<br>Next</p>
<ul><li>茶<ol><li>绿茶</ol><li>tea</ul><blockquote>quoted</blockquote><pre>a\n  b</pre>
<img src="http://127.0.0.1:9/pixel.png" alt="a loom"><iframe src="file:///etc/passwd">framed</iframe>
<table><tr><th>a<th>b<tr><td>1</table>after</body></html>"""


def test_html_becomes_a_word_document() -> None:
    document = Document(BytesIO(made(HTML, format="docx", markup="html")[1]))
    assert [(part.style and part.style.name, part.text) for part in document.paragraphs] == [
        ("Heading 1", "第 12 周"),
        ("Normal", "Sales rose, see site (https://example.org) & more.\nNext"),
        ("List Bullet", "茶"),
        ("List Number 2", "绿茶"),
        ("List Bullet", "tea"),
        ("Quote", "quoted"),
        ("Normal", "a\n  b"),
        ("Normal", "a loom"),
        ("Normal", "after"),
    ]
    assert [run.text for run in document.paragraphs[1].runs if run.bold] == ["rose"]
    assert [[cell.text for cell in row.cells] for row in document.tables[0].rows] == [["a", "b"], ["1", ""]]


@pytest.mark.parametrize(
    ("html", "rows"),
    [
        ("<tr><th colspan=2>a<th>b<tr><td>1<td>2<td>3", [["a", "", "b"], ["1", "2", "3"]]),
        ("<tr><td rowspan=2>a<td>b<tr><td>2<tr><td>3<td>4", [["a", "b"], ["", "2"], ["3", "4"]]),
        ("<tr><td>a<td rowspan=3>b<tr><td>2<tr><tr><td>3<td>4", [["a", "b"], ["2", ""], ["3", "4"]]),
        ("<tr><td rowspan=2 colspan=2>a<td>b<tr><td>2", [["a", "", "b"], ["", "", "2"]]),
        ("<tr><td colspan=x rowspan=-1>a<td colspan=0>b<tr><td>2<td>3", [["a", "b"], ["2", "3"]]),
        (f"<tr><td colspan={'9' * 9}>a<td colspan=٣>b<tr><td>2", [["a", "b", "", ""], ["2", "", "", ""]]),
        (
            f"<tr><td rowspan=99999 colspan=99999>a<td>b{'<tr><td>c' * 2}",
            [["a", *[""] * 38, "b"], [*[""] * 39, "c"], [*[""] * 39, "c"]],
        ),
    ],
)
def test_cells_that_span_others_keep_the_columns_of_a_table(html: str, rows: list[list[str]]) -> None:
    document = Document(BytesIO(word_document(parsed_html(f"<table>{html}</table>"), NO_PICTURES)))
    assert [[cell.text for cell in row.cells] for row in document.tables[0].rows] == rows


def test_html_becomes_a_pdf_with_the_fonts_in_it() -> None:
    content = made(HTML, format="pdf", markup="html")[1]
    words = "".join(PdfReader(BytesIO(content)).pages[0].extract_text().split())
    assert words == "第12周Salesrose,seesite&more.Next•茶1.绿茶•teaquotedabaloomab1after1"
    assert b"https://example.org" in content
    assert b"javascript" not in content


def picture(kind: str = "PNG", size: tuple[int, int] = (400, 200)) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, "teal").save(out, kind)
    return out.getvalue()


def as_data(content: bytes, kind: str = "image/png") -> str:
    return f"data:{kind};base64,{b64encode(content).decode()}"


def drawn(content: bytes, kind: DocumentFormat) -> list[tuple[int, int]]:
    """Return the size of each picture that a document holds, in points for Word and in pixels for PDF."""
    if kind == "docx":
        return [(shape.width.pt, shape.height.pt) for shape in Document(BytesIO(content)).inline_shapes]
    return [image.image.size for page in PdfReader(BytesIO(content)).pages for image in page.images if image.image]


@pytest.mark.parametrize("kind", ["docx", "pdf"])
@pytest.mark.parametrize("saved", ["PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF"])
@pytest.mark.everyday_rows(3)
def test_pictures_of_markdown_are_in_the_document(kind: DocumentFormat, saved: str) -> None:
    large, small = picture(saved), picture(saved, (200, 100))
    text = f"See ![a loom](/api/files/7/) and\n\n| a | b |\n|-|-|\n| ![x]({as_data(small)}) | 1 |\n"
    written = document(text, kind, "markdown", {"/api/files/7/": large})
    assert drawn(written, kind) == ([(300, 150), (150, 75)] if kind == "docx" else [(400, 200), (200, 100)])
    if kind == "docx":
        assert b'descr="a loom"' in ZipFile(BytesIO(written)).read("word/document.xml")


@pytest.mark.parametrize("kind", ["docx", "pdf"])
def test_pictures_of_html_are_in_the_document(kind: DocumentFormat) -> None:
    source = as_data(picture(size=(3_000, 1_500)))
    html = f'<p>a<a href="https://example.org"><img src="{source}" width="200"></a></p><img src=" " alt="b">'
    assert drawn(document(html, kind, "html"), kind) == ([(150, 75)] if kind == "docx" else [(2_000, 1_000)])


def test_pictures_are_files_of_the_run() -> None:
    harness = NodeHarness(inputs={})
    photo = harness.files.save("photo.png", "image/png", [picture()])
    words = harness.files.save("a.txt", "text/plain", [b"text"])
    content = f"![a]({photo.address}) ![b]({words.address}) ![c](/api/files/99/) ![d](https://example.com/e.png)"
    run("make_file", {"content": content, "name": "report", "format": "docx"}, harness)
    written = harness.files.kept[-1].content
    assert drawn(written, "docx") == [(300, 150)]
    assert [one.text for one in Document(BytesIO(written)).paragraphs] == [" b c d"]


@pytest.mark.parametrize("kind", ["docx", "pdf"])
@pytest.mark.parametrize(
    "source",
    [
        "data:image/png;base64,",
        "data:image/png;base64,!!!!",
        "data:image/png,%89PNG",
        as_data(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"),
        as_data(picture()[:60]),
        as_data(b"\xff\xd8\xff" + b"x" * 100, "image/jpeg"),
        as_data(picture()[:16] + (30_000).to_bytes(4) * 2 + picture()[24:]),
        "file:///etc/passwd",
        "/etc/passwd",
        "/0.png",
        "../markdown.typ",
        "http://127.0.0.1:9/pixel.png",
    ],
)
@pytest.mark.everyday_rows(4)
def test_what_is_no_picture_leaves_its_text(kind: DocumentFormat, source: str) -> None:
    written = document(f'<p>a <img src="{source}" alt="loom"> b</p>', kind, "html")
    assert drawn(written, kind) == []
    shown = word_text(written) if kind == "docx" else PdfReader(BytesIO(written)).pages[0].extract_text()
    assert "a loom b" in shown


def test_a_document_takes_so_many_pictures() -> None:
    sources = [as_data(picture(size=(number, 1))) for number in range(1, MAX_PICTURES + 5)]
    html = "".join(f'<img src="{source}" alt="x">' for source in [*sources, sources[0]])
    assert len(drawn(document(html, "docx", "html"), "docx")) == MAX_PICTURES + 1


@pytest.mark.parametrize("kind", ["docx", "pdf"])
@pytest.mark.parametrize(
    "html",
    [
        "",
        "<",
        "<p",
        "<!--",
        "</ul></li></table></p>",
        "<li>a</li><td>b</td>",
        "<ul>a<table><tr></table></ul>",
        "<table>a<caption>b</caption><tr><td><ul><li>c<table><tr><td>d</table>",
        "<div><ul><li><blockquote>" * 3_000 + "deep",
        "<table><tr><td>" * 3_000 + "deep",
        "<b><i><code><a href='http://[x'>" * 3_000 + "deep",
        "<td>" * 3_000 + "</td>",
        "<table>" + "<tr><td>x" * 500 + "<td>y" * 5_000,
        "<!--" * 250_000,
        "<![" * 250_000,
        "<p " + "a=" * 250_000,
        "</" * 250_000,
        "&" * 1_000_000,
        "<script>" * 100_000,
    ],
)
@pytest.mark.everyday_rows(6)
def test_hostile_html_becomes_a_document_that_shows_what_it_can(kind: DocumentFormat, html: str) -> None:
    tokens = parsed_html(html)
    content = word_document(tokens, NO_PICTURES) if kind == "docx" else pdf_document(tokens, html, NO_PICTURES)
    assert content.startswith(b"%PDF-" if kind == "pdf" else b"PK")
    if html.endswith("deep"):
        shown = word_text(content) if kind == "docx" else PdfReader(BytesIO(content)).pages[-1].extract_text()
        tables = Document(BytesIO(content)).tables if kind == "docx" else []
        assert "deep" in shown + "".join(row.cells[0].text for table in tables for row in table.rows)


@pytest.mark.parametrize(
    "piece", ["<p>茶 <b>tea</b></p>", "<div><ul><li>", "<table><tr><td>x", "<a href='x", "<!-- ", "<b>", "&amp;"]
)
def test_reading_html_is_linear_in_its_length(piece: str) -> None:
    def parsed(length: int) -> Work:
        return partial(parsed_html, piece * (length // len(piece)))

    assert_growth(parsed, to=400_000)


@pytest.mark.parametrize("kind", ["docx", "pdf"])
@pytest.mark.parametrize(
    "text",
    [
        '#set page("a7") #panic("x") #read("/etc/passwd") $1$ @ref <label>',
        "<script>alert(1)</script>",
        "{{ secret }}",
    ],
)
@pytest.mark.everyday_rows(2)
def test_text_stays_text(kind: DocumentFormat, text: str) -> None:
    content = document(text, kind)
    read = PdfReader(BytesIO(content)).pages[0].extract_text() if kind == "pdf" else word_text(content)
    assert text in read.replace("\n", "")


def word_text(content: bytes) -> str:
    return "\n".join(part.text for part in Document(BytesIO(content)).paragraphs)


@pytest.mark.parametrize("kind", ["docx", "pdf"])
@pytest.mark.parametrize(
    "text", ["", " ", "> " * 500 + "x", "[" * 500 + "x" + "](http://a.b)" * 500, "|a|\n|-|", "\ud800\x00", "```"]
)
@pytest.mark.everyday_rows(4)
def test_any_text_becomes_a_document(kind: DocumentFormat, text: str) -> None:
    assert document(text, kind).startswith(b"%PDF-" if kind == "pdf" else b"PK")


def test_a_text_like_an_escape_is_written_and_read_unchanged() -> None:
    """ECMA-376, part 1, 22.9.2.19: `_x000D_` is a carriage return, and `_x005F_` an underscore."""
    texts = ["_x000D_", "a_x0041_b", "_x", "x_x00_", "_x005F_x0041_"]
    _, content = made([texts], format="xlsx")
    with ZipFile(BytesIO(content)) as book:
        assert b"<t>_x005F_x000D_</t>" in book.read("xl/worksheets/sheet1.xml")
    with open_book(content) as read:
        assert list(sheet_rows(read.worksheets[0])) == [tuple(texts)]


@pytest.mark.parametrize(
    ("content", "config", "code"),
    [
        ("# " + "*" * 5_000 + "x" + "*" * 5_000, {"format": "pdf"}, "document_too_large"),
        ([1], {"format": "pdf"}, "no_text"),
        ("text", {"format": "xlsx"}, "no_rows"),
        ([1], {"format": "csv"}, "no_rows"),
        ([[0] * 1_001], {"format": "xlsx"}, "too_many_rows"),
        ([1], {"format": "docx"}, "no_text"),
    ],
)
def test_what_cannot_be_written_is_refused(content: Any, config: dict[str, Any], code: str) -> None:
    with pytest.raises(NodeError) as caught:
        made(content, **config)
    assert caught.value.code == code


@pytest.mark.parametrize("package", ["typst", "pylopdf_fonts_zh_cn"])
def test_without_the_extra_only_pdf_is_refused(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(NodeError, match=re.escape("pip install 'flowloom[documents]'")) as caught:
        made("# Tea", format="pdf")
    assert caught.value.code == "documents_not_installed"
    assert made("# Tea", format="docx")[1].startswith(b"PK")
