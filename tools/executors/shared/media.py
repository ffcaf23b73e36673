"""Pictures and videos to send to a service: stored files, or downloads. Pure."""

import base64
from io import BytesIO
from urllib.parse import unquote, urlsplit

from tools.core.call.transient import is_transient
from tools.core.errors import ToolArgumentsError, ToolError, ToolUnavailableError
from tools.core.formats.file_types import UNKNOWN, shown_type
from tools.core.naming.visible_name import shown_name
from tools.core.registered.files import FileContent, whole_content
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.outbound.client import OutboundRequest

_MOST_NAMED = 200
_ENDINGS = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/webp": "webp",
    "image/bmp": "bmp",
    "video/mp4": "mp4",
    "video/webm": "webm",
}


def fetch_media(address: str, invocation: Invocation, *, left_s: float, max_bytes: int, stem: str) -> FileContent:
    """Return a file by its file-store or http(s) address; its first bytes decide its type.

    Stored files are subject to the caller's rights. `left_s` is the total time in seconds, `stem` the name without
    ending.
    Raises:
        ToolArgumentsError: there is no such file, or it may not be fetched.
        ToolError: as `OutboundClient.send`.
    """
    files = invocation.runtime.files
    if files.is_ours(address):
        file = whole_content(files, address, invocation.context, max_bytes=max_bytes)
        content = file.content
        if len(content) > max_bytes:
            most = f"{max_bytes / 1024**2:g}"
            text = Text("“{name}” is larger than {most} MB. Use a smaller one.", name=file.name, most=most)
            raise ToolArgumentsError(text, details={"max_bytes": max_bytes})
    else:
        content = _downloaded(address, invocation, left_s, max_bytes)
    content_type, ending = kind_of(content)
    return FileContent(f"{stem}.{ending}", content_type, content)


def data_url(content_type: str, content: bytes) -> str:
    """Return a file as an address that holds it (RFC 2397)."""
    return f"data:{content_type};base64,{base64.b64encode(content).decode()}"


def kind_of(content: bytes) -> tuple[str, str]:
    kind = shown_type(BytesIO(content))
    return (kind, _ENDINGS[kind]) if kind in _ENDINGS else (UNKNOWN, "bin")


def _downloaded(address: str, invocation: Invocation, left_s: float, max_bytes: int) -> bytes:
    request = OutboundRequest("GET", address)
    response = invocation.runtime.outbound.without_credential().send(request, timeout_s=left_s, max_bytes=max_bytes)
    if response.status == 200:
        return response.content
    raise not_fetched(address, response.status)


def not_fetched(address: str, status: int) -> ToolError:
    error = ToolUnavailableError if is_transient(status) else ToolArgumentsError
    return error(
        Text(
            "“{name}” could not be fetched: {host} returned status {status}. Check the address.",
            name=name_in(address),
            host=urlsplit(address).hostname or "",
            status=status,
        )
    )


def name_in(address: str) -> str:
    """Return what an address calls its file; its host where it does not say."""
    parts = urlsplit(address)
    return shown_name(unquote(parts.path.rpartition("/")[2])[:_MOST_NAMED], parts.hostname or "?")
