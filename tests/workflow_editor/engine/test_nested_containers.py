"""Containers in each other, and in steps of a limited size."""

from typing import Any

import pytest

from tests.factories.documents import node
from tests.workflow_editor.engine.container_runs import (
    FAILING,
    JsonObject,
    around,
    ask,
    iteration,
    output_of,
    text_node,
)


def nested(depth: int, config: JsonObject) -> list[JsonObject]:
    """Containers in each other; the innermost holds a template that tells the indices around it."""
    keys = [f"c{level}" for level in range(depth)]
    nodes = [
        node(key, "iteration", {**config, "items": "[0, 1]", "output": f"{{{{ nodes.{inner}.{what} }}}}"}, parent=outer)
        for key, outer, inner, what in zip(
            keys,
            [None, *keys],
            [*keys[1:], "t"],
            [*["results"] * (depth - 1), "text"],
            strict=False,
        )
    ]
    where = "".join(f"{{{{ nodes.{key}.index }}}}" for key in keys)
    return [*nodes, text_node("t", where, keys[-1])]


@pytest.mark.parametrize("width", [1, 2])
def test_containers_lie_in_each_other_five_deep(width: int) -> None:
    first, *body = nested(5, {"width": width})
    output = output_of(around(first, *body), "c0")

    def indices(prefix: str) -> Any:
        return prefix if len(prefix) == 5 else [indices(f"{prefix}{index}") for index in range(2)]

    assert output["results"] == indices("")


def test_a_failure_deep_inside_stops_at_the_container_that_takes_it() -> None:
    outer = iteration({"items": "[1, 2]", "onItemError": "continue", "output": "{{ nodes.inner.count }}"})
    inner = iteration({"items": "[1, 2]", "width": 2}, "inner", parent="each")
    run = around(
        outer,
        inner,
        ask("work", "inner"),
        ask("beside"),
        outcomes={"work/each.0/inner.1": {"error": "It broke."}},
        order=["work/each.0/inner.1"],
    )
    output = output_of(run)
    assert output["results"] == [None, 2]
    assert output["errors"] == [{"index": 0, "code": "broken", "message": "It broke."}]
    assert [event for event in run.events if event.startswith("cancelled")] == [
        "cancelled beside/each.0",
        "cancelled work/each.0/inner.0",
    ]


@pytest.mark.parametrize("width", [1, 5, 50])
def test_a_step_does_so_much_and_no_more(width: int) -> None:
    config = {"items": "{{ inputs.items }}", "width": width, "output": "{{ nodes.t.text }}"}
    run = around(
        iteration(config), text_node("t", "{{ nodes.each.item }}"), inputs={"items": list(range(1000))}, limit=100
    )
    assert output_of(run)["results"] == [str(index) for index in range(1000)]
    assert run.largest_step <= 100 + width


def test_containers_in_containers_go_on_where_a_step_stopped() -> None:
    first, *body = nested(4, {"width": 2})
    whole = output_of(around(first, *body), "c0")
    run = around(first, *body, limit=3)
    assert output_of(run, "c0") == whole
    assert run.largest_step < 20


def test_a_failure_cancels_a_container_that_waits_for_its_next_step() -> None:
    outer = iteration({"items": "[1, 2]", "width": 2})
    inner = iteration({"items": "[1, 2, 3, 4]"}, "inner", parent="each")
    run = around(
        outer, inner, text_node("t", "x", "inner"), ask("work"), outcomes=FAILING, order=["work/each.1"], limit=4
    )
    run.play()
    assert run.failure == "It broke."
    assert any(event.startswith("cancelled inner") for event in run.events)
