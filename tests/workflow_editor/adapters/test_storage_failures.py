"""A full disk and an unavailable database are distinguished from everything else, on every database."""

import errno
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.db import DatabaseError, InterfaceError, OperationalError
from django.db import Error as DjangoError
from rest_framework.test import APIClient

from workflow_editor.adapters.database.storage_failures import storage_failure


def wrapped(kind: type[DjangoError], cause: BaseException) -> DjangoError:
    """Return Django's error for a driver's."""
    error = kind(*cause.args)
    error.__cause__ = cause
    return error


def from_sqlite(folder: Path, *statements: str) -> BaseException:
    """Return what the last statement raises."""
    with closing(sqlite3.connect(folder / "rows", timeout=0, isolation_level=None)) as database:
        for statement in statements[:-1]:
            database.execute(statement)
        with pytest.raises(sqlite3.Error) as failure:
            database.execute(statements[-1])
    return failure.value


def test_sqlite(tmp_path: Path) -> None:
    full = from_sqlite(
        tmp_path,
        "PRAGMA max_page_count = 2",
        "CREATE TABLE a (x)",
        "INSERT INTO a VALUES (randomblob(99999))",
    )
    assert storage_failure(wrapped(OperationalError, full)) == "storage_full"
    wrong = from_sqlite(tmp_path, "SELECT * FROM nowhere")
    assert storage_failure(wrapped(OperationalError, wrong)) is None
    with closing(sqlite3.connect(tmp_path / "rows", isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        locked = from_sqlite(tmp_path, "BEGIN IMMEDIATE")
    assert storage_failure(wrapped(OperationalError, locked)) == "storage_unavailable"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (wrapped(OperationalError, psycopg.errors.DiskFull("could not extend file")), "storage_full"),
        (wrapped(OperationalError, psycopg.errors.AdminShutdown("terminating connection")), "storage_unavailable"),
        (wrapped(OperationalError, psycopg.errors.CannotConnectNow("starting up")), "storage_unavailable"),
        (wrapped(OperationalError, psycopg.errors.TooManyConnections("sorry")), "storage_unavailable"),
        (wrapped(OperationalError, psycopg.OperationalError("connection refused")), "storage_unavailable"),
        (wrapped(InterfaceError, psycopg.InterfaceError("the connection is closed")), "storage_unavailable"),
        (OperationalError("database is locked: no turn to write within 20 s"), "storage_unavailable"),
        (OSError(errno.ENOSPC, "No space left on device"), "storage_full"),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), "storage_full"),
        (wrapped(OperationalError, psycopg.errors.QueryCanceled("statement timeout")), None),
        (wrapped(DatabaseError, psycopg.errors.UniqueViolation("twice")), None),
        (OSError(errno.ENOENT, "No such file"), None),
        (ValueError("no space left"), None),
    ],
)
def test_each_cause(error: BaseException, code: str | None) -> None:
    assert storage_failure(error) == code


def test_a_database_that_is_away_is_503_and_worth_another_try(
    alice_api: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object, **__: object) -> None:
        raise wrapped(OperationalError, psycopg.OperationalError("connection refused"))

    monkeypatch.setattr("workflow_editor.api.views.workflows.library_list", away)
    answer = alice_api.get("/api/workflows/")
    assert answer.status_code == 503
    assert answer.json()["code"] == "storage_unavailable"
    assert answer.headers["Retry-After"] == "2"
