"""Finds secrets in settings, removes them before storage and restores them before a call. Pure.

Secrets are marked fields, values of rows with a secret's name as key (`Authorization`), values under secret names
inside texts (query, form or JSON), and keys found by `address_keys`. A removed secret leaves a gap, null or `***`;
settings returned with the gap keep the secret.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from tools.core.definitions import JsonObject
from tools.executors.contract.schema import code_fields, secret_fields
from tools.secrets.address_keys import is_reference, keys_in
from tools.secrets.names import MASK, is_secret_name

_IN_TEXT = re.compile(
    r"""(?P<head>(?:^|[?&])(?P<query>[^=&#\s?/"]+)=)(?P<query_value>[^&#\s"]+)"""
    r"""|(?P<json_head>"(?P<json>[^"\\]+)"\s*:\s*")(?P<json_value>(?:[^"\\]|\\.)+)"""
)
_TEXT_MARK = "?"
"""Marks names of secrets that are part of a text."""

Visit = Callable[[str, str, str | None], str | None]
"""Takes a secret's name, pointer and value (None for a gap), and returns its replacement."""


def take_secrets(model: type[BaseModel] | None, config: Mapping[str, Any]) -> tuple[JsonObject, dict[str, str]]:
    """Return settings with gaps for secrets, and the secrets by name (`webhookUrl`, `headers/x-api-key`, `url?token`).

    Marked fields are removed. `model` is None for an unknown type; `config` (camelCase JSON) need not fit it.
    """
    taken: dict[str, str] = {}

    def take(name: str, pointer: str, value: str | None) -> str | None:
        if value is not None:
            taken[name] = value
        return None

    plain = _visited(model, config, take)
    for name in secret_fields(model) if model else ():
        value = plain.pop(name, None)
        if value is not None:
            taken[name] = value
    return plain, taken


def put_secrets(model: type[BaseModel] | None, config: Mapping[str, Any], secrets: Mapping[str, str]) -> JsonObject:
    """Return the settings with the gaps filled; what has no secret of its own keeps its gap."""

    def put(name: str, pointer: str, value: str | None) -> str | None:
        return secrets.get(name) if value is None else value

    full = _visited(model, config, put)
    for name in secret_fields(model) if model else ():
        if full.get(name) is None and name in secrets:
            full[name] = secrets[name]
    return full


def fill_gaps(model: type[BaseModel] | None, config: Mapping[str, Any], filling: str) -> JsonObject:
    """Return the settings with this text in every gap; marked fields that are null stay so."""
    return _visited(model, config, lambda name, pointer, value: filling if value is None else value)


def secret_pointers(model: type[BaseModel] | None, config: Mapping[str, Any]) -> list[str]:
    """Return JSON pointers to the fields of the settings that hold a secret for certain."""
    found = [f"/{name}" for name in (secret_fields(model) if model else ()) if config.get(name)]

    def look(name: str, pointer: str, value: str | None) -> str | None:
        if value is not None:
            found.append(pointer)
        return value

    _visited(model, config, look, is_certain=True)
    return list(dict.fromkeys(found))


def gap_pointers(model: type[BaseModel] | None, config: Mapping[str, Any]) -> list[str]:
    """Return JSON pointers to gaps left in texts; gaps in rows are null and refused anyway."""
    found: list[str] = []

    def look(name: str, pointer: str, value: str | None) -> str | None:
        if value is None and _TEXT_MARK in name:
            found.append(pointer)
        return value

    _visited(model, config, look)
    return list(dict.fromkeys(found))


def visit_secrets(config: Mapping[str, Any], visit: Visit) -> JsonObject:
    """Copy settings, replacing what is or looks like a secret in their texts and rows by what `visit` returns."""
    return _visited(None, config, visit)


def _visited(
    model: type[BaseModel] | None, config: Mapping[str, Any], visit: Visit, *, is_certain: bool = False
) -> JsonObject:
    """Copy the settings, replacing secrets outside marked fields by `visit`; `is_certain` skips mere lookalikes of
    keys.
    """
    untouched = {*secret_fields(model), *code_fields(model)} if model else set()
    copy: JsonObject = {}
    for field, value in config.items():
        if field in untouched:
            copy[field] = value
        elif isinstance(value, str):
            copy[field] = _visited_text(field, value, visit, is_certain=is_certain)
        elif isinstance(value, list):
            copy[field] = [_visited_row(field, index, row, visit) for index, row in enumerate(value)]
        else:
            copy[field] = value
    return copy


def _visited_row(field: str, index: int, row: Any, visit: Visit) -> Any:
    key = row.get("key") if isinstance(row, dict) else None
    if not isinstance(key, str) or "value" not in row or not is_secret_name(key):
        return row
    value = row["value"]
    if value is not None and (not isinstance(value, str) or not value or is_reference(value)):
        return row
    return {**row, "value": visit(f"{field}/{key.strip().lower()}", f"/{field}/{index}/value", value)}


def _visited_text(field: str, text: str, visit: Visit, *, is_certain: bool) -> str:
    seen: Counter[str] = Counter()
    kept, at = [], 0
    for name, start, end in sorted(_in_text(text, is_certain=is_certain), key=lambda found: found[1:]):
        if start < at:
            continue
        value = text[start:end]
        seen[name] += 1
        number = f"#{seen[name]}" if seen[name] > 1 else ""
        found = visit(f"{field}{_TEXT_MARK}{name}{number}", f"/{field}", None if value == MASK else value)
        kept += [text[at:start], MASK if found is None else found]
        at = end
    return "".join([*kept, text[at:]])


def _in_text(text: str, *, is_certain: bool) -> Iterator[tuple[str, int, int]]:
    """Yield name, beginning and end of each secret in a text; some may lie within others."""
    for key in keys_in(text):
        if key.kind != "query" and (key.is_certain or not is_certain):
            yield key.kind, key.start, key.end
    for match in _IN_TEXT.finditer(text):
        name, place = (match["query"], "query_value") if match["query"] else (match["json"], "json_value")
        if is_secret_name(name) and not is_reference(match[place]):
            yield name, *match.span(place)
