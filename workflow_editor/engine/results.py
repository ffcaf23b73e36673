"""Decisions of a step, as plain data to store."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from agents.core.events import Event
from workflow_editor.engine.plan import Plan
from workflow_editor.engine.scopes import Address
from workflow_editor.engine.state import BegunWait, FinishedNode, NodeFailure, OpenContainer, OpenPass


@dataclass(frozen=True, slots=True)
class StepResult:
    """Everything that one step decided, to be stored in one transaction."""

    events: list[Event] = field(default_factory=list)
    """In the order in which they happened; `node_queued` for each node of the frontier comes last."""
    finished: list[FinishedNode] = field(default_factory=list)
    frontier: list[Address] = field(default_factory=list)
    """The effect nodes that are ready now; empty after a failure."""
    waiting: list[BegunWait] = field(default_factory=list)
    """Nodes that began to wait, each reported by `node_started` and `node_waiting`; empty after a failure."""
    failure: NodeFailure | None = None
    """Why the run fails."""
    containers: Mapping[Address, OpenContainer] = field(default_factory=dict)
    """The containers that changed. One that is neither stored nor over has no node run yet: it is `running`."""
    passes: Mapping[str, OpenPass] = field(default_factory=dict)
    """The passes that changed, by scope."""
    more: list[Address] = field(default_factory=list)
    """Containers that could open passes, but the step had done enough: commit, then call `open_more` for each."""
    dropped_nodes: list[Address] = field(default_factory=list)
    """Stored node runs that are open and are to be cancelled: what led to a join that waits no longer."""
    dropped_passes: list[str] = field(default_factory=list)
    """Scopes of failed passes: their stored node runs that are open are to be cancelled."""
    dropped_containers: list[Address] = field(default_factory=list)
    """Containers that failed or were dropped: the open node runs of all their passes are to be cancelled."""

    def ends_idle(self, plan: Plan) -> bool:
        """Say whether a whole run in this one step did no work: nodes only began it or chose its way."""
        is_over = not (self.frontier or self.waiting or self.more or self.containers or self.failure)
        return is_over and all(
            node.status == "skipped" or plan.nodes[node.key].node_type.only_routes for node in self.finished
        )
