"""A worker that dies between a write to a table and the step that it belongs to: the write is made once, unasked."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import node
from tests.factories.run_documents import ask, chain
from tests.factories.tables import table_create
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services.restarts import ProcessKilledError, restart
from tools.models import DataRow, DataTable
from tools.services.tool_configs import tool_config_create
from workflow_editor.adapters.node.journal import OrmJournal
from workflow_editor.models import Status
from workflow_editor.services.runs.start import run_start

VISIT = {"key": "visits", "column": "age"}


def held(owner: User, table: DataTable, function: str) -> dict[str, Any]:
    tool = tool_config_create(owner=owner, type="data-table", name="People", config={"table": str(table.pk)})
    return {"id": "t1", "type": "data-table", "name": "People", "toolConfig": str(tool.pk), "function": function}


@pytest.mark.parametrize("caller", ["node", "model"])
def test_a_write_is_neither_lost_nor_doubled_by_a_kill(
    queue: TaskQueue, alice: User, monkeypatch: pytest.MonkeyPatch, caller: str
) -> None:
    table = table_create(alice)
    tool = held(alice, table, "increment")
    script: list[dict[str, Any]] = [
        {"toolCalls": [{"tool": "People: Increment", "arguments": VISIT}]},
        {"text": "Counted."},
    ]
    by_caller = {
        "node": chain(node("count", "tool", {"tool": tool, "arguments": VISIT})),
        "model": chain(ask("count", *script, tools=[tool])),
    }
    run = run_start(workflow_create(alice, document=by_caller[caller]), alice, inputs={})[0]
    append = OrmJournal.append

    def dying(journal: OrmJournal, entry: Any, **how: bool) -> None:
        if entry.kind == "tool_result":
            raise ProcessKilledError
        append(journal, entry, **how)

    with monkeypatch.context() as patched:
        patched.setattr(OrmJournal, "append", dying)
        with pytest.raises(ProcessKilledError):
            queue.run_all()
    assert DataRow.objects.count() == 1
    restart(queue)
    run.refresh_from_db()
    assert run.status == Status.SUCCEEDED
    assert DataRow.objects.get(table=table).cells == {"email": "visits", "age": 1}


def test_a_run_in_test_mode_answers_as_it_would_and_writes_nothing(queue: TaskQueue, alice: User) -> None:
    table = table_create(alice)
    document = chain(node("count", "tool", {"tool": held(alice, table, "increment"), "arguments": VISIT}))
    run = run_start(workflow_create(alice, document=document), alice, inputs={}, mode="test")[0]
    queue.run_all()
    run.refresh_from_db()
    assert run.status == Status.SUCCEEDED
    assert not DataRow.objects.exists()
