"""Values that a node can refer to in its scope."""

from collections.abc import Iterable, Sequence

from tools.core.definitions import JsonObject
from workflow_editor.engine.plan import Plan, PlannedNode
from workflow_editor.engine.scopes import Address, cut
from workflow_editor.engine.state import RunState
from workflow_editor.graph.nesting import Home
from workflow_editor.nodes.variables import LoadOutput, RunVariables


def variables_for(
    plan: Plan, key: str, run_state: RunState, *, scope: str = "", fired_by: Sequence[str] | None = None
) -> RunVariables:
    """Return the values that a node can refer to in its pass `scope`.

    `fired_by` are the sources that started a join early.
    """
    node = plan.nodes[key]
    load = run_state.output if not scope else _loader(plan, node.home, scope, run_state)
    upstream = _upstream(node, run_state, scope, fired_by)
    return RunVariables(run_state.inputs, plan.names, load, upstream, run_state.load_word, version=node.version)


def body_variables(plan: Plan, key: str, run_state: RunState, *, scope: str, value: JsonObject) -> RunVariables:
    """Return a container's view of a pass: the body's nodes, and `value` under the container's own name."""
    load = _loader(plan, (*plan.nodes[key].home, key), scope, run_state)
    return RunVariables(
        run_state.inputs,
        plan.names,
        lambda name: value if name == key else load(name),
        load_word=run_state.load_word,
        version=plan.nodes[key].version,
        of_pass=value,
    )


def run_output(plan: Plan, run_state: RunState) -> JsonObject | None:
    """Return the run's output: that of the end node that was reached, several merged in key order, else None."""
    return merged(run_state.output(key) for key in plan.ends)


def body_output(plan: Plan, container: Address, run_state: RunState, scope: str) -> JsonObject:
    """Return the merged outputs of the last nodes of a body that ran in a pass."""
    return merged(run_state.output(key, scope) for key in plan.bodies[container.key].ends) or {}


def merged(outputs: Iterable[JsonObject | None]) -> JsonObject | None:
    """Merge what is there; None when nothing is."""
    reached = [output for output in outputs if output is not None]
    if not reached:
        return None
    result: JsonObject = {}
    for output in reached:
        result.update(output)
    return result


def _loader(plan: Plan, home: Home, scope: str, run_state: RunState) -> LoadOutput:
    """Names are looked up outwards: the same scope, then the scopes of the containers around it."""

    def load(key: str) -> JsonObject | None:
        if key in home:
            return run_state.open_pass(cut(scope, home.index(key) + 1)).value
        node = plan.nodes.get(key)
        if node is None or node.home != home[: len(node.home)]:
            return None
        return run_state.output(key, cut(scope, len(node.home)))

    return load


def _upstream(node: PlannedNode, run_state: RunState, scope: str, fired_by: Sequence[str] | None) -> Sequence[str]:
    if fired_by is not None:
        return [key for key in dict.fromkeys(edge.key for edge in node.incoming) if key in fired_by]
    if len(node.incoming) == 1:
        return (node.incoming[0].key,)
    live = (edge.key for edge in node.incoming if edge.port in run_state.ports(edge.key, scope))
    return tuple(dict.fromkeys(live))
