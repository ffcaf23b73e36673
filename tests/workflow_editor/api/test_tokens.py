"""API tokens: made once, sent as Bearer, revoked."""

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.conftest import confirmed
from tests.workflow_editor.api.problem_asserts import assert_problem
from workflow_editor.models import ApiToken


@pytest.fixture
def alice_api(alice_api: APIClient) -> APIClient:
    return confirmed(alice_api)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_a_token_is_reported_once_and_kept_as_a_hash(alice_api: APIClient) -> None:
    made = alice_api.post("/api/tokens/", {"name": "CI"}).json()
    listed = alice_api.get("/api/tokens/").json()
    assert made["token"].startswith(made["prefix"])
    assert [row["name"] for row in listed] == ["CI"]
    assert "token" not in listed[0]
    assert made["token"] not in str(ApiToken.objects.values())


def test_a_token_lets_its_owner_in_without_csrf(alice_api: APIClient, alice: User) -> None:
    token = alice_api.post("/api/tokens/", {"name": "CI"}).json()["token"]
    program = APIClient(enforce_csrf_checks=True)
    assert program.get("/api/session/", headers=bearer(token)).json()["user"]["username"] == "alice"
    assert program.post("/api/workflows/", {"name": "By program"}, headers=bearer(token)).status_code == 201
    assert ApiToken.objects.get(name="CI").last_used_at is not None


def test_an_unknown_token_is_refused_even_where_a_session_would_do(alice_api: APIClient) -> None:
    response = alice_api.get("/api/tokens/", headers=bearer("flw_guessed"))
    assert_problem(response, 401, "authentication_failed")
    assert response["WWW-Authenticate"].startswith("Bearer")


def test_a_revoked_token_is_refused(alice_api: APIClient) -> None:
    made = alice_api.post("/api/tokens/", {"name": "CI"}).json()
    assert alice_api.delete(f"/api/tokens/{made['id']}/").status_code == 204
    assert_problem(APIClient().get("/api/tokens/", headers=bearer(made["token"])), 401, "authentication_failed")


def test_the_token_of_an_inactive_person_is_refused(alice_api: APIClient, alice: User) -> None:
    token = alice_api.post("/api/tokens/", {"name": "CI"}).json()["token"]
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert_problem(APIClient().get("/api/tokens/", headers=bearer(token)), 401, "authentication_failed")


def test_a_stranger_neither_sees_nor_revokes_it(alice_api: APIClient, charlie_api: APIClient) -> None:
    made = alice_api.post("/api/tokens/", {"name": "CI"}).json()
    assert charlie_api.get("/api/tokens/").json() == []
    assert_problem(charlie_api.delete(f"/api/tokens/{made['id']}/"), 404, "not_found")


def test_without_any_proof_the_answer_is_401(anonymous_api: APIClient) -> None:
    assert_problem(anonymous_api.get("/api/tokens/"), 401, "not_signed_in")
