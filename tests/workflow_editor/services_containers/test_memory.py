"""Memory of a long list: the list and its results, and one step's worth of everything else."""

import tracemalloc
from typing import Any

from tests.doubles.task_queue import TaskQueue
from tests.factories.containers import around, each
from tests.factories.run_documents import text
from tests.workflow_editor.services.run_asserts import assert_over

ITEMS = 3_000
MOST_BYTES = 5_000_000
"""Twice what the list, its results and one step take; one step for the whole list would take 8 MB."""


def test_memory_does_not_grow_with_the_passes_that_are_over(queue: TaskQueue, start: Any) -> None:
    document = around(each("{{ inputs.items }}", output="{{ nodes.t.text }}"), text("t", "{{ nodes.each.item }}"))
    # Modules loaded once per process do not count: without bytecode, compiling them takes 1.5 MB. One item loads less.
    start(document, {"items": list(range(ITEMS // 10))})
    queue.run_all()
    tracemalloc.start()
    try:
        run = start(document, {"items": list(range(ITEMS))})
        queue.run_all()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert_over(run, "succeeded")
    assert peak < MOST_BYTES
