"""Database refusals and their remedies. Pure.

Source: PostgreSQL: Appendix A, error codes. MySQL: server error reference. SQLite: result codes.
"""

import sqlite3
from collections.abc import Mapping

import psycopg
import pymysql
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from tools.core.errors import (
    ToolArgumentsError,
    ToolError,
    ToolNotReachedError,
    ToolUpstreamError,
)
from tools.core.text import Text
from tools.executors.shared.error_codes import ErrorMeaning, bad_input, setup, unavailable
from tools.secrets.redaction import redact_beginning

DRIVER_ERRORS = (psycopg.Error, pymysql.err.MySQLError, sqlite3.Error)
_MAX_WORDS = 300
_LOGIN = setup(Text("The database rejected the user name or password. Check both."))
_EXPIRED = setup(Text("The database user's password has expired. Set a new one."))
_NO_DATABASE = setup(Text("The server has no database with this name. Check the name."))
_NO_RIGHT = setup(
    Text("The database user may not run this statement. Grant it what it lacks, such as SELECT or INSERT.")
)
_READ_ONLY = bad_input(Text("The statement would change data. This tool only reads."))
_TOO_SLOW = ErrorMeaning(
    ToolUpstreamError, Text("The query exceeded its time limit. Narrow it down or raise the limit.")
)
_BUSY = unavailable(Text("The database accepts no connections right now. Try again later."))
_NOT_REACHED = ErrorMeaning(
    ToolNotReachedError, Text("The database could not be reached. Check host, port, firewall and encryption.")
)
_BROKE = unavailable(Text("The connection to the database was lost. Check the network and the service."))
_UNREADABLE = bad_input(
    Text("A value cannot be read or bound as it is. Convert it in the statement, for example to its hexadecimal form.")
)
_NOT_A_DATABASE = setup(Text("The file is not a SQLite database, or it is damaged. Ask the operator to check it."))
_POSTGRESQL: Mapping[str, ErrorMeaning] = {
    "28000": _LOGIN,
    "28P01": _LOGIN,
    "3D000": _NO_DATABASE,
    "42501": _NO_RIGHT,
    "25006": _READ_ONLY,
    "57014": _TOO_SLOW,
    "53300": _BUSY,
    "57P03": _BUSY,
    "57P01": _BROKE,
}
_MYSQL: Mapping[int, ErrorMeaning] = {
    1045: _LOGIN,
    1820: _EXPIRED,
    1862: _EXPIRED,
    1698: _LOGIN,
    1044: _NO_RIGHT,
    1049: _NO_DATABASE,
    1142: _NO_RIGHT,
    1143: _NO_RIGHT,
    1227: _NO_RIGHT,
    1792: _READ_ONLY,
    1290: _READ_ONLY,
    1969: _TOO_SLOW,
    3024: _TOO_SLOW,
    1040: _BUSY,
    1203: _BUSY,
    2003: _NOT_REACHED,
    2006: _BROKE,
    2013: _TOO_SLOW,
    2026: _NOT_REACHED,
}
_SQLITE: Mapping[int, ErrorMeaning] = {
    sqlite3.SQLITE_AUTH: _READ_ONLY,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_INTERRUPT: _TOO_SLOW,
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_CANTOPEN: _NOT_A_DATABASE,
    sqlite3.SQLITE_NOTADB: _NOT_A_DATABASE,
    sqlite3.SQLITE_CORRUPT: _NOT_A_DATABASE,
}
_LOGIN_WORDS = ("password authentication failed", "no password supplied", "no pg_hba.conf entry", 'role "')


def database_error(error: Exception) -> ToolError:
    """Turn an exception of a driver or of SQLAlchemy into what people and models may read."""
    cause: BaseException = error
    if isinstance(error, DBAPIError) and error.orig is not None:
        cause = error.orig
    known, words = _known(cause)
    if known is not None:
        return known[0](known[1])
    if isinstance(cause, UnicodeError | OverflowError):
        return _UNREADABLE[0](_UNREADABLE[1])
    if isinstance(cause, OSError):
        return _NOT_REACHED[0](_NOT_REACHED[1])
    cleaned = " ".join((words or "").split())
    if not cleaned and not isinstance(error, SQLAlchemyError):
        return _BROKE[0](_BROKE[1])
    shown = redact_beginning(cleaned, _MAX_WORDS) or "?"
    return ToolArgumentsError(Text("The database cannot run the statement: {shown}", shown=shown))


def _known(cause: BaseException) -> tuple[ErrorMeaning | None, str]:
    """Return what a driver's error means, if it is a known one, and its own words about the statement."""
    if isinstance(cause, psycopg.Error):
        return _known_postgresql(cause)
    if isinstance(cause, pymysql.err.MySQLError):
        number = cause.args[0] if cause.args else 0
        return _MYSQL.get(number), str(cause.args[-1]) if cause.args else ""
    if isinstance(cause, sqlite3.Error):
        # The low byte is the primary code.
        return _SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF), str(cause)
    return None, ""


def _known_postgresql(cause: psycopg.Error) -> tuple[ErrorMeaning | None, str]:
    if cause.sqlstate is not None:
        return _POSTGRESQL.get(cause.sqlstate), cause.diag.message_primary or ""
    if not isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError):
        # The driver's own words about a value, which no second attempt changes.
        return None, str(cause)
    # Failures while connecting carry no code, and their text names the address.
    if any(word in str(cause) for word in _LOGIN_WORDS):
        return _LOGIN, ""
    if "does not exist" in str(cause):
        return _NO_DATABASE, ""
    is_connecting = isinstance(cause, psycopg.OperationalError) and "closed" not in str(cause)
    return _NOT_REACHED if is_connecting else _BROKE, ""
