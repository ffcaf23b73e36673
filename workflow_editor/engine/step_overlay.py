"""Results of the current step on top of the stored state."""

import heapq
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tools.core.definitions import JsonObject
from workflow_editor.engine.scopes import Address, container_of, pass_scope
from workflow_editor.engine.state import FinishedNode, OpenContainer, OpenPass, RunState, SharedPass
from workflow_editor.nodes.containers import PassEnd


class StepOverlay:
    """Implements `RunState` for what follows inside the step."""

    def __init__(self, run_state: RunState) -> None:
        self._run_state = run_state
        self.done: dict[Address, FinishedNode] = {}
        self.dropped_nodes: list[Address] = []
        """Nodes that earlier steps began and this one has cancelled."""
        self.changed_passes: dict[str, OpenPass] = {}
        """By scope."""
        self.changed_containers: dict[Address, OpenContainer] = {}
        self._passes: dict[str, OpenPass] = {}
        self._containers: dict[Address, OpenContainer] = {}
        self._ends: dict[Address, list[PassEnd]] = {}

    @property
    def inputs(self) -> JsonObject:
        return self._run_state.inputs

    def output(self, key: str, scope: str = "") -> JsonObject | None:
        done = self.done.get(Address(key, scope))
        return self._run_state.output(key, scope) if done is None else done.output

    def ports(self, key: str, scope: str = "") -> Sequence[str]:
        done = self.done.get(Address(key, scope))
        return self._run_state.ports(key, scope) if done is None else done.ports

    def begun_nodes(self, scope: str) -> Mapping[str, bool]:
        here = [at.key for at in (*self.done, *self.dropped_nodes) if at.scope == scope]
        return {**self._run_state.begun_nodes(scope), **dict.fromkeys(here, True)}

    def open_pass(self, scope: str) -> OpenPass:
        found = self._passes.get(scope)
        if found is None:
            found = self._passes[scope] = self._run_state.open_pass(scope)
        return found

    def changing_pass(self, scope: str) -> OpenPass:
        """Return a pass that the caller is about to change."""
        found = self.changed_passes[scope] = self.open_pass(scope)
        return found

    def add_pass(self, scope: str, opened: OpenPass) -> None:
        """Take note of a pass that begins."""
        self._passes[scope] = self.changed_passes[scope] = opened

    def open_container(self, at: Address) -> OpenContainer:
        found = self._containers.get(at)
        if found is None:
            found = self._containers[at] = self._run_state.open_container(at)
        return found

    def changing_container(self, at: Address) -> OpenContainer:
        """Return the state of a container that the caller is about to change."""
        found = self.changed_containers[at] = self.open_container(at)
        return found

    def add_container(self, at: Address, opened: OpenContainer) -> None:
        """Take note of a container that begins."""
        self._containers[at] = self.changed_containers[at] = opened

    def item(self, container: Address, index: int) -> Any:
        state = self.open_container(container)
        return self._run_state.item(container, index) if state.is_stored else state.items[index]

    def load_word(self, word: str) -> JsonObject:
        return self._run_state.load_word(word)

    def pass_ends(self, container: Address) -> Iterable[PassEnd]:
        own = sorted(self._ends.get(container, ()), key=_index)
        if not self.open_container(container).is_stored:
            return own
        return heapq.merge(self._run_state.pass_ends(container), own, key=_index)

    def open_passes_after(self, container: Address, index: int) -> Sequence[int]:
        state = self.open_container(container)
        stored = self._run_state.open_passes_after(container, index) if state.is_stored else ()
        found = dict.fromkeys(stored, "running")
        for scope, one in self.changed_passes.items():
            at, position = container_of(scope)
            if at == container and position > index:
                found[position] = one.status
        return sorted(position for position, status in found.items() if status == "running")

    def shared_pass(self, container: Address, index: int) -> SharedPass | None:
        return self._run_state.shared_pass(container, index)

    def take_over(self, container: Address, end: PassEnd) -> None:
        """Take note that the next pass of a container need not run, since it has succeeded in another run."""
        state = self.changing_container(container)
        state.next_index += 1
        _take_end(state, end)
        if not state.is_stored:
            # The world is asked for the ends of stored containers only.
            self._ends.setdefault(container, []).append(end)

    def end_pass(self, container: Address, end: PassEnd) -> None:
        """Take note of how a pass ended."""
        ended = self.changing_pass(pass_scope(container, end.index))
        ended.status = "succeeded" if end.error is None else "failed"
        ended.output, ended.error, ended.exit = end.value, end.error, end.exit
        state = self.changing_container(container)
        state.open_passes -= 1
        _take_end(state, end)
        self._ends.setdefault(container, []).append(end)


def _take_end(state: OpenContainer, end: PassEnd) -> None:
    if state.total is None and end.exit != "continue":
        state.last = end.value
    if end.exit == "break" and (state.break_index is None or end.index < state.break_index):
        state.break_index = end.index


def _index(end: PassEnd) -> int:
    return end.index
