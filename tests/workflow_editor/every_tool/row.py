"""One type of tool in the table: its setup, a call that succeeds, and calls that fail."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.http_server import Answer, Reply

Json = dict[str, Any]


@dataclass(frozen=True)
class Place:
    """Location for data that a row's tool needs besides a service."""

    owner: User
    folder: Path
    settings: Any
    monkeypatch: pytest.MonkeyPatch
    opened: ExitStack
    """Closed at the end of the test."""


@dataclass(frozen=True)
class Failure:
    """One thing that goes wrong, and the report to people and models."""

    name: str
    code: int
    words: str
    """Part of the message, which says what to do."""
    config: Json = field(default_factory=dict)
    """Changed settings."""
    arguments: Json | None = None
    """Instead of those of the row."""
    reply: Reply | None = None
    """Answer of the service instead of the usual one …"""
    at: str = ""
    """… to requests with this in their path."""
    function: str = ""
    """Instead of that of the row."""


def _nothing_more(place: Place) -> Json:
    return {}


@dataclass(frozen=True)
class ToolRow:
    """One row of the table."""

    ui_type: str
    config: Json
    arguments: Json
    fits: Callable[[Any], bool]
    """Tells whether the data of the successful call is right."""
    failures: Sequence[Failure]
    stand_in: Callable[[], Answer] | None = None
    """The service, if there is one …"""
    hosts: Sequence[str] = ()
    """… and the hosts that lead to it."""
    wrong: Json = field(default_factory=lambda: {"no_such_argument": 1})
    """Arguments that do not fit."""
    busy_at: str = ""
    """In the paths of the requests that do the work, as opposed to those that fetch a token."""
    secrets: Sequence[str] = ()
    """Planted in the settings: nobody may see them."""
    function: str = ""
    """Function of a tool with several."""
    set_up: Callable[[Place], Json] = _nothing_more
    """Prepares what is no HTTP service; returns further settings."""
    programs: Sequence[str] = ()
    """Arguments that are run, so that nothing can be smuggled into them."""
    variant: str = ""
    """Tells rows of one type apart that reach their service in different ways."""

    @property
    def label(self) -> str:
        """Name of the row in the table."""
        return f"{self.ui_type}-{self.variant}" if self.variant else self.ui_type
