"""Submissions of a form, as a table and a file."""

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import greeting_document, text_field
from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from workflow_editor.models import Run, Trigger, TriggerDelivery

ODD = "a__b 价格%'"
"""The name of a field is somebody's own words."""


@pytest.fixture
def form(publish_trigger: PublishTrigger) -> Trigger:
    document = greeting_document()
    document["nodes"][0]["config"]["fields"].append(text_field(ODD, required=False))
    return publish_trigger("form_trigger", {}, document)


@pytest.fixture
def sent(form: Trigger, queue: TaskQueue) -> Trigger:
    """Return a form that three people and a program have sent; the run of the first is over."""
    for at, values in enumerate([{"topic": "织布", ODD: "=1+1"}, {"topic": "looms"}, {"topic": "100%"}]):
        send(form, values, "k" * 21 + str(at))
        if at == 0:
            queue.run_all()
    send(form, {"topic": "spam"}, "p" * 22, website="x")
    return form


def send(form: Trigger, values: dict[str, Any], key: str, **more: Any) -> None:
    body = {"key": key, "values": values, **more}
    assert APIClient().post(f"/api/forms/{form.token}/submissions/", body).status_code == 201


def address(form: Trigger, rest: str = "submissions/") -> str:
    return f"/api/workflows/{form.workflow_id}/triggers/{form.node_key}/{rest}"


def topics(api: APIClient, form: Trigger, **query: str) -> list[str]:
    return [row["values"]["topic"] for row in api.get(address(form), query).json()["results"]]


def test_the_table_shows_the_newest_first_with_its_run(alice_api: APIClient, sent: Trigger) -> None:
    rows = alice_api.get(address(sent)).json()["results"]
    assert [row["values"]["topic"] for row in rows] == ["spam", "100%", "looms", "织布"]
    assert [row["status"] for row in rows] == ["rejected", "started", "started", "started"]
    assert rows[0]["error"]["code"] == "from_program"
    assert [[run["status"] for run in row["runs"]] for row in rows] == [[], ["queued"], ["queued"], ["succeeded"]]
    columns = alice_api.get(address(sent, "submissions/columns/")).json()
    assert [column["name"] for column in columns] == ["topic", ODD]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"status": "succeeded"}, ["织布"]),
        ({"status": "failed"}, []),
        ({"search": "LOOM"}, ["looms"]),
        ({"search": "织"}, ["织布"]),
        ({"search": "%"}, ["100%"]),
        ({"search": "1+1"}, ["织布"]),
        ({"search": "loom", "status": "succeeded"}, []),
    ],
)
def test_the_table_is_filtered(alice_api: APIClient, sent: Trigger, query: dict[str, str], found: list[str]) -> None:
    assert topics(alice_api, sent, **query) == found


def test_the_file_has_the_rows_that_fit_and_runs_no_formula(alice_api: APIClient, sent: Trigger) -> None:
    answer = alice_api.get(address(sent, "submissions.csv"), {"search": "织"})
    assert answer["Content-Disposition"] == 'attachment; filename="submissions.csv"'
    text = b"".join(answer.streaming_content).decode("utf-8-sig")  # type: ignore[attr-defined]
    header, row = csv.reader(io.StringIO(text))
    assert header == ["submitted_at", "person", "status", "run", "topic", ODD]
    first = Run.objects.order_by("id").first()
    assert first
    assert row[1:] == ["", "succeeded", str(first.pk), "织布", "'=1+1"]


def test_what_tried_out_the_draft_is_not_among_it(alice_api: APIClient, form: Trigger) -> None:
    body = {"key": "d" * 22, "values": {"topic": "draft"}}
    assert alice_api.post(f"/api/forms/{form.token}/submissions/?draft=true", body).status_code == 201
    assert TriggerDelivery.objects.count() == 1
    assert topics(alice_api, form) == []


@pytest.mark.parametrize("rest", ["submissions/", "submissions/columns/", "submissions.csv"])
def test_only_who_sees_the_workflow_sees_it(sent: Trigger, bob: User, rest: str) -> None:
    stranger = APIClient()
    assert stranger.get(address(sent, rest)).status_code in (401, 403)
    stranger.force_authenticate(bob)
    assert stranger.get(address(sent, rest)).status_code == 404


def test_a_webhook_has_no_columns(alice_api: APIClient, publish_trigger: Callable[..., Trigger]) -> None:
    assert alice_api.get(address(publish_trigger("webhook"), "submissions/columns/")).json() == []


def test_more_rows_cost_no_more_queries(alice_api: APIClient, sent: Trigger) -> None:
    with CaptureQueriesContext(connection) as few:
        alice_api.get(address(sent), {"status": "succeeded"})
    with CaptureQueriesContext(connection) as many:
        alice_api.get(address(sent))
    assert len(many) <= len(few)
