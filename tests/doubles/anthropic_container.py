"""A stand-in for the part of Anthropic's API that makes files: a reply of a container, and the files it tells of.

Source: Anthropic API, version 2026-10-21, Files.
"""

from dataclasses import dataclass, field

from tests.doubles.http_server import Received, Reply
from tests.doubles.stream_server import Answer

KEY = "planted-anthropic-key-5"


@dataclass(frozen=True)
class MadeFile:
    name: str
    content: bytes
    media_type: str = "text/csv"
    downloadable: bool = True
    size: int | None = None
    """Instead of the true one."""


@dataclass
class AnthropicContainer:
    """Answers every question with one reply."""

    reply: Answer
    files: dict[str, MadeFile] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def __call__(self, request: Received) -> Reply:
        if request.headers.get("authorization") != f"Bearer {KEY}" or "anthropic-version" not in request.headers:
            return refused(401, "authentication_error")
        if request.path == "/v1/messages":
            return Reply(200, b"".join(self.reply.pieces), {"Content-Type": "text/event-stream"})
        self.asked.append(request.path)
        file_id, _, rest = request.path.removeprefix("/v1/files/").partition("/")
        file = self.files.get(file_id)
        if file is None:
            return refused(404, "not_found_error")
        if rest != "content":
            return Reply.of_json(_metadata(file_id, file))
        if not file.downloadable:
            return refused(400, "invalid_request_error")
        return Reply(200, file.content, {"Content-Type": "application/octet-stream"})


def refused(status: int, kind: str) -> Reply:
    return Reply.of_json({"type": "error", "error": {"type": kind, "message": "planted"}}, status)


def _metadata(file_id: str, file: MadeFile) -> dict[str, object]:
    return {
        "id": file_id,
        "type": "file",
        "filename": file.name,
        "mime_type": file.media_type,
        "size_bytes": len(file.content) if file.size is None else file.size,
        "created_at": "2026-11-22T13:00:00Z",
        "expires_at": None,
        "downloadable": file.downloadable,
    }
