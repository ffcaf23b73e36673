"""Private databases with an account that may only read, and what they work on for it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pymysql

from tests.servers.mariadb import mariadb
from workflow_editor.scaled.private_servers import postgres

_PASSWORD = "planted-password-1"
_ACCOUNT = {"host": "127.0.0.1", "username": "reader", "password": _PASSWORD, "tls": "disable", "timeout": 60_000}


@dataclass(frozen=True)
class QueriedServer:
    """`config` is that of the tool; `at_work` counts the account's queries in the server's own list."""

    config: dict[str, Any]
    at_work: Callable[[], int]


@contextmanager
def queried_postgresql(folder: Path) -> Iterator[QueriedServer]:
    with postgres(folder) as url, psycopg.connect(url, autocommit=True) as admin:
        admin.execute(f"CREATE ROLE reader LOGIN PASSWORD '{_PASSWORD}'")

        def at_work() -> int:
            asked = "SELECT count(*) FROM pg_stat_activity WHERE usename = 'reader' AND state = 'active'"
            return _count(admin.execute(asked).fetchone())

        config = {**_ACCOUNT, "engine": "postgresql", "port": admin.info.port, "database": admin.info.dbname}
        yield QueriedServer(config, at_work)


@contextmanager
def queried_mariadb(folder: Path) -> Iterator[QueriedServer]:
    with mariadb(folder) as port:
        admin = pymysql.connect(host="127.0.0.1", port=port, user="root", autocommit=True)
        with admin, admin.cursor() as cursor:
            cursor.execute(f"CREATE USER reader IDENTIFIED BY '{_PASSWORD}'")

            def at_work() -> int:
                cursor.execute(
                    "SELECT count(*) FROM information_schema.PROCESSLIST WHERE USER = 'reader' AND COMMAND <> 'Sleep'"
                )
                return _count(cursor.fetchone())

            yield QueriedServer({**_ACCOUNT, "engine": "mysql", "port": port}, at_work)


def _count(row: Any) -> int:
    return int(row[0])
