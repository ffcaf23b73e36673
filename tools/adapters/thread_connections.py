"""Database connections of short-lived threads."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def thread_connection() -> Iterator[None]:
    """Close the thread's database connection afterwards if it was opened in here.

    The calls of one model reply run in short-lived threads, each of which would leave its connection behind; threads
    that live longer have one open already and keep it.
    """
    opened_here = connection.connection is None
    try:
        yield
    finally:
        if opened_here:
            connection.close()
