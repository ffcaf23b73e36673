"""Retries, timeouts and ways around failures, on a real database."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge
from tests.factories.run_documents import ask, chain, text
from tests.workflow_editor.services.run_asserts import assert_over, event_types, payload_of, statuses
from workflow_editor.adapters.process.task_queue import RUN_NODE
from workflow_editor.errors import NodeError
from workflow_editor.models import NodeRun, Run, RunEvent, Status
from workflow_editor.nodes.base import NodeOutcome
from workflow_editor.nodes.builtin.ai import AINode
from workflow_editor.nodes.ports import NodeContext
from workflow_editor.services.runs.cancel import run_cancel
from workflow_editor.services.runs.recovery import sweep


def with_policy(node: dict[str, Any], **policy: Any) -> dict[str, Any]:
    return {**node, "policy": policy}


@pytest.fixture
def attempts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """AI nodes fail twice, in a way that is worth another attempt; the list tells the attempts that were made."""
    made: list[int] = []

    def work(_: AINode, config: Any, context: NodeContext) -> NodeOutcome:
        made.append(context.attempt)
        if len(made) < 3:
            raise NodeError("Busy.", code="busy", retryable=True)
        return NodeOutcome({"result": "done"})

    monkeypatch.setattr(AINode, "run", work)
    return made


def let_be_due() -> None:
    then = timezone.now() - timedelta(seconds=1)
    NodeRun.objects.exclude(due_at=None).update(due_at=then, queued_at=then)


def test_a_failed_attempt_is_followed_by_another_one_later(queue: TaskQueue, start: Any, attempts: list[int]) -> None:
    run = start(chain(with_policy(ask("work"), attempts=3, backoffS=10)))
    before = timezone.now()
    queue.run_all()
    after = timezone.now()
    row = NodeRun.objects.get(run=run, node_key="work")
    assert (row.status, row.attempt, row.lease_owner) == (Status.QUEUED, 2, "")
    assert row.error is not None
    assert row.error["code"] == "busy"
    assert row.due_at is not None
    reported = payload_of(run, "node_retry_scheduled", "work")
    assert (reported["attempt"], reported["attempts"], reported["error"]["code"]) == (1, 3, "busy")
    assert 5 <= reported["delay_s"] <= 10
    assert before <= row.due_at - timedelta(seconds=reported["delay_s"]) <= after
    run.refresh_from_db()
    assert run.open_nodes == 1


def test_nobody_takes_a_node_before_it_is_due(queue: TaskQueue, start: Any, attempts: list[int]) -> None:
    run = start(chain(with_policy(ask("work"), attempts=3, backoffS=10)))
    queue.run_all()
    [(name, args, delay_s)] = queue.later
    assert name == RUN_NODE
    assert 5 <= delay_s <= 10
    queue.sent.append((name, args))
    queue.run_all()
    assert attempts == [1]
    sweep()
    assert not queue.sent
    let_be_due()
    sweep()
    queue.run_all()
    assert attempts == [1, 2]
    assert "run_finished" not in event_types(run)


def test_the_last_attempt_decides(queue: TaskQueue, start: Any, attempts: list[int]) -> None:
    run = start(chain(with_policy(ask("work"), attempts=3, backoffS=0)))
    queue.run_all()
    assert_over(run, "succeeded")
    assert attempts == [1, 2, 3]
    row = NodeRun.objects.get(run=run, node_key="work")
    assert (row.attempt, row.error, row.due_at) == (3, None, None)


def test_a_node_without_attempts_left_fails_the_run(queue: TaskQueue, start: Any, attempts: list[int]) -> None:
    run = start(chain(with_policy(ask("work"), attempts=2, backoffS=0)))
    queue.run_all()
    assert_over(run, "failed")
    assert attempts == [1, 2]
    assert payload_of(run, "node_failed", "work")["attempt"] == 2


def test_what_would_fail_again_is_not_tried_again(
    queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> NodeOutcome:
        raise NodeError("Never.", code="never")

    monkeypatch.setattr(AINode, "run", refuse)
    run = start(chain(with_policy(ask("work"), attempts=5, backoffS=0)))
    queue.run_all()
    assert_over(run, "failed")
    assert "node_retry_scheduled" not in event_types(run)


def test_a_run_that_is_cancelled_between_two_attempts_ends(queue: TaskQueue, start: Any, attempts: list[int]) -> None:
    run = start(chain(with_policy(ask("work"), attempts=3, backoffS=10)))
    queue.run_all()
    run_cancel(run.pk)
    assert_over(run, "cancelled")


def test_a_node_that_takes_too_long_is_asked_to_stop(
    queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait_for_the_end(_: AINode, config: Any, context: NodeContext) -> NodeOutcome:
        while not context.cancel.is_cancelled():
            pass
        raise NodeError("Stopped.", code="cancelled")

    monkeypatch.setattr(AINode, "run", wait_for_the_end)
    run = start(chain(with_policy(ask("work"), timeoutS=0.01, attempts=2, backoffS=0)))
    queue.run_all()
    assert_over(run, "failed")
    assert run.error is not None
    assert run.error["code"] == "node_timeout"
    assert "0.01" in run.error["message"]
    assert RunEvent.objects.filter(run=run, type="node_retry_scheduled").count() == 1


def test_a_node_that_is_done_in_time_is_not_disturbed(queue: TaskQueue, start: Any) -> None:
    run = start(chain(with_policy(ask("work"), timeoutS=3600)))
    queue.run_all()
    assert_over(run, "succeeded")


@pytest.mark.parametrize("failing", ["effect", "pure"])
def test_a_default_output_stands_in_for_a_failed_node(
    queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    def refuse(*_: Any) -> NodeOutcome:
        raise NodeError("Never.", code="never")

    monkeypatch.setattr(AINode, "run", refuse)
    node = ask("work") if failing == "effect" else text("work", "{{ 1 | divided_by: 0 }}")
    run = start(chain(with_policy(node, onError="default", defaultOutput={"result": "-"})))
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output == {"result": "-"}
    row = NodeRun.objects.get(run=run, node_key="work")
    assert row.status == Status.SUCCEEDED
    assert row.error is not None
    assert payload_of(run, "node_succeeded", "work")["caught"] == row.error


def test_a_failed_node_goes_on_through_its_error_port(
    queue: TaskQueue, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> NodeOutcome:
        raise NodeError("Never.", code="never", details={"why": "because"})

    monkeypatch.setattr(AINode, "run", refuse)
    document = chain(with_policy(ask("work"), onError="port"))
    document["nodes"].append(text("rescue", "{{ nodes.work.error.code }} {{ nodes.work.error.details.why }}"))
    document["edges"] += [edge("work", "rescue", port="error"), edge("rescue", "end")]
    run: Run = start(document)
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.output == {"text": "never because"}
    assert statuses(run)["rescue"] == "succeeded"
