"""Values in a statement: lists within IN, JSON elsewhere; numbers that a database would round are refused."""

import sqlite3
import time
from typing import Any

import pytest

from tools.core.errors import ToolArgumentsError
from tools.executors.database.binding import MAX_VALUES, bound
from tools.executors.database.scanner import Engine
from tools.executors.database.statement import reading_statement, writing_statement

BOUND: list[tuple[str, dict[str, Any], str, dict[str, Any]]] = [
    ("SELECT :a, :a", {"a": 1}, "SELECT :v1, :v1", {"v1": 1}),
    ("SELECT 1 WHERE a IN (:i)", {"i": [1, "b", None]}, "IN (:v1, :v2, :v3)", {"v1": 1, "v2": "b", "v3": None}),
    ("SELECT 1 WHERE a not  In ( :i )", {"i": [7]}, "NOT IN (:v1)", {"v1": 7}),
    ("SELECT 1 WHERE a IN (:i) OR b = :i::int", {"i": 5}, "IN (:v1) OR b = :v1\\:\\:int", {"v1": 5}),
    ("SELECT 1 WHERE a IN (:i) AND b = :i", {"i": [1]}, "IN (:v1) AND b = :v2", {"v1": 1, "v2": "[1]"}),
    (
        "SELECT 1 WHERE a IN :i AND b not in :j",
        {"i": [1, 2], "j": 3},
        "IN (:v1, :v2) AND b NOT IN (:v3)",
        {"v1": 1, "v2": 2, "v3": 3},
    ),
    ("SELECT 1 WHERE a IN (:x, :y)", {"x": 1, "y": 2}, "IN (:v1, :v2)", {"v1": 1, "v2": 2}),
    ("SELECT 1 WHERE a IN (SELECT b WHERE c = :x)", {"x": [1]}, "c = :v1", {"v1": "[1]"}),
    (
        "SELECT f(:o), :l",
        {"o": {"n": 2**80}, "l": []},
        "f(:v1), :v2",
        {"v1": '{"n":1208925819614629174706176}', "v2": "[]"},
    ),
    ("SELECT 'IN (:i)', \"in\" FROM t WHERE a = :x", {"x": True}, "'IN (\\:i)', \"in\"", {"v1": True}),
    ("SELECT substring(a IN (:i))", {"i": "x"}, "substring(a IN (:v1))", {"v1": "x"}),
]


@pytest.mark.parametrize(("sql", "params", "text", "values"), BOUND)
@pytest.mark.parametrize("engine", ["postgresql", "mysql", "sqlite"])
def test_values_are_bound(engine: Engine, sql: str, params: dict[str, Any], text: str, values: dict[str, Any]) -> None:
    sent = bound(reading_statement(sql, engine), params)
    assert text in sent.text
    assert dict(sent.values) == values


@pytest.mark.parametrize("word", ["ANY", "some", "All"])
def test_a_list_is_an_array_where_postgresql_takes_one(word: str) -> None:
    sql = f"SELECT 1 WHERE a = {word} (:i) AND b = :i"
    sent = bound(reading_statement(sql, "postgresql"), {"i": [1, 2]})
    assert dict(sent.values) == {"v1": [1, 2], "v2": "[1,2]"}
    sent = bound(reading_statement(sql, "postgresql"), {"i": [{"a": 1}]})
    assert dict(sent.values) == {"v1": '[{"a":1}]'}


EMPTY: list[tuple[Engine, str, str]] = [
    ("postgresql", "a = ANY ('{}')", "a <> ALL ('{}')"),
    ("mysql", "a IN (SELECT NULL FROM dual WHERE 1 = 0)", "a NOT IN (SELECT NULL FROM dual WHERE 1 = 0)"),
    ("sqlite", "a IN ()", "a NOT IN ()"),
]


@pytest.mark.parametrize(("engine", "none", "every"), EMPTY)
def test_an_empty_list_holds_nothing(engine: Engine, none: str, every: str) -> None:
    for sql, sent in (("a IN (:i)", none), ("a NOT IN (:i)", every)):
        written = f"DELETE FROM t WHERE {sql}"  # noqa: S608  names of this table
        found = bound(writing_statement(written, engine, ["delete"]), {"i": []})
        assert (found.text.removeprefix("DELETE FROM t WHERE "), dict(found.values)) == (sent, {})


REFUSED: list[tuple[Engine, str, dict[str, Any], str]] = [
    ("postgresql", "SELECT :a", {}, "Missing: a"),
    ("postgresql", "SELECT ':a'", {"a": 1}, "not in the statement: a"),
    ("postgresql", "SELECT 1 WHERE a IN (1, :i)", {"i": [2]}, "i is a list"),
    ("postgresql", "SELECT 1 WHERE a IN (:i)", {"i": [1] * (MAX_VALUES + 1)}, "i: at most 10,000 values"),
    ("sqlite", "SELECT :a", {"a": 2**63}, "a: the number has more digits"),
    ("sqlite", "SELECT 1 WHERE a IN (:i)", {"i": [1, -(2**64)]}, "i: the number has more digits"),
    ("mysql", "SELECT :a", {"a": 10**65}, "a: the number has more digits"),
]


@pytest.mark.parametrize(("engine", "sql", "params", "words"), REFUSED)
def test_what_cannot_be_bound_exactly_is_refused(engine: Engine, sql: str, params: dict[str, Any], words: str) -> None:
    with pytest.raises(ToolArgumentsError, match=words):
        bound(reading_statement(sql, engine), params)


@pytest.mark.parametrize("engine", ["postgresql", "mysql", "sqlite"])
@pytest.mark.parametrize("piece", ["(", "IN (:a)", "::", ":a ", "$$a$$", "$a", "/**/", "''", "NOT ", "a IN (", ")"])
def test_a_statement_is_read_in_time_that_grows_with_its_length(engine: Engine, piece: str) -> None:
    began = time.thread_time()
    try:
        reading_statement("SELECT " + piece * (60_000 // len(piece)), engine)
    except ToolArgumentsError:
        pass
    assert time.thread_time() - began < 5


def test_an_empty_list_is_understood_by_sqlite() -> None:
    with sqlite3.connect(":memory:") as database:
        for sql, found in (("1 IN (:i)", 0), ("1 NOT IN (:i)", 1), ("NULL NOT IN (:i)", 1)):
            sent = bound(reading_statement(f"SELECT {sql}", "sqlite"), {"i": []})
            assert database.execute(sent.text).fetchone() == (found,)
    database.close()
