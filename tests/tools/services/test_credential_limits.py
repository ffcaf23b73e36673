"""Rate limits of a credential, as its owner sets them."""

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tools.services.stored_credentials import OrmCredentialStore

URL = "/api/credentials/"


def made(api: APIClient, **limit: int) -> str:
    body = {"name": "Shop", "kind": "http", "values": {"secret": "planted-1"}, **limit}
    return str(api.post(URL, body, format="json").json()["id"])


def test_calls_are_counted_where_the_owner_sets_a_limit(alice: User, alice_api: APIClient) -> None:
    store = OrmCredentialStore()
    credential_id = made(alice_api, max_calls=2, per_seconds=3_600)
    use = store.find(credential_id, alice.pk)
    assert use
    waits = [store.reserve(use) for _ in range(3)]
    assert waits[:2] == [0, 0]
    assert waits[2] == pytest.approx(3_600, abs=60)
    shown = alice_api.patch(f"{URL}{credential_id}/", {"max_calls": 0}, format="json").json()
    assert (shown["max_calls"], shown["per_seconds"]) == (0, 3_600)
    free = store.find(credential_id, alice.pk)
    assert free
    assert store.reserve(free) == 0
    store.pause(free, 40)
    assert store.reserve(free) == pytest.approx(40, abs=10)


@pytest.mark.parametrize("limit", [{"max_calls": -1}, {"max_calls": 1_001}, {"per_seconds": 0}])
def test_limits_out_of_range_are_refused(alice_api: APIClient, limit: dict[str, int]) -> None:
    body = {"name": "Shop", "kind": "http", "values": {"secret": "planted-1"}, **limit}
    answer = alice_api.post(URL, body, format="json")
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, f"/{next(iter(limit))}")
