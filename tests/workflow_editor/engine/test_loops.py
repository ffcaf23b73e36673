"""Loops as tables: how often they run, and when they fail."""

import re

import pytest

from tests.workflow_editor.engine.container_runs import (
    JsonObject,
    around,
    ask,
    loop,
    output_of,
    text_node,
)
from workflow_editor.nodes.builtin.loop import LoopNode


def test_a_loop_runs_a_number_of_times_and_passes_on_its_result() -> None:
    run = around(
        loop({"times": 3, "output": "{{ nodes.t.text }}"}),
        text_node("t", "{{ nodes.loop.last | default: '' }}x", "loop"),
    )
    assert output_of(run, "loop") == {"result": "xxx", "count": 3}


def test_a_loop_that_runs_no_time_gives_nothing() -> None:
    assert output_of(around(loop({"times": 0}), text_node("t", "x", "loop")), "loop") == {"result": None, "count": 0}


def test_a_loop_keeps_all_results_on_request() -> None:
    run = around(
        loop({"times": 2, "keepResults": True, "output": "{{ nodes.loop.index }}"}), text_node("t", "x", "loop")
    )
    assert output_of(run, "loop") == {"result": 1, "count": 2, "results": [0, 1]}


def test_a_loop_goes_on_while_its_condition_holds() -> None:
    condition = "nodes.loop.last == null || nodes.loop.last < 3"
    config = {"mode": "while", "condition": condition, "output": "{{ nodes.loop.index }}"}
    assert output_of(around(loop(config), text_node("t", "x", "loop")), "loop") == {"result": 3, "count": 4}


def test_a_loop_goes_on_until_its_condition_holds_over_the_nodes_of_the_pass() -> None:
    config = {"mode": "until", "condition": 'nodes.t.text == "xx"', "output": "{{ nodes.t.text }}"}
    run = around(loop(config), text_node("t", "{{ nodes.loop.last | default: '' }}x", "loop"))
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
    run = around(loop(config), text_node("t", "x", "loop"))
    run.play()
    assert run.error is not None
    assert (run.error.code, run.error.node_key) == (code, "loop")
    assert sum(event.startswith("succeeded t") for event in run.events) == passes


@pytest.mark.parametrize(("mode", "condition"), [("while", "true"), ("until", "false")])
def test_a_loop_may_go_on_behind_its_limit(mode: str, condition: str) -> None:
    config = {"mode": mode, "condition": condition, "maxPasses": 4, "onLimit": "continue"}
    run = around(loop({**config, "output": "{{ nodes.loop.index }}"}), text_node("t", "x", "loop"))
    assert output_of(run, "loop") == {"result": 3, "count": 4}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_example_of_a_loop_is_true(language: str) -> None:
    """Its text says what is in its body, which begins with nothing."""
    example = LoopNode.example
    (template,) = re.findall(r"\{\{.*?}}x", example.text.in_language(language))
    run = around(loop(example.config), text_node("add", template, "loop"))
    assert output_of(run, "loop") == example.output


def test_a_failed_pass_fails_a_loop() -> None:
    run = around(loop({"times": 3}), ask("work", "loop"), outcomes={"work/loop.1": {"error": "It broke."}})
    run.play()
    assert run.events[-2:] == ["failed work/loop.1", "failed loop"]


@pytest.mark.parametrize(
    ("config", "result"),
    [
        ({"mode": "until", "condition": "last == 3"}, 3),
        ({"mode": "until", "condition": "index == 3"}, 2),
        ({"mode": "while", "condition": "index < 2"}, 1),
        ({"mode": "while", "condition": "last == null || last < 2"}, 2),
        ({"mode": "while", "condition": "nodes.loop.index == index && index < 2"}, 1),
    ],
)
def test_a_condition_knows_the_bare_names_that_its_help_gives(config: JsonObject, result: int) -> None:
    run = around(loop({**config, "output": "{{ nodes.loop.index }}"}), text_node("t", "x", "loop"))
    assert output_of(run, "loop")["result"] == result
