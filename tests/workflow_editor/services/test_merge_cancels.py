"""A merge that stops the rest, on a real database: whatever is under way, killed or late, nothing of it comes after."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import JsonObject, edge, node
from tests.factories.run_documents import ask, graph, text
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services.restarts import ProcessKilledError, restart
from tests.workflow_editor.services.run_asserts import assert_over, events_of, statuses
from workflow_editor.errors import NodeError
from workflow_editor.models import NodeRun, Run, Wait
from workflow_editor.nodes.base import NodeOutcome
from workflow_editor.nodes.builtin.ai import AINode
from workflow_editor.nodes.ports import NodeContext
from workflow_editor.run_store import run_store
from workflow_editor.services.runs.fork import run_retry
from workflow_editor.services.runs.start import run_start


class Work:
    """AI nodes that note that they ran, and do at some of them what a test says."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.at: dict[str, Callable[[], object]] = {}

    def run(self, _: AINode, config: Any, context: NodeContext) -> NodeOutcome:
        self.done.append(context.node_key)
        self.at.pop(context.node_key, lambda: None)()
        return NodeOutcome({"result": context.node_key})


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    work = Work()
    monkeypatch.setattr(AINode, "run", lambda *given: work.run(*given))
    return work


@pytest.fixture
def start(queue: TaskQueue, alice: User) -> Callable[[JsonObject], Run]:
    return lambda document: run_start(workflow_create(alice, document=document), alice, inputs={})[0]


def raced(*branches: JsonObject, **config: Any) -> JsonObject:
    """Branches of one node, each followed by one of its own, lead to a merge that takes the first that succeeds."""
    keys = [one["key"] for one in branches]
    nodes = [
        node("start", "start"),
        *branches,
        *(text(f"{key}_then") for key in keys),
        node("m", "merge", {"strategy": "any", "cancelRest": True, **config}),
        ask("after"),
        node("end", "end", {"outputs": [{"name": "out", "value": "{{ nodes.m.text }}"}]}),
    ]
    edges = [edge("m", "after"), edge("after", "end")]
    for one in branches:
        port = "approved" if one["type"] == "approval" else "out"
        edges += [edge("start", one["key"]), edge(one["key"], f"{one['key']}_then", port=port)]
        edges.append(edge(f"{one['key']}_then", "m"))
    return graph(nodes, edges)


REST_OF_B = {"b": "cancelled", "b_then": "skipped"}
WON_BY_A = dict.fromkeys(["start", "a", "a_then", "m", "after", "end"], "succeeded")


def test_what_is_queued_or_waits_is_cancelled(queue: TaskQueue, start: Any, work: Work) -> None:
    question = node("yes", "approval", {"title": "Go on?"})
    run = start(raced(question, ask("a"), ask("b")))
    queue.run_all()
    assert_over(run, "succeeded")
    assert statuses(run) == {**WON_BY_A, **REST_OF_B, "yes": "cancelled", "yes_then": "skipped"}
    assert work.done == ["a", "after"]
    assert run.output == {"out": "text of a_then"}
    wait = Wait.objects.get()
    assert wait.answered_at is not None
    assert (wait.answer or {})["decision"] == "cancelled"


def test_what_runs_is_late_whatever_it_gives(queue: TaskQueue, start: Any, work: Work) -> None:
    run = start(raced(ask("b"), ask("a")))
    # While `b` is at work, somebody else does all the rest.
    work.at["b"] = queue.run_all
    queue.run_all()
    assert_over(run, "succeeded")
    assert statuses(run) == {**WON_BY_A, **REST_OF_B}
    assert NodeRun.objects.get(run=run, node_key="b").output is None
    assert work.done == ["b", "a", "after"]
    assert [key for type_, key in events_of(run) if type_ in ("node_cancelled", "node_skipped")] == ["b_then", "b"]


def test_off_the_others_go_on(queue: TaskQueue, start: Any, work: Work) -> None:
    run = start(raced(ask("a"), ask("b"), cancelRest=False))
    queue.run_all()
    assert_over(run, "succeeded")
    assert set(statuses(run).values()) == {"succeeded"}


def test_children_and_passes_are_cancelled(queue: TaskQueue, start: Any, work: Work, alice: User) -> None:
    question = node("question", "approval", {"title": "Go on?"})
    child = workflow_create(alice, document=graph([node("start", "start"), question], [edge("start", "question")]))
    sub = node("sub", "sub_workflow", {"workflow": child.slug})
    each = node("each", "iteration", {"items": "[1, 2, 3]", "width": 2})
    document = raced(sub, each, ask("a"))
    document["nodes"].append({**ask("work"), "parent": "each"})
    run = start(document)
    queue.run_all()
    assert_over(run, "succeeded")
    rest = {"sub": "cancelled", "sub_then": "skipped", "each": "cancelled", "each_then": "skipped"}
    assert statuses(run) == {**WON_BY_A, **rest, "work": "cancelled"}
    assert Run.objects.exclude(pk=run.pk).get().status == "cancelled"
    assert work.done == ["a", "after"]


@pytest.mark.parametrize("at_work", [True, False], ids=["one at work", "one after the other"])
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("call", [1, 2])
def test_a_process_that_is_killed_at_any_step_loses_and_doubles_nothing(
    queue: TaskQueue, start: Any, work: Work, monkeypatch: pytest.MonkeyPatch, call: int, when: str, at_work: bool
) -> None:
    run = start(raced(ask("b"), ask("a"), ask("c")))
    if at_work:
        work.at["b"] = queue.run_all
    calls: list[object] = []
    real = run_store.save_step

    def dying(*args: Any, **kwargs: Any) -> Any:
        calls.append(args)
        if len(calls) == call and when == "before":
            raise ProcessKilledError
        outcome = real(*args, **kwargs)
        if len(calls) == call:
            raise ProcessKilledError
        return outcome

    with monkeypatch.context() as patched:
        patched.setattr(run_store, "save_step", dying)
        with pytest.raises(ProcessKilledError):
            queue.run_all()
    restart(queue)
    assert_over(run, "succeeded")
    found = statuses(run)
    [winner] = [key for key in "abc" if found[f"{key}_then"] == "succeeded"]
    assert run.output == {"out": f"text of {winner}_then"}
    others = [key for key in "abc" if key != winner]
    assert found == {
        **dict.fromkeys(["start", winner, f"{winner}_then", "m", "after", "end"], "succeeded"),
        **dict.fromkeys(others, "cancelled"),
        **{f"{key}_then": "skipped" for key in others},
    }
    ended = [key for type_, key in events_of(run) if type_ in ("node_succeeded", "node_cancelled", "node_skipped")]
    assert sorted(ended, key=str) == sorted(found)


def test_a_retry_does_not_begin_what_was_stopped(queue: TaskQueue, start: Any, work: Work, alice: User) -> None:
    def fail() -> None:
        raise NodeError("It broke.", code="broken")

    work.at["after"] = fail
    first = start(raced(ask("a"), ask("b")))
    queue.run_all()
    assert_over(first, "failed")
    assert statuses(first)["b"] == "cancelled"
    work.done.clear()
    again = run_retry(Run.objects.select_related("version", "workflow").get(pk=first.pk), alice)
    queue.run_all()
    assert_over(again, "succeeded")
    assert work.done == ["after"]
    assert statuses(again) == {**WON_BY_A, "b": "skipped", "b_then": "skipped"}
