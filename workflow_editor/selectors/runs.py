"""Reads of runs."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from django.contrib.auth.models import User
from django.db.models import QuerySet

from tools.definitions import JsonObject
from tools.rows.reader import json_as_stored, json_of, read_values, time_of
from workflow_editor.adapters.payload_rows import payload_as_stored
from workflow_editor.errors import NotFoundError
from workflow_editor.models import NodeRun, Run
from workflow_editor.selectors.access import visible_runs


def run_list_for_user(
    user: User, *, workflow: UUID | None = None, status: str | None = None, kind: str | None = None
) -> QuerySet[Run]:
    """Return the runs that the user sees, without their documents and values; None means any."""
    wanted = {"workflow": workflow, "status": status, "kind": kind}
    return (
        visible_runs(user)
        .filter(**{name: value for name, value in wanted.items() if value is not None})
        .select_related("workflow", "version", "created_by")
        .defer("inputs", "output", "version__document", "workflow__description")
    )


class NodeRunRow(NamedTuple):
    """A node run as its row holds it: times as moments, `error` read, the other JSON as it is stored."""

    node_key: str
    status: str
    attempt: int
    inputs: orjson.Fragment | None
    output: orjson.Fragment | None
    ports: orjson.Fragment | None
    error: JsonObject | None
    usage: orjson.Fragment | None
    mocked: bool
    shared: bool
    started_at: datetime | None
    finished_at: datetime | None


def node_run_rows(run: Run, node_key: str | None = None) -> list[NodeRunRow]:
    """Return what the nodes of a run, or one of them, did, in the order in which they became ready."""
    conditions: tuple[str, ...] = ("run_id",) if node_key is None else ("run_id", "node_key")
    expected = (run.pk,) if node_key is None else (run.pk, node_key)
    found = read_values(NodeRun, NodeRunRow._fields, conditions, expected, order_by="id")
    return [_node_run_row(*values) for values in found]


def _node_run_row(key: str, status: str, attempt: int, *values: Any) -> NodeRunRow:
    inputs, output, ports, error, usage, mocked, shared, started_at, finished_at = values
    return NodeRunRow(
        key,
        status,
        attempt,
        payload_as_stored(inputs),
        payload_as_stored(output),
        json_as_stored(ports),
        json_of(error),
        json_as_stored(usage),
        bool(mocked),
        bool(shared),
        time_of(started_at),
        time_of(finished_at),
    )


def node_run_latest(run: Run, node_key: str) -> NodeRunRow:
    """Return what the node did in the run; of several passes the last.

    Raises:
        NotFoundError: the node has not become ready in this run.
    """
    rows = node_run_rows(run, node_key)
    if not rows:
        raise NotFoundError("This node has not run.")
    return rows[-1]
