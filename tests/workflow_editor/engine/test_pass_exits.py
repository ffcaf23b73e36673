"""Break and continue: what a pass that ends early gives, what is cancelled, and that all orders come to the same."""

import random
from typing import Any

import pytest

from tests.doubles.memory_run import MemoryRun
from tests.factories.documents import edge
from tests.workflow_editor.engine.container_runs import (
    FAILING,
    JsonObject,
    around,
    ask,
    inside,
    iteration,
    loop,
    output_of,
    text_node,
)

NUMBERS = "[0, 1, 2, 3, 4]"


def when(expression: str, then: str, parent: str = "each", key: str = "leave") -> tuple[JsonObject, JsonObject]:
    """A condition and, on its true port, the node that ends the pass."""
    test = inside(f"{key}_if", "condition", {"mode": "expression", "expression": expression}, parent)
    return test, inside(key, "break", {"then": then}, parent)


def leaving(expression: str, then: str, *, container: JsonObject, **options: Any) -> MemoryRun:
    """Each pass asks, and then ends early where the expression holds, else does its work."""
    parent = container["key"]
    test, leave = when(expression, then, parent)
    edges = (edge("ask", "leave_if"), edge("leave_if", "leave", port="true"), edge("leave_if", "work", port="false"))
    return around(container, ask("ask", parent), test, leave, ask("work", parent), edges=edges, **options)


EXITS = [
    ("break", "nodes.each.index == 2", {"results": [0, 1, 2], "count": 3}),
    ("break", "nodes.each.index == 0", {"results": [0], "count": 1}),
    ("break", "nodes.each.index == 9", {"results": [0, 1, 2, 3, 4], "count": 5}),
    ("continue", "nodes.each.index == 2", {"results": [0, 1, 3, 4], "count": 5}),
    ("continue", "true", {"results": [], "count": 5}),
]


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("width", [1, 2, 5])
@pytest.mark.parametrize(("then", "expression", "output"), EXITS)
def test_an_iteration_gives_the_same_in_every_order(
    then: str, expression: str, output: JsonObject, width: int, seed: int
) -> None:
    order = [f"{key}/each.{index}" for key in ("ask", "work") for index in range(5)]
    random.Random(seed).shuffle(order)  # noqa: S311 - a repeatable order, not a secret
    config = {"items": NUMBERS, "width": width, "output": "{{ nodes.each.index }}"}
    run = leaving(expression, then, container=iteration(config), order=order)
    assert output_of(run) == {**output, "errors": []}
    assert run.containers[next(iter(run.containers))].open_passes == 0
    assert all(one.status != "running" for one in run.passes.values())


def test_a_break_cancels_the_later_passes_and_waits_for_the_earlier_ones() -> None:
    order = ["ask/each.1", "work/each.1", "ask/each.2"]
    config = {"items": NUMBERS, "width": 3, "output": "{{ nodes.each.index }}"}
    run = leaving("nodes.each.index == 1", "break", container=iteration(config), order=order)
    assert output_of(run)["results"] == [0, 1]
    assert "cancelled ask/each.2" in run.events
    assert "succeeded work/each.0" in run.events
    assert not any(event.endswith(("/each.3", "/each.4")) for event in run.events)
    assert {scope: one.status for scope, one in run.passes.items()}["/each.2"] == "cancelled"


def test_what_runs_beside_the_exit_is_cancelled() -> None:
    leave = inside("leave", "break", {"then": "continue"})
    run = around(iteration({"items": "[1]"}), ask("first"), leave, ask("beside"), edges=(edge("first", "leave"),))
    run.play()
    assert run.events.index("succeeded leave/each.0") < run.events.index("cancelled beside/each.0")
    assert run.output("each") == {"results": [], "count": 1, "errors": []}


LOOPS = [
    ("break", {"result": "xxx", "count": 3, "results": ["x", "xx", "xxx"]}),
    ("continue", {"result": "xxxx", "count": 5, "results": ["x", "xx", "xxx", "xxxx"]}),
]


@pytest.mark.parametrize(("then", "output"), LOOPS)
def test_a_loop_keeps_its_last_result(then: str, output: JsonObject) -> None:
    test, leave = when("nodes.loop.index == 2", then, "loop")
    text = text_node("t", "{{ nodes.loop.last | default: '' }}x", "loop")
    edges = (edge("t", "leave_if"), edge("leave_if", "leave", port="true"))
    config = {"times": 5, "keepResults": True, "output": "{{ nodes.t.text }}"}
    assert output_of(around(loop(config), text, test, leave, edges=edges), "loop") == output


def test_an_exit_ends_the_innermost_pass_only() -> None:
    outer = iteration({"items": "[0, 1]", "output": "{{ nodes.inner.count }}"}, "outer")
    inner = inside("inner", "iteration", {"items": NUMBERS}, "outer")
    test, leave = when("nodes.inner.index == nodes.outer.index", "break", "inner")
    run = around(outer, inner, test, leave, edges=(edge("leave_if", "leave", port="true"),))
    assert output_of(run, "outer")["results"] == [1, 2]


def test_an_exit_cancels_the_containers_of_its_pass() -> None:
    inner = inside("inner", "iteration", {"items": NUMBERS, "width": 5})
    leave = inside("leave", "break", {"then": "continue"})
    body = (inner, ask("deep", "inner"), ask("first"), leave)
    run = around(iteration({"items": "[1, 2]"}), *body, edges=(edge("first", "leave"),), order=["first"])
    assert output_of(run) == {"results": [], "count": 2, "errors": []}
    assert run.events.count("cancelled deep/inner.0") == 0
    assert sum(event.startswith("cancelled deep/each.0/inner.") for event in run.events) == 5


def test_a_result_that_cannot_be_filled_in_fails_the_pass() -> None:
    leave = inside("leave", "break")
    run = around(iteration({"items": "[1]", "output": "{{ 1 | divided_by: 0 }}"}), leave)
    run.play()
    assert run.failure is not None
    assert run.events[-2:] == ["succeeded leave/each.0", "failed each"]


def test_a_bypassed_exit_is_passed_over() -> None:
    run = around(
        iteration({"items": NUMBERS, "output": "{{ nodes.each.index }}"}), inside("leave", "break", bypass=True)
    )
    assert output_of(run)["count"] == 5


@pytest.mark.parametrize("then", ["break", "continue"])
@pytest.mark.parametrize("width", [1, 3])
def test_a_retry_comes_to_what_the_run_would_have_come_to(then: str, width: int) -> None:
    """The pass that ended early is over in the first run, an earlier or a later one fails there."""
    config = {"items": NUMBERS, "width": width, "output": "{{ nodes.each.index }}"}
    options: dict[str, Any] = {"container": iteration(config)}
    order = [f"{key}/each.{index}" for index in (1, 2, 0, 3, 4) for key in ("ask", "work")]
    whole = output_of(leaving("nodes.each.index == 1", then, **options))
    for broken in range(5):
        failing = {f"work/each.{broken}": FAILING["work/each.1"]}
        first = leaving("nodes.each.index == 1", then, **options, order=order, outcomes=failing)
        first.play()
        again = leaving("nodes.each.index == 1", then, **options, shares_with=first)
        assert output_of(again) == whole


@pytest.mark.parametrize("then", ["break", "continue"])
def test_a_retry_of_a_loop_goes_on_behind_an_early_end(then: str) -> None:
    def of(**options: Any) -> MemoryRun:
        config = {"times": 4, "output": "{{ nodes.loop.last }}{{ nodes.loop.index }}"}
        return leaving("nodes.loop.index == 1", then, container=loop(config), **options)

    first = of(outcomes={"ask/loop.2": FAILING["work/each.1"]})
    first.play()
    assert (first.failure is None) == (then == "break")
    assert output_of(of(shares_with=first), "loop") == output_of(of(), "loop")
