"""State machine that decides what runs next. Pure: a plan and arrivals go in, decisions come out.

An edge is undecided until its source has finished; then it is live (its port carried on) or dead. A node with one
incoming edge follows that edge. A node with several counts: with the join `all` it waits until every edge is decided
and runs if any is live; with `first` it runs as soon as one is live, with `any` as soon as one is live that does not
come from an error port, with a number as soon as that many of these are, or when every edge is decided. A node with
only dead edges is skipped, which makes its own edges dead in turn. Edges stay within one scope: each pass of a
container is decided for itself. Time is proportional to the edges decided, never to the graph.
"""

from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from workflow_editor.engine.plan import Plan, PlannedNode
from workflow_editor.engine.scopes import Address
from workflow_editor.engine.state import Arrival, Decision
from workflow_editor.graph.document import ERROR_PORT

_NOTHING: Final[Mapping[Address, Arrival]] = {}


@dataclass(slots=True)
class _Verdicts:
    ready: list[str]
    skipped: list[str]

    def decision(self) -> Decision:
        return Decision(tuple(self.ready), tuple(self.skipped))


class Scheduler:
    """Decides within one step of one run; make a new one for each. `arrivals` loads earlier arrivals at joins on
    demand.
    """

    def __init__(self, plan: Plan, arrivals: Mapping[Address, Arrival] = _NOTHING) -> None:
        self.plan = plan
        self._stored = arrivals
        self._touched: dict[Address, Arrival] = {}
        self._fired_by: dict[Address, tuple[str, ...]] = {}

    @property
    def touched(self) -> Mapping[Address, Arrival]:
        """The arrivals that this step changed, to be stored with it."""
        return self._touched

    def fired_by(self, at: Address) -> tuple[str, ...] | None:
        """Return the sources that let a join begin in this step before all its edges were decided."""
        return self._fired_by.get(at)

    def start(self) -> Decision:
        """Begin a run: the start node is ready; other nodes that nothing leads to are skipped."""
        verdicts = _Verdicts([], [])
        for key in self.plan.roots:
            if key == self.plan.start:
                verdicts.ready.append(key)
            else:
                verdicts.skipped.append(key)
        self._decide_edges(deque((key, frozenset[str]()) for key in verdicts.skipped), "", verdicts)
        return verdicts.decision()

    def finish(self, key: str, ports: Collection[str], scope: str = "") -> Decision:
        """Record that a node finished and `ports` carry on; once per node, scope and run.

        Returns nodes that became ready, and that were skipped, in this scope, in edge order.
        """
        nodes = self.plan.nodes
        outgoing = nodes[key].outgoing
        if len(outgoing) == 1 and outgoing[0].port in ports and len(nodes[outgoing[0].key].incoming) == 1:
            # One follows the other: what most nodes do needs no counting.
            return Decision((outgoing[0].key,))
        verdicts = _Verdicts([], [])
        self._decide_edges(deque([(key, frozenset(ports))]), scope, verdicts)
        return verdicts.decision()

    def _decide_edges(self, finished: deque[tuple[str, frozenset[str]]], scope: str, verdicts: _Verdicts) -> None:
        while finished:
            source, ports = finished.popleft()
            for edge in self.plan.nodes[source].outgoing:
                target = self.plan.nodes[edge.key]
                verdict = self._arrive(target, source, edge.port, scope, is_live=edge.port in ports)
                if verdict is True:
                    verdicts.ready.append(edge.key)
                elif verdict is False:
                    verdicts.skipped.append(edge.key)
                    finished.append((edge.key, frozenset()))

    def _arrive(self, target: PlannedNode, source: str, port: str, scope: str, *, is_live: bool) -> bool | None:
        """Return True when the target becomes ready, False when skipped, None while it waits."""
        if len(target.incoming) == 1:
            return is_live
        at = Address(target.key, scope)
        arrival = self._arrival(at)
        if is_live:
            arrival.live += 1
        else:
            arrival.dead += 1
        if arrival.fired:
            return None
        if is_live and (sources := _enough(target, arrival, source, port)):
            arrival.fired = True
            self._fired_by[at] = sources
            return True
        if arrival.live + arrival.dead < len(target.incoming):
            return None
        arrival.fired = True
        return arrival.live > 0

    def _arrival(self, at: Address) -> Arrival:
        arrival = self._touched.get(at)
        if arrival is None:
            stored = self._stored.get(at)
            arrival = self._touched[at] = Arrival() if stored is None else replace(stored)
        return arrival


def _enough(target: PlannedNode, arrival: Arrival, source: str, port: str) -> tuple[str, ...]:
    """Return the sources that let a node begin before all its edges are decided; none while it waits."""
    if target.join == "first" or (target.join == "any" and port != ERROR_PORT):
        return (source,)
    if not isinstance(target.join, int) or port == ERROR_PORT:
        return ()
    arrival.sources = tuple(dict.fromkeys((*arrival.sources, source)))
    return arrival.sources if len(arrival.sources) >= target.join else ()
