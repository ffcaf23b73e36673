"""Bodies of requests to webhooks: kept as they came, as proofs are over their bytes, and the files in them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from io import SEEK_END, BytesIO
from mimetypes import guess_extension
from tempfile import TemporaryFile
from typing import BinaryIO

from django.conf import settings
from django.http import HttpRequest

from tools.core.formats.file_types import is_ordinary_type
from tools.core.formats.named_values import by_name
from tools.core.registered.files import CHUNK_BYTES
from workflow_editor.triggers.webhooks.sender import ArrivedFile, file_chunks

_UNKNOWN_LENGTH = 1 << 62


@dataclass(frozen=True, slots=True)
class ArrivedBody:
    """Content of a request, named as in `WebhookRequest`."""

    body: bytes
    spooled: BinaryIO | None = None
    files: Sequence[ArrivedFile] = ()
    form: Mapping[str, str | list[str]] = field(default_factory=dict)


@contextmanager
def arrived_body(request: HttpRequest) -> Iterator[ArrivedBody]:
    """Read a body once; large multipart bodies go to a temporary file.

    How long bodies may be is decided before (`workflow_editor.serving.limits.bodies`).

    Raises:
        MultiPartParserError, SuspiciousOperation: the parts of a body cannot be separated, or are too many.
    """
    kind = (request.content_type or "").lower()
    if not kind or is_ordinary_type(kind):
        # Not `body`, for which Django has a limit of its own, far below that of addresses that take whole documents.
        yield ArrivedBody(request.read())
        return
    with ExitStack() as opened:
        length = int(request.headers.get("content-length") or _UNKNOWN_LENGTH)
        spooled: BinaryIO | None = None
        if length > (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0):
            spooled = opened.enter_context(TemporaryFile(dir=settings.FILE_UPLOAD_TEMP_DIR))
            spooled.writelines(iter(partial(request.read, CHUNK_BYTES), b""))
            length = spooled.seek(0, SEEK_END)
            spooled.seek(0)
        body = b"" if spooled else request.body
        if kind == "multipart/form-data":
            about = {**request.META, "CONTENT_LENGTH": str(length)}
            content = spooled or BytesIO(body)
            form, uploads = request.parse_file_upload(about, content)  # type: ignore[arg-type]  # stubs want read(None)
            found = [(name, opened.enter_context(one)) for name, named in uploads.lists() for one in named]
            files = [
                ArrivedFile(name, one.name or "", one.content_type or "", one.chunks(CHUNK_BYTES))
                for name, one in found
            ]
            texts = by_name((name, str(value)) for name, values in form.lists() for value in values)
            yield ArrivedBody(body, spooled, files, texts)
        elif length == 0:
            yield ArrivedBody(body)
        else:
            chunks = file_chunks(spooled) if spooled else [body]
            yield ArrivedBody(body, spooled, [ArrivedFile("", "body" + (guess_extension(kind) or ""), kind, chunks)])
