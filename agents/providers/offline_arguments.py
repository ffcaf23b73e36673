"""Fills in a JSON Schema for the offline model, from the schema's hints, then the user's words. Pure."""

import re
from typing import Any

from tools.core.definitions import JsonObject

_URL = re.compile(r"https?://[^\s<>\"'，。）)]+")
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?")
_FORMATS = {
    "uri": "https://example.com/",
    "url": "https://example.com/",
    "date": "2026-01-01",
    "time": "09:00:00Z",
    "date-time": "2026-01-01T09:00:00Z",
    "email": "someone@example.com",
    "uuid": "00000000-0000-4000-8000-000000000000",
}
MAX_DEPTH = 6


def fill_schema(schema: JsonObject, user_text: str) -> Any:
    """Return a value that follows the schema's common keywords.

    Only required properties are filled in. In order: `const`, `default`, first of `examples`, of `enum` the value that
    occurs in `user_text`, else the first, and then a value of the right type taken from `user_text`.
    """
    return _fill(schema, schema.get("$defs", {}), user_text.strip() or "Hello", 0)


def _fill(schema: JsonObject, definitions: JsonObject, text: str, depth: int) -> Any:
    schema = _resolved(schema, definitions)
    hint = _hint(schema, text)
    if hint is not None:
        return hint
    kind = schema.get("type", "object" if "properties" in schema else "string")
    if isinstance(kind, list):
        kind = next((item for item in kind if item != "null"), "null")
    if depth >= MAX_DEPTH:
        return None
    if kind == "object":
        wanted = schema.get("required", [])
        properties = schema.get("properties", {})
        return {name: _fill(properties.get(name, {}), definitions, text, depth + 1) for name in wanted}
    if kind == "array":
        item = schema.get("items", {})
        return [_fill(item, definitions, text, depth + 1) for _ in range(schema.get("minItems", 0))]
    return _scalar(kind, schema, text)


def _resolved(schema: JsonObject, definitions: JsonObject) -> JsonObject:
    for _ in range(MAX_DEPTH):
        reference = schema.get("$ref", "")
        choices = schema.get("anyOf") or schema.get("oneOf")
        if reference.startswith("#/$defs/"):
            schema = definitions.get(reference.removeprefix("#/$defs/"), {})
        elif choices and _hint(schema, "") is None:
            schema = next((choice for choice in choices if choice.get("type") != "null"), {})
    return schema


def _hint(schema: JsonObject, text: str) -> Any:
    if schema.get("const") is not None:
        return schema["const"]
    if schema.get("default") is not None:
        return schema["default"]
    if schema.get("examples"):
        return schema["examples"][0]
    choices = schema.get("enum") or [None]
    return next((choice for choice in choices if isinstance(choice, str) and _occurs(choice, text)), choices[0])


def _occurs(word: str, text: str) -> bool:
    return bool(word.strip()) and word.casefold() in text.casefold()


def _scalar(kind: str, schema: JsonObject, text: str) -> Any:
    if kind == "boolean":
        return False
    if kind == "null":
        return None
    if kind in ("integer", "number"):
        found = _NUMBER.search(text)
        value = float(found.group()) if found else float(schema.get("minimum", 1))
        value = max(value, float(schema.get("minimum", value)))
        value = min(value, float(schema.get("maximum", value)))
        return int(value) if kind == "integer" or value.is_integer() else value
    return _string(schema, text)


def _string(schema: JsonObject, text: str) -> str:
    format_ = schema.get("format", "")
    found = _URL.search(text)
    if format_ in ("uri", "url") and found:
        return found.group()
    value: str = _FORMATS.get(format_, text)
    return value[: schema.get("maxLength", len(value))]
