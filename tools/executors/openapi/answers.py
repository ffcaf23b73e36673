"""Reads service answers: the data of a success, and a sentence for a failure. Pure."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from tools.core.call.transient import facts_of, is_transient, transient_code
from tools.core.definitions import JsonObject, OperationType
from tools.core.envelope import ResultCode, ToolResult, failure
from tools.core.errors import RETRY_AFTER, ToolUpstreamError
from tools.core.registered.files import StoredFile
from tools.core.text import Text, byte_size, sentences
from tools.executors.http_request.bodies import payload
from tools.outbound.client import MAX_BYTES, OutboundResponse, later
from tools.secrets.redaction import redact_beginning

_MOST_WORDS = 500
_WORDS = (
    *("message", "errorMessages", "error_description", "detail", "description", "title", "reason"),
    *("error", "errors", "msg", "errmsg"),
)
"""Common keys of messages, the best first."""
_TEXTS = ("json", "text/", "xml", "javascript", "form-urlencoded", "csv", "yaml")
_TOO_LARGE = Text("The response is larger than {size}. Ask for less at once.")
_CODES = {
    404: ResultCode.RESOURCE_UNAVAILABLE,
    401: ResultCode.CONFIGURATION,
}
_ADVICE = {
    400: Text("Check the arguments."),
    401: Text("Check the token, key or password of this tool."),
    403: Text("Check what the token, key or password of this tool may do."),
    404: Text("Check the IDs among the arguments."),
    422: Text("Check the arguments."),
}


@dataclass
class ReceivedAnswer:
    """Receives the body of a success: text and JSON in memory, anything else as a file.

    `keeps_all` stores text and JSON as files too; `max_bytes` limits them in memory.
    """

    save: Callable[[OutboundResponse, Iterator[bytes]], StoredFile]
    keeps_all: bool = False
    max_bytes: int = MAX_BYTES
    file: StoredFile | None = None
    content: bytes = field(default=b"", repr=False)

    def take(self, response: OutboundResponse, pieces: Iterator[bytes]) -> None:
        """Read the body.

        Raises:
            ToolUpstreamError: text or JSON that is too long.
            FileTooLargeError: a file that is too long.
        """
        kind = response.headers.get("content-type", "").lower()
        if self.keeps_all or (kind and not any(text in kind for text in _TEXTS)):
            self.file = self.save(response, pieces)
            return
        found = bytearray()
        for piece in pieces:
            found += piece
            if len(found) > self.max_bytes:
                raise ToolUpstreamError(_TOO_LARGE.filled(size=byte_size(self.max_bytes)))
        self.content = bytes(found)

    def data(self, response: OutboundResponse) -> Any:
        """Return JSON, text, a file, or None for an empty body."""
        return self.file.to_json() if self.file else payload(replace(response, content=self.content))


def refusal(response: OutboundResponse, secrets: set[str]) -> ToolResult:
    """Return the failure that an answer means, in the service's own words and with what to do."""
    answered = f"{response.status} {response.reason}".rstrip()
    data = payload(response)
    # A service in trouble speaks about itself, not about the call.
    words = redact_beginning(_words(data), _MOST_WORDS, secrets) if 400 <= response.status < 500 else ""
    rejected = Text("The service rejected the call ({answer}).", answer=f"{answered}: {words}" if words else answered)
    wait_s = response.wait_s() if is_transient(response.status) else None
    advice = later(wait_s) if is_transient(response.status) else _ADVICE.get(response.status)
    code = transient_code(response.status) or _CODES.get(response.status, ResultCode.BACKEND)
    about: JsonObject = {"status": response.status, "data": data, **({RETRY_AFTER: wait_s} if wait_s else {})}
    message = sentences([rejected, *([advice] if advice else [])])
    facts = facts_of(response.status)
    return failure(OperationType.OPERATION, message, code=code, data=about, facts=facts)


def _words(data: Any, level: int = 0) -> str:
    """Return the words of an error in a body: the usual names first, also one or two levels down."""
    if isinstance(data, str):
        return " ".join(data[: 2 * _MOST_WORDS].split())
    if level > 3:
        return ""
    if isinstance(data, list):
        return next((words for one in data[:3] if (words := _words(one, level + 1))), "")
    if isinstance(data, dict):
        known = next((words for name in _WORDS if (words := _words(data.get(name), level + 1))), "")
        if known or not level:
            return known
        # The fault of each field, by the field's name.
        return next(
            (f"{name}: {words}" for name, one in list(data.items())[:3] if (words := _words(one, level + 1))), ""
        )
    return ""
