"""A merge that waits for a number of branches: what it gives in every order, and that the others go on."""

from itertools import permutations
from typing import Any

import pytest

from tests.doubles.memory_run import MemoryRun
from tests.factories.documents import edge, node
from workflow_editor.engine.plan import compile_plan
from workflow_editor.graph.operations import build_document
from workflow_editor.nodes.registry import builtin_registry, read_graph

REGISTRY = builtin_registry()


def three_asked(**options: Any) -> MemoryRun:
    """Three nodes ask, the merge waits for two of them; each may fail through its error port."""
    nodes = [
        node("s", "start"),
        *(node(key, "process", {"userPrompt": "p"}, policy={"on_error": "port"}) for key in "abc"),
        node("m", "merge", {"strategy": "count", "count": 2}),
        node("e", "end"),
    ]
    edges = [one for key in "abc" for one in (edge("s", key), edge(key, "m"), edge(key, "m", port="error"))]
    document = build_document({"nodes": nodes, "edges": [*edges, edge("m", "e")]}, REGISTRY)
    return MemoryRun(compile_plan(read_graph(document)), **options)


@pytest.mark.parametrize("limit", [1, 500])
@pytest.mark.parametrize("order", list(permutations("abc")))
def test_the_first_two_are_given_and_the_third_goes_on(order: tuple[str, ...], limit: int) -> None:
    run = three_asked(order=order, limit=limit)
    assert run.play() == {key: {"from": key} for key in sorted(order[:2])}
    assert run.events.count("succeeded m") == 1
    assert f"succeeded {order[2]}" in run.events


DOWN = {"output": {"error": {"code": "broken", "message": "It broke."}}, "ports": ["error"]}


@pytest.mark.parametrize("order", list(permutations("abc")))
@pytest.mark.parametrize("failing", ["", "a", "ab", "abc"])
def test_failed_branches_do_not_count(order: tuple[str, ...], failing: str) -> None:
    run = three_asked(order=order, outcomes=dict.fromkeys(failing, DOWN))
    output = run.play()
    if len(failing) > 1:
        assert run.error is not None
        assert run.error.code == "merge_branch_failed"
    else:
        assert output == {key: {"from": key} for key in sorted([key for key in order if key not in failing][:2])}
