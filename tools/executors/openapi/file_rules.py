"""File requirements of services, checked before sending. Pure."""

from collections.abc import Sequence
from math import ceil
from urllib.parse import urlsplit

from pydantic import Field

from tools.core.errors import FileTooLargeError, FileTypeError
from tools.core.formats.file_types import matches
from tools.core.registered.files import StoredFile
from tools.core.text import Text
from tools.executors.contract.executor import ToolModel

MB = 1024**2
_TYPE = Text("“{name}” was not sent: {host} takes {formats}, and this file is {type}. Convert it first.")
_SIZE = Text("“{name}” was not sent: it has {size} MB, and {host} takes up to {most} MB. Compress or split it first.")


class FileRule(ToolModel):
    """The files that some servers take."""

    hosts: list[str] = Field(default_factory=list, max_length=20)
    """Names of the servers; none: all that no rule before this one names."""
    types: list[str] = Field(default_factory=list, max_length=50)
    """Media types, `audio/*` among them; none: any."""
    formats: str = Field(default="", max_length=200)
    """The types as people call them."""
    max_bytes: int = Field(default=0, ge=0)
    """0: as long as files may be."""


def refuse_unfit(rules: Sequence[FileRule], url: str, file: StoredFile) -> None:
    """Refuse a file that the server would refuse after the upload, by the first rule that names the server.

    Raises:
        FileTypeError: wrong type.
        FileTooLargeError: too long.
    """
    host = urlsplit(url).hostname or ""
    rule = next((one for one in rules if host in one.hosts or not one.hosts), FileRule())
    if not matches(file.content_type, rule.types):
        details = {"type": file.content_type, "types": rule.types}
        kind = file.content_type
        raise FileTypeError(_TYPE.filled(name=file.name, host=host, formats=rule.formats, type=kind), details=details)
    if 0 < rule.max_bytes < file.size:
        size = f"{ceil(file.size * 10 / MB) / 10:g}"
        text = _SIZE.filled(name=file.name, size=size, host=host, most=rule.max_bytes // MB)
        raise FileTooLargeError(text, details={"max_bytes": rule.max_bytes})
