"""Leases of node runs."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from workflow_editor.errors import WorkflowError

LEASE = timedelta(seconds=15)


def lease_end(now: datetime) -> datetime:
    """Return until when a lease holds that is taken or renewed now."""
    return now + LEASE


@dataclass(frozen=True, slots=True)
class NodeAddress:
    """The node run that an event, a text or an entry of a journal belongs to."""

    run_id: UUID
    node_run_id: int
    node_key: str
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Lease:
    """A claim of a node run: writes count only while the row names this owner.

    A worker frozen for longer than its lease, for example by a sleeping laptop, may have been replaced.
    """

    node: NodeAddress
    owner: str


class LeaseLostError(WorkflowError):
    """Somebody else works on these node runs now; what this thread does no longer counts."""

    code = "lease_lost"

    def __init__(self, message: str = "The lease of this node run was lost", *, leases: Collection[Lease] = ()) -> None:
        super().__init__(message)
        self.leases = leases
