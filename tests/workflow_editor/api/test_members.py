"""Members: the owner lets people in."""

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from workflow_editor.errors import InvalidInputError
from workflow_editor.models import Workflow
from workflow_editor.services.members import member_set, owner_change


def url(workflow: Workflow) -> str:
    return f"/api/workflows/{workflow.pk}/members/"


def test_the_owner_lets_somebody_in_and_changes_the_role(
    alice_api: APIClient, charlie_api: APIClient, charlie: User, workflow: Workflow
) -> None:
    alice_api.post(url(workflow), {"username": "charlie", "role": "viewer"})
    alice_api.post(url(workflow), {"username": "charlie", "role": "editor"})
    assert charlie_api.put(f"/api/shared-with-me/workflow/{workflow.pk}/").status_code == 204
    assert charlie_api.get(f"/api/workflows/{workflow.pk}/").json()["role"] == "editor"
    members = [
        (one["username"], one["role"], one["taken_up_at"] is None) for one in alice_api.get(url(workflow)).json()
    ]
    assert members == [("bob", "editor", False), ("charlie", "editor", False)]


def test_a_member_who_is_removed_is_a_stranger_again(
    alice_api: APIClient, bob_api: APIClient, workflow: Workflow
) -> None:
    assert alice_api.delete(f"{url(workflow)}?username=bob").status_code == 204
    assert_problem(bob_api.get(f"/api/workflows/{workflow.pk}/"), 404, "not_found")
    assert_problem(alice_api.delete(f"{url(workflow)}?username=bob"), 404, "not_found")


def test_an_unknown_name_and_the_owner_are_refused(alice_api: APIClient, workflow: Workflow) -> None:
    for username, code in (("nobody", "unknown_user"), ("alice", "is_owner")):
        response = alice_api.post(url(workflow), {"username": username, "role": "viewer"})
        problem = assert_problem(response, 400, "invalid_input")
        assert (pointers(problem), problem["errors"][0]["code"]) == (["/username"], code)


def test_an_editor_decides_about_nobody(bob_api: APIClient, charlie: User, workflow: Workflow) -> None:
    assert_problem(bob_api.post(url(workflow), {"username": "charlie", "role": "viewer"}), 403, "forbidden")
    assert_problem(bob_api.delete(f"{url(workflow)}?username=bob"), 403, "forbidden")


def test_a_new_owner_gets_no_role_by_an_earlier_request(workflow: Workflow) -> None:
    owner_change(Workflow.objects.get(pk=workflow.pk), username="bob")
    with pytest.raises(InvalidInputError):
        member_set(workflow, username="bob", role="viewer")
