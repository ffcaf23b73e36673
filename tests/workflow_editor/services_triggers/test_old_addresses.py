"""Addresses at which nothing is live any more: a clear answer, no run, and nothing that says what was there."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from tests.conftest import client_of
from tests.factories.workflows import member_create
from tests.workflow_editor.api.problem_asserts import assert_problem
from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from tools.models import AccessEvent
from workflow_editor.models import Run, Trigger
from workflow_editor.services.triggers.control import trigger_change_address, trigger_pause
from workflow_editor.services.triggers.publish import trigger_prepare
from workflow_editor.services.versions import version_publish
from workflow_editor.services.workflows import workflow_delete


def never_published(trigger: Trigger, alice: User) -> None:
    Trigger.objects.filter(pk=trigger.pk).update(version=None)


def paused(trigger: Trigger, alice: User) -> None:
    trigger_pause(trigger, "Stocktaking until Monday")


def switched_off(trigger: Trigger, alice: User) -> None:
    trigger.workflow.nodes.filter(key="when").update(config={"enabled": False})
    _published_again(trigger, alice)


def node_deleted(trigger: Trigger, alice: User) -> None:
    trigger.workflow.nodes.filter(key="when").delete()
    _published_again(trigger, alice)


def node_made_again(trigger: Trigger, alice: User) -> None:
    """It has another address, and the old one leads nowhere."""
    trigger.delete()
    again = trigger_prepare(trigger.workflow, "when")
    _published_again(again, alice)
    again.refresh_from_db()
    assert again.is_live


def address_changed(trigger: Trigger, alice: User) -> None:
    trigger_change_address(trigger)
    assert trigger.is_live


def workflow_deleted(trigger: Trigger, alice: User) -> None:
    workflow_delete(trigger.workflow)


def _published_again(trigger: Trigger, alice: User) -> None:
    trigger.workflow.nodes.filter(key="greet").update(config={"template": "Bye {{ inputs.topic }}"})
    version_publish(trigger.workflow, alice)


ENDS: tuple[Callable[[Trigger, User], None], ...] = (
    never_published,
    paused,
    switched_off,
    node_deleted,
    node_made_again,
    address_changed,
    workflow_deleted,
)


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
@pytest.mark.parametrize(
    ("type_id", "config", "address", "code", "words"),
    [
        ("webhook", {}, "/hooks/{token}/", "nothing_listens", "Nothing listens at this address: it is wrong"),
        (
            "bot_message",
            {"service": "telegram"},
            "/bots/{token}/",
            "nothing_listens",
            "Nothing listens at this address: it is wrong",
        ),
        ("form_trigger", {}, "/api/forms/{token}/submissions/", "form_gone", "There is no form at this address."),
    ],
    ids=["webhook", "bot", "form"],
)
def test_an_address_where_nothing_is_live(
    publish_trigger: PublishTrigger,
    alice: User,
    type_id: str,
    config: dict[str, Any],
    address: str,
    code: str,
    words: str,
    end: Callable[[Trigger, User], None],
) -> None:
    trigger = publish_trigger(type_id, config)
    address = address.format(token=trigger.token)
    body = {"topic": "tea", "key": "k" * 22, "values": {"topic": "tea"}}
    end(trigger, alice)
    answer = Client().post(address, body, content_type="application/json")
    if (type_id, end) == ("form_trigger", paused):
        # Its visitors are told to come again.
        assert_problem(answer, 409, "form_closed")
    else:
        assert assert_problem(answer, 404, code)["detail"].startswith(words)
    assert "Stocktaking" not in answer.content.decode()
    assert not Run.objects.exists()


def test_a_changed_address_works_at_once_and_is_in_the_audit_log(
    publish_trigger: PublishTrigger, alice_api: APIClient, bob: User
) -> None:
    trigger = publish_trigger("webhook")
    member_create(trigger.workflow, bob, "viewer")
    path = f"/api/workflows/{trigger.workflow_id}/triggers/when/address/"
    assert client_of(bob).post(path).status_code == 403
    answer = alice_api.post(path)
    assert answer.status_code == 200
    address = answer.json()["address"]
    assert trigger.token not in address
    assert Client().post(address, {"topic": "tea"}, content_type="application/json").status_code == 202
    assert Run.objects.get().inputs == {"topic": "tea"}
    [row] = AccessEvent.objects.filter(action="trigger.address_changed")
    assert (row.username, row.target) == ("alice", f"{trigger.workflow.slug} when")
    assert Trigger.objects.get().token not in json.dumps(row.details)
