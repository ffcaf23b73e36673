"""Files made by skills and code in an Anthropic container: fetched before they expire, stored and linked.

Source: Anthropic API, version 2026-10-21, Files.
"""

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agents.core.errors import ProviderError
from agents.providers.base import KeepFile
from agents.providers.clients import anthropic_client
from agents.providers.connection import Connection
from agents.providers.sdk_calls import wait_for
from agents.providers.sdk_errors import provider_error
from tools.core.definitions import JsonObject
from tools.core.errors import ToolError
from tools.core.registered.files import FileContent, StoredFile

MAX_FILES = 20
"""Per reply; later files are not fetched."""
MAX_BYTES = 20 * 1024 * 1024
"""Per file."""
_TIMEOUT_S = 60.0
_RESULTS = "_code_execution_tool_result"
_UNFIT = re.compile(r"[\[\]()<>\\\x00-\x1f]")
_NOT_KEPT = "*{id}: the service did not give this file. 服务未提供此文件。*"

logger = logging.getLogger(__name__)


def files_made(blocks: Sequence[JsonObject]) -> list[str]:
    """Return the file ids in a reply's blocks, in order, without duplicates."""
    found = [file_id for block in blocks if _names_files(block) for file_id in _ids_in(block.get("content"))]
    return list(dict.fromkeys(found))[:MAX_FILES]


def files_kept(blocks: Sequence[JsonObject], connection: Connection, keep: KeepFile) -> dict[str, StoredFile | None]:
    """Store a reply's files by service id, None if one cannot be fetched: the paid reply must not be lost."""
    return {file_id: _kept(file_id, connection, keep) for file_id in files_made(blocks)}


def links_to(files: Mapping[str, StoredFile | None]) -> str:
    """Return Markdown links, a line each, with a note for files that were not stored; "" without any."""
    return "".join(f"\n\n{_link(file_id, kept)}" for file_id, kept in files.items())


def _kept(file_id: str, connection: Connection, keep: KeepFile) -> StoredFile | None:
    try:
        found = wait_for(_fetched(file_id, connection))
        return None if found is None else keep(found.name, found.content_type, [found.content])
    except (ProviderError, ToolError) as error:
        logger.warning("A file of a container could not be kept: %s", type(error).__name__)
        return None


async def _fetched(file_id: str, connection: Connection) -> FileContent | None:
    """Return a file that tools of the service have made; None when it is larger than allowed, or not to be had."""
    files = anthropic_client(connection).with_options(timeout=_TIMEOUT_S).files
    try:
        about = await files.retrieve_metadata(file_id)
        if not about.downloadable or about.size_bytes > MAX_BYTES:
            return None
        content = await (await files.download(file_id)).read()
    except Exception as error:
        raise provider_error(error, connection) from None
    return FileContent(_name(about.filename), about.mime_type, content) if len(content) <= MAX_BYTES else None


def _link(file_id: str, kept: StoredFile | None) -> str:
    return _NOT_KEPT.format(id=file_id) if kept is None else f"[{kept.name}]({kept.address})"


def _name(given: str) -> str:
    """Return a name that is one, and no path or link: a model chose it."""
    return _UNFIT.sub("_", given.replace("\\", "/").rpartition("/")[2]).strip() or "file"


def _names_files(block: JsonObject) -> bool:
    kind = str(block.get("type", ""))
    return kind.endswith(_RESULTS) or kind == _RESULTS.removeprefix("_")


def _ids_in(content: Any) -> Iterator[str]:
    outputs = content.get("content") if isinstance(content, dict) else None
    for output in outputs if isinstance(outputs, list) else ():
        if isinstance(output, dict) and output.get("file_id"):
            yield str(output["file_id"])
