"""The table of events is parted by day. Only PostgreSQL does so."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from tests.workflow_editor.services_retention.kept_runs import EVERYTHING, finished_run, kept, open_run
from workflow_editor.models import Run, RunEvent, Workflow
from workflow_editor.run_store import run_store
from workflow_editor.run_store.event_partitions import DAYS_AHEAD, ids_of
from workflow_editor.services.retention.prune import HistoryLimits
from workflow_editor.services.retention.pruner import HistoryPruner

pytestmark = pytest.mark.django_db

# Tables with changes of the same transaction cannot be dropped.
with_commits = pytest.mark.django_db(transaction=True)


def test_parts_are_made_in_advance_and_take_the_events_of_their_runs(workflow: Workflow) -> None:
    today = timezone.now().date()
    run_store.partitions_make(today)
    assert {today + timedelta(days=ahead) for ahead in range(DAYS_AHEAD + 1)} <= set(run_store.partition_days())
    finished_run(workflow)
    with connection.cursor() as cursor:
        cursor.execute("SELECT tableoid::regclass::text FROM workflow_editor_runevent")
        assert cursor.fetchall() == [(f"workflow_editor_runevent_{today:%Y%m%d}",)]


@with_commits
def test_events_of_days_that_are_over_are_dropped_whole(workflow: Workflow) -> None:
    old = (timezone.now() - timedelta(days=40)).date()
    run_store.partitions_make(old)
    first, _ = ids_of(old)
    run = finished_run(workflow, days_ago=40, id=first)
    newest = finished_run(workflow)
    HistoryPruner(EVERYTHING).round()
    assert old in run_store.partition_days()
    assert RunEvent.objects.filter(run=run).exists()
    assert kept(HistoryLimits(days=30, runs=0, megabytes=0)) == {newest.pk}
    assert old not in run_store.partition_days()


@with_commits
def test_a_part_stays_while_one_of_its_runs_is_open(workflow: Workflow) -> None:
    old = (timezone.now() - timedelta(days=40)).date()
    run_store.partitions_make(old)
    first, _ = ids_of(old)
    open_run(workflow, days_ago=40, id=first)
    HistoryPruner(HistoryLimits(days=30, runs=0, megabytes=0)).round()
    assert old in run_store.partition_days()
    Run.objects.all().delete()
    assert run_store.partition_drop(old)
