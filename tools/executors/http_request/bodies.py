"""Request bodies as people and models write them, and answers as they come. Pure."""

from base64 import b64encode
from collections.abc import Mapping
from typing import Any, Literal
from urllib.parse import parse_qsl, urlencode

from tools.core.errors import ToolArgumentsError, ToolUpstreamError
from tools.core.formats.format_error import FormatError
from tools.core.formats.json_text import (
    ANSWER_TOO_DEEP,
    JsonTooDeepError,
    parse_encoded_json,
    parse_json,
    read_json,
    refuse_repeated_name,
    write_json,
)
from tools.core.text import Text, sentences
from tools.outbound.client import OutboundResponse

BodyType = Literal["json", "form", "raw", "multipart", "file"]
ResponseType = Literal["auto", "json", "text", "lines", "blob", "file"]

CONTENT_TYPES: Mapping[str, str] = {
    "json": "application/json",
    "form": "application/x-www-form-urlencoded",
    "raw": "text/plain; charset=utf-8",
}
MAX_TEXT = 100_000
"""Characters of a text answer that are kept; more would not fit into a conversation."""
MAX_LINES = 10_000
"""Lines of an answer that are kept."""
_NOT_SENT = Text("The body was not sent.")


def encoded(body: Any, body_type: BodyType, *, names_once: bool = True) -> bytes:
    """Return the body as it goes over the wire.

    Args:
        names_once: JSON is refused where a name comes twice in one object.
    Raises:
        ToolArgumentsError: it is not of the type that the tool sends.
    """
    if body_type == "raw":
        return body.encode() if isinstance(body, str) else write_json(body)
    if body_type == "form":
        return _as_form(body)
    if not isinstance(body, str):
        return write_json(body)
    try:
        value = read_json(body)
        if names_once:
            refuse_repeated_name(body)
        return write_json(value)
    except FormatError as error:
        raise ToolArgumentsError(sentences([_NOT_SENT, error.text])) from error


def fields_in(body: Any) -> Any:
    """Return the object that a text is in JSON; anything else as it is."""
    try:
        return parse_json(body) if isinstance(body, str) else body
    except ValueError:
        return body


def without_null(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields, and lists of values in them, without those that are null; JSON in them stays as it is."""
    return {
        name: [one for one in value if one is not None] if isinstance(value, list) else value
        for name, value in fields.items()
        if value is not None
    }


def _as_form(body: Any) -> bytes:
    if isinstance(body, str):
        if "=" not in body:
            raise ToolArgumentsError(Text("The body is not a form. Write name=value&other=value."))
        return urlencode(parse_qsl(body, keep_blank_values=True)).encode()
    if not isinstance(body, dict):
        raise ToolArgumentsError(Text("A form body must be an object."))
    return urlencode(body, doseq=True).encode()


_WORDS_OF_TEXTS = ("xml", "json", "yaml", "csv", "toml", "sql", "javascript", "form")
"""In the names of types that are text, such as `application/x-ndjson`."""


def payload(response: OutboundResponse, response_type: ResponseType = "auto") -> Any:
    """Return the answer's data.

    `response_type`: `auto` parses declared JSON, returns text as text, and only type and size of anything else; `json`
    always parses; `text` never does; `lines` is a list of texts; `blob` is `{contentType, bytes, base64}`. A failed
    answer to a file request is read like `auto`. Raises ToolUpstreamError for malformed or too deeply nested JSON.
    """
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    match response_type:
        case "json":
            return response.parsed() if response.content else None
        case "text":
            return response.text[:MAX_TEXT]
        case "lines":
            return response.text.splitlines()[:MAX_LINES]
        case "blob":
            content = b64encode(response.content).decode()
            return {"contentType": kind, "bytes": len(response.content), "base64": content}
        case "auto" | "file":
            return _by_kind(response, kind)


def _by_kind(response: OutboundResponse, kind: str) -> Any:
    if kind == "application/json" or kind.endswith("+json"):
        try:
            return parse_encoded_json(response.content, response.encoding)
        except JsonTooDeepError as error:
            raise ToolUpstreamError(ANSWER_TOO_DEEP) from error
        except ValueError:
            return response.text[:MAX_TEXT]
    if kind.startswith("text/") or not kind or any(word in kind for word in _WORDS_OF_TEXTS):
        return response.text[:MAX_TEXT]
    return {"contentType": kind, "bytes": len(response.content)} if response.content else None
