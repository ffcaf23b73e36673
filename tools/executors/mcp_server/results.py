"""From the answer of an MCP server to the envelope. Pure."""

from collections.abc import Sequence

from tools.core.definitions import JsonObject, OperationType
from tools.core.envelope import ResultCode, ToolResult, failure, query_success
from tools.core.text import Text
from tools.mcp.server import McpAnswer

_ANSWERED = Text("The tool of the MCP server answered.")
_MAX_ERROR_TEXT = 2_000
_FAILED = Text("The tool of the MCP server failed.")


def result_of(answer: McpAnswer) -> ToolResult:
    """Return the envelope: data is the structured content where there is some, else the text, else the blocks.

    The metadata keeps the last steps of its progress.
    """
    text = _text_of(answer.content)
    metadata: JsonObject = {"progress": list(answer.progress)} if answer.progress else {}
    if answer.is_error:
        words = text[:_MAX_ERROR_TEXT]
        message = Text.verbatim(words) if words else _FAILED
        return failure(OperationType.OPERATION, message, code=ResultCode.BACKEND, data=answer.structured, **metadata)
    return query_success(_data_of(answer, text), _ANSWERED, **metadata)


def _data_of(answer: McpAnswer, text: str) -> object:
    others = [block for block in answer.content if block.get("type") != "text"]
    if answer.structured is not None:
        # The specification has servers repeat structured content as text, so the text adds nothing.
        return {"structured": answer.structured, "content": others} if others else answer.structured
    return {"text": text, "content": others} if others else {"text": text}


def _text_of(content: Sequence[JsonObject]) -> str:
    return "\n".join(str(block.get("text", "")) for block in content if block.get("type") == "text")
