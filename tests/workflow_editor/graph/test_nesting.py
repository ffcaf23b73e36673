"""Allowed nesting, and references across the borders of containers."""

from typing import Any

import pytest

from tests.factories.documents import edge, node
from workflow_editor.errors import InvalidInputError
from workflow_editor.graph.document import Document
from workflow_editor.graph.nesting import Nesting
from workflow_editor.graph.operations import apply_operations, build_document
from workflow_editor.graph.validation import problems
from workflow_editor.nodes.registry import builtin_registry, read_graph

JsonObject = dict[str, Any]
REGISTRY = builtin_registry()


def graph(*nodes: JsonObject, edges: tuple[JsonObject, ...] = ()) -> JsonObject:
    return {"nodes": list(nodes), "edges": list(edges)}


def each(key: str = "each", parent: str | None = None, **config: Any) -> JsonObject:
    return node(key, "iteration", {"items": "[1]", **config}, parent=parent)


def text_node(key: str, template: str = "x", parent: str | None = "each") -> JsonObject:
    return node(key, "template", {"template": template}, parent=parent)


def refused(document: JsonObject) -> list[tuple[str, str]]:
    with pytest.raises(InvalidInputError) as caught:
        build_document(document, REGISTRY)
    errors = caught.value.details["errors"]
    assert all(error["message"]["en"] and not error["message"]["zh"].isascii() for error in errors)
    return [(error["pointer"].removeprefix("/document"), error["code"]) for error in errors]


CASES: list[tuple[str, JsonObject, list[tuple[str, str]]]] = [
    ("unknown parent", graph(text_node("t", parent="ghost")), [("/nodes/0/parent", "unknown_parent")]),
    ("its own parent", graph(each(parent="each")), [("/nodes/0/parent", "unknown_parent")]),
    (
        "a parent that holds nothing",
        graph(text_node("a", parent=None), text_node("b", parent="a")),
        [("/nodes/1/parent", "parent_holds_nothing")],
    ),
    (
        "parents in a circle",
        graph(each("a", "b"), each("b", "a")),
        [("/nodes/0/parent", "parent_circle"), ("/nodes/1/parent", "parent_circle")],
    ),
    ("a start inside", graph(each(), node("s", "start", parent="each")), [("/nodes/1/parent", "not_inside")]),
    (
        "an end in a group inside",
        graph(each(), node("g", "group", parent="each"), node("e", "end", parent="g")),
        [("/nodes/2/parent", "not_inside")],
    ),
    (
        "six deep",
        graph(*[each(f"c{level}", f"c{level - 1}" if level else None) for level in range(6)]),
        [("/nodes/5/parent", "too_deep")],
    ),
    (
        "an edge into a container",
        graph(text_node("a", parent=None), each(), text_node("b"), edges=(edge("a", "b"),)),
        [("/edges/0/target", "edge_across_border")],
    ),
    (
        "an edge from a container to its body",
        graph(each(), text_node("b"), edges=(edge("each", "b"),)),
        [("/edges/0/target", "edge_across_border")],
    ),
    (
        "an edge between two bodies",
        graph(each(), each("other"), text_node("a"), text_node("b", parent="other"), edges=(edge("a", "b"),)),
        [("/edges/0/target", "edge_across_border")],
    ),
    (
        "an edge to a note",
        graph(text_node("a", parent=None), node("n", "note"), edges=(edge("a", "n"),)),
        [("/edges/0/target_port", "unknown_port")],
    ),
]


@pytest.mark.parametrize(("document", "errors"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_must_not_be_is_refused_at_its_place(document: JsonObject, errors: list[tuple[str, str]]) -> None:
    assert refused(document) == errors


def test_five_deep_and_groups_beside_are_allowed() -> None:
    containers = [each(f"c{level}", f"c{level - 1}" if level else None) for level in range(5)]
    groups = [node("g", "group", parent="c4"), node("h", "group", parent="g"), node("n", "note", parent="h")]
    document = build_document(graph(*containers, *groups, text_node("t", parent="h")), REGISTRY)
    nesting = Nesting(document, {one.key: REGISTRY.get(one.type).role for one in document.nodes})
    assert nesting.home("t") == ("c0", "c1", "c2", "c3", "c4")
    assert nesting.home("c0") == ()


def test_nodes_of_a_group_are_connected_with_those_around_it() -> None:
    nodes = (each(), node("g", "group", parent="each"), text_node("a"), text_node("b", parent="g"))
    build_document(graph(*nodes, edges=(edge("a", "b"),)), REGISTRY)


def test_moving_a_connected_node_into_a_container_is_refused_at_its_edge() -> None:
    document = build_document(
        graph(text_node("a", parent=None), text_node("b", parent=None), each(), edges=(edge("a", "b"),)), REGISTRY
    )
    with pytest.raises(InvalidInputError) as caught:
        apply_operations(document, [{"op": "update_node", "key": "b", "changes": {"parent": "each"}}], REGISTRY)
    assert [error["code"] for error in caught.value.details["errors"]] == ["edge_across_border"]


def found(*nodes: JsonObject, edges: tuple[JsonObject, ...] = ()) -> list[tuple[str, str | None]]:
    """Problems of these nodes between a start and an end, without those of ends and connections."""
    ends = (node("s", "start"), node("e", "end"))
    document = build_document(graph(*ends, *nodes, edges=(edge("s", "e"), *edges)), REGISTRY)
    return [(one.code, one.node_key) for one in problems(read_graph(document)) if one.code != "unconnected"]


REFERENCES: list[tuple[str, tuple[JsonObject, ...], list[tuple[str, str | None]]]] = [
    ("a body refers to its container", (each(), text_node("t", "{{ nodes.each.item }}")), []),
    ("a container's result refers to its body", (each(output="{{ nodes.t.text }}"), text_node("t")), []),
    (
        "items are looked up outside",
        (each(items="{{ nodes.t.text }}"), text_node("t")),
        [("reference_into_container", "each")],
    ),
    (
        "another container's body",
        (each(), text_node("t"), each("other"), text_node("u", "{{ nodes.t.text }}", "other")),
        [("reference_into_container", "u")],
    ),
    (
        "a body from outside",
        (each(), text_node("t"), text_node("after", "{{ nodes.t.text }}", None)),
        [("reference_into_container", "after")],
    ),
    (
        "a deeper body",
        (each(output="{{ nodes.t.text }}"), each("inner", "each"), text_node("t", parent="inner")),
        [("reference_into_container", "each")],
    ),
    ("an outer container", (each(), each("inner", "each"), text_node("t", "{{ nodes.each.item }}", "inner")), []),
    ("a note", (node("n", "note"), text_node("t", "{{ nodes.n.text }}", None)), [("reference_to_canvas", "t")]),
    ("an exit outside of containers", (node("b", "break"),), [("exit_outside", "b")]),
    ("an exit inside", (each(), node("b", "break", parent="each")), []),
    ("an empty container", (each(),), [("empty_container", "each")]),
    ("a container with a note only", (each(), node("n", "note", parent="each")), [("empty_container", "each")]),
    (
        "a node of the same body that does not come before",
        (each(), text_node("a", "{{ nodes.b.text }}"), text_node("b")),
        [("reference_not_upstream", "a")],
    ),
]


@pytest.mark.parametrize(("nodes", "codes"), [case[1:] for case in REFERENCES], ids=[case[0] for case in REFERENCES])
def test_references_follow_the_scopes(nodes: tuple[JsonObject, ...], codes: list[tuple[str, str | None]]) -> None:
    assert found(*nodes) == codes


def test_what_lies_before_a_container_is_seen_inside() -> None:
    before, inside = text_node("before", parent=None), text_node("t", "{{ nodes.before.text }}")
    codes = found(before, each(), inside, edges=(edge("s", "before"), edge("before", "each")))
    assert codes == []


def test_what_does_not_lie_before_a_container_is_empty_inside() -> None:
    before, inside = text_node("before", parent=None), text_node("t", "{{ nodes.before.text }}")
    assert ("reference_not_upstream", "t") in found(before, each(), inside)


def test_a_stored_graph_that_breaks_the_rules_is_reported_and_does_not_run() -> None:
    document = Document.model_validate(graph(each("a", "b"), each("b", "a")))
    codes = {(one.code, one.node_key, one.severity) for one in problems(read_graph(document))}
    assert codes == {("parent_circle", "a", "error"), ("parent_circle", "b", "error")}
