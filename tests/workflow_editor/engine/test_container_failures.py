"""Effect of a failed item on its iteration."""

from tests.factories.documents import edge
from tests.workflow_editor.engine.container_runs import (
    FAILING,
    around,
    ask,
    events_inside,
    inside,
    iteration,
    output_of,
    text_node,
)


def test_a_failed_item_fails_the_iteration_at_once() -> None:
    run = around(iteration({"onItemError": "fail_fast"}), ask("work"), outcomes=FAILING)
    run.play()
    assert run.events[-2:] == ["failed work/each.1", "failed each"]
    assert run.error is not None
    assert (run.error.node_key, run.error.text.en) == ("each", "It broke.")
    assert run.error.details["cause"] == {"node_key": "work", "scope": "/each.1"}


def test_what_else_is_open_ends_with_a_failed_item() -> None:
    run = around(iteration({"width": 3}), ask("work"), outcomes=FAILING, order=["work/each.1"])
    run.play()
    assert run.failure == "It broke."
    assert run.events[-4:] == [
        "failed work/each.1",
        "failed each",
        "cancelled work/each.0",
        "cancelled work/each.2",
    ]


def test_a_failed_item_leaves_null_in_its_place() -> None:
    run = around(
        iteration({"onItemError": "continue", "output": "{{ nodes.work.from }}"}), ask("work"), outcomes=FAILING
    )
    assert output_of(run) == {
        "results": ["work", None, "work"],
        "count": 3,
        "errors": [{"index": 1, "code": "broken", "message": "It broke."}],
    }


def test_a_failed_item_is_left_out() -> None:
    run = around(
        iteration({"onItemError": "collect", "output": "{{ nodes.each.item }}", "width": 2}),
        ask("work"),
        outcomes=FAILING,
    )
    assert output_of(run) == {
        "results": ["a", "c"],
        "count": 3,
        "errors": [{"index": 1, "code": "broken", "message": "It broke."}],
    }


def test_a_failed_item_takes_along_what_is_ready_beside_the_failed_node() -> None:
    run = around(iteration({"onItemError": "collect"}), ask("work"), ask("beside"), outcomes=FAILING)
    assert output_of(run)["count"] == 3
    assert "cancelled beside/each.1" in run.events
    assert "succeeded beside/each.2" in run.events
    assert "queued beside/each.1" in run.events


def test_a_failed_item_in_a_step_leaves_no_trace_of_what_had_not_begun() -> None:
    broken = inside("bad", "condition", {"mode": "expression", "expression": "nodes.each.item.ghost == 1"})
    run = around(
        iteration({"onItemError": "continue"}),
        broken,
        ask("beside"),
        text_node("after", "x"),
        edges=(edge("bad", "after", port="true"),),
    )
    assert output_of(run)["results"] == [None, None, None]
    assert {event for event in run.events if "beside" in event or "after" in event} == set()


def test_a_container_that_fails_in_the_step_in_which_it_began_ends_once() -> None:
    run = around(iteration(), text_node("work", "{{ 1 | divided_by: nodes.each.index }}"))
    run.play()
    assert events_inside(run) == ["started each", "started work/each.0", "failed work/each.0", "failed each"]


def test_an_output_that_cannot_be_filled_in_fails_the_item() -> None:
    run = around(
        iteration({"onItemError": "collect", "output": "{{ nodes.t.text | divided_by: 0 }}"}), text_node("t", "1")
    )
    output = output_of(run)
    assert output["results"] == []
    assert [error["code"] for error in output["errors"]] == ["template_invalid"] * 3


def test_a_container_that_fails_follows_its_policy() -> None:
    policy = {"onError": "default", "defaultOutput": {"results": []}}
    run = around(iteration(policy=policy), ask("work"), outcomes=FAILING)
    assert output_of(run) == {"results": []}
    assert run.failure is None
    assert run.events[-3:] == ["succeeded each", "started e", "succeeded e"]


def test_a_node_inside_may_go_on_through_its_error_port() -> None:
    run = around(
        iteration({"output": "{{ nodes.rescue.text }}"}),
        ask("work", policy={"onError": "port"}),
        text_node("rescue", "{{ nodes.work.error.message }}"),
        edges=(edge("work", "rescue", port="error"),),
        outcomes=FAILING,
    )
    assert output_of(run)["results"] == [None, "It broke.", None]
