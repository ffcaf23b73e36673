"""On PostgreSQL the values of runs become `json`: old ones are read as before, and new ones keep their order."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node, text_field
from tests.upgrades.installation import Models, api_of
from workflow_editor.adapters.events.recorder import recorder
from workflow_editor.adapters.process import task_queue
from workflow_editor.adapters.state.running_nodes import running_nodes
from workflow_editor.models.ordered_json import OrderedJsonField

ORDERED = {"name": "王", "id": 5, "address": {"street": "梭", "no": 1}}
VALUE = {"row": ORDERED}
START = node("start", "start", {"fields": [text_field("row") | {"type": "json"}]})
END = node("end", "end", {"outputs": [{"name": "row", "value": "{{ inputs.row }}"}]})
DOCUMENT = {"schema_version": 1, "nodes": [START, END], "edges": [edge("start", "end")]}
EVENT = {"scope": "", "output": VALUE, "ports": ["out"], "duration_ms": 1, "pinned": False, "shared": False}
JSON_TYPE = {"postgresql": 114, "sqlite": "TEXT"}
"""The type of such a column as the database describes it; in PostgreSQL's catalogue 114 is `json`, 3802 `jsonb`."""


def insert(models: Models) -> dict[str, Any]:
    if connection.vendor == "postgresql":
        _as_they_were_made()
    workflow = _workflow(models)
    return {"workflow": workflow.pk, "run": _run(models, workflow).pk}


def check(inserted: dict[str, Any]) -> None:
    api = api_of("alice")
    run = api.get(f"/api/runs/{inserted['run']}/").json()
    assert (run["inputs"], run["output"]) == (VALUE, VALUE)
    assert [(one["inputs"], one["output"]) for one in run["node_runs"]] == [(VALUE, VALUE)]
    [event] = api.get(f"/api/runs/{inserted['run']}/events/").json()["results"]
    assert event["payload"]["output"] == VALUE
    graph = api.get(f"/api/workflows/{inserted['workflow']}/graph/").json()
    assert graph["nodes"][0]["pinned_output"] == VALUE
    for field in _ordered_fields():
        assert _type_of(field) == JSON_TYPE[connection.vendor], field
        assert "王" in str(list(field.model._default_manager.values_list(field.attname, flat=True))), field
    with _queue() as queue:
        path = f"/api/workflows/{inserted['workflow']}/runs/"
        begun = api.post(path, {"inputs": VALUE}, format="json").json()
        queue.run_all()
    done = api.get(f"/api/runs/{begun['id']}/").json()
    assert [list(values["row"]) for values in (done["inputs"], done["output"])] == [list(ORDERED)] * 2


def _as_they_were_made() -> None:
    """Give columns the type of the field that their field was based on: a new database has `json` from the start."""
    with connection.cursor() as cursor:
        for table, columns in (
            ("run", ("inputs", "output")),
            ("noderun", ("inputs", "output")),
            ("journalrow", ("payload",)),
        ):
            changes = ", ".join(f"ALTER {name} TYPE jsonb USING {name}::jsonb" for name in columns)
            cursor.execute(f"ALTER TABLE workflow_editor_{table} {changes}")


def _workflow(models: Models) -> Any:
    create = models["workflow_editor.ProcessNode"].create
    workflow = models["workflow_editor.Workflow"].create(name="Rows", slug="rows", owner=models.person("alice"))
    start, end = (
        create(workflow=workflow, **{name: one[name] for name in ("key", "name", "type", "config")})
        for one in (START, END)
    )
    models["workflow_editor.ProcessNode"].filter(pk=start.pk).update(pinned_output=VALUE)
    models["workflow_editor.Edge"].create(workflow=workflow, edge_id="start-out-end", source=start, target=end)
    return workflow


def _run(models: Models, workflow: Any) -> Any:
    """Make a run that has a row in each table with values."""
    now = timezone.now()
    run = models["workflow_editor.Run"].create(
        workflow=workflow,
        version=models["workflow_editor.WorkflowVersion"].create(
            workflow=workflow, content_hash="0", document=DOCUMENT
        ),
        created_by=workflow.owner,
        status="succeeded",
        inputs=VALUE,
        output=VALUE,
        last_seq=1,
        finished_at=now,
    )
    done = models["workflow_editor.NodeRun"].create(
        run=run, node_key="start", status="succeeded", inputs=VALUE, output=VALUE, queued_at=now
    )
    models["workflow_editor.JournalRow"].create(node_run=done, seq=1, kind="tool", round=1, payload=VALUE)
    models["workflow_editor.RunEvent"].create(
        run=run, seq=1, type="node_succeeded", node_key="start", payload=EVENT, at=now
    )
    of_container = {"run": run, "node_key": "each"}
    models["workflow_editor.ContainerState"].create(**of_container, last=VALUE, started_at=now)
    models["workflow_editor.ContainerItems"].create(**of_container, start=0, items=[ORDERED])
    models["workflow_editor.ContainerPass"].create(**of_container, index=0, value=ORDERED, output=VALUE, remaining=0)
    return run


def _ordered_fields() -> list[OrderedJsonField]:
    fields = [field for model in apps.get_models() for field in model._meta.local_fields]
    return [field for field in fields if isinstance(field, OrderedJsonField)]


def _type_of(field: OrderedJsonField) -> Any:
    with connection.cursor() as cursor:
        columns = connection.introspection.get_table_description(cursor, field.model._meta.db_table)
    return next(column.type_code for column in columns if column.name == field.column)


@contextmanager
def _queue() -> Iterator[TaskQueue]:
    queue = TaskQueue()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(task_queue, "current_app", queue)
        yield queue
    running_nodes.close()
    recorder.close()
