"""A step writes everything, or nothing: on PostgreSQL in one statement, on SQLite in one transaction."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.factories.run_documents import chain, text
from tests.factories.workflows import workflow_create
from tests.workflow_editor.run_store.steps import store
from workflow_editor.engine.events import NodeQueued
from workflow_editor.engine.scopes import Address
from workflow_editor.models import JournalRow, NodeRun, PayloadUse, Run, RunEvent, Status
from workflow_editor.models.payload import INLINE_CHARACTERS
from workflow_editor.run_store import run_store
from workflow_editor.run_store.writes import NewEvent, RunChangedError, StoredStep
from workflow_editor.services.runs.start import run_start


def assert_untouched(run: Run, working: NodeRun) -> None:
    working.refresh_from_db()
    assert (working.status, working.output) == (Status.RUNNING, None)
    assert list(NodeRun.objects.filter(run=run)) == [working]
    assert not RunEvent.objects.filter(run=run).exists()
    assert not JournalRow.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("output", [1, "x" * INLINE_CHARACTERS])
def test_a_step_writes_everything(run: Run, working: NodeRun, output: object) -> None:
    run.open_nodes = 2
    stored = store(run, working, output=output)
    working.refresh_from_db()
    assert (working.status, working.output, working.lease_owner) == (Status.SUCCEEDED, {"result": output}, "")
    rows = NodeRun.objects.filter(run=run, node_key__in=["b", "c"]).order_by("id")
    assert [(row.node_key, row.status, row.lease_owner) for row in rows] == [
        ("b", Status.RUNNING, "me:2"),
        ("c", Status.QUEUED, ""),
    ]
    assert stored == StoredStep(5, {Address(row.node_key): row.pk for row in rows})
    assert list(RunEvent.objects.filter(run=run).values_list("seq", "node_key")) == [(4, "a"), (5, "b")]
    assert JournalRow.objects.get().payload == {"text": "Hi"}
    assert PayloadUse.objects.filter(run=run).exists() == (output != 1)
    run.refresh_from_db()
    assert (run.open_nodes, run.steps, run.last_seq) == (2, 1, 5)


@pytest.mark.django_db
def test_events_come_behind_what_was_reported_meanwhile(run: Run, working: NodeRun) -> None:
    reported = [NewEvent.of(NodeQueued(node_key="x"), timezone.now()) for _ in range(4)]
    run_store.append_events({run.pk: reported})
    assert store(run, working).last_seq == 9
    assert list(RunEvent.objects.filter(run=run).values_list("seq", flat=True)) == [4, 5, 6, 7, 8, 9]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("output", [1, "x" * INLINE_CHARACTERS])
def test_nothing_is_written_when_another_step_came_between(run: Run, working: NodeRun, output: object) -> None:
    Run.objects.filter(pk=run.pk).update(steps=1)
    with pytest.raises(RunChangedError):
        store(run, working, output=output)
    assert_untouched(run, working)
    assert not PayloadUse.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_nothing_is_written_for_a_lost_lease(run: Run, working: NodeRun) -> None:
    with pytest.raises(RunChangedError):
        store(run, working, owner="other:1")
    assert_untouched(run, working)
    run.refresh_from_db()
    assert (run.steps, run.last_seq) == (0, 3)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("size", [1, INLINE_CHARACTERS])
def test_a_new_run_stands_in_its_tables_whatever_it_holds(alice: User, size: int) -> None:
    """Large values are stored apart, which needs the run to be there."""
    field = {"name": "topic", "type": "text", "title": "Topic"}
    document = chain(text("said", "{{ inputs.topic }}"))
    document["nodes"][0]["config"] = {"fields": [field]}
    workflow = workflow_create(alice, document=document)
    run = run_start(workflow, alice, inputs={"topic": "x" * size})[0]
    stored = Run.objects.get(pk=run.pk)
    assert (stored.status, stored.output) == (Status.SUCCEEDED, {"text": "x" * size})
    assert PayloadUse.objects.filter(run=run).exists() == (size > 1)
    assert list(NodeRun.objects.filter(run=run).values_list("node_key", flat=True)) == ["start", "said", "end"]
    assert list(RunEvent.objects.filter(run=run).values_list("seq", flat=True)) == list(range(1, run.last_seq + 1))
