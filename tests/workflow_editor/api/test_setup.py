"""The one-time link that creates the first administrator."""

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from workflow_editor.services.account_links import setup_link_create

GOOD = {"username": "root", "password": "correct-horse-battery"}


@pytest.fixture
def token(db: None) -> str:
    return setup_link_create()


def test_the_link_creates_an_administrator_and_signs_in(anonymous_api: APIClient, token: str) -> None:
    response = anonymous_api.post("/api/setup/", {**GOOD, "token": token})
    assert response.json()["user"]["is_superuser"] is True
    assert anonymous_api.get("/api/session/").json()["user"]["username"] == "root"
    assert User.objects.get(username="root").check_password(GOOD["password"])


def test_the_link_works_once(anonymous_api: APIClient, token: str) -> None:
    anonymous_api.post("/api/setup/", {**GOOD, "token": token})
    response = APIClient().post("/api/setup/", {**GOOD, "username": "second", "token": token})
    assert_problem(response, 403, "setup_closed")
    assert User.objects.count() == 1


def test_a_link_of_an_earlier_start_creates_nobody_and_leads_to_the_newest(
    anonymous_api: APIClient, token: str
) -> None:
    setup_link_create()
    problem = assert_problem(anonymous_api.post("/api/setup/", {**GOOD, "token": token}), 403, "setup_link_replaced")
    assert "printed last" in problem["detail"]
    assert not User.objects.exists()


def test_the_link_is_dead_once_somebody_exists(anonymous_api: APIClient, token: str, alice: User) -> None:
    assert_problem(anonymous_api.post("/api/setup/", {**GOOD, "token": token}), 403, "setup_closed")


def test_a_weak_password_and_a_bad_name_are_both_pointed_at_and_the_link_stays_good(
    anonymous_api: APIClient, token: str
) -> None:
    response = anonymous_api.post("/api/setup/", {"token": token, "username": "no spaces", "password": "short"})
    assert pointers(assert_problem(response, 400, "invalid_input")) == ["/username", "/password"]
    assert anonymous_api.post("/api/setup/", {**GOOD, "token": token}).status_code == 200


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Use only letters, digits and . _ - @ + without spaces."),
        ("zh-hans", "只能使用字母、数字和 . _ - @ +，不含空格。"),
    ],
)
def test_a_bad_name_is_answered_with_the_characters_of_the_hint(
    anonymous_api: APIClient, token: str, language: str, sentence: str
) -> None:
    body = {**GOOD, "token": token, "username": "no spaces"}
    response = anonymous_api.post("/api/setup/", body, headers={"Accept-Language": language})
    (error,) = assert_problem(response, 400, "invalid_input")["errors"]
    assert error["message"] == sentence
