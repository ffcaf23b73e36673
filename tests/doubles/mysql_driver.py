"""A stand-in for pymysql's connection: it answers what SQLAlchemy asks a server first, and runs the rest on SQLite.

Source: PyMySQL's Connection and cursors; the errors are those of a MySQL 8.0 server.
"""

import re
import socket
import sqlite3
from collections.abc import Mapping
from typing import Any, ClassVar

import pymysql

PASSWORD = "mysql-planted-password-1"
_REFUSALS = {
    "expired-password": (1862, "Your password has expired. To log in you must change it using a client"),
    "one-too-many": (1040, "Too many connections"),
}
"""Server answers to certain passwords."""
_SERVER_ANSWERS = {
    "SELECT VERSION()": "8.0.36",
    "SELECT DATABASE()": "shop",
    "SELECT @@transaction_isolation": "REPEATABLE-READ",
    "SELECT @@sql_mode": "",
    "SELECT @@lower_case_table_names": "0",
}
_NAMED = re.compile(r"%\((\w+)\)s")


class MysqlConnection:
    """One connection; `opened` remembers all of them, in order."""

    opened: ClassVar[list["MysqlConnection"]] = []
    tables: ClassVar[str] = "CREATE TABLE items (id INTEGER, name TEXT, price REAL)"
    server_version = "8.0.36"

    def __init__(self, **settings: Any) -> None:
        self.settings = settings
        self.statements: list[str] = []
        self.is_read_only = False
        self.is_closed = False
        self.peer: Any = None
        self._rows = sqlite3.connect(":memory:", check_same_thread=False)
        self._rows.execute(self.tables)
        self._rows.executemany("INSERT INTO items VALUES (?, ?, ?)", [(1, "茶", 2.5), (2, "100%", 3.0)])
        self.opened.append(self)

    def connect(self, sock: socket.socket) -> None:
        self.peer = sock.getpeername()
        sock.close()
        refusal = _REFUSALS.get(self.settings["password"])
        if refusal is not None:
            raise pymysql.err.OperationalError(*refusal)
        if self.settings["password"] != PASSWORD:
            user = self.settings["user"]
            raise pymysql.err.OperationalError(1045, f"Access denied for user '{user}'@'10.0.0.1'")

    def cursor(self, kind: Any = None) -> "MysqlCursor":
        return MysqlCursor(self)

    def run(self, statement: str, values: Mapping[str, Any] | None) -> sqlite3.Cursor:
        self.statements.append(statement)
        if statement == "START TRANSACTION READ ONLY":
            self.is_read_only = True
        if statement.startswith(("SET ", "START ")):
            return self._rows.execute("SELECT 1 WHERE 0")
        if statement == "SHOW WARNINGS":
            return self._rows.execute("SELECT 1 WHERE 0")
        answer = next((text for asked, text in _SERVER_ANSWERS.items() if statement.upper() == asked.upper()), None)
        if answer is not None:
            return self._rows.execute("SELECT ?", (answer,))
        if "sleep(" in statement:
            raise pymysql.err.OperationalError(
                3024, "Query execution was interrupted, maximum statement execution time exceeded"
            )
        if "secrets" in statement:
            raise pymysql.err.ProgrammingError(1142, "SELECT command denied to user 'shop'@'%' for table 'secrets'")
        if self.is_read_only and not statement.upper().startswith("SELECT"):
            raise pymysql.err.InternalError(1792, "Cannot execute statement in a READ ONLY transaction.")
        try:
            return self._rows.execute(_NAMED.sub(r":\1", statement).replace("%%", "%"), values or {})
        except sqlite3.Error as error:
            raise pymysql.err.ProgrammingError(1064, "You have an error in your SQL syntax") from error

    def get_server_info(self) -> str:
        return self.server_version

    def character_set_name(self) -> str:
        return "utf8mb4"

    def commit(self) -> None:
        self.statements.append("COMMIT")

    def rollback(self) -> None:
        self.statements.append("ROLLBACK")

    def close(self) -> None:
        if self.is_closed:
            raise pymysql.err.Error("Already closed")
        self.is_closed = True


class MysqlCursor:
    """Rows of one statement."""

    arraysize = 1
    lastrowid = 0

    def __init__(self, connection: MysqlConnection) -> None:
        self._connection = connection
        self._found: sqlite3.Cursor | None = None

    @property
    def rowcount(self) -> int:
        return self._found.rowcount if self._found else -1

    @property
    def description(self) -> Any:
        found = self._found.description if self._found else None
        return [(column[0], 253, None, None, None, None, None) for column in found] if found else None

    def execute(self, statement: str, values: Any = None) -> None:
        self._found = self._connection.run(statement, values)

    def fetchone(self) -> Any:
        return self._found.fetchone() if self._found else None

    def fetchmany(self, size: int = 1) -> list[Any]:
        return self._found.fetchmany(size) if self._found else []

    def fetchall(self) -> list[Any]:
        return self._found.fetchall() if self._found else []

    def close(self) -> None:
        self._found = None
