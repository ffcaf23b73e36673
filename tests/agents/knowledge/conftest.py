"""Documents are indexed when a test says so: rings are counted and lead nowhere."""

from collections.abc import Iterator
from unittest.mock import Mock

import pytest

from agents.knowledge.indexing_queue import indexing_queue
from workflow_editor.adapters.process.task_queue import enqueue_indexing


@pytest.fixture(autouse=True)
def enqueued() -> Iterator[Mock]:
    enqueue = Mock()
    indexing_queue.register(enqueue)
    yield enqueue
    indexing_queue.register(enqueue_indexing)
