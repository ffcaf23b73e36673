"""SQLite for many threads of one process.

SQLite's waiting writers sleep and poll, which costs tens of milliseconds with a few writers. All transactions take the
write lock at BEGIN (`transaction_mode` IMMEDIATE), so threads queue on a process lock and wake at once, in turn.
Writers of other processes still wait for SQLite's own lock.
"""

import json
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from django.db.backends.sqlite3 import base, operations
from django.db.utils import OperationalError

from tools.core.formats.decimal_json import decimal_json

_write_lock = threading.Lock()


@lru_cache(256)
def _in_question_marks(query: str) -> str:
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


class Cursor(base.SQLiteCursorWrapper):
    """Replaces two Django wrapper objects, which cost more than most statements of a run.

    It converts each statement to SQLite's form once. With Django's own, a chain of fifty effects takes 40.0 instead of
    36.5 ms of processor time, and one of fifty nodes 5.1 instead of 4.5.
    """

    db: "DatabaseWrapper"

    def __enter__(self) -> "Cursor":
        return self

    def __exit__(self, *failure: object) -> None:
        with suppress(sqlite3.Error):
            self.close()

    def execute(self, query: str, params: Any = None) -> Any:
        self.db.validate_no_broken_transaction()
        return self._with_django_errors(super().execute, query, params)

    def executemany(self, query: str, param_list: Any) -> Any:
        self.db.validate_no_broken_transaction()
        return self._with_django_errors(super().executemany, query, param_list)

    def fetchone(self) -> Any:
        return self._with_django_errors(super().fetchone)

    def fetchmany(self, size: int | None = 1) -> Any:
        return self._with_django_errors(super().fetchmany, size)

    def fetchall(self) -> Any:
        return self._with_django_errors(super().fetchall)

    def __next__(self) -> Any:
        return self._with_django_errors(super().__next__)

    def _with_django_errors(self, work: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return work(*arguments)
        except sqlite3.Error:
            with self.db.wrap_database_errors:
                raise

    def convert_query(self, query: str, *, param_names: Sequence[str] | None = None) -> str:
        if param_names is None:
            return _in_question_marks(query)
        converted: str = super().convert_query(query, param_names=param_names)
        return converted


class DecimalJsonOperations(operations.DatabaseOperations):
    """Writes JSON as PostgreSQL's `jsonb` keeps it, so that a value reads alike from both databases."""

    def adapt_json_value(self, value: Any, encoder: type[json.JSONEncoder] | None) -> str:
        return decimal_json(json.dumps(value, cls=encoder))


class DatabaseWrapper(base.DatabaseWrapper):
    """Holds the process's write lock from BEGIN until commit, rollback or close."""

    ops_class = DecimalJsonOperations

    def __init__(self, settings_dict: dict[str, Any], alias: str = "default") -> None:
        super().__init__(settings_dict, alias)
        self._holds_write_lock = False

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if (prepare := self.settings_dict.get("PREPARE")) is not None:
            prepare()
        return super().get_new_connection(conn_params)

    def create_cursor(self, name: str | None = None) -> Cursor:
        """Open a cursor; SQLite knows no names for them."""
        cursor: Cursor = self.connection.cursor(factory=Cursor)
        cursor.db = self
        return cursor

    def _cursor(self, name: str | None = None) -> Any:
        if self.connection is None or self.queries_logged or self.execute_wrappers:
            return super()._cursor(name)  # type: ignore[misc]  # missing in the stubs
        return self.create_cursor(name)

    def _start_transaction_under_autocommit(self) -> None:
        timeout_s: float = self.settings_dict["OPTIONS"].get("timeout", 5)
        if not _write_lock.acquire(timeout=timeout_s):
            raise OperationalError(f"database is locked: no turn to write within {timeout_s} s")
        self._holds_write_lock = True
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # missing in the stubs
        except BaseException:
            self._release_write_lock()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]  # missing in the stubs
        # A commit that fails leaves the transaction open; the rollback that follows releases the lock.
        self._release_write_lock()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]  # missing in the stubs
        finally:
            self._release_write_lock()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]  # missing in the stubs
        finally:
            self._release_write_lock()

    def _release_write_lock(self) -> None:
        if self._holds_write_lock:
            self._holds_write_lock = False
            _write_lock.release()
