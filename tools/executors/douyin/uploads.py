"""Uploads a video to Douyin, whole or part by part. Pure.

Source: open.douyin.com/platform/resource/docs/openapi/video-management/douyin/create/upload
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError, ToolUnavailableError
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.executors.douyin.open_api import DouyinApi
from tools.executors.shared.media import kind_of, name_in, not_fetched
from tools.executors.shared.vendor_api import FormFile
from tools.outbound.client import OutboundRequest, OutboundResponse

_MB = 1024 * 1024
PART = 20 * _MB
_SMALLEST_PART = 5 * _MB
WHOLE_UP_TO = 50 * _MB
_IN_MEMORY = 128 * _MB
_MAX_TOTAL = 4096 * _MB
_TRIES = 3
_TOTAL = re.compile(r"bytes \d+-\d+/(\d+)")
_KINDS = frozenset({"video/mp4", "video/webm"})
_NO_VIDEO = Text("“{name}” is not an MP4 or WebM video. Convert it first.")
_TOO_LARGE = Text(
    "“{name}” is larger than 4 GB, or larger than 128 MB and its server does not support range requests. "
    "Use a smaller video, or upload it here first."
)
_CHANGED = Text("“{name}” changed while it was being fetched. Try again.")


@dataclass(frozen=True, slots=True)
class _Source:
    """A video: its beginning, its length, and where the rest is fetched from."""

    head: bytes
    total: int
    address: str
    name: str


def uploaded(api: DouyinApi, address: str, invocation: Invocation) -> str:
    source = _opened(address, api, invocation)
    if kind_of(source.head)[0] not in _KINDS:
        raise ToolArgumentsError(_NO_VIDEO.filled(name=source.name))
    if source.total > _MAX_TOTAL:
        raise ToolArgumentsError(_TOO_LARGE.filled(name=source.name))
    parts = _parts(source, api, invocation)
    if source.total <= WHOLE_UP_TO:
        data = _sent(api, "upload_video", b"".join(parts), {})
    else:
        upload_id = str(api.call("POST", "init_video_part_upload", json={})["upload_id"])
        for number, part in enumerate(parts, 1):
            _sent(api, "upload_video_part", part, {"upload_id": upload_id, "part_number": str(number)})
        data = api.call("POST", "complete_video_part_upload", query={"upload_id": upload_id}, json={})
    return str((data.get("video") or {}).get("video_id"))


def ranges(total: int) -> list[tuple[int, int]]:
    """Return first and last byte of every part; none is smaller than the service takes."""
    starts = list(range(0, total, PART))
    if len(starts) > 1 and total - starts[-1] < _SMALLEST_PART:
        starts.pop()
    ends = [*starts[1:], total]
    return [(start, end - 1) for start, end in zip(starts, ends, strict=True)]


def _opened(address: str, api: DouyinApi, invocation: Invocation) -> _Source:
    files = invocation.runtime.files
    if files.is_ours(address):
        with files.open(address, invocation.context) as file:
            return _Source(file.stream.read(PART), file.stored.size, address, file.stored.name)
    response = _fetched(address, 0, PART - 1, api, invocation)
    found = _TOTAL.fullmatch(response.headers.get("content-range", ""))
    if response.status == 206 and found:
        return _Source(response.content, int(found[1]), address, name_in(address))
    return _Source(response.content, len(response.content), address, name_in(address))


def _parts(source: _Source, api: DouyinApi, invocation: Invocation) -> Iterator[bytes]:
    for first, last in ranges(source.total):
        if last < len(source.head):
            yield source.head[first : last + 1]
            continue
        begun = source.head[first:]
        part = begun + _rest(source.address, first + len(begun), last, api, invocation)
        if len(part) != last - first + 1:
            raise ToolUnavailableError(_CHANGED.filled(name=source.name))
        yield part


def _rest(address: str, first: int, last: int, api: DouyinApi, invocation: Invocation) -> bytes:
    files = invocation.runtime.files
    if files.is_ours(address):
        with files.open(address, invocation.context) as file:
            file.stream.seek(first)
            return file.stream.read(last - first + 1)
    response = _fetched(address, first, last, api, invocation)
    return response.content if response.status == 206 else b""


def _fetched(address: str, first: int, last: int, api: DouyinApi, invocation: Invocation) -> OutboundResponse:
    request = OutboundRequest("GET", address, {"Range": f"bytes={first}-{last}"})
    anybody = invocation.runtime.outbound.without_credential()
    response = anybody.send(request, timeout_s=api.left_s, max_bytes=_IN_MEMORY)
    if response.status in {200, 206}:
        return response
    raise not_fetched(address, response.status)


def _sent(api: DouyinApi, path: str, content: bytes, query: dict[str, str]) -> JsonObject:
    """Upload a piece; nobody sees it before the video is created, so it may be sent again."""
    file = FormFile("video", "video.mp4", "application/octet-stream", content)
    for number in range(1, _TRIES):
        try:
            return api.call("POST", path, query=query, files=(file,))
        except ToolUnavailableError:
            if not api.wait(float(number)):
                raise
    return api.call("POST", path, query=query, files=(file,))
