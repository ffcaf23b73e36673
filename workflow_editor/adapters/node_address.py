"""Whose something is, and who may write for it."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class NodeAddress:
    """The node run that an event, a text or an entry of a journal belongs to."""

    run_id: UUID
    node_run_id: int
    node_key: str
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Lease:
    """A claim of a node run: what its holder writes counts only while the row still names the owner.

    A worker that was frozen for longer than its lease, as by a laptop's sleep, knows nothing of who took over.
    """

    node: NodeAddress
    owner: str
