"""Forks from a node inside containers: earlier nodes of each pass are adopted."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.task_queue import TaskQueue
from tests.factories.containers import around, each, loop
from tests.factories.documents import edge
from tests.workflow_editor.services.run_asserts import assert_over, events_of
from tests.workflow_editor.services_containers.placed_work import Work, effect, out
from workflow_editor.models import NodeRun, Run
from workflow_editor.services.runs import copied_work as shared_bodies
from workflow_editor.services.runs.fork import run_fork

AGAIN = "b again {{ nodes.each.index }}"


@pytest.fixture
def fork(queue: TaskQueue, alice: User, work: Work) -> Callable[..., Run]:
    """Fork a run that is over, and return the new one at its end."""

    def fork_to_the_end(run: Run, node: str, *, inputs: Any = None, **prompts: str) -> Run:
        work.done.clear()
        source = Run.objects.select_related("version", "workflow").get(pk=run.pk)
        nodes = {one["key"]: one for one in source.version.document["nodes"]}
        configs = {key: {**nodes[key]["config"], "userPrompt": prompt} for key, prompt in prompts.items()}
        again = run_fork(source, alice, from_node=node, inputs=inputs or {}, configs=configs)
        queue.run_all()
        events_of(again)
        return again

    return fork_to_the_end


@pytest.fixture
def first(queue: TaskQueue, start: Any, work: Work) -> Run:
    """Three items, and for each of them a, then b, then c; beside them d."""
    body = [effect(key) for key in "abcd"]
    edges = [edge("a", "b"), edge("b", "c")]
    document = around(each("{{ inputs.items }}", output="{{ nodes.c.result }}"), *body, edges=edges)
    run: Run = start(document, {"items": [1, 2, 3]})
    queue.run_all()
    assert_over(run, "succeeded")
    return run


def test_in_every_pass_only_what_follows_the_node_runs_again(first: Run, work: Work, fork: Any) -> None:
    again = fork(first, "b", b=AGAIN)
    assert_over(again, "succeeded")
    assert work.done == [f"{key} {index}" for index in range(3) for key in ("b again", "c")]
    assert out(again)["results"] == ["c 0", "c 1", "c 2"]
    shared = NodeRun.objects.filter(run=again, shared=True).exclude(scope="").values_list("node_key", "scope")
    assert set(shared) == {(key, f"/each.{index}") for key in "ad" for index in range(3)}


@pytest.mark.parametrize(
    "changes",
    [{"inputs": {"items": [7, 8, 9]}}, {"a": "a again {{ nodes.each.index }}"}],
    ids=["other inputs", "a node before it"],
)
def test_where_something_before_it_changes_all_passes_run_again(
    first: Run, work: Work, fork: Any, changes: dict[str, Any]
) -> None:
    again = fork(first, "b", **changes)
    assert_over(again, "succeeded")
    assert len(work.done) == 12
    assert not NodeRun.objects.filter(run=again, shared=True).exclude(scope="").exists()


def test_inputs_that_are_given_as_they_were_change_nothing(first: Run, work: Work, fork: Any) -> None:
    assert_over(fork(first, "c", inputs={"items": [1, 2, 3]}), "succeeded")
    assert work.done == ["c 0", "c 1", "c 2"]


def test_in_passes_inside_of_passes_each_level_keeps_what_leads_up(
    queue: TaskQueue, start: Any, work: Work, fork: Any
) -> None:
    inner = each("[0, 1]", "inner", parent="each", output="{{ nodes.b.result }}")
    body = (effect("before"), inner, effect("after"), effect("a", "each", "inner"), effect("b", "each", "inner"))
    edges = [edge("before", "inner"), edge("inner", "after"), edge("a", "b")]
    run = start(around(each("[0, 1]", output="{{ nodes.inner.results }}"), *body, edges=edges))
    queue.run_all()
    again = fork(run, "b")
    assert_over(again, "succeeded")
    assert work.done == ["b 00", "b 01", "after 0", "b 10", "b 11", "after 1"]
    assert out(again) == out(Run.objects.get(pk=run.pk))


def test_a_loop_runs_again_as_a_whole(queue: TaskQueue, start: Any, work: Work, fork: Any) -> None:
    """A pass begins with the result of the previous one."""
    body = (effect("a", "loop"), effect("b", "loop"))
    run = start(around(loop(times=2), *body, edges=[edge("a", "b")]))
    queue.run_all()
    assert_over(fork(run, "b"), "succeeded")
    assert work.done == ["a 0", "b 0", "a 1", "b 1"]


def test_what_failed_before_the_node_runs_again_with_it(queue: TaskQueue, start: Any, work: Work, fork: Any) -> None:
    work.failing = {"a 1"}
    config: dict[str, Any] = {"onItemError": "continue", "output": "{{ nodes.b.result }}"}
    run = start(around(each(**config), effect("a"), effect("b"), edges=[edge("a", "b")]))
    queue.run_all()
    work.failing = set()
    again = fork(run, "b")
    assert_over(again, "succeeded")
    assert work.done == ["b 0", "a 1", "b 1", "b 2"]
    assert out(again)["errors"] == []


def test_too_many_passes_to_copy_while_somebody_waits_run_again(
    first: Run, work: Work, fork: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_bodies, "MAX_PASSES", 2)
    assert_over(fork(first, "c"), "succeeded")
    assert len(work.done) == 12
