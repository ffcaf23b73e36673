"""State of a run before a step: the engine's `RunState` over rows, loaded lazily."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from tools.core.definitions import JsonObject
from workflow_editor.adapters.node.environment import environment
from workflow_editor.adapters.node.persistent_values import PERSISTENT_WORDS, persistent_values
from workflow_editor.adapters.state.shared_passes import SharedPasses
from workflow_editor.engine.plan import Plan
from workflow_editor.engine.results import StepResult
from workflow_editor.engine.scopes import Address
from workflow_editor.engine.state import Arrival, FinishedNode, OpenContainer, OpenPass, SharedPass
from workflow_editor.graph.catalogue import TRIGGER_WORD
from workflow_editor.models import Run
from workflow_editor.nodes.containers import PassEnd
from workflow_editor.run_store import run_store

# A thread that carries on a long run forgets what it knows now and then; what is asked for again is loaded again.
_REMEMBERED = 1000
_NONE: tuple[JsonObject | None, tuple[str, ...]] = (None, ())


class StoredRunState:
    """Implements `engine.state.RunState`.

    Args:
        run: variables may have their own values in test mode; each thread reads them once.
        is_fresh: nothing is stored yet, so nothing is read.
        shared: adopted passes of another run, if any.
    """

    def __init__(
        self,
        run: Run,
        plan: Plan,
        *,
        is_fresh: bool = False,
        shared: SharedPasses | None = None,
    ) -> None:
        self._run = run
        self._run_id = run.id
        self._inputs: JsonObject = run.inputs
        self._plan = plan
        self._words: dict[str, JsonObject] = {}
        self._is_fresh = is_fresh
        self._shared = shared
        # By (key, scope), as `Address` has them.
        self._known: dict[tuple[str, str], tuple[JsonObject | None, Sequence[str]]] = {}
        self._passes: dict[str, OpenPass] = {}
        self._containers: dict[Address, OpenContainer] = {}
        self._items: dict[Address, tuple[int, Sequence[Any]]] = {}

    @property
    def inputs(self) -> JsonObject:
        return self._inputs

    def load_word(self, word: str) -> JsonObject:
        if word in PERSISTENT_WORDS:
            # Other runs, and the nodes of this one, may change them at any moment.
            return persistent_values(self._run, word)
        found = self._words.get(word)
        if found is None:
            of_test = self._run.takes_test_values
            found = run_store.delivered(self._run.delivery_id) if word == TRIGGER_WORD else environment(of_test=of_test)
            self._words[word] = found
        return found

    def output(self, key: str, scope: str = "") -> JsonObject | None:
        return self._node(key, scope)[0]

    def ports(self, key: str, scope: str = "") -> Sequence[str]:
        return self._node(key, scope)[1]

    def begun_nodes(self, scope: str) -> Mapping[str, bool]:
        """Not cached: stopping nodes needs the current state."""
        return {} if self._is_fresh else run_store.begun_nodes(self._run_id, scope)

    def open_pass(self, scope: str) -> OpenPass:
        found = self._passes.get(scope)
        if found is None:
            found = self._passes[scope] = run_store.open_pass(self._run_id, scope)
        return replace(found)

    def open_container(self, at: Address) -> OpenContainer:
        found = self._containers.get(at)
        if found is None:
            found = self._containers[at] = run_store.container(self._run_id, at)
        return replace(found)

    def item(self, container: Address, index: int) -> Any:
        """Items are read a piece at a time, and only the newest piece is kept."""
        start, items = self._items.get(container, (0, ()))
        if not start <= index < start + len(items):
            start, items = self._items[container] = run_store.items(self._run_id, container, index)
        return items[index - start]

    def pass_ends(self, container: Address) -> Iterable[PassEnd]:
        return () if self._is_fresh else run_store.pass_ends(self._run_id, container)

    def open_passes_after(self, container: Address, index: int) -> Sequence[int]:
        return () if self._is_fresh else run_store.open_passes_after(self._run_id, container, index)

    def shared_pass(self, container: Address, index: int) -> SharedPass | None:
        return None if self._shared is None else self._shared.get(container, index)

    def add(self, finished: Iterable[FinishedNode]) -> None:
        """Learn how nodes ended."""
        for node in finished:
            self._known[node.key, node.scope] = (node.output, node.ports)

    def add_step(self, result: StepResult) -> None:
        """Learn what the present step has decided."""
        self.add(result.finished)
        for scope, one in result.passes.items():
            if one.status == "running":
                self._passes[scope] = replace(one, is_stored=True)
            else:
                self._passes.pop(scope, None)
        for at, state in result.containers.items():
            self._containers[at] = replace(state, is_stored=True, items=())

    def is_stored(self) -> None:
        """Take note that everything so far is stored."""
        self._is_fresh = False
        if len(self._known) > _REMEMBERED:
            self._known.clear()
        if len(self._passes) + len(self._containers) > _REMEMBERED:
            self._passes.clear()
            self._containers.clear()
            self._items.clear()

    def load(self, keys: Iterable[str], scope: str = "") -> None:
        """Load several nodes of one scope with one query."""
        missing = {key for key in keys if (key, scope) not in self._known}
        self._known.update({(key, scope): _NONE for key in missing})
        if missing and not self._is_fresh:
            found = run_store.outputs(self._run_id, scope, missing)
            self._known.update({(key, scope): known for key, known in found.items()})

    def _node(self, key: str, scope: str) -> tuple[JsonObject | None, Sequence[str]]:
        found = self._known.get((key, scope))
        if found is None:
            self.load([key, *self._siblings(key)], scope)
            found = self._known[key, scope]
        return found

    def _siblings(self, key: str) -> Iterator[str]:
        """Yield the nodes that join with this one, since all of them are about to be read."""
        for edge in self._plan.nodes[key].outgoing:
            for incoming in self._plan.nodes[edge.key].incoming:
                yield incoming.key


class StoredArrivals(Mapping[Address, Arrival]):
    """Arrivals at a run's joins, loaded row by row."""

    def __init__(self, run_id: UUID, *, is_fresh: bool) -> None:
        self._run_id = run_id
        self._is_fresh = is_fresh
        self._known: dict[Address, Arrival | None] = {}

    def __getitem__(self, at: Address) -> Arrival:
        arrival = self._known[at] if at in self._known else self._load(at)
        if arrival is None:
            raise KeyError(at)
        return arrival

    def are_stored(self, stored: Mapping[Address, Arrival]) -> None:
        """Take note of what the tables hold now."""
        self._is_fresh = False
        if len(self._known) > _REMEMBERED:
            self._known.clear()
        self._known.update(stored)

    def __iter__(self) -> Iterator[Address]:
        return (at for at, arrival in self._known.items() if arrival is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _load(self, at: Address) -> Arrival | None:
        found = self._known[at] = None if self._is_fresh else run_store.arrival(self._run_id, at)
        return found
