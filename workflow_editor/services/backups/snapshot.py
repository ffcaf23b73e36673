"""A consistent database snapshot to read while others write."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager

from django.conf import settings
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper


@contextmanager
def snapshot() -> Iterator[BaseDatabaseWrapper]:
    """Yield a connection on which nothing changes: a copy of the file on SQLite, REPEATABLE READ on PostgreSQL."""
    with _of_postgresql() if connection.vendor == "postgresql" else _of_sqlite() as found:
        yield found


@contextmanager
def _of_postgresql() -> Iterator[BaseDatabaseWrapper]:
    from psycopg import IsolationLevel

    with closing(connection.copy()) as found:
        found.connect()
        found.set_autocommit(False)
        found.connection.isolation_level = IsolationLevel.REPEATABLE_READ
        found.connection.read_only = True
        with found.cursor() as cursor:
            # It rests while contents of files are written.
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        yield found


@contextmanager
def _of_sqlite() -> Iterator[BaseDatabaseWrapper]:
    descriptor, name = tempfile.mkstemp(dir=settings.FILE_UPLOAD_TEMP_DIR, prefix="backup-", suffix=".sqlite3")
    os.close(descriptor)
    try:
        connection.ensure_connection()
        # All pages in one step: one that waited between steps would begin again with each write of others.
        with closing(sqlite3.connect(name)) as copy:
            connection.connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        with closing(connection.copy()) as found:
            found.settings_dict |= {"NAME": name, "OPTIONS": {}, "PREPARE": None}
            yield found
    finally:
        os.unlink(name)
