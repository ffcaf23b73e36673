"""Text out of real files, and the sentences about files that give none."""

import re
import sys
from typing import Any

import pytest

from agents.core.errors import DocumentUnreadableError
from agents.knowledge.parsers import content
from agents.knowledge.parsers.file_types import Kind, document_kind
from agents.knowledge.parsers.subprocess_main import answer
from agents.knowledge.parsers.subprocess_parser import read_document
from tests.agents.knowledge.files import excel, pdf, word
from tools.core.formats import archives


def test_a_pdf_gives_its_text_with_the_pages_it_stands_on() -> None:
    found = read_document(pdf("Looms of Lyon", "Shuttles of Como"), "pdf", "a.pdf")
    assert found.text.split() == ["Looms", "of", "Lyon", "Shuttles", "of", "Como"]
    second = found.marks[1]
    assert second.page == 2
    assert found.text[second.offset :].startswith("Shuttles")


def test_a_word_file_gives_headings_paragraphs_and_tables_in_their_order() -> None:
    reported = answer("word", word("Looms", ["First.", "Second."], [["Name", "Width"], ["Jacquard", "2 m"]]))
    assert reported["text"].split("\n") == [
        "# Looms", "", "First.", "", "Second.", "", "Name | Width", "Jacquard | 2 m", "", "",
    ]  # fmt: skip


def test_rows_of_tables_name_their_columns() -> None:
    reported = answer("excel", excel("Prices", [["Item", "Price"], ["Silk", 12], ["Wool", 7]]))
    assert "Item: Silk; Price: 12\nItem: Wool; Price: 7\n" in reported["text"]
    assert reported["marks"] == [{"offset": 0, "page": None, "sheet": "Prices"}]
    csv = answer("csv", "产品;价格\n丝绸;12\n".encode("gb18030"))
    assert csv["text"] == "产品 | 价格\n产品: 丝绸; 价格: 12\n"


def test_a_page_gives_what_it_shows() -> None:
    page = b"<html><head><title>x</title><script>var a=1</script></head><body><nav>Menu</nav>"
    page += b"<h2>Looms</h2><p>Made of <b>wood</b>.</p><ul><li>warp</li><li>weft</li></ul></body></html>"
    lines = [line.strip() for line in answer("html", page)["text"].split("\n") if line.strip()]
    assert lines == ["## Looms", "Made of wood.", "warp", "weft"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_text_is_read_in_the_encodings_that_people_use(encoding: str) -> None:
    assert answer("markdown", "织机，1804 年。\r\n".encode(encoding))["text"] == "织机，1804 年。\n"


def test_characters_that_no_database_stores_are_left_out() -> None:
    assert answer("text", b"warp\0weft") == {"text": "warp weft", "marks": []}


@pytest.mark.parametrize(
    ("kind", "given", "reason"),
    [
        ("pdf", pdf("secret", password="tailor"), "encrypted"),
        ("pdf", b"%PDF-1.7 and then nothing", "damaged"),
        ("pdf", pdf(""), "empty"),
        ("word", b"PK\x03\x04 and then nothing", "damaged"),
        ("word", excel("Prices", [["a"]]), "damaged"),
        ("excel", b"PK\x03\x04 and then nothing", "damaged"),
        ("excel", word("Looms", []), "damaged"),
        ("text", b"\xff\xfe\x00\xd8", "encoding"),
        ("text", b" \n ", "empty"),
        ("html", b"<script>1</script>", "empty"),
    ],
)
def test_a_file_without_readable_text_gives_the_reason(kind: Kind, given: bytes, reason: str) -> None:
    assert answer(kind, given) == {"reason": reason}


def test_an_archive_that_would_unpack_to_too_much_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MAX_UNPACKED_BYTES", 1000)
    assert answer("word", word("Looms", ["a"])) == {"reason": "bomb"}


def test_a_text_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "MAX_TEXT_CHARS", 10)
    assert answer("text", b"eleven char") == {"reason": "too_long"}


@pytest.mark.parametrize(
    ("kind", "given", "advice"),
    [
        ("pdf", pdf(""), "Run text recognition (OCR)"),
        ("html", b"<script>1</script>", "Check that it is the right file"),
    ],
)
def test_only_what_may_be_scanned_is_sent_to_text_recognition(kind: Kind, given: bytes, advice: str) -> None:
    with pytest.raises(DocumentUnreadableError, match=re.escape(advice)):
        read_document(given, kind, "warp")


def test_reading_that_takes_too_long_is_stopped() -> None:
    with pytest.raises(DocumentUnreadableError) as caught:
        read_document(b"warp", "text", "warp.txt", deadline_s=0.001)
    assert caught.value.details == {"reason": "timeout"}
    assert "Reading “warp.txt” took too long" in caught.value.text.en


def test_a_reading_process_that_breaks_is_reported_as_a_damaged_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(DocumentUnreadableError) as caught:
        read_document(b"warp", "text", "warp.txt")
    assert caught.value.details == {"reason": "damaged"}


@pytest.mark.parametrize(
    ("name", "start", "kind"),
    [
        ("A.PDF", b"%PDF-1.7", "pdf"),
        ("产品手册.docx", b"PK\x03\x04", "word"),
        ("prices.xlsx", b"PK\x03\x04", "excel"),
        ("page.htm", b"<html>", "html"),
        ("README.md", b"# a", "markdown"),
        ("a.tsv", b"a\tb", "csv"),
        ("notes.txt", "\ufeffa".encode("utf-16"), "text"),
    ],
)
def test_a_kind_is_known_by_name_and_content(name: str, start: bytes, kind: str) -> None:
    assert document_kind(name, start) == kind


@pytest.mark.parametrize(
    ("name", "start", "reason"),
    [
        ("film.mp4", b"\0", "wrong_type"),
        ("noending", b"text", "wrong_type"),
        ("empty.txt", b"", "empty"),
        ("program.txt", b"MZ\0\0", "wrong_content"),
        ("picture.pdf", b"\x89PNG", "wrong_content"),
        ("old.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "encrypted"),
        ("text.docx", b"just text", "wrong_content"),
    ],
)
def test_a_file_that_is_not_what_we_read_is_refused_at_once(name: str, start: bytes, reason: str) -> None:
    with pytest.raises(DocumentUnreadableError) as caught:
        document_kind(name, start)
    details: dict[str, Any] = caught.value.details
    assert details == {"reason": reason}
    assert caught.value.text.in_language("zh")
