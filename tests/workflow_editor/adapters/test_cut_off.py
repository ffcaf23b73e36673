"""A database connection that is cut costs nothing but time."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, transaction

from tests.doubles.task_queue import TaskQueue
from tests.factories.run_documents import ask, chain
from tests.factories.runs import node_run_create
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services.run_asserts import assert_over, event_types
from tools.models import ToolInvocation
from workflow_editor.adapters.database.retry import again_if_cut_off
from workflow_editor.adapters.events import recorder as recorder_module
from workflow_editor.adapters.events.recorder import Recorder
from workflow_editor.adapters.node.journal import OrmJournal
from workflow_editor.models import JournalRow, RunEvent, Status
from workflow_editor.run_store.leases import Lease, NodeAddress
from workflow_editor.services.runs import node_execution
from workflow_editor.services.runs.start import run_start


def cut_after(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, call: int) -> None:
    """Let the answer to a transaction get lost: it is stored, but its caller hears of a cut connection."""
    real, calls = getattr(owner, name), []

    def cutting(*args: Any, **kwargs: Any) -> Any:
        outcome = real(*args, **kwargs)
        calls.append(name)
        if len(calls) == call:
            raise OperationalError("the connection was cut")
        return outcome

    monkeypatch.setattr(owner, name, cutting)


@pytest.mark.parametrize("call", [1, 2])
def test_a_journal_entry_whose_answer_got_lost_is_stored_once(
    queue: TaskQueue, alice: User, monkeypatch: pytest.MonkeyPatch, call: int
) -> None:
    cut_after(monkeypatch, OrmJournal, "_store", call)
    run, _ = run_start(workflow_create(alice, document=chain(ask("a"), ask("b"))), alice, inputs={})
    queue.run_all()
    assert_over(run, "succeeded")
    assert JournalRow.objects.count() == 2
    assert event_types(run).count("model_call_finished") == 2


def test_a_call_whose_beginning_is_stored_without_an_answer_is_made_once(
    queue: TaskQueue, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_after(monkeypatch, OrmJournal, "_store", 1)
    clock = "system:get_current_time"
    asks = ask("a", {"toolCalls": [{"tool": clock}]}, {"text": "Noon."}, enabledTools=[clock])
    run, _ = run_start(workflow_create(alice, document=chain(asks)), alice, inputs={})
    queue.run_all()
    assert_over(run, "succeeded")
    assert [row.kind for row in JournalRow.objects.order_by("seq")] == ["reply", "tool_result", "reply"]
    assert event_types(run).count("tool_call_started") == 1
    # The first of them tells of a call that nobody made.
    assert [row.success for row in ToolInvocation.objects.order_by("id")] == [None, True]


@pytest.mark.usefixtures("queue")
def test_events_whose_answer_got_lost_are_stored_once(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    run, _ = run_start(workflow_create(alice, document=chain(ask("a"))), alice, inputs={})
    cut_after(monkeypatch, recorder_module, "_store", 1)
    row = node_run_create(run, "told", status=Status.RUNNING, lease_owner="me")
    recorder, lease = Recorder(), Lease(NodeAddress(run.id, row.pk, "told"), "me")
    recorder.text(lease, "text", 0, "Answer ")
    recorder.flush()
    recorder.text(lease, "text", 7, "of a")
    recorder.close()
    texts = RunEvent.objects.filter(run=run, type="node_text_appended").values_list("payload__text", flat=True)
    assert list(texts) == ["Answer ", "of a"]


def test_an_outcome_that_could_not_be_stored_is_stored_again(
    queue: TaskQueue, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = node_execution._store_outcome, []

    def cutting(*args: Any) -> Any:
        calls.append(args)
        if len(calls) > 1:
            return real(*args)
        with transaction.atomic():
            real(*args)
            raise OperationalError("the connection was cut")

    monkeypatch.setattr(node_execution, "_store_outcome", cutting)
    run, _ = run_start(workflow_create(alice, document=chain(ask("a"), ask("b"))), alice, inputs={})
    queue.run_all()
    assert_over(run, "succeeded")
    assert event_types(run).count("node_started") == 4


@pytest.mark.django_db(transaction=True)
def test_a_transaction_of_somebody_else_is_not_done_again() -> None:
    calls = []

    def cut(is_again: bool) -> None:
        calls.append(is_again)
        raise OperationalError("the connection was cut")

    with pytest.raises(OperationalError), transaction.atomic():
        again_if_cut_off(cut)
    assert calls == [False]
