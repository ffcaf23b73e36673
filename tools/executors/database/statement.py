"""Checks a SQL statement before it is sent: a single statement that reads, or makes an allowed change. Pure.

For reads this gives clear messages; the real boundary is the database's read-only transaction, so full SQL parsing is
not needed. For writes the boundary is the account, and the limit on changed rows.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from tools.core.errors import ToolArgumentsError
from tools.core.text import Text
from tools.executors.database.scanner import Engine, Piece, scanned

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
_EMPTY = Text("Enter a SQL statement.")
_FILES = Text("OUTFILE, DUMPFILE and LOAD_FILE are not allowed. The tool only reads tables.")
_NO_WHERE = Text("UPDATE and DELETE need a WHERE, so that they do not change every row by mistake.")


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that was looked at, ready to be bound (`tools.executors.database.binding`)."""

    engine: Engine
    pieces: tuple[Piece, ...]

    @property
    def sql(self) -> str:
        """As it was written, without comments."""
        return "".join(map(str, self.pieces)).strip()

    @property
    def parameters(self) -> frozenset[str]:
        return frozenset(piece.name for piece in self.pieces if not isinstance(piece, str))


def reading_statement(sql: str, engine: Engine) -> Statement:
    """Check a reading statement and remove its comments.

    Raises ToolArgumentsError if it is empty, not one statement, or starts with a word that does not read.
    """
    pieces, words = _scanned(sql, engine)
    allowed = _READING | _ALSO_READING[engine]
    if words[0] not in allowed:
        listed = ", ".join(sorted(word.upper() for word in allowed))
        raise ToolArgumentsError(Text("Only reading is allowed. Start with one of {listed}.", listed=listed))
    return Statement(engine, pieces)


def writing_statement(sql: str, engine: Engine, allowed: Collection[Change]) -> Statement:
    """Check a changing statement and remove its comments.

    Raises ToolArgumentsError if it is empty, not one statement, a forbidden change, or one of all rows.
    """
    pieces, words = _scanned(sql, engine)
    change = _CHANGES.get(words[0])
    if change not in allowed:
        listed = ", ".join(sorted(word.upper() for word, kind in _CHANGES.items() if kind in allowed))
        raise ToolArgumentsError(Text("This change is not allowed here. Start with one of {listed}.", listed=listed))
    # A part of an INSERT may delete: in PostgreSQL, WITH holds whole statements.
    forbidden = _NEVER | ({"delete"} if "delete" not in allowed else frozenset())
    if found := sorted(forbidden.intersection(words[1:])):
        raise ToolArgumentsError(
            Text("{word} is not allowed here. As a name, put it in quotes.", word=found[0].upper())
        )
    if change in ("update", "delete") and "where" not in words:
        raise ToolArgumentsError(_NO_WHERE)
    return Statement(engine, pieces)


def _scanned(sql: str, engine: Engine) -> tuple[tuple[Piece, ...], list[str]]:
    """Return the pieces of a statement, and its words in lower case."""
    if engine == "mysql" and _FILE_WORDS.search(sql):
        raise ToolArgumentsError(_FILES)
    pieces, words = scanned(sql.strip(), engine)
    if not words:
        raise ToolArgumentsError(_EMPTY)
    return pieces, [word.lower() for word in words]
