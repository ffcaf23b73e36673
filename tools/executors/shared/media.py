"""Pictures and videos that go to a service: files of ours, or whatever an address gives. Pure."""

from io import BytesIO
from urllib.parse import urlsplit

from tools.core.errors import ToolArgumentsError, ToolUnavailableError
from tools.core.file_port import FileContent, whole_content
from tools.core.file_types import UNKNOWN, shown_type
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.outbound.client import OutboundRequest

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
    """Return a file by its address; what it is, is told by its first bytes.

    Args:
        address: an address of the file store, or http(s).
        invocation: the attempt; its caller's rights count for files of ours.
        left_s: for everything together, in seconds.
        max_bytes: the longest that the service takes.
        stem: the file's name without its ending.
    Raises:
        ToolArgumentsError: there is no such file, or it may not be fetched.
        ToolError: as `OutboundClient.send`.
    """
    files = invocation.runtime.files
    if files.is_ours(address):
        content = whole_content(files, address, invocation.context, max_bytes=max_bytes).content
    else:
        content = _downloaded(address, invocation, left_s, max_bytes)
    if len(content) > max_bytes:
        raise ToolArgumentsError(
            Text("The file is larger than {max_bytes} bytes.", max_bytes=max_bytes),
            details={"max_bytes": max_bytes},
        )
    content_type, ending = kind_of(content)
    return FileContent(f"{stem}.{ending}", content_type, content)


def kind_of(content: bytes) -> tuple[str, str]:
    """Return content type and name ending."""
    kind = shown_type(BytesIO(content))
    return (kind, _ENDINGS[kind]) if kind in _ENDINGS else (UNKNOWN, "bin")


def _downloaded(address: str, invocation: Invocation, left_s: float, max_bytes: int) -> bytes:
    request = OutboundRequest("GET", address)
    response = invocation.runtime.outbound.without_credential().send(request, timeout_s=left_s, max_bytes=max_bytes)
    if response.status == 200:
        return response.content
    host = urlsplit(address).hostname or ""
    error = ToolUnavailableError if response.status >= 500 else ToolArgumentsError
    raise error(
        Text("The file could not be fetched: {host} returned status {status}.", host=host, status=response.status)
    )
