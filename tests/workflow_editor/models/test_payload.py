"""Large values of runs are stored once, whoever writes them and however they are read."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.run_documents import chain, text
from tests.factories.runs import node_run_create, run_create
from tests.factories.workflows import workflow_create
from workflow_editor.models import NodeRun, Payload, PayloadUse, Run, Workflow
from workflow_editor.models.payload import INLINE_CHARACTERS
from workflow_editor.services.runs.start import run_start

LARGE = {"text": "织机" * INLINE_CHARACTERS}
LIKE_STORED: list[dict[str, Any]] = [
    {"$payload": "0" * 64},
    {"$payload": None},
    {"$payload": "x", "a": 1, "$payload_value": 2},
]


@pytest.mark.django_db
def test_a_large_value_is_stored_once_for_all_runs(workflow: Workflow) -> None:
    first, second = run_create(workflow, output=LARGE), run_create(workflow, inputs=LARGE)
    node_run_create(first, "a", output=LARGE)
    assert Payload.objects.count() == 1
    assert set(PayloadUse.objects.values_list("run_id", flat=True)) == {first.pk, second.pk}
    assert Run.objects.get(pk=first.pk).output == LARGE
    assert Run.objects.get(pk=second.pk).inputs == LARGE
    assert NodeRun.objects.values_list("output", flat=True).get(run=first) == LARGE


@pytest.mark.django_db
def test_objects_keep_the_order_of_their_fields(queue: TaskQueue, alice: User) -> None:
    row = {"name": "王", "id": 5, "address": {"street": "梭", "no": 1}}
    document = chain(text("copy", "{{ inputs.rows | json }}"))
    document["nodes"][0]["config"] = {"fields": [{"name": "rows", "type": "json", "title": "Rows"}]}
    document["nodes"][-1]["config"] = {"outputs": [{"name": "rows", "value": "{{ inputs.rows }}"}]}
    run, _ = run_start(workflow_create(alice, document=document), alice, inputs={"rows": [row]})
    queue.run_all()
    run.refresh_from_db()
    stored = [run.inputs, run.output, *run.node_runs.values_list("output", flat=True)]
    stored += [event["output"] for event in run.events.values_list("payload", flat=True) if event.get("output")]
    rows = [one["rows"][0] for one in stored if "rows" in one]
    assert len(rows) == 7
    assert [json.dumps(one) for one in rows] == [json.dumps(row)] * 7


@pytest.mark.django_db
def test_a_small_value_stays_in_its_row(workflow: Workflow) -> None:
    run_create(workflow, output={"text": "small"})
    assert not Payload.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("value", LIKE_STORED)
def test_a_value_that_resembles_a_reference_is_a_value(workflow: Workflow, value: dict[str, Any]) -> None:
    run = run_create(workflow, output=value)
    assert Run.objects.get(pk=run.pk).output == value
    Run.objects.filter(pk=run.pk).update(output=value)
    assert Run.objects.get(pk=run.pk).output == value


@pytest.mark.parametrize("value", [LARGE, *LIKE_STORED])
def test_a_run_carries_such_values_from_start_to_end(
    queue: TaskQueue, alice: User, alice_api: APIClient, value: dict[str, Any]
) -> None:
    document = chain(text("copy", "{{ inputs.value | json }}"))
    document["nodes"][0]["config"] = {"fields": [{"name": "value", "type": "json", "title": "Value"}]}
    document["nodes"][-1]["config"] = {"outputs": [{"name": "$payload", "value": "{{ inputs.value }}"}]}
    run, _ = run_start(workflow_create(alice, document=document), alice, inputs={"value": value})
    queue.run_all()
    run.refresh_from_db()
    assert (run.status, run.error) == ("succeeded", None)
    assert run.inputs == {"value": value}
    assert run.output == {"$payload": value}
    shown = alice_api.get(f"/api/runs/{run.pk}/").json()
    assert shown["output"] == {"$payload": value}
    assert [node["output"] for node in shown["node_runs"] if node["node_key"] == "start"] == [{"value": value}]
