"""Pictures and documents as model input: allowed types, forms and sizes. Pure.

Source: image and PDF inputs of OpenAI Chat Completions and of Anthropic Messages. Text files are sent as text, so that
every service can read them.
"""

import base64
import binascii
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from agents.core.errors import AttachmentError
from tools.core.definitions import JsonObject
from tools.core.formats.encodings import file_text
from tools.core.registered.files import file_id_of, given_name
from tools.core.text import Text, byte_size

MAX_FILES = 10
MAX_FILE_BYTES = 10 * 1024 * 1024
MAX_TOTAL_BYTES = 20 * 1024 * 1024

IMAGE_TYPES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
PDF_TYPE = "application/pdf"
_TEXT_TYPES = frozenset({"application/json", "application/xml", "application/yaml", "application/x-yaml"})

FileKind = Literal["image", "pdf", "text"]


@dataclass(frozen=True, slots=True)
class FilePart:
    """A file that goes with a message of the user."""

    name: str
    media_type: str
    data: str
    """The content in base64."""

    @property
    def kind(self) -> FileKind:
        return _kind_of(self.name, self.media_type)

    @property
    def size(self) -> int:
        """Bytes of the content."""
        return len(self.data) * 3 // 4

    @property
    def data_url(self) -> str:
        return f"data:{self.media_type};base64,{self.data}"

    def as_text(self) -> str:
        """Return the text of a text file under its name."""
        content = base64.b64decode(self.data)
        try:
            text = file_text(content)
        except UnicodeDecodeError:
            text = content.decode("utf-8", errors="replace")
        return f"[{self.name}]\n{text}"


OpenFile = Callable[[str], FilePart]
"""Finds a stored file by its id."""


def read_files(given: Any, open_file: OpenFile) -> tuple[FilePart, ...]:
    """Read the file list of one message.

    Args:
        given: None, a file value, or a list of file values, {file_id} of stored files, or {name, media_type, data} with
            the content in base64.
    Raises:
        AttachmentError: missing, malformed, too many, too large, or of an unreadable type.
    """
    if given in (None, "", []):
        return ()
    if isinstance(given, dict):
        given = [given]
    if not isinstance(given, list) or not all(isinstance(item, dict) for item in given):
        raise AttachmentError(_FORM)
    if len(given) > MAX_FILES:
        raise AttachmentError(Text("Send at most {max_files} files with a message.", max_files=MAX_FILES))
    files = tuple(_read_file(item, open_file) for item in given)
    check_total(files)
    return files


def check_total(files: Sequence[FilePart]) -> None:
    """Raise AttachmentError if the files are too large in total."""
    if sum(file.size for file in files) > MAX_TOTAL_BYTES:
        raise AttachmentError(
            Text(
                "The files are larger than {max_size} in total. Send fewer or smaller files.",
                max_size=byte_size(MAX_TOTAL_BYTES),
            )
        )


def check_file(name: str, media_type: str, size: int) -> None:
    """Check a file's type (e.g. `image/png`) and size in bytes. Raises AttachmentError if no model accepts it."""
    _kind_of(name, media_type)
    if size > MAX_FILE_BYTES:
        raise AttachmentError(
            Text(
                "“{name}” is larger than {max_size}. Send a smaller file.",
                name=name,
                max_size=byte_size(MAX_FILE_BYTES),
            )
        )


def _read_file(item: JsonObject, open_file: OpenFile) -> FilePart:
    stored_id = file_id_of(item) or item.get("file_id")
    if isinstance(stored_id, str):
        try:
            file = open_file(stored_id)
        except AttachmentError as error:
            name = given_name(item)
            raise AttachmentError(_NAMED.filled(name=name, reason=error.text) if name else error.text) from error
    else:
        name, media_type, content = item.get("name") or "file", item.get("media_type"), item.get("data")
        if not (isinstance(name, str) and isinstance(media_type, str) and isinstance(content, str)):
            raise AttachmentError(_FORM)
        file = FilePart(name, media_type.partition(";")[0].strip().lower(), content)
    check_file(file.name, file.media_type, file.size)
    try:
        base64.b64decode(file.data, validate=True)
    except (binascii.Error, ValueError):
        raise AttachmentError(Text("The content of “{name}” is not base64.", name=file.name)) from None
    return file


def _kind_of(name: str, media_type: str) -> FileKind:
    if media_type in IMAGE_TYPES:
        return "image"
    if media_type == PDF_TYPE:
        return "pdf"
    if media_type.startswith("text/") or media_type in _TEXT_TYPES:
        return "text"
    raise AttachmentError(
        Text(
            "“{name}” is of type {media_type}, which models cannot read. Send PNG, JPEG, GIF, WebP, PDF or text.",
            name=name,
            media_type=media_type or Text("unknown"),
        )
    )


_NAMED = Text("“{name}”: {reason}")
_FORM = Text("Files must be a list of files, such as {{ inputs.files }}, or of {name, media_type, data} in base64.")
