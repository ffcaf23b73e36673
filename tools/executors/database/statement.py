"""Looks at a SQL statement before it is sent: one statement, one that reads, or one that makes an allowed change. Pure.

For reading, this is the first of two fences and gives the clear message; the second is the database itself, which runs
the statement in a read-only transaction, so that nothing here has to understand SQL completely. For writing, the second
fence is the account, and the number of rows that a statement may change.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tools.core.errors import ToolArgumentsError
from tools.core.text import Text
from tools.executors.database.functions import reaches_out

if TYPE_CHECKING:
    from sqlalchemy import TextClause

Engine = Literal["postgresql", "mysql", "sqlite"]

_READING = frozenset({"select", "with", "values"})
_ALSO_READING: dict[Engine, frozenset[str]] = {
    "postgresql": frozenset({"table"}),
    "mysql": frozenset({"show", "describe", "desc", "explain"}),
    "sqlite": frozenset(),
}
Change = Literal["insert", "update", "delete", "call"]
_CHANGES: dict[str, Change] = {
    "insert": "insert",
    "replace": "insert",
    "update": "update",
    "delete": "delete",
    "call": "call",
}
_NEVER = frozenset({"drop", "alter", "truncate", "grant", "revoke", "attach", "pragma", "vacuum", "merge"})
"""Words that are no part of the changes; quoted, they may be names."""
_FILE_WORDS = re.compile(r"\b(outfile|dumpfile|load_file)\b", re.IGNORECASE)
"""MySQL reads and writes files of its server with these, in read-only transactions too."""
_QUOTED = r"'(?:[^']|'')*+'"
_ESCAPED = r"'(?:[^'\\]|''|\\.)*+'"
_TOKENS: dict[Engine, re.Pattern[str]] = {
    "postgresql": re.compile(
        rf"(?P<comment>--[^\n]*)|(?P<block>/\*)|(?P<text>[eE]{_ESCAPED}|{_QUOTED}|\"(?:[^\"]|\"\")*+\")"
        r"|(?P<dollar>\$(?:[^\W\d]\w*)?\$)|(?P<end>;)|(?P<word>\w+)|(?P<other>.)",
        re.DOTALL,
    ),
    "mysql": re.compile(
        rf"(?P<comment>--(?=\s|$)[^\n]*|\#[^\n]*)|(?P<block>/\*)|(?P<text>{_ESCAPED}|\"(?:[^\"\\]|\"\"|\\.)*+\""
        r"|`(?:[^`]|``)*+`)|(?P<end>;)|(?P<word>\w+)|(?P<other>.)",
        re.DOTALL,
    ),
    "sqlite": re.compile(
        rf"(?P<comment>--[^\n]*)|(?P<block>/\*)|(?P<text>{_QUOTED}|\"(?:[^\"]|\"\")*+\"|`(?:[^`]|``)*+`|\[[^\]]*\])"
        r"|(?P<end>;)|(?P<word>\w+)|(?P<other>.)",
        re.DOTALL,
    ),
}
_BLOCK_MARK = re.compile(r"/\*|\*/")
_EMPTY = Text("Enter a SQL statement.")
_SEVERAL = Text("Enter a single statement, without a semicolon inside.")
_OPEN = Text("A comment or a quoted text in the statement is not closed.")
_CONDITIONAL = Text("Remove comments of the form /*!: MySQL runs them as code.")
_REACHING = Text(
    "The function {name} may not be called here: it reaches files, other servers or sessions, or runs a text as SQL.",
    name="",
)
_FILES = Text("OUTFILE, DUMPFILE and LOAD_FILE are not allowed. The tool only reads tables.")
_NO_WHERE = Text("UPDATE and DELETE need a WHERE, so that they do not change every row by mistake.")


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that was looked at, ready to be sent."""

    sql: str

    def clause(self) -> "TextClause":
        """Return SQLAlchemy's form."""
        # Imported late: statements are also looked at where nothing is sent.
        from sqlalchemy import text

        return text(self.sql)

    @property
    def parameters(self) -> frozenset[str]:
        """The names that stand in it as :name."""
        return frozenset(self.clause().compile().params)


def reading_statement(sql: str, engine: Engine) -> Statement:
    """Check a statement; comments are left out of what is sent.

    Raises:
        ToolArgumentsError: it is empty, not one statement, or starts with a word that does not read.
    """
    if engine == "mysql" and _FILE_WORDS.search(sql):
        raise ToolArgumentsError(_FILES)
    sent, words = _scanned(sql.strip(), engine)
    if not words:
        raise ToolArgumentsError(_EMPTY)
    allowed = _READING | _ALSO_READING[engine]
    if words[0].lower() not in allowed:
        listed = ", ".join(sorted(word.upper() for word in allowed))
        raise ToolArgumentsError(Text("Only reading is allowed. Start with one of {listed}.", listed=listed))
    return Statement(sent)


def writing_statement(sql: str, engine: Engine, allowed: Collection[Change]) -> Statement:
    """Check a statement that changes rows; comments are left out of what is sent.

    Raises:
        ToolArgumentsError: it is empty, not one statement, makes a change that is not allowed, or one of all rows.
    """
    if engine == "mysql" and _FILE_WORDS.search(sql):
        raise ToolArgumentsError(_FILES)
    sent, words = _scanned(sql.strip(), engine)
    if not words:
        raise ToolArgumentsError(_EMPTY)
    lower = [word.lower() for word in words]
    change = _CHANGES.get(lower[0])
    if change not in allowed:
        listed = ", ".join(sorted(word.upper() for word, kind in _CHANGES.items() if kind in allowed))
        raise ToolArgumentsError(Text("This change is not allowed here. Start with one of {listed}.", listed=listed))
    # A part of an INSERT may delete: in PostgreSQL, WITH holds whole statements.
    forbidden = _NEVER | ({"delete"} if "delete" not in allowed else frozenset())
    if found := sorted(forbidden.intersection(lower[1:])):
        raise ToolArgumentsError(
            Text("{word} is not allowed here. As a name, put it in quotes.", word=found[0].upper())
        )
    if change in ("update", "delete") and "where" not in lower:
        raise ToolArgumentsError(_NO_WHERE)
    return Statement(sent)


def _scanned(sql: str, engine: Engine) -> tuple[str, list[str]]:
    sent: list[str] = []
    words: list[str] = []
    place, ended, before = 0, False, ""
    while found := _TOKENS[engine].match(sql, place):
        kind, place = str(found.lastgroup), found.end()
        if kind == "block":
            place = _after_block(sql, found.start(), engine)
        if kind in {"comment", "block"}:
            sent.append(" ")
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
        # A colon inside quotes names no parameter.
        quoted = kind in {"text", "dollar"}
        sent.append(sql[found.start() : place].replace(":", "\\:") if quoted else found[0])
    return "".join(sent).strip(), words


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
