"""Random graphs against a slow, obvious reading of the rules. Seeds are fixed, so a failure can be repeated."""

import random
from typing import Any

import pytest

from tests.doubles.memory_run import MemoryRun
from tests.factories.documents import edge, node
from workflow_editor.engine.plan import Plan, compile_plan
from workflow_editor.graph.document import Document
from workflow_editor.nodes.registry import read_graph

JsonObject = dict[str, Any]


def random_plan(rng: random.Random) -> Plan:
    """A start, up to twelve nodes of every sort, and edges that only lead forward."""
    nodes = [node("n0", "start")]
    edges: dict[str, JsonObject] = {}
    for index in range(1, rng.randint(2, 12)):
        type_ = rng.choice(["template", "process", "condition", "merge"])
        config = {"strategy": rng.choice(["all", "any", "first"])} if type_ == "merge" else {}
        if type_ == "condition":
            config = {"mode": "expression", "expression": rng.choice(["true", "false"])}
        nodes.append(node(f"n{index}", type_, config, bypass=rng.random() < 0.1))
        for _ in range(rng.randint(0, 3)):
            source = rng.randrange(index)
            port = rng.choice(["true", "false"]) if nodes[source]["type"] == "condition" else "out"
            one = edge(f"n{source}", f"n{index}", port=port)
            edges[one["id"]] = one
    listed = list(edges.values())
    rng.shuffle(listed)
    return compile_plan(read_graph(Document.model_validate({"nodes": nodes, "edges": listed})))


def expected_to_run(plan: Plan) -> set[str]:
    """Nodes in document order, which is topological here: one runs when any edge into it carries something."""
    live_ports: dict[str, set[str]] = {}
    for key, node_ in plan.nodes.items():
        arrives = any(one.port in live_ports[one.key] for one in node_.incoming)
        if key != plan.start and not arrives:
            live_ports[key] = set()
        elif node_.node_type.id == "condition" and not node_.bypass:
            live_ports[key] = {getattr(node_.config, "expression", "")}
        else:
            live_ports[key] = set(node_.output_ports[:1])
    return {key for key, ports in live_ports.items() if ports}


@pytest.mark.parametrize("seed", range(200))
def test_every_node_is_decided_once_and_rightly(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - a repeatable graph, not a secret
    plan = random_plan(rng)
    order = list(plan.nodes)
    rng.shuffle(order)
    run = MemoryRun(plan, order=order)
    run.play()
    decided = [event.split() for event in run.events if event.split()[0] in ("succeeded", "skipped")]
    assert sorted(key for _, key in decided) == sorted(plan.nodes)
    ran = {key for word, key in decided if word == "succeeded" or (plan.nodes[key].bypass and run.ports(key))}
    assert ran == expected_to_run(plan)
