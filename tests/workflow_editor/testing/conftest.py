"""Alice, who records runs."""

import pytest
from django.contrib.auth.models import User

from tests.doubles.task_queue import TaskQueue
from tests.workflow_editor.testing.recorded import Recorder


@pytest.fixture
def recorder(queue: TaskQueue, alice: User) -> Recorder:
    return Recorder(queue, alice)
