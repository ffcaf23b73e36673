"""The state machine alone: joins edge by edge, stored arrivals, and what one decision touches."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from tests.factories.documents import edge, node
from workflow_editor.engine.plan import Plan, compile_plan
from workflow_editor.engine.scheduler import Scheduler
from workflow_editor.engine.scopes import Address
from workflow_editor.engine.state import Arrival, Decision
from workflow_editor.errors import GraphInvalidError
from workflow_editor.graph.document import Document
from workflow_editor.nodes.registry import read_graph

JsonObject = dict[str, Any]


def plan(*edges: JsonObject, strategy: str = "all", **types: str) -> Plan:
    """A plan of templates; `types` names the others, a merge has the given strategy."""
    keys = dict.fromkeys(key for one in edges for key in (one["source"], one["target"]))
    nodes = []
    for key in keys:
        type_ = types.get(key, "template")
        nodes.append(node(key, type_, {"strategy": strategy} if type_ == "merge" else {}))
    return compile_plan(read_graph(Document.model_validate({"nodes": nodes, "edges": list(edges)})))


def three_into_one(strategy: str) -> Plan:
    return plan(edge("a", "m"), edge("b", "m"), edge("c", "m"), strategy=strategy, m="merge")


L, D = ("out",), ()
READY, SKIPPED, WAITS = Decision(ready=("m",)), Decision(skipped=("m",)), Decision()

JOINS: list[tuple[str, tuple[tuple[str, ...], ...], tuple[Decision, ...]]] = [
    ("all", (L, L, L), (WAITS, WAITS, READY)),
    ("all", (L, D, D), (WAITS, WAITS, READY)),
    ("all", (D, D, L), (WAITS, WAITS, READY)),
    ("all", (D, D, D), (WAITS, WAITS, SKIPPED)),
    ("any", (L, L, D), (READY, WAITS, WAITS)),
    ("any", (D, L, L), (WAITS, READY, WAITS)),
    ("any", (D, D, L), (WAITS, WAITS, READY)),
    ("any", (D, D, D), (WAITS, WAITS, SKIPPED)),
    ("count", (L, L, L), (WAITS, READY, WAITS)),
    ("count", (L, D, L), (WAITS, WAITS, READY)),
    ("count", (D, L, D), (WAITS, WAITS, READY)),
    ("count", (D, D, D), (WAITS, WAITS, SKIPPED)),
    ("first", (D, L, D), (WAITS, READY, WAITS)),
    ("first", (D, D, D), (WAITS, WAITS, SKIPPED)),
]


@pytest.mark.parametrize(("strategy", "arriving", "decisions"), JOINS)
@pytest.mark.parametrize("stored", [False, True], ids=["in one step", "over several steps"])
def test_a_join_decides(
    strategy: str, arriving: tuple[tuple[str, ...], ...], decisions: tuple[Decision, ...], stored: bool
) -> None:
    joined = three_into_one(strategy)
    arrivals: dict[Address, Arrival] = {}
    scheduler = Scheduler(joined, arrivals)
    for source, ports, decision in zip("abc", arriving, decisions, strict=True):
        if stored:
            scheduler = Scheduler(joined, arrivals)
        assert scheduler.finish(source, ports) == decision
        arrivals.update(scheduler.touched)
    live = sum(ports == L for ports in arriving)
    (arrival,) = scheduler.touched.values()
    assert replace(arrival, sources=()) == Arrival(live=live, dead=3 - live, fired=True)


def test_a_node_that_is_no_merge_waits_for_all_its_edges() -> None:
    scheduler = Scheduler(plan(edge("a", "x"), edge("b", "x")))
    assert scheduler.finish("a", L) == Decision()
    assert scheduler.finish("b", D) == Decision(ready=("x",))


def test_an_any_join_reports_which_edge_let_it_begin() -> None:
    scheduler = Scheduler(three_into_one("any"))
    scheduler.finish("a", D)
    scheduler.finish("b", L)
    scheduler.finish("c", L)
    assert scheduler.fired_by(Address("m")) == ("b",)


def with_error_ports(strategy: str) -> Plan:
    edges = [edge("a", "m"), edge("a", "m", port="error"), edge("b", "m"), edge("b", "m", port="error")]
    return plan(*edges, strategy=strategy, m="merge")


def test_an_any_join_does_not_begin_with_a_failed_branch() -> None:
    scheduler = Scheduler(with_error_ports("any"))
    assert scheduler.finish("a", ("error",)) == WAITS
    assert scheduler.finish("b", L) == READY
    assert scheduler.fired_by(Address("m")) == ("b",)


def test_an_any_join_begins_in_the_end_when_every_branch_failed() -> None:
    scheduler = Scheduler(with_error_ports("any"))
    assert scheduler.finish("a", ("error",)) == WAITS
    assert scheduler.finish("b", ("error",)) == READY
    assert scheduler.fired_by(Address("m")) is None


def test_a_join_for_a_number_of_branches_counts_no_failed_one() -> None:
    scheduler = Scheduler(with_error_ports("count"))
    assert scheduler.finish("a", ("error",)) == WAITS
    assert scheduler.finish("b", L) == READY
    assert scheduler.fired_by(Address("m")) is None


@pytest.mark.parametrize("stored", [True, False])
def test_a_join_for_a_number_of_branches_reports_those_that_let_it_begin(stored: bool) -> None:
    joined, arrivals = three_into_one("count"), dict[Address, Arrival]()
    scheduler = Scheduler(joined, arrivals)
    for source in "cab":
        if stored:
            scheduler = Scheduler(joined, arrivals)
        scheduler.finish(source, L)
        arrivals.update(scheduler.touched)
        if source == "a":
            assert scheduler.fired_by(Address("m")) == ("c", "a")


def test_a_first_join_begins_with_a_failed_branch_too() -> None:
    scheduler = Scheduler(with_error_ports("first"))
    assert scheduler.finish("a", ("error",)) == READY
    assert scheduler.fired_by(Address("m")) == ("a",)


def test_stored_arrivals_are_not_changed_in_place() -> None:
    stored = Arrival(live=1)
    Scheduler(three_into_one("all"), {Address("m"): stored}).finish("b", L)
    assert stored == Arrival(live=1)


def test_single_edges_need_no_arrivals() -> None:
    scheduler = Scheduler(plan(edge("a", "b"), edge("b", "c")))
    assert scheduler.finish("a", D) == Decision(skipped=("b", "c"))
    assert scheduler.touched == {}


def test_only_the_ports_that_carry_on_are_live() -> None:
    both = plan(edge("if", "yes", port="true"), edge("if", "no", port="false"), **{"if": "condition"})
    assert Scheduler(both).finish("if", ("false",)) == Decision(ready=("no",), skipped=("yes",))


def test_both_ports_into_one_node_count_as_two_edges() -> None:
    shape = plan(edge("if", "x", port="true"), edge("if", "x", port="false"), **{"if": "condition"})
    assert Scheduler(shape).finish("if", ("true",)) == Decision(ready=("x",))


def test_decisions_follow_the_order_of_the_edges() -> None:
    fan = plan(edge("a", "z"), edge("a", "m"), edge("a", "b"))
    assert Scheduler(fan).finish("a", L).ready == ("z", "m", "b")


def test_a_start_begins_and_other_roots_are_skipped() -> None:
    shape = plan(edge("island", "x"), edge("s", "y"), s="start")
    assert Scheduler(shape).start() == Decision(ready=("s",), skipped=("island", "x"))


def test_a_long_skipped_chain_needs_no_recursion() -> None:
    chain = plan(*(edge(f"n{index}", f"n{index + 1}") for index in range(5000)))
    assert len(Scheduler(chain).finish("n0", D).skipped) == 5000


class _CountingArrivals(Mapping[Address, Arrival]):
    """Remembers what was asked for, as a mapping that loads rows would."""

    def __init__(self) -> None:
        self.asked: list[Address] = []

    def __getitem__(self, key: Address) -> Arrival:
        self.asked.append(key)
        raise KeyError(key)

    def __iter__(self) -> Iterator[Address]:
        return iter(())

    def __len__(self) -> int:
        return 0


def test_only_joins_that_the_step_touches_are_loaded() -> None:
    edges = [edge("a", "j1"), edge("b", "j1"), edge("c", "j2"), edge("d", "j2"), edge("j1", "end_of_it")]
    arrivals = _CountingArrivals()
    Scheduler(plan(*edges), arrivals).finish("a", L)
    assert arrivals.asked == [Address("j1")]


@pytest.mark.parametrize(
    "document",
    [
        {"nodes": [node("a", "wizard")]},
        {"nodes": [node("a", "process", {"temperature": 9})]},
        {"nodes": [node("a", "template"), node("b", "template")], "edges": [edge("a", "b"), edge("b", "a")]},
    ],
    ids=["unknown type", "bad config", "cycle"],
)
def test_a_document_that_cannot_run_is_not_compiled(document: JsonObject) -> None:
    with pytest.raises(GraphInvalidError):
        compile_plan(read_graph(Document.model_validate(document)))


def test_the_plan_knows_whose_outputs_a_node_asks_for() -> None:
    nodes = [
        node("a", "template", name="甲"),
        node("b", "template", name="B b"),
        node("c", "template", {"template": "{{ 甲.text }} {{ nodes['B b'] }} {{ inputs.x }} {{ ghost }}"}),
        node("d", "condition", {"mode": "expression", "expression": "nodes.c.text == 甲.text"}),
    ]
    compiled = compile_plan(read_graph(Document.model_validate({"nodes": nodes})))
    assert compiled.nodes["c"].references == {"a", "b"}
    assert compiled.nodes["d"].references == {"c", "a"}
