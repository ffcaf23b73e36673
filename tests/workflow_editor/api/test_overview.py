"""The home page over HTTP: the newest runs, the newest failures, and the last 30 days."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from tests.factories.runs import run_create
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from workflow_editor.models import Run, Status, Workflow

URL = "/api/overview/"
FAILURE = {"code": "tool_failed", "message": "Nobody answered.", "node_key": "greet"}


def run_at(workflow: Workflow, moment: datetime, **fields: Any) -> Run:
    run = run_create(workflow, **fields)
    Run.objects.filter(pk=run.pk).update(created_at=moment)
    return run


def test_the_last_30_days_are_counted_and_paid(alice_api: APIClient, workflow: Workflow) -> None:
    now = timezone.now()
    run_at(workflow, now, usage={"cost": 0.25})
    run_at(workflow, now, status=Status.FAILED, usage={"cost": 0.5})
    run_at(workflow, now, status=Status.RUNNING)
    run_at(workflow, now, kind=Run.Kind.DEBUG, usage={"cost": 1.0})
    run_at(workflow, now, trigger=Run.REPLAY, usage={"cost": 8.0})
    run_at(workflow, now - timedelta(days=29))
    run_at(workflow, now - timedelta(days=31))
    days = alice_api.get(URL).json()["days"]
    assert [day["date"] for day in days] == [str((now - timedelta(days=back)).date()) for back in range(29, -1, -1)]
    assert days[-1] == {"date": str(now.date()), "succeeded": 1, "failed": 1, "cost": 1.75}
    assert sum(day["succeeded"] for day in days[:-1]) == days[0]["succeeded"] == 1


def test_days_begin_where_the_viewer_is(alice_api: APIClient, workflow: Workflow) -> None:
    today = datetime.now(UTC).date()
    run_at(workflow, datetime(today.year, today.month, today.day, 22, tzinfo=UTC) - timedelta(days=2))
    days = {zone: alice_api.get(URL, {"timezone": zone}).json()["days"] for zone in ("UTC", "Asia/Kathmandu")}
    [utc], [nepal] = ([day["date"] for day in of if day["succeeded"]] for of in days.values())
    assert (utc, nepal) == (str(today - timedelta(days=2)), str(today - timedelta(days=1)))


def test_an_unknown_time_zone_is_refused(alice_api: APIClient) -> None:
    assert pointers(assert_problem(alice_api.get(URL, {"timezone": "../../etc/passwd"}), 400, "invalid_input")) == [
        "/timezone"
    ]


def test_failures_name_the_node_at_fault(alice_api: APIClient, workflow: Workflow) -> None:
    run_create(workflow)
    error = FAILURE
    failed = run_create(workflow, status=Status.FAILED, error=error)
    run_create(workflow, status=Status.FAILED, error={**error, "node_key": "gone"})
    whole = run_create(workflow, status=Status.FAILED, error={**error, "node_key": None})
    answer = alice_api.get(URL).json()
    assert [run["node_name"] for run in answer["failures"]] == [None, "gone", "Greet"]
    assert answer["failures"][2]["error"]["message"] == "Nobody answered."
    assert [run["id"] for run in answer["recent"]][:1] == [str(whole.pk)]
    assert len(answer["recent"]) == 4
    assert answer["failures"][2]["id"] == str(failed.pk)


def test_one_sees_the_runs_of_own_and_shared_workflows_only(
    bob_api: APIClient, charlie_api: APIClient, workflow: Workflow, bob: User
) -> None:
    run_create(workflow, status=Status.FAILED)
    run_create(workflow_create(bob, name="Bob's own"))
    seen = bob_api.get(URL).json()
    assert {run["workflow"]["name"] for run in seen["recent"]} == {"Greeting", "Bob's own"}
    assert (seen["days"][-1]["succeeded"], seen["days"][-1]["failed"], len(seen["failures"])) == (1, 1, 1)
    stranger = charlie_api.get(URL).json()
    assert (stranger["recent"], stranger["failures"]) == ([], [])
    assert {(day["succeeded"], day["failed"], day["cost"]) for day in stranger["days"]} == {(0, 0, 0.0)}


def test_it_costs_the_same_queries_for_many_runs(
    alice_api: APIClient, alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(6):
        run_create(workflow_create(alice, name=f"W{number}"), status=Status.FAILED, error=FAILURE)
    with django_assert_max_num_queries(8):
        alice_api.get(URL)
