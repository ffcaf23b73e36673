"""Workflows with containers, started on the queue that the test empties by hand."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.task_queue import TaskQueue
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services_containers.placed_work import Work
from workflow_editor.models import Run
from workflow_editor.nodes.builtin.ai import AINode
from workflow_editor.services.runs.start import run_start

StartRun = Callable[..., Run]


@pytest.fixture
def start(queue: TaskQueue, alice: User) -> StartRun:
    def start_run(document: dict[str, Any], inputs: dict[str, Any] | None = None) -> Run:
        return run_start(workflow_create(alice, document=document), alice, inputs=inputs or {})[0]

    return start_run


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    work = Work()
    monkeypatch.setattr(AINode, "run", lambda *given: work.run(*given))
    return work
