"""Pause of file cleaning while a backup copies file contents, for all processes.

The mark ends with its process: a PostgreSQL lock, or a lock on a file in DATA_DIR beside SQLite.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection

_KEY = 0x666C6F77
"""Key of the advisory lock shared by all processes of an installation."""


@contextmanager
def cleaning_paused() -> Iterator[None]:
    """Let no content be deleted inside of the block; begins when those that are being deleted are gone."""
    if connection.vendor != "postgresql":
        with closing(_LockFile()) as file:
            fcntl.flock(file.descriptor, fcntl.LOCK_SH)
            yield
        return
    # A transaction of its own, which poolers cannot take apart.
    with closing(connection.copy()) as other:
        other.connect()
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            cursor.execute("SELECT pg_advisory_xact_lock_shared(%s)", [_KEY])
        yield
        # A server notices a closed connection later, and keeps the lock until then.
        other.commit()


@contextmanager
def deleting_contents() -> Iterator[bool]:
    """Yield whether a content may be deleted inside of the block, which is in a transaction."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_KEY])
            yield bool(cursor.fetchone()[0])
        return
    with closing(_LockFile()) as file:
        try:
            fcntl.flock(file.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


class _LockFile:
    def __init__(self) -> None:
        self.descriptor = os.open(Path(settings.DATA_DIR) / "backup.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def close(self) -> None:
        os.close(self.descriptor)
