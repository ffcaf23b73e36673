"""A wrong node gets the same codes and sentences from the API, from import, from the panel and from `full_clean()`."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.test import Client
from rest_framework.test import APIClient

from tests.factories.documents import node
from tests.factories.workflows import workflow_create
from workflow_editor.models import GraphChange, ProcessNode, Workflow
from workflow_editor.models.graph_document import graph_document
from workflow_editor.nodes.registry import builtin_registry

pytestmark = pytest.mark.django_db
JsonObject = dict[str, Any]
Finding = tuple[str, str, str]
"""Pointer from the node, code, sentence."""
LIST = "/admin/workflow_editor/processnode/"
_WRONG_VALUES: tuple[Any, ...] = ({"no": {"such": "thing"}}, ["neither"], 10**9, -1, "?", True, None)
_SHAPE: list[JsonObject] = [
    {"key": "1"}, {"key": "a b"}, {"key": ""}, {"key": "k" * 65}, {"name": ""}, {"name": "n" * 121}, {"name": "Start"},
    {"type_version": 0}, {"config": []}, {"config": None},
    {"parent": "ghost"}, {"parent": "start"}, {"policy": {"attempts": 99}}, {"policy": {"onError": "cry"}},
    {"policy": {"unknown": 1}}, {"type": "start"}, {"name": "", "key": "-", "policy": {"attempts": 0}},
]  # fmt: skip


def _wrong_configs(type_id: str) -> Iterator[JsonObject]:
    """Yield configs that may be wrong: each field with values of other types and sizes, and an unknown field."""
    model = builtin_registry().get(type_id).config_model
    yield {"noSuchField": 1}
    for name, field in model.model_fields.items():
        for value in _WRONG_VALUES:
            yield {field.alias or name: value}


def _mistakes(type_id: str) -> list[JsonObject]:
    base = node("wrong", type_id)
    found = [{**base, "config": config} for config in _wrong_configs(type_id)]
    return found + ([{**base, **shape} for shape in _SHAPE] if type_id == "template" else [])


class Callers:
    """The ways a node gets into a graph that holds a start node."""

    def __init__(self, owner: User, api: APIClient, panel: Client) -> None:
        self.workflow = workflow_create(owner, document={"nodes": [node("start", "start")], "edges": []})
        self.api = api
        self.panel = panel

    def over_the_api(self, wrong: JsonObject) -> set[Finding]:
        body = {"revision": self.workflow.revision, "operations": [{"op": "add_node", "node": wrong}]}
        return self._answered(
            self.api.patch(f"/api/workflows/{self.workflow.pk}/graph/", body, format="json"), "/operations/0"
        )

    def by_import(self, wrong: JsonObject) -> set[Finding]:
        document = {"nodes": [node("start", "start"), wrong], "edges": []}
        answer = self.api.post("/api/workflows/", {"name": "Imported", "document": document}, format="json")
        return self._answered(answer, "/document/nodes/1")

    def by_full_clean(self, wrong: JsonObject) -> set[Finding]:
        fields = {name: value for name, value in wrong.items() if name != "position"}
        try:
            ProcessNode(workflow=self.workflow, **fields).full_clean()
        except ValidationError as error:
            return _by_field(
                {field: [(one.code, one.messages[0]) for one in errors] for field, errors in error.error_dict.items()}
            )
        return set()

    def in_the_panel(self, wrong: JsonObject) -> set[Finding]:
        typed = {name: json.dumps(wrong[name]) for name in ("config", "policy") if name in wrong}
        texts = {name: wrong[name] for name in ("key", "name", "type", "parent") if wrong.get(name) is not None}
        answer = self.panel.post(f"{LIST}add/", {"workflow": str(self.workflow.pk), "policy": "{}", **texts, **typed})
        if answer.status_code == 302:
            return set()
        errors = answer.context["adminform"].form.errors.get_json_data()
        return _by_field({field: [(one["code"], one["message"]) for one in found] for field, found in errors.items()})

    def _answered(self, answer: Any, prefix: str) -> set[Finding]:
        if answer.status_code in {200, 201}:
            return set()
        assert answer.status_code == 400, answer.content
        return {
            (error["pointer"].removeprefix(prefix), error["code"], error["message"])
            for error in answer.json()["errors"]
        }


def _by_field(errors: dict[str, list[tuple[Any, str]]]) -> set[Finding]:
    found = set()
    for field, several in errors.items():
        for code, message in several:
            pointer, colon, rest = message.partition(": ") if message.startswith("/") else ("", "", message)
            place = pointer if field == NON_FIELD_ERRORS else f"/{field}{pointer}"
            found.add((place, code, rest if colon else message))
    return found


@pytest.fixture
def callers(admin: User, client: Client) -> Callers:
    client.force_login(admin)
    api = APIClient()
    api.force_authenticate(admin)
    return Callers(admin, api, client)


@pytest.mark.parametrize("type_id", builtin_registry().type_ids())
@pytest.mark.everyday_rows(4)
def test_every_mistake_is_refused_alike(callers: Callers, type_id: str) -> None:
    seen: list[set[Finding]] = []
    for wrong in _mistakes(type_id):
        expected = callers.by_full_clean(wrong)
        if not expected or expected in seen:
            continue
        seen.append(expected)
        assert callers.over_the_api(wrong) == expected, wrong
        assert callers.by_import(wrong) == expected, wrong
        if wrong["type_version"] == 1:
            assert callers.in_the_panel(wrong) == expected, wrong
    assert seen
    assert graph_document(callers.workflow).model_dump()["nodes"][0]["key"] == "start"
    assert ProcessNode.objects.filter(workflow=callers.workflow).count() == 1


@pytest.mark.parametrize("unknown", [{"type": "nothing"}, {"type": ""}, {"type_version": 99}])
def test_a_document_keeps_a_type_of_another_version_and_the_panel_refuses_it(
    callers: Callers, unknown: JsonObject
) -> None:
    kept = {**node("kept", "template"), **unknown}
    assert {code for _, code, _ in callers.by_full_clean(kept)} == {"unknown_type"}
    assert callers.by_import(kept) == set()
    assert callers.over_the_api(kept) == set()


class TestPanel:
    def test_an_edit_is_an_edit_of_the_graph(self, callers: Callers) -> None:
        row = ProcessNode.objects.get(workflow=callers.workflow)
        page = f"{LIST}{row.pk}/change/"
        assert 'name="key"' not in callers.panel.get(page).content.decode()
        form = _filled(callers.panel.get(page)) | {"name": "Begin"}
        assert callers.panel.post(page, form).status_code == 302
        (change,) = GraphChange.objects.all()
        assert change.operations == [{"op": "update_node", "key": "start", "changes": {"name": "Begin"}}]
        callers.workflow.refresh_from_db()
        assert change.revision == callers.workflow.revision
        stale = {"revision": change.revision - 1, "operations": [{"op": "remove_node", "key": "start"}]}
        answer = callers.api.patch(f"/api/workflows/{callers.workflow.pk}/graph/", stale, format="json")
        assert (answer.status_code, answer.json()["changes"][0]["operations"]) == (409, change.operations)

    def test_an_edit_of_an_older_graph_is_refused_with_a_sentence(self, callers: Callers) -> None:
        page = f"{LIST}{ProcessNode.objects.get(workflow=callers.workflow).pk}/change/"
        form = _filled(callers.panel.get(page)) | {"name": "Begin"}
        Workflow.objects.update(revision=7)
        answer = callers.panel.post(page, form)
        assert "Reload this page" in answer.content.decode()
        assert ProcessNode.objects.get(workflow=callers.workflow).name == "Start"

    def test_what_no_database_stores_is_refused(self, callers: Callers) -> None:
        form = {"workflow": str(callers.workflow.pk), "key": "a", "name": "A", "type": "template", "policy": "{}"}
        answer = callers.panel.post(f"{LIST}add/", form | {"config": '{"template": "a\\u0000b"}'})
        assert "Null characters" in answer.content.decode()
        assert callers.panel.post(f"{LIST}add/", form | {"config": '{"template": "a\\\\u0000b"}'}).status_code == 302

    def test_a_node_is_added_and_deleted(self, callers: Callers) -> None:
        form = {
            "workflow": str(callers.workflow.pk),
            "key": "1st",
            "name": "First",
            "type": "template",
            "config": "{}",
            "policy": "{}",
        }
        assert callers.panel.post(f"{LIST}add/", form).status_code == 302
        added = ProcessNode.objects.get(workflow=callers.workflow, key="1st")
        assert callers.panel.post(f"{LIST}{added.pk}/delete/", {"post": "yes"}).status_code == 302
        assert [change.operations[0]["op"] for change in GraphChange.objects.all()] == ["add_node", "remove_node"]
        rows = {
            "action": "delete_selected",
            "_selected_action": [row.pk for row in ProcessNode.objects.all()],
            "post": "yes",
        }
        assert callers.panel.post(LIST, rows).status_code == 302
        assert not ProcessNode.objects.exists()
        assert GraphChange.objects.count() == 3


def _filled(page: Any) -> dict[str, Any]:
    """Return the form as the browser would send it unchanged."""
    form = page.context["adminform"].form
    values = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in values.items() if value is not None and value is not False}
