"""Numbered events, stored in the transaction of the facts, announced on commit."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction

from agents.core.events import Event
from tools.core.definitions import JsonObject
from tools.rows.writer import db_json, db_time, db_uuid, insert_rows
from workflow_editor.adapters.announcer import announcer
from workflow_editor.adapters.run_frames import event_json
from workflow_editor.models import RunEvent

EVENT_FIELDS = ("run_id", "seq", "type", "node_key", "payload", "at")


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event with its time, in the form in which it is stored, without its number."""

    type: str
    at: datetime
    node_key: str | None
    payload: JsonObject

    @classmethod
    def of(cls, event: Event, at: datetime) -> "NewEvent":
        """Dump an event."""
        return cls(event.type, at, getattr(event, "node_key", None), event.payload())


def store_events(run_id: UUID, last_seq: int, events: Sequence[NewEvent]) -> int:
    """Insert the events behind `last_seq` and return the new last number.

    The caller holds the run's row lock and saves the number in the row.
    """
    store_events_of_runs([(run_id, last_seq, events)])
    return last_seq + len(events)


def store_first_events(run_id: UUID, events: Sequence[NewEvent]) -> None:
    """Insert the events of a run that is stored in the same transaction: nobody knows it yet, so nobody is told."""
    insert_rows(RunEvent, EVENT_FIELDS, event_rows(run_id, 0, events))


def store_events_of_runs(told: Sequence[tuple[UUID, int, Sequence[NewEvent]]]) -> None:
    """Do the same for several runs at once; each comes with its last number and its new events."""
    rows = [row for run_id, last_seq, events in told for row in event_rows(run_id, last_seq, events)]
    insert_rows(RunEvent, EVENT_FIELDS, rows)
    for run_id, last_seq, events in told:
        transaction.on_commit(partial(announce_stored, run_id, last_seq, events))


def event_rows(run_id: UUID, last_seq: int, events: Sequence[NewEvent]) -> list[tuple[Any, ...]]:
    """Return the rows of events that come behind `last_seq`."""
    run_key = db_uuid(run_id)
    # Most events of a step happen in one moment.
    times = {at: db_time(at) for at in {event.at for event in events}}
    return [
        (run_key, seq, event.type, event.node_key, db_json(event.payload), times[event.at])
        for seq, event in enumerate(events, last_seq + 1)
    ]


def announce_stored(run_id: UUID, last_seq: int, events: Sequence[NewEvent]) -> None:
    """Tell whoever listens of events behind `last_seq` that are committed."""
    if not events or not announcer.may_be_heard(run_id):
        return
    announcer.announce_events(
        run_id,
        [
            event_json(seq, event.type, event.node_key, event.payload, event.at)
            for seq, event in enumerate(events, last_seq + 1)
        ],
    )
