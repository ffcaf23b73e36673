"""Values of new and changed node runs, events and journal entries, by column; what is missing has its default."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from tools.core.definitions import JsonObject
from tools.secrets.address_keys import without_keys
from workflow_editor.engine.scopes import Address
from workflow_editor.engine.state import FinishedNode, Retry
from workflow_editor.models import JournalRow, RunEvent, Status
from workflow_editor.run_store.encoder import Encoder, Row
from workflow_editor.run_store.leases import lease_end
from workflow_editor.run_store.writes import NewEntry, NewEvent, Values, values_of

RELEASED: Values = {"lease_owner": "", "lease_until": None}


def finished_node(node: FinishedNode, now: datetime) -> Values:
    """Return a node run that was decided inside a step."""
    return {
        "node_key": node.key,
        "scope": node.scope,
        "queued_at": now,
        "started_at": now - timedelta(milliseconds=node.duration_ms) if node.duration_ms else now,
        **closing(node, node.usage, now),
    }


def open_node(
    at: Address, status: Status, now: datetime, *, started: bool = False, claimed_by: str | None = None
) -> Values:
    """Return a new node run that is ready, begun or waiting; `claimed_by` takes it at once."""
    values = {"node_key": at.key, "scope": at.scope, "status": status, "queued_at": now}
    if claimed_by is not None:
        return {**values, **claimed(claimed_by, now), "started_at": now}
    return {**values, "started_at": now} if started else values


def claimed(owner: str, now: datetime) -> Values:
    """Return what changes of a node run that is taken to be worked on."""
    return {"status": Status.RUNNING, "lease_owner": owner, "lease_until": lease_end(now)}


def closing(ended: FinishedNode, usage: JsonObject, now: datetime) -> Values:
    """Return a node run's final values; `usage` is of all its attempts. Empty inputs and usage are so in its row."""
    values = {
        "status": ended.status,
        "output": ended.output,
        "ports": ended.ports,
        "error": ended.failure.to_json() if ended.failure else None,
        "finished_at": now,
        **RELEASED,
    }
    if ended.inputs:
        values["inputs"] = without_keys(ended.inputs)
    if usage:
        values["usage"] = usage
    return values


def retrying(retry: Retry, attempt: int, now: datetime) -> Values:
    """Return what changes of a node run that is queued for its next attempt."""
    due_at = now + timedelta(seconds=retry.delay_s)
    return {
        "status": Status.QUEUED,
        "attempt": attempt,
        "error": retry.failure.to_json(),
        # Queued as of the moment at which it may be taken, so that the sweeper counts its patience from there.
        "queued_at": due_at,
        "due_at": due_at,
        **RELEASED,
    }


def event_rows(encoder: Encoder, last_seq: int, events: Sequence[NewEvent]) -> list[Row]:
    """Return the rows of events that come behind `last_seq`."""
    return [
        encoder.row(
            RunEvent,
            {"seq": seq, "type": event.type, "at": event.at, "node_key": event.node_key, "payload": event.payload},
        )
        for seq, event in enumerate(events, last_seq + 1)
    ]


def entry_rows(encoder: Encoder, node_run_id: int, entries: Sequence[NewEntry]) -> list[Row]:
    return [encoder.row(JournalRow, {"node_run_id": node_run_id, **values_of(entry)}) for entry in entries]
