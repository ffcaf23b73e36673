"""Lifetime of sessions, and their end."""

import time
from datetime import datetime, timedelta

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings
from rest_framework.test import APIClient

from tests.conftest import confirmed
from tests.factories.users import PASSWORD
from tests.workflow_editor.api.problem_asserts import assert_problem
from tools.models import AccessEvent
from workflow_editor.adapters.caches.sign_in_counts import SignInCounts
from workflow_editor.models import SignInCount


class Clock:
    """Moves what sessions are dated by."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._began = timezone.now()
        self.passed = timedelta()
        monkeypatch.setattr(timezone, "now", self.now)
        monkeypatch.setattr("workflow_editor.api.sessions.time", lambda: self.now().timestamp())

    def now(self) -> datetime:
        return self._began + self.passed


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def signed_in(username: str = "alice") -> APIClient:
    client = APIClient()
    assert client.post("/api/session/", {"username": username, "password": PASSWORD}).status_code == 200
    return client


def works(client: APIClient) -> bool:
    return bool(client.get("/api/workflows/").status_code == 200)


def test_a_session_ends_after_it_rested_too_long(alice: User, settings: Settings, clock: Clock) -> None:
    settings.SESSION_COOKIE_AGE = 1800
    client = signed_in()
    for _ in range(4):
        clock.passed += timedelta(minutes=25)
        assert works(client)
    clock.passed += timedelta(minutes=31)
    assert not works(client)


def test_a_session_in_use_ends_after_its_longest_life(alice: User, settings: Settings, clock: Clock) -> None:
    settings.SESSION_COOKIE_AGE, settings.SESSION_MAX_DAYS = 86_400, 2
    client = signed_in()
    for _ in range(3):
        clock.passed += timedelta(hours=15)
        assert works(client)
    clock.passed += timedelta(hours=4)
    assert not works(client)


def test_without_a_longest_life_a_session_in_use_goes_on(alice: User, settings: Settings, clock: Clock) -> None:
    settings.SESSION_COOKIE_AGE, settings.SESSION_MAX_DAYS = 86_400, 0
    client = signed_in()
    for _ in range(100):
        clock.passed += timedelta(hours=23)
        assert works(client)


def test_an_administrator_ends_all_sessions_of_a_person(admin: User, alice: User) -> None:
    first, second, own = signed_in(), signed_in(), confirmed(signed_in("admin"))
    assert works(first)
    assert own.delete(f"/api/people/{alice.pk}/sessions/").json() == {"sessions": 2}
    assert not works(first)
    assert not works(second)
    assert works(own)
    assert UserSession.objects.filter(user=alice).count() == 0
    assert Session.objects.count() == 1
    row = AccessEvent.objects.filter(action="session.ended").get()
    assert (row.username, row.target, row.details) == ("admin", "alice", {"sessions": 2})


def test_staff_without_the_right_end_nobodys_sessions(alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    victim, own = signed_in(), confirmed(signed_in("bob"))
    assert_problem(own.delete(f"/api/people/{alice.pk}/sessions/"), 403, "staff_only")
    assert works(victim)


def test_an_administrator_removes_lost_factors(admin: User, alice: User) -> None:
    for kind in ("webauthn", "recovery_codes"):
        Authenticator.objects.create(user=alice, type=kind, data={"name": "Key", "hashes": []})
    own = confirmed(signed_in("admin"))
    assert own.get("/api/people/?search=alice").json()["results"][0]["has_second_factor"] is True
    assert own.delete(f"/api/people/{alice.pk}/factors/").status_code == 204
    assert not Authenticator.objects.exists()
    assert AccessEvent.objects.filter(action="factor.removed", username="admin").count() == 2
    assert works(signed_in())


def test_the_operator_removes_the_factors_of_the_only_administrator(alice: User) -> None:
    Authenticator.objects.create(user=alice, type="webauthn", data={"name": "Key"})
    call_command("remove_factors", "alice")
    assert not Authenticator.objects.exists()
    with pytest.raises(CommandError):
        call_command("remove_factors", "nobody")


def test_sign_in_limits_survive_a_restart_of_everything_but_the_database(alice: User) -> None:
    for _ in range(5):
        APIClient().post("/api/session/", {"username": "alice", "password": "wrong"})
    for cache in caches.all():
        if not isinstance(cache, SignInCounts):
            cache.clear()
    caches["sign_in"] = SignInCounts("", {"KEY_PREFIX": "throttles", "KEY_FUNCTION": caches["sign_in"].key_func})
    answer = APIClient().post("/api/session/", {"username": "alice", "password": PASSWORD})
    assert_problem(answer, 429, "throttled")


def test_counts_that_no_limit_asks_for_any_more_are_removed(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = caches["sign_in"]
    counts.set("allauth:old", [1.0], 0.0)
    monkeypatch.setattr(time, "monotonic", lambda: 1e9)
    counts.set("allauth:new", [2.0], 60.0)
    assert counts.get("allauth:old") is None
    assert counts.get("allauth:new") == [2.0]
    assert SignInCount.objects.count() == 1
