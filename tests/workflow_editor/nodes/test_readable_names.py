"""Names in a node's settings that other people see are readable; stored graphs stay as they are."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem
from tools.core.naming.visible_name import CODE
from workflow_editor.graph.operations import apply_operations
from workflow_editor.models import GraphChange, ProcessNode, Workflow
from workflow_editor.models.graph_document import graph_document
from workflow_editor.nodes.registry import builtin_registry
from workflow_editor.services.versions import version_publish
from workflow_editor.services.workflows import workflow_duplicate

HOSTILE = "\u202emoc.elpmaxe"
BRANCH = {"id": "a", "label": HOSTILE}
SETTINGS: list[tuple[str, dict[str, Any], str]] = [
    ("start", {"fields": [{"name": "a", "title": HOSTILE}]}, "/fields/0/title"),
    ("form", {"fields": [{"name": "a", "title": HOSTILE}]}, "/fields/0/title"),
    ("form_trigger", {"title": HOSTILE}, "/title"),
    ("form_trigger", {"button": " "}, "/button"),
    ("chat_trigger", {"title": "\u3164"}, "/title"),
    ("switch", {"cases": [BRANCH]}, "/cases/0/label"),
    ("process", {"tools": [{"id": "t1", "type": "http-request", "name": HOSTILE}]}, "/tools/0/name"),
    ("tool", {"tool": {"id": "t1", "type": "http-request", "name": HOSTILE}}, "/tool/name"),
    ("classifier", {"classes": [BRANCH]}, "/classes/0/label"),
]


@pytest.mark.parametrize(("kind", "config", "pointer"), SETTINGS)
def test_a_name_in_settings_that_cannot_be_read_is_not_saved(
    alice: User, alice_api: APIClient, kind: str, config: dict[str, Any], pointer: str
) -> None:
    workflow = workflow_create(alice)
    node = {"key": "n", "name": "N", "type": kind, "config": config}
    body = {"revision": workflow.revision, "operations": [{"op": "add_node", "node": node}]}
    answer = alice_api.patch(f"/api/workflows/{workflow.pk}/graph/", body)
    errors = assert_problem(answer, 400, "graph_invalid_operation")["errors"]
    assert (f"/operations/0/config{pointer}", CODE) in [(error["pointer"], error["code"]) for error in errors]


def test_a_stored_graph_with_such_a_name_is_read_changed_and_copied(alice: User, alice_api: APIClient) -> None:
    workflow = workflow_create(alice)
    ProcessNode.objects.filter(workflow=workflow, key="greet").update(name=HOSTILE)
    path = f"/api/workflows/{workflow.pk}/graph/"
    read = alice_api.get(path).json()
    assert HOSTILE in [node["name"] for node in read["nodes"]]
    moved = {"op": "update_node", "key": "greet", "changes": {"position": {"x": 1, "y": 2}}}
    saved = alice_api.patch(path, {"revision": read["revision"], "operations": [moved]})
    assert saved.status_code == 200, saved.content
    assert workflow_duplicate(alice, workflow, name="Copy").nodes.filter(name=HOSTILE).exists()
    again = {"op": "update_node", "key": "greet", "changes": {"name": HOSTILE}}
    refused = alice_api.patch(path, {"revision": saved.json()["revision"], "operations": [again]})
    assert assert_problem(refused, 400, "graph_invalid_operation")["errors"][0]["pointer"] == "/operations/0/name"
    named = {"op": "update_node", "key": "greet", "changes": {"name": " Greet "}}
    assert alice_api.patch(path, {"revision": saved.json()["revision"], "operations": [named]}).status_code == 200
    assert ProcessNode.objects.get(workflow=workflow, key="greet").name == "Greet"


class TestWhatWasStored:
    """A name from before the check comes back with what is undone or restored; nobody else may give it."""

    def save(self, api: APIClient, workflow: Workflow, *operations: dict[str, Any]) -> Any:
        workflow.refresh_from_db()
        body = {"revision": workflow.revision, "operations": list(operations)}
        return api.patch(f"/api/workflows/{workflow.pk}/graph/", body)

    @pytest.fixture
    def workflow(self, alice: User) -> Workflow:
        workflow = workflow_create(alice)
        ProcessNode.objects.filter(workflow=workflow, key="greet").update(name=HOSTILE)
        return workflow

    def node(self, workflow: Workflow) -> dict[str, Any]:
        return next(node.model_dump(mode="json") for node in graph_document(workflow).nodes if node.key == "greet")

    def test_a_deletion_is_undone(self, alice_api: APIClient, workflow: Workflow) -> None:
        node = self.node(workflow)
        assert self.save(alice_api, workflow, {"op": "remove_node", "key": "greet"}).status_code == 200
        assert self.save(alice_api, workflow, {"op": "add_node", "node": node}).status_code == 200
        assert self.node(workflow) == node

    def test_a_new_name_is_undone(self, alice_api: APIClient, workflow: Workflow) -> None:
        for name in ("Greet", HOSTILE):
            rename = {"op": "update_node", "key": "greet", "changes": {"name": name}}
            assert self.save(alice_api, workflow, rename).status_code == 200
        assert self.node(workflow)["name"] == HOSTILE

    def test_a_version_is_restored(self, alice: User, alice_api: APIClient, workflow: Workflow) -> None:
        node = self.node(workflow)
        version_publish(workflow, alice)
        # As an installation has it that deleted the node before names were checked.
        ProcessNode.objects.filter(workflow=workflow, key="greet").delete()
        assert self.save(alice_api, workflow, {"op": "add_node", "node": node}).status_code == 200
        assert self.node(workflow) == node

    def test_what_its_settings_call_things_comes_back_too(
        self, alice: User, alice_api: APIClient, workflow: Workflow
    ) -> None:
        config: dict[str, Any] = {"cases": [{"id": "a", "label": HOSTILE, "value": "1"}]}
        node: dict[str, Any] = {"key": "n", "name": "N", "type": "switch", "config": {}}
        added = {"op": "add_node", "node": node}
        assert self.save(alice_api, workflow, added).status_code == 200
        ProcessNode.objects.filter(workflow=workflow, key="n").update(config=config)
        version_publish(workflow, alice)
        moved = {"op": "update_node", "key": "n", "changes": {"position": {"x": 1, "y": 2}}}
        for operation in (moved, {"op": "remove_node", "key": "n"}, {**added, "node": node | {"config": config}}):
            saved = self.save(alice_api, workflow, operation)
            assert saved.status_code == 200, saved.content
        config["cases"][0]["label"] = f"{HOSTILE}x"
        refused = self.save(alice_api, workflow, {"op": "update_config", "key": "n", "set": config})
        assert assert_problem(refused, 400, "graph_invalid_operation")["errors"][0]["code"] == CODE

    @pytest.mark.parametrize("name", [HOSTILE + "x", "\u3164"])
    def test_no_other_such_name_comes_with_it(self, alice_api: APIClient, workflow: Workflow, name: str) -> None:
        node = self.node(workflow)
        self.save(alice_api, workflow, {"op": "remove_node", "key": "greet"})
        refused = self.save(alice_api, workflow, {"op": "add_node", "node": node | {"name": name}})
        assert assert_problem(refused, 400, "graph_invalid_operation")["errors"][0]["code"] == CODE

    def test_another_workflow_does_not_take_it(self, alice: User, alice_api: APIClient, workflow: Workflow) -> None:
        node = self.node(workflow)
        self.save(alice_api, workflow, {"op": "remove_node", "key": "greet"})
        other = workflow_create(alice)
        added = self.save(alice_api, other, {"op": "add_node", "node": node | {"key": "other"}})
        assert_problem(added, 400, "graph_invalid_operation")

    def test_who_follows_is_left_with_the_same_graph(self, alice_api: APIClient, workflow: Workflow) -> None:
        before = graph_document(workflow)
        self.save(alice_api, workflow, {"op": "remove_node", "key": "greet"})
        (change,) = GraphChange.objects.filter(workflow=workflow)
        followed = apply_operations(before, change.operations, builtin_registry(), lambda _: True).document
        assert {node.key for node in followed.nodes} == {node.key for node in graph_document(workflow).nodes}
