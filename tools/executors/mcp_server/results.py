"""From the answer of an MCP server to the envelope. Pure."""

from collections.abc import Sequence
from typing import Any

from tools.core.definitions import JsonObject, OperationType
from tools.core.envelope import ResultCode, ToolResult, failure, query_success
from tools.core.text import Text, sentences
from tools.executors.contract.json_schema import schema_mismatch, schema_problem, without_patterns
from tools.executors.mcp_server.media import AnswerMedia
from tools.mcp.server import McpAnswer

_ANSWERED = Text("The tool of the MCP server answered.")
_MAX_ERROR_TEXT = 2_000
_FAILED = Text("The tool of the MCP server failed.")
_UNSTRUCTURED = Text("The server declares structured output for this tool and sent none.")
_MISFIT = Text("The result does not fit the output that the server declares: {mismatch}", mismatch="")


def result_of(answer: McpAnswer, output_schema: JsonObject | None, media: AnswerMedia) -> ToolResult:
    """Return the envelope: data is structured content, else text, else the blocks.

    Metadata keeps the last progress steps. A result that violates its output schema is kept, with a warning.
    """
    # Before the texts, so that what they repeat is known.
    others = [media.replaced(block) for block in answer.content if block.get("type") != "text"]
    structured = media.replaced(answer.structured)
    text = media.text(_text_of(answer.content))
    metadata: JsonObject = {"progress": list(answer.progress)} if answer.progress else {}
    if answer.is_error:
        words = text[:_MAX_ERROR_TEXT]
        message = Text.verbatim(words) if words else _FAILED
        return failure(OperationType.OPERATION, message, code=ResultCode.BACKEND, data=structured, **metadata)
    warning = _warning(answer.structured, output_schema)
    message = sentences([_ANSWERED, warning]) if warning else _ANSWERED
    if warning:
        metadata["warning"] = warning.en
    return query_success(_data_of(structured, text, others), message, **metadata)


def _data_of(structured: Any, text: str, others: list[Any]) -> object:
    if structured is not None:
        # The specification has servers repeat structured content as text, so the text adds nothing.
        return {"structured": structured, "content": others} if others else structured
    return {"text": text, "content": others} if others else {"text": text}


def _text_of(content: Sequence[JsonObject]) -> str:
    return "\n".join(str(block.get("text", "")) for block in content if block.get("type") == "text")


def _warning(structured: Any, output_schema: JsonObject | None) -> Text | None:
    schema = _judging(output_schema) if output_schema else None
    if schema is None:
        return None
    if structured is None:
        return _UNSTRUCTURED
    found = schema_mismatch(structured, schema)
    return _MISFIT.filled(mismatch=found.sentence) if found else None


def _judging(declared: JsonObject) -> JsonObject | None:
    """Return the schema as far as it can judge; None for one that is none."""
    schema: JsonObject = without_patterns(declared)
    return None if schema_problem(schema) else schema
