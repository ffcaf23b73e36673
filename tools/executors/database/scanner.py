"""Splits a SQL statement into text and named values. Pure and linear.

Quotes, comments and dollar-quoted texts hold no names, and `::` is a cast. This is not a full SQL parser.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal

from tools.core.errors import ToolArgumentsError
from tools.core.text import Text
from tools.executors.database.functions import reaches_out

Engine = Literal["postgresql", "mysql", "sqlite"]

_QUOTED = r"'(?:[^']|'')*+'"
_ESCAPED = r"'(?:[^'\\]|''|\\.)*+'"
_REST = r"|(?P<end>;)|(?P<colon>::|\\:)|(?P<name>(?<![:\w\\]):\w+)|(?P<word>\w+)|(?P<other>.)"
"""`\\:` is a colon, too: before casts were read, it was the way to write one."""
_TOKENS: dict[Engine, re.Pattern[str]] = {
    "postgresql": re.compile(
        rf"(?P<comment>--[^\n]*)|(?P<block>/\*)|(?P<text>[eE]{_ESCAPED}|{_QUOTED}|\"(?:[^\"]|\"\")*+\")"
        rf"|(?P<dollar>\$(?:[^\W\d]\w*)?\$){_REST}",
        re.DOTALL,
    ),
    "mysql": re.compile(
        rf"(?P<comment>--(?=\s|$)[^\n]*|\#[^\n]*)|(?P<block>/\*)|(?P<text>{_ESCAPED}|\"(?:[^\"\\]|\"\"|\\.)*+\""
        rf"|`(?:[^`]|``)*+`){_REST}",
        re.DOTALL,
    ),
    "sqlite": re.compile(
        rf"(?P<comment>--[^\n]*)|(?P<block>/\*)|(?P<text>{_QUOTED}|\"(?:[^\"]|\"\")*+\"|`(?:[^`]|``)*+`|\[[^\]]*\])"
        rf"{_REST}",
        re.DOTALL,
    ),
}
_BLOCK_MARK = re.compile(r"/\*|\*/")
_OF_ARRAY = frozenset({"any", "some", "all"})
_SUBQUERY = frozenset({"select", "with", "values", "table"})
_SEVERAL = Text("Enter a single statement, without a semicolon inside.")
_OPEN = Text("A comment or a quoted text in the statement is not closed.")
_CONDITIONAL = Text("Remove comments of the form /*!: MySQL runs them as code.")
_REACHING = Text(
    "The function {name} may not be called here: it reaches files, other servers or sessions, or runs a text as SQL.",
    name="",
)


@dataclass(frozen=True, slots=True)
class NamedParameter:
    """`:name`, where one value is bound."""

    name: str
    in_list: bool = False
    """One of several values of an IN list."""
    is_array: bool = False
    """`ANY (:name)`, where PostgreSQL takes an array."""

    def __str__(self) -> str:
        return f":{self.name}"


@dataclass(frozen=True, slots=True)
class ListParameter:
    """`IN (:name)` or `IN :name`, where one value or a list of values is bound."""

    name: str
    is_negated: bool

    def __str__(self) -> str:
        return f"{'NOT ' if self.is_negated else ''}IN (:{self.name})"


Piece = str | NamedParameter | ListParameter


def scanned(sql: str, engine: Engine) -> tuple[tuple[Piece, ...], list[str]]:
    """Return a statement's pieces without comments, and its words outside quotes.

    Raises ToolArgumentsError for several statements, something unclosed, or a forbidden function.
    """
    sent = _Pieces()
    words: list[str] = []
    place, ended, before = 0, False, ""
    while found := _TOKENS[engine].match(sql, place):
        kind, place = str(found.lastgroup), found.end()
        if kind == "block":
            place = _after_block(sql, found.start(), engine)
        if kind in {"comment", "block"}:
            sent.add(" ")
            continue
        if kind == "end":
            ended = True
            continue
        if ended and not found[0].isspace():
            raise ToolArgumentsError(_SEVERAL)
        if kind == "word":
            words.append(found[0])
        before = _name_before(before, kind, found[0], engine)
        if kind == "other" and (found[0] in "'\"`" or (found[0] == "[" and engine == "sqlite")):
            raise ToolArgumentsError(_OPEN)
        if kind == "dollar":
            place = _after_dollars(sql, found)
        sent.add(_piece(kind, sql[found.start() : place], in_list=sent.in_list))
    return tuple(sent.pieces), words


def _piece(kind: str, text: str, *, in_list: bool) -> Piece:
    if kind == "name":
        return NamedParameter(text[1:], in_list)
    return text.removeprefix("\\") if kind == "colon" else text


class _Pieces:
    """Pieces in order; `IN (:name)` becomes one of them."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self._places: list[int] = []
        """Indexes of non-blank pieces."""
        self._parentheses: list[bool] = []
        """For each open one, whether it begins the list of an IN."""

    @property
    def in_list(self) -> bool:
        return bool(self._parentheses) and self._parentheses[-1]

    def add(self, piece: Piece) -> None:
        if piece == "(":
            self._parentheses.append(self._word(1) == "in")
        elif piece == ")" and self._parentheses:
            value = self._back(1)
            if self._parentheses.pop() and isinstance(value, NamedParameter) and self._word(2) == "(":
                self._put_list(value.name, 3)
                return
        elif isinstance(piece, NamedParameter) and self._word(1) == "in":
            self._put_list(piece.name, 1)
            return
        elif isinstance(piece, NamedParameter) and self._word(1) == "(" and self._word(2) in _OF_ARRAY:
            piece = replace(piece, is_array=True)
        elif self.in_list and self._word(1) == "(" and str(piece).lower() in _SUBQUERY:
            self._parentheses[-1] = False
        if not (isinstance(piece, str) and piece.isspace()):
            self._places.append(len(self.pieces))
        self.pieces.append(piece)

    def _back(self, steps: int) -> Piece:
        return self.pieces[self._places[-steps]] if len(self._places) >= steps else ""

    def _word(self, steps: int) -> str:
        piece = self._back(steps)
        return piece.lower() if isinstance(piece, str) else ""

    def _put_list(self, name: str, steps: int) -> None:
        """Put a list in the place of an IN, which is so many pieces back, and of what follows it."""
        is_negated = self._word(steps + 1) == "not"
        first = steps + is_negated
        start = self._places[-first]
        del self.pieces[start:], self._places[-first:]
        self._places.append(start)
        self.pieces.append(ListParameter(name, is_negated))


def _name_before(before: str, kind: str, piece: str, engine: Engine) -> str:
    """Return the name that a following parenthesis would call; refuse one that is called and may not be."""
    if piece == "(" and reaches_out(engine, before):
        raise ToolArgumentsError(_REACHING.filled(name=before))
    if piece.isspace():
        return before
    return piece.strip('"`') if kind in {"word", "text"} else ""


def _after_dollars(sql: str, opening: re.Match[str]) -> int:
    """Return the place behind a text between `$tag$`; a pattern would look for the end of each tag that has none."""
    end = sql.find(opening[0], opening.end())
    if end < 0:
        raise ToolArgumentsError(_OPEN)
    return end + len(opening[0])


def _after_block(sql: str, start: int, engine: Engine) -> int:
    """Return the place behind a block comment; PostgreSQL's may hold others."""
    if engine == "mysql" and sql[start + 2 : start + 3] in {"!", "M"}:
        raise ToolArgumentsError(_CONDITIONAL)
    depth, place = 0, start
    while found := _BLOCK_MARK.search(sql, place):
        place = found.end()
        if found[0] == "*/":
            depth -= 1
        elif depth == 0 or engine == "postgresql":
            depth += 1
        if depth == 0:
            return place
    raise ToolArgumentsError(_OPEN)
