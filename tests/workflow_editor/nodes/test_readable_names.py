"""What a node's settings show to other people as a name is one that they can read; stored graphs stay as they are."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem
from tools.core.visible_name import CODE
from workflow_editor.models import ProcessNode
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
