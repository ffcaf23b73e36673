"""The variables of a workflow by hand: read by who sees it, changed by who edits it."""

from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.factories.documents import greeting_document
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem


def test_variables_are_set_one_by_one_and_forgotten(alice: User, alice_api: APIClient) -> None:
    address = f"/api/workflows/{workflow_create(alice, document=greeting_document()).pk}/variables/"
    assert alice_api.get(address).json() == {"values": {}}
    assert alice_api.patch(address, {"values": {"count": 3, "names": ["Ann"]}}).status_code == 200
    assert alice_api.patch(address, {"values": {"count": None, "tone": "warm"}}).json() == {
        "values": {"names": ["Ann"], "tone": "warm"}
    }
    assert alice_api.get(address).json() == {"values": {"names": ["Ann"], "tone": "warm"}}


def test_too_much_is_refused_and_nothing_changes(alice: User, alice_api: APIClient) -> None:
    address = f"/api/workflows/{workflow_create(alice, document=greeting_document()).pk}/variables/"
    alice_api.patch(address, {"values": {"kept": 1}})
    assert_problem(alice_api.patch(address, {"values": {"text": "x" * 200_000}}), 400, "variables_too_large")
    assert_problem(alice_api.patch(address, {"values": [1]}), 400, "invalid_input")
    assert alice_api.get(address).json() == {"values": {"kept": 1}}


def test_only_editors_change_them_and_strangers_see_nothing(
    alice: User, bob: User, bob_api: APIClient, charlie_api: APIClient
) -> None:
    workflow = workflow_create(alice, document=greeting_document(), viewers=(bob,))
    address = f"/api/workflows/{workflow.pk}/variables/"
    assert bob_api.get(address).status_code == 200
    assert_problem(bob_api.patch(address, {"values": {"count": 1}}), 403, "forbidden")
    assert_problem(charlie_api.get(address), 404, "not_found")
