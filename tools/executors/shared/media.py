"""Pictures and videos that go to a service: files of ours, or whatever an address gives. Pure."""

from urllib.parse import urlsplit

from tools.core.errors import ToolArgumentsError, ToolUnavailableError
from tools.core.file_port import FileContent
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.outbound.client import OutboundRequest

_SIGNS = (
    (0, b"\x89PNG\r\n\x1a\n", "image/png", "png"),
    (0, b"\xff\xd8\xff", "image/jpeg", "jpg"),
    (0, b"GIF8", "image/gif", "gif"),
    (8, b"WEBP", "image/webp", "webp"),
    (0, b"BM", "image/bmp", "bmp"),
    (4, b"ftyp", "video/mp4", "mp4"),
    (0, b"\x1a\x45\xdf\xa3", "video/webm", "webm"),
)
_UNKNOWN = ("application/octet-stream", "bin")


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
        content = files.open(address, invocation.context).content
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
    found = (sign for sign in _SIGNS if content[sign[0] :].startswith(sign[1]))
    return next(((sign[2], sign[3]) for sign in found), _UNKNOWN)


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
