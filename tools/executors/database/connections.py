"""Opens databases at checked addresses, for reading only unless changes are wanted. The driver half. No framework."""

import socket
import sqlite3
import ssl
import time
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from os import devnull
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import quote

import psycopg
import pymysql
from pymysql.cursors import SSCursor
from sqlalchemy import Connection

from tools.executors.database.column_types import (
    POSTGRESQL_SETTINGS,
    mysql_conversions,
    read_postgresql,
    sqlite_text,
)
from tools.executors.database.files import allowed_file, writable_file
from tools.executors.database.functions import SQLITE_FUNCTIONS
from tools.executors.database.settings import DatabaseQueryConfig

_CONNECT_S = 10
_STOP_S = 2
_MAX_ADDRESSES = 4
_TRUNCATED = 1265
"""MySQL: "Data truncated for column"."""
_SQLITE_MAX_VALUE_BYTES = 10 * 1024 * 1024
_SQLITE_STEPS = 5_000
_SQLITE_READING = frozenset(
    {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
)
_SQLITE_WRITING = _SQLITE_READING | {
    sqlite3.SQLITE_INSERT,
    sqlite3.SQLITE_UPDATE,
    sqlite3.SQLITE_DELETE,
    sqlite3.SQLITE_TRANSACTION,
}


@dataclass(frozen=True, slots=True)
class Target:
    """Checked addresses and deadline of a connection; the first reachable address is used without another lookup."""

    addresses: Sequence[str]
    folder: Path | None
    timeout_s: float
    writes: bool = False


class Driver(ABC):
    """One kind of database."""

    dialect: ClassVar[str]
    """SQLAlchemy's name."""

    @abstractmethod
    def connect(self, config: DatabaseQueryConfig, target: Target) -> Any:
        """Open a driver connection. Raises driver exceptions, known to `tools.executors.database.failures`."""

    @abstractmethod
    def begin(self, raw: Any, connection: Connection, config: DatabaseQueryConfig, target: Target) -> None:
        """Make the transaction read-only unless it writes, and set its time limit; `raw` is what `connect` returned."""

    def changed_values(self, connection: Connection) -> str | None:
        """Return the database's words about a value that the last statement changed to fit its column, if any."""
        return None

    @abstractmethod
    def stop(self, raw: Any, config: DatabaseQueryConfig, target: Target) -> None:
        """Interrupt a connection's statement from another thread."""


class Postgresql(Driver):
    """A server-side cursor in a READ ONLY transaction: it takes one SELECT, and rows come as they are wanted."""

    dialect = "postgresql+psycopg"

    def connect(self, config: DatabaseQueryConfig, target: Target) -> Any:
        """Connect to the checked address; the name is still what the certificate is compared with."""
        raw = psycopg.connect(
            host=",".join([config.host] * len(target.addresses[:_MAX_ADDRESSES])),
            hostaddr=",".join(target.addresses[:_MAX_ADDRESSES]),
            port=config.used_port,
            dbname=config.database,
            user=config.username,
            password=config.password,
            sslmode="verify-full" if config.tls == "verify" else config.tls,
            connect_timeout=max(2, min(_CONNECT_S, int(target.timeout_s))),
            application_name="flowloom",
            client_encoding="utf8",
            # Files in the home of the server's own user belong to the operator, not to the tool.
            passfile=devnull,
            gssencmode="disable",
            sslrootcert="system" if config.tls == "verify" else None,
        )
        raw.read_only = not target.writes
        read_postgresql(raw, exact=config.exact_values)
        return raw

    def begin(self, raw: Any, connection: Connection, config: DatabaseQueryConfig, target: Target) -> None:
        """Set the limits: the driver has begun the transaction by now."""
        settings = {"statement_timeout": str(int(target.timeout_s * 1000))}
        if config.exact_values:
            settings |= POSTGRESQL_SETTINGS
        changes = ", ".join(f"set_config('{name}', '{value}', true)" for name, value in settings.items())
        connection.exec_driver_sql(f"SELECT {changes}").close()

    def stop(self, raw: Any, config: DatabaseQueryConfig, target: Target) -> None:
        """Cancel the statement: it can raise its own time limit, but cannot refuse to be cancelled."""
        raw.cancel_safe(timeout=_STOP_S)


class _StreamingCursor(SSCursor):
    """Reads each result to its end before the next: a procedure gives several, and PyMySQL leaves all but the first."""

    def nextset(self) -> Any:
        """Go to the next result, if there is one."""
        result = self._result  # type: ignore[attr-defined]  # the stubs leave it out
        if result is not None and result.unbuffered_active:
            result._finish_unbuffered_query()
        return super().nextset()


class Mysql(Driver):
    """A READ ONLY transaction; the protocol takes one statement."""

    dialect = "mysql+pymysql"

    def connect(self, config: DatabaseQueryConfig, target: Target) -> Any:
        """Connect over a socket to the checked address; the name is what the certificate is compared with."""
        raw = pymysql.Connection(
            host=config.host,
            port=config.used_port,
            user=config.username,
            password=config.password,
            database=config.database or None,
            charset="utf8mb4",
            connect_timeout=_CONNECT_S,
            read_timeout=max(1, int(target.timeout_s) + 1),
            write_timeout=_CONNECT_S,
            local_infile=False,
            read_default_file=None,
            ssl=_tls_context(verify=config.tls == "verify") if config.tls != "disable" else None,
            ssl_disabled=config.tls == "disable",
            cursorclass=_StreamingCursor,
            conv=mysql_conversions(exact=config.exact_values),
            defer_connect=True,
        )
        raw.connect(_socket(target, config.used_port))
        return raw

    def begin(self, raw: Any, connection: Connection, config: DatabaseQueryConfig, target: Target) -> None:
        """MariaDB has another name for the time limit, in another unit."""
        is_mariadb = bool(getattr(connection.dialect, "is_mariadb", False))
        timeout_s = target.timeout_s
        limit = f"max_statement_time = {timeout_s:g}" if is_mariadb else f"max_execution_time = {int(timeout_s * 1000)}"
        if target.writes and config.exact_values:
            # Servers may be set to store the nearest value that fits, with a warning.
            limit += ", sql_mode = CONCAT_WS(',', NULLIF(@@SESSION.sql_mode, ''), 'STRICT_ALL_TABLES')"
        connection.exec_driver_sql(f"SET SESSION {limit}")
        connection.exec_driver_sql(f"START TRANSACTION READ {'WRITE' if target.writes else 'ONLY'}")

    def changed_values(self, connection: Connection) -> str | None:
        """Read the notes: in strict mode, lost decimals are no more than that. INSERT IGNORE makes warnings of them.

        Source: https://dev.mysql.com/doc/refman/8.4/en/precision-math-numbers.html
        """
        notes = connection.exec_driver_sql("SHOW WARNINGS")
        return next((words for level, code, words in notes if (level, int(code)) == ("Note", _TRUNCATED)), None)

    def stop(self, raw: Any, config: DatabaseQueryConfig, target: Target) -> None:
        """Kill the statement over a second connection, as MySQL's own client does, and disconnect.

        The server continues a statement without its client, and the driver closes only between statements. Source:
        https://dev.mysql.com/doc/refman/8.4/en/kill.html
        """
        # The driver has no public name for its socket, and TLS replaces the one that it was given; without it, a server
        # that does not answer would keep the thread until its read timeout. `test_cancelled_queries.py` needs the name.
        # Read once: the killed statement ends in the thread that waits for it, which closes the connection at once.
        wire = raw._sock
        if wire is None:
            return
        peer = replace(target, addresses=(wire.getpeername()[0],), timeout_s=_STOP_S)
        try:
            with self.connect(config, peer) as second, second.cursor() as cursor:
                cursor.execute(f"KILL QUERY {raw.thread_id():d}")
        finally:
            wire.shutdown(socket.SHUT_RDWR)


class Sqlite(Driver):
    """A file opened read-only, with an authorizer that lets nothing but reading through."""

    dialect = "sqlite"

    def connect(self, config: DatabaseQueryConfig, target: Target) -> Any:
        """Open the file, if it lies in the operator's folder."""
        path = (writable_file if target.writes else allowed_file)(config.path, target.folder)
        deadline = time.monotonic() + target.timeout_s
        raw = sqlite3.connect(
            f"file:{quote(str(path))}?mode={'rw' if target.writes else 'ro'}",
            uri=True,
            timeout=min(5.0, target.timeout_s),
        )
        raw.text_factory = sqlite_text
        raw.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _SQLITE_MAX_VALUE_BYTES)
        raw.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        if not target.writes:
            raw.execute("PRAGMA query_only = ON")
        raw.set_progress_handler(lambda: time.monotonic() > deadline, _SQLITE_STEPS)
        return raw

    def begin(self, raw: Any, connection: Connection, config: DatabaseQueryConfig, target: Target) -> None:
        """From here on SQLAlchemy's own questions are answered, so that the authorizer may come."""
        raw.set_authorizer(_may_write if target.writes else _may_read)

    def stop(self, raw: Any, config: DatabaseQueryConfig, target: Target) -> None:
        raw.interrupt()


DRIVERS: dict[str, Driver] = {"postgresql": Postgresql(), "mysql": Mysql(), "sqlite": Sqlite()}


def _may_read(action: int, *about: str | None) -> int:
    return sqlite3.SQLITE_OK if _is_allowed(_SQLITE_READING, action, about) else sqlite3.SQLITE_DENY


def _may_write(action: int, *about: str | None) -> int:
    return sqlite3.SQLITE_OK if _is_allowed(_SQLITE_WRITING, action, about) else sqlite3.SQLITE_DENY


def _is_allowed(actions: Collection[int], action: int, about: Sequence[str | None]) -> bool:
    """Say whether an action is one of these; functions also have to be on their list."""
    return action in actions and (action != sqlite3.SQLITE_FUNCTION or (about[1] or "").lower() in SQLITE_FUNCTIONS)


def _tls_context(*, verify: bool) -> ssl.SSLContext:
    context = ssl.create_default_context()
    if not verify:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def _socket(target: Target, port: int) -> socket.socket:
    failed: OSError = ConnectionError("no address")
    for address in target.addresses[:_MAX_ADDRESSES]:
        try:
            return socket.create_connection((address, port), min(_CONNECT_S, target.timeout_s))
        except OSError as error:
            failed = error
    raise failed
