"""Bodies of requests to webhooks: read once, without parsing, as proofs are over their bytes; with their files."""

from collections.abc import Mapping, Sequence
from functools import partial
from mimetypes import guess_extension

from django.conf import settings
from django.http import HttpRequest

from tools.core.file_port import CHUNK_BYTES
from tools.core.file_types import is_ordinary_type
from workflow_editor.triggers.webhooks.sender import ArrivedFile

_UNKNOWN_LENGTH = 1 << 62


def arrived_body(request: HttpRequest) -> tuple[bytes, Sequence[ArrivedFile], Mapping[str, str]]:
    """Return the bytes of a body, the files in it and the texts beside these.

    The bytes of a body with files are empty when they are too many to be held in memory.
    """
    kind = (request.content_type or "").lower()
    if not kind or is_ordinary_type(kind):
        return request.body, (), {}
    length = int(request.headers.get("content-length") or _UNKNOWN_LENGTH)
    body = request.body if length <= (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0) else b""
    if kind == "multipart/form-data":
        uploads = [(name, upload) for name, found in request.FILES.lists() for upload in found]
        files = [
            ArrivedFile(name, upload.name or "", upload.content_type or "", upload.chunks(CHUNK_BYTES))
            for name, upload in uploads
        ]
        return body, files, request.POST.dict()
    if length == 0:
        return body, (), {}
    chunks = [body] if body else iter(partial(request.read, CHUNK_BYTES), b"")
    return body, (ArrivedFile("", "body" + (guess_extension(kind) or ""), kind, chunks),), {}
