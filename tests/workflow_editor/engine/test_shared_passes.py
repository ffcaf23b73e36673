"""Runs that share the passes of another one: what succeeded there is not done again, and the outcome is the same."""

import random
from collections import Counter
from typing import Any

import pytest

from tests.doubles.memory_run import MemoryRun
from tests.factories.documents import edge
from tests.workflow_editor.engine.container_runs import around, ask, iteration, loop, output_of, text_node
from tests.workflow_editor.engine.test_random_containers import RandomGraph, expected

BROKEN = {"error": "It broke."}


def retry_of(run: MemoryRun, **options: Any) -> MemoryRun:
    """Play a run to its failure, and another one behind it to its end."""
    run.play()
    assert run.failure is not None
    again = MemoryRun(run.plan, run.inputs, shares_with=run, **options)
    again.play()
    return again


def worked(run: MemoryRun) -> list[str]:
    """Beginnings of effect nodes, in order."""
    return [event.split()[1] for event in run.events if event.startswith("started") and "work" in event]


def test_passes_that_succeeded_are_not_begun_again() -> None:
    first = around(iteration(), ask("work"), outcomes={"work/each.1": BROKEN})
    again = retry_of(first)
    assert worked(first) == ["work/each.0", "work/each.1"]
    assert worked(again) == ["work/each.1", "work/each.2"]
    assert again.output("each") == {"results": [{"from": "work"}] * 3, "count": 3, "errors": []}


def test_what_succeeded_inside_the_failed_pass_is_not_done_again() -> None:
    body = (ask("work1"), ask("work2"), ask("work3"))
    edges = (edge("work1", "work2"), edge("work2", "work3"))
    again = retry_of(around(iteration(), *body, edges=edges, outcomes={"work2/each.1": BROKEN}))
    assert again.failure is None
    assert worked(again)[:2] == ["work2/each.1", "work3/each.1"]
    assert "work1/each.1" not in worked(again)


def test_passes_side_by_side_keep_the_order_of_the_items() -> None:
    """The second pass failed while the third had succeeded already."""
    body = ask("work")
    outcomes = {f"work/each.{index}": {"output": {"result": index}} for index in range(3)}
    first = around(
        iteration({"width": 3, "output": "{{ nodes.work.result }}"}),
        body,
        outcomes=outcomes | {"work/each.1": BROKEN},
        order=["work/each.2", "work/each.1"],
    )
    again = retry_of(first, outcomes=outcomes)
    assert worked(again) == ["work/each.0", "work/each.1"]
    assert again.output("each") == {"results": [0, 1, 2], "count": 3, "errors": []}


def test_a_loop_goes_on_from_the_value_of_its_last_good_pass() -> None:
    config = {"times": 4, "output": "{{ nodes.work.result }}"}
    outcomes = {f"work/loop.{index}": {"output": {"result": f"r{index}"}} for index in range(4)}
    body = (ask("work", "loop"), text_node("seen", "{{ nodes.loop.last }}", "loop"))
    edges = (edge("seen", "work"),)
    first = around(loop(config), *body, edges=edges, outcomes=outcomes | {"work/loop.2": BROKEN})
    again = retry_of(first, outcomes=outcomes)
    assert worked(again) == ["work/loop.2", "work/loop.3"]
    assert again.output("seen", "/loop.3") == {"text": "r2"}
    assert again.output("loop") == output_of(around(loop(config), *body, edges=edges, outcomes=outcomes), "loop")


def test_a_join_in_the_failed_pass_knows_what_has_arrived() -> None:
    body = (ask("work1"), ask("work2"), text_node("join", "{{ nodes.work1.from }} {{ nodes.work2.from }}"))
    edges = (edge("work1", "join"), edge("work2", "join"))
    again = retry_of(around(iteration({"items": "[1]"}), *body, edges=edges, outcomes={"work2": BROKEN}))
    assert worked(again) == ["work2/each.0"]
    assert again.output("join", "/each.0") == {"text": "work1 work2"}


def test_a_pass_whose_own_value_failed_fails_again_without_running_anything() -> None:
    first = around(iteration({"output": "{{ 1 | divided_by: 0 }}"}), ask("work"))
    again = retry_of(first)
    assert (worked(again), again.failure) == ([], first.failure)


def test_a_container_fails_once_when_its_empty_passes_fail() -> None:
    run = around(iteration({"output": "{{ 1 | divided_by: 0 }}", "width": 3}))
    run.play()
    assert [event for event in run.events if event.startswith("failed")] == ["failed each"]


def test_a_thousand_shared_passes_are_taken_over_in_bounded_steps() -> None:
    items = str(list(range(1001)))
    first = around(iteration({"items": items}), ask("work"), outcomes={"work/each.1000": BROKEN})
    again = retry_of(first, limit=100)
    assert worked(again) == ["work/each.1000"]
    assert again.output("each") is not None
    assert again.steps >= 10


@pytest.mark.parametrize("limit", [3, 500])
@pytest.mark.parametrize("seed", range(150))
def test_a_retry_decides_what_the_failed_run_had_not_decided(seed: int, limit: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - a repeatable graph, not a secret
    plan = RandomGraph(rng).plan()
    effects = [key for key, one in plan.nodes.items() if one.node_type.id == "process"]
    order = list(plan.nodes)
    rng.shuffle(order)
    run = MemoryRun(plan, order=order, limit=limit)
    tries = 0
    while tries == 0 or run.failure is not None:
        broken = {key: BROKEN for key in effects if rng.random() < 0.3} if tries < 3 else {}
        source = run if tries else None
        before = set() if source is None else set(source.done())
        run = MemoryRun(plan, order=order, limit=limit, outcomes=broken, shares_with=source)
        run.play()
        tries += 1
        assert before <= set(run.done())
    decided = Counter((at.key, one.status == "succeeded") for at, one in run.done().items())
    assert decided == expected(plan)
    whole = MemoryRun(plan, order=order, limit=limit)
    whole.play()
    assert {at: one.output for at, one in run.done().items()} == {at: one.output for at, one in whole.done().items()}
