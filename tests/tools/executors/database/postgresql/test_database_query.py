"""`database_query` on a real PostgreSQL server: a reader's account, a READ ONLY transaction, a time limit."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import connection
from psycopg import sql

from tests.doubles.tool_ports import Bench
from tools.executors.database.query import DatabaseQueryExecutor
from tools.outbound.client import OutboundClient

PASSWORD = "postgres-planted-password-1"


@pytest.fixture
def account(transactional_db: None) -> Iterator[dict[str, Any]]:
    """A role of its own that may read one table and write it too, were it not for the transaction."""
    settings = connection.settings_dict
    role, table = sql.Identifier("shop_reader"), sql.Identifier("shop_items")
    owner = {"host": settings["HOST"], "port": settings["PORT"], "user": settings["USER"], "dbname": settings["NAME"]}
    with psycopg.connect(**owner, password=settings["PASSWORD"] or None, autocommit=True) as shop:
        shop.execute(sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(role, PASSWORD))
        shop.execute(sql.SQL("CREATE TABLE {} (id int, name text, price numeric, seen timestamptz)").format(table))
        shop.execute(
            sql.SQL("INSERT INTO {} SELECT n, 'item ' || n, n * 1.5 FROM generate_series(1, 300) n").format(table)
        )
        shop.execute(sql.SQL("GRANT SELECT, INSERT, DELETE ON {} TO {}").format(table, role))
        yield {
            "engine": "postgresql",
            "host": settings["HOST"],
            "port": int(settings["PORT"]),
            "database": settings["NAME"],
            "username": "shop_reader",
            "password": PASSWORD,
            "tls": "disable",
        }
        shop.execute(sql.SQL("DROP TABLE {}").format(table))
        shop.execute(sql.SQL("DROP ROLE {}").format(role))


@pytest.fixture
def bench() -> Bench:
    bench = Bench(outbound=OutboundClient(["127.0.0.1", "localhost"]))
    bench.registry.register(DatabaseQueryExecutor())
    return bench


def test_rows_with_bound_values(bench: Bench, account: dict[str, Any]) -> None:
    query = "SELECT name, price, price::int AS whole FROM shop_items WHERE id = :id AND name <> :other"
    result = bench.call("database-query", account, {"sql": query, "params": {"id": 3, "other": "' OR 1=1 --"}})
    assert result.success, result.message
    assert result.data["data"] == [{"name": "item 3", "price": 4.5, "whole": 5}]


@pytest.mark.parametrize("where", ["id = ANY(:ids)", "id IN :ids", "id IN (:ids)", "NOT id <> ALL (:ids)"])
def test_rows_of_a_list_of_values(bench: Bench, account: dict[str, Any], where: str) -> None:
    query = f"SELECT id FROM shop_items WHERE {where} ORDER BY id"  # noqa: S608  conditions of this table
    result = bench.call("database-query", account, {"sql": query, "params": {"ids": [3, 1]}})
    assert result.success, result.message
    assert result.data["data"] == [{"id": 1}, {"id": 3}]


def test_a_percent_sign_and_a_colon_are_only_text(bench: Bench, account: dict[str, Any]) -> None:
    result = bench.call("database-query", account, {"sql": "SELECT '10% at 12:30 :x' AS said WHERE 'ab' LIKE 'a%'"})
    assert result.data["data"] == [{"said": "10% at 12:30 :x"}]


def test_rows_are_fetched_only_as_far_as_they_are_wanted(bench: Bench, account: dict[str, Any]) -> None:
    endless = "SELECT generate_series(1, 100000000) AS n"
    result = bench.call("database-query", {**account, "maxRows": 3}, {"sql": endless})
    assert (result.data["total"], result.data["truncated"]) == (3, True)


REFUSED = [
    ("WITH gone AS (DELETE FROM shop_items RETURNING id) SELECT * FROM gone", 1002, ""),
    ("SELECT set_config('transaction_read_only', 'off', true)", 1002, "read"),
    ("SELECT nextval('s')", 1002, "does not exist"),
    ("SELECT * FROM auth_user", 5001, "SELECT"),
    ("SELECT nothing FROM shop_items", 1002, "does not exist"),
    ("SELECT pg_sleep(30)", 2001, "time limit"),
    ("SELECT pg_read_file('/etc/passwd')", 1002, "pg_read_file"),
]


@pytest.mark.parametrize(("query", "code", "words"), REFUSED)
def test_nothing_but_reading_gets_through(
    bench: Bench, account: dict[str, Any], query: str, code: int, words: str
) -> None:
    result = bench.call("database-query", {**account, "timeout": 500}, {"sql": query})
    assert (result.success, result.code) == (False, code), result.message
    assert words in result.message
    count = bench.call("database-query", account, {"sql": "SELECT count(*) AS n FROM shop_items"})
    assert count.data["data"] == [{"n": 300}]


def test_a_raised_time_limit_gains_nothing(bench: Bench, account: dict[str, Any]) -> None:
    raised = "SELECT set_config('statement_timeout', '0', false) UNION ALL SELECT pg_sleep(30)::text"
    result = bench.call("database-query", {**account, "timeout": 500}, {"sql": raised})
    assert (result.success, result.code) == (False, 2001), result.message


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"username": "nobody_here"}, "user name"),
        ({"database": "no_such"}, "no database"),
        ({"tls": "require"}, "encryption"),
    ],
)
def test_a_connection_that_fails_names_the_field(
    bench: Bench, account: dict[str, Any], change: dict[str, Any], words: str
) -> None:
    result = bench.call("database-query", {**account, **change}, {"sql": "SELECT 1"})
    assert not result.success
    assert words in result.message
    assert PASSWORD not in result.message + bench.shown()
