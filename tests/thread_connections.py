"""Finds threads that end with their database connection open.

Such a connection is closed when its memory is freed, with a warning that fails whichever test runs just then.
"""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created


@dataclass(frozen=True)
class _Opened:
    wrapper: BaseDatabaseWrapper
    connection: object
    thread: threading.Thread
    test: str

    @property
    def is_open(self) -> bool:
        return self.wrapper.connection is self.connection

    def close(self) -> str:
        """Close it in place of its thread and return what is to be mended."""
        self.wrapper.inc_thread_sharing()
        self.wrapper.close()
        return f"the thread {self.thread.name!r} ended with the connection that it opened in {self.test}"


@contextmanager
def connections_watched() -> Iterator[Callable[[], list[str]]]:
    """Give a function that closes what ended threads left open since its last call, and names them."""
    opened: list[_Opened] = []

    def note(connection: BaseDatabaseWrapper, **_: Any) -> None:
        test = os.environ.get("PYTEST_CURRENT_TEST", "no test")
        opened.append(_Opened(connection, connection.connection, threading.current_thread(), test))

    def left_open() -> list[str]:
        still_open = [one for one in opened if one.is_open]
        opened[:] = [one for one in still_open if one.thread.is_alive()]
        return [one.close() for one in still_open if not one.thread.is_alive()]

    connection_created.connect(note)
    try:
        yield left_open
    finally:
        connection_created.disconnect(note)
