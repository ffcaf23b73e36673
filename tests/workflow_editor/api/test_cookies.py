"""Requests with a token pass by the session: at no address of programs does a cookie count beside a token."""

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.workflow_editor.api.test_token_limits import ROUTES, UNSAFE, address, program
from workflow_editor.api.sessions import _BY_TOKEN
from workflow_editor.services.tokens import token_create

ADDRESSES = [route for route, _ in ROUTES if f"/{route}".startswith(_BY_TOKEN)]


def test_each_group_of_addresses_is_there() -> None:
    assert all(any(f"/{route}".startswith(group) for route in ADDRESSES) for group in _BY_TOKEN)


@pytest.mark.parametrize("route", ADDRESSES)
def test_a_wrong_token_is_refused_beside_a_valid_cookie(alice: User, route: str) -> None:
    client = APIClient()
    client.force_login(alice)
    client.credentials(HTTP_AUTHORIZATION="Bearer wrong")
    for method in ("get", *UNSAFE):
        assert getattr(client, method)(address(route), {}, format="json").status_code == 401, method


@pytest.mark.parametrize("authorization", ["", "Basic YTpi", "Bearer"])
def test_without_a_token_the_cookie_counts(alice: User, authorization: str) -> None:
    client = APIClient()
    client.force_login(alice)
    client.credentials(HTTP_AUTHORIZATION=authorization)
    expected = 401 if authorization == "Bearer" else 200
    assert client.get("/api/workflows/").status_code == expected


def test_a_token_makes_no_session(alice: User) -> None:
    answer = program(token_create(alice, name="program")[1]).get("/api/runs/")
    assert answer.status_code == 200
    assert not answer.cookies
    assert "Cookie" not in answer.headers.get("Vary", "")
