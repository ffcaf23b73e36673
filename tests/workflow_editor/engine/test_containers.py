"""Iterations as tables: a body, its outcomes, and the events in order."""

import pytest

from tests.doubles.memory_run import MemoryRun
from tests.factories.documents import edge, node
from tests.workflow_editor.engine.container_runs import (
    REGISTRY,
    around,
    ask,
    events_inside,
    inside,
    iteration,
    output_of,
    text_node,
)
from workflow_editor.engine.plan import compile_plan
from workflow_editor.graph.operations import build_document
from workflow_editor.nodes.registry import read_graph


def test_each_item_has_a_pass_of_its_own() -> None:
    run = around(iteration(), text_node("t", "{{ nodes.each.item }}!"))
    assert output_of(run) == {"results": [{"text": "a!"}, {"text": "b!"}, {"text": "c!"}], "count": 3, "errors": []}
    assert events_inside(run) == [
        "started each",
        "started t/each.0",
        "succeeded t/each.0",
        "started t/each.1",
        "succeeded t/each.1",
        "started t/each.2",
        "succeeded t/each.2",
        "succeeded each",
    ]


def test_a_pass_sees_where_it_is() -> None:
    fields = "{{ nodes.each.index }}/{{ nodes.each.total }} {{ nodes.each.isFirst }} {{ nodes.each.isLast }}"
    run = around(iteration({"output": "{{ nodes.t.text }}"}), text_node("t", fields))
    assert output_of(run)["results"] == ["0/3 true false", "1/3 false false", "2/3 false true"]


def test_a_pass_is_seen_by_the_shown_name_of_its_container() -> None:
    run = around(iteration({"output": "{{ 内部.text }}"}, name="逐项"), text_node("t", "{{ 逐项.item }}", name="内部"))
    assert output_of(run)["results"] == ["a", "b", "c"]


def test_items_may_come_from_a_value_that_is_a_list() -> None:
    run = around(
        iteration({"items": "{{ inputs.items }}", "output": "{{ nodes.each.item }}"}),
        text_node("t", "x"),
        inputs={"items": [1, {"deep": [2]}, None]},
    )
    assert output_of(run)["results"] == [1, {"deep": [2]}, None]


def test_without_items_there_is_no_pass() -> None:
    run = around(iteration({"items": "[]"}), ask("work"))
    assert output_of(run) == {"results": [], "count": 0, "errors": []}
    assert events_inside(run) == ["started each", "succeeded each"]


def test_a_body_without_nodes_gives_its_output() -> None:
    assert output_of(around(iteration({"output": "{{ nodes.each.index }}"})))["results"] == [0, 1, 2]


@pytest.mark.parametrize(
    ("items", "code"),
    [("{{ inputs.nothing }}", "items_invalid"), ("{}", "items_invalid"), ("text", "items_invalid")],
)
def test_what_is_no_list_fails_the_container(items: str, code: str) -> None:
    run = around(iteration({"items": items}), text_node("t", "x"))
    run.play()
    assert run.error is not None
    assert (run.error.code, run.error.node_key) == (code, "each")


def test_too_many_items_are_refused() -> None:
    run = around(iteration({"items": "{{ inputs.items }}"}), text_node("t", "x"), inputs={"items": [0] * 100_001})
    run.play()
    assert run.error is not None
    assert run.error.code == "too_many_items"
    assert "Split the list" in run.error.text.en


def test_effects_of_one_width_run_one_after_the_other() -> None:
    run = around(iteration(), ask("work"))
    run.play()
    assert events_inside(run) == [
        "started each",
        "queued work/each.0",
        "started work/each.0",
        "succeeded work/each.0",
        "queued work/each.1",
        "started work/each.1",
        "succeeded work/each.1",
        "queued work/each.2",
        "started work/each.2",
        "succeeded work/each.2",
        "succeeded each",
    ]


def test_as_many_passes_are_open_as_the_width_allows_and_results_keep_the_order_of_items() -> None:
    run = around(
        iteration({"width": 2, "output": "{{ nodes.work.n }}"}),
        ask("work"),
        outcomes={f"work/each.{index}": {"output": {"n": index}} for index in range(3)},
        order=["work/each.1", "work/each.2", "work/each.0"],
    )
    assert output_of(run)["results"] == [0, 1, 2]
    assert events_inside(run) == [
        "started each",
        "queued work/each.0",
        "queued work/each.1",
        "started work/each.1",
        "succeeded work/each.1",
        "queued work/each.2",
        "started work/each.2",
        "succeeded work/each.2",
        "started work/each.0",
        "succeeded work/each.0",
        "succeeded each",
    ]


def test_branches_and_joins_are_decided_for_each_pass_alone() -> None:
    run = around(
        iteration({"width": 3}),
        inside("if", "condition", {"mode": "expression", "expression": 'nodes.each.item == "b"'}),
        text_node("yes", "yes"),
        text_node("no", "no"),
        inside("join", "merge"),
        edges=(edge("if", "yes", port="true"), edge("if", "no", port="false"), edge("yes", "join"), edge("no", "join")),
    )
    assert output_of(run)["results"] == [{"no": {"text": "no"}}, {"yes": {"text": "yes"}}, {"no": {"text": "no"}}]
    assert "skipped yes/each.0" in run.events
    assert "skipped no/each.1" in run.events


def test_a_container_on_a_branch_that_is_not_taken_never_opens() -> None:
    nodes = [
        node("s", "start"),
        node("if", "condition", {"mode": "expression", "expression": "false"}),
        iteration(),
        text_node("t", "x"),
    ]
    document = {"nodes": nodes, "edges": [edge("s", "if"), edge("if", "each", port="true")]}
    run = MemoryRun(compile_plan(read_graph(build_document(document, REGISTRY))))
    run.play()
    assert run.events[-1] == "skipped each"
    assert not any("t/" in event for event in run.events)


def test_a_bypassed_container_passes_its_input_through() -> None:
    run = around(iteration(bypass=True), text_node("t", "x"), inputs={"items": [1]})
    assert output_of(run) == {"items": [1]}


def test_a_pinned_container_does_not_open_in_test_mode() -> None:
    run = around(iteration(pinned_output={"results": ["p"]}), ask("work"), use_pins=True)
    assert output_of(run) == {"results": ["p"]}


def test_groups_and_notes_never_run_and_groups_hold_nothing_back() -> None:
    run = around(
        iteration({"output": "{{ nodes.t.text }}"}),
        inside("g", "group"),
        inside("n", "note", {"text": "why"}),
        text_node("t", "{{ nodes.each.item }}", "g"),
    )
    assert output_of(run)["results"] == ["a", "b", "c"]
    assert not any(event.split()[1][0] in "gn" for event in run.events)
