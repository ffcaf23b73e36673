"""Rights lost by people and administrators stay lost, however requests cross."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from rest_framework.test import APIClient

from tests.conftest import confirmed
from tests.factories.users import PASSWORD
from workflow_editor.errors import ForbiddenError
from workflow_editor.services.account_links import invitation_create, password_reset_create
from workflow_editor.services.leaving import person_leave
from workflow_editor.services.people import person_change
from workflow_editor.services.tokens import token_create

PEOPLE = "/api/people/"


@pytest.fixture
def api(admin_api: APIClient) -> APIClient:
    return confirmed(admin_api)


def of(person: User, rest: str = "") -> str:
    return f"{PEOPLE}{person.pk}/{rest}"


def token_in(made: Any) -> str:
    return str(made["address"].rpartition("token=")[2])


def test_of_two_administrators_who_remove_each_other_one_is_left(admin: User, bob: User) -> None:
    """The second request passed its own check before the first was done."""
    acts: list[Callable[[User, User], None]] = [
        lambda by, of: person_change(of, by=by, is_superuser=False),
        lambda by, of: person_leave(of, by=by, successor_id=None),
    ]
    for first, second in product(acts, repeat=2):
        User.objects.filter(pk__in=(admin.pk, bob.pk)).update(is_superuser=True, is_active=True)
        one, other = User.objects.get(pk=admin.pk), User.objects.get(pk=bob.pk)
        first(one, User.objects.get(pk=bob.pk))
        with pytest.raises(ForbiddenError) as refused:
            second(other, User.objects.get(pk=admin.pk))
        assert refused.value.code == "staff_only"
        assert list(User.objects.filter(is_superuser=True, is_active=True)) == [admin]


def by_session(api: APIClient, bob: User) -> Callable[[], Any]:
    client = APIClient()
    client.post("/api/session/", {"username": "bob", "password": PASSWORD})
    return lambda: client.get("/api/workflows/")


def by_token(api: APIClient, bob: User) -> Callable[[], Any]:
    client = APIClient(headers={"Authorization": f"Bearer {token_create(bob, name='t')[1]}"})
    return lambda: client.get("/api/workflows/")


def by_chat_token(api: APIClient, bob: User) -> Callable[[], Any]:
    client = APIClient(headers={"Authorization": f"Bearer {token_create(bob, name='t', scopes=['chat'])[1]}"})
    return lambda: client.get("/v1/models")


def by_password_link(api: APIClient, bob: User) -> Callable[[], Any]:
    token = token_in(api.post(of(bob, "password-link/"), {}).json())
    return lambda: APIClient().post("/api/setup/link/", {"token": token})


def by_mailed_link(api: APIClient, bob: User) -> Callable[[], Any]:
    token = password_reset_create(None, bob)[1]
    return lambda: APIClient().post("/api/setup/link/", {"token": token})


def by_own_invitation(api: APIClient, bob: User) -> Callable[[], Any]:
    token = invitation_create(bob)[1]
    return lambda: APIClient().post("/api/setup/link/", {"token": token})


def by_link_for_another(api: APIClient, bob: User) -> Callable[[], Any]:
    token = password_reset_create(bob, User.objects.get(username="admin"))[1]
    return lambda: APIClient().post("/api/setup/link/", {"token": token})


MADE = [by_own_invitation, by_link_for_another]
"""Ways that bob has opened for others, as an administrator."""
HELD = [by_session, by_token, by_chat_token, by_password_link, by_mailed_link, *MADE]


@pytest.mark.parametrize("way", HELD, ids=lambda way: way.__name__)
def test_nothing_that_opened_a_closed_account_opens_it_again(
    api: APIClient, bob: User, way: Callable[[APIClient, User], Callable[[], Any]]
) -> None:
    User.objects.filter(pk=bob.pk).update(is_superuser=True)
    use = way(api, bob)
    assert use().status_code == 200
    assert api.post(of(bob, "deactivation/"), {"successor_id": None}).status_code == 200
    assert use().status_code in {401, 403}
    assert api.delete(of(bob, "deactivation/")).json()["is_superuser"]
    assert use().status_code in {401, 403}


@pytest.mark.parametrize("way", MADE, ids=lambda way: way.__name__)
def test_links_of_a_former_administrator_stay_ended(
    api: APIClient, bob: User, way: Callable[[APIClient, User], Callable[[], Any]]
) -> None:
    User.objects.filter(pk=bob.pk).update(is_superuser=True)
    use = way(api, bob)
    api.patch(of(bob), {"is_superuser": False})
    assert api.get(f"{PEOPLE}links/").json() == []
    api.patch(of(bob), {"is_superuser": True})
    assert use().status_code == 403


def test_a_new_password_gives_back_no_right_that_was_taken_meanwhile(
    api: APIClient, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.filter(pk=bob.pk).update(is_superuser=True, is_staff=True)
    token = token_in(api.post(of(bob, "password-link/"), {}).json())

    def meanwhile(password: str, user: User) -> None:
        validate_password(password, user)
        User.objects.filter(pk=bob.pk).update(is_superuser=False, is_staff=False, is_active=False)

    monkeypatch.setattr("workflow_editor.services.account_links.validate_password", meanwhile)
    APIClient().post("/api/setup/", {"token": token, "password": "a-long-word-9"})
    bob.refresh_from_db()
    assert (bob.is_superuser, bob.is_staff, bob.is_active) == (False, False, False)
