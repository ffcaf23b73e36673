"""Whatever a type of tool offers to fill in, in each of its settings, is taken in some call.

A tool is set up in every way that its form has a choice for; then each argument that is left to fill in is tried with
values of its type, alone and beside each choice of the other arguments. Nothing is sent.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.workflow_editor.every_tool.conftest import SetOut
from tests.workflow_editor.every_tool.counter import CONFIGS, Counter
from tests.workflow_editor.every_tool.row import Json, ToolRow
from tests.workflow_editor.every_tool.rows import ROWS
from tools.executors.contract.schema import form_schema
from tools.executors.registry import registry

BAD_ARGUMENTS = 1002
_ID = "7f0c4b0e-7a51-4a0a-9a3e-0d2f5c1b2a33"
NAMED: dict[str, tuple[Any, ...]] = {
    "url": ("https://example.com/a",),
    "images": (["https://example.com/a.png"],),
    "spoken_language": ("zh",),
    "workflow_id": (_ID,),
    "run_id": (_ID,),
    "schedule_at": ((datetime.now(UTC) + timedelta(days=1)).isoformat(),),
}
"""By the end of a name, what its type does not say."""
TEXTS = ("text", "https://example.com/a", "1", "2026-11-21", "a/b", "13800000000", '{"a": 1}', "a@example.com")
WITH_ARGUMENTS = {label: row for label, row in ROWS.items() if not row.function}
"""The functions of a server are that server's."""


def _choices(schema: Json) -> list[Any]:
    parts = [schema, *schema.get("anyOf", [])]
    return [value for part in parts for value in part.get("enum", [part["const"]] if "const" in part else [])]


def _samples(schema: Json, root: Json) -> Iterator[Any]:
    """Yield values of a type."""
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]] | {k: v for k, v in schema.items() if k != "$ref"}
    yield from _choices(schema)
    yield from (
        value for value in (schema.get("default"), *schema.get("examples", ())) if value not in (None, "", [], {})
    )
    for part in schema.get("anyOf", ()):
        yield from _samples(part, root)
    match schema.get("type"):
        case "string":
            yield from TEXTS
        case "integer" | "number":
            yield from {schema.get("minimum", 1), schema.get("maximum", 1), 1, 2}
        case "boolean":
            yield from (True, False)
        case "array":
            yield from ([one] for one in _samples(schema.get("items", {"type": "string"}), root))
        case "object":
            named = schema.get("properties", {})
            yield {name: next(_samples(part, root), "text") for name, part in named.items()} or {"a": "text"}
            required = schema.get("required", [])
            yield {name: next(_samples(named[name], root), "text") for name in required if name in named}
        case None if "anyOf" not in schema:
            yield from TEXTS


def _values(name: str, schema: Json, root: Json) -> Iterator[Any]:
    for end, values in NAMED.items():
        if name.endswith(end):
            yield from values
    yield from _samples(schema, root)


def _settings(counter: Counter, row: ToolRow) -> Iterator[Json]:
    """Make the tool in every way that one choice of its form gives; those that are refused at once are left out."""
    yield counter.make()
    schema = form_schema(registry.config_model(row.ui_type))
    for name, field in schema["properties"].items():
        resolved = schema["$defs"][field["$ref"].rpartition("/")[2]] if "$ref" in field else field
        for value in _choices(resolved) or ([True, False] if resolved.get("type") == "boolean" else []):
            body = {"type": row.ui_type, "name": "Tried", "config": {**counter.config, name: value}}
            made = counter.api.post(CONFIGS, body, format="json")
            if made.status_code == 201:
                yield made.json()


def _is_taken(counter: Counter, tool: Json, name: str) -> bool:
    schema = tool["parameters_schema"]
    properties: Json = schema["properties"]
    base = {key: value for key, value in counter.row.arguments.items() if key in properties}
    for key in schema.get("required", ()):
        base.setdefault(key, next(_values(key, properties[key], schema)))
    beside = [{other: value} for other in properties if other != name for value in _choices(properties[other])]
    values = ([base[name]] if name in base else []) + list(_values(name, properties[name], schema))
    for extra in [{}, *beside]:
        for value in values:
            arguments = {**base, **extra, name: value}
            answer = counter.api.post(
                f"{CONFIGS}{tool['id']}/test/", {"arguments": arguments, "mode": "test"}, format="json"
            )
            # A choice that asks for further settings is refused before its arguments are read.
            if answer.status_code == 409 or answer.json()["result"]["code"] != BAD_ARGUMENTS:
                return True
    return False


@pytest.mark.parametrize("row", WITH_ARGUMENTS.values(), ids=WITH_ARGUMENTS)
@pytest.mark.everyday_rows(3)
def test_every_argument_that_is_offered_can_be_given(set_out: SetOut, row: ToolRow) -> None:
    counter = set_out(row)
    refused = [
        (name, tool["config"])
        for tool in _settings(counter, row)
        for name in tool["parameters_schema"].get("properties", {})
        if not _is_taken(counter, tool, name)
    ]
    assert refused == []
