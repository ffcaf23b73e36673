"""Arguments and results of the store: plain data by model columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from agents.core.events import Event
from agents.core.journal import JournalEntry
from tools.core.concurrency.places import Share
from tools.core.definitions import JsonObject
from workflow_editor.engine.scopes import Address
from workflow_editor.run_store.leases import NodeAddress

Values = Mapping[str, Any]
"""Values by column, such as `{"node_key": "a", "status": "queued"}`; the others have their defaults."""


def values_of(state: Any) -> dict[str, Any]:
    """Return the fields of a dataclass with slots by column; what has no column is passed over by the store."""
    return {name: getattr(state, name) for name in state.__slots__}


class RunChangedError(Exception):
    """Nothing was stored: another step came between, or the lease is lost. Lock the run, reload and decide again."""


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event with its time, in the form in which it is stored, without its number."""

    type: str
    at: datetime
    node_key: str | None
    payload: JsonObject

    @classmethod
    def of(cls, event: Event, at: datetime) -> "NewEvent":
        return cls(event.type, at, getattr(event, "node_key", None), event.payload())


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry of a journal that is not stored yet, with its number, in the form in which it is stored."""

    seq: int
    kind: str
    round: int
    call_id: str
    payload: JsonObject

    @classmethod
    def of(cls, entry: JournalEntry, seq: int) -> "NewEntry":
        return cls(seq, entry.kind, entry.round, entry.call_id, entry.payload())


@dataclass(frozen=True, slots=True)
class Reported:
    """Ordered reports of a working node, and its new journal entries."""

    events: Sequence[NewEvent] = ()
    entries: Sequence[NewEntry] = ()


@dataclass(frozen=True, slots=True)
class NodeEnding:
    """End of a working node run held by `lease_owner`, and its last journal entries."""

    node: NodeAddress
    lease_owner: str
    changes: Values
    entries: Sequence[NewEntry] = ()


@dataclass(frozen=True, slots=True)
class StoredStep:
    """The number of the run's last event, and the ids of the new node runs."""

    last_seq: int
    ids: Mapping[Address, int]


@dataclass(frozen=True, slots=True)
class QueuedNode:
    """A node run in the queue, with what a claim needs of its run."""

    node_run_id: int
    run_id: UUID
    version_id: UUID
    at: Address
    attempt: int
    queued_at: datetime
    due_at: datetime | None
    started_at: datetime | None
    has_waited: bool
    """True when it resumes after a wait."""
    share: Share
    """For whom it is run."""
