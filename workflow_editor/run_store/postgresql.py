"""PostgreSQL run store: a new run, a step and a claim are one statement each, its own transaction.

With a statement per table, as on SQLite, a chain of 50 nodes with effects takes 1.4 times as long and 1.5 times the
worker's processor time (77 and 42 ms instead of 55 and 28).

Rows are one JSON array: binding some hundred values costs more than the rest, and the statement and its plan are the
same for any number of rows.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any
from uuid import UUID

import orjson
from django.db import connection, models, transaction

from tools.core.formats.json_text import write_json
from tools.rows.reader import row_names
from tools.rows.writer import columns, db_uuid, db_value, names_of, returned, table_of
from workflow_editor.models import JournalRow, NodeRun, Run, RunEvent, Status
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.run_store.encoder import Row
from workflow_editor.run_store.event_partitions import EventPartitions
from workflow_editor.run_store.store import NODE, ClaimRows, RunStore, StepRows
from workflow_editor.run_store.writes import RunChangedError

_ADMISSION_LOCK = 0x666C6F6F6D
"""Key of an advisory lock."""


class PostgresqlRunStore(EventPartitions, RunStore):
    def _transaction(self, *, statements: bool) -> AbstractContextManager[Any]:
        return transaction.atomic(savepoint=False) if statements else nullcontext()

    def _insert(
        self, model: type[models.Model], rows: Sequence[Row], returning: tuple[str, ...] = ()
    ) -> list[tuple[Any, ...]]:
        if not rows:
            return []
        with connection.cursor() as cursor:
            cursor.execute(_insert_from_json(model, returning), [_json(model, rows)])
            found: list[tuple[Any, ...]] = cursor.fetchall() if returning else []
        return found

    def _write_run(self, run: Row, events: Sequence[Row], nodes: Sequence[Row]) -> list[tuple[Any, ...]]:
        with connection.cursor() as cursor:
            cursor.execute(_run_statement(), [_json(Run, [run]), _json(RunEvent, events), _json(NodeRun, nodes)])
            found: list[tuple[Any, ...]] = cursor.fetchall()
        return found

    def _write_step(self, step: StepRows) -> tuple[int, list[tuple[Any, ...]]]:
        run, ending, count = step.run, step.ending, len(step.events)
        run_key = db_uuid(run.id)
        values = [run_key, run.steps]
        if ending is not None:
            values += [ending.node.node_run_id, ending.lease_owner, Status.RUNNING.value]
        values += [*step.changes.values(), count, run_key]
        if ending is not None:
            values += [*step.node_changes.values(), ending.node.node_run_id]
        values += [count, _json(RunEvent, step.event_rows(0))]
        values += [_json(JournalRow, step.entries), _json(NodeRun, step.nodes)]
        with connection.cursor() as cursor:
            cursor.execute(_step_statement(tuple(step.changes), tuple(step.node_changes)), values)
            found = cursor.fetchall()
        if not found:
            raise RunChangedError
        return found[0][0], [node for _, *node in found if node[0] is not None]

    def _write_claim(self, claim: ClaimRows) -> Row | None:
        count, known = len(claim.events), columns(NodeRun)
        run_key = db_uuid(claim.node.run_id)
        unchanged = [
            db_value(known[name], value) if name in known else value for name, value in claim.unchanged.items()
        ]
        values = [run_key, *map(str, OPEN_STATUSES), *claim.changes.values(), *unchanged]
        values += [count, run_key, count, _json(RunEvent, claim.event_rows(0))]
        with connection.cursor() as cursor:
            cursor.execute(_claim_statement(tuple(claim.changes), tuple(claim.unchanged)), values)
            found: Row | None = cursor.fetchone()
        return found

    def lock_admission(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_ADMISSION_LOCK])

    def lock_runs(self, run_ids: Sequence[UUID]) -> None:
        list(Run.objects.select_for_update().filter(pk__in=run_ids).order_by("pk").values_list("pk"))


def _json(model: type[models.Model], rows: Sequence[Row]) -> str:
    known = _json_columns(model)
    found = [
        {
            name: orjson.Fragment(value) if is_json else value
            for (name, is_json), value in zip(known, row, strict=True)
            if value is not None
        }
        for row in rows
    ]
    return write_json(found).decode()


@cache
def _json_columns(model: type[models.Model]) -> list[tuple[str, bool]]:
    """Return the name of each column, and whether its values are JSON already."""
    fields = {field.attname: field for field in model._meta.concrete_fields}
    known = [fields[name] for name in columns(model)]
    return [(str(field.column), isinstance(field, models.JSONField)) for field in known]


@cache
def _insert_from_json(
    model: type[models.Model], returning: tuple[str, ...] = (), beside: str = "", **values: str
) -> str:
    """Return the statement that inserts rows from one JSON array, as of `_json`.

    If the table `beside` of the same statement is empty, nothing is inserted; `values` are expressions for other
    columns than plain `given`.
    """
    fields = {field.attname: field for field in model._meta.concrete_fields}
    names = tuple(columns(model))
    known = dict(zip(names, names_of(model, names), strict=True))
    chosen = [values.get(name, f"given.{column}") for name, column in known.items()]
    typed = [f"{column} {fields[name].db_type(connection)}" for name, column in known.items()]
    source = f"json_to_recordset(%s) AS given({', '.join(typed)})"
    return (
        f"INSERT INTO {table_of(model)} ({', '.join(known.values())}) "  # noqa: S608  names, no values
        f"SELECT {', '.join(chosen)} FROM {f'{beside}, ' if beside else ''}{source}{returned(model, returning)}"
    )


@cache
def _run_statement() -> str:
    run, events = _insert_from_json(Run), _insert_from_json(RunEvent)
    return f"WITH run AS ({run}), events AS ({events}) {_insert_from_json(NodeRun, NODE)}"


_EVENT_NUMBER = "counted.last_seq - %s + given.seq"


@cache
def _step_statement(changed: tuple[str, ...], node_changed: tuple[str, ...]) -> str:
    """Return the statement of a step that changes these columns of the run and of a node run, if any.

    The run is locked before the node run, as everywhere, and what follows needs both.
    """
    run, node_run, changes = table_of(Run), table_of(NodeRun), _assignments(Run, changed)
    found = f"found AS (SELECT id FROM {run} WHERE id = %s AND steps = %s FOR NO KEY UPDATE)"  # noqa: S608  names
    held = (
        f"held AS (SELECT node.id FROM {node_run} AS node, found "  # noqa: S608  names
        "WHERE node.id = %s AND node.lease_owner = %s AND node.status = %s FOR NO KEY UPDATE OF node)"
    )
    counted = (
        f"counted AS (UPDATE {run} AS run SET {changes}steps = run.steps + 1, last_seq = run.last_seq + %s "  # noqa: S608  names
        f"FROM {'held' if node_changed else 'found'} WHERE run.id = %s RETURNING run.last_seq)"
    )
    ended = (
        f"ended AS (UPDATE {node_run} AS node SET {_assignments(NodeRun, node_changed).removesuffix(', ')} "  # noqa: S608  names
        "FROM counted WHERE node.id = %s)"
    )
    inserted = [
        f"events AS ({_insert_from_json(RunEvent, beside='counted', seq=_EVENT_NUMBER)})",
        f"entries AS ({_insert_from_json(JournalRow, beside='counted')})",
        f"nodes AS ({_insert_from_json(NodeRun, NODE, beside='counted')})",
    ]
    parts = [found, held, counted, ended, *inserted] if node_changed else [found, counted, *inserted]
    answer = "SELECT counted.last_seq, nodes.id, nodes.node_key, nodes.scope FROM counted LEFT JOIN nodes ON true"
    return f"WITH {', '.join(parts)} {answer}"


@cache
def _claim_statement(changed: tuple[str, ...], unchanged: tuple[str, ...]) -> str:
    """Return the statement; it locks the run before the node run, as everywhere."""
    run, run_columns = table_of(Run), names_of(Run, row_names(Run))
    conditions = " AND ".join(f"node.{column} = %s" for column in names_of(NodeRun, unchanged))
    places = ", ".join(["%s"] * len(OPEN_STATUSES))
    events = _insert_from_json(RunEvent, beside="counted", seq=_EVENT_NUMBER)
    return (
        f"WITH found AS (SELECT id FROM {run} WHERE id = %s AND status IN ({places}) "  # noqa: S608  names, no values
        "AND NOT cancel_requested FOR NO KEY UPDATE), "
        f"taken AS (UPDATE {table_of(NodeRun)} AS node "
        f"SET {_assignments(NodeRun, changed).removesuffix(', ')} FROM found WHERE {conditions} RETURNING node.id), "
        f"counted AS (UPDATE {run} AS run SET last_seq = run.last_seq + %s FROM taken WHERE run.id = %s "
        f"RETURNING {', '.join(f'run.{column}' for column in run_columns)}), "
        f"events AS ({events}) SELECT {', '.join(run_columns)} FROM counted"
    )


def _assignments(model: type[models.Model], names: tuple[str, ...]) -> str:
    return "".join(f"{column} = %s, " for column in names_of(model, names))
