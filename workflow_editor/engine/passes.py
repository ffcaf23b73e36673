"""Containers inside a step: opens passes within limits, counts their nodes down, and ends them.

A pass is over when every node of its body is decided. A failed pass ends its open nodes; the container decides whether
it fails too, like any failed node.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import takewhile
from typing import Any, Protocol

from workflow_editor.engine.failures import after_failure
from workflow_editor.engine.plan import Plan, PlannedNode
from workflow_editor.engine.scopes import Address, container_of, is_pass_of, is_within, pass_scope
from workflow_editor.engine.state import (
    FinishedNode,
    NodeFailure,
    OpenContainer,
    OpenPass,
    SharedNode,
    SharedPass,
    failure_of,
)
from workflow_editor.engine.step_overlay import StepOverlay
from workflow_editor.engine.usage import milliseconds
from workflow_editor.engine.variables import body_output, body_variables
from workflow_editor.nodes.containers import ContainerNode, PassEnd, PassExit
from workflow_editor.nodes.variables import RunVariables


class Flow(Protocol):
    """Step functions that containers use."""

    plan: Plan
    ledger: StepOverlay
    now: datetime

    @property
    def is_tired(self) -> bool:
        """True once the step has done enough."""
        ...

    def tire(self) -> None:
        """Count something as done that the step has to do."""
        ...

    def begin_pass(self, scope: str, keys: tuple[str, ...], shared: Sequence[SharedNode]) -> int:
        """Make the first nodes of a pass ready, or those behind what is shared; return how many are decided already."""
        ...

    def finish(self, node: FinishedNode) -> None:
        """End a container and follow its edges."""
        ...

    def fail(self, failure: NodeFailure) -> None:
        """Let the run fail."""
        ...

    def drop(self, is_dead: Callable[[str], bool]) -> None:
        """Forget what is ready in these scopes, and cancel what the step has begun there."""
        ...

    def cancel(self, at: Address) -> None:
        """Cancel a node that the step has begun."""
        ...


class Passes:
    """Keeps the containers of one step."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        # In the order in which they asked; a dict, because many passes of one container end in a row.
        self._opening: dict[Address, None] = {}
        self.dropped_passes: list[str] = []
        self.dropped_containers: list[Address] = []

    def begin(self, at: Address, variables: RunVariables) -> None:
        """Let a container begin; its first passes open when nothing else is ready."""
        node, node_type = self._container(at)
        try:
            items = node_type.items(node.config, variables)
        except Exception as error:  # a node's bug must fail its run, not the worker
            self._end_failed(at, node, failure_of(at.key, error), is_stored=False)
            return
        total = None if items is None else len(items)
        self._flow.ledger.add_container(at, OpenContainer(total, self._flow.now, is_stored=False, items=items or ()))
        self._opening[at] = None

    def go_on(self, at: Address) -> None:
        """Let a container that was pending open its further passes."""
        self._flow.ledger.changing_container(at).is_pending = False
        self._opening[at] = None

    def open_next(self) -> bool:
        """Open the passes of one container; False when none asks for it."""
        if not self._opening:
            return False
        at = next(iter(self._opening))
        del self._opening[at]
        state = self._flow.ledger.changing_container(at)
        # Whoever has taken a pending container opens its passes, and nobody else.
        if not state.is_pending:
            self._open_passes(at, state)
        return True

    def count(self, scope: str, decided: int) -> None:
        """Count nodes of a pass as decided; the last one ends it."""
        opened = self._flow.ledger.changing_pass(scope)
        opened.remaining -= decided
        if opened.remaining == 0:
            self._end_pass(scope)

    def exit(self, scope: str, how: PassExit) -> None:
        """End the pass of an exit node with its nodes' outcomes; `break` ends later passes too."""
        self._flow.ledger.changing_pass(scope).remaining -= 1
        self._exit(scope, how)

    def _exit(self, scope: str, how: PassExit) -> None:
        container, index = container_of(scope)
        opened = self._flow.ledger.changing_pass(scope)
        value: Any = None
        if how == "break":
            try:
                value = self._pass_output(container, scope)
            except Exception as error:  # a template that cannot be filled in
                self.fail(scope, failure_of(container.key, error))
                return
        if opened.remaining:
            self._drop_pass(scope)
            opened.remaining = 0
        self._flow.ledger.end_pass(container, PassEnd(index, value, exit=how))
        if how == "break":
            for later in self._flow.ledger.open_passes_after(container, index):
                self._drop_pass(pass_scope(container, later))
                self._flow.ledger.changing_container(container).open_passes -= 1
        self._opening[container] = None

    def fail(self, scope: str, failure: NodeFailure) -> None:
        """Let the pass fail in which a node has failed, or the run when it lay outside of containers."""
        if not scope:
            self._flow.fail(failure)
            return
        container, index = container_of(scope)
        # The node itself is not counted as decided.
        if self._flow.ledger.changing_pass(scope).remaining > 1:
            self._drop_pass(scope)
        self._flow.ledger.end_pass(container, PassEnd(index, error=failure.to_json()))
        node, node_type = self._container(container)
        if node_type.on_item_error(node.config) == "fail_fast":
            self._fail_container(container, failure.seen_from(container.key, scope))
        else:
            self._opening[container] = None

    def drop(self, is_dead: Callable[[str], bool]) -> None:
        """Cancel what the step has begun in these scopes."""
        ledger = self._flow.ledger
        self._opening = {at: None for at in self._opening if not is_dead(at.scope)}
        for at, state in ledger.changed_containers.items():
            if is_dead(at.scope) and not state.is_over:
                state.is_over = True
                if not state.is_stored:
                    self._flow.cancel(at)
        for scope, opened in ledger.changed_passes.items():
            if is_dead(scope) and opened.status == "running":
                opened.status = "cancelled"

    def opened(self) -> list[Address]:
        """Return the containers that this step has opened and that are not over."""
        changed = self._flow.ledger.changed_containers.items()
        return [at for at, state in changed if not (state.is_stored or state.is_over)]

    def stop(self, at: Address) -> None:
        """End a container that is cancelled, with everything in it; a node without passes is left as it is."""
        if at.key in self._flow.plan.bodies:
            self._drop_container(at, self._flow.ledger.changing_container(at))

    def pending(self) -> list[Address]:
        """Return the containers that the next step has to continue."""
        changed = self._flow.ledger.changed_containers.items()
        return [at for at, state in changed if state.is_pending and not state.is_over]

    def _drop_pass(self, scope: str) -> None:
        opened = self._flow.ledger.changing_pass(scope)
        self._flow.drop(lambda inner: is_within(inner, scope))
        if opened.is_stored:
            self.dropped_passes.append(scope)

    def _open_passes(self, at: Address, state: OpenContainer) -> None:
        node, node_type = self._container(at)
        width = node_type.width(node.config)
        while state.open_passes < width and not state.is_over:
            has_broken = state.break_index is not None
            shared = None if has_broken else self._flow.ledger.shared_pass(at, state.next_index)
            try:
                has_next = not has_broken and (shared is not None or self._has_next(at, state, node, node_type))
            except Exception as error:  # a condition that cannot be evaluated, a loop without an end
                self._fail_container(at, failure_of(at.key, error))
                return
            if not has_next:
                if not state.open_passes:
                    self._close(at, state, node, node_type)
                return
            if self._flow.is_tired:
                state.is_pending = True
                return
            self._flow.tire()
            if shared is not None and shared.end is not None:
                self._flow.ledger.take_over(at, shared.end)
            else:
                self._open_pass(at, state, node_type, shared)

    def _has_next(self, at: Address, state: OpenContainer, node: PlannedNode, node_type: ContainerNode[Any]) -> bool:
        if state.total is not None:
            return state.next_index < state.total
        if state.open_passes:
            return False
        scope = pass_scope(at, state.next_index - 1) if state.next_index else at.scope
        value = node_type.pass_value(state.next_index, None, state.last)
        variables = body_variables(self._flow.plan, at.key, self._flow.ledger, scope=scope, value=value)
        return node_type.goes_on(node.config, variables, state.next_index)

    def _open_pass(
        self, at: Address, state: OpenContainer, node_type: ContainerNode[Any], shared: SharedPass | None
    ) -> None:
        index, body = state.next_index, self._flow.plan.bodies[at.key]
        item = state.last if state.total is None else self._flow.ledger.item(at, index)
        scope = pass_scope(at, index)
        value = node_type.pass_value(index, state.total, item)
        opened = OpenPass(value, body.size, is_stored=shared is not None)
        self._flow.ledger.add_pass(scope, opened)
        state.next_index += 1
        state.open_passes += 1
        nodes = shared.nodes if shared else ()
        opened.remaining -= self._flow.begin_pass(scope, body.roots, nodes)
        if (how := self._shared_exit(nodes, scope)) is not None:
            self._exit(scope, how)
        elif not opened.remaining:
            self._end_pass(scope)

    def _shared_exit(self, nodes: Sequence[SharedNode], scope: str) -> PassExit | None:
        """Say how the pass was ended in the run that it is shared with, by a node that is shared, too."""
        for node in nodes:
            how = self._flow.plan.nodes[node.key].exit
            if how is not None and self._flow.ledger.output(node.key, scope) is not None:
                return how
        return None

    def _end_pass(self, scope: str) -> None:
        container, index = container_of(scope)
        try:
            value = self._pass_output(container, scope)
        except Exception as error:  # a template that cannot be filled in
            self.fail(scope, failure_of(container.key, error))
            return
        self._flow.ledger.end_pass(container, PassEnd(index, value))
        self._opening[container] = None

    def _pass_output(self, container: Address, scope: str) -> Any:
        node, node_type = self._container(container)
        plan, ledger = self._flow.plan, self._flow.ledger
        template = node_type.pass_template(node.config)
        if not template.strip():
            return body_output(plan, container, ledger, scope)
        seen = ledger.open_pass(scope).value
        return body_variables(plan, container.key, ledger, scope=scope, value=seen).value(template)

    def _close(self, at: Address, state: OpenContainer, node: PlannedNode, node_type: ContainerNode[Any]) -> None:
        ends = self._flow.ledger.pass_ends(at)
        if (last := state.break_index) is not None:
            ends = takewhile(lambda end: end.index <= last, ends)
        output = node_type.output(node.config, ends)
        state.is_over = True
        self._flow.finish(
            FinishedNode(
                at.key,
                "succeeded",
                output,
                node.output_ports[:1],
                duration_ms=milliseconds(state.started_at, self._flow.now),
                scope=at.scope,
                is_stored=state.is_stored,
            )
        )

    def _fail_container(self, at: Address, failure: NodeFailure) -> None:
        state = self._flow.ledger.changing_container(at)
        self._drop_container(at, state)
        self._end_failed(at, self._flow.plan.nodes[at.key], failure, is_stored=state.is_stored)

    def _drop_container(self, at: Address, state: OpenContainer) -> None:
        state.is_over = True
        if state.open_passes:
            self._flow.drop(lambda scope: is_pass_of(scope, at))
            if state.is_stored:
                self.dropped_containers.append(at)

    def _end_failed(self, at: Address, node: PlannedNode, failure: NodeFailure, *, is_stored: bool) -> None:
        settled = after_failure(node, failure, scope=at.scope)
        if isinstance(settled, FinishedNode):
            self._flow.finish(replace(settled, is_stored=is_stored))

    def _container(self, at: Address) -> tuple[PlannedNode, ContainerNode[Any]]:
        node = self._flow.plan.nodes[at.key]
        if not isinstance(node.node_type, ContainerNode):
            raise TypeError(f"{node.node_type.id} is no container")
        return node, node.node_type
