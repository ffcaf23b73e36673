"""Runs on a real database, with a queue that the test empties by hand."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.doubles.mail_server import PASSWORD, USER, MailServer, mail_server
from tests.doubles.task_queue import TaskQueue
from workflow_editor.adapters.events import recorder as recorder_module
from workflow_editor.adapters.events.recorder import recorder
from workflow_editor.adapters.process import task_queue
from workflow_editor.adapters.state.running_nodes import running_nodes
from workflow_editor.services.runs import recovery, start


@pytest.fixture
def text_stored_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no clock decide how text is cut into events: it is stored with what follows it, or when the test says so."""
    monkeypatch.setattr(recorder_module, "TEXT_EVERY_S", 3600)


@pytest.fixture
def queue(transactional_db: None, text_stored_on_demand: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[TaskQueue]:
    queue = TaskQueue()
    monkeypatch.setattr(task_queue, "current_app", queue)
    monkeypatch.setattr(recovery, "messages_waiting", lambda: len(queue.sent))
    yield queue
    running_nodes.close()
    recorder.close()


@pytest.fixture
def mail(settings: Settings) -> Iterator[MailServer]:
    """A real mail server that the product is set up with."""
    with mail_server() as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = USER, PASSWORD
        settings.DEFAULT_FROM_EMAIL = "Flowloom <flowloom@example.com>"
        yield server


@pytest.fixture
def begins_in_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every run be queued first, as those of long graphs are."""
    monkeypatch.setattr(start, "_BEGINS_AT_ONCE", 0)
