"""Reads the file of an OpenAPI document: JSON or YAML, bounded. Pure."""

from math import inf
from typing import Any

import orjson

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.formats.json_text import JsonTooDeepError, parse_json
from tools.core.formats.yaml_text import parse_yaml
from tools.core.text import Text

MAX_BYTES = 20 * 1024 * 1024
MAX_YAML_BYTES = 6 * 1024 * 1024
"""YAML takes about thirty times as long to read as JSON."""

TOO_LARGE = Text("The document is larger than {most} MB. Remove what you do not call.", most=MAX_BYTES // 1024**2)
_TOO_LARGE_YAML = Text(
    "The YAML document is larger than {most} MB. Convert it to JSON, which may have {json} MB.",
    most=MAX_YAML_BYTES // 1024**2,
    json=MAX_BYTES // 1024**2,
)
_UNREADABLE = Text("The document is neither JSON nor YAML. Choose the OpenAPI document itself, not a page about it.")
_NO_DOCUMENT = Text("This is no OpenAPI document: it must say “openapi: 3…” or “swagger: 2.0” and have paths.")


def read_document(content: bytes) -> JsonObject:
    """Parse an OpenAPI 2 or 3 document. Raises ToolArgumentsError if it is too large or not one."""
    if len(content) > MAX_BYTES:
        raise ToolArgumentsError(TOO_LARGE)
    found = _value(content.removeprefix(b"\xef\xbb\xbf"))
    if not isinstance(found, dict) or not isinstance(found.get("paths"), dict):
        raise ToolArgumentsError(_NO_DOCUMENT)
    if not str(found.get("openapi", "")).startswith("3") and str(found.get("swagger", "")) != "2.0":
        raise ToolArgumentsError(_NO_DOCUMENT)
    return found


def _value(content: bytes) -> Any:
    try:
        return parse_json(content)
    except JsonTooDeepError as error:
        raise ToolArgumentsError(_UNREADABLE) from error
    except orjson.JSONDecodeError:
        pass
    if len(content) > MAX_YAML_BYTES:
        raise ToolArgumentsError(_TOO_LARGE_YAML)
    try:
        return parse_yaml(content, max_values=inf)
    except ValueError as error:
        raise ToolArgumentsError(_UNREADABLE) from error
