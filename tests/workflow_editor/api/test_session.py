"""Signing in and out by cookie."""

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.factories.users import PASSWORD, user_create
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers

URL = "/api/session/"


@pytest.fixture
def browser(db: None) -> APIClient:
    """A client that is held to CSRF rules, as browsers are."""
    return APIClient(enforce_csrf_checks=True)


def csrf(browser: APIClient) -> dict[str, str]:
    browser.get(URL)
    return {"X-CSRFToken": browser.cookies["csrftoken"].value}


def sign_in(browser: APIClient, username: str, password: str = PASSWORD) -> object:
    return browser.post(URL, {"username": username, "password": password}, headers=csrf(browser))


def test_a_stranger_learns_that_set_up_is_required_while_nobody_exists(browser: APIClient) -> None:
    assert browser.get(URL).json() == {
        "user": None,
        "second_step": [],
        "setup_required": True,
        "sends_mail": False,
        "emergency_accesses": [],
    }


def test_a_stranger_learns_that_set_up_is_done(browser: APIClient, alice: User) -> None:
    assert browser.get(URL).json() == {
        "user": None,
        "second_step": [],
        "setup_required": False,
        "sends_mail": False,
        "emergency_accesses": [],
    }


def test_signing_in_returns_the_user(browser: APIClient) -> None:
    user = user_create("rosa", roles=("writers", "editors"))
    response = browser.post(URL, {"username": "rosa", "password": PASSWORD}, headers=csrf(browser))
    expected = {
        "id": user.pk,
        "username": "rosa",
        "email": "",
        "is_staff": False,
        "is_superuser": False,
        "roles": ["editors", "writers"],
        "preferences": {"language": "", "mail_on_mention": True},
    }
    assert response.json() == {
        "user": expected,
        "second_step": [],
        "setup_required": False,
        "sends_mail": False,
        "emergency_accesses": [],
    }
    assert browser.get(URL).json()["user"] == expected


def test_a_wrong_password_is_refused_in_the_readers_language(browser: APIClient, alice: User) -> None:
    response = browser.post(
        URL, {"username": "alice", "password": "wrong"}, headers={**csrf(browser), "Accept-Language": "zh-hans"}
    )
    problem = assert_problem(response, 403, "wrong_credentials")
    assert problem["detail"] == "用户名或密码不正确，请检查后重试。"


def test_missing_fields_are_pointed_at(browser: APIClient, alice: User) -> None:
    problem = assert_problem(browser.post(URL, {"username": "alice"}, headers=csrf(browser)), 400, "invalid_input")
    assert pointers(problem) == ["/password"]


def test_signing_in_without_the_csrf_header_is_refused(browser: APIClient, alice: User) -> None:
    assert_problem(browser.post(URL, {"username": "alice", "password": PASSWORD}), 403, "csrf_failed")


def test_an_unsafe_request_with_the_cookie_alone_is_refused(browser: APIClient, alice: User) -> None:
    sign_in(browser, "alice")
    assert_problem(browser.post("/api/tokens/", {"name": "forged"}), 403, "csrf_failed")


def test_signing_out_ends_the_session(browser: APIClient, alice: User) -> None:
    sign_in(browser, "alice")
    assert browser.delete(URL, headers=csrf(browser)).status_code == 204
    assert browser.get(URL).json()["user"] is None


def test_the_sixth_try_within_a_minute_has_to_wait(browser: APIClient, alice: User) -> None:
    for _ in range(5):
        sign_in(browser, "alice", "wrong")
    response = browser.post(URL, {"username": "ALICE", "password": PASSWORD}, headers=csrf(browser))
    problem = assert_problem(response, 429, "throttled")
    assert problem["retry_after"] == int(response["Retry-After"])


def test_tries_for_one_name_do_not_lock_out_another(browser: APIClient, alice: User, bob: User) -> None:
    for _ in range(5):
        sign_in(browser, "alice", "wrong")
    assert browser.post(URL, {"username": "bob", "password": PASSWORD}, headers=csrf(browser)).status_code == 200


def test_an_inactive_person_cannot_sign_in(browser: APIClient, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    response = browser.post(URL, {"username": "alice", "password": PASSWORD}, headers=csrf(browser))
    assert_problem(response, 403, "wrong_credentials")
