"""One database of each engine with a table of typed columns, as tools of flows reach them."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pymysql

from tests.servers.mariadb import mariadb
from workflow_editor.scaled.private_servers import postgres

_PASSWORD = "planted-password-1"
_ACCOUNT = {"host": "127.0.0.1", "username": "flows", "password": _PASSWORD, "tls": "disable", "timeout": 60_000}
_CELLS = "CREATE TABLE cells (id INTEGER, flag {}, whole {}, number {}, words {}, structure {})"
_FOREIGN_FORMS = (
    "datestyle = 'German'",
    "intervalstyle = 'iso_8601'",
    "bytea_output = 'escape'",
    "extra_float_digits = 0",
)
"""Possible settings of PostgreSQL for an account."""
_MYSQL_EDGES = (
    "CREATE TABLE edges (t TIME(1), early TIME, b BIT(3), wide BIT(64), zero DATE, zeros DATETIME, y YEAR,"
    " fixed BINARY(3), bytes BLOB, d DECIMAL(65,30), u BIGINT UNSIGNED, j JSON, f DOUBLE, words VARCHAR(20))",
    "CREATE TABLE kept (id INTEGER, t TIME(1), b BIT(64), d DECIMAL(10,2), u BIGINT UNSIGNED, day DATE,"
    " at DATETIME, y YEAR, j JSON, words VARCHAR(3))",
    "INSERT INTO edges VALUES ('-25:06:17.5', '09:30', b'101', 18446744073709551615, '0000-00-00',"
    " '2026-00-00 00:00:00', 2026, 'a', x'00ff', 12345678901234567890.123, 18446744073709551615,"
    " '{\"n\": 12345678901234567890123}', 0.1, '压')",
)


@dataclass(frozen=True)
class Database:
    """`config` is that of its tools."""

    config: Mapping[str, Any]


@contextmanager
def databases(folder: Path) -> Iterator[Mapping[str, Database]]:
    """Run a PostgreSQL and a MariaDB, and make a SQLite file in the folder, each with its tables.

    `strange` is the PostgreSQL, for an account that has other forms of values set.
    """
    with postgres(_below(folder, "postgresql")) as url, mariadb(_below(folder, "mysql")) as port:
        with psycopg.connect(url, autocommit=True) as admin:
            admin.execute(f"CREATE ROLE flows LOGIN PASSWORD '{_PASSWORD}'")
            admin.execute(_CELLS.format("boolean", "numeric", "double precision", "text", "jsonb"))
            admin.execute("GRANT SELECT, INSERT ON cells TO flows")
            admin.execute(f"CREATE ROLE strange LOGIN PASSWORD '{_PASSWORD}'")
            for form in _FOREIGN_FORMS:
                admin.execute(f"ALTER ROLE strange SET {form}")
            postgresql = {**_ACCOUNT, "engine": "postgresql", "port": admin.info.port, "database": admin.info.dbname}
        root = pymysql.connect(host="127.0.0.1", port=port, user="root", autocommit=True)
        with root, root.cursor() as cursor:
            for statement in (
                # As a server that stores the nearest value that fits.
                "SET GLOBAL sql_mode = ''",
                f"CREATE USER flows IDENTIFIED BY '{_PASSWORD}'",
                "CREATE DATABASE shop CHARACTER SET utf8mb4",
                "USE shop",
                "SET sql_mode = ''",
                _CELLS.format("BOOLEAN", "DECIMAL(65)", "DOUBLE", "TEXT", "JSON"),
                *_MYSQL_EDGES,
                "GRANT SELECT, INSERT ON shop.* TO flows",
            ):
                cursor.execute(statement)
        with closing(sqlite3.connect(folder / "shop.db")) as file:
            file.execute(_CELLS.format("", "", "", "TEXT", "TEXT"))
        yield {
            "postgresql": Database(postgresql),
            "strange": Database({**postgresql, "username": "strange"}),
            "mysql": Database({**_ACCOUNT, "engine": "mysql", "port": port, "database": "shop"}),
            "sqlite": Database({"engine": "sqlite", "path": "shop.db", "timeout": 60_000}),
        }


def _below(folder: Path, name: str) -> Path:
    made = folder / name
    made.mkdir()
    return made
