"""Tasks carry the names that the queue sends, and do what services do."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.task_queue import TASKS
from workflow_editor import tasks
from workflow_editor.adapters.process import task_queue
from workflow_editor.celery import app
from workflow_editor.models import Run, Status, Workflow
from workflow_editor.services.runs.start import run_start


@pytest.mark.parametrize("name", sorted(TASKS))
def test_every_notification_has_a_task(name: str) -> None:
    assert name in app.tasks


@pytest.mark.django_db(transaction=True)
def test_a_task_of_a_row_that_is_gone_does_nothing() -> None:
    tasks.run_node(12345)
    tasks.advance_run("00000000-0000-0000-0000-000000000000")


@pytest.mark.django_db(transaction=True)
def test_an_enqueue_puts_a_message_into_the_broker(workflow: Workflow, alice: User, begins_in_a_worker: None) -> None:
    with app.connection() as connection:
        channel: Any = connection.channel()
        queue = app.conf.task_default_queue
        # The broker of this process keeps what other tests have put into it.
        channel.queue_purge(queue)
        run, _ = run_start(workflow, alice, inputs={"topic": "looms"})
        assert channel._size(queue) == 1
        message = channel.basic_get(queue, no_ack=True)
        assert message.headers["task"] == task_queue.ADVANCE_RUN
        assert str(run.pk) in message.headers["argsrepr"]


@pytest.mark.django_db(transaction=True)
def test_the_first_step_may_be_a_task(workflow: Workflow, alice: User, begins_in_a_worker: None) -> None:
    run, _ = run_start(workflow, alice, inputs={"topic": "looms"})
    tasks.advance_run(str(run.pk))
    assert Run.objects.get(pk=run.pk).status == Status.SUCCEEDED
