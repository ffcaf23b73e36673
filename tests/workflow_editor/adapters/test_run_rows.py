"""Runs written the short way keep every field that the model has."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection, models
from django.test.utils import CaptureQueriesContext

from tests.factories.runs import node_run_create, run_create
from tests.factories.workflows import version_create
from workflow_editor.adapters.run_rows import RUN_CHANGING, run_row_insert, run_row_update, run_rows_append
from workflow_editor.models import Run, Status, Workflow

pytestmark = pytest.mark.django_db
AT = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)


def unlike_default(field: Any) -> object:
    """Return a value that the field would not have by itself."""
    match field:
        case models.BooleanField():
            return not field.default
        case models.DateTimeField():
            return AT
        case models.JSONField():
            return {"名": [1.5, None]}
        case models.PositiveIntegerField():
            return 7
        case models.CharField():
            return next((value for value, _ in field.flatchoices if value != field.default), "x")
    raise AssertionError(f"say what {field.name} could be")


# Counted afterwards, by whoever keeps the history in bounds.
COUNTED_LATER = {"history_bytes"}


def full_run(workflow: Workflow) -> Run:
    version = version_create(workflow)
    parent = node_run_create(run_create(workflow, version=version), "greet")
    known = {
        "workflow_id": workflow.pk,
        "version_id": version.pk,
        "created_by_id": workflow.owner_id,
        "parent_node_run_id": parent.pk,
        "forked_from_id": parent.run_id,
    }
    fields = [field for field in Run._meta.concrete_fields if not field.primary_key and field.name not in COUNTED_LATER]
    names = [field.attname for field in fields]
    given = {name: known[name] for name in names if name in known}
    others = {field.attname: unlike_default(field) for field in fields if field.attname not in known}
    return Run(**given, **others)


def test_every_field_is_stored(workflow: Workflow) -> None:
    run = full_run(workflow)
    run_row_insert(run)
    stored = Run.objects.get(pk=run.pk)
    for field in Run._meta.concrete_fields:
        assert getattr(stored, field.attname) == getattr(run, field.attname), field.attname


def test_a_step_is_stored_once(workflow: Workflow) -> None:
    run = run_create(workflow, status=Status.RUNNING, last_seq=3)
    run.status = Status.WAITING
    assert run_row_update(run, 2) == 5
    assert run_row_update(run, 2) is None
    stored = Run.objects.get(pk=run.pk)
    assert (stored.status, stored.steps, stored.last_seq) == (Status.WAITING, 1, 5)


@pytest.fixture
def stepped(workflow: Workflow) -> Run:
    """A run whose row this object has written as it is."""
    run = run_create(workflow, status=Status.RUNNING)
    run_row_update(run, 0)
    run.steps += 1
    return run


@pytest.mark.parametrize("name", RUN_CHANGING)
def test_the_next_step_stores_what_it_changes(stepped: Run, name: str) -> None:
    value = unlike_default(Run._meta.get_field(name))
    setattr(stepped, name, value)
    assert run_row_update(stepped, 0) is not None
    assert getattr(Run.objects.get(pk=stepped.pk), name) == value


def test_the_next_step_writes_nothing_that_it_leaves(stepped: Run) -> None:
    stepped.open_nodes = 7
    with CaptureQueriesContext(connection) as queries:
        run_row_update(stepped, 1)
    written = queries[0]["sql"].partition("WHERE")[0]
    assert '"open_nodes"' in written
    assert not [name for name in RUN_CHANGING if name != "open_nodes" and f'"{name}"' in written]


def test_a_value_comes_back_that_another_step_had_changed(stepped: Run) -> None:
    other = Run.objects.get(pk=stepped.pk)
    other.status = Status.WAITING
    run_row_update(other, 0)
    stepped.refresh_from_db()
    stepped.status = Status.RUNNING
    run_row_update(stepped, 0)
    assert Run.objects.get(pk=stepped.pk).status == Status.RUNNING


def test_events_do_not_disturb_a_step(workflow: Workflow) -> None:
    run = run_create(workflow, status=Status.RUNNING)
    assert run_rows_append({run.pk: 4}) == {run.pk: 4}
    assert run_row_update(run, 1) == 5


def test_a_run_that_is_over_takes_no_events(workflow: Workflow) -> None:
    run = run_create(workflow, status=Status.SUCCEEDED)
    assert run_rows_append({run.pk: 1}) == {}


def test_many_runs_take_events_at_once(workflow: Workflow) -> None:
    first, second, third = (run_create(workflow, status=Status.RUNNING, last_seq=seq) for seq in (0, 5, 9))
    over = run_create(workflow, status=Status.FAILED)
    found = run_rows_append({third.pk: 1, first.pk: 1, over.pk: 1, second.pk: 3})
    assert found == {first.pk: 1, second.pk: 8, third.pk: 10}
