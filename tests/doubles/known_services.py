"""A stand-in for a service that is known by name: it answers one request, and refuses every other."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.doubles.http_server import Received, Reply

KEY = "planted-service-key-1"


@dataclass(frozen=True)
class ExpectedCall:
    """Expected request of one operation, with each argument's name as its value."""

    at: str
    """Method and path."""
    query: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    """JSON; or a check of what came, for bodies of another type."""
    answer: Any = None
    """JSON or a whole reply."""
    file: tuple[str, Reply] | None = None
    """An address in the answer, which whoever has it may read without the key, and what is there."""
    fits_data: Callable[[Any], bool] | None = None
    """Result of the answer, if it is not the answer."""

    def fits(self, request: Received) -> bool:
        """Compare all but the headers."""
        if f"{request.method} {request.path}" != self.at or request.query != self.query:
            return False
        if callable(self.body):
            return bool(self.body(request))
        return bool(request.json() == self.body) if request.body else self.body is None


class KnownService:
    """Answers one operation.

    Args:
        headers: what must come with every request, the signature above all.
    """

    def __init__(self, headers: Mapping[str, str], call: ExpectedCall, answer: Any) -> None:
        self._headers, self._call, self._answer = headers, call, answer

    def __call__(self, request: Received) -> Reply:
        if self._call.file and self._call.file[0] == f"http://{request.headers['host']}{request.path}":
            return self._file(request)
        if not self._headers.items() <= request.headers.items():
            return Reply.of_json({"ok": False, "error": "invalid_auth", "message": "Unknown key."}, 401)
        if not self._call.fits(request):
            return Reply.of_json({"message": "There is no such thing."}, 404)
        return self._answer if isinstance(self._answer, Reply) else Reply.of_json(self._answer)

    def _file(self, request: Received) -> Reply:
        assert self._call.file is not None
        is_known = any(request.headers.get(name) == value for name, value in self._headers.items())
        return Reply.of_json({"message": "The key does not belong here."}, 400) if is_known else self._call.file[1]
