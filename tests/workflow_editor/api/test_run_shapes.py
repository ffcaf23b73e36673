"""Runs as the API gives them out; that each answer fits the document, every test of the API checks."""

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.factories.runs import node_run_create, run_create
from workflow_editor.models import Run, Status, Workflow

pytestmark = pytest.mark.django_db
FAILURE = {"code": "node_failed", "message": "No.", "node_key": "greet", "details": {}}


@pytest.mark.parametrize("status", [Status.QUEUED, Status.SUCCEEDED, Status.FAILED])
def test_a_run_has_its_tokens_and_its_error(
    alice_api: APIClient, workflow: Workflow, alice: User, status: Status
) -> None:
    error = FAILURE if status == Status.FAILED else None
    run = run_create(workflow, status=status, error=error, user=alice)
    Run.objects.filter(pk=run.pk).update(usage={"output_tokens": 3, "cost": 0.25})
    node_run_create(run, "greet", status=status, error=error)
    whole = alice_api.get(f"/api/runs/{run.pk}/").json()
    assert whole["usage"] == {"input_tokens": 0, "output_tokens": 3, "cost": 0.25}
    assert [one["error"] for one in (whole, whole["node_runs"][0])] == [error, error]
    [listed] = alice_api.get("/api/runs/").json()["results"]
    assert listed == {name: whole[name] for name in listed}
