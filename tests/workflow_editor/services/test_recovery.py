"""Whatever dies or gets lost, the tables bring the run to its end, and nothing is done twice that was journaled."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from agents.core.messages import Usage
from agents.providers.base import TextDelta
from agents.providers.offline import OfflineClient
from tests.doubles.task_queue import TaskQueue
from tests.factories.run_documents import ask, chain, fan, text
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services.restarts import ProcessKilledError, restart
from tests.workflow_editor.services.run_asserts import assert_over, event_types, statuses
from tools.adapters.gateway_factory import OrmAuditLog
from tools.models import ToolInvocation
from workflow_editor.adapters.events import recorder
from workflow_editor.adapters.node.journal import OrmJournal
from workflow_editor.adapters.process.task_queue import ADVANCE_RUN, RUN_NODE
from workflow_editor.models import JournalRow, NodeRun, Run, RunEvent, Status
from workflow_editor.periodic import sweeper
from workflow_editor.services.runs.recovery import RESEND_AFTER, sweep, void_leases
from workflow_editor.services.runs.start import run_start

CLOCK = "system:get_current_time"
LONG_AGO = RESEND_AFTER + timedelta(seconds=1)


@pytest.fixture
def start(queue: TaskQueue, alice: User) -> Any:
    def start_run(document: dict[str, Any]) -> Run:
        return run_start(workflow_create(alice, document=document), alice, inputs={})[0]

    return start_run


def let_time_pass() -> None:
    then = timezone.now() - LONG_AGO
    Run.objects.update(created_at=then)
    Run.objects.exclude(started_at=None).update(started_at=then)
    NodeRun.objects.filter(status=Status.QUEUED).update(queued_at=then)
    NodeRun.objects.filter(status=Status.RUNNING).update(lease_until=then)


def test_a_run_whose_first_task_got_lost_begins(queue: TaskQueue, start: Any) -> None:
    run = start(chain(text("a")))
    queue.lose_all()
    sweep()
    assert not queue.sent
    let_time_pass()
    sweep()
    queue.run_all()
    assert_over(run, "succeeded")


def test_a_node_whose_task_got_lost_runs(queue: TaskQueue, start: Any) -> None:
    run = start(fan(ask("a"), ask("b")))
    queue.run_next()
    queue.lose_all()
    let_time_pass()
    sweep()
    assert queue.names() == [RUN_NODE]
    queue.run_all()
    assert_over(run, "succeeded")


def test_a_waiting_node_is_sent_again_only_once_in_a_while(queue: TaskQueue, start: Any) -> None:
    start(fan(ask("a"), ask("b")))
    queue.run_next()
    queue.lose_all()
    let_time_pass()
    sweep()
    sweep()
    assert queue.names() == [RUN_NODE]


def test_the_sweeper_resends_while_a_run_is_open(queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeper, "EVERY_S", 0)
    run = start(fan(ask("a"), ask("b")))
    queue.run_next()
    queue.lose_all()
    let_time_pass()
    sweeper.SweeperThread().tick()
    assert queue.names() == [RUN_NODE]
    queue.run_all()
    assert_over(run, "succeeded")


def test_at_the_start_everything_is_sent_at_once(queue: TaskQueue, start: Any, begins_in_a_worker: None) -> None:
    start(chain(text("a")))
    run = start(fan(ask("a"), ask("b")))
    queue.sent.popleft()
    queue.run_next()
    queue.lose_all()
    sweep(everything=True)
    assert sorted(queue.names()) == [ADVANCE_RUN, RUN_NODE]
    queue.run_all()
    assert_over(run, "succeeded")


def die_at(monkeypatch: pytest.MonkeyPatch, owner: Any, method: str, call: int, *, after: bool) -> Any:
    """Kill the process at the given call of a method, before or after it has done its work; return the calls."""
    real = getattr(owner, method)
    calls = []

    def dying(*args: Any, **kwargs: Any) -> Any:
        calls.append(args)
        if len(calls) == call and not after:
            raise ProcessKilledError
        outcome = real(*args, **kwargs)
        if len(calls) == call:
            raise ProcessKilledError
        return outcome

    monkeypatch.setattr(owner, method, dying)
    return calls


TOOL_RUN = chain(
    ask("writer", {"toolCalls": [{"tool": CLOCK}]}, {"text": "Noon."}, enabledTools=[CLOCK]), text("after")
)


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("call", [1, 2, 3])
def test_a_crash_at_any_journal_entry_repeats_no_entry(
    queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch, call: int, after: bool
) -> None:
    run = start(TOOL_RUN)
    with monkeypatch.context() as patched:
        die_at(patched, OrmJournal, "append", call, after=after)
        with pytest.raises(ProcessKilledError):
            queue.run_all()
    stored = list(JournalRow.objects.values_list("id", flat=True))
    # A reply waits for its call, the result of a call that may be made again and the answer for what follows them.
    assert min(1, call - 1) <= len(stored) <= call - 1 + after
    restart(queue)
    assert_over(run, "succeeded")
    rows = JournalRow.objects.exclude(kind="reply_lost").order_by("seq")
    assert [row.kind for row in rows] == ["reply", "tool_result", "reply"]
    assert [row.pk for row in rows][: len(stored)] == stored
    types = event_types(run)
    assert types.count("model_call_finished") == 2
    assert types.count("tool_call_finished") == 1


def test_a_reply_that_was_journaled_is_not_asked_for_again(
    queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(TOOL_RUN)
    with monkeypatch.context() as patched:
        die_at(patched, OrmJournal, "append", 2, after=True)
        with pytest.raises(ProcessKilledError):
            queue.run_all()
    asked = die_at(monkeypatch, OfflineClient, "stream", 99, after=False)
    restart(queue)
    assert len(asked) == 1


@pytest.mark.parametrize("after", [False, True])
def test_a_call_begins_together_with_the_reply_that_asks_for_it(
    queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    """Killed before or after the one commit that has both, unless the reply had waited for too long."""
    run = start(TOOL_RUN)
    with monkeypatch.context() as patched:
        patched.setattr(recorder, "EVENTS_WITHIN_S", 60)
        die_at(patched, OrmJournal if after else OrmAuditLog, "in_transaction" if after else "started", 1, after=True)
        with pytest.raises(ProcessKilledError):
            queue.run_all()
    assert JournalRow.objects.filter(kind="reply").count() == int(after)
    assert ToolInvocation.objects.count() == int(after)
    asked = die_at(monkeypatch, OfflineClient, "stream", 99, after=False)
    restart(queue)
    assert_over(run, "succeeded")
    assert len(asked) == 2 - int(after)
    assert [row.kind for row in JournalRow.objects.order_by("seq")] == ["reply", "tool_result", "reply"]


def test_a_call_that_cannot_be_audited_costs_no_reply(
    queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = start(TOOL_RUN)
    with monkeypatch.context() as patched:
        patched.setattr(OrmAuditLog, "started", lambda *_: (_ for _ in ()).throw(RuntimeError("no audit log")))
        queue.run_all()
    assert_over(run, "failed")
    assert [row.kind for row in JournalRow.objects.order_by("seq")] == ["reply"]
    assert event_types(run).count("model_call_finished") == 1


@pytest.mark.parametrize("calls", [1, 2])
def test_a_worker_that_has_lost_its_lease_begins_no_call(
    queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch, calls: int
) -> None:
    """Neither one alone nor two side by side."""
    asked = {"toolCalls": [{"tool": CLOCK}] * calls}
    run = start(chain(ask("writer", asked, {"text": "Noon."}, enabledTools=[CLOCK])))
    append = OrmJournal.append

    def overtaken(journal: OrmJournal, entry: Any, **how: bool) -> None:
        append(journal, entry, **how)
        void_leases()

    with monkeypatch.context() as patched:
        patched.setattr(OrmJournal, "append", overtaken)
        queue.run_next()
    assert statuses(run)["writer"] == "queued"
    assert not ToolInvocation.objects.exists()
    restart(queue)
    assert_over(run, "succeeded")
    assert ToolInvocation.objects.count() == calls


def test_a_crash_before_the_outcome_is_stored_is_made_good(
    queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = start(TOOL_RUN)
    with monkeypatch.context() as patched:
        patched.setattr(
            "workflow_editor.services.runs.node_execution._store_outcome",
            lambda *_: (_ for _ in ()).throw(ProcessKilledError),
        )
        with pytest.raises(ProcessKilledError):
            queue.run_all()
    assert statuses(run)["writer"] == "running"
    restart(queue)
    assert_over(run, "succeeded")
    assert NodeRun.objects.get(run=run, node_key="writer").attempt == 1


def test_an_expired_lease_is_taken_over(queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    run = start(TOOL_RUN)
    with monkeypatch.context() as patched:
        die_at(patched, OrmJournal, "append", 1, after=True)
        with pytest.raises(ProcessKilledError):
            queue.run_all()
    sweep()
    assert statuses(run)["writer"] == "running"
    let_time_pass()
    sweep()
    queue.run_all()
    assert_over(run, "succeeded")


def test_a_run_with_nothing_open_is_ended(queue: TaskQueue, start: Any) -> None:
    run = start(chain(text("a")))
    queue.run_all()
    RunEvent.objects.filter(run=run, type="run_finished").delete()
    Run.objects.filter(pk=run.pk).update(status=Status.RUNNING, last_seq=run.events.count(), output=None, open_nodes=3)
    let_time_pass()
    sweep()
    assert_over(run, "succeeded")
    assert run.output == {"text": "text of a"}


def test_finished_rows_are_never_touched(queue: TaskQueue, start: Any) -> None:
    run = start(fan(ask("a"), text("b")))
    queue.run_all()
    before = list(NodeRun.objects.order_by("id").values())
    let_time_pass()
    void_leases()
    sweep(everything=True)
    assert not queue.sent
    assert list(NodeRun.objects.order_by("id").values()) == before
    assert_over(run, "succeeded")


def test_a_reply_that_a_crash_cut_off_is_counted_with_the_one_that_was_bought_again(
    queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dying(*args: Any) -> Iterator[TextDelta]:
        yield TextDelta("One two three four")
        recorder.recorder.flush()
        raise ProcessKilledError

    run = start(chain(ask("writer", {"text": "Noon."})))
    with monkeypatch.context() as patched:
        patched.setattr(OfflineClient, "stream", dying)
        with pytest.raises(ProcessKilledError):
            queue.run_all()
    restart(queue)
    assert_over(run, "succeeded")
    lost, reply = JournalRow.objects.order_by("seq")
    assert (lost.kind, reply.kind) == ("reply_lost", "reply")
    assert lost.payload["usage"]["output_tokens"] == 5
    reported = Usage.from_json(lost.payload["usage"]) + Usage.from_json(reply.payload["usage"])
    run.refresh_from_db()
    assert Usage.from_json(run.usage) == reported
