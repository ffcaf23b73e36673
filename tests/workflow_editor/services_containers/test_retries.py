"""Retries of runs that failed or were stopped inside a container: what succeeded there is not done, or paid, again."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.task_queue import TaskQueue
from tests.factories.containers import around, each, loop
from tests.factories.documents import edge
from tests.factories.run_documents import ask, text
from tests.workflow_editor.services.run_asserts import assert_over, events_of
from tests.workflow_editor.services_containers.placed_work import Work, effect, out
from workflow_editor.models import NodeRun, Run, RunEvent
from workflow_editor.services.runs.cancel import run_cancel
from workflow_editor.services.runs.fork import run_retry


@pytest.fixture
def retry(queue: TaskQueue, alice: User, work: Work) -> Callable[[Run], Run]:
    """Retry a run that is over, and return the new one at its end."""

    def retry_to_the_end(run: Run) -> Run:
        work.done.clear()
        again = run_retry(Run.objects.select_related("version", "workflow").get(pk=run.pk), alice)
        queue.run_all()
        events_of(again)
        return again

    return retry_to_the_end


def test_only_the_item_that_failed_and_those_after_it_run_again(
    queue: TaskQueue, start: Any, work: Work, retry: Any
) -> None:
    work.failing = {"b 1"}
    body = (effect("a"), effect("b"))
    first = start(around(each(output="{{ nodes.b.result }}"), *body, edges=[edge("a", "b")]))
    queue.run_all()
    assert_over(first, "failed")
    work.failing = set()
    again = retry(first)
    assert_over(again, "succeeded")
    assert work.done == ["b 1", "a 2", "b 2"]
    assert out(again) == {"results": ["b 0", "b 1", "b 2"], "count": 3, "errors": []}
    shared = NodeRun.objects.filter(run=again, shared=True).values_list("node_key", "scope")
    assert set(shared) == {("start", ""), ("a", "/each.1")}
    events = RunEvent.objects.filter(run=again, node_key="a")
    [reported] = [event for event in events if event.payload["scope"] == "/each.1"]
    assert (reported.type, reported.payload["shared"]) == ("node_succeeded", True)


def test_a_second_retry_knows_what_both_runs_before_it_have_done(
    queue: TaskQueue, start: Any, work: Work, retry: Any
) -> None:
    """Passes begin side by side, and the later ones succeed first."""
    work.failing = {"a 1"}
    first = start(around(each("[0, 1, 2, 3, 4]", output="{{ nodes.a.result }}", width=5), effect("a")))
    queue.run_next()
    queue.sent.rotate()
    queue.run_all()
    assert Counter(work.done) == {"a 0": 1, "a 4": 1, "a 1": 1}
    second = retry(first)
    assert_over(second, "failed")
    assert "a 4" not in work.done
    between = list(work.done)
    work.failing = set()
    third = retry(second)
    assert_over(third, "succeeded")
    assert out(third)["results"] == [f"a {index}" for index in range(5)]
    assert not {"a 0", "a 4"} & set(work.done)
    assert not (set(between) - {"a 1"}) & set(work.done)


def test_passes_inside_of_passes_go_on_where_they_were(queue: TaskQueue, start: Any, work: Work, retry: Any) -> None:
    work.failing = {"a 11"}
    inner = each("[0, 1, 2]", "inner", parent="each", output="{{ nodes.a.result }}")
    first = start(around(each("[0, 1]", output="{{ nodes.inner.results }}"), inner, effect("a", "each", "inner")))
    queue.run_all()
    assert work.done == ["a 00", "a 01", "a 02", "a 10", "a 11"]
    work.failing = set()
    again = retry(first)
    assert_over(again, "succeeded")
    assert work.done == ["a 11", "a 12"]
    assert out(again)["results"] == [["a 00", "a 01", "a 02"], ["a 10", "a 11", "a 12"]]


def test_a_loop_goes_on_with_what_its_condition_saw(queue: TaskQueue, start: Any, work: Work, retry: Any) -> None:
    work.failing = {"a 2"}
    condition = "nodes.loop.index == 0 || nodes.a.result != 'a 3'"
    container = loop(
        mode="while", condition=condition, output="{{ nodes.loop.last | default: '' }}{{ nodes.a.result }};"
    )
    first = start(around(container, effect("a", "loop")))
    queue.run_all()
    assert_over(first, "failed")
    work.failing = set()
    again = retry(first)
    assert_over(again, "succeeded")
    assert work.done == ["a 2", "a 3"]
    assert out(again) == "a 0;a 1;a 2;a 3;"


def test_what_was_done_when_a_run_was_stopped_is_taken_over(
    queue: TaskQueue, start: Any, work: Work, retry: Any
) -> None:
    first = start(around(each(output="{{ nodes.a.result }}"), effect("a")))
    work.on_call = lambda place: run_cancel(first.pk) if place == "a 1" else None
    queue.run_all()
    assert_over(first, "cancelled")
    work.on_call = lambda _: None
    again = retry(first)
    assert_over(again, "succeeded")
    assert work.done == ["a 2"]
    assert out(again)["results"] == ["a 0", "a 1", "a 2"]


def test_a_failed_item_that_was_passed_over_is_tried_again_with_the_run(
    queue: TaskQueue, start: Any, work: Work, retry: Any
) -> None:
    """The container had not ended, so its failures are not settled."""
    work.failing = {"a 0"}
    first = start(around(each(onItemError="continue", output="{{ nodes.a.result }}"), effect("a")))
    work.on_call = lambda place: run_cancel(first.pk) if place == "a 1" else None
    queue.run_all()
    assert_over(first, "cancelled")
    work.on_call, work.failing = lambda _: None, set()
    again = retry(first)
    assert_over(again, "succeeded")
    assert work.done == ["a 0", "a 2"]
    assert out(again) == {"results": ["a 0", "a 1", "a 2"], "count": 3, "errors": []}


def test_a_container_that_failed_inside_of_one_that_is_done_stays_as_it_is(
    queue: TaskQueue, start: Any, work: Work, retry: Any
) -> None:
    work.failing = {"a 10", "last"}
    inner = each("[0, 1]", "inner", parent="each", output="{{ nodes.a.result }}")
    container = each("[0, 1]", onItemError="continue", output="{{ nodes.inner.results }}")
    document = around(container, inner, effect("a", "each", "inner"))
    document["nodes"].append(ask("last", userPrompt="last"))
    document["edges"] = [edge("start", "each"), edge("each", "last"), edge("last", "end")]
    first = start(document)
    queue.run_all()
    assert_over(first, "failed")
    work.failing = set()
    again = retry(first)
    assert_over(again, "succeeded")
    assert work.done == ["last"]
    assert not NodeRun.objects.filter(run=again).exclude(scope="").exists()
    assert [error["index"] for error in out(again)["errors"]] == [1]


def test_a_retry_that_was_stopped_before_it_began_passes_on_what_it_was_to_share(
    queue: TaskQueue, start: Any, work: Work, alice: User, retry: Any
) -> None:
    work.failing = {"a 2"}
    container = loop(mode="while", condition="nodes.loop.index == 0 || nodes.a.result != 'a 3'")
    first = start(around(container, effect("a", "loop")))
    queue.run_all()
    stopped = run_retry(Run.objects.select_related("version", "workflow").get(pk=first.pk), alice)
    run_cancel(stopped.pk)
    queue.run_all()
    assert_over(stopped, "cancelled")
    work.failing = set()
    assert_over(retry(stopped), "succeeded")
    assert work.done == ["a 2", "a 3"]


def test_a_retry_does_not_need_the_run_that_it_came_from(queue: TaskQueue, start: Any, work: Work, alice: User) -> None:
    work.failing = {"a 1"}
    first = start(around(each(output="{{ nodes.a.result }}"), effect("a")))
    queue.run_all()
    work.failing = set()
    again = run_retry(Run.objects.select_related("version", "workflow").get(pk=first.pk), alice)
    Run.objects.filter(pk=first.pk).delete()
    work.done.clear()
    queue.run_all()
    assert_over(again, "succeeded")
    assert work.done == ["a 1", "a 2"]


def test_a_thousand_good_passes_are_taken_over_without_a_node_run_for_each(
    queue: TaskQueue, start: Any, retry: Any
) -> None:
    broken = text("t", "{{ 1 | divided_by: nodes.each.item }}")
    items = [*range(1, 1201), 0]
    first = start(around(each("{{ inputs.items }}", output="{{ nodes.each.item }}"), broken), {"items": items})
    queue.run_all()
    assert_over(first, "failed")
    again = retry(first)
    assert_over(again, "failed")
    assert NodeRun.objects.filter(run=again, node_key="t").count() == 1
    assert again.steps >= 3
