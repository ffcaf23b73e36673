"""Migrations say everything that the models say, and each one that touches rows has a test with rows."""

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db.migrations import AlterField, RunPython, RunSQL, SeparateDatabaseAndState
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState
from django.db.models import CharField, JSONField

from tests.upgrades.installation import Key, cases
from workflow_editor.models.ordered_json import OrderedJsonField

MOVE_NO_ROWS: dict[Key, str] = {
    ("knowledge", "0001_initial"): "it makes the tables that it indexes",
    ("workflow_editor", "0002_event_partitions"): "it came together with the first one, so its table is empty",
    ("workflow_editor", "0021_text_from_outside"): "the columns stay as they are: only later writes are cleaned",
}
"""Migrations that look as if they moved rows, and why they do not."""


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


def test_each_migration_that_touches_rows_has_a_test() -> None:
    touching = migrations_that_touch_rows()
    assert sorted(touching - set(cases()) - set(MOVE_NO_ROWS)) == [], "add tests/upgrades/<app>/m<migration>.py"
    assert sorted({*cases(), *MOVE_NO_ROWS} - touching) == [], "not migrations that touch rows"


@pytest.mark.parametrize(
    ("operation", "touches"),
    [
        (RunPython(lambda apps, schema_editor: None), True),
        (RunPython(lambda apps, schema_editor: None, elidable=True), True),
        (RunPython(RunPython.noop), False),
        (RunSQL("UPDATE notes_note SET text = ''"), True),
        (RunSQL(RunSQL.noop), False),
        (SeparateDatabaseAndState([RunSQL("UPDATE notes_note SET text = ''")]), True),
        (SeparateDatabaseAndState([], [AlterField("note", "value", OrderedJsonField())]), False),
        (AlterField("note", "value", OrderedJsonField(null=True)), True),
        (AlterField("note", "value", JSONField(default=dict)), True),
        (AlterField("note", "value", JSONField(null=True, blank=True)), False),
        (AlterField("note", "text", CharField(max_length=20, null=True)), False),
    ],
)
def test_operations_that_touch_rows_are_recognised(operation: Operation, touches: bool) -> None:
    state = ProjectState()
    state.add_model(ModelState("notes", "Note", [("value", JSONField(null=True)), ("text", CharField(max_length=9))]))
    assert touches_rows(operation, "notes", state) is touches


def migrations_that_touch_rows() -> set[Key]:
    """Walk all migrations in their order and return those of this product's apps that touch rows."""
    own = {app.label for app in apps.get_app_configs() if "site-packages" not in app.path}
    graph = MigrationLoader(None).graph
    state, found = ProjectState(), set()
    for label, name in graph._generate_plan(graph.leaf_nodes(), at_end=True):
        for operation in graph.nodes[label, name].operations:
            if label in own and touches_rows(operation, label, state):
                found.add((label, name))
            operation.state_forwards(label, state)
    return found


def touches_rows(operation: Operation, label: str, state: ProjectState) -> bool:
    """Report code, SQL, and a field that gets another class or no longer takes null."""
    if isinstance(operation, RunPython):
        return operation.code is not RunPython.noop
    if isinstance(operation, RunSQL):
        return operation.sql != RunSQL.noop
    if isinstance(operation, SeparateDatabaseAndState):
        return any(touches_rows(one, label, state) for one in operation.database_operations)
    if isinstance(operation, AlterField):
        before = state.models[label, operation.model_name_lower].fields[operation.name]
        return type(before) is not type(operation.field) or (before.null and not operation.field.null)
    return False
