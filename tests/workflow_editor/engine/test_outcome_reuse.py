"""State of a run that adopts the outcomes of another one."""

from collections.abc import Sequence
from typing import Any

from tests.factories.documents import edge, node
from workflow_editor.engine.outcome_reuse import reuse_outcomes as reuse_behind
from workflow_editor.engine.plan import Plan, compile_plan
from workflow_editor.engine.scheduler import Scheduler
from workflow_editor.engine.scopes import Address
from workflow_editor.engine.state import Arrival, Decision, SharedNode
from workflow_editor.graph.document import Document
from workflow_editor.nodes.registry import read_graph

JsonObject = dict[str, Any]


def plan(*edges: JsonObject, strategy: str = "all") -> Plan:
    """`start` is the start node, `m` a merge, everything else a template."""
    types = {"start": "start", "m": "merge"}
    keys = dict.fromkeys(key for one in edges for key in (one["source"], one["target"]))
    nodes = [node(key, types.get(key, "template"), {"strategy": strategy} if key == "m" else {}) for key in keys]
    return compile_plan(read_graph(Document.model_validate({"nodes": nodes, "edges": list(edges)})))


def done(*keys: str) -> Sequence[SharedNode]:
    return [SharedNode(key, ("out",)) for key in keys]


def reuse(scheduler: Scheduler, shared: Sequence[SharedNode]) -> Decision:
    return reuse_behind(scheduler, scheduler.start(), shared)


TWO_WAYS = (edge("start", "a"), edge("start", "b"), edge("a", "m"), edge("b", "m"), edge("m", "z"))


def test_without_anything_shared_a_run_begins_at_its_start() -> None:
    assert reuse(Scheduler(plan(*TWO_WAYS)), ()) == Decision(ready=("start",))


def test_what_follows_the_shared_nodes_is_ready() -> None:
    assert reuse(Scheduler(plan(*TWO_WAYS)), done("start")) == Decision(ready=("a", "b"))
    assert reuse(Scheduler(plan(*TWO_WAYS)), done("start", "a", "b", "m")) == Decision(ready=("z",))


def test_a_join_knows_what_has_arrived() -> None:
    scheduler = Scheduler(plan(*TWO_WAYS))
    assert reuse(scheduler, done("start", "a")) == Decision(ready=("b",))
    assert scheduler.touched == {Address("m", ""): Arrival(live=1)}
    assert scheduler.finish("b", ("out",)) == Decision(ready=("m",))


def test_a_branch_that_was_not_taken_is_dead_again() -> None:
    shared = [SharedNode("start", ()), SharedNode("a", ()), SharedNode("b", ())]
    assert reuse(Scheduler(plan(*TWO_WAYS)), shared) == Decision(skipped=("m", "z"))


def test_a_join_for_the_first_branch_begins_with_the_one_that_came_first() -> None:
    scheduler = Scheduler(plan(*TWO_WAYS, strategy="first"))
    assert reuse(scheduler, done("start", "b", "a")) == Decision(ready=("m",))
    assert scheduler.fired_by(Address("m", "")) == ("b",)


def test_a_join_for_a_number_of_branches_begins_with_the_same_ones() -> None:
    scheduler = Scheduler(plan(*TWO_WAYS, strategy="count"))
    assert reuse(scheduler, done("start", "b", "a")) == Decision(ready=("m",))
    assert scheduler.fired_by(Address("m", "")) == ("b", "a")


def test_a_join_that_has_begun_does_not_begin_again() -> None:
    scheduler = Scheduler(plan(*TWO_WAYS, strategy="first"))
    assert reuse(scheduler, done("start", "b", "m", "z")) == Decision(ready=("a",))
    assert scheduler.finish("a", ("out",)) == Decision()


def test_a_node_that_nothing_leads_to_is_skipped_once() -> None:
    single = plan(edge("start", "a"), edge("x", "y"))
    assert reuse(Scheduler(single), done("start")) == Decision(ready=("a",), skipped=("x", "y"))
    assert reuse(Scheduler(single), [*done("start"), SharedNode("x", ())]) == Decision(ready=("a",), skipped=("y",))


def test_ten_thousand_shared_nodes_take_no_time() -> None:
    keys = [f"n{index}" for index in range(10_000)]
    wide = plan(*(edge("start", key) for key in keys), *(edge(key, "m") for key in keys))
    assert reuse(Scheduler(wide), done("start", *reversed(keys))) == Decision(ready=("m",))
