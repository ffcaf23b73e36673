"""Shared fixtures of several services' tests."""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.doubles.task_queue import TaskQueue
from tests.factories.workflows import workflow_create
from workflow_editor.models import Run
from workflow_editor.services.runs.start import run_start

SetClock = Callable[[timedelta], None]


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Move the wall clock by an offset; the other one continues."""
    now, seconds = timezone.now, time.time
    offset = timedelta()

    def set_by(jump: timedelta) -> None:
        nonlocal offset
        offset += jump
        monkeypatch.setattr(timezone, "now", lambda: now() + offset)
        monkeypatch.setattr(time, "time", lambda: seconds() + offset.total_seconds())

    return set_by


@pytest.fixture
def start_limited(queue: TaskQueue, alice: User) -> Any:
    """Return what runs a document of alice's under limits (the workflow's settings, by name) until nothing is left."""

    def start_run(document: dict[str, Any], **limits: Any) -> Run:
        workflow = workflow_create(alice, document=document)
        workflow.settings = limits
        workflow.save()
        run = run_start(workflow, alice, inputs={})[0]
        queue.run_all()
        run.refresh_from_db()
        return run

    return start_run
