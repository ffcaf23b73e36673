"""Rows read the short way are the rows that the ORM reads."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from tests.factories.runs import node_run_create, run_create
from tools.rows.reader import json_of, read_row, read_values, read_with, time_of
from workflow_editor.models import NodeRun, Run, Trigger, Workflow

pytestmark = pytest.mark.django_db


def test_a_row_is_what_the_orm_reads(workflow: Workflow) -> None:
    run = run_create(workflow, output={"text": "织机"}, idempotency_key="k")
    found, expected = read_row(Run, id=run.pk), Run.objects.get(pk=run.pk)
    assert found is not None
    for field in Run._meta.concrete_fields:
        assert getattr(found, field.attname) == getattr(expected, field.attname), field.attname


def test_a_row_of_another_app_is_read_alike(alice: User) -> None:
    found = read_row(User, username="alice")
    assert found == alice
    assert found is not None
    assert (found.date_joined, found.is_active) == (alice.date_joined, True)


def test_a_row_that_is_not_there_is_none() -> None:
    assert read_row(Run, id=uuid4()) is None


def test_values_come_in_the_asked_order_and_form(workflow: Workflow) -> None:
    run = run_create(workflow)
    rows = [node_run_create(run, key, output={"key": key}) for key in ("a", "b")]
    found = read_values(NodeRun, ("node_key", "output", "error", "queued_at"), {"run_id": run.pk}, order_by="id")
    assert [(key, json_of(output), json_of(error), time_of(at)) for key, output, error, at in found] == [
        (row.node_key, row.output, None, row.queued_at) for row in rows
    ]


def test_a_row_comes_with_those_that_it_refers_to(workflow: Workflow, django_assert_num_queries: Any) -> None:
    Trigger.objects.create(workflow=workflow, node_key="when", token="t", runs_as=None)
    with django_assert_num_queries(1):
        found = read_with(Trigger, "workflow", "runs_as", token="t")
        assert found is not None
        assert (found.workflow, found.workflow.settings, found.runs_as) == (workflow, workflow.settings, None)
    assert read_with(Trigger, "workflow", token="another") is None


def test_a_condition_may_be_about_the_row_that_is_referred_to(workflow: Workflow) -> None:
    asked = {"id": workflow.pk, "owner.is_active": True}
    assert read_values(Workflow, ("name", "owner.username"), asked) == [(workflow.name, "alice")]
    User.objects.update(is_active=False)
    assert read_values(Workflow, ("name", "owner.username"), asked) == []
