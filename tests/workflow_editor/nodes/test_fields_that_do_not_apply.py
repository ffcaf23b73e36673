"""A field that the other settings make meaningless is not offered; where a document holds it, there is a warning."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.factories.documents import node
from tests.factories.workflows import workflow_create
from tools.executors.contract.applicability import ignored_fields
from tools.executors.contract.schema import form_schema
from tools.executors.registry import registry
from tools.models import ToolConfig
from workflow_editor.nodes.registry import builtin_registry
from workflow_editor.services.tokens import token_create

NODES = {one.id: one.config_model for one in builtin_registry().node_types()}
TOOLS = {
    entry["type"]: registry.config_model(entry["type"])
    for entry in registry.catalogue()
    if entry["kind"] == "configured"
}
MODELS = {**NODES, **TOOLS}
Json = dict[str, Any]


def conditional(model: Any) -> Iterator[tuple[str, Json, Json]]:
    """Yield each field that does not always apply with its schema and settings under which it does not."""
    properties = form_schema(model)["properties"]
    for name, field in properties.items():
        for other, allowed in (field.get("x-show-if") or {}).items():
            choices = properties[other].get("enum") or [True, False, "", "filled in"]
            excluded = [one for one in choices if one not in (allowed if isinstance(allowed, list) else [allowed])]
            if excluded:
                yield name, field, {other: excluded[0]}


OF_TOOLS = [(kind, name, field, around) for kind, model in TOOLS.items() for name, field, around in conditional(model)]
OF_NODES = [(kind, name, field, around) for kind, model in NODES.items() for name, field, around in conditional(model)]
CASES = [(kind, name, field, around) for kind, model in MODELS.items() for name, field, around in conditional(model)]


def refused(answer: Any) -> list[tuple[str, str]]:
    """Return pointer and code of each error of an answer; none where it succeeded."""
    return [(one["pointer"], one["code"]) for one in answer.json().get("errors", ())]


def filling(field: Json) -> Any:
    """Return a value of a field that is not its default."""
    kind = field.get("type") or next((one.get("type") for one in field.get("anyOf", []) if one.get("type")), "string")
    if field.get("enum"):
        return next(one for one in field["enum"] if one != field.get("default"))
    return {"boolean": not field.get("default"), "integer": 7, "number": 7, "array": [1], "object": {"a": 1}}.get(
        kind, "something"
    )


@pytest.mark.parametrize(("kind", "name", "field", "around"), CASES, ids=[f"{row[0]}.{row[1]}" for row in CASES])
def test_what_does_not_apply_is_warned_about(kind: str, name: str, field: Json, around: Json) -> None:
    config = {**around, name: filling(field)}
    assert f"/{name}" in [one.pointer for one in ignored_fields(MODELS[kind], config)]
    assert f"/{name}" not in [one.pointer for one in ignored_fields(MODELS[kind], around)]


@pytest.mark.parametrize(("kind", "name", "field", "around"), OF_TOOLS, ids=[f"{row[0]}.{row[1]}" for row in OF_TOOLS])
@pytest.mark.everyday_rows(60)
def test_a_tool_is_not_saved_with_it_and_keeps_what_it_has(
    alice: User, kind: str, name: str, field: Json, around: Json
) -> None:
    config = {**around, name: filling(field)}
    api = APIClient()
    api.force_login(alice)
    created = api.post("/api/tools/configs/", {"type": kind, "name": "T", "config": config}, format="json")
    assert created.status_code == 400
    assert (f"/config/{name}", "field_ignored") in refused(created)
    stored = ToolConfig.objects.create(owner=alice, type=kind, name="Old", config=config)
    address = f"/api/tools/configs/{stored.pk}/"
    assert (f"/config/{name}", "field_ignored") not in refused(api.patch(address, {"config": config}, format="json"))


@pytest.mark.parametrize(("kind", "name", "field", "around"), OF_NODES, ids=[f"{row[0]}.{row[1]}" for row in OF_NODES])
def test_a_program_does_not_save_it_in_a_node_and_keeps_what_is_stored(
    alice: User, kind: str, name: str, field: Json, around: Json
) -> None:
    program, editor = APIClient(), APIClient()
    program.credentials(HTTP_AUTHORIZATION=f"Bearer {token_create(alice, name='T')[1]}")
    editor.force_login(alice)
    config = {**around, name: filling(field)}
    workflow = workflow_create(alice, document={"schema_version": 1, "nodes": [node("start", "start")], "edges": []})

    def saved(client: APIClient, *operations: Json) -> list[tuple[str, str]]:
        address = f"/api/workflows/{workflow.pk}/graph/"
        revision = client.get(address).json()["revision"]
        return refused(client.patch(address, {"revision": revision, "operations": operations}, format="json"))

    added = {"op": "add_node", "node": node("n", kind, config)}
    assert (f"/operations/0/config/{name}", "field_ignored") in saved(program, added)
    if saved(editor, added):
        # Its model refuses the value in any case, so no document holds it.
        return
    renamed = {"op": "update_node", "key": "n", "changes": {"name": "Other"}}
    assert saved(program, renamed, {"op": "update_config", "key": "n", "set": config}) == []
    cleared = {"op": "update_config", "key": "n", "unset": [name]}
    assert saved(program, cleared) == []
    again = {"op": "update_config", "key": "n", "set": {name: filling(field)}}
    assert (f"/operations/0/config/{name}", "field_ignored") in saved(program, again)
    assert saved(editor, again) == []


@pytest.mark.parametrize(("kind", "name", "field", "around"), OF_TOOLS, ids=[f"{row[0]}.{row[1]}" for row in OF_TOOLS])
@pytest.mark.parametrize("place", ["tool", "tools/0"])
def test_a_node_that_carries_a_tool_warns(place: str, kind: str, name: str, field: Json, around: Json) -> None:
    tool = {"id": "t", "type": kind, "config": {**around, name: filling(field)}}
    node_kind = builtin_registry().kind("tool" if place == "tool" else "process", 2)
    assert node_kind is not None
    findings = node_kind.read({"tool": tool} if place == "tool" else {"tools": [tool]}).inspection().findings
    assert (f"/{place}/config/{name}", "field_ignored", "warning") in [
        (one.field, one.code, one.severity) for one in findings
    ]


@pytest.mark.parametrize(("kind", "model"), MODELS.items(), ids=list(MODELS))
def test_conditions_name_fields_and_values_that_exist(kind: str, model: Any) -> None:
    properties = form_schema(model)["properties"]
    for field in properties.values():
        for other, allowed in (field.get("x-show-if") or {}).items():
            assert other in properties
            choices = properties[other].get("enum")
            assert choices is None or set(allowed) & set(choices)


def test_a_node_warns_with_the_title_of_the_field() -> None:
    kind = builtin_registry().kind("loop", 2)
    assert kind is not None
    (found,) = kind.read({"mode": "times", "condition": "index < 3"}).inspection().findings
    assert (found.code, found.severity, found.field) == ("field_ignored", "warning", "/condition")
    assert found.message.en == "“Condition” has no effect with the other settings. Remove it, or change them."
