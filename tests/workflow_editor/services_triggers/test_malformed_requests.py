"""Requests that were answered 400 are listed with reason and body, in a fixed amount of space."""

import json
from typing import Any

from django.test import Client
from rest_framework.test import APIClient

from tests.workflow_editor.api.problem_asserts import assert_problem
from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from workflow_editor.models import Trigger, TriggerDelivery
from workflow_editor.services.triggers.malformed import KEPT, MAX_BODY_CHARS

PLANTED = "planted-5d1"


def send(trigger: Trigger, body: bytes, query: str = "", **headers: str) -> Any:
    return Client().generic("POST", f"/hooks/{trigger.token}/{query}", body, "application/json", headers=headers)


def listed(api: APIClient, trigger: Trigger, **query: str) -> list[dict[str, Any]]:
    address = f"/api/workflows/{trigger.workflow_id}/triggers/{trigger.node_key}/deliveries/"
    return list(api.get(address, query).json()["results"])


def test_one_is_listed_with_its_reason_and_body(alice_api: APIClient, publish_trigger: PublishTrigger) -> None:
    trigger = publish_trigger("webhook")
    answer = send(trigger, b'{"topic": ', "?page=2")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_json")
    [row] = listed(alice_api, trigger)
    assert (row["status"], row["error"]["code"], row["runs"]) == ("malformed", "invalid_json", [])
    arrived = alice_api.get(f"/api/deliveries/{row['id']}/").json()["arrived"]
    assert (arrived["method"], arrived["query"], arrived["body"], arrived["bytes"]) == (
        "POST", {"page": "2"}, '{"topic": ', 10,
    )  # fmt: skip


def test_one_cannot_be_sent_again(alice_api: APIClient, publish_trigger: PublishTrigger) -> None:
    trigger = publish_trigger("webhook")
    send(trigger, b"{")
    delivery = TriggerDelivery.objects.get()
    for draft in (False, True):
        again = alice_api.post(f"/api/deliveries/{delivery.pk}/runs/", {"draft": draft})
        assert_problem(again, 409, "delivery_malformed")
    address = f"/api/workflows/{trigger.workflow_id}/triggers/{trigger.node_key}/deliveries/rejected/"
    assert alice_api.post(address, {}).json() == {"started": 0, "refused": 0, "last": None}


def test_secrets_are_not_stored(publish_trigger: PublishTrigger) -> None:
    trigger = publish_trigger("webhook")
    trigger.set_secrets({"secret": PLANTED})
    trigger.save()
    send(trigger, f'{{"key": "{PLANTED}"'.encode(), f"?token={PLANTED}", Authorization="Basic eA==", X=PLANTED)
    stored = json.dumps(TriggerDelivery.objects.get().data)
    assert PLANTED not in stored
    assert "eA==" not in stored


def test_a_flood_takes_a_fixed_amount_of_space_and_removes_no_delivery(
    alice_api: APIClient, publish_trigger: PublishTrigger
) -> None:
    trigger = publish_trigger("webhook")
    good = send(trigger, b'{"topic": "looms"}').json()["delivery"]
    headers = {f"X-{number}": "h" * 1_000 for number in range(50)}
    for number in range(KEPT + 5):
        body = b'\x00\xff"' + b"x" * 10_000 + str(number).encode()
        assert send(trigger, body, "?" + "&".join(f"q{n}={'q' * 50}" for n in range(50)), **headers).status_code == 400
    kept = TriggerDelivery.objects.filter(status="malformed")
    assert kept.count() == KEPT
    for delivery in kept:
        assert len(json.dumps(delivery.data)) < 6 * MAX_BODY_CHARS
    assert TriggerDelivery.objects.filter(pk=good).exists()
    address = f"/api/workflows/{trigger.workflow_id}/triggers/"
    assert alice_api.get(address).json()[0]["last_delivery"]["id"] == good


def test_what_is_not_proved_is_not_stored(publish_trigger: PublishTrigger) -> None:
    trigger = publish_trigger("webhook", {"sender": "bearer"})
    assert send(trigger, b"{").status_code == 401
    assert not TriggerDelivery.objects.exists()
