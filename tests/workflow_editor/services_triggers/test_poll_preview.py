"""Look now: what a poll would find, with nothing started and nothing taken as seen."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.factories.documents import greeting_document, node
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services_triggers.conftest import PublishTrigger, Shelf, poll_config
from tools.core.errors import ToolUpstreamError
from workflow_editor.models import Run, SeenItem, Trigger, TriggerDelivery, Workflow
from workflow_editor.services.triggers.polls import poll_look, polls_claim_due


def draft(alice: Any, **config: Any) -> Workflow:
    graph = greeting_document()
    graph["nodes"].append(node("when", "poll", poll_config(**config)))
    return workflow_create(alice, document=graph)


def look(api: APIClient, workflow: Workflow) -> dict[str, Any]:
    answer = api.post(f"/api/workflows/{workflow.pk}/triggers/when/look/")
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def test_a_look_shows_what_there_is_and_keeps_an_example(alice: Any, alice_api: APIClient, shelf: Shelf) -> None:
    workflow = draft(alice, first="everything")
    shelf.put(7, 8, state="open")
    for _ in range(2):
        found = look(alice_api, workflow)
    assert (found["total"], found["wanted"], found["problem"]) == (2, 2, None)
    first = {"item": {"id": 7, "state": "open"}, "key": "7", "is_changed": False}
    assert found["items"][0] == {"is_wanted": True, "arrived": first}
    assert [(row.status, row.data) for row in TriggerDelivery.objects.all()] == [("example", first)]
    assert not Run.objects.exists()
    assert not SeenItem.objects.exists()


def test_what_is_known_starts_nothing(alice: Any, alice_api: APIClient, shelf: Shelf) -> None:
    workflow = draft(alice)
    shelf.put(1)
    assert look(alice_api, workflow)["wanted"] == 0


def test_of_a_live_one_only_what_is_new_is_wanted(
    alice_api: APIClient, publish_trigger: PublishTrigger, shelf: Shelf
) -> None:
    trigger = publish_trigger("poll", poll_config())
    shelf.put(1)
    polls_claim_due()
    claimed_until = Trigger.objects.get().next_at
    assert claimed_until
    poll_look(trigger.pk, claimed_until)
    shelf.put(2)
    found = look(alice_api, trigger.workflow)
    assert [(item["arrived"]["key"], item["is_wanted"]) for item in found["items"]] == [("2", True), ("1", False)]
    assert not TriggerDelivery.objects.exists()


@pytest.mark.parametrize("config", [{}, {"tool": None}, {"items": "elsewhere"}])
def test_a_look_that_fails_is_a_report(alice: Any, alice_api: APIClient, shelf: Shelf, config: dict[str, Any]) -> None:
    shelf.error = ToolUpstreamError("The mailbox refuses.") if not config else None
    found = look(alice_api, draft(alice, **config))
    assert found["items"] == []
    assert found["problem"]


def test_there_must_be_such_a_poll(alice_api: APIClient, workflow: Workflow) -> None:
    answer = alice_api.post(f"/api/workflows/{workflow.pk}/triggers/greet/look/")
    assert (answer.status_code, answer.json()["code"]) == (404, "trigger_gone")


def test_the_state_of_a_poll_has_its_next_time_and_its_problem(
    alice_api: APIClient, publish_trigger: PublishTrigger, shelf: Shelf
) -> None:
    trigger = publish_trigger("poll", poll_config())
    shelf.error = ToolUpstreamError("The mailbox refuses.")
    polls_claim_due()
    claimed_until = Trigger.objects.get().next_at
    assert claimed_until
    poll_look(trigger.pk, claimed_until)
    (row,) = alice_api.get("/api/triggers/").json()["results"]
    assert row["problem"] == "The mailbox refuses."
    assert len(row["next_times"]) == 1
