"""Pictures that MCP servers send as results: a model that sees gets them as pictures, after the results. Pure."""

from collections.abc import Iterator, Sequence
from typing import Any

from agents.core.attachments import IMAGE_TYPES, MAX_FILES, MAX_TOTAL_BYTES, FilePart, OpenFile, check_file
from agents.core.errors import AttachmentError
from agents.core.language import Language
from agents.core.messages import Message
from agents.loop import prompts
from agents.loop.calls import ToolRecord
from tools.core.registered.files import MARK, MARKER
from tools.core.tool_id import ToolKind


def picture_message(records: Sequence[ToolRecord], open_file: OpenFile, language: Language) -> Message | None:
    """Return the message that shows the pictures of results; None if there are none.

    Excess and unreadable pictures are left out: their results name them.
    """
    files: list[FilePart] = []
    for file_id in dict.fromkeys(_picture_ids(records)):
        try:
            file = open_file(file_id)
            check_file(file.name, file.media_type, file.size)
        except AttachmentError:
            continue
        if len(files) < MAX_FILES and sum(one.size for one in files) + file.size <= MAX_TOTAL_BYTES:
            files.append(file)
    if not files:
        return None
    names = ", ".join(file.name for file in files)
    return Message("user", prompts.tool_pictures(names, language), files=tuple(files))


def _picture_ids(records: Sequence[ToolRecord]) -> Iterator[str]:
    for record in records:
        if record.tool_id.kind is ToolKind.MCP:
            yield from _ids_in(record.result.data)


def _ids_in(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for one in value:
            yield from _ids_in(one)
    elif isinstance(value, dict):
        if value.get(MARKER) == MARK:
            if value.get("type") in IMAGE_TYPES and isinstance(value.get("id"), str):
                yield value["id"]
        else:
            for one in value.values():
                yield from _ids_in(one)
