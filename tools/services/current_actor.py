"""Current actor, for records below the request layer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from django.contrib.auth.models import User


@dataclass(frozen=True, slots=True)
class Actor:
    """Acting user and IP address; both unknown in operator commands."""

    user: User | None = None
    address: str = ""


_find: ContextVar[Callable[[], Actor]] = ContextVar("current_actor", default=Actor)


@contextmanager
def acting(find: Callable[[], Actor]) -> Iterator[None]:
    """Let `find` say who acts inside; it is asked only when something is recorded, after the request was verified."""
    token = _find.set(find)
    try:
        yield
    finally:
        _find.reset(token)


def current_actor() -> Actor:
    """Return who acts in this request."""
    return _find.get()()
