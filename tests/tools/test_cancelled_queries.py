"""A query whose call has ended ends in the database too: its own list of what it works on says so."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import psycopg
import pymysql
import pytest

from tests.doubles.tool_ports import ALICE, Bench, Cancel
from tests.polling import comes_true
from tests.servers.mariadb import mariadb
from tools.definitions import ToolCall, ToolRef
from tools.envelope import ToolResult
from tools.executors.database.query import DatabaseQueryExecutor
from tools.outbound import OutboundClient
from workflow_editor.scaled.private_servers import postgres

PASSWORD = "planted-password-1"
SOON_S = 3.0


@dataclass(frozen=True)
class Server:
    """A database, an account that may only read, and how many of its queries are at work."""

    config: dict[str, Any]
    at_work: Callable[[], int]


@pytest.fixture(scope="module")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with postgres(tmp_path_factory.mktemp("postgresql")) as url, psycopg.connect(url, autocommit=True) as admin:
        admin.execute(f"CREATE ROLE reader LOGIN PASSWORD '{PASSWORD}'")

        def at_work() -> int:
            asked = "SELECT count(*) FROM pg_stat_activity WHERE usename = 'reader' AND state = 'active'"
            row = admin.execute(asked).fetchone()
            assert row is not None
            return int(row[0])

        yield Server({"engine": "postgresql", "port": admin.info.port, "database": admin.info.dbname}, at_work)


@pytest.fixture(scope="module")
def mysql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with mariadb(tmp_path_factory.mktemp("mysql")) as port:
        admin = pymysql.connect(host="127.0.0.1", port=port, user="root", autocommit=True)
        with admin, admin.cursor() as cursor:
            cursor.execute(f"CREATE USER reader IDENTIFIED BY '{PASSWORD}'")

            def at_work() -> int:
                asked = "FROM information_schema.PROCESSLIST WHERE USER = 'reader' AND COMMAND <> 'Sleep'"
                cursor.execute(f"SELECT count(*) {asked}")
                row = cursor.fetchone()
                assert row is not None
                return int(row[0])

            yield Server({"engine": "mysql", "port": port}, at_work)


QUERIES = [
    ("postgresql", "SELECT pg_sleep(60)"),
    ("postgresql", "SELECT count(*) FROM pg_class a, pg_class b, pg_class c, pg_class d"),
    ("mysql", "SELECT SLEEP(60)"),
    ("mysql", "WITH c AS (SELECT 1 FROM information_schema.COLLATIONS) SELECT count(*) FROM c a, c b, c d, c e, c f"),
]


@pytest.mark.parametrize("ending", ["cancelled", "too late"])
@pytest.mark.parametrize(("engine", "sql"), QUERIES)
def test_the_query_of_a_call_ends_with_it(request: pytest.FixtureRequest, engine: str, sql: str, ending: str) -> None:
    server: Server = request.getfixturevalue(engine)
    bench = Bench(outbound=OutboundClient(["127.0.0.1"]))
    bench.registry.register(DatabaseQueryExecutor())
    account = {"host": "127.0.0.1", "username": "reader", "password": PASSWORD, "tls": "disable", "timeout": 60_000}
    bench.tools.add("one", "database-query", {**server.config, **account})
    toolbox = bench.gateway().offer((ToolRef("tool:one"),), ALICE)
    call = ToolCall("c1", toolbox.tools()[0].function.name, {"sql": sql})
    cancel, results = Cancel(), list[ToolResult]()
    timeout_s = 60.0 if ending == "cancelled" else 3.0

    def ask() -> None:
        results.append(toolbox.call(call, timeout_s=timeout_s, cancel=cancel))

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    assert comes_true(lambda: server.at_work() == 1, within_s=30, every_s=0.02), results
    cancel.cancelled = ending == "cancelled"
    ends_within_s = SOON_S + (0 if ending == "cancelled" else timeout_s)
    assert comes_true(lambda: server.at_work() == 0, within_s=ends_within_s, every_s=0.05)
    thread.join(30)
    assert not results[0].success
