"""One's own password and sessions."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from tests.factories.users import PASSWORD
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from tools.models import AccessEvent
from workflow_editor.api.sessions import SEEN_AT, SEEN_EVERY_S
from workflow_editor.models import ApiToken
from workflow_editor.services.tokens import token_create

NEW = "warp-and-weft-99"
FIREFOX = {"HTTP_USER_AGENT": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}


def browser(**meta: str) -> APIClient:
    client = APIClient()
    client.defaults.update(meta)
    return client


def signed_in(username: str = "alice", password: str = PASSWORD, **meta: str) -> APIClient:
    client = browser(**meta)
    assert client.post("/api/session/", {"username": username, "password": password}).status_code == 200
    return client


def change(client: APIClient, **body: object) -> Any:
    return client.post("/api/account/password/", {"current_password": PASSWORD, "new_password": NEW, **body})


def actions() -> list[str]:
    return list(AccessEvent.objects.order_by("id").values_list("action", flat=True))


def test_a_new_password_ends_the_other_sessions_and_keeps_this_one(alice: User) -> None:
    here, there = signed_in(), signed_in()
    assert change(here).status_code == 204
    assert here.get("/api/workflows/").status_code == 200
    assert there.get("/api/workflows/").status_code == 401
    assert [row["is_current"] for row in here.get("/api/account/sessions/").json()] == [True]
    signed_in(password=NEW)


@pytest.mark.parametrize(("end_tokens", "left"), [(False, 1), (True, 0)])
def test_tokens_end_with_the_password_on_request(alice: User, bob: User, end_tokens: bool, left: int) -> None:
    token_create(alice, name="CI")
    token_create(bob, name="CI")
    change(signed_in(), end_tokens=end_tokens)
    assert ApiToken.objects.filter(user=alice).count() == left
    assert ApiToken.objects.filter(user=bob).count() == 1


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"current_password": "wrong"}, ["/current_password"]),
        ({"new_password": "short"}, ["/new_password"]),
        ({"new_password": "password123"}, ["/new_password"]),
        ({"current_password": ""}, ["/current_password"]),
    ],
)
def test_what_is_wrong_is_pointed_at_and_changes_nothing(alice: User, body: dict[str, str], where: list[str]) -> None:
    assert pointers(assert_problem(change(signed_in(), **body), 400, "invalid_input")) == where
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_sessions_are_listed_with_browser_and_address(alice: User, bob: User) -> None:
    signed_in("bob")
    signed_in(**FIREFOX, REMOTE_ADDR="203.0.113.9")
    here = signed_in(REMOTE_ADDR="203.0.113.10")
    rows = here.get("/api/account/sessions/").json()
    assert [(row["address"], row["is_current"]) for row in rows] == [("203.0.113.10", True), ("203.0.113.9", False)]
    assert "Firefox" in rows[1]["user_agent"]


def test_a_session_can_be_ended_from_another_one(alice: User, charlie_api: APIClient) -> None:
    there, here = signed_in(), signed_in()
    ended = next(row["id"] for row in here.get("/api/account/sessions/").json() if not row["is_current"])
    assert_problem(charlie_api.delete(f"/api/account/sessions/{ended}/"), 404, "not_found")
    assert here.delete(f"/api/account/sessions/{ended}/").status_code == 204
    assert there.get("/api/workflows/").status_code == 401
    assert len(here.get("/api/account/sessions/").json()) == 1
    assert "session.ended" in actions()


def test_ending_ones_own_session_signs_out(alice: User) -> None:
    here = signed_in()
    (row,) = here.get("/api/account/sessions/").json()
    assert here.delete(f"/api/account/sessions/{row['id']}/").status_code == 204
    assert here.get("/api/workflows/").status_code == 401
    assert not UserSession.objects.exists()


def test_the_last_use_is_noted_at_most_every_five_minutes(alice: User) -> None:
    here = signed_in()
    before = timezone.now() - timedelta(hours=1)
    UserSession.objects.update(last_seen_at=before)
    here.get("/api/workflows/")
    assert UserSession.objects.get().last_seen_at == before
    session = here.session
    session[SEEN_AT] -= SEEN_EVERY_S
    session.save()
    here.get("/api/workflows/", REMOTE_ADDR="203.0.113.77")
    row = UserSession.objects.get()
    assert row.last_seen_at > before
    assert row.ip == "203.0.113.77"


def test_signing_in_and_out_is_recorded_without_any_password(alice: User) -> None:
    meta = {"REMOTE_ADDR": "203.0.113.9"}
    secret = "typed-into-the-name-field"
    browser(**meta).post("/api/session/", {"username": "ALICE ", "password": "wrong-one"})
    browser(**meta).post("/api/session/", {"username": secret, "password": "wrong-one"})
    signed_in(**meta).delete("/api/session/")
    rows = list(AccessEvent.objects.order_by("id").values_list("action", "target", "username", "address"))
    assert [row for row in rows if row[0].startswith("sign")] == [
        ("sign_in.failed", "alice", "", "203.0.113.9"),
        ("sign_in.failed", "", "", "203.0.113.9"),
        ("sign_in.succeeded", "alice", "alice", "203.0.113.9"),
        ("sign_out", "alice", "alice", "203.0.113.9"),
    ]
    everything = str(list(AccessEvent.objects.values_list()))
    assert not [text for text in (secret, "wrong-one", PASSWORD) if text in everything]
