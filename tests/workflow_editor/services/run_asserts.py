"""Invariants of every run, and short forms for looking at one."""

from typing import Any

from workflow_editor.models import NodeRun, Run, RunEvent
from workflow_editor.models.status import OPEN_STATUSES


def events_of(run: Run) -> list[tuple[str, str | None]]:
    """Return (type, node key) of all events; fails unless they are numbered from 1 without gaps."""
    rows = list(RunEvent.objects.filter(run=run).order_by("seq").values_list("seq", "type", "node_key"))
    assert [seq for seq, _, _ in rows] == list(range(1, len(rows) + 1))
    run.refresh_from_db()
    assert run.last_seq == len(rows)
    return [(type_, key) for _, type_, key in rows]


def event_types(run: Run) -> list[str]:
    return [type_ for type_, _ in events_of(run)]


def payload_of(run: Run, type_: str, node_key: str | None = None) -> dict[str, Any]:
    """Return the payload of the one event of this type (and node)."""
    payload: dict[str, Any] = RunEvent.objects.get(run=run, type=type_, node_key=node_key).payload
    return payload


def assert_over(run: Run, status: str) -> None:
    """The run has ended like this; nothing is open, and its last event says so, once."""
    types = event_types(run)
    assert run.status == status, run.error
    assert run.open_nodes == 0
    assert run.finished_at is not None
    assert types[-1] == "run_finished"
    assert types.count("run_finished") == 1
    assert not NodeRun.objects.filter(run=run, status__in=OPEN_STATUSES).exists()


def statuses(run: Run) -> dict[str, str]:
    return dict(NodeRun.objects.filter(run=run).values_list("node_key", "status"))
