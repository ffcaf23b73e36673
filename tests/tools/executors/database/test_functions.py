"""Functions by a list: what a statement may call in SQLite, and what is refused by its name elsewhere."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.doubles.tool_ports import Bench
from tools.core.errors import ToolArgumentsError
from tools.executors.database.functions import SQLITE_FUNCTIONS
from tools.executors.database.query import DatabaseQueryExecutor
from tools.executors.database.scanner import Engine
from tools.executors.database.statement import reading_statement, writing_statement
from tools.outbound.client import OutboundClient

SHOP = {"engine": "sqlite", "path": "shop.db"}


def own_functions() -> list[tuple[str, int]]:
    """Return all functions that this SQLite has, those of its extensions too, with the number of their arguments."""
    with closing(sqlite3.connect(":memory:")) as database:
        rows = database.execute("SELECT DISTINCT name, narg FROM pragma_function_list ORDER BY name")
        return [(str(name), int(count)) for name, count in rows if str(name).isidentifier()]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    with closing(sqlite3.connect(tmp_path / "shop.db")) as shop:
        shop.execute("CREATE TABLE items (id INTEGER, name TEXT)")
        shop.commit()
    bench = Bench(outbound=OutboundClient(["127.0.0.1"]), database_files=tmp_path)
    bench.registry.register(DatabaseQueryExecutor())
    return bench


def test_sqlite_calls_only_functions_of_the_list(bench: Bench) -> None:
    called: set[str] = set()
    refused: set[str] = set()
    for name, count in own_functions():
        arguments = ", ".join(["name"] * (1 if count < 0 else count))
        result = bench.call("database-query", SHOP, {"sql": f'SELECT "{name}"({arguments}) FROM items'})  # noqa: S608  a name of SQLite's
        (refused if "not authorized" in str(result.message) else called).add(name)
    assert called <= SQLITE_FUNCTIONS
    assert {"load_extension", "sqlite_log", "fts5"} <= refused
    assert not refused & SQLITE_FUNCTIONS


@pytest.mark.parametrize("sql", ["SELECT FTS3_TOKENIZER('simple')", "SELECT load_extension('x')"])
def test_sqlite_sets_no_tokenizer_and_loads_nothing(bench: Bench, sql: str) -> None:
    result = bench.call("database-query", SHOP, {"sql": sql})
    assert (result.success, result.code) == (False, 1002)


REFUSED: list[tuple[Engine, str]] = [
    ("postgresql", "pg_read_file('/etc/passwd')"),
    ("postgresql", "pg_catalog.pg_read_binary_file ('/etc/passwd')"),
    ("postgresql", "pg_catalog.\"pg_read_file\"('/etc/passwd')"),
    ("postgresql", "U&\"pg\\005fread_file\"('/etc/passwd')"),
    ("postgresql", "PG_LS_DIR/* a */('/')"),
    ("postgresql", "pg_stat_file('x')"),
    ("postgresql", "lo_import('/etc/passwd')"),
    ("postgresql", "lo_export(1, '/tmp/x')"),
    ("postgresql", "dblink_exec('host=b', 'DELETE FROM t')"),
    ("postgresql", "query_to_xml('SELECT pg_read_file(1)', true, true, '')"),
    ("postgresql", "pg_terminate_backend(1)"),
    ("postgresql", "pg_reload_conf()"),
    ("mysql", "sys_exec('id')"),
    ("mysql", "`sys_eval`\n('id')"),
    ("mysql", "load_file ('/etc/passwd')"),
    ("mysql", "`LOAD_FILE`('/etc/passwd')"),
]
PASSES: list[tuple[Engine, str]] = [
    ("postgresql", "pg_size_pretty(pg_total_relation_size('items'))"),
    ("postgresql", "upper('pg_read_file(1)'), count(*) FROM pg_class"),
    ("postgresql", "(SELECT relname FROM pg_class WHERE (relname) IN ('a') LIMIT 1)"),
    ("postgresql", "json_agg(x) FROM (VALUES (1)) AS x (a)"),
    ("mysql", "LOWER('sys_exec(1)'), IF(1, 2, 3)"),
]


@pytest.mark.parametrize(("engine", "call"), REFUSED)
def test_what_reaches_out_is_refused_before_it_is_sent(engine: Engine, call: str) -> None:
    for sql in (f"SELECT {call}", f"SELECT * FROM (SELECT {call}) AS x"):  # noqa: S608  rows of this table
        with pytest.raises(ToolArgumentsError, match=r"may not be called|not allowed"):
            reading_statement(sql, engine)
    with pytest.raises(ToolArgumentsError, match=r"may not be called|not allowed"):
        writing_statement(f"INSERT INTO t SELECT {call}", engine, ["insert"])


@pytest.mark.parametrize(("engine", "call"), PASSES)
def test_what_computes_passes(engine: Engine, call: str) -> None:
    assert reading_statement(f"SELECT {call}", engine).sql.startswith("SELECT")
