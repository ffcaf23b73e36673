"""Finished runs beyond the limits go, with everything that only they hold; nothing else does."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone

from tests.factories.workflows import workflow_create
from tests.workflow_editor.services_retention.kept_runs import EVERYTHING, finished_run, kept, open_run
from workflow_editor.models import NodeRun, Payload, Run, RunEvent, Workflow
from workflow_editor.models.ids import lowest_uuid7, uuid7
from workflow_editor.models.payload import INLINE_CHARACTERS, KEPT_UNUSED
from workflow_editor.run_store.event_partitions import (
    ids_of,
)
from workflow_editor.services.retention.prune import HistoryLimits
from workflow_editor.services.retention.pruner import HistoryPruner
from workflow_editor.services.workflows import workflow_update

pytestmark = pytest.mark.django_db

LARGE = {"text": "x" * INLINE_CHARACTERS}


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
    HistoryPruner(EVERYTHING).round()
    sizes = list(Run.objects.values_list("history_bytes", flat=True))
    assert all(size is not None and 2000 < size < 10_000 for size in sizes)
    Run.objects.update(history_bytes=600_000)
    assert kept(HistoryLimits(days=0, runs=0, megabytes=1)) == {runs[2].pk}


def test_a_workflow_may_keep_less_than_the_installation_but_not_more(workflow: Workflow, alice: User) -> None:
    own = [finished_run(workflow, days_ago=days) for days in (3, 2, 1)]
    workflow_update(workflow, settings={"historyRuns": 2})
    other = workflow_create(alice, name="Other")
    runs = [finished_run(other, days_ago=days) for days in (31, 29)]
    workflow_update(other, settings={"historyDays": 40, "historyMegabytes": 5})
    kept_runs = kept(HistoryLimits(days=30, runs=3, megabytes=0))
    assert kept_runs == {run.pk for run in [*own[1:], runs[1]]}


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
    HistoryPruner(EVERYTHING).round()
    assert not Payload.objects.exists()


def test_a_payload_that_was_just_stored_stays(workflow: Workflow) -> None:
    finished_run(workflow, output=LARGE).delete()
    HistoryPruner(EVERYTHING).round()
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
