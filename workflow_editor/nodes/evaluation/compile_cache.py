"""Keeps what was compiled, and what could not be. Pure."""

from collections.abc import Callable
from functools import lru_cache
from typing import Generic, TypeVar

from workflow_editor.errors import NodeError

_LONG = 4_000
_LONG_ENTRIES = 64
"""A thousand texts of the greatest length would take a process's memory."""

Compiled = TypeVar("Compiled")


class CompileCache(Generic[Compiled]):
    """A compiler that caches recent results and errors, since slow refusals are costly too; `retryable` errors are not
    kept.

    `compile_` raises a `NodeError` that depends on the text only; `entries` is the number of normal-length sources.
    """

    def __init__(self, compile_: Callable[[str], Compiled], entries: int) -> None:
        def outcome(source: str) -> Compiled | NodeError:
            try:
                return compile_(source)
            except NodeError as error:
                if error.retryable:
                    raise
                return error.with_traceback(None)

        self._short, self._long = lru_cache(entries)(outcome), lru_cache(_LONG_ENTRIES)(outcome)

    def __call__(self, source: str) -> Compiled:
        """Return what the compiler returns for the source, or raise what it raises."""
        found = self._short(source) if len(source) <= _LONG else self._long(source)
        if isinstance(found, NodeError):
            # Each caller gets an error of its own: a traceback grows with every time that it is raised.
            raise type(found)(found.text)
        return found

    def cache_clear(self) -> None:
        self._short.cache_clear()
        self._long.cache_clear()
