"""Many runs that change the variables of one workflow at once, and attempts of one node run at once."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.concurrency import WRITERS, at_once
from tests.factories.documents import greeting_document
from tests.factories.workflows import workflow_create
from workflow_editor.adapters.node.persistent_values import StoredPersistentValues
from workflow_editor.errors import NodeError
from workflow_editor.models import PersistentValues, Run
from workflow_editor.services.runs.start import run_start

EACH = 5


def increment(of_workflow: dict[str, Any], of_conversation: dict[str, Any]) -> dict[str, Any]:
    of_workflow["count"] = of_workflow.get("count", 0) + 1
    return dict(of_workflow)


@pytest.fixture
def runs(alice: User, transactional_db: None) -> list[Run]:
    workflow = workflow_create(alice, document=greeting_document())
    return [run_start(workflow, alice, inputs={"topic": "tea"})[0] for _ in range(WRITERS)]


def test_fifty_writes_of_ten_runs_all_count(runs: list[Run]) -> None:
    def work(number: int) -> None:
        for turn in range(EACH):
            StoredPersistentValues(runs[number].id, f"{number}-{turn}").write(increment)

    at_once(work)
    assert PersistentValues.objects.get(workflow=runs[0].workflow).values == {"count": WRITERS * EACH}


def test_ten_attempts_of_one_node_run_write_once(runs: list[Run]) -> None:
    outputs: list[Any] = []
    at_once(lambda number: outputs.append(StoredPersistentValues(runs[0].id, "same").write(increment)))
    assert outputs == [{"count": 1}] * WRITERS
    assert PersistentValues.objects.get(workflow=runs[0].workflow).values == {"count": 1}


def test_values_are_bounded(runs: list[Run]) -> None:
    def grow(of_workflow: dict[str, Any], of_conversation: dict[str, Any]) -> dict[str, Any]:
        of_workflow["text"] = "x" * 200_000
        return {}

    with pytest.raises(NodeError) as refused:
        StoredPersistentValues(runs[0].id, "large").write(grow)
    assert refused.value.code == "variables_too_large"
    assert not PersistentValues.objects.exists()
