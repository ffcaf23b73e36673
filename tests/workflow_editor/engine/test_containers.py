"""Containers as tables: a body, its outcomes, and the events in order."""

from typing import Any

import pytest

from tests.doubles.memory_run import MemoryRun
from tests.factories.documents import edge, node
from workflow_editor.engine.plan import compile_plan
from workflow_editor.graph.operations import build_document
from workflow_editor.nodes.registry import builtin_registry

JsonObject = dict[str, Any]
REGISTRY = builtin_registry()
ITEMS = '["a", "b", "c"]'


def inside(key: str, type_: str, config: JsonObject | None = None, parent: str = "each", **fields: Any) -> JsonObject:
    return node(key, type_, config, parent=parent, **fields)


def say(key: str, template: str, parent: str = "each", **fields: Any) -> JsonObject:
    return inside(key, "template", {"template": template}, parent, **fields)


def ask(key: str, parent: str = "each", **fields: Any) -> JsonObject:
    """An effect node: its outcome is given by the test."""
    return inside(key, "process", {"userPrompt": "p"}, parent, **fields)


def around(container: JsonObject, *body: JsonObject, edges: tuple[JsonObject, ...] = (), **options: Any) -> MemoryRun:
    """start -> container -> end, whose output is that of the container."""
    key = container["key"]
    value = f"{{{{ nodes.{key} }}}}"
    nodes = [
        node("s", "start", {"fields": [{"name": "items", "type": "json"}]}),
        container,
        *body,
        node("e", "end", {"outputs": [{"name": "out", "value": value}]}),
    ]
    document = build_document({"nodes": nodes, "edges": [edge("s", key), edge(key, "e"), *edges]}, REGISTRY)
    return MemoryRun(compile_plan(document, REGISTRY), **options)


def iteration(config: JsonObject | None = None, key: str = "each", **fields: Any) -> JsonObject:
    return node(key, "iteration", {"items": ITEMS, **(config or {})}, **fields)


def loop(config: JsonObject, key: str = "loop", **fields: Any) -> JsonObject:
    return node(key, "loop", config, **fields)


def events_inside(run: MemoryRun) -> list[str]:
    """What was told of the passes and of the container itself."""
    return [event for event in run.events if event.split()[1] not in ("s", "e")]


def output_of(run: MemoryRun, key: str = "each") -> Any:
    run.play()
    return run.output(key)


def test_each_item_has_a_pass_of_its_own() -> None:
    run = around(iteration(), say("t", "{{ nodes.each.item }}!"))
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
    run = around(iteration({"output": "{{ nodes.t.text }}"}), say("t", fields))
    assert output_of(run)["results"] == ["0/3 true false", "1/3 false false", "2/3 false true"]


def test_a_pass_is_seen_by_the_shown_name_of_its_container() -> None:
    run = around(iteration({"output": "{{ 内部.text }}"}, name="逐项"), say("t", "{{ 逐项.item }}", name="内部"))
    assert output_of(run)["results"] == ["a", "b", "c"]


def test_items_may_come_from_a_value_that_is_a_list() -> None:
    run = around(
        iteration({"items": "{{ inputs.items }}", "output": "{{ nodes.each.item }}"}),
        say("t", "x"),
        inputs={"items": [1, {"deep": [2]}, None]},
    )
    assert output_of(run)["results"] == [1, {"deep": [2]}, None]


def test_without_items_there_is_no_pass() -> None:
    run = around(iteration({"items": "[]"}), ask("work"))
    assert output_of(run) == {"results": [], "count": 0, "errors": []}
    assert events_inside(run) == ["started each", "succeeded each"]


def test_a_body_without_nodes_gives_what_its_output_says() -> None:
    assert output_of(around(iteration({"output": "{{ nodes.each.index }}"})))["results"] == [0, 1, 2]


@pytest.mark.parametrize(
    ("items", "code"),
    [("{{ inputs.nothing }}", "items_invalid"), ("{}", "items_invalid"), ("text", "items_invalid")],
)
def test_what_is_no_list_fails_the_container(items: str, code: str) -> None:
    run = around(iteration({"items": items}), say("t", "x"))
    run.play()
    assert run.error is not None
    assert (run.error.code, run.error.node_key) == (code, "each")


def test_too_many_items_are_refused() -> None:
    run = around(iteration({"items": "{{ inputs.items }}"}), say("t", "x"), inputs={"items": [0] * 100_001})
    run.play()
    assert run.error is not None
    assert run.error.code == "too_many_items"


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
        say("yes", "yes"),
        say("no", "no"),
        inside("join", "merge"),
        edges=(edge("if", "yes", port="true"), edge("if", "no", port="false"), edge("yes", "join"), edge("no", "join")),
    )
    assert output_of(run)["results"] == [{"no": {"text": "no"}}, {"yes": {"text": "yes"}}, {"no": {"text": "no"}}]
    assert "skipped yes/each.0" in run.events
    assert "skipped no/each.1" in run.events


FAILING: JsonObject = {"work/each.1": {"error": "It broke."}}


def test_a_failed_item_fails_the_iteration_at_once() -> None:
    run = around(iteration({"onItemError": "fail_fast"}), ask("work"), outcomes=FAILING)
    run.play()
    assert run.events[-2:] == ["failed work/each.1", "failed each"]
    assert run.error is not None
    assert (run.error.node_key, run.error.message) == ("each", "It broke.")
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
        say("after", "x"),
        edges=(edge("bad", "after", port="true"),),
    )
    assert output_of(run)["results"] == [None, None, None]
    assert {event for event in run.events if "beside" in event or "after" in event} == set()


def test_an_output_that_cannot_be_filled_in_fails_the_item() -> None:
    run = around(iteration({"onItemError": "collect", "output": "{{ nodes.t.text | divided_by: 0 }}"}), say("t", "1"))
    output = output_of(run)
    assert output["results"] == []
    assert [error["code"] for error in output["errors"]] == ["template_invalid"] * 3


def test_a_container_that_fails_goes_the_way_that_its_policy_says() -> None:
    policy = {"onError": "default", "defaultOutput": {"results": []}}
    run = around(iteration(policy=policy), ask("work"), outcomes=FAILING)
    assert output_of(run) == {"results": []}
    assert run.failure is None
    assert run.events[-3:] == ["succeeded each", "started e", "succeeded e"]


def test_a_node_inside_may_go_on_through_its_error_port() -> None:
    run = around(
        iteration({"output": "{{ nodes.rescue.text }}"}),
        ask("work", policy={"onError": "port"}),
        say("rescue", "{{ nodes.work.error.message }}"),
        edges=(edge("work", "rescue", port="error"),),
        outcomes=FAILING,
    )
    assert output_of(run)["results"] == [None, "It broke.", None]


def test_a_loop_runs_a_number_of_times_and_hands_on_its_result() -> None:
    run = around(loop({"times": 3, "output": "{{ nodes.t.text }}"}), say("t", "{{ nodes.loop.last }}x", "loop"))
    assert output_of(run, "loop") == {"result": "xxx", "count": 3}


def test_a_loop_that_runs_no_time_gives_nothing() -> None:
    assert output_of(around(loop({"times": 0}), say("t", "x", "loop")), "loop") == {"result": None, "count": 0}


def test_a_loop_keeps_all_results_on_request() -> None:
    run = around(loop({"times": 2, "keepResults": True, "output": "{{ nodes.loop.index }}"}), say("t", "x", "loop"))
    assert output_of(run, "loop") == {"result": 1, "count": 2, "results": [0, 1]}


def test_a_loop_goes_on_while_its_condition_holds() -> None:
    condition = "nodes.loop.last == null || nodes.loop.last < 3"
    config = {"mode": "while", "condition": condition, "output": "{{ nodes.loop.index }}"}
    assert output_of(around(loop(config), say("t", "x", "loop")), "loop") == {"result": 3, "count": 4}


def test_a_loop_goes_on_until_its_condition_holds_over_the_nodes_of_the_pass() -> None:
    config = {"mode": "until", "condition": 'nodes.t.text == "xx"', "output": "{{ nodes.t.text }}"}
    run = around(loop(config), say("t", "{{ nodes.loop.last }}x", "loop"))
    assert output_of(run, "loop") == {"result": "xx", "count": 2}


@pytest.mark.parametrize(
    ("config", "code", "passes"),
    [
        ({"mode": "while", "condition": "true", "maxPasses": 7}, "loop_limit_reached", 7),
        ({"mode": "until", "condition": "false", "maxPasses": 1}, "loop_limit_reached", 1),
        ({"mode": "while", "condition": "1"}, "condition_not_boolean", 0),
        ({"mode": "while", "condition": "nodes.ghost.x"}, "expression_invalid", 0),
    ],
)
def test_a_loop_without_an_end_fails(config: JsonObject, code: str, passes: int) -> None:
    run = around(loop(config), say("t", "x", "loop"))
    run.play()
    assert run.error is not None
    assert (run.error.code, run.error.node_key) == (code, "loop")
    assert sum(event.startswith("succeeded t") for event in run.events) == passes


def test_a_failed_pass_fails_a_loop() -> None:
    run = around(loop({"times": 3}), ask("work", "loop"), outcomes={"work/loop.1": {"error": "It broke."}})
    run.play()
    assert run.events[-2:] == ["failed work/loop.1", "failed loop"]


def test_a_container_on_a_branch_that_is_not_taken_never_opens() -> None:
    nodes = [
        node("s", "start"),
        node("if", "condition", {"mode": "expression", "expression": "false"}),
        iteration(),
        say("t", "x"),
    ]
    document = {"nodes": nodes, "edges": [edge("s", "if"), edge("if", "each", port="true")]}
    run = MemoryRun(compile_plan(build_document(document, REGISTRY), REGISTRY))
    run.play()
    assert run.events[-1] == "skipped each"
    assert not any("t/" in event for event in run.events)


def test_a_bypassed_container_passes_its_input_through() -> None:
    run = around(iteration(bypass=True), say("t", "x"), inputs={"items": [1]})
    assert output_of(run) == {"items": [1]}


def test_a_pinned_container_does_not_open_in_test_mode() -> None:
    run = around(iteration(pinned_output={"results": ["p"]}), ask("work"), use_pins=True)
    assert output_of(run) == {"results": ["p"]}


def test_groups_and_notes_never_run_and_groups_hold_nothing_back() -> None:
    run = around(
        iteration({"output": "{{ nodes.t.text }}"}),
        inside("g", "group"),
        inside("n", "note", {"text": "why"}),
        say("t", "{{ nodes.each.item }}", "g"),
    )
    assert output_of(run)["results"] == ["a", "b", "c"]
    assert not any(event.split()[1][0] in "gn" for event in run.events)


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
    return [*nodes, say("t", where, keys[-1])]


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
    run = around(iteration(config), say("t", "{{ nodes.each.item }}"), inputs={"items": list(range(1000))}, limit=100)
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
    run = around(outer, inner, say("t", "x", "inner"), ask("work"), outcomes=FAILING, order=["work/each.1"], limit=4)
    run.play()
    assert run.failure == "It broke."
    assert any(event.startswith("cancelled inner") for event in run.events)
