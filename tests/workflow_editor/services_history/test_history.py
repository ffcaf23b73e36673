"""Finished runs beyond the limits go, with everything that only they hold; nothing else does."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from tests.factories.runs import node_run_create, run_create
from workflow_editor.adapters.event_partitions import (
    DAYS_AHEAD,
    ids_of,
    partition_days,
    partition_drop,
    partitions_make,
)
from workflow_editor.models import NodeRun, Payload, Run, RunEvent, Status, Workflow
from workflow_editor.models.ids import lowest_uuid7, uuid7
from workflow_editor.models.payload import INLINE_CHARACTERS, KEPT_UNUSED
from workflow_editor.services.history.prune import HistoryLimits
from workflow_editor.services.history.upkeep import Upkeep

pytestmark = pytest.mark.django_db

EVERYTHING = HistoryLimits(days=0, runs=0, megabytes=0)
LARGE = {"text": "x" * INLINE_CHARACTERS}


def finished_run(workflow: Workflow, *, days_ago: float = 0, **fields: Any) -> Run:
    at = timezone.now() - timedelta(days=days_ago)
    run = run_create(workflow, **fields)
    Run.objects.filter(pk=run.pk).update(created_at=at, finished_at=at)
    node_run_create(run, "a", output={"text": "y" * 1000})
    RunEvent.objects.create(run=run, seq=1, type="run_queued", payload={"text": "z" * 1000}, at=at)
    return run


def open_run(workflow: Workflow, *, days_ago: float, **fields: Any) -> Run:
    run = run_create(workflow, status=Status.WAITING, **fields)
    Run.objects.filter(pk=run.pk).update(created_at=timezone.now() - timedelta(days=days_ago), finished_at=None)
    return run


def kept(limits: HistoryLimits) -> set[Any]:
    Upkeep(limits).round()
    return set(Run.objects.values_list("pk", flat=True))


def test_without_limits_everything_stays(workflow: Workflow) -> None:
    runs = {finished_run(workflow, days_ago=1000).pk, finished_run(workflow).pk}
    assert kept(EVERYTHING) == runs


def test_old_runs_go_with_their_rows(workflow: Workflow) -> None:
    finished_run(workflow, days_ago=31)
    young = finished_run(workflow, days_ago=29)
    assert kept(HistoryLimits(days=30, runs=0, megabytes=0)) == {young.pk}
    assert set(NodeRun.objects.values_list("run", flat=True)) == {young.pk}
    assert set(RunEvent.objects.values_list("run", flat=True)) == {young.pk}


def test_runs_beyond_the_number_go_oldest_first(workflow: Workflow) -> None:
    runs = [finished_run(workflow, days_ago=days) for days in (3, 2, 1)]
    assert kept(HistoryLimits(days=0, runs=2, megabytes=0)) == {run.pk for run in runs[1:]}


def test_runs_beyond_the_bytes_go_oldest_first(workflow: Workflow) -> None:
    runs = [finished_run(workflow, days_ago=days) for days in (3, 2, 1)]
    Upkeep(EVERYTHING).round()
    sizes = list(Run.objects.values_list("history_bytes", flat=True))
    assert all(size is not None and 2000 < size < 10_000 for size in sizes)
    Run.objects.update(history_bytes=600_000)
    assert kept(HistoryLimits(days=0, runs=0, megabytes=1)) == {runs[2].pk}


def test_open_runs_and_the_newest_stay_however_old(workflow: Workflow) -> None:
    waiting = open_run(workflow, days_ago=400)
    newest = finished_run(workflow, days_ago=300)
    assert kept(HistoryLimits(days=30, runs=1, megabytes=1)) == {waiting.pk, newest.pk}


def test_a_payload_goes_some_time_after_its_last_run(workflow: Workflow) -> None:
    finished_run(workflow, days_ago=31, output=LARGE)
    last = finished_run(workflow, output=LARGE)
    Payload.objects.update(used_at=timezone.now() - KEPT_UNUSED * 2)
    kept(HistoryLimits(days=30, runs=0, megabytes=0))
    assert Payload.objects.count() == 1
    last.delete()
    Upkeep(EVERYTHING).round()
    assert not Payload.objects.exists()


def test_a_payload_that_was_just_stored_stays(workflow: Workflow) -> None:
    finished_run(workflow, output=LARGE).delete()
    Upkeep(EVERYTHING).round()
    assert Payload.objects.count() == 1


def test_the_command_does_all_at_once(workflow: Workflow, settings: Any, capsys: pytest.CaptureFixture[str]) -> None:
    settings.HISTORY_RUNS = 1
    for days in (3, 2, 1):
        finished_run(workflow, days_ago=days)
    call_command("prune_runs")
    assert "Deleted 2 runs" in capsys.readouterr().out
    assert Run.objects.count() == 1


def test_ids_sort_by_time() -> None:
    now = datetime.now(UTC)
    first, behind = ids_of(now.date())
    made = uuid7()
    assert first <= made < behind
    assert (made.version, made.variant) == (7, "specified in RFC 4122")
    assert lowest_uuid7(int(now.timestamp() * 1000) - 1) < made


needs_partitions = pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL parts the table")
# Tables with changes of the same transaction cannot be dropped.
with_commits = pytest.mark.django_db(transaction=True)


@needs_partitions
def test_parts_are_made_in_advance_and_take_the_events_of_their_runs(workflow: Workflow) -> None:
    today = timezone.now().date()
    partitions_make(today)
    assert {today + timedelta(days=ahead) for ahead in range(DAYS_AHEAD + 1)} <= set(partition_days())
    finished_run(workflow)
    with connection.cursor() as cursor:
        cursor.execute("SELECT tableoid::regclass::text FROM workflow_editor_runevent")
        assert cursor.fetchall() == [(f"workflow_editor_runevent_{today:%Y%m%d}",)]


@needs_partitions
@with_commits
def test_events_of_days_that_are_over_are_dropped_whole(workflow: Workflow) -> None:
    old = (timezone.now() - timedelta(days=40)).date()
    partitions_make(old)
    first, _ = ids_of(old)
    run = finished_run(workflow, days_ago=40, id=first)
    newest = finished_run(workflow)
    Upkeep(EVERYTHING).round()
    assert old in partition_days()
    assert RunEvent.objects.filter(run=run).exists()
    assert kept(HistoryLimits(days=30, runs=0, megabytes=0)) == {newest.pk}
    assert old not in partition_days()


@needs_partitions
@with_commits
def test_a_part_stays_while_one_of_its_runs_is_open(workflow: Workflow) -> None:
    old = (timezone.now() - timedelta(days=40)).date()
    partitions_make(old)
    first, _ = ids_of(old)
    open_run(workflow, days_ago=40, id=first)
    Upkeep(HistoryLimits(days=30, runs=0, megabytes=0)).round()
    assert old in partition_days()
    Run.objects.all().delete()
    assert partition_drop(old)
