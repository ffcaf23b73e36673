"""The clock of the wall is set, by hours and both ways, while runs are open: they end all the same, once."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.task_queue import TaskQueue
from tests.factories.run_documents import ask, chain, fan, text
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services.conftest import SetClock
from tests.workflow_editor.services.restarts import ProcessKilledError
from tests.workflow_editor.services.run_asserts import assert_over, event_types
from workflow_editor.adapters.node.journal import OrmJournal
from workflow_editor.adapters.process.clocks import ClockWatch
from workflow_editor.adapters.state.running_nodes import running_nodes
from workflow_editor.models import NodeRun, Run, Status
from workflow_editor.run_store.leases import LEASE
from workflow_editor.services.runs.recovery import LONGEST_BACKOFF, RESEND_AFTER, sweep
from workflow_editor.services.runs.start import run_start

BACK, AHEAD = timedelta(hours=-5), timedelta(hours=5)


@pytest.fixture
def start(queue: TaskQueue, alice: User) -> Callable[[dict[str, Any]], Run]:
    return lambda document: run_start(workflow_create(alice, document=document), alice, inputs={})[0]


def killed_while_it_works(queue: TaskQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a worker die with the model's answer; its lease stays behind."""

    def dies(*_: object, **__: object) -> None:
        raise ProcessKilledError

    with monkeypatch.context() as patched:
        patched.setattr(OrmJournal, "append", dies)
        with pytest.raises(ProcessKilledError):
            queue.run_all()
    queue.lose_all()
    assert NodeRun.objects.filter(status=Status.RUNNING).exclude(lease_owner="").count() == 1


@pytest.mark.parametrize("jump", [BACK, AHEAD], ids=["back", "ahead"])
def test_the_work_of_a_dead_worker_is_taken_over_in_the_time_of_a_lease(
    queue: TaskQueue, start: Any, set_clock: SetClock, monkeypatch: pytest.MonkeyPatch, jump: timedelta
) -> None:
    run = start(chain(ask("a"), text("after")))
    killed_while_it_works(queue, monkeypatch)
    set_clock(jump)
    sweep()
    set_clock(LEASE + timedelta(seconds=1))
    sweep()
    queue.run_all()
    assert_over(run, "succeeded")


@pytest.mark.parametrize("jump", [BACK, AHEAD], ids=["back", "ahead"])
def test_what_a_live_worker_does_goes_on(
    queue: TaskQueue, start: Any, set_clock: SetClock, monkeypatch: pytest.MonkeyPatch, jump: timedelta
) -> None:
    """Its call is neither stopped nor made by somebody else."""
    run = start(chain(ask("a"), text("after")))
    append = OrmJournal.append
    watch = ClockWatch()
    found = []

    def set_while_it_works(*args: Any, **kwargs: Any) -> Any:
        set_clock(jump)
        (token,) = running_nodes.tokens()
        sweep(leases_end=not watch.was_set(within_s=LEASE.total_seconds()))
        found.append((token.is_cancelled(), queue.names()))
        return append(*args, **kwargs)

    with monkeypatch.context() as patched:
        patched.setattr(OrmJournal, "append", set_while_it_works)
        queue.run_all()
    assert found == [(False, [])]
    assert_over(run, "succeeded")
    assert event_types(run).count("model_call_finished") == 1


@pytest.mark.parametrize("first_step_taken", [False, True])
def test_a_lost_message_is_sent_again_although_it_was_sent_in_the_future(
    queue: TaskQueue, start: Any, set_clock: SetClock, first_step_taken: bool
) -> None:
    run = start(fan(ask("a"), ask("b")))
    if first_step_taken:
        queue.run_next()
    queue.lose_all()
    set_clock(BACK)
    sweep()
    queue.run_all()
    assert_over(run, "succeeded")


def test_a_retry_that_is_due_in_the_future_does_not_wait_for_it(
    queue: TaskQueue, start: Any, set_clock: SetClock
) -> None:
    failing = ask("a", {"fail": {"status": 503}}) | {"policy": {"attempts": 2}}
    run = start(chain(failing))
    queue.run_all()
    assert NodeRun.objects.exclude(due_at=None).filter(status=Status.QUEUED).count() == 1
    set_clock(BACK)
    sweep()
    set_clock(RESEND_AFTER)
    sweep()
    queue.run_all()
    assert_over(run, "failed")
    assert NodeRun.objects.get(run=run, node_key="a").attempt == 2
    assert -BACK > LONGEST_BACKOFF


def test_a_clock_that_is_set_is_noticed_for_a_while_and_one_that_drifts_is_not(set_clock: SetClock) -> None:
    watch = ClockWatch()
    assert not watch.was_set(within_s=60)
    set_clock(timedelta(seconds=1))
    assert not watch.was_set(within_s=60)
    for jump in (AHEAD, BACK):
        set_clock(jump)
        assert watch.was_set(within_s=60)
        assert watch.was_set(within_s=60)
        assert not watch.was_set(within_s=0)
