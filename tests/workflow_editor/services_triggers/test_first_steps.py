"""A webhook's run takes its first step in the transaction that stores the delivery: all of it is there, or nothing."""

import json
from typing import Any

import pytest
from django.db import DataError, connection
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.run_documents import ask, chain, failing, text
from tests.workflow_editor.services.restarts import ProcessKilledError, restart
from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from workflow_editor.adapters.process.task_queue import ADVANCE_RUN, RUN_NODE
from workflow_editor.models import NodeRun, Run, Trigger, TriggerDelivery
from workflow_editor.run_store import run_store
from workflow_editor.services.runs.step import Step

pytestmark = pytest.mark.django_db(transaction=True)


def send(trigger: Trigger) -> Any:
    headers = {"Idempotency-Key": "once"}
    body = json.dumps({"topic": "tea"})
    return APIClient().post(f"/hooks/{trigger.token}/", body, content_type="application/json", headers=headers)


@pytest.mark.parametrize("method", ["create_run", "save_containers"])
def test_killed_before_the_commit_nothing_is_stored(
    publish_trigger: PublishTrigger, queue: TaskQueue, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    trigger = publish_trigger("webhook", document=chain(text("a")))
    real = getattr(run_store, method)

    def die(*arguments: Any, **named: Any) -> Any:
        real(*arguments, **named)
        raise ProcessKilledError

    with monkeypatch.context() as patched:
        patched.setattr(run_store, method, die)
        with pytest.raises(ProcessKilledError):
            send(trigger)
    assert not TriggerDelivery.objects.exists()
    assert not Run.objects.exists()
    restart(queue)
    assert [send(trigger).status_code for _ in range(2)] == [202, 202]
    assert [run.status for run in Run.objects.all()] == ["succeeded"]


def test_killed_after_the_commit_the_effects_still_come(publish_trigger: PublishTrigger, queue: TaskQueue) -> None:
    trigger = publish_trigger("webhook", document=chain(text("a"), ask("b")))
    assert send(trigger).status_code == 202
    assert queue.names() == [RUN_NODE]
    restart(queue)
    assert Run.objects.get().status == "succeeded"
    assert NodeRun.objects.filter(node_key="b").count() == 1


def test_no_task_is_sent_before_the_commit(
    publish_trigger: PublishTrigger, queue: TaskQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    trigger = publish_trigger("webhook", document=chain(ask("b")))
    inside: list[bool] = []
    sent = queue.send_task

    def noting(*arguments: Any, **named: Any) -> None:
        inside.append(connection.in_atomic_block)
        sent(*arguments, **named)

    monkeypatch.setattr(queue, "send_task", noting)
    send(trigger)
    assert inside == [False]


def test_a_step_that_cannot_be_stored_is_left_to_a_worker(
    publish_trigger: PublishTrigger, queue: TaskQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    trigger = publish_trigger("webhook", document=chain(text("a")))

    def refuse(*_: Any, **__: Any) -> None:
        raise DataError("not storable")

    with monkeypatch.context() as patched:
        patched.setattr(Step, "store_new", refuse)
        assert send(trigger).status_code == 202
    assert Run.objects.get().status == "queued"
    assert queue.names() == [ADVANCE_RUN]
    queue.run_all()
    assert Run.objects.get().status == "succeeded"


def test_failures_at_once_are_counted(publish_trigger: PublishTrigger) -> None:
    trigger = publish_trigger("webhook", document=chain(failing("a")))
    assert send(trigger).status_code == 202
    assert Run.objects.get().status == "failed"
    trigger.refresh_from_db()
    assert trigger.failures == 1
