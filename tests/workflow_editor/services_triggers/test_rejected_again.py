"""Rejected deliveries start their runs once the workflow fits: all of them, each once."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from tests.factories.workflows import member_create
from tests.workflow_editor.api.problem_asserts import assert_problem
from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from workflow_editor.models import Run, Trigger
from workflow_editor.selectors.outside.forms import FROM_PROGRAM
from workflow_editor.services.triggers import deliver as module
from workflow_editor.services.triggers.deliver import Status, deliver
from workflow_editor.services.versions import version_publish

COUNT = {"name": "topic", "type": "integer", "title": "Topic", "required": True}


@pytest.fixture
def strict(publish_trigger: PublishTrigger, alice: User) -> Trigger:
    """Return a webhook with a workflow that only takes whole numbers; two of three deliveries were rejected."""
    trigger = publish_trigger("webhook")
    fits(trigger, alice, "integer")
    for topic in ("a dozen", "7", "a score"):
        Client().post(f"/hooks/{trigger.token}/", {"topic": topic}, content_type="application/json")
    return trigger


def fits(trigger: Trigger, alice: User, type_: str) -> None:
    trigger.workflow.nodes.filter(key="start").update(config={"fields": [{**COUNT, "type": type_}]})
    version_publish(trigger.workflow, alice)


def again(api: APIClient, trigger: Trigger, **body: Any) -> Any:
    return api.post(f"/api/workflows/{trigger.workflow_id}/triggers/when/deliveries/rejected/", body)


def topics() -> list[Any]:
    return [run.inputs["topic"] for run in Run.objects.order_by("id")]


def test_all_start_once_the_workflow_fits_and_none_before(strict: Trigger, alice: User, alice_api: APIClient) -> None:
    assert again(alice_api, strict).json() == {"started": 0, "refused": 2, "last": None}
    assert topics() == [7]
    fits(strict, alice, "text")
    assert again(alice_api, strict).json() == {"started": 2, "refused": 0, "last": None}
    assert again(alice_api, strict).json() == {"started": 0, "refused": 0, "last": None}
    assert topics() == [7, "a dozen", "a score"]
    assert set(strict.deliveries.values_list("status", flat=True)) == {Status.STARTED}


def test_many_are_tried_part_by_part_the_refused_ones_once(
    strict: Trigger, alice_api: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_BATCH", 1)
    first = again(alice_api, strict).json()
    assert (first["refused"], first["last"]) == (1, str(strict.deliveries.order_by("id")[0].pk))
    assert again(alice_api, strict, after=first["last"]).json() == {"started": 0, "refused": 1, "last": None}


def test_what_a_program_filled_in_stays_rejected(strict: Trigger, alice: User, alice_api: APIClient) -> None:
    fits(strict, alice, "text")
    error = {"code": FROM_PROGRAM, "message": "A program sent this."}
    strict.refresh_from_db()
    deliver(strict, key="trap", data={}, at=timezone.now(), status=Status.REJECTED, error=error)
    assert again(alice_api, strict).json()["started"] == 2
    assert strict.deliveries.get(key="trap").status == Status.REJECTED


def test_only_who_may_change_the_workflow_and_only_what_is_published(
    strict: Trigger, bob: User, bob_api: APIClient, alice_api: APIClient
) -> None:
    member_create(strict.workflow, bob, "viewer")
    assert again(bob_api, strict).status_code == 403
    Trigger.objects.update(version=None)
    assert_problem(again(alice_api, strict), 409, "trigger_not_live")
