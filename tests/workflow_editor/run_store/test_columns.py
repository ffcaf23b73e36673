"""The store writes and reads every column that the models have, whatever is added to them."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection, models, transaction
from django.test.utils import CaptureQueriesContext

from tests.factories.runs import node_run_create, run_create
from tests.factories.workflows import version_create
from workflow_editor.engine.events import NodeQueued
from workflow_editor.models import NodeRun, Run, Status, TriggerDelivery, Workflow
from workflow_editor.run_store import run_store
from workflow_editor.run_store.writes import NewEvent, RunChangedError
from workflow_editor.services.triggers.publish import trigger_prepare

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
        case models.IntegerField():
            return 7
        case models.CharField():
            return next((value for value, _ in field.flatchoices if value != field.default), "x")
    raise AssertionError(f"say what {field.name} could be")


def full_run(workflow: Workflow) -> Run:
    version = version_create(workflow)
    parent = node_run_create(run_create(workflow, version=version), "greet")
    trigger = trigger_prepare(workflow, "hook")
    delivery = TriggerDelivery.objects.create(trigger=trigger, key="k", status="started", arrived_at=AT)
    known = {
        "workflow_id": workflow.pk,
        "version_id": version.pk,
        "created_by_id": workflow.owner_id,
        "parent_node_run_id": parent.pk,
        "forked_from_id": parent.run_id,
        "delivery_id": delivery.pk,
    }
    fields = [field for field in Run._meta.concrete_fields if not field.primary_key]
    names = [field.attname for field in fields]
    given = {name: known[name] for name in names if name in known}
    others = {field.attname: unlike_default(field) for field in fields if field.attname not in known}
    return Run(**given, **others)


def happened(count: int) -> list[NewEvent]:
    return [NewEvent.of(NodeQueued(node_key=str(number)), AT) for number in range(count)]


def test_every_column_of_a_run_is_stored(workflow: Workflow) -> None:
    run = full_run(workflow)
    run_store.create_run(run, happened(7))
    stored = Run.objects.get(pk=run.pk)
    for field in Run._meta.concrete_fields:
        assert getattr(stored, field.attname) == getattr(run, field.attname), field.attname


def test_every_column_of_a_node_run_is_stored(workflow: Workflow) -> None:
    run = run_create(workflow, status=Status.RUNNING)
    fields = [field for field in NodeRun._meta.concrete_fields if field.attname not in ("id", "run_id")]
    values = {field.attname: unlike_default(field) for field in fields}
    run_store.save_step(run, [], nodes=[values])
    stored = NodeRun.objects.get(run=run)
    assert {name: getattr(stored, name) for name in values} == values


def test_columns_without_a_value_have_their_defaults(workflow: Workflow) -> None:
    run = run_create(workflow, status=Status.RUNNING)
    run_store.save_step(run, [], nodes=[{"node_key": "a", "queued_at": AT}])
    by_hand = NodeRun.objects.create(run=run, node_key="b", queued_at=AT)
    rows = NodeRun.objects.filter(run=run).order_by("id").values()
    assert rows[0] == {**rows[1], "id": rows[0]["id"], "node_key": "a"}
    assert by_hand.pk == rows[1]["id"]


def test_a_step_is_stored_once(workflow: Workflow) -> None:
    run = read(run_create(workflow, status=Status.RUNNING, last_seq=3))
    same = read(run)
    for one in (run, same):
        one.status = Status.WAITING
    assert run_store.save_step(run, happened(2)).last_seq == 5
    with pytest.raises(RunChangedError), transaction.atomic():
        run_store.save_step(same, happened(2))
    stored = Run.objects.get(pk=run.pk)
    assert (stored.status, stored.steps, stored.last_seq) == (Status.WAITING, 1, 5)
    assert stored.events.count() == 2


@pytest.fixture
def stepped(workflow: Workflow) -> Run:
    """A run with a row that the store has written through this object."""
    run = run_create(workflow, status=Status.RUNNING)
    run_store.save_step(run, [])
    return run


STEPS_CHANGE = [
    field.attname
    for field in Run._meta.concrete_fields
    if not (field.primary_key or field.is_relation or field.attname in ("steps", "last_seq", "idempotency_key"))
]


@pytest.mark.parametrize("name", STEPS_CHANGE)
def test_the_next_step_stores_what_it_changes(stepped: Run, name: str) -> None:
    value = unlike_default(Run._meta.get_field(name))
    setattr(stepped, name, value)
    run_store.save_step(stepped, [])
    assert getattr(Run.objects.get(pk=stepped.pk), name) == value


@pytest.mark.parametrize("reads", [True, False])
def test_the_next_step_writes_nothing_that_it_leaves(stepped: Run, reads: bool) -> None:
    run = read(stepped) if reads else stepped
    run.open_nodes = 7
    with CaptureQueriesContext(connection) as queries:
        run_store.save_step(run, happened(1))
    (update,) = [query["sql"] for query in queries if 'UPDATE "workflow_editor_run"' in query["sql"]]
    written = update.partition('UPDATE "workflow_editor_run"')[2].partition("WHERE")[0]
    assert '"open_nodes"' in written
    assert not [name for name in STEPS_CHANGE if name != "open_nodes" and f'"{name}" = ' in written]


def test_a_value_comes_back_that_another_step_had_changed(stepped: Run) -> None:
    other = Run.objects.get(pk=stepped.pk)
    other.status = Status.WAITING
    run_store.save_step(other, [])
    stepped.refresh_from_db()
    stepped.status = Status.RUNNING
    run_store.save_step(stepped, [])
    assert Run.objects.get(pk=stepped.pk).status == Status.RUNNING


def read(run: Run) -> Run:
    found = run_store.run(run.pk)
    assert found is not None
    return found


def test_events_do_not_disturb_a_step(workflow: Workflow) -> None:
    run = run_create(workflow, status=Status.RUNNING)
    run_store.append_events({run.pk: happened(4)})
    assert run_store.save_step(run, happened(1)).last_seq == 5


def test_a_run_that_is_over_takes_no_events(workflow: Workflow) -> None:
    run = run_create(workflow, status=Status.SUCCEEDED)
    assert run_store.append_events({run.pk: happened(1)}) == {}
    assert not run.events.exists()


def test_many_runs_take_events_at_once(workflow: Workflow) -> None:
    first, second, third = (run_create(workflow, status=Status.RUNNING, last_seq=seq) for seq in (0, 5, 9))
    over = run_create(workflow, status=Status.FAILED)
    counts = {third.pk: 1, first.pk: 1, over.pk: 1, second.pk: 3}
    found = run_store.append_events({run_id: happened(count) for run_id, count in counts.items()})
    assert {run_id: last_seq for run_id, (last_seq, _) in found.items()} == {first.pk: 0, second.pk: 5, third.pk: 9}
    for run, numbers in ((first, [1]), (second, [6, 7, 8]), (third, [10]), (over, [])):
        assert list(run.events.values_list("seq", flat=True)) == numbers
