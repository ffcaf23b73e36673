"""Expected requests of each known service: written down per operation, after the service's own reference."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email import message_from_bytes
from email.policy import default
from typing import Any

from tests.doubles.http_server import Received, Reply
from tests.doubles.known_services import KEY, ExpectedCall

FILE_TEXT = "a file of 茶".encode()


@dataclass(frozen=True)
class ExpectedService:
    """One service: how its calls are signed, how it refuses one, and what it expects of each operation."""

    host: str
    refusal: Reply
    words: str
    """Words of the refusal, as people and models read them."""
    calls: Mapping[str, ExpectedCall]
    headers: Mapping[str, str] = field(default_factory=lambda: {"authorization": f"Bearer {KEY}"})
    code: int = 2001
    """Code of the refusal."""
    answer: Any = field(default_factory=lambda: {"id": "1"})
    """Default body of a success, for calls that name none."""
    config: Mapping[str, Any] = field(default_factory=dict)
    """Settings besides the key."""
    file: tuple[str, bytes] = ("tea.txt", FILE_TEXT)
    """Name and content of the file that is sent."""
    unsigned: Reply | None = None
    """Answer to every request with another key, if the key is no header."""


def form(fields: Mapping[str, bytes]) -> Callable[[Received], bool]:
    """Return a check that a multipart form holds these fields, each once; a file has a name, so that its kind shows."""

    def fits(request: Received) -> bool:
        head = f"Content-Type: {request.headers['content-type']}\r\n\r\n".encode()
        parts = list(message_from_bytes(head + request.body, policy=default).iter_parts())
        sent = {str(part.get_param("name", header="content-disposition")): part for part in parts}
        named = [part for part in parts if part.get_filename()]
        return (
            request.headers["content-type"].startswith("multipart/form-data; boundary=")
            and len(parts) == len(sent)
            and {name: part.get_payload(decode=True) for name, part in sent.items()} == fields
            and len(named) == 1
        )

    return fits


def refused(status: int, body: Any) -> Reply:
    return Reply.of_json(body, status)
