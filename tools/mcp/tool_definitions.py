"""Checks a server's tool definition against the protocol. Pure.

Source: `Tool` of the Model Context Protocol, 2025-11-25 and 2026-07-28.
"""

from typing import Any

from tools.core.definitions import JsonObject


def definition_problem(tool: Any) -> str | None:
    """Return which part of a definition is wrong; None when all is well."""
    if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
        return "name"
    schema = tool.get("inputSchema")
    if not isinstance(schema, dict) or schema.get("type") != "object" or not _has_legal_parts(schema):
        return "inputSchema"
    hints = tool.get("annotations")
    if hints is not None and not _are_hints(hints):
        return "annotations"
    return next((part for part in ("title", "description") if not _is_text_or_none(tool.get(part))), None)


def _has_legal_parts(schema: JsonObject) -> bool:
    properties, required = schema.get("properties"), schema.get("required")
    if properties is not None and not (
        isinstance(properties, dict) and all(isinstance(one, dict | bool) for one in properties.values())
    ):
        return False
    if required is not None and not (isinstance(required, list) and all(isinstance(name, str) for name in required)):
        return False
    return _is_text_or_none(schema.get("$schema"))


def _are_hints(hints: Any) -> bool:
    return (
        isinstance(hints, dict)
        and _is_text_or_none(hints.get("title"))
        and all(isinstance(value, bool | None) for name, value in hints.items() if name.endswith("Hint"))
    )


def _is_text_or_none(value: Any) -> bool:
    return value is None or isinstance(value, str)
