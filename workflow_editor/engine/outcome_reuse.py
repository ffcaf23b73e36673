"""Derives the state of a run that shares another run's outcomes, without running anything."""

from collections.abc import Sequence
from heapq import heappop, heappush

from workflow_editor.engine.scheduler import Scheduler
from workflow_editor.engine.state import Decision, SharedNode


def reuse_outcomes(scheduler: Scheduler, begin: Decision, shared: Sequence[SharedNode], scope: str = "") -> Decision:
    """Apply shared outcomes in order, and return what else is ready or skipped.

    Args:
        scheduler: unused in this scope; it knows everything shared afterwards.
        begin: initially ready and skipped nodes of the scope.
        shared: in order of completion, so that a join for the first branch starts alike.
        scope: their pass, "" outside of containers.
    """
    ports = {node.key: node.ports for node in shared}
    position = {node.key: index for index, node in enumerate(shared)}
    ready: list[str] = []
    skipped: list[str] = []
    open_: list[int] = []

    def take(decision: Decision) -> None:
        for key in decision.ready:
            if key in ports:
                heappush(open_, position[key])
        ready.extend(key for key in decision.ready if key not in ports)
        skipped.extend(key for key in decision.skipped if key not in ports)

    def stop_rest(join: str) -> None:
        """Nodes stopped by a join there are excluded from this run too."""
        if not scheduler.plan.nodes[join].cancels_rest:
            return
        # Nodes skipped there may have been so because of that.
        over = {key for key, index in position.items() if index < position[join] and ports[key]}
        rest = scheduler.plan.leads_to(join, over.__contains__)
        while stopped := [key for key in ready if key in rest]:
            ready[:] = [key for key in ready if key not in rest]
            skipped.extend(stopped)
            for key in stopped:
                take(scheduler.finish(key, (), scope))

    take(begin)
    while open_:
        node = shared[heappop(open_)]
        stop_rest(node.key)
        take(scheduler.finish(node.key, node.ports, scope))
    return Decision(tuple(ready), tuple(skipped))
