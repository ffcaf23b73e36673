"""Bodies with files of ours, which are read while they are sent, and answers that become files. Pure."""

import re
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from mimetypes import guess_extension
from typing import Any
from urllib.parse import unquote, urlsplit

from tools.core.errors import ToolArgumentsError
from tools.core.formats.json_text import write_json
from tools.core.registered.files import NO_FILE, OpenFile, StoredFile, file_id_of
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.outbound.client import OutboundResponse, StreamedBody

_NO_FORM = Text("A body with files must be an object of fields: texts and files.")
_MAX_PARTS = 200
_MAX_HEADER = 2_000
# Source: RFC 6266, 4.1 and RFC 8187, 3.2.
_NAME = re.compile(
    r"""filename\*?\s{0,9}=\s{0,9}(?:UTF-8'[a-z-]{0,20}'([^;\s]{1,900})|"([^"]{1,300})"|([^;\s"]{1,300}))""",
    re.IGNORECASE | re.ASCII,
)


def file_body(body: Any, invocation: Invocation, opening: ExitStack) -> tuple[StreamedBody, str]:
    """Return a file as the whole body, and its type; `opening` closes it after the request.

    Raises ToolArgumentsError if it is not a file, or the run may not open it.
    """
    file = _opened(body, invocation, opening)
    return StreamedBody(file.stored.size, file.chunks), file.stored.content_type


def multipart_body(body: Any, invocation: Invocation, opening: ExitStack) -> tuple[StreamedBody, str]:
    """Return fields as `multipart/form-data` (RFC 7578), and that type with its boundary.

    Raises ToolArgumentsError for anything but an object, or as `file_body`.
    """
    if not isinstance(body, Mapping) or len(body) > _MAX_PARTS:
        raise ToolArgumentsError(_NO_FORM)
    boundary = secrets.token_hex(16)
    parts: list[bytes | OpenFile] = []
    for name, value in body.items():
        for one in value if isinstance(value, list) else [value]:
            parts += _part(boundary, str(name), one, invocation, opening)
    parts.append(f"--{boundary}--\r\n".encode())
    return _streamed(parts), f"multipart/form-data; boundary={boundary}"


def related_body(about: Any, body: Any, invocation: Invocation, opening: ExitStack) -> tuple[StreamedBody, str]:
    """Return a file with metadata as `multipart/related` (RFC 2387), and that type.

    Raises ToolArgumentsError, as `file_body`.
    """
    file = _opened(body, invocation, opening)
    boundary = secrets.token_hex(16)
    json_part = f"--{boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n".encode() + write_json(about)
    head = f"\r\n--{boundary}\r\nContent-Type: {file.stored.content_type}\r\n\r\n".encode()
    parts: list[bytes | OpenFile] = [json_part + head, file, f"\r\n--{boundary}--\r\n".encode()]
    return _streamed(parts), f"multipart/related; boundary={boundary}"


def received_file(url: str, response: OutboundResponse, pieces: Iterable[bytes], invocation: Invocation) -> StoredFile:
    """Store an answer as a file named by the server or address. Raises FileTooLargeError above the file limit."""
    kind = response.headers.get("content-type", "")
    name = _given_name(response) or unquote(urlsplit(url).path.rpartition("/")[2]) or "download"
    if "." not in name:
        name += guess_extension(kind.partition(";")[0].strip()) or ""
    return invocation.runtime.files.save(name, kind, pieces, invocation.context)


def _given_name(response: OutboundResponse) -> str:
    """Return the name that the server gives a file, the form for all languages first; "" where it gives none."""
    found = _NAME.findall(response.headers.get("content-disposition", "")[:_MAX_HEADER])
    return next((unquote(coded) for coded, *_ in found if coded), next((a or b for _, a, b in found if a or b), ""))


def _part(
    boundary: str, name: str, value: Any, invocation: Invocation, opening: ExitStack
) -> Iterator[bytes | OpenFile]:
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="{_quoted(name)}"'
    if file_id_of(value) is None:
        text = value if isinstance(value, str) else write_json(value).decode()
        yield f"{head}\r\n\r\n{text}\r\n".encode()
        return
    file = _opened(value, invocation, opening)
    named = f'; filename="{_quoted(file.stored.name)}"\r\nContent-Type: {file.stored.content_type}'
    yield f"{head}{named}\r\n\r\n".encode()
    yield file
    yield b"\r\n"


@dataclass(frozen=True, slots=True)
class _Parts(StreamedBody):
    """Texts and files, one behind the other."""

    parts: Sequence[bytes | OpenFile]

    def with_text(self, old: bytes, new: bytes) -> StreamedBody:
        return _streamed([part.replace(old, new) if isinstance(part, bytes) else part for part in self.parts])


def _streamed(parts: Sequence[bytes | OpenFile]) -> StreamedBody:
    length = sum(len(part) if isinstance(part, bytes) else part.stored.size for part in parts)
    return _Parts(length, lambda: _joined(parts), parts)


def _joined(parts: Iterable[bytes | OpenFile]) -> Iterator[bytes]:
    for part in parts:
        if isinstance(part, bytes):
            yield part
        else:
            yield from part.chunks()


def _opened(value: Any, invocation: Invocation, opening: ExitStack) -> OpenFile:
    if file_id_of(value) is None:
        raise ToolArgumentsError(NO_FILE)
    return opening.enter_context(invocation.runtime.files.open(value, invocation.context))


def _quoted(name: str) -> str:
    """Source: HTML, multipart form data: quotes and line ends are percent-encoded."""
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
