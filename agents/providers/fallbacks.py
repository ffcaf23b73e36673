"""Retries once with less if a service refuses an optional part of a request. Pure.

Files are not among them: services have many words for a model that cannot see, and `agents.loop` knows which may go.

Source: error texts of the services, each in `tests/doubles/strict_services.py`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from agents.core.errors import ProviderRequestError
from agents.providers.base import ModelClient, ModelRequest, StreamEvent, closing_stream
from agents.providers.capabilities import CapabilityRule
from agents.providers.connection import Connection
from tools.core.definitions import CancelToken

_STATUSES = (400, 415, 422)


@dataclass(frozen=True, slots=True)
class _Fallback:
    words: re.Pattern[str]
    """Words in its refusal."""
    changes: Mapping[str, Any] = field(default_factory=dict)
    """Capability changes."""
    request: Callable[[ModelRequest], ModelRequest | None] | None = None
    """Leaves the part out of a request; None where the request has nothing of it."""

    def without(
        self, error: ProviderRequestError, connection: Connection, request: ModelRequest
    ) -> tuple[Connection, ModelRequest] | None:
        """Return what is tried next; None when the refusal is about something else, or the part is not there."""
        if self.words.search(error.message) is None:
            return None
        if self.request is not None:
            less = self.request(request)
            return None if less is None else (connection, less)
        can = connection.capabilities(request.model)
        if all(getattr(can, name) == value for name, value in self.changes.items()):
            return None
        rule = CapabilityRule("*", "*", self.changes)
        return replace(connection, overrides=(*connection.overrides, rule)), request


def _without_beside(request: ModelRequest) -> ModelRequest | None:
    if all(message.raw is None for message in request.messages):
        return None
    return replace(request, messages=tuple(replace(message, raw=None) for message in request.messages))


def _words(*words: str) -> re.Pattern[str]:
    return re.compile("|".join(words), re.IGNORECASE)


_FALLBACKS = (
    _Fallback(_words("stream_options", "include_usage"), {"stream_usage": False}),
    _Fallback(_words(r"\bstream"), {"streams": False}),
    _Fallback(_words("tool_choice"), {"takes_tool_choice": False}),
    _Fallback(_words("reasoning", "thinking", "thought", "signature"), request=_without_beside),
)


class FallbackClient:
    """Wraps a client, replacing it by a reduced one after a refusal, which is free and precedes any text."""

    def __init__(self, make: Callable[[Connection], ModelClient], connection: Connection) -> None:
        self._make = make
        self._connection = connection

    def stream(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        connection, left = self._connection, list(_FALLBACKS)
        while True:
            begun = False
            try:
                with closing_stream(self._make(connection).stream(request, cancel)) as events:
                    for event in events:
                        begun = True
                        yield event
            except ProviderRequestError as error:
                if begun or error.details.get("status") not in _STATUSES:
                    raise
                less = _less(left, error, connection, request)
                if less is None:
                    raise
            else:
                return
            connection, request = less


def _less(
    left: list[_Fallback], error: ProviderRequestError, connection: Connection, request: ModelRequest
) -> tuple[Connection, ModelRequest] | None:
    """Return what is tried next, and take the fallback out of those that are left."""
    for fallback in left:
        if (less := fallback.without(error, connection, request)) is not None:
            left.remove(fallback)
            return less
    return None
