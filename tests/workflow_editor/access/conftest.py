"""A workflow that two people share."""

from itertools import count
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.task_queue import TaskQueue
from tests.workflow_editor.access.in_process import SHELF, Shared
from tools.executors.contract.function import tool
from tools.executors.registry import registry
from workflow_editor.agent_runtime import tool_calls


@pytest.fixture
def shared(alice: User, bob: User, queue: TaskQueue, monkeypatch: pytest.MonkeyPatch) -> Shared:
    numbers = count()

    @tool(SHELF)
    def listed() -> dict[str, Any]:
        """List a thing that was not there before."""
        return {"things": [{"id": next(numbers)}]}

    monkeypatch.setitem(registry._executors, listed.name, listed)
    # Nobody works beside the test.
    monkeypatch.setattr(tool_calls, "run_wait", lambda *_: queue.run_all())
    return Shared(alice, bob, queue)
