"""`database_write` through the gateway, on real servers and files: what it changes, refuses and undoes."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pymysql
import pytest
from pydantic import ValidationError

from tests.doubles.tool_ports import ALICE, IN_TEST, Bench
from tests.servers.mariadb import mariadb
from tools.core.envelope import ToolResult
from tools.core.errors import ToolArgumentsError
from tools.executors.database.query import DatabaseQueryExecutor
from tools.executors.database.scanner import Engine
from tools.executors.database.settings import DatabaseWriteConfig
from tools.executors.database.statement import writing_statement
from tools.executors.database.write import DatabaseWriteExecutor
from tools.outbound.client import OutboundClient
from workflow_editor.scaled.private_servers import postgres

TABLE = "CREATE TABLE stock (id INTEGER PRIMARY KEY, name VARCHAR(40), amount INTEGER)"
ROWS = "INSERT INTO stock VALUES (1, 'tea', 5), (2, 'cups', 7), (3, 'pots', 9)"
PASSWORD = "planted-password-1"
ENGINES = ["postgresql", "mysql", "sqlite"]


class Shop:
    """One database with three rows, and the tools that read and write it."""

    def __init__(self, config: dict[str, Any], folder: Path | None = None) -> None:
        self.config = config
        outbound = OutboundClient(["127.0.0.1"])
        self.bench = Bench(outbound=outbound, database_files=folder, writable_database_files=folder)
        self.bench.registry.register(DatabaseQueryExecutor())
        self.bench.registry.register(DatabaseWriteExecutor())

    def write(
        self, sql: str, context: Any = ALICE, *, settings: dict[str, Any] | None = None, **params: Any
    ) -> ToolResult:
        config = {**self.config, **(settings or {})}
        return self.bench.call("database-write", config, {"sql": sql, "params": params}, context)

    def amounts(self) -> dict[int, int]:
        found = self.bench.call("database-query", self.config, {"sql": "SELECT id, amount FROM stock ORDER BY id"})
        return {row["id"]: row["amount"] for row in found.data["data"]}


Admin = Callable[[str], object]
FRESH = ("DROP TABLE IF EXISTS stock", TABLE, ROWS, "GRANT SELECT, INSERT, UPDATE, DELETE ON stock TO writer")


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, tuple[dict[str, Any], Admin]]]:
    """Both servers with an account that may write one table, and who may do everything."""
    account = {"host": "127.0.0.1", "username": "writer", "password": PASSWORD, "tls": "disable"}
    folders = [tmp_path_factory.mktemp(name) for name in ("postgresql", "mysql")]
    with postgres(folders[0]) as url, mariadb(folders[1]) as port, psycopg.connect(url, autocommit=True) as admin:
        admin.execute(f"CREATE ROLE writer LOGIN PASSWORD '{PASSWORD}'")
        root = pymysql.connect(host="127.0.0.1", port=port, user="root", autocommit=True)
        with root, root.cursor() as cursor:
            cursor.execute(f"CREATE USER writer IDENTIFIED BY '{PASSWORD}'")
            cursor.execute("CREATE DATABASE shop")
            cursor.execute("USE shop")
            name, at = admin.info.dbname, admin.info.port
            yield {
                "postgresql": ({**account, "engine": "postgresql", "port": at, "database": name}, admin.execute),
                "mysql": ({**account, "engine": "mysql", "port": port, "database": "shop"}, cursor.execute),
            }


@pytest.fixture(params=ENGINES)
def shop(request: pytest.FixtureRequest, tmp_path: Path) -> Shop:
    if request.param == "sqlite":
        with closing(sqlite3.connect(tmp_path / "shop.db")) as raw:
            raw.execute(TABLE)
            raw.execute(ROWS)
            raw.commit()
        return Shop({"engine": "sqlite", "path": "shop.db"}, tmp_path)
    config, admin = request.getfixturevalue("servers")[request.param]
    for statement in FRESH:
        admin(statement)
    return Shop(config)


UPSERTS = {
    "postgresql": "INSERT INTO stock VALUES (:id, 'tea', :n) ON CONFLICT (id) DO UPDATE SET amount = excluded.amount",
    "mysql": "INSERT INTO stock VALUES (:id, 'tea', :n) ON DUPLICATE KEY UPDATE amount = VALUES(amount)",
    "sqlite": "INSERT INTO stock VALUES (:id, 'tea', :n) ON CONFLICT (id) DO UPDATE SET amount = excluded.amount",
}


def test_rows_are_inserted_updated_and_put(shop: Shop) -> None:
    assert (
        shop.write("INSERT INTO stock VALUES (:id, :name, 1)", id=4, name="x'); DROP TABLE stock; --").data["changed"]
        == 1
    )
    assert shop.write("UPDATE stock SET amount = amount + :n WHERE id > :id", n=10, id=1).data["changed"] == 3
    assert shop.write(UPSERTS[shop.config["engine"]], id=1, n=50).success
    assert shop.write(UPSERTS[shop.config["engine"]], id=9, n=90).success
    assert shop.amounts() == {1: 50, 2: 17, 3: 19, 4: 11, 9: 90}


def test_a_delete_needs_its_permission(shop: Shop) -> None:
    sql = "DELETE FROM stock WHERE id = :id"
    assert shop.write(sql, id=1).code == 1002
    assert shop.write(sql, id=1, settings={"changes": ["delete"]}).data["changed"] == 1
    assert shop.write("INSERT INTO stock VALUES (7, 'x', 1)", settings={"changes": ["delete"]}).code == 1002
    assert set(shop.amounts()) == {2, 3}


PROCEDURES = {
    "postgresql": (
        "CREATE OR REPLACE PROCEDURE restock(item INTEGER, INOUT stored INTEGER) LANGUAGE plpgsql AS $$ "
        "BEGIN UPDATE stock SET amount = amount + stored WHERE id = item RETURNING amount INTO stored; "
        "IF stored IS NULL THEN RAISE EXCEPTION 'no such item'; END IF; END $$",
        "CREATE OR REPLACE PROCEDURE keep() LANGUAGE plpgsql AS $$ BEGIN DELETE FROM stock; COMMIT; END $$",
    ),
    "mysql": (
        "CREATE OR REPLACE PROCEDURE restock(item INTEGER, more INTEGER) BEGIN "
        "UPDATE stock SET amount = amount + more WHERE id = item; "
        "IF ROW_COUNT() = 0 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no such item'; END IF; "
        "SELECT amount AS stored FROM stock WHERE id = item; SELECT 'more' AS further; END",
        "GRANT EXECUTE ON PROCEDURE restock TO writer",
    ),
}
CALLS = {"settings": {"changes": ["call"]}}


def with_procedures(servers: dict[str, tuple[dict[str, Any], Admin]], engine: str) -> Shop:
    config, admin = servers[engine]
    for statement in (*FRESH, *PROCEDURES[engine]):
        admin(statement)
    return Shop(config)


@pytest.fixture(params=PROCEDURES)
def served_shop(request: pytest.FixtureRequest, servers: dict[str, tuple[dict[str, Any], Admin]]) -> Shop:
    return with_procedures(servers, request.param)


def test_a_procedure_is_called_with_its_permission(served_shop: Shop) -> None:
    sql = "CALL restock(:id, :more)"
    assert served_shop.write(sql, id=1, more=20).code == 1002
    result = served_shop.write(sql, id=1, more=20, **CALLS)
    assert result.success, result.message
    assert (result.data["changed"], result.data["data"]) == (None, [{"stored": 25}])
    assert served_shop.amounts()[1] == 25


def test_what_a_procedure_refuses_is_undone(served_shop: Shop) -> None:
    result = served_shop.write("CALL restock(:id, :more)", id=8, more=20, **CALLS)
    assert (result.success, result.code) == (False, 1002), result.message
    assert "no such item" in result.message
    assert served_shop.amounts() == {1: 5, 2: 7, 3: 9}
    unknown = served_shop.write("CALL burn(:id)", id=1, **CALLS)
    assert not unknown.success


def test_a_procedure_of_postgresql_ends_no_transaction_of_ours(
    servers: dict[str, tuple[dict[str, Any], Admin]],
) -> None:
    shop = with_procedures(servers, "postgresql")
    assert not shop.write("CALL keep()", **CALLS).success
    assert shop.amounts() == {1: 5, 2: 7, 3: 9}


def test_a_trial_changes_nothing(shop: Shop) -> None:
    result = shop.write("UPDATE stock SET amount = 0 WHERE id = :id", IN_TEST, id=1)
    assert result.success, result.message
    assert shop.amounts() == {1: 5, 2: 7, 3: 9}


def test_a_statement_that_changes_too_much_is_undone(shop: Shop) -> None:
    result = shop.write("UPDATE stock SET amount = 0 WHERE id > 0", settings={"maxChanged": 2})
    assert (result.success, result.code) == (False, 1002)
    assert "3" in result.message
    assert shop.amounts() == {1: 5, 2: 7, 3: 9}


def test_a_statement_that_fails_changes_nothing(shop: Shop) -> None:
    assert not shop.write("INSERT INTO stock VALUES (8, 'a', 1), (1, 'again', 1)").success
    assert shop.amounts() == {1: 5, 2: 7, 3: 9}


def test_the_query_still_writes_nothing(shop: Shop) -> None:
    assert shop.bench.call("database-query", shop.config, {"sql": "DELETE FROM stock WHERE id = 1"}).code == 1002
    assert shop.amounts() == {1: 5, 2: 7, 3: 9}


def test_rows_that_come_back_are_given(shop: Shop) -> None:
    result = shop.write("INSERT INTO stock VALUES (5, 'jar', 2) RETURNING id, name")
    assert result.data["data"] == [{"id": 5, "name": "jar"}]
    assert 5 in shop.amounts()


@pytest.mark.parametrize("shop", ["postgresql"], indirect=True)
def test_a_statement_inside_of_an_insert_cannot_update(shop: Shop) -> None:
    inner = "UPDATE stock SET amount = 0 WHERE id = 1 RETURNING 8"
    sql = f"INSERT INTO stock WITH gone AS ({inner}) SELECT 8, 'x', 1 FROM gone"  # noqa: S608  no values
    assert not shop.write(sql, settings={"changes": ["insert"]}).success
    assert shop.amounts() == {1: 5, 2: 7, 3: 9}


@pytest.mark.parametrize("engine", ["postgresql", "mysql"])
def test_a_right_that_the_account_lacks_is_asked_for(
    servers: dict[str, tuple[dict[str, Any], Admin]], engine: str
) -> None:
    config, admin = servers[engine]
    for statement in (*FRESH, "REVOKE INSERT ON stock FROM writer"):
        admin(statement)
    result = Shop(config).write("INSERT INTO stock VALUES (8, 'jar', 1)")
    assert (result.code, "INSERT" in result.message) == (5001, True)


def test_without_a_folder_no_file_is_written(tmp_path: Path) -> None:
    shop = Shop({"engine": "sqlite", "path": "shop.db"}, tmp_path)
    shop.bench.writable_database_files = None
    result = shop.write("INSERT INTO stock VALUES (1, 'a', 1)")
    assert (result.code, "DATABASE_FILES_WRITABLE" in result.message) == (5001, True)


REFUSED: list[tuple[Engine, str]] = [
    ("postgresql", ""),
    ("postgresql", "SELECT 1"),
    ("postgresql", "WITH x AS (DELETE FROM t RETURNING 1) SELECT 1"),
    ("postgresql", "DROP TABLE t"),
    ("postgresql", "TRUNCATE t"),
    ("postgresql", "UPDATE t SET a = 1"),
    ("postgresql", "DELETE FROM t"),
    ("postgresql", "UPDATE t SET a = 1 WHERE b = 1; DROP TABLE t"),
    ("postgresql", "CALL p(1)"),
    ("mysql", "INSERT INTO t SELECT LOAD_FILE('/etc/passwd')"),
    ("mysql", "UPDATE t SET a = 1 /*! WHERE b = 1 */"),
    ("mysql", "UPDATE t SET a = 'where'"),
    ("sqlite", "ATTACH 'x.db' AS x"),
    ("sqlite", "PRAGMA writable_schema = 1"),
]


@pytest.mark.parametrize(("engine", "sql"), REFUSED)
def test_other_statements_are_refused(engine: Engine, sql: str) -> None:
    with pytest.raises(ToolArgumentsError):
        writing_statement(sql, engine, ["insert", "update", "delete"])


@pytest.mark.parametrize(
    ("sql", "changes", "field"),
    [
        ("DELETE FROM t WHERE a = 1", ["update"], "changes"),
        ("SELECT 1", ["insert"], "sql"),
        ("UPDATE t SET a = 1", ["update"], "sql"),
        ("DELETE FROM t", ["update"], "sql"),
    ],
)
def test_a_fixed_statement_must_be_allowed(sql: str, changes: list[str], field: str) -> None:
    with pytest.raises(ValidationError) as refused:
        DatabaseWriteConfig.model_validate({"engine": "sqlite", "sql": sql, "changes": changes})
    assert [error["loc"] for error in refused.value.errors()] == [(field,)]
    assert DatabaseWriteConfig.model_validate({"sql": "CALL p(:a)", "changes": ["call"]}).changes == ["call"]
