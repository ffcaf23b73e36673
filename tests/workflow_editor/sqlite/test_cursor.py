"""The product's cursor keeps what Django promises of its own."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from tests.factories.users import user_create

pytestmark = pytest.mark.django_db

COPY_A_USER = "INSERT INTO auth_user SELECT * FROM auth_user WHERE username = %s"
# The first row is found when the statement begins, the one that cannot be read when the rows are fetched.
SECOND_ROW_IS_BROKEN = "SELECT 1 UNION ALL SELECT json('{') FROM auth_user"


def test_a_broken_rule_is_an_error_of_djangos() -> None:
    user_create("alice")
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(COPY_A_USER, ["alice"])
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany(COPY_A_USER, [["nobody"], ["alice"]])


@pytest.mark.parametrize(
    "read", [lambda c: c.fetchall(), lambda c: c.fetchmany(5), list, lambda c: [*map(next, [c, c])]]
)
def test_so_is_a_row_that_cannot_be_read(read: Callable[[Any], object]) -> None:
    user_create("alice")
    with connection.cursor() as cursor:
        cursor.execute(SECOND_ROW_IS_BROKEN)
        with pytest.raises(OperationalError):
            read(cursor)


def test_statements_after_a_failure_are_refused() -> None:
    with transaction.atomic():
        transaction.set_rollback(True)
        with pytest.raises(TransactionManagementError), connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        transaction.set_rollback(False)


def test_values_go_in_by_place_and_by_name() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s, '%%s', %s", ["a", 1])
        assert cursor.fetchone() == ("a", "%s", 1)
        cursor.execute("SELECT %(name)s", {"name": "b"})
        assert cursor.fetchall() == [("b",)]


def test_statements_are_counted_and_wrapped_when_somebody_asks() -> None:
    seen = []

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        seen.append(sql)
        return execute(sql, *rest)

    with CaptureQueriesContext(connection) as queries, connection.execute_wrapper(note), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    assert seen == ["SELECT 1"]
    assert [query["sql"] for query in queries] == ["SELECT 1"]
    with connection.execute_wrapper(note), connection.cursor() as cursor:
        cursor.execute("SELECT 2")
    assert seen == ["SELECT 1", "SELECT 2"]
