"""Random graphs with containers in containers against a slow, obvious reading of the rules. Seeds are fixed."""

import random
from collections import Counter
from typing import Any

import pytest

from tests.doubles.memory_run import MemoryRun
from tests.factories.documents import edge, node
from workflow_editor.engine.plan import Plan, compile_plan
from workflow_editor.graph.operations import build_document
from workflow_editor.nodes.registry import builtin_registry, read_graph

JsonObject = dict[str, Any]
REGISTRY = builtin_registry()


class RandomGraph:
    """A start, and bodies of a few nodes each: pure ones, effects, conditions, merges and further containers."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.nodes: list[JsonObject] = [node("s", "start")]
        self.edges: list[JsonObject] = []
        self._body("s", None, 0)

    def plan(self) -> Plan:
        document = build_document({"nodes": self.nodes, "edges": self.edges}, REGISTRY)
        return compile_plan(read_graph(document))

    def _body(self, first: str | None, parent: str | None, depth: int) -> None:
        keys = [] if first is None else [first]
        for _ in range(self.rng.randint(0 if depth else 2, 4)):
            key = f"n{len(self.nodes)}"
            one = self._node(key, parent, depth)
            self.nodes.append(one)
            for source in self.rng.sample(keys, min(len(keys), self.rng.randint(0, 2))):
                type_ = next(found["type"] for found in self.nodes if found["key"] == source)
                port = self.rng.choice(["true", "false"]) if type_ == "condition" else "out"
                self.edges.append(edge(source, key, port=port))
            keys.append(key)
            if one["type"] in ("iteration", "loop"):
                self._body(None, key, depth + 1)

    def _node(self, key: str, parent: str | None, depth: int) -> JsonObject:
        kinds = ["template", "process", "condition", "merge", *(["iteration", "loop"] if depth < 3 else [])]
        type_ = self.rng.choice(kinds)
        config: JsonObject = {}
        if type_ == "condition":
            config = {"mode": "expression", "expression": self.rng.choice(["true", "false"])}
        elif type_ == "merge":
            config = {"strategy": self.rng.choice(["all", "any", "first"])}
        elif type_ == "iteration":
            config = {"items": str(list(range(self.rng.randint(0, 3)))), "width": self.rng.randint(1, 3)}
        elif type_ == "loop":
            config = {"times": self.rng.randint(0, 3)}
        return node(key, type_, config, parent=parent)


def passes(plan: Plan, key: str) -> int:
    config: Any = plan.nodes[key].config
    return (
        int(config.times)
        if plan.nodes[key].node_type.id == "loop"
        else str(config.items).count(",") + (config.items != "[]")
    )


def expected(plan: Plan) -> Counter[tuple[str, bool]]:
    """Expected runs and skips of each node: body by body, in document order, which is topological here."""
    counts: Counter[tuple[str, bool]] = Counter()
    times = {key: 1 for key, one in plan.nodes.items() if not one.home}
    live_ports: dict[str, set[str]] = {}
    for key, one in plan.nodes.items():
        if one.home:
            around = one.home[-1]
            ran = bool(live_ports[around])
            times[key] = times[around] * passes(plan, around) if ran else 0
        begins = (bool(one.home) or key == plan.start) and not one.incoming
        runs = begins or any(found.port in live_ports[found.key] for found in one.incoming)
        counts[key, runs] += times[key]
        if not runs:
            live_ports[key] = set()
        elif one.node_type.id == "condition":
            live_ports[key] = {getattr(one.config, "expression", "")}
        else:
            live_ports[key] = set(one.output_ports[:1])
    return +counts


@pytest.mark.parametrize("limit", [3, 500])
@pytest.mark.parametrize("seed", range(150))
def test_every_node_is_decided_once_in_each_pass(seed: int, limit: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - a repeatable graph, not a secret
    plan = RandomGraph(rng).plan()
    order = list(plan.nodes)
    rng.shuffle(order)
    run = MemoryRun(plan, order=order, limit=limit)
    run.play()
    assert run.failure is None
    decided = [event.split() for event in run.events if event.split()[0] in ("succeeded", "skipped")]
    assert len({at for _, at in decided}) == len(decided)
    counted = Counter((at.split("/")[0], word == "succeeded") for word, at in decided)
    assert counted == expected(plan)
    assert all(state.is_over and not state.open_passes for state in run.containers.values())
    assert all(one.status == "succeeded" and one.remaining == 0 for one in run.passes.values())


@pytest.mark.parametrize("seed", range(100))
def test_a_failure_anywhere_leaves_nothing_open(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - a repeatable graph, not a secret
    plan = RandomGraph(rng).plan()
    outcomes = {
        key: {"error": "It broke."}
        for key, one in plan.nodes.items()
        if one.node_type.id == "process" and rng.random() < 0.3
    }
    run = MemoryRun(plan, outcomes=outcomes, limit=rng.choice([2, 500]))
    run.play()
    begun = {event.split()[1] for event in run.events if event.split()[0] in ("started", "queued")}
    ended = Counter(
        event.split()[1] for event in run.events if event.split()[0] in ("succeeded", "failed", "cancelled")
    )
    assert max(ended.values(), default=1) == 1
    if run.failure is None:
        assert begun <= set(ended)
