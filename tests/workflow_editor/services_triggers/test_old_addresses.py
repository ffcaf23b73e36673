"""Addresses at which nothing is live any more: a clear answer, no run, and nothing that says what was there."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.workflow_editor.api.problem_asserts import assert_problem
from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from workflow_editor.models import Run, Trigger
from workflow_editor.services.triggers.control import trigger_pause
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
