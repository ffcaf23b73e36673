"""Reads of runs."""

import json
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from tools.core.definitions import JsonObject
from tools.rows.reader import json_as_stored, json_of, read_values, time_or_none
from workflow_editor.engine.scopes import Address, container_of
from workflow_editor.errors import NotFoundError
from workflow_editor.models import ContainerPass, NodeRun, Run, Status, Workflow, WorkflowMember
from workflow_editor.models.payload import MARK_TEXT, text_of_row
from workflow_editor.selectors.access import RUNNING, is_visible_to, readable_runs, visible_runs

NEWEST_IN_PASSES = 500
MOST_SEARCHED = 1000
"""Newest runs of the other filters in which values are searched, and of which people are offered."""
MAX_PEOPLE = 20


def run_list_for_user(
    user: User,
    *,
    workflow: UUID | None = None,
    version: int | None = None,
    status: str | None = None,
    kind: str | None = None,
    trigger: str | None = None,
    person: int | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    value: str = "",
) -> QuerySet[Run]:
    """Return the user's visible runs, without documents and values; None means any, `workflow` may be shared and not
    adopted.

    `since` is included, `until` is not. `value` is a text in inputs or output, in any case of ASCII letters; it is
    searched in the newest `MOST_SEARCHED` runs that match workflow, trigger, person and time, and in values that are
    stored in their rows (`models.payload`).
    """
    indexed = {
        "workflow": workflow,
        "trigger": trigger,
        "created_by": person,
        "created_at__gte": since,
        "created_at__lt": until,
    }
    others = {"version__number": version, "status": status, "kind": kind}
    rows = (visible_runs(user) if workflow is None else readable_runs(user)).filter(**_given(indexed))
    if value:
        newest = rows.order_by("-created_at", "-id").values("pk")[:MOST_SEARCHED]
        texts = {f"{name}_text": Cast(name, TextField()) for name in ("inputs", "output")}
        rows = Run.objects.alias(**texts).filter(_holds("inputs_text", value) | _holds("output_text", value))
        rows = rows.filter(pk__in=newest)
    return (
        rows.filter(**_given(others))
        .select_related("workflow", "version", "created_by")
        .defer("inputs", "output", "version__document", "workflow__description")
    )


def _given(wanted: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in wanted.items() if value is not None}


def _holds(column: str, value: str) -> Q:
    """Return the condition for JSON text with these characters, which are stored escaped or as they are."""
    quoted = (json.dumps(value, ensure_ascii=is_ascii)[1:-1] for is_ascii in (True, False))
    forms = Q(*((f"{column}__icontains", form) for form in set(quoted)), _connector=Q.OR)
    return forms & ~Q(**{f"{column}__startswith": MARK_TEXT})


def run_people(user: User, search: str) -> QuerySet[User]:
    """Return the first `MAX_PEOPLE` people, by name, who run the user's workflows or started one of the newest visible
    runs.
    """
    workflows = Workflow.objects.filter(is_visible_to(user)).order_by()
    members = WorkflowMember.objects.filter(RUNNING, workflow__in=workflows.values("pk"))
    newest = visible_runs(user).order_by("-created_at").values("created_by")[:MOST_SEARCHED]
    found = Q(pk__in=workflows.values("owner")) | Q(pk__in=members.values("user")) | Q(pk__in=newest)
    return User.objects.filter(found, username__icontains=search).order_by("username")[:MAX_PEOPLE]


class NodeRunRow(NamedTuple):
    """A node run as its row holds it: times as moments, `error` read, the other JSON as it is stored, or read."""

    id: int
    node_key: str
    scope: str
    status: str
    attempt: int
    inputs: orjson.Fragment | JsonObject | None
    output: orjson.Fragment | JsonObject | None
    ports: orjson.Fragment | list[str] | None
    error: JsonObject | None
    usage: orjson.Fragment | JsonObject | None
    mocked: bool
    shared: bool
    started_at: datetime | None
    finished_at: datetime | None


def node_run_rows(run: Run) -> list[NodeRunRow]:
    """Return a run's node runs in the order they became ready; of those in passes the newest 500."""
    rows = _read({"run_id": run.pk, "scope": ""})
    if any(node.get("parent") for node in run.version.document["nodes"]):
        inside = NodeRun.objects.filter(run=run).exclude(scope="").order_by("-id")
        rows += [NodeRunRow(*values) for values in inside.values_list(*NodeRunRow._fields)[:NEWEST_IN_PASSES]]
        rows.sort()
    return rows


def node_run_latest(run: Run, node_key: str, scope: str | None = None) -> NodeRunRow:
    """Return the node's run in a pass (None: the last one). Raises NotFoundError if it has not become ready there."""
    if scope is None:
        scope = _newest_first(run, node_key).values_list("scope", flat=True).first() or ""
    owner = run_of_pass(run, scope)
    rows = _read({"run_id": owner.pk, "node_key": node_key, "scope": scope})
    if not rows:
        raise NotFoundError("This node has not run.")
    return rows[0] if owner is run else rows[0]._replace(shared=True)


def node_run_latest_succeeded(run: Run, node_key: str, scope: str | None = None) -> NodeRun | None:
    """Return the node's success in the run, in the pass with this scope; None takes the last pass that has one."""
    owner = run if scope is None else run_of_pass(run, scope)
    rows = _newest_first(owner, node_key).filter(status=Status.SUCCEEDED)
    return (rows if scope is None else rows.filter(scope=scope)).first()


def _newest_first(run: Run, node_key: str) -> QuerySet[NodeRun]:
    return NodeRun.objects.filter(run=run, node_key=node_key).order_by("-id")


def _read(where: dict[str, Any]) -> list[NodeRunRow]:
    found = read_values(NodeRun, NodeRunRow._fields, where, order_by="id")
    return [_node_run_row(*values) for values in found]


def _node_run_row(row_id: int, key: str, scope: str, status: str, attempt: int, *values: Any) -> NodeRunRow:
    inputs, output, ports, error, usage, mocked, shared, started_at, finished_at = values
    return NodeRunRow(
        row_id,
        key,
        scope,
        status,
        attempt,
        _payload(inputs),
        _payload(output),
        json_as_stored(ports),
        json_of(error),
        json_as_stored(usage),
        bool(mocked),
        bool(shared),
        time_or_none(started_at),
        time_or_none(finished_at),
    )


def _payload(stored: str | None) -> orjson.Fragment | None:
    """Return what a column holds for writing it out again, unread."""
    return None if stored is None else orjson.Fragment(text_of_row(stored))


def run_of_pass(run: Run, scope: str) -> Run:
    """Return the run with a pass's nodes: the given one, or the one it was adopted from."""
    while scope and run.shares_work and run.forked_from is not None and _is_taken_over(run, scope):
        run = run.forked_from
    return run


def _is_taken_over(run: Run, scope: str) -> bool:
    """Say whether a pass is adopted itself, or with its container or an outer pass."""
    container, index = container_of(scope)
    if NodeRun.objects.filter(run=run, node_key=container.key, scope=container.scope, shared=True).exists():
        return True
    if _is_good_pass(run, container, index) and not NodeRun.objects.filter(run=run, scope=scope, shared=False).exists():
        return True
    return bool(container.scope) and _is_taken_over(run, container.scope)


def _is_good_pass(run: Run, at: Address, index: int) -> bool:
    passes = ContainerPass.objects.filter(run=run, node_key=at.key, scope=at.scope, index=index)
    return passes.filter(status=Status.SUCCEEDED).exists()
