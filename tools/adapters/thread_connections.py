"""Database connections of short-lived threads."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def thread_connection() -> Iterator[None]:
    """Close the thread's database connection afterwards if the block opened it.

    The calls of one model reply run in short-lived threads, each of which would leak a connection.
    """
    opened_here = connection.connection is None
    try:
        yield
    finally:
        if opened_here:
            connection.close()
