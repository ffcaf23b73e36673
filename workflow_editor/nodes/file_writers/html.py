"""Parses HTML into the same parts as Markdown, for document writers. Pure, nothing is fetched.

Visible text is kept; scripts, styles and forms are dropped. Too deep nesting is flattened to the deepest level. libxml2
finds the tags in linear time, unlike Python's own parser.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal
from urllib.parse import urlsplit

from lxml import etree
from markdown_it.token import Token

from workflow_editor.nodes.file_writers.markdown import MAX_CHARACTERS, without_control

MAX_DEPTH = 12
MAX_COLUMNS = 40
_HIDDEN = frozenset("script style template title svg math iframe object select textarea audio video".split())
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BLOCKS = frozenset(
    "p div article section header footer main aside nav figure figcaption address details summary dl dt dd form "
    "fieldset body caption center".split()
)
_CONTAINERS = {"ul": "bullet_list", "ol": "ordered_list", "li": "list_item", "blockquote": "blockquote"}
_LISTS = ("bullet_list", "ordered_list")
_STYLES = {"b": "strong", "strong": "strong", "i": "em", "em": "em", "cite": "em", "dfn": "em", "var": "em"}
_CODE = frozenset({"code", "kbd", "samp", "tt"})
_SCHEMES = frozenset({"http", "https", "mailto", "tel"})
_LONGEST_TARGET = 2_000
_MOST_DIGITS = 5
"""Digits of a number; HTML allows 65,534 rows."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """Text of one look, or a line break."""

    text: str
    styles: tuple[str, ...] = ()
    target: str = ""
    picture: str = ""
    """Address of a picture; the text replaces one that cannot be shown."""
    width: int = 0
    """Picture width in pixels; 0 for its own."""


@dataclass(slots=True)
class _Table:
    """A cell that spans columns or rows has its text in the first; the others are empty."""

    rows: list[list[list[_Piece]]] = field(default_factory=list)
    cell: list[_Piece] | None = None
    """Takes what is read."""
    _covered: dict[int, int] = field(default_factory=dict)
    """For how many more rows a cell above covers a column."""

    def begin_row(self) -> None:
        """Begin a row; what the last one did not reach is covered for one row less."""
        begin = len(self.rows[-1]) if self.rows else MAX_COLUMNS
        for column in range(begin, MAX_COLUMNS):
            self._covered[column] = max(0, self._covered.get(column, 0) - 1)
        self.rows.append([])
        self.cell = None

    def begin_cell(self, attrs: Mapping[str, str]) -> None:
        """Begin a cell where none from above is; what a full row has no place for goes into its last one."""
        self.rows = self.rows or [[]]
        row = self.rows[-1]
        while self._covered.get(len(row), 0):
            self._covered[len(row)] -= 1
            row.append([])
        begin = min(len(row), MAX_COLUMNS - 1)
        row.extend([] for _ in range(min(_span(attrs, "colspan"), MAX_COLUMNS - len(row))))
        self._covered |= dict.fromkeys(range(begin, len(row)), _span(attrs, "rowspan") - 1)
        self.cell = row[begin]


def parsed_html(html: str) -> list[Token]:
    """Return an HTML page's or fragment's parts: MAX_CHARACTERS of its text, without characters illegal in
    documents.
    """
    parser = etree.HTMLParser(target=_Reader(), no_network=True, huge_tree=True)
    parser.feed(without_control(html) or " ")
    found: list[Token] = parser.close()
    return found


class _Reader:
    """Takes what the parser finds; its method names are the parser's."""

    def __init__(self) -> None:
        self._tokens: list[Token] = []
        self._open: list[str] = []
        """The containers, outermost first."""
        self._pieces: list[_Piece] = []
        self._styles = dict.fromkeys((*_STYLES.values(), "code"), 0)
        self._target = ""
        self._heading = ""
        self._hidden, self._hidden_depth = "", 0
        self._pre = 0
        self._table: _Table | None = None
        self._left = MAX_CHARACTERS

    def close(self) -> list[Token]:
        self._end_table()
        self._end_block()
        while self._open:
            self._pop()
        return self._tokens

    def start(self, tag: str, attrs: Mapping[str, str]) -> None:
        if self._hidden:
            self._hidden_depth += tag == self._hidden
        elif tag in _HIDDEN:
            self._hidden, self._hidden_depth = tag, 1
        elif tag in _STYLES or tag in _CODE:
            self._styles[_STYLES.get(tag, "code")] += 1
        elif tag == "a":
            self._target = _safe_target(attrs.get("href", ""))
        elif tag == "br":
            self._pieces.append(_Piece("\n"))
        elif tag == "img":
            alt = attrs.get("alt", "")[: self._left]
            self._left -= len(alt)
            self._pieces.append(_Piece(alt, (), self._target, attrs.get("src", ""), _number(attrs, "width")))
        else:
            self._begin(tag, attrs)

    def end(self, tag: str) -> None:
        if self._hidden:
            self._hidden_depth -= tag == self._hidden
            self._hidden = self._hidden if self._hidden_depth else ""
        elif tag in _STYLES or tag in _CODE:
            style = _STYLES.get(tag, "code")
            self._styles[style] = max(0, self._styles[style] - 1)
        elif tag == "a":
            self._target = ""
        elif tag == "table":
            self._end_table()
        elif self._table is None:
            self._end(tag)

    def data(self, data: str) -> None:
        shown = "" if self._hidden else data[: self._left]
        self._left -= len(shown)
        if shown:
            styles = tuple(style for style, depth in self._styles.items() if depth)
            self._pieces.append(_Piece(shown, styles, self._target))

    def _begin(self, tag: str, attrs: Mapping[str, str]) -> None:
        if self._table is not None:
            self._begin_in_table(self._table, tag, attrs)
        elif tag == "table":
            self._end_block()
            self._table = _Table()
        elif tag == "hr":
            self._end_block()
            self._emit("hr", "hr", 0)
        elif tag in _CONTAINERS:
            self._end_block()
            self._push(_CONTAINERS[tag])
        elif tag in _BLOCKS or tag in _HEADINGS or tag == "pre":
            self._end_block()
            self._heading = tag if tag in _HEADINGS else ""
            self._pre += tag == "pre"

    def _begin_in_table(self, table: _Table, tag: str, attrs: Mapping[str, str]) -> None:
        """Write a table in a table, and blocks in cells, as lines of its cell."""
        if tag == "tr":
            self._end_cell(table)
            table.begin_row()
        elif tag in {"td", "th"}:
            self._end_cell(table)
            table.begin_cell(attrs)
        elif tag in _BLOCKS or tag in _CONTAINERS or tag in _HEADINGS:
            self._pieces.append(_Piece("\n"))

    def _end_cell(self, table: _Table) -> None:
        pieces, self._pieces = self._pieces, []
        if table.cell is not None:
            table.cell.extend(pieces)
        elif any(piece.text.strip() for piece in pieces):
            table.rows.append([pieces])

    def _end(self, tag: str) -> None:
        if tag in _CONTAINERS:
            self._end_block()
            if _CONTAINERS[tag] in self._open:
                while self._pop() != _CONTAINERS[tag]:
                    pass
        elif tag in _BLOCKS or tag in _HEADINGS or tag == "pre":
            self._end_block()
            self._pre = max(0, self._pre - (tag == "pre"))

    def _end_table(self) -> None:
        table, self._table = self._table, None
        if table is None:
            return
        self._end_cell(table)
        rows = [row for row in table.rows if row]
        if not rows:
            return
        self._in_item()
        width = max(len(row) for row in rows)
        self._emit("table_open", "table", 1)
        self._emit("tbody_open", "tbody", 1)
        for row in rows:
            self._emit("tr_open", "tr", 1)
            for cell in (*row, *([[]] * (width - len(row)))):
                self._emit("td_open", "td", 1)
                self._emit("inline", "", 0, children=list(_inline(_trimmed(cell))))
                self._emit("td_close", "td", -1)
            self._emit("tr_close", "tr", -1)
        self._emit("tbody_close", "tbody", -1)
        self._emit("table_close", "table", -1)

    def _end_block(self) -> None:
        """Write what was read since the last block as one."""
        pieces, self._pieces = self._pieces, []
        heading, self._heading = self._heading, ""
        if self._pre:
            text = "".join(piece.text for piece in pieces).strip("\n")
            if text.strip():
                self._in_item()
                self._emit("fence", "code", 0, content=text)
            return
        shown = _trimmed(pieces)
        if not shown:
            return
        self._in_item()
        kind, tag = ("heading", heading) if heading else ("paragraph", "p")
        self._emit(f"{kind}_open", tag, 1)
        self._emit("inline", "", 0, children=list(_inline(shown)))
        self._emit(f"{kind}_close", tag, -1)

    def _in_item(self) -> None:
        """In a list, only items may hold text."""
        if self._open and self._open[-1] in _LISTS:
            self._push("list_item")

    def _push(self, kind: str) -> None:
        if kind == "list_item":
            if not any(one in _LISTS for one in self._open):
                return
            while self._open[-1] not in _LISTS:
                self._pop()
        elif len(self._open) >= MAX_DEPTH:
            return
        else:
            self._in_item()
        self._open.append(kind)
        self._emit(f"{kind}_open", "", 1)

    def _pop(self) -> str:
        kind = self._open.pop()
        self._emit(f"{kind}_close", "", -1)
        return kind

    def _emit(
        self,
        kind: str,
        tag: str,
        nesting: Literal[1, 0, -1],
        *,
        content: str = "",
        children: list[Token] | None = None,
    ) -> None:
        self._tokens.append(Token(kind, tag, nesting, content=content, children=children))


def _span(attrs: Mapping[str, str], name: str) -> int:
    """Return over how many columns or rows a cell goes; what is no number is one."""
    return max(1, _number(attrs, name))


def _number(attrs: Mapping[str, str], name: str) -> int:
    text = attrs.get(name, "").strip()
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else 0


def _safe_target(target: str) -> str:
    """Return an address that a reader may follow; anything else is no link."""
    target = target.strip()
    try:
        is_safe = len(target) <= _LONGEST_TARGET and urlsplit(target).scheme.lower() in _SCHEMES
    except ValueError:
        return ""
    return target if is_safe else ""


def _trimmed(pieces: list[_Piece]) -> list[_Piece]:
    """Collapse white space as a browser does: none at the edges and beside line breaks."""
    shown: list[_Piece] = []
    for piece in pieces:
        if piece.picture or (piece.text == "\n" and not piece.styles and not piece.target):
            shown.append(piece)
            continue
        is_after_space = not shown or shown[-1].text == "\n" or shown[-1].text.endswith(" ")
        text = _collapsed(piece.text)
        text = text.removeprefix(" ") if is_after_space else text
        if text:
            shown.append(_Piece(text, piece.styles, piece.target))
    while shown and not _is_seen(shown[-1]):
        shown.pop()
    begin = next((index for index, piece in enumerate(shown) if _is_seen(piece)), 0)
    return shown[begin:]


def _is_seen(piece: _Piece) -> bool:
    return bool(piece.picture or piece.text.strip())


def _collapsed(text: str) -> str:
    """Return the text with single spaces."""
    words = text.split()
    begin, end = (" " if text[:1].isspace() else ""), (" " if text[-1:].isspace() else "")
    return f"{begin}{' '.join(words)}{end}" if words else " "


def _inline(pieces: list[_Piece]) -> Iterator[Token]:
    for target, found in groupby(pieces, key=lambda piece: piece.target):
        if target:
            yield Token("link_open", "a", 1, attrs={"href": target})
        for piece in found:
            yield from _styled(piece)
        if target:
            yield Token("link_close", "a", -1)


def _styled(piece: _Piece) -> Iterator[Token]:
    if piece.picture:
        attrs: dict[str, str | int | float] = {"src": piece.picture, "width": piece.width}
        yield Token("image", "img", 0, attrs=attrs, content=piece.text)
        return
    if piece.text == "\n":
        yield Token("hardbreak", "br", 0)
        return
    marks = [style for style in piece.styles if style != "code"]
    for style in marks:
        yield Token(f"{style}_open", style, 1)
    yield Token("code_inline" if "code" in piece.styles else "text", "", 0, content=piece.text)
    for style in reversed(marks):
        yield Token(f"{style}_close", style, -1)
