"""Single reading statements in three dialects, and values of columns as JSON."""

import json
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from tools.core.errors import ToolArgumentsError
from tools.executors.database.binding import bound
from tools.executors.database.scanner import Engine
from tools.executors.database.statement import reading_statement
from tools.executors.database.statement_execution import MAX_RESULT_BYTES, as_json, read_rows

PASSES: list[tuple[Engine, str, set[str]]] = [
    ("postgresql", "SELECT 1", set()),
    ("postgresql", "  select * from t where a = :a and b = :b ;  ", {"a", "b"}),
    ("postgresql", "WITH x AS (SELECT 1) SELECT * FROM x", set()),
    ("postgresql", "(SELECT 1) UNION (SELECT 2)", set()),
    ("postgresql", "SELECT '; DROP TABLE t', \"odd;name\", $$;$$, $q$ ; $q$", set()),
    ("postgresql", "SELECT 'at 12:30 :not_a_name', a::int, :yes", {"yes"}),
    ("postgresql", "SELECT :day::date, a::int[], :b ::text, :c\\:\\:int, x[1:n]", {"day", "b", "c"}),
    ("postgresql", "SELECT a FROM t WHERE b = $t$:no$t$ AND d = $q$:no::int$q$", set()),
    ("postgresql", "SELECT E'it\\'s ; fine'", set()),
    ("postgresql", "SELECT 1 /* a /* nested ; */ :no */ -- ; :no\n", set()),
    ("mysql", "SELECT 'it\\'s ; fine', \"; also\", `odd;name` # ; end", set()),
    ("mysql", "SELECT 5--1", set()),
    ("mysql", "SHOW TABLES", set()),
    ("mysql", "describe items", set()),
    ("sqlite", "SELECT [odd;name], `b;` FROM t", set()),
    ("sqlite", "VALUES (1), (:x)", {"x"}),
]


@pytest.mark.parametrize(("engine", "sql", "names"), PASSES)
def test_statements_that_read_pass(engine: Engine, sql: str, names: set[str]) -> None:
    assert reading_statement(sql, engine).parameters == names


def test_quoted_text_arrives_as_it_was_written() -> None:
    statement = reading_statement("SELECT 'a:b \\:c 12:30', :x::text -- gone", "postgresql")
    assert statement.sql == "SELECT 'a:b \\:c 12:30', :x::text"
    sent = bound(statement, {"x": 1})
    assert (str(sent.clause().compile()), sent.values) == ("SELECT 'a:b \\:c 12:30', :v1::text", {"v1": 1})


REFUSED: list[tuple[Engine, str, str]] = [
    ("postgresql", "", "Enter a SQL"),
    ("postgresql", " -- only a comment", "Enter a SQL"),
    ("postgresql", "DELETE FROM t", "Only reading"),
    ("postgresql", "SELECT 1; DROP TABLE t", "single statement"),
    ("postgresql", "SELECT 1;;\n/* x */ SELECT 2", "single statement"),
    ("postgresql", "SELECT 'x'';'; DROP TABLE t", "single statement"),
    ("postgresql", "SELECT 'x\\'; DROP TABLE t --'", "single statement"),
    ("postgresql", "SELECT $$a$$; DROP TABLE t", "single statement"),
    ("postgresql", "COPY t TO PROGRAM 'sh'", "Only reading"),
    ("postgresql", "/* hi */ UPDATE t SET a = 1", "Only reading"),
    ("postgresql", "SELECT 'open", "not closed"),
    ("postgresql", "SELECT 1 /* open /* */", "not closed"),
    ("mysql", "SELECT * FROM t INTO/**/OUTFILE '/tmp/x'", "OUTFILE"),
    ("mysql", "SELECT LOAD_FILE('/etc/passwd')", "LOAD_FILE"),
    ("mysql", "SELECT 1 /*!50000 INTO DUMPFILE '/tmp/x' */", "DUMPFILE"),
    ("mysql", "SELECT /*!50000 1 */", "MySQL runs them as code"),
    ("mysql", "SELECT /*M! 1 */", "MySQL runs them as code"),
    ("mysql", "SELECT 1 --\n; DELETE FROM t", "single statement"),
    ("mysql", "CALL drop_everything()", "Only reading"),
    ("sqlite", "ATTACH DATABASE 'x' AS y", "Only reading"),
    ("sqlite", "PRAGMA query_only = OFF", "Only reading"),
]


@pytest.mark.parametrize(("engine", "sql", "words"), REFUSED)
def test_everything_else_is_refused(engine: Engine, sql: str, words: str) -> None:
    with pytest.raises(ToolArgumentsError, match=words):
        reading_statement(sql, engine)


VALUES: list[tuple[Any, Any, Any]] = [
    (None, None, None),
    (True, True, True),
    (2**63 - 1, 2**63 - 1, 2**63 - 1),
    (2**80, 2**80, str(2**80)),
    (10**1000, str(10**1000), str(10**1000)),
    (float("nan"), "NaN", None),
    (float("-inf"), "-Infinity", None),
    (Decimal("12"), 12, 12),
    (Decimal(2**63), 2**63, str(2**63)),
    (Decimal("1E+20"), 10**20, 1e20),
    (Decimal("1E+999999999"), "1E+999999999", "1E+999999999"),
    (Decimal("0.1"), 0.1, 0.1),
    (Decimal("0.12345678901234567890123"), "0.12345678901234567890123", "0.12345678901234567890123"),
    (Decimal("NaN"), "NaN", None),
    (date(2026, 1, 2), "2026-01-02", "2026-01-02"),
    (datetime(2026, 1, 2, 3, 4, tzinfo=UTC), "2026-01-02T03:04:00+00:00", "2026-01-02T03:04:00+00:00"),
    (timedelta(hours=1), "1:00:00", "1:00:00"),
    (b"\x00\x01", "\\x0001", "<2 bytes>"),
    (memoryview(b"abc"), "\\x616263", "<3 bytes>"),
    (UUID(int=1), str(UUID(int=1)), str(UUID(int=1))),
    ({"a": [Decimal("1"), (b"x",)]}, {"a": [1, ["\\x78"]]}, {"a": [1, ["<1 bytes>"]]}),
]


@pytest.mark.parametrize(("value", "plain", "earlier"), VALUES, ids=[repr(value)[:40] for value, _, _ in VALUES])
def test_values_become_json_as_new_tools_and_earlier_ones_read_them(value: Any, plain: Any, earlier: Any) -> None:
    for found, expected in ((as_json(value), plain), (as_json(value, exact=False), earlier)):
        assert (found, type(found)) == (expected, type(expected))
        assert json.loads(json.dumps(found)) == found


@pytest.mark.parametrize(
    ("value", "words"),
    [("\ud800", "“b” cannot be read: A text contains half"), ("x" * MAX_RESULT_BYTES, "longer than 1 MB")],
)
def test_a_row_that_cannot_be_returned_is_refused(value: str, words: str) -> None:
    with pytest.raises(ToolArgumentsError, match=words):
        read_rows(["a", "b"], [(1, value)], 9)


def test_rows_end_at_the_limit_of_rows_or_bytes() -> None:
    few = read_rows(["n", "n"], [(1, 2), (3, 4)], 1)
    assert (few.columns, few.rows, few.is_cut) == (["n", "n_2"], [{"n": 1, "n_2": 2}], True)
    assert not read_rows(["n"], [(1,)], 1).is_cut
    big = read_rows(["t"], (("x" * (MAX_RESULT_BYTES // 2),) for _ in range(9)), 9)
    assert (len(big.rows), big.is_cut) == (1, True)
