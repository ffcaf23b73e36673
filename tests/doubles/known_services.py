"""Stand-ins for the services that are known by name: they know one key, their paths, and how they refuse."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from tests.doubles.http_server import Received, Reply
from tools.executors.services.preset import ServicePreset
from tools.outbound.client import OutboundRequest
from tools.outbound.http_credential import HttpCredential

KEY = "planted-service-key-1"


class KnownService:
    """Answers the requests of one operation whose key and arguments are right.

    Args:
        at: method and path.
        fits: what the service checks of a request.
        answer: the body of a success.
    """

    def __init__(
        self, preset: ServicePreset, at: str, fits: Callable[[Received], bool], answer: dict[str, Any]
    ) -> None:
        bare = OutboundRequest("GET", "https://host/")
        signed = preset.security.signed(bare, HttpCredential({"secret": KEY})).headers
        self._needed = {name.lower(): value for name, value in {**preset.headers, **signed}.items()}
        self._base = urlsplit(preset.server).path
        self._at, self._fits, self._answer = at, fits, answer

    def __call__(self, request: Received) -> Reply:
        if not self._needed.items() <= request.headers.items():
            return Reply.of_json({"ok": False, "error": "invalid_auth", "message": "Unknown key."}, 401)
        if f"{request.method} {request.path.removeprefix(self._base)}" != self._at or not self._fits(request):
            return Reply.of_json({"message": "There is no such thing."}, 404)
        return Reply.of_json(self._answer)
