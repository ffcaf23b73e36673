"""Types of values by engine, through runs: each is written and read exactly, or refused with a sentence."""

import json
import uuid
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.workflow_editor.acceptance.api_user import ApiUser, Ran, done, used
from tests.workflow_editor.cases.database_servers import Database, databases
from tests.workflow_editor.cases.edge_values import KEPT
from tools.adapters import gateway_factory
from workflow_editor.nodes.meanings import NEWEST

Json = dict[str, Any]
ENGINES = ("postgresql", "mysql", "sqlite")
COLUMNS: dict[type, str] = {
    type(None): "words",
    bool: "flag",
    int: "whole",
    float: "number",
    str: "words",
    list: "structure",
    dict: "structure",
}
LONG = {"int beyond 63 bits", "int beyond 64 bits", "int of thirty digits"}
REFUSED: dict[str, dict[str, str]] = {
    "postgresql": {},
    "mysql": {},
    "sqlite": dict.fromkeys(LONG, "more digits than this database keeps exactly"),
    "table": dict.fromkeys(LONG, "whole: The number has too many digits"),
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("databases")


@pytest.fixture(scope="module")
def servers(files: Path) -> Iterator[Mapping[str, Database]]:
    with databases(files) as found:
        yield found


@pytest.fixture
def user(
    alice_api: APIClient, admin_api: APIClient, queue: TaskQueue, settings: Settings, files: Path
) -> Iterator[ApiUser]:
    settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    settings.DATABASE_FILES = settings.DATABASE_FILES_WRITABLE = str(files)
    gateway_factory.gateway.cache_clear()
    yield ApiUser(alice_api, admin_api, queue)
    gateway_factory.gateway.cache_clear()


@pytest.fixture
def ask(user: ApiUser, servers: Mapping[str, Database]) -> Callable[..., Ran]:
    """Run one statement that reads in a flow."""

    def run(engine: str, sql: str, params: Json | None = None, **changes: Any) -> Ran:
        tool = user.tool("database-query", {**servers[engine].config, **changes}, name=f"Query {uuid.uuid4()}")
        config = {"tool": used(tool), "arguments": {"sql": sql, "params": params or {}}}
        return user.run(chain(node("q", "tool", config, type_version=NEWEST)))

    return run


def rows(ran: Ran) -> list[Json]:
    assert ran.run["status"] == "succeeded", ran.error
    found: list[Json] = ran.run["output"]["data"]["data"]
    return found


def expected(engine: str, value: Any) -> Any:
    """Return how an engine that lacks a type hands a value back."""
    if engine in ("mysql", "sqlite") and isinstance(value, bool):
        return int(value)
    # An empty text empties a cell.
    return None if engine == "table" and value == "" else value


def differing(read: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was read otherwise than it should have been, by name."""
    return {
        name: (read.get(name), value)
        for name, value in wanted.items()
        if (read.get(name), type(read.get(name))) != (value, type(value))
    }


@pytest.mark.parametrize("engine", [*ENGINES, "table"])
def test_a_value_that_is_written_is_read_again(user: ApiUser, servers: Mapping[str, Database], engine: str) -> None:
    flow = _table_flow(user) if engine == "table" else _database_flow(user, servers[engine].config)
    read, refusals = {}, {}
    for row_id, (name, value) in enumerate(KEPT.items(), 1):
        column = COLUMNS[type(value)]
        ran = user.run_again(
            flow(column, "paragraph" if isinstance(value, str) else "json"), {"id": row_id, "v": value}
        )
        if ran.run["status"] == "succeeded":
            found = ran.run["output"]["data"]
            read[name] = (found["rows"] if engine == "table" else found["data"])[-1][column]
            if engine in ("mysql", "sqlite") and isinstance(value, list | dict):
                read[name] = json.loads(read[name])
        else:
            refusals[name] = ran.error["message"]
    assert refusals.keys() == REFUSED[engine].keys(), refusals
    assert [name for name, words in REFUSED[engine].items() if words not in refusals[name]] == [], refusals
    assert differing(read, {name: expected(engine, KEPT[name]) for name in read}) == {}


def _database_flow(user: ApiUser, config: Mapping[str, Any]) -> Callable[[str, str], str]:
    write = user.tool("database-write", dict(config), name="Write")
    query = user.tool("database-query", dict(config), name="Read")

    def flow(column: str, field: str) -> str:
        into = f"INSERT INTO cells (id, {column}) VALUES (:id, :v)"  # noqa: S608  names of this module
        given = {"id": "{{ inputs.id }}", "v": "{{ inputs.v }}"}
        out_of = f"SELECT {column} FROM cells WHERE id = :id"  # noqa: S608  names of this module
        return _flow(
            user,
            field,
            {"tool": used(write), "arguments": {"sql": into, "params": given}},
            {"tool": used(query), "arguments": {"sql": out_of, "params": {"id": "{{ inputs.id }}"}}},
        )

    return flow


def _table_flow(user: ApiUser) -> Callable[[str, str], str]:
    types = {"flag": "boolean", "whole": "number", "number": "number", "words": "text", "structure": "json"}
    columns = [{"key": key, "name": key, "type": kind} for key, kind in types.items()]
    table = done(user.api.post("/api/tables/", {"name": "Cells", "columns": columns}))
    tool = user.tool("data-table", {"table": table["id"]})

    def flow(column: str, field: str) -> str:
        return _flow(
            user,
            field,
            {"tool": used(tool, function="insert"), "arguments": {column: "{{ inputs.v }}"}},
            {"tool": used(tool, function="query"), "arguments": {}},
        )

    return flow


def _flow(user: ApiUser, field: str, write: Json, read: Json) -> str:
    fields = [{"name": "id", "type": "json", "title": "id"}, {"name": "v", "type": field, "title": "v"}]
    document = chain(
        node("w", "tool", write, type_version=NEWEST),
        node("r", "tool", read, type_version=NEWEST),
    )
    document["nodes"][0]["config"] = {"fields": fields}
    return user.workflow(document)


READ: dict[str, dict[str, Any]] = {
    "postgresql": {
        "'infinity'::timestamptz": "infinity",
        "'-infinity'::date": "-infinity",
        "'0044-03-15 BC'::date": "0044-03-15 BC",
        "'20000-01-01'::timestamp": "20000-01-01 00:00:00",
        "'2026-01-02 03:04:05.5'::timestamp": "2026-01-02T03:04:05.500000",
        "'24:00'::time": "24:00:00",
        "'24:00+02'::timetz": "24:00:00+02",
        "'10:30+02'::timetz": "10:30:00+02:00",
        "'1 mon'::interval": "1 mon",
        "'1 day 2:03:04.5'::interval": "1 day 02:03:04.5",
        "'-1 years 2 mons -1 sec'::interval": "-10 mons -00:00:01",
        "'36:00'::interval": "36:00:00",
        """'{"n": 12345678901234567890123, "d": 0.12345678901234567890123, "e": 1.5}'::jsonb""": {
            "n": 12345678901234567890123,
            "d": "0.12345678901234567890123",
            "e": 1.5,
        },
        "'[1e400]'::jsonb": [10**400],
        """'{"a": 1, "a": 2}'::json""": '{"a": 1, "a": 2}',
        "'null'::jsonb": None,
        "'\\x00ff'::bytea": "\\x00ff",
        "'NaN'::numeric": "NaN",
        "'-Infinity'::float8": "-Infinity",
        "'NaN'::float4": "NaN",
        "18446744073709551616::numeric": 2**64,
        "12.50::numeric": 12.5,
        "0.12345678901234567890123::numeric": "0.12345678901234567890123",
        "0.1::float4": 0.1,
        "0.1::float8 + 0.2::float8": 0.1 + 0.2,
        "'[1,10)'::int4range": "[1,10)",
        "'[2026-01-01,infinity)'::daterange": "[2026-01-01,infinity)",
        "'{[1,3),[5,7)}'::int4multirange": "{[1,3),[5,7)}",
        "ARRAY[1,NULL,3]": [1, None, 3],
        "'[0:1]={1,2}'::int[]": [1, 2],
        "ARRAY['infinity'::date, '2026-01-01']": ["infinity", "2026-01-01"],
        "ARRAY['1 mon'::interval]": ["1 mon"],
        "12.5::money": "$12.50",
        "'00000000-0000-0000-0000-000000000001'::uuid": "00000000-0000-0000-0000-000000000001",
        "'10.0.0.1/24'::inet": "10.0.0.1/24",
        "'::ffff:1.2.3.4'::inet": "::ffff:1.2.3.4",
        "'10.0.0.0/8'::cidr": "10.0.0.0/8",
        "B'101'": "101",
        "point '(1,2)'": "(1,2)",
        "ROW(1, 'a')": ["1", "a"],
    },
    "mysql": {
        "t": "-25:06:17.5",
        "early": "09:30:00",
        "b": 5,
        "wide": 2**64 - 1,
        "zero": "0000-00-00",
        "zeros": "2026-00-00 00:00:00",
        "y": 2026,
        "fixed": "\\x610000",
        "bytes": "\\x00ff",
        "d": "12345678901234567890.123000000000000000000000000000",
        "u": 2**64 - 1,
        "j": '{"n": 12345678901234567890123}',
        "f": 0.1,
        "words": "压",
        "TIME('838:59:59')": "838:59:59",
    },
    "sqlite": {
        "9223372036854775807": 2**63 - 1,
        "x'00ff'": "\\x00ff",
        "CAST(x'ff41' AS TEXT)": "\\xff41",
        "9e999": "Infinity",
        "-9e999": "-Infinity",
        "0.1 + 0.2": 0.1 + 0.2,
        "json('[1]')": "[1]",
    },
}
FROM = {"postgresql": "", "mysql": " FROM edges", "sqlite": ""}
EARLIER: dict[str, dict[str, Any]] = {
    "postgresql": {
        "'1 mon'::interval": "30 days, 0:00:00",
        "'36:00'::interval": "1 day, 12:00:00",
        "'\\000'::bytea": "<1 bytes>",
        "'NaN'::numeric": None,
        "18446744073709551616::numeric": "18446744073709551616",
        "'[1,10)'::int4range": "[1, 10)",
        """'{"d": 0.12345678901234567890123}'::jsonb""": {"d": 0.12345678901234568},
    },
    "mysql": {"early": "9:30:00", "b": "<1 bytes>", "bytes": "<2 bytes>", "u": "18446744073709551615"},
    "sqlite": {"9e999": None, "x'00ff'": "<2 bytes>"},
}
"""Results of older tools, which stay the same."""
UNREADABLE: dict[str, tuple[str, str]] = {
    "postgresql": ("""'"\\ud800"'::json""", "“v” cannot be read: A text contains half a character"),
    "mysql": ("REPEAT('x', 2000000)", "The first row is longer than 1 MB"),
    "sqlite": ("hex(zeroblob(2000000))", "The first row is longer than 1 MB"),
}


def select(engine: str, expressions: Mapping[str, Any]) -> str:
    columns = ", ".join(f"{expression} AS c{number}" for number, expression in enumerate(expressions))
    return f"SELECT {columns}{FROM[engine]}"


@pytest.mark.parametrize("server", [*ENGINES, "strange"])
def test_every_type_is_read(ask: Callable[..., Ran], server: str) -> None:
    engine = "postgresql" if server == "strange" else server
    (row,) = rows(ask(server, select(engine, READ[engine])))
    assert differing(dict(zip(READ[engine], row.values(), strict=True)), READ[engine]) == {}


@pytest.mark.parametrize("engine", ENGINES)
def test_tools_of_before_read_what_they_read(ask: Callable[..., Ran], engine: str) -> None:
    wanted = EARLIER[engine]
    (row,) = rows(ask(engine, select(engine, wanted), exactValues=False))
    assert differing(dict(zip(wanted, row.values(), strict=True)), wanted) == {}


@pytest.mark.parametrize("engine", ENGINES)
def test_what_cannot_be_read_is_refused_once(ask: Callable[..., Ran], engine: str) -> None:
    expression, words = UNREADABLE[engine]
    ran = ask(engine, f"SELECT {expression} AS v", maxRows=1)
    assert words in ran.error["message"]
    assert len(ran.payloads("node_failed")) == 1


WRITTEN: list[tuple[str, Any, Any]] = [
    ("t", "-25:06:17.5", "-25:06:17.5"),
    ("t", "838:59:59.0", "838:59:59.0"),
    ("t", "839:00:00", "Incorrect time value"),
    ("t", "noon", "Incorrect time value"),
    ("b", 5, 5),
    ("b", True, 1),
    ("b", 2**64 - 1, 2**64 - 1),
    ("b", 2**64, "Out of range"),
    ("d", 12.5, 12.5),
    ("d", "12345678.91", 12345678.91),
    ("d", "12.505", "Data truncated"),
    ("d", 1e9, "Out of range"),
    ("d", "abc", "Incorrect decimal value"),
    ("u", 2**64 - 1, 2**64 - 1),
    ("u", 2**64, "Out of range"),
    ("u", -1, "Out of range"),
    ("day", "0000-00-00", "0000-00-00"),
    ("day", "2026-00-00", "2026-00-00"),
    ("day", "2026-02-30", "Incorrect date value"),
    ("day", "2026-01-02T03:04:05", "Data truncated"),
    ("at", "0000-00-00 00:00:00", "0000-00-00 00:00:00"),
    ("at", "2026-01-02T03:04:05", "2026-01-02T03:04:05"),
    ("at", "2026-01-02T03:04:05+02:00", "Incorrect datetime value"),
    ("y", 2026, 2026),
    ("y", 0, 0),
    ("y", 3000, "Out of range"),
    # Keys in the order in which PostgreSQL, where inputs of a run may be stored, keeps them.
    ("j", {"d": 1.5, "n": 12345678901234567890123}, '{"d":1.5,"n":12345678901234567890123}'),
    ("words", "压", "压"),
    ("words", "abcd", "Data too long"),
    ("words", "abc  ", "Data truncated"),
    *((column, None, None) for column in ("t", "b", "d", "u", "day", "at", "y", "j", "words")),
]
"""Column of MySQL, value, and what is read again, or the words of the refusal."""


def test_mysql_keeps_a_value_exactly_or_refuses_it(
    user: ApiUser, servers: Mapping[str, Database], ask: Callable[..., Ran]
) -> None:
    tool = user.tool("database-write", dict(servers["mysql"].config), name="Write")
    wrong: list[tuple[str, Any, Any]] = []
    for number, (column, value, wanted) in enumerate(WRITTEN):
        insert = f"INSERT INTO kept (id, {column}) VALUES (:id, :v)"  # noqa: S608  names of this module
        arguments = {"sql": insert, "params": {"id": number, "v": value}}
        written = user.run(chain(node("w", "tool", {"tool": used(tool), "arguments": arguments}, type_version=NEWEST)))
        found = ask("mysql", f"SELECT {column} AS v FROM kept WHERE id = {number}")  # noqa: S608  likewise
        if written.run["status"] == "succeeded":
            read = rows(found)[0]["v"]
            is_right = (read, type(read)) == (wanted, type(wanted))
        else:
            read = written.error["message"]
            is_right = isinstance(wanted, str) and wanted in read and "no rows" in found.error["message"]
        if not is_right:
            wrong.append((column, value, read))
    assert wrong == []


THREE = "FROM (SELECT 1 AS n, 'a' AS w UNION ALL SELECT 2, 'b' UNION ALL SELECT 3, 'c') AS three"
LISTS: list[tuple[str, Json, list[int]]] = [
    ("n IN (:ids)", {"ids": [1, 3]}, [1, 3]),
    ("n NOT IN (:ids)", {"ids": [1, 3]}, [2]),
    ("w IN (:ids)", {"ids": ["b", "'"]}, [2]),
    ("n IN (:ids)", {"ids": 2}, [2]),
    ("n NOT IN (:ids) AND w NOT IN (:ids)", {"ids": []}, [1, 2, 3]),
    ("n = 2 OR w IN (:ids) OR n IN (:ids)", {"ids": []}, [2]),
]


@pytest.mark.parametrize("engine", ENGINES)
def test_lists_expand_within_in(ask: Callable[..., Ran], engine: str) -> None:
    for condition, params, found in LISTS:
        statement = f"SELECT n {THREE} WHERE {condition} ORDER BY n"
        assert [row["n"] for row in rows(ask(engine, statement, params))] == found, condition
    none = ask(engine, f"SELECT n {THREE} WHERE n IN (:ids)", {"ids": []})
    assert "no rows" in none.error["message"]


def test_names_stand_before_casts(ask: Callable[..., Ran]) -> None:
    params = {"day": "2025-04-12", "o": {"a": [1]}, "n": "7"}
    statement = (
        "SELECT :day::date AS d, ':n::int' AS t, $$:n$$ AS q, :o::jsonb -> 'a' AS o, (:n::int + 1)::text AS n -- :x"
    )
    assert rows(ask("postgresql", statement, params)) == [
        {"d": "2025-04-12", "t": ":n::int", "q": ":n", "o": [1], "n": "8"}
    ]
