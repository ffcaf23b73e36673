"""Markdown as the writers of documents take it. Pure."""

from markdown_it import MarkdownIt
from markdown_it.token import Token

MAX_CHARACTERS = 1_000_000
_CONTROL = dict.fromkeys((*range(9), 11, 12, *range(14, 32), *range(55296, 57344)))


def parsed_markdown(markdown: str) -> list[Token]:
    """Return the parts of CommonMark text with tables: MAX_CHARACTERS of it, without characters illegal in
    documents.
    """
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    return parser.parse(without_control(markdown[:MAX_CHARACTERS]))


def without_control(text: str) -> str:
    """Leave out what no document may hold."""
    return text.translate(_CONTROL)
