"""Files in the messages that programs send to /v1/: their content, or the id of a stored one."""

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User

from agents.core.attachments import FilePart, check_file
from agents.core.errors import AttachmentError
from tools.adapters.file_contents import file_keep
from tools.core.definitions import JsonObject
from tools.core.errors import RecordNotFoundError
from tools.core.naming.ids import uuid_of
from tools.core.text import Text
from tools.models import ToolFile
from tools.selectors.tool_files import tool_file_get

_NO_FILE = Text("There is no such file. Upload it again, or send its content as a data: URL.")


@dataclass(frozen=True, slots=True)
class StoredPart(FilePart):
    """A stored file; `data` is empty, since who needs the content opens it."""

    row: ToolFile


def sent_by_id(user: User, file_id: str) -> StoredPart:
    """Return a stored file that the caller may see.

    Raises AttachmentError if there is none for this user, or no model accepts it.
    """
    key = uuid_of(file_id)
    try:
        row = tool_file_get(user=user, file_id=key or UUID(int=0))
    except RecordNotFoundError:
        raise AttachmentError(_NO_FILE) from None
    check_file(row.name, row.content_type, row.size)
    return StoredPart(row.name, row.content_type, "", row)


def files_kept(user: User, parts: Sequence[FilePart]) -> list[ToolFile]:
    """Keep the files of a message for a run, in the caller's transaction."""
    return [_kept(user, part) for part in parts]


def _kept(user: User, part: FilePart) -> ToolFile:
    if isinstance(part, StoredPart):
        return part.row
    return file_keep(part.name, part.media_type, [base64.b64decode(part.data)], owner_id=user.pk, run_id=None)


def without_files(messages: Sequence[JsonObject]) -> Iterator[JsonObject]:
    """Yield earlier messages with the names of their files in place of the content, which was sent before."""
    for message in messages:
        content = message.get("content")
        yield {**message, "content": list(map(_named, content))} if isinstance(content, list) else message


def _named(part: JsonObject) -> JsonObject:
    if part.get("type") not in ("file", "image_url"):
        return part
    name = part["file"].get("filename") if part["type"] == "file" else "image"
    return {"type": "text", "text": f"[{str(name or 'file')[:200]}]"}
