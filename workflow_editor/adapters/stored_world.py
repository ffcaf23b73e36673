"""What had happened in a run before a step: the engine's `World` over rows, loaded when it is asked for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from uuid import UUID

from tools.definitions import JsonObject
from workflow_editor.engine.plan import Plan
from workflow_editor.engine.state import Arrival, FinishedNode
from workflow_editor.models import NodeRun, RunJoin, Status

# A thread that carries on a long run forgets what it knows now and then; what is asked for again is loaded again.
_REMEMBERED = 1000
_FINISHED = (Status.SUCCEEDED, Status.SKIPPED)
_NONE: tuple[JsonObject | None, tuple[str, ...]] = (None, ())


class StoredWorld:
    """Implements `engine.state.World`.

    Args:
        is_fresh: nothing is stored yet, so nothing needs to be looked for.
    """

    def __init__(self, run_id: UUID, inputs: JsonObject, plan: Plan, *, is_fresh: bool = False) -> None:
        self._run_id = run_id
        self._inputs = inputs
        self._plan = plan
        self._is_fresh = is_fresh
        self._known: dict[str, tuple[JsonObject | None, Sequence[str]]] = {}

    @property
    def inputs(self) -> JsonObject:
        return self._inputs

    def output(self, key: str) -> JsonObject | None:
        return self._node(key)[0]

    def ports(self, key: str) -> Sequence[str]:
        return self._node(key)[1]

    def add(self, finished: Iterable[FinishedNode]) -> None:
        """Learn what the present step has finished."""
        for node in finished:
            self._known[node.key] = (node.output, node.ports)

    def is_stored(self) -> None:
        """Take note that everything so far stands in the tables."""
        self._is_fresh = False
        if len(self._known) > _REMEMBERED:
            self._known.clear()

    def load(self, keys: Iterable[str]) -> None:
        """Load several nodes with one query."""
        missing = {key for key in keys if key not in self._known}
        self._known.update(dict.fromkeys(missing, _NONE))
        if missing and not self._is_fresh:
            rows = NodeRun.objects.filter(run_id=self._run_id, scope="", node_key__in=missing, status__in=_FINISHED)
            for key, output, ports in rows.values_list("node_key", "output", "ports"):
                self._known[key] = (output, ports)

    def _node(self, key: str) -> tuple[JsonObject | None, Sequence[str]]:
        if key not in self._known:
            self.load([key, *self._siblings(key)])
        return self._known[key]

    def _siblings(self, key: str) -> Iterator[str]:
        """Yield the nodes that meet this one in a join: whoever asks for one of them is about to ask for all."""
        for edge in self._plan.nodes[key].outgoing:
            for incoming in self._plan.nodes[edge.key].incoming:
                yield incoming.key


class StoredArrivals(Mapping[str, Arrival]):
    """What has arrived at the joins of a run, row by row on demand."""

    def __init__(self, run_id: UUID, *, is_fresh: bool) -> None:
        self._run_id = run_id
        self._is_fresh = is_fresh
        self._known: dict[str, Arrival | None] = {}

    def __getitem__(self, key: str) -> Arrival:
        arrival = self._known[key] if key in self._known else self._load(key)
        if arrival is None:
            raise KeyError(key)
        return arrival

    def are_stored(self, stored: Mapping[str, Arrival]) -> None:
        """Take note of what the tables hold now."""
        self._is_fresh = False
        self._known.update(stored)

    def __iter__(self) -> Iterator[str]:
        return (key for key, arrival in self._known.items() if arrival is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _load(self, key: str) -> Arrival | None:
        rows = RunJoin.objects.none() if self._is_fresh else RunJoin.objects.filter(run_id=self._run_id, scope="")
        found = rows.filter(node_key=key).values_list("live", "dead", "fired").first()
        self._known[key] = None if found is None else Arrival(*found)
        return self._known[key]
