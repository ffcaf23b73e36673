"""Classify storage errors: full or temporarily unavailable.

Sources: https://www.sqlite.org/rescode.html, https://www.postgresql.org/docs/17/errcodes-appendix.html.
"""

import errno
import sqlite3
from collections.abc import Iterator
from typing import Literal

from django.db import InterfaceError, OperationalError

_NO_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT})
_SQLITE_AWAY = frozenset(
    {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}
)
_SQLITE_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
# Connection exceptions, insufficient resources, operator intervention (a shutdown or a start).
_POSTGRES_AWAY = ("08", "53", "57P")
_POSTGRES_DISK_FULL = "53100"


def storage_failure(error: BaseException) -> Literal["storage_full", "storage_unavailable"] | None:
    """Return the code of the problem; None when the exception is about something else."""
    causes = list(_causes(error))
    if any(map(_is_full, causes)):
        return "storage_full"
    if isinstance(error, OperationalError | InterfaceError) and any(map(_is_away, causes)):
        return "storage_unavailable"
    return None


def is_damaged(error: BaseException) -> bool:
    """Return whether the file of the database is not what SQLite wrote."""
    return any(_sqlite_code(cause) in _SQLITE_DAMAGED for cause in _causes(error))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _is_full(error: BaseException) -> bool:
    if isinstance(error, OSError):
        return error.errno in _NO_SPACE
    return _sqlite_code(error) == sqlite3.SQLITE_FULL or getattr(error, "sqlstate", None) == _POSTGRES_DISK_FULL


def _is_away(error: BaseException) -> bool:
    if _sqlite_code(error) in _SQLITE_AWAY or str(error).startswith("database is locked"):
        return True
    if not hasattr(error, "sqlstate"):
        return False
    # A connection that was never made or broke has no code of the server's.
    return error.sqlstate is None or str(error.sqlstate).startswith(_POSTGRES_AWAY)


def _sqlite_code(error: BaseException) -> int | None:
    code = getattr(error, "sqlite_errorcode", None)
    # The lowest byte is the kind, the others its details.
    return code & 0xFF if isinstance(code, int) else None
