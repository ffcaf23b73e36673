"""Where a run stands that shares another run's work: decided anew from the outcomes, without running anything."""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from workflow_editor.engine.scheduler import Scheduler
from workflow_editor.engine.state import Decision


@dataclass(frozen=True, slots=True)
class SharedNode:
    """A node whose outcome is another run's; `ports` carried on there, none when it was skipped."""

    key: str
    ports: Sequence[str]


def replay(scheduler: Scheduler, shared: Sequence[SharedNode]) -> Decision:
    """Take shared outcomes in, in their order, and return what is ready or skipped beside them.

    Args:
        scheduler: a new one, of a run in which nothing has happened; it knows everything shared afterwards.
        shared: in the order in which the nodes finished, so that a join for the first branch begins with the same one.
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

    take(scheduler.start())
    while open_:
        node = shared[heappop(open_)]
        take(scheduler.finish(node.key, node.ports))
    return Decision(tuple(ready), tuple(skipped))
