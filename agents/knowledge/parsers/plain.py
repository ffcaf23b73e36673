"""Text of files that are text: plain, Markdown, CSV, HTML. Pure."""

import csv

from agents.knowledge.parsers.content import DocumentText, TextBuilder, UnreadableError
from agents.knowledge.parsers.table_text import row_lines
from tools.core.formats.csv_rows import csv_rows, delimiter_of
from tools.core.formats.encodings import file_text

_NEW_LINE_TAGS = "address article br dd div dt figcaption footer header li p pre section table tr ul ol".split()
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_NOT_TEXT = ["script", "style", "noscript", "template", "svg", "nav"]


def read_text(content: bytes) -> DocumentText:
    """Return a plain or Markdown text.

    Raises UnreadableError with `too_long`, or `encoding` for anything but UTF-8, UTF-16 and GB 18030.
    """
    builder = TextBuilder()
    builder.add(decoded(content).replace("\r\n", "\n"))
    return builder.built()


def read_csv(content: bytes) -> DocumentText:
    """Return a table with the columns named in each line. Raises UnreadableError, as `read_text`, or with `damaged`."""
    text = decoded(content)
    builder = TextBuilder()
    try:
        for line in row_lines([value.strip() for value in row] for row in csv_rows(text, delimiter_of(text))):
            builder.add(line)
    except csv.Error as error:
        raise UnreadableError("damaged") from error
    return builder.built()


def read_html(content: bytes) -> DocumentText:
    """Return a page's visible text, headings as Markdown, without scripts, styles and navigation.

    Raises UnreadableError, as `read_text`.
    """
    from selectolax.lexbor import LexborHTMLParser

    page = LexborHTMLParser(decoded(content))
    page.strip_tags(_NOT_TEXT)
    body = page.body
    if body is None:
        raise UnreadableError("empty")
    for level, tag in enumerate(_HEADINGS, start=1):
        for heading in body.css(tag):
            heading.insert_before(f"\n\n{'#' * level} ")
            heading.insert_after("\n\n")
    for tag in _NEW_LINE_TAGS:
        for block in body.css(tag):
            block.insert_after("\n")
    builder = TextBuilder()
    builder.add("\n".join(" ".join(line.split()) for line in body.text(separator="").split("\n")))
    return builder.built()


def decoded(content: bytes) -> str:
    """Decode bytes in a common encoding. Raises UnreadableError with `encoding`."""
    try:
        return file_text(content)
    except UnicodeDecodeError:
        raise UnreadableError("encoding") from None
