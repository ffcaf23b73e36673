"""Text of Word files: paragraphs and tables in their order. Pure."""

import zlib
from collections.abc import Iterator
from io import BytesIO
from zipfile import BadZipFile

from docx.document import Document
from docx.opc.exceptions import OpcError
from docx.opc.part import PartFactory
from docx.package import Package
from docx.parts.document import DocumentPart
from docx.table import Table
from docx.text.paragraph import Paragraph

from agents.knowledge.parsers.archives import check_archive
from agents.knowledge.parsers.content import DocumentText, TextBuilder, UnreadableError

PartFactory.part_type_for["application/vnd.ms-word.document.macroEnabled.main+xml"] = DocumentPart
"""Macros are in a part of their own, which is never opened."""


def read_word(content: bytes) -> DocumentText:
    """Return the text as Markdown; table rows become lines with bars.

    Raises UnreadableError with `damaged`, `encrypted`, `bomb` or `too_long`.
    """
    check_archive(content)
    builder = TextBuilder()
    try:
        for item in _document(content).iter_inner_content():
            for line in _table_lines(item) if isinstance(item, Table) else _paragraph_lines(item):
                builder.add(line)
    except (OpcError, BadZipFile, zlib.error, EOFError, KeyError, ValueError, AttributeError, SyntaxError) as error:
        # Broken XML inside is a SyntaxError.
        raise UnreadableError("damaged") from error
    return builder.built()


def _document(content: bytes) -> Document:
    """Open a file as `docx.Document` does, which refuses one with macros for its type."""
    part = Package.open(BytesIO(content)).main_document_part
    if not isinstance(part, DocumentPart):
        raise UnreadableError("damaged")
    document: Document = part.document
    return document


def _paragraph_lines(paragraph: Paragraph) -> Iterator[str]:
    text = paragraph.text.strip()
    if text:
        style = paragraph.style.name if paragraph.style is not None else ""
        yield f"{_heading(style or '')}{text}\n\n"


def _heading(style: str) -> str:
    level = style.removeprefix("Heading ")
    return f"{'#' * int(level)} " if level != style and level.isdecimal() else ""


def _table_lines(table: Table) -> Iterator[str]:
    for row in table.rows:
        yield " | ".join(cell.text.strip().replace("\n", " ") for cell in row.cells) + "\n"
    yield "\n"
