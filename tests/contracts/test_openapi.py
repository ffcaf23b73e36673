"""The OpenAPI document: valid, free of warnings, with the names that the front end's types have."""

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator
from rest_framework.test import APIClient

from agents.core.events import EVENT_TYPES

NAMES = """
ApiProblem ApiToken Credential EdgeDoc Graph SavedGraphChange GraphOperation GraphSaved LocalText NodeDoc NodeRun
NodeTypeInfo OutputField Person Port Position Problem Provider ProviderPreset Run RunError RunEventFrame RunMode
RunSocketMessage RunSummary Session Status ToolConfig ToolInvocation ToolPolicy ToolType User WorkflowSummary
WorkflowTemplate
""".split()


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """Generate the document, failing on any warning."""
    text = io.StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=text)
    loaded: dict[str, Any] = yaml.safe_load(text.getvalue())
    return loaded


def test_the_document_is_valid_and_free_of_warnings(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")


def test_components_have_the_names_that_the_front_end_uses(document: dict[str, Any]) -> None:
    assert set(NAMES) <= set(document["components"]["schemas"])


def test_the_branches_of_a_union_exclude_each_other(document: dict[str, Any]) -> None:
    """`tests/response_schemas.py` looks into the branch that a value names, and into no other."""
    schemas = document["components"]["schemas"]

    def resolved(schema: dict[str, Any]) -> dict[str, Any]:
        return resolved(schemas[schema["$ref"].rpartition("/")[2]]) if "$ref" in schema else schema

    def unions(schema: Any) -> Iterator[dict[str, Any]]:
        if isinstance(schema, dict) and "discriminator" in schema:
            yield schema
        for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
            yield from unions(inner)

    found = list(unions(document))
    assert len(found) > 5
    for union in found:
        name, mapping = union["discriminator"]["propertyName"], union["discriminator"]["mapping"]
        assert {one["$ref"] for one in union["oneOf"]} == set(mapping.values())
        for kind, branch in mapping.items():
            field = resolved(resolved({"$ref": branch})["properties"][name])
            assert field.get("enum", [field.get("const")]) == [kind], (branch, field)


def test_operations_are_distinguished_by_their_op(document: dict[str, Any]) -> None:
    operation = document["components"]["schemas"]["GraphOperation"]
    assert operation["discriminator"]["propertyName"] == "op"
    assert set(operation["discriminator"]["mapping"]) == {
        "add_node",
        "update_node",
        "update_config",
        "remove_node",
        "add_edge",
        "remove_edge",
    }


def test_socket_messages_speak_of_the_same_events(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert set(schemas["RunSocketMessage"]["discriminator"]["mapping"]) == {
        "event",
        "text",
        "child_text",
        "caught_up",
        "error",
        "pong",
    }
    assert set(schemas["RunEventFrame"]["discriminator"]["mapping"]) == set(EVENT_TYPES)


def test_icons_of_the_catalogues_are_named(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert "sparkles" in schemas["NodeTypeInfo"]["properties"]["icon"]["examples"]
    assert "world" in schemas["ToolType"]["properties"]["icon"]["examples"]


def test_every_operation_has_an_id_and_an_error_form(document: dict[str, Any]) -> None:
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    ids = [operation["operationId"] for operation in operations]
    assert len(ids) == len(set(ids))
    assert all("application/problem+json" in operation["responses"]["default"]["content"] for operation in operations)


def test_the_explorer_loads_nothing_from_elsewhere(alice_api: APIClient) -> None:
    page = alice_api.get("/api/docs/").content.decode()
    assert "/static/drf_spectacular_sidecar/" in page
    assert "https://" not in page


def test_the_document_is_built_once_and_for_people_who_are_signed_in(
    anonymous_api: APIClient, alice_api: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = alice_api.get("/api/schema/?format=json").json()
    assert first["openapi"].startswith("3.1")
    monkeypatch.setattr(SchemaGenerator, "get_schema", None)
    assert alice_api.get("/api/schema/?format=json").json() == first
    # Nor does a language that nobody has build, and keep, another one.
    assert alice_api.get("/api/schema/?format=json&lang=x-planted").json() == first
    for path in ("/api/schema/", "/api/docs/"):
        assert anonymous_api.get(path).status_code == 401


def test_what_is_answered_fits_the_document(document: dict[str, Any], admin_api: APIClient) -> None:
    """Rules without a mode, and short names in Chinese."""
    agent = admin_api.post("/api/agents/", {"document": {"name": "管家"}}).json()
    base = admin_api.post("/api/knowledge-bases/", {"name": "手册"}).json()
    assert not base["slug"].isascii() or not agent["slug"].isascii()
    answers = {
        "ToolPolicy": admin_api.post("/api/tools/policies/", {"tool_pattern": "*", "effect": "allow"}).json(),
        "KnowledgeBase": base,
        "ChatPartner": admin_api.get(f"/api/agents/{agent['slug']}/chat/").json(),
    }
    for name, answer in answers.items():
        for field, schema in document["components"]["schemas"][name]["properties"].items():
            whole = {"components": document["components"], **schema}
            errors = list(Draft202012Validator(whole).iter_errors(answer[field])) if "pattern" not in schema else []
            assert errors == [], (name, field, answer[field])
            pattern = schema.get("pattern", "").replace(r"\p{L}\p{N}", r"a-zA-Z0-9\u00c0-\uffff")
            assert re.fullmatch(pattern, answer[field], re.ASCII) if pattern else True, (name, field, answer[field])
