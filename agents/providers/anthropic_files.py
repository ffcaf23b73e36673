"""Files that skills and code make in a container of Anthropic's: fetched before they are gone, kept, and linked to.

Source: Anthropic API, version 2026-10-21, Files.
"""

import logging
import re
from collections.abc import Iterator, Sequence
from typing import Any

from agents.providers import clients
from agents.providers.base import KeepFile
from agents.providers.connection import Connection
from tools.definitions import JsonObject
from tools.errors import ToolError
from tools.ports_files import FileContent

MAX_FILES = 20
"""Of one reply; what comes after them stays where it is."""
MAX_BYTES = 20 * 1024 * 1024
"""Of one file."""
_RESULTS = "_code_execution_tool_result"
_UNFIT = re.compile(r"[\[\]()<>\\\x00-\x1f]")
_NOT_KEPT = "*{id}: the service did not give this file. 服务未提供此文件。*"

logger = logging.getLogger(__name__)


def files_made(blocks: Sequence[JsonObject]) -> list[str]:
    """Return the ids of the files that the blocks of a reply tell of, each once, in their order."""
    found = [file_id for block in blocks if _tells_files(block) for file_id in _ids_in(block.get("content"))]
    return list(dict.fromkeys(found))[:MAX_FILES]


def links_to_files(blocks: Sequence[JsonObject], connection: Connection, keep: KeepFile) -> str:
    """Keep the files of a reply and return links to them in Markdown, a line each; "" when there are none.

    A file that cannot be fetched is told in its place: the reply itself, which is paid for, must not be lost with it.
    """
    return "".join(f"\n\n{_link(file_id, connection, keep)}" for file_id in files_made(blocks))


def _link(file_id: str, connection: Connection, keep: KeepFile) -> str:
    try:
        found = clients.anthropic_file(connection, file_id, MAX_BYTES)
        kept = None if found is None else keep(FileContent(_name(found.name), found.content_type, found.content))
    except (clients.FileFetchError, ToolError) as error:
        logger.warning("A file of a container could not be kept: %s", type(error).__name__)
        kept = None
    return _NOT_KEPT.format(id=file_id) if kept is None else f"[{kept.name}]({kept.address})"


def _name(told: str) -> str:
    """Return a name that is one, and no path or link: a model chose it."""
    return _UNFIT.sub("_", told.replace("\\", "/").rpartition("/")[2]).strip() or "file"


def _tells_files(block: JsonObject) -> bool:
    kind = str(block.get("type", ""))
    return kind.endswith(_RESULTS) or kind == _RESULTS.removeprefix("_")


def _ids_in(content: Any) -> Iterator[str]:
    outputs = content.get("content") if isinstance(content, dict) else None
    for output in outputs if isinstance(outputs, list) else ():
        if isinstance(output, dict) and output.get("file_id"):
            yield str(output["file_id"])
