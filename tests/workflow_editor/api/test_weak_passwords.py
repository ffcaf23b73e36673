"""Passwords that are guessed first are refused wherever one is chosen."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management import call_command
from pytest_django import Settings
from rest_framework.test import APIClient

from tests.conftest import client_of
from tests.factories.users import PASSWORD
from workflow_editor.services.account_links import invitation_create, password_reset_create, setup_link_create

WEAK = [
    "flowloom1", "Flowloom2026", "fl0wl00m!!", "FlowloomFlowloom", "margarete1", "Margarete-77", "m4rgarete99",
    "margarete@looms.example", "looms.example1", "weberei2026", "acme-flows1", "password123!", "P@ssw0rd2026",
    "sunshine2026", "!!qwerty!!", "iloveyou1234", "password", "1234567", "short",
]  # fmt: skip
STRONG = [
    "correct-horse-battery", "warp and weft 7", "shuttle and loom 5", "flowloom-is-where-I-weave", "梭子与织机之歌一二",
    "margarete likes 9 bobbins", "x7#Kq2!vLm", "a-long-word-9", "through the loom 4",
]  # fmt: skip


@pytest.fixture
def margarete(settings: Settings, db: None) -> User:
    settings.PUBLIC_URL = "https://acme-flows.example"
    user = User(username="margarete", email="margarete@looms.example", last_name="Weberei")
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.mark.parametrize("password", WEAK)
def test_a_weak_password_is_refused(margarete: User, password: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(password, margarete)


@pytest.mark.parametrize("password", STRONG)
def test_a_strong_password_is_taken(margarete: User, password: str) -> None:
    validate_password(password, margarete)


def by_change(user: User, password: str) -> Any:
    body = {"current_password": PASSWORD, "new_password": password}
    return client_of(user).post("/api/account/password/", body)


def by_reset_link(user: User, password: str) -> Any:
    body = {"token": password_reset_create(None, user)[1], "password": password}
    return APIClient().post("/api/setup/", body)


def by_invitation(user: User, password: str) -> Any:
    body = {"token": invitation_create(User.objects.create_superuser("root"))[1], "username": "margarete2"}
    return APIClient().post("/api/setup/", {**body, "password": password})


def by_first_link(user: User, password: str) -> Any:
    user.delete()
    return APIClient().post(
        "/api/setup/", {"token": setup_link_create(), "username": "margarete", "password": password}
    )


WAYS: list[Callable[[User, str], Any]] = [by_change, by_reset_link, by_invitation, by_first_link]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("password", ["flowloom1", "margarete1", "sunshine2026"])
def test_every_way_to_choose_one_refuses_it(margarete: User, way: Callable[[User, str], Any], password: str) -> None:
    answer = way(margarete, password)
    assert answer.status_code == 400
    assert {error["pointer"] for error in answer.json()["errors"]} <= {"/password", "/new_password"}
    assert not any(user.check_password(password) for user in User.objects.all())


def test_the_operators_command_refuses_it_too(margarete: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getpass", lambda *_, **__: "flowloom1")
    with pytest.raises(Exception, match="Aborting"):
        call_command("changepassword", "margarete")


def test_the_reason_is_given_in_the_readers_language(margarete: User) -> None:
    answer = APIClient().post(
        "/api/setup/",
        {"token": password_reset_create(None, margarete)[1], "password": "flowloom1"},
        headers={"Accept-Language": "zh-hans"},
    )
    assert "产品" in answer.json()["errors"][0]["message"]
