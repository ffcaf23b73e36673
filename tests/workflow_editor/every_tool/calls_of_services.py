"""What each service that is known by name expects: written down per operation, after the service's own reference."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.doubles.http_server import Reply
from tests.doubles.known_services import KEY, ExpectedCall

FILE_TEXT = "a file of 茶".encode()


@dataclass(frozen=True)
class ExpectedService:
    """One service: how its calls are signed, how it refuses one, and what it expects of each operation."""

    host: str
    refusal: Reply
    words: str
    """Of the refusal, as people and models read them."""
    calls: Mapping[str, ExpectedCall]
    headers: Mapping[str, str] = field(default_factory=lambda: {"authorization": f"Bearer {KEY}"})
    code: int = 2001
    """What the refusal becomes."""
    answer: Any = field(default_factory=lambda: {"id": "1"})
    """Of a success, where a call names none."""
    config: Mapping[str, Any] = field(default_factory=dict)
    """Settings besides the key."""
    file: tuple[str, bytes] = ("tea.txt", FILE_TEXT)
    """Name and content of the file that is sent."""
    unsigned: Reply | None = None
    """What it answers to every request with another key, where the key is no header."""


def refused(status: int, body: Any) -> Reply:
    return Reply.of_json(body, status)
