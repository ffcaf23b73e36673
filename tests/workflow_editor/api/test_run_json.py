"""What is written by hand has exactly the shape that the API's document promises."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework import serializers
from rest_framework.test import APIClient

from tests.factories.runs import node_run_create, run_create
from workflow_editor.api.serializers.runs import NodeRunSerializer, RunSerializer, RunSummarySerializer
from workflow_editor.models import Run, Status, Workflow

pytestmark = pytest.mark.django_db
FAILURE = {"code": "node_failed", "message": "No.", "node_key": "greet", "details": {}}


def assert_shape(found: dict[str, Any], promised: serializers.Serializer[Any]) -> None:
    """Every promised member is there and no other, and each value is one that the field can write."""
    assert found.keys() == promised.fields.keys()
    for name, field in promised.fields.items():
        if found[name] is None:
            assert field.allow_null, name
        elif isinstance(field, serializers.Serializer):
            assert found[name].keys() >= {key for key, inner in field.fields.items() if inner.required}, name
            assert found[name].keys() <= field.fields.keys(), name
        elif not isinstance(field, serializers.ListSerializer):
            assert field.to_internal_value(found[name]) is not None, name


@pytest.mark.parametrize("status", [Status.QUEUED, Status.SUCCEEDED, Status.FAILED])
def test_a_run_is_as_promised(alice_api: APIClient, workflow: Workflow, alice: User, status: Status) -> None:
    error = FAILURE if status == Status.FAILED else None
    run = run_create(workflow, status=status, error=error, user=alice)
    Run.objects.filter(pk=run.pk).update(usage={"output_tokens": 3, "cost": 0.25})
    node_run_create(run, "greet", status=status, error=error)
    whole = alice_api.get(f"/api/runs/{run.pk}/").json()
    assert_shape(whole, RunSerializer())
    assert whole["usage"] == {"input_tokens": 0, "output_tokens": 3, "cost": 0.25}
    assert_shape(whole["node_runs"][0], NodeRunSerializer())
    [listed] = alice_api.get("/api/runs/").json()["results"]
    assert_shape(listed, RunSummarySerializer())
