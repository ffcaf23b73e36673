"""What is given to the store, and what it returns: plain data, by the names of the models' columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from agents.core.events import Event
from agents.core.journal import JournalEntry
from tools.core.definitions import JsonObject
from tools.core.places import Share
from workflow_editor.engine.scopes import Address
from workflow_editor.run_store.leases import NodeAddress

Values = Mapping[str, Any]
"""Values by column, such as `{"node_key": "a", "status": "queued"}`; the others have their defaults."""


def values_of(state: Any) -> dict[str, Any]:
    """Return the fields of a dataclass with slots by column; what has no column is passed over by the store."""
    return {name: getattr(state, name) for name in state.__slots__}


class RunChangedError(Exception):
    """Nothing was stored: another step came between, or the node run is somebody else's.

    Lock the run, read it again, and decide again.
    """


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
        """Dump an entry."""
        return cls(seq, entry.kind, entry.round, entry.call_id, entry.payload())


@dataclass(frozen=True, slots=True)
class Reported:
    """What a node in work reported, in order, and what is to be in its journal."""

    events: Sequence[NewEvent] = ()
    entries: Sequence[NewEntry] = ()


@dataclass(frozen=True, slots=True)
class NodeEnding:
    """What becomes of a node run in work, while `lease_owner` holds it, and what is still to be in its journal."""

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
    """True when it goes on after a wait."""
    share: Share
    """For whom it is run."""
