"""What counts as one statement that reads, in three dialects, and how values of columns become JSON."""

import json
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from tools.core.errors import ToolArgumentsError
from tools.executors.database.result_rows import MAX_RESULT_BYTES, as_json, read_rows
from tools.executors.database.statement import Engine, reading_statement

PASSES: list[tuple[Engine, str, set[str]]] = [
    ("postgresql", "SELECT 1", set()),
    ("postgresql", "  select * from t where a = :a and b = :b ;  ", {"a", "b"}),
    ("postgresql", "WITH x AS (SELECT 1) SELECT * FROM x", set()),
    ("postgresql", "(SELECT 1) UNION (SELECT 2)", set()),
    ("postgresql", "SELECT '; DROP TABLE t', \"odd;name\", $$;$$, $q$ ; $q$", set()),
    ("postgresql", "SELECT 'at 12:30 :not_a_name', a::int, :yes", {"yes"}),
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
    statement = reading_statement("SELECT 'a:b \\:c 12:30', :x -- gone", "sqlite")
    assert str(statement.clause().compile()) == "SELECT 'a:b \\:c 12:30', :x"


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


VALUES: list[tuple[Any, Any]] = [
    (None, None),
    (True, True),
    (2**63 - 1, 2**63 - 1),
    (2**80, str(2**80)),
    (float("nan"), None),
    (Decimal("12"), 12),
    (Decimal("0.1"), 0.1),
    (Decimal("0.12345678901234567890123"), "0.12345678901234567890123"),
    (Decimal("NaN"), None),
    (date(2026, 1, 2), "2026-01-02"),
    (datetime(2026, 1, 2, 3, 4, tzinfo=UTC), "2026-01-02T03:04:00+00:00"),
    (timedelta(hours=1), "1:00:00"),
    (b"\x00\x01", "<2 bytes>"),
    (memoryview(b"abc"), "<3 bytes>"),
    (UUID(int=1), str(UUID(int=1))),
    ({"a": [Decimal("1"), (b"x",)]}, {"a": [1, ["<1 bytes>"]]}),
]


@pytest.mark.parametrize(("value", "plain"), VALUES, ids=[str(plain) for _, plain in VALUES])
def test_values_become_json(value: Any, plain: Any) -> None:
    found = as_json(value)
    assert found == plain
    assert json.loads(json.dumps(found)) == found


def test_rows_end_at_the_limit_of_rows_or_bytes() -> None:
    few = read_rows(["n", "n"], [(1, 2), (3, 4)], 1)
    assert (few.columns, few.rows, few.is_cut) == (["n", "n_2"], [{"n": 1, "n_2": 2}], True)
    assert not read_rows(["n"], [(1,)], 1).is_cut
    big = read_rows(["t"], (("x" * (MAX_RESULT_BYTES // 2),) for _ in range(9)), 9)
    assert (len(big.rows), big.is_cut) == (1, True)
