"""Anthropic Messages and every service that speaks its form; files made in its container are fetched and linked.

Source of files: Anthropic API, version 2026-10-21, Files.
"""

import logging
import re
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from agents.core.errors import ProviderError
from agents.core.messages import ModelReply
from agents.providers.anthropic_body import continued, message_body
from agents.providers.anthropic_reply import ReplyBuilder, whole_reply
from agents.providers.base import KeepFile, ModelRequest, ReplyCompleted, StreamEvent, TextDelta
from agents.providers.clients import anthropic_client
from agents.providers.connection import Connection
from agents.providers.sdk_calls import SdkStream, stream_text, text_of, wait_for
from agents.providers.sdk_errors import provider_error
from agents.providers.stream_end import StreamEnd, end_of
from tools.core.definitions import CancelToken, JsonObject
from tools.core.errors import ToolError
from tools.core.registered.files import FileContent, StoredFile

if TYPE_CHECKING:
    from anthropic.types import RawMessageStreamEvent

MAX_FILES = 20
"""Per reply; later files are not fetched."""
MAX_BYTES = 20 * 1024 * 1024
"""Per file."""
_TIMEOUT_S = 60.0
_RESULTS = "_code_execution_tool_result"
_UNFIT = re.compile(r"[\[\]()<>\\\x00-\x1f]")
_NOT_KEPT = "*{id}: the service did not give this file. 服务未提供此文件。*"

MAX_PAUSES = 10
"""Continuations of a paused reply: a container can work for minutes."""

logger = logging.getLogger(__name__)


class AnthropicMessagesClient:
    """One connection, callable from any thread; see `ModelClient`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def stream(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        request = self._connection.completed(request)
        origin = self._connection.origin(request.model)
        body = message_body(request, self._connection.capabilities(request.model), origin=origin)
        parts: list[ModelReply] = []
        while True:
            builder = ReplyBuilder(request.model, self._connection.title, origin=origin)
            ends: list[StreamEnd] = []
            yield from self._text(builder, body, _headers(request, len(parts)), cancel, ends)
            parts.append(builder.reply(*ends))
            if not builder.is_paused or len(parts) > MAX_PAUSES:
                break
            body = continued(body, parts[-1].message)
        reply = whole_reply(parts)
        if request.keep_file is not None:
            files = files_kept(reply.message.raw["content"], self._connection, request.keep_file)
            reply = replace(reply, files=tuple(file for file in files.values() if file is not None))
            links = links_to(files) if request.links_files and request.json_schema is None else ""
            if links:
                # The shown and stored text has the links; the service gets it back as it was.
                yield TextDelta(links)
                reply = replace(reply, message=replace(reply.message, text=reply.message.text + links))
        yield ReplyCompleted(reply)

    def _text(
        self,
        builder: ReplyBuilder,
        body: JsonObject,
        headers: dict[str, str],
        cancel: CancelToken,
        ends: list[StreamEnd],
    ) -> Iterator[StreamEvent]:
        def pieces() -> AsyncGenerator[str, None]:
            return text_of(self._opened(body, headers, ends), builder.add, self._connection)

        for text in stream_text(pieces, cancel):
            yield TextDelta(text)

    async def _opened(
        self, body: JsonObject, headers: dict[str, str], ends: list[StreamEnd]
    ) -> "SdkStream[RawMessageStreamEvent]":
        # See `OpenAIChatClient`: the body goes past the SDK's types.
        stream = await anthropic_client(self._connection).messages.create(
            model=body["model"],
            max_tokens=body["max_tokens"],
            messages=[],
            stream=True,
            extra_body=body,
            extra_headers=headers,
        )
        ends.append(end_of(stream.response))
        return stream


def _headers(request: ModelRequest, number: int) -> dict[str, str]:
    """Return the headers of the request, or of a continuation, which is a call of its own."""
    if number == 0 or not request.idempotency_key:
        return request.headers()
    return replace(request, idempotency_key=f"{request.idempotency_key}-{number}").headers()


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
