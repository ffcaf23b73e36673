"""A merge that stops the rest: nothing that leads to it continues, and nothing else waits for the stopped nodes."""

import random
from itertools import permutations
from typing import Any

import pytest

from tests.doubles.memory_run import MemoryRun
from tests.factories.documents import edge, node
from workflow_editor.engine.plan import Plan, compile_plan
from workflow_editor.graph.document import Document
from workflow_editor.nodes.registry import read_graph

JsonObject = dict[str, Any]
COUNT_2 = {"strategy": "count", "count": 2, "cancelRest": True}
ENDED = ("succeeded", "skipped", "cancelled", "failed")


def plan_of(nodes: list[JsonObject], edges: list[JsonObject]) -> Plan:
    return compile_plan(read_graph(Document.model_validate({"nodes": nodes, "edges": edges})))


def endings(run: MemoryRun) -> list[tuple[str, str]]:
    """Return how each node run ended, as `(address, word)` in order."""
    split = (event.split() for event in run.events)
    return [(address, word) for word, address in split if word in ENDED]


def three_branches(**config: Any) -> Plan:
    """Three branches of two effects each lead to a merge; what `c1` gives is also waited for elsewhere."""
    keys = "abc"
    nodes = [
        node("s", "start"),
        *(node(f"{key}{step}", "process", {"userPrompt": "p"}) for key in keys for step in (1, 2)),
        node("m", "merge", {**COUNT_2, **config}),
        node("after", "process", {"userPrompt": "p"}),
        node("beside", "process", {"userPrompt": "p"}),
        node("j", "merge"),
        node("e", "end"),
    ]
    edges = [
        *(edge("s", f"{key}1") for key in keys),
        *(edge(f"{key}1", f"{key}2") for key in keys),
        *(edge(f"{key}2", "m") for key in keys),
        edge("m", "after"),
        edge("after", "e"),
        edge("s", "beside"),
        edge("beside", "j"),
        edge("c1", "j"),
        edge("j", "e"),
    ]
    return plan_of(nodes, edges)


@pytest.mark.parametrize("limit", [1, 500])
@pytest.mark.parametrize("order", list(permutations("abc")))
def test_the_last_branch_is_stopped_wherever_it_is(order: tuple[str, ...], limit: int) -> None:
    first, second, last = order
    run = MemoryRun(three_branches(), order=[f"{first}1", f"{first}2", f"{second}1", f"{second}2"], limit=limit)
    run.play()
    ended = dict(endings(run))
    assert ended == {
        **dict.fromkeys(["s", "m", "after", "beside", "j", "e"], "succeeded"),
        **{f"{key}{step}": "succeeded" for key in (first, second) for step in (1, 2)},
        f"{last}1": "cancelled",
        f"{last}2": "skipped",
    }
    assert set(run.output("m") or {}) == {f"{first}2", f"{second}2"}
    assert set(run.output("j") or {}) == ({"beside"} if last == "c" else {"beside", "c1"})


@pytest.mark.parametrize("config", [{"cancelRest": False}, {"strategy": "all"}])
def test_off_and_for_all_nothing_is_stopped(config: JsonObject) -> None:
    run = MemoryRun(three_branches(**config), order=["a1", "a2", "b1", "b2"])
    run.play()
    assert {word for _, word in endings(run)} == {"succeeded"}


def test_a_bypassed_merge_stops_nothing() -> None:
    nodes = [
        node("s", "start"),
        *(node(key, "process", {"userPrompt": "p"}) for key in "ab"),
        node("m", "merge", {"strategy": "first", "cancelRest": True}, bypass=True),
    ]
    edges = [one for key in "ab" for one in (edge("s", key), edge(key, "m"))]
    run = MemoryRun(plan_of(nodes, edges))
    run.play()
    assert ("b", "succeeded") in endings(run)


@pytest.mark.parametrize("ready_first", ["each", "m"])
def test_a_container_is_stopped_with_its_passes(ready_first: str) -> None:
    """Also one that the same step has opened."""
    nodes = [
        node("s", "start", {"fields": [{"name": "list", "type": "array"}]}),
        node("each", "iteration", {"items": "{{ inputs.list }}", "width": 3}),
        node("work", "process", {"userPrompt": "p"}, parent="each"),
        node("more", "process", {"userPrompt": "p"}, parent="each"),
        node(
            "quick", "template" if ready_first == "m" else "process", {"userPrompt": "p"} if ready_first != "m" else {}
        ),
        node("m", "merge", {"strategy": "first", "cancelRest": True}),
        node("e", "end"),
    ]
    edges = [edge("s", "each"), edge("s", "quick"), edge("work", "more")]
    edges += [edge("each", "m"), edge("quick", "m"), edge("m", "e")]
    run = MemoryRun(plan_of(nodes, edges), {"list": [1, 2, 3]}, order=["work/each.1", "quick"])
    run.play()
    ended = dict(endings(run))
    assert ended["each"] == "cancelled"
    assert (ended["m"], ended["e"]) == ("succeeded", "succeeded")
    assert run.containers == {} or all(state.is_over for state in run.containers.values())
    if ready_first == "each":
        assert ended["work/each.1"] == "succeeded"
        assert {ended["more/each.1"], ended["work/each.0"], ended["work/each.2"]} == {"cancelled"}


def test_a_pass_of_a_container_ends_although_a_branch_was_stopped() -> None:
    nodes = [
        node("s", "start", {"fields": [{"name": "list", "type": "array"}]}),
        node("each", "iteration", {"items": "{{ inputs.list }}"}),
        *(node(key, "process", {"userPrompt": "p"}, parent="each") for key in ("o", "a", "b", "b2")),
        node("m", "merge", {"strategy": "any", "cancelRest": True}, parent="each"),
        node("e", "end"),
    ]
    edges = [edge("s", "each"), edge("each", "e"), edge("o", "a"), edge("o", "b"), edge("b", "b2")]
    edges += [edge("a", "m"), edge("b2", "m")]
    run = MemoryRun(plan_of(nodes, edges), {"list": [1, 2]})
    run.play()
    ended = dict(endings(run))
    assert (ended["each"], ended["e"]) == ("succeeded", "succeeded")
    for scope in ("/each.0", "/each.1"):
        assert (ended[f"b{scope}"], ended[f"b2{scope}"], ended[f"m{scope}"]) == ("cancelled", "skipped", "succeeded")


def random_plan(rng: random.Random) -> Plan:
    """A start, up to fourteen nodes, merges that stop the rest among them, and edges that only lead forward."""
    nodes = [node("n0", "start")]
    edges: dict[str, JsonObject] = {}
    for index in range(1, rng.randint(5, 14)):
        type_ = rng.choice(["template", "process", "process", "merge", "merge"])
        config: JsonObject = {}
        if type_ == "merge":
            config = {"strategy": rng.choice(["all", "any", "first", "count"]), "cancelRest": rng.random() < 0.7}
        nodes.append(node(f"n{index}", type_, config, bypass=rng.random() < 0.1))
        for _ in range(rng.randint(1, 3)):
            one = edge(f"n{rng.randrange(index)}", f"n{index}")
            edges[one["id"]] = one
    return plan_of(nodes, list(edges.values()))


def still_leading_to(plan: Plan, key: str, ended: set[str]) -> set[str]:
    """Return what may still arrive at a node, the slow way."""
    found = {one.key for one in plan.nodes[key].incoming if one.key not in ended}
    return found.union(*(still_leading_to(plan, one, ended) for one in found))


@pytest.mark.parametrize("limit", [1, 500])
@pytest.mark.parametrize("seed", range(300))
def test_every_node_is_decided_once_and_nothing_begins_behind_a_merge_that_stopped_it(seed: int, limit: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - a repeatable graph, not a secret
    plan = random_plan(rng)
    order = list(plan.nodes)
    rng.shuffle(order)
    run = MemoryRun(plan, order=order, limit=limit)
    run.play()
    ended = endings(run)
    assert sorted(key for key, _ in ended) == sorted(plan.nodes)
    words = dict(ended)
    stopped: set[str] = set()
    for key, planned in plan.nodes.items():
        if not planned.cancels_rest or words[key] != "succeeded":
            continue
        began = run.events.index(f"started {key}")
        split = [event.split() for event in run.events]
        # What the merge has stopped or skipped is told before its beginning, or at the end of the step.
        succeeded = {address for word, address in split[:began] if word == "succeeded"}
        bypassed = {address for address in plan.nodes if plan.nodes[address].bypass and run.ports(address)}
        rest = still_leading_to(plan, key, succeeded | bypassed) if len(planned.incoming) > 1 else set()
        assert not [one for one in split[began:] if one[0] in ("started", "succeeded") and one[1] in rest]
        stopped |= rest
    assert {key for key, word in ended if word == "cancelled"} <= stopped
    for node_ in plan.nodes.values():
        # What was stopped gives nothing to anybody.
        if node_.node_type.id == "merge" and words[node_.key] == "succeeded":
            assert not {key for key in run.output(node_.key) or {} if words.get(key) == "cancelled"}


@pytest.mark.parametrize("seed", range(100))
def test_a_run_that_takes_another_one_over_does_not_begin_what_was_stopped_there(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - as above
    plan = random_plan(rng)
    first = MemoryRun(plan, order=rng.sample(list(plan.nodes), len(plan.nodes)))
    first.play()
    again = MemoryRun(plan, shares_with=first)
    again.play()
    assert [event for event in again.events if event.startswith(("started", "queued", "succeeded"))] == []
    stopped = {key for key, word in endings(first) if word == "cancelled"}
    assert {key for key, _ in endings(again)} == stopped
