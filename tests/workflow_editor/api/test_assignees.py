"""Assignees of a node who are no members of the workflow are in the list of problems, as warnings."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.factories.workflows import member_create, workflow_create
from workflow_editor.models import Workflow

ASKED = ["alice", "bob", "carol", "gone", "nobody", " "]
FORM = {"fields": [{"name": "price", "type": "number", "title": "Price", "required": True, "options": []}]}


def warned(api: APIClient, workflow: Workflow) -> list[tuple[str, str, str]]:
    found: list[dict[str, Any]] = api.get(f"/api/workflows/{workflow.pk}/graph/").json()["problems"]
    return [(one["severity"], one["field"], one["message"]["en"]) for one in found if one["code"] == "not_a_member"]


@pytest.mark.parametrize(("kind", "config"), [("approval", {}), ("form", FORM)])
def test_assignees_who_are_no_members_are_warned_about(
    alice: User, alice_api: APIClient, bob: User, kind: str, config: dict[str, Any]
) -> None:
    steps = chain(node("ask", kind, {"title": "Publish?", "approvers": ASKED, **config}))
    workflow = workflow_create(alice, name="Ask", document=steps)
    gone = User.objects.create_user("gone", is_active=False)
    User.objects.create_user("carol")
    for member, role in ((bob, "viewer"), (gone, "editor")):
        member_create(workflow, member, role)
    names = {"/approvers/2": "carol", "/approvers/3": "gone", "/approvers/4": "nobody"}
    text = "“{}” is not a member of this workflow. Share it with them, or remove the name."
    assert warned(alice_api, workflow) == [("warning", field, text.format(name)) for field, name in names.items()]
    member_create(workflow, User.objects.get(username="carol"), "viewer")
    assert [field for _, field, _ in warned(alice_api, workflow)] == ["/approvers/3", "/approvers/4"]
