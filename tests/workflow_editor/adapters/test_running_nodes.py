"""Leases are renewed while their node is in work, and not after."""

import threading
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from tests.factories.runs import node_run_create, run_create
from workflow_editor.adapters.process.clocks import steady_s
from workflow_editor.adapters.state import running_nodes as module
from workflow_editor.adapters.state.running_nodes import RunCancelToken, RunningNodes, new_lease_owner
from workflow_editor.models import NodeRun, Run, Status, Workflow

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def nodes(monkeypatch: pytest.MonkeyPatch) -> Iterator[RunningNodes]:
    """Looks and renews without waiting."""
    monkeypatch.setattr(module, "LOOK_FOR_CANCEL_EVERY_S", 0.001)
    monkeypatch.setattr(module, "RENEW_EVERY_S", 0.0)
    nodes = RunningNodes()
    yield nodes
    nodes.close()


@pytest.fixture
def node_run(workflow: Workflow) -> NodeRun:
    run = run_create(workflow, status=Status.RUNNING)
    soon = timezone.now() + timedelta(seconds=1)
    return node_run_create(run, "writer", status=Status.RUNNING, lease_owner=new_lease_owner(), lease_until=soon)


class Rounds:
    """Counts the rounds of the watching thread."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._round = threading.Semaphore(0)
        renew = RunningNodes._renew

        def counted(nodes: RunningNodes) -> None:
            renew(nodes)
            self._round.release()

        monkeypatch.setattr(RunningNodes, "_renew", counted)

    def wait(self) -> None:
        """Return after a round that began after this call."""
        while self._round.acquire(blocking=False):
            # Rounds that ended before; the next one to end may have begun before.
            pass
        for _ in range(2):
            assert self._round.acquire(timeout=60)


def test_a_lease_is_renewed(nodes: RunningNodes, node_run: NodeRun, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = Rounds(monkeypatch)
    before = node_run.lease_until
    with nodes.working_on(node_run.run_id, node_run.pk, node_run.lease_owner, timezone.now()) as token:
        held_until = token.held_until
        rounds.wait()
        assert not token.is_cancelled()
        renewed_until = token.held_until
    node_run.refresh_from_db()
    assert before is not None
    assert renewed_until > held_until
    assert node_run.lease_until is not None
    assert node_run.lease_until > before


def test_whoever_has_lost_its_lease_is_asked_to_stop(
    nodes: RunningNodes, node_run: NodeRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds = Rounds(monkeypatch)
    with nodes.working_on(node_run.run_id, node_run.pk, "an older claim", timezone.now()) as token:
        rounds.wait()
        assert token.is_cancelled()
    before = node_run.lease_until
    node_run.refresh_from_db()
    assert node_run.lease_until == before


def test_whoever_stood_still_for_longer_than_its_lease_stops_for_good(node_run: NodeRun) -> None:
    token = RunCancelToken(node_run.run_id, node_run.pk, node_run.lease_owner, steady_s())
    assert token.is_cancelled()
    token.held_until = steady_s() + 3600
    assert token.is_cancelled()
    assert token.is_overdue()


def test_a_run_that_ended_elsewhere_stops_its_nodes(
    nodes: RunningNodes, node_run: NodeRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds = Rounds(monkeypatch)
    with nodes.working_on(node_run.run_id, node_run.pk, node_run.lease_owner, timezone.now()) as token:
        assert not token.is_cancelled()
        Run.objects.filter(pk=node_run.run_id).update(status=Status.FAILED)
        rounds.wait()
        assert token.is_cancelled()


def test_a_database_that_is_away_is_one_line_of_the_log_each_time(
    nodes: RunningNodes, node_run: NodeRun, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried = threading.Semaphore(0)

    def renew(_: RunningNodes) -> None:
        tried.release()
        raise OperationalError("database is locked")

    monkeypatch.setattr(RunningNodes, "_renew", renew)
    with nodes.working_on(node_run.run_id, node_run.pk, node_run.lease_owner, timezone.now()):
        # By its second try, the thread has written about the first.
        assert all(tried.acquire(timeout=60) for _ in range(2))
    assert "Leases could not be renewed now: database is locked" in caplog.messages
    assert "Traceback" not in caplog.text


def test_nothing_is_kept_after_the_work(nodes: RunningNodes, node_run: NodeRun) -> None:
    with nodes.working_on(node_run.run_id, node_run.pk, node_run.lease_owner, timezone.now()):
        assert len(nodes.tokens()) == 1
    assert nodes.tokens() == []
