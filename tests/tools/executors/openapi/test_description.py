"""Documents as they are imported: supported parts, lost parts and reasons, and hostile documents."""

import json
from functools import partial
from typing import Any

import pytest

from tests.doubles.pet_shop import DOCUMENT
from tests.timing import assert_ends, assert_growth
from tools.core.errors import ToolArgumentsError
from tools.executors.openapi.description import Description, read_description
from tools.executors.openapi.document import MAX_BYTES, read_document
from tools.executors.openapi.operation import Operation

Json = dict[str, Any]


def document(paths: Json, **more: Any) -> Json:
    return {"openapi": "3.0.3", "servers": [{"url": "https://api.example.com"}], "paths": paths, **more}


def chosen(source: Json, *ids: str) -> tuple[Operation, list[str]]:
    """Return the first chosen operation, and what was lost of it."""
    listed = read_description(source).operations
    found = read_description(source, ids or [listed[0].id])
    (row,) = [one for one in found.operations if one.id == found.api.operations[0].id]
    return found.api.operations[0], [note.en for note in row.notes]


def test_each_operation_is_listed() -> None:
    found = read_description(DOCUMENT)
    assert [(one.id, one.method, one.title, one.deprecated) for one in found.operations] == [
        ("list_pets", "GET", "List pets", False),
        ("add_pet", "POST", "Add pet", False),
        ("get_pet", "GET", "Get pet", False),
        ("delete_pet", "DELETE", "", True),
    ]
    assert (found.api.server, found.api.security.kind, found.api.security.name) == (
        "https://pets.example.com/v1",
        "header",
        "X-Api-Key",
    )
    assert found.api.operations == []


def test_properties_of_a_body_become_arguments() -> None:
    operation, lost = chosen(DOCUMENT, "add_pet")
    assert operation.arguments == {
        "type": "object",
        "properties": {"name": {"type": "string"}, "age": {"type": "integer", "minimum": 0}},
        "additionalProperties": False,
        "required": ["name"],
    }
    assert (operation.media_type, lost) == ("application/json", [])


def test_equal_names_are_distinguished_by_their_place() -> None:
    schema = {"type": "object", "properties": {"id": {"type": "string"}, "name": {"type": "string"}}}
    body = {"required": True, "content": {"application/json": {"schema": schema}}}
    rows = [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}]
    operation, _ = chosen(document({"/a/{id}": {"put": {"parameters": rows, "requestBody": body}}}))
    assert [one.argument for one in operation.parameters] == ["path_id", "field_id", "name"]


def test_ids_are_made_and_distinguished() -> None:
    paths = {"/a/{b}": {"get": {}, "post": {"operationId": "x"}}, "/c": {"get": {"operationId": "x"}}}
    assert [one.id for one in read_description(document(paths)).operations] == ["get_a_b", "x", "x_2"]


def test_version_2() -> None:
    source = {
        "swagger": "2.0",
        "host": "api.example.com",
        "basePath": "/v2",
        "schemes": ["http", "https"],
        "securityDefinitions": {"basic": {"type": "basic"}},
        "paths": {
            "/a": {
                "post": {
                    "parameters": [
                        {
                            "name": "ids",
                            "in": "query",
                            "type": "array",
                            "items": {"type": "integer"},
                            "collectionFormat": "pipes",
                        },
                        {"name": "word", "in": "formData", "type": "string", "required": True},
                    ]
                }
            }
        },
    }
    found = read_description(source, ["post_a"])
    (operation,) = found.api.operations
    assert (found.api.server, found.api.security.kind) == ("https://api.example.com/v2", "basic")
    assert [(one.argument, one.place, one.style) for one in operation.parameters] == [
        ("ids", "query", "pipeDelimited"),
        ("word", "field", "form"),
    ]
    assert operation.media_type == "application/x-www-form-urlencoded"
    assert operation.arguments["required"] == ["word"]


def test_nullable_and_exclusive_bounds_become_json_schema() -> None:
    schema = {"type": "integer", "nullable": True, "minimum": 0, "exclusiveMinimum": True, "enum": [1, 2]}
    operation, _ = chosen(document({"/a": {"get": {"parameters": [{"name": "n", "in": "query", "schema": schema}]}}}))
    assert operation.arguments["properties"]["n"] == {
        "type": ["integer", "null"],
        "exclusiveMinimum": 0,
        "enum": [1, 2, None],
    }


def body_of(schema: Json, **schemas: Json) -> Json:
    content = {"application/json": {"schema": {"type": "object", "properties": {"x": schema}}}}
    return document({"/a": {"post": {"requestBody": {"content": content}}}}, components={"schemas": schemas})


LOSSES = [
    (
        "a cycle",
        body_of({"$ref": "#/components/schemas/A"}, A={"properties": {"a": {"$ref": "#/components/schemas/A"}}}),
        "contains itself",
    ),
    ("another document", body_of({"$ref": "https://evil.example.com/a.json"}), "is not fetched"),
    ("a file beside it", body_of({"$ref": "other.yaml#/A"}), "is not fetched"),
    ("nothing there", body_of({"$ref": "#/components/schemas/B"}), "not in the document"),
    ("a condition", body_of({"not": {"type": "string"}}), "checked by the service"),
    ("a long list", body_of({"enum": list(range(101))}), "more than 100 values"),
    ("a path without its parameter", document({"/a/{id}": {"get": {}}}), "no parameter describes"),
    ("an unknown place", document({"/a": {"get": {"parameters": [{"name": "a", "in": "moon"}]}}}), "unknown location"),
    ("another server", document({"/a": {"get": {"servers": [{"url": "http://10.0.0.1/"}]}}}), "a server of its own"),
    ("XML", document({"/a": {"post": {"requestBody": {"content": {"application/xml": {}}}}}}), "application/xml"),
]


@pytest.mark.parametrize(("source", "words"), [row[1:] for row in LOSSES], ids=[row[0] for row in LOSSES])
def test_what_is_lost_is_reported(source: Json, words: str) -> None:
    operation, lost = chosen(source)
    assert any(words in note for note in lost), lost
    assert operation.id


def test_parts_are_put_together() -> None:
    parts = [{"$ref": "#/components/schemas/A"}, {"properties": {"b": {"type": "string"}}, "required": ["b"]}]
    operation, lost = chosen(body_of({"allOf": parts}, A={"type": "object", "properties": {"a": {"type": "integer"}}}))
    assert operation.arguments["properties"]["x"] == {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "string"}},
        "required": ["b"],
    }
    assert lost == []


def test_yaml_is_read_as_json_has_it() -> None:
    text = "openapi: 3.0.0\npaths:\n  /a:\n    get:\n      summary: no\n      operationId: 2020-01-01\n"
    (operation,) = read_description(read_document(text.encode())).operations
    assert (operation.title, operation.id) == ("no", "2020-01-01")


BOMBS = {
    "a page": b"<html></html>",
    "JSON of another kind": b'{"a": 1}',
    "no paths": b'{"openapi": "3.0.0"}',
    "deep JSON": b"[" * 100_000,
    "deep YAML": b"openapi: 3.0.0\npaths: " + b"[" * 100_000,
    "deep YAML in blocks": "\n".join("  " * n + "a:" for n in range(3_000)).encode(),
    "too large": b" " * (MAX_BYTES + 1),
    "large YAML": b"a: " + b"x" * 7_000_000,
}


@pytest.mark.parametrize("content", BOMBS.values(), ids=list(BOMBS))
def test_what_is_no_document_is_refused_at_once(content: bytes) -> None:
    def refuse() -> None:
        with pytest.raises(ToolArgumentsError):
            read_document(content)

    assert_ends(refuse)


def test_aliases_that_multiply_cost_nothing() -> None:
    lines = ["openapi: 3.0.0", "z0: &z0 {type: string}"]
    lines += [
        f"z{n}: &z{n} {{allOf: [{', '.join([f'*z{n - 1}'] * 9)}], <<: [*z{n - 1}, *z{n - 1}]}}" for n in range(1, 12)
    ]
    lines += ["paths: {/a: {get: {parameters: [{name: q, in: query, schema: *z11}]}}}"]

    def read() -> None:
        found = read_description(read_document("\n".join(lines).encode()), ["get_a"])
        assert len(found.api.model_dump_json()) < 100_000

    assert_ends(read)


def described(operations: int) -> Description:
    schema = {"$ref": "#/components/schemas/A"}
    rows = [{"name": "q", "in": "query", "schema": schema}]
    paths = {f"/a{n}/{{id}}": {"get": {"summary": f"Get {n}", "parameters": rows}} for n in range(operations)}
    source = document(paths, components={"schemas": {"A": {"properties": {"a": schema}}}})
    return read_description(read_document(json.dumps(source).encode()), ["get_a7_id"])


def test_the_time_for_a_description_grows_with_its_operations() -> None:
    assert_growth(lambda operations: partial(described, operations), to=3_000)
    found = described(3_000)
    assert (len(found.operations), len(found.api.operations)) == (3_000, 1)


def test_too_many_are_not_chosen() -> None:
    paths: dict[str, Any] = {f"/a{n}": {"get": {}} for n in range(200)}
    with pytest.raises(ToolArgumentsError):
        read_description(document(paths), [f"get_a{n}" for n in range(200)])


@pytest.mark.parametrize(
    ("schemes", "kind", "notes"),
    [
        ({}, "bearer", ["The document describes no sign-in"]),
        ({"mutual": {"type": "mutualTLS"}}, "none", ["Sign-in of the kind “mutualtls” is not supported."]),
    ],
)
def test_a_secret_is_never_left_out_in_silence(schemes: dict[str, Any], kind: str, notes: list[str]) -> None:
    silent = document({"/a": {"get": {}}}, components={"securitySchemes": schemes})
    found = read_description(silent, ["get_a"])
    assert (found.api.security.kind, found.api.operations[0].is_signed) == (kind, kind != "none")
    assert [note.en.startswith(start) for note, start in zip(found.notes, notes, strict=True)] == [True]
