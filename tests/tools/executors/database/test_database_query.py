"""`database_query` through the gateway: real SQLite files, and MySQL with a stand-in for its driver."""

import logging
import socket
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymysql
import pytest
from pydantic import ValidationError

from tests.doubles.mysql_driver import PASSWORD, MysqlConnection
from tests.doubles.tool_ports import ALICE, IN_TEST, Bench
from tools.executors.database import connections
from tools.executors.database.query import DatabaseQueryExecutor
from tools.executors.database.settings import DatabaseQueryConfig
from tools.outbound.client import OutboundClient

SHOP = {"engine": "sqlite", "path": "shop.db"}


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    folder = tmp_path / "databases"
    folder.mkdir()
    with sqlite3.connect(folder / "shop.db") as shop:
        shop.execute("CREATE TABLE items (id INTEGER, name TEXT, price REAL)")
        shop.executemany("INSERT INTO items VALUES (?, ?, ?)", [(n, f"item {n}", n * 1.5) for n in range(1, 301)])
    shop.close()
    (folder / "notes.txt").write_text("no database")
    (tmp_path / "outside.db").write_bytes((folder / "shop.db").read_bytes())
    (folder / "link.db").symlink_to(tmp_path / "outside.db")
    bench = Bench(outbound=OutboundClient(["127.0.0.1"]), database_files=folder)
    bench.registry.register(DatabaseQueryExecutor())
    return bench


def test_rows_come_back_in_the_form_of_the_seed(bench: Bench) -> None:
    arguments = {"sql": "SELECT id, name FROM items WHERE price > :least ORDER BY id", "params": {"least": 448}}
    result = bench.call("database-query", SHOP, arguments)
    assert result.success, result.message
    rows = [{"id": 299, "name": "item 299"}, {"id": 300, "name": "item 300"}]
    assert result.data == {"total": 2, "columns": ["id", "name"], "data": rows, "truncated": False}


def test_values_are_bound_and_never_become_sql(bench: Bench) -> None:
    evil = "x' OR '1'='1"
    result = bench.call("database-query", SHOP, {"sql": "SELECT * FROM items WHERE name = :n", "params": {"n": evil}})
    assert (result.success, result.code, result.data) == (False, 2004, None)


def test_rows_are_limited(bench: Bench) -> None:
    result = bench.call("database-query", {**SHOP, "maxRows": 5}, {"sql": "SELECT * FROM items"})
    assert (result.data["total"], result.data["truncated"]) == (5, True)


def test_a_statement_of_the_person_is_bound_and_names_its_values(bench: Bench) -> None:
    config = {**SHOP, "sql": "SELECT name FROM items WHERE id = :id"}
    schema = bench.parameters("database-query", config)
    assert list(schema["properties"]) == ["params"]
    assert schema["properties"]["params"]["required"] == ["id"]
    assert bench.call("database-query", config, {"params": {"id": 7}}).data["data"] == [{"name": "item 7"}]
    assert bench.call("database-query", config, {"sql": "SELECT 1", "params": {"id": 7}}).code == 1002


@pytest.mark.parametrize("params", [{}, {"id": 1, "more": 2}, {"id": 2**63}])
def test_values_that_do_not_fit_the_statement_are_refused(bench: Bench, params: dict[str, Any]) -> None:
    arguments = {"sql": "SELECT name FROM items WHERE id = :id", "params": params}
    assert bench.call("database-query", SHOP, arguments).code == 1002


WRITES = [
    ("DELETE FROM items", 1002),
    ("WITH x AS (SELECT 1) DELETE FROM items", 1002),
    ("SELECT 1; DELETE FROM items", 1002),
    ("SELECT load_extension('evil')", 1002),
    ("SELECT * FROM pragma_query_only(0)", 1002),
    ("SELECT hex(zeroblob(900000000))", 1002),
    ("SELECT * FROM nowhere", 1002),
    ("SELECT '", 1002),
]


@pytest.mark.parametrize(("sql", "code"), WRITES)
def test_nothing_but_reading_gets_through(bench: Bench, sql: str, code: int) -> None:
    result = bench.call("database-query", SHOP, {"sql": sql})
    assert (result.success, result.code) == (False, code), result.message
    assert bench.call("database-query", SHOP, {"sql": "SELECT count(*) AS n FROM items"}).data["data"] == [{"n": 300}]


def test_a_file_itself_is_opened_read_only(bench: Bench) -> None:
    assert bench.database_files is not None
    target = connections.Target((), bench.database_files, 5)
    raw = connections.Sqlite().connect(DatabaseQueryConfig.model_validate(SHOP), target)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        raw.execute("DELETE FROM items")
    raw.close()


def test_an_endless_query_is_stopped(bench: Bench) -> None:
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n"
    result = bench.call("database-query", {**SHOP, "timeout": 500}, {"sql": endless})
    assert (result.success, result.code) == (False, 2001)
    assert "time limit" in result.message
    assert bench.audit.outcomes["1"].attempts == 1


ELSEWHERE = ["../outside.db", "link.db", "/etc/passwd", "no-such.db", ".", "a\0b", "shop.db?mode=rwc"]


@pytest.mark.parametrize("path", ELSEWHERE)
def test_only_files_in_the_operators_folder_are_read(bench: Bench, tmp_path: Path, path: str) -> None:
    for context in (IN_TEST, ALICE):
        result = bench.call("database-query", {"engine": "sqlite", "path": path}, {"sql": "SELECT 1"}, context)
        assert (result.success, result.code) == (False, 5001)
        assert str(tmp_path) not in result.message
    assert bench.database_files is not None
    assert not (bench.database_files / "no-such.db").exists()


def test_what_is_no_database_is_reported(bench: Bench) -> None:
    result = bench.call("database-query", {"engine": "sqlite", "path": "notes.txt"}, {"sql": "SELECT * FROM a"})
    assert (result.code, "not a SQLite database" in result.message) == (5001, True)


def test_without_a_folder_no_file_is_read(bench: Bench) -> None:
    bench.database_files = None
    result = bench.call("database-query", SHOP, {"sql": "SELECT 1"})
    assert (result.code, "DATABASE_FILES" in result.message) == (5001, True)


@pytest.fixture
def mysql(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    monkeypatch.setattr(pymysql, "Connection", MysqlConnection)
    monkeypatch.setattr(MysqlConnection, "opened", [])
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield {
            "engine": "mysql",
            "host": "db.example.com",
            "port": server.getsockname()[1],
            "database": "shop",
            "username": "reader",
            "password": PASSWORD,
        }


@pytest.fixture
def resolving(bench: Bench) -> Bench:
    """Only the operator's word lets a name lead to a private address."""
    allowed = ["127.0.0.0/8"]
    bench.outbound = OutboundClient(allowed, resolve=lambda host, port: ["127.0.0.1"])
    return bench


def test_mysql_reads_in_a_read_only_transaction_with_a_time_limit(resolving: Bench, mysql: dict[str, Any]) -> None:
    arguments = {"sql": "SELECT name FROM items WHERE name LIKE '%00%' AND id > :id", "params": {"id": 0}}
    result = resolving.call("database-query", {**mysql, "timeout": 4000}, arguments)
    assert result.success, result.message
    assert result.data["data"] == [{"name": "100%"}]
    (opened,) = MysqlConnection.opened
    assert opened.peer == ("127.0.0.1", mysql["port"])
    limit = opened.statements.index("SET SESSION max_execution_time = 4000")
    begin = opened.statements.index("START TRANSACTION READ ONLY")
    assert limit < begin < len(opened.statements) - 1
    assert "COMMIT" not in opened.statements
    assert opened.is_closed


def test_mysql_gets_the_name_for_its_certificate_and_loads_no_local_files(
    resolving: Bench, mysql: dict[str, Any]
) -> None:
    for tls in ("require", "verify", "disable"):
        assert resolving.call("database-query", {**mysql, "tls": tls}, {"sql": "SELECT 1 AS one"}).success
    required, verified, plain = (opened.settings for opened in MysqlConnection.opened)
    assert (required["host"], required["local_infile"]) == ("db.example.com", False)
    assert (required["ssl"].check_hostname, verified["ssl"].check_hostname) == (False, True)
    assert (plain["ssl"], plain["ssl_disabled"]) == (None, True)


MYSQL_FAILURES = [
    ({"password": "wrong-password"}, "SELECT 1", 5001, "user name or password"),
    ({"password": "expired-password"}, "SELECT 1", 5001, "expired"),
    ({"password": "one-too-many"}, "SELECT 1", 5002, "Try again later"),
    ({}, "SHOW GRANTS", 1002, "only reads"),
    ({}, "SELECT * FROM secrets", 5001, "SELECT"),
    ({}, "SELECT sleep(99)", 2001, "time limit"),
    ({}, "SELECT FROM WHERE", 1002, "SQL syntax"),
]


@pytest.mark.parametrize(("config", "sql", "code", "words"), MYSQL_FAILURES)
def test_what_mysql_refuses_gives_advice(
    resolving: Bench, mysql: dict[str, Any], config: dict[str, Any], sql: str, code: int, words: str
) -> None:
    result = resolving.call("database-query", {**mysql, **config}, {"sql": sql})
    assert (result.success, result.code) == (False, code), result.message
    assert words in result.message
    assert all(opened.is_closed or opened.peer for opened in MysqlConnection.opened)


@pytest.mark.parametrize("engine", ["mysql", "postgresql"])
def test_nobody_answers(bench: Bench, engine: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    config = {"engine": engine, "host": "127.0.0.1", "port": port, "username": "u", "password": PASSWORD}
    result = bench.call("database-query", config, {"sql": "SELECT 1"})
    assert (result.success, result.code) == (False, 5002), result.message
    assert "could not be reached" in result.message


@pytest.mark.parametrize("engine", ["mysql", "postgresql"])
def test_private_addresses_are_refused_also_behind_a_name(bench: Bench, engine: str) -> None:
    bench.outbound = OutboundClient(resolve=lambda host, port: ["93.184.216.34", "10.0.0.7"])
    config = {"engine": engine, "host": "db.example.com", "username": "u"}
    result = bench.call("database-query", config, {"sql": "SELECT 1"})
    assert (result.success, result.code) == (False, 1002)


def test_a_name_is_looked_up_once(resolving: Bench, mysql: dict[str, Any]) -> None:
    answers = ["127.0.0.1"]
    resolving.outbound = OutboundClient(["127.0.0.1"], resolve=lambda host, port: [answers.pop()])
    assert resolving.call("database-query", mysql, {"sql": "SELECT 1 AS one"}).success


def test_test_mode_connects_nowhere(resolving: Bench, mysql: dict[str, Any]) -> None:
    result = resolving.call("database-query", mysql, {"sql": "SELECT :a", "params": {"a": 1}}, IN_TEST)
    assert (result.success, result.data["params"], MysqlConnection.opened) == (True, ["a"], [])
    refused = resolving.call("database-query", mysql, {"sql": "DROP TABLE items"}, IN_TEST)
    assert (refused.success, refused.code) == (False, 1002)


def test_the_password_never_appears(resolving: Bench, mysql: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for sql in (f"SELECT '{PASSWORD}' AS word", "SELECT nothing FROM nowhere"):
        result = resolving.call("database-query", mysql, {"sql": sql})
        assert PASSWORD not in result.model_dump_json() + resolving.shown() + caplog.text


BAD_CONFIGS = [
    ({"host": "postgresql://db.example.com"}, "host"),
    ({"host": "/var/run/postgresql"}, "host"),
    ({"host": "a,b"}, "host"),
    ({"database": "x host=evil.example"}, "database"),
    ({"username": "a'b"}, "username"),
    ({"sql": "DROP TABLE items"}, "sql"),
    ({"engine": "mysql", "sql": "SELECT 1 INTO OUTFILE '/tmp/x'"}, "sql"),
    ({"maxRows": 5001}, "maxRows"),
    ({"port": 0}, "port"),
    ({"engine": "oracle"}, "engine"),
]


@pytest.mark.parametrize(("config", "field"), BAD_CONFIGS)
def test_a_config_that_does_not_fit_is_refused_at_its_field(config: dict[str, Any], field: str) -> None:
    with pytest.raises(ValidationError) as caught:
        DatabaseQueryConfig.model_validate(config)
    assert caught.value.errors()[0]["loc"] == (field,)
