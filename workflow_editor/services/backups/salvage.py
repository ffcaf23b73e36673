"""Copying what a damaged SQLite file still gives into a new one, table by table. Knows nothing of Django."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

_LAST_ROW = 2**63 - 1


class NothingReadableError(Exception):
    """The file gives nothing: even the list of its tables cannot be read."""


def salvage(source: Path, target: Path) -> dict[str, int]:
    """Copy all readable rows to a new file with rebuilt indexes, and return the numbers by table.

    Raises:
        FileExistsError: the target exists.
        NothingReadableError: no rows are readable.
    """
    if target.exists():
        raise FileExistsError(target)
    with (
        closing(sqlite3.connect(f"file:{quote(str(source))}?mode=ro", uri=True)) as damaged,
        closing(sqlite3.connect(target)) as copy,
    ):
        damaged.text_factory = lambda text: text.decode(errors="replace")
        try:
            schema = damaged.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
        except sqlite3.DatabaseError as error:
            target.unlink()
            raise NothingReadableError(f"{source} gives nothing: {error}.") from error
        virtual = [name for _, name, sql in schema if sql.upper().startswith("CREATE VIRTUAL")]
        # Tables that belong to a virtual one come and go with it.
        parts = tuple(f"{name}_" for name in virtual)
        own = [(kind, name, sql) for kind, name, sql in schema if kind != "table" or not name.startswith(parts)]
        own = [one for one in own if not one[1].startswith("sqlite_")]
        tables = [one for one in own if one[0] == "table" and one[1] not in virtual]
        copied = {}
        for _, name, sql in tables:
            copy.execute(sql)
            copied[name] = _copy_rows(damaged, copy, name)
        _copy_sequences(damaged, copy)
        for _, name, sql in [one for one in own if one not in tables]:
            # One that says that values are unique fails where damage doubled them.
            with suppress(sqlite3.DatabaseError):
                copy.execute(sql)
            if name in virtual:
                copy.execute(f"INSERT INTO {_quoted(name)}({_quoted(name)}) VALUES ('rebuild')")  # noqa: S608  from the schema
        copy.commit()
    target.chmod(0o600)
    return copied


def _copy_rows(damaged: sqlite3.Connection, copy: sqlite3.Connection, table: str) -> int:
    columns = len(copy.execute(f"SELECT * FROM {_quoted(table)} LIMIT 0").description)  # noqa: S608  from the schema
    insert = f"INSERT OR IGNORE INTO {_quoted(table)} VALUES ({', '.join('?' * columns)})"  # noqa: S608  from the schema
    return sum(copy.execute(insert, row[1:]).rowcount for row in _readable(damaged, table))


def _readable(damaged: sqlite3.Connection, table: str) -> Iterator[tuple[Any, ...]]:
    """Read from the first row on, over damaged places in jumps that grow, and then back from the last one."""
    select = f"SELECT rowid, * FROM {_quoted(table)} WHERE rowid"  # noqa: S608  from the schema
    after, jump = -_LAST_ROW, 0
    # The lowest may be negative in theory; rows of ours count from one.
    while after < _LAST_ROW:
        try:
            for row in damaged.execute(f"{select} > ? ORDER BY rowid", [after]):
                after, jump = row[0], 0
                yield row
            break
        except sqlite3.DatabaseError:
            jump = jump * 2 or 1
            after = min(max(after, 0) + jump, _LAST_ROW)
    with suppress(sqlite3.DatabaseError):
        yield from damaged.execute(f"{select} <= ? ORDER BY rowid DESC", [_LAST_ROW])


def _copy_sequences(damaged: sqlite3.Connection, copy: sqlite3.Connection) -> None:
    """Let numbers that were given stay given."""
    with suppress(sqlite3.DatabaseError):
        for name, number in damaged.execute("SELECT name, seq FROM sqlite_sequence").fetchall():
            copy.execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", [number, name])


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
