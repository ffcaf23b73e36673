"""Public forms with fields that are shown on conditions: the server decides, whatever the page sends."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node
from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from tests.workflow_editor.services_triggers.test_forms import KEY, address, send, state, two_steps
from workflow_editor.models import FileUse, Run, Trigger, TriggerDelivery

IF_YES = {"showWhen": [{"field": "coming", "operator": "is", "value": "yes"}]}
COMING = {"name": "coming", "type": "select", "options": ["yes", "no"], "required": True}
GUESTS = {"name": "guests", "type": "integer", "minimum": 1, "maximum": 4, "required": True, **IF_YES}


def dinner(*fields: dict[str, Any]) -> dict[str, Any]:
    outputs = [{"name": "guests", "value": "{{ inputs.guests }}"}]
    return {
        "schema_version": 1,
        "nodes": [node("start", "start", {"fields": list(fields)}), node("end", "end", {"outputs": outputs})],
        "edges": [edge("start", "end")],
    }


@pytest.fixture
def trigger(publish_trigger: PublishTrigger) -> Trigger:
    return publish_trigger("form_trigger", {"showResult": True}, dinner(COMING, GUESTS))


def test_the_page_gets_the_conditions(trigger: Trigger, client: Any) -> None:
    shown = client.get(address(trigger)).json()["fields"]
    assert [(field["name"], field["showWhen"], field["showMatch"]) for field in shown] == [
        ("coming", [], "all"),
        ("guests", IF_YES["showWhen"], "all"),
    ]


def test_a_hidden_field_is_not_required(trigger: Trigger, queue: TaskQueue) -> None:
    assert send(trigger, {"coming": "no"}).status_code == 201
    queue.run_all()
    assert state(trigger)["output"] == {"guests": None}


@pytest.mark.parametrize("forged", [3, 99, "many", {"$type": "file", "id": "0199aaaa-0000-7000-8000-000000000001"}])
def test_the_value_of_a_hidden_field_is_dropped(trigger: Trigger, forged: Any) -> None:
    assert send(trigger, {"coming": "no", "guests": forged}).status_code == 201
    assert Run.objects.get().inputs == {"coming": "no", "guests": None}
    assert TriggerDelivery.objects.get().data["fields"] == {"coming": "no", "guests": None}


@pytest.mark.parametrize(("guests", "status"), [(None, 400), (5, 400), (4, 201)])
def test_a_field_that_is_shown_is_held_against_its_kind(trigger: Trigger, guests: Any, status: int) -> None:
    answer = send(trigger, {"coming": "yes", "guests": guests})
    assert answer.status_code == status
    assert [error["pointer"] for error in answer.json().get("errors", [])] == ["/fields/guests"] * (status == 400)


def test_a_condition_that_names_no_field_shows_it_and_breaks_nothing(
    publish_trigger: PublishTrigger, client: Any
) -> None:
    broken = {**GUESTS, "showWhen": [{"field": "renamed", "operator": "is", "value": "yes"}]}
    trigger = publish_trigger("form_trigger", {}, dinner(COMING, GUESTS))
    graph = trigger.workflow.nodes.get(key="start")
    graph.config = {"fields": [COMING, broken]}
    graph.save()
    client.force_login(trigger.workflow.owner)
    shown = client.get(address(trigger) + "?draft=true")
    assert shown.status_code == 200
    assert [field["name"] for field in shown.json()["fields"]] == ["coming", "guests"]


def test_a_file_of_a_hidden_field_is_not_given_to_the_run(publish_trigger: PublishTrigger, client: Any) -> None:
    trigger = publish_trigger("form_trigger", {}, dinner(COMING, {"name": "guests", "type": "file", **IF_YES}))
    for number, coming in enumerate(("no", "yes")):
        body = f'{{"key": "{number:022}", "values": {{"coming": "{coming}"}}}}'
        parts = {"json": body, "guests": SimpleUploadedFile("list.txt", b"Ann", "text/plain")}
        assert client.post(address(trigger, "submissions/"), parts).status_code == 201
        assert FileUse.objects.filter(delivery__isnull=False).count() == number


def test_a_form_in_the_middle_hides_fields_too(publish_trigger: PublishTrigger, queue: TaskQueue, client: Any) -> None:
    price = {"name": "price", "type": "number", "required": True, "showWhen": IF_YES["showWhen"]}
    trigger = publish_trigger("form_trigger", {"showResult": True}, two_steps(fields=[COMING, price]))
    send(trigger)
    queue.run_all()
    step = state(trigger)["step"]["id"]
    place = address(trigger, f"submissions/{KEY}/")
    body = {"step": step, "values": {"coming": "yes"}}
    refused = client.post(place, body, content_type="application/json")
    assert [error["pointer"] for error in refused.json()["errors"]] == ["/values/price"]
    body = {"step": step, "values": {"coming": "no", "price": 12}}
    assert client.post(place, body, content_type="application/json").status_code == 200
    queue.run_all()
    assert state(trigger)["output"] == {"cost": None}
