"""Shape and address of a graph."""

import pytest

from tests.factories.documents import edge, greeting_document, node
from workflow_editor.graph.document import Document
from workflow_editor.graph.hashing import content_hash
from workflow_editor.graph.topology import Ancestry, find_cycle, reachable, topology


def document(*ends: str) -> Document:
    """A graph of `a>b` short forms; nodes in order of appearance."""
    pairs = [end.split(">") for end in ends]
    keys = dict.fromkeys(key for pair in pairs for key in pair)
    return Document.model_validate(
        {"nodes": [node(key, "template") for key in keys], "edges": [edge(a, b) for a, b in pairs]}
    )


def test_the_order_follows_the_edges() -> None:
    assert topology(document("a>c", "a>b", "b>d", "c>d")).order == ("a", "c", "b", "d")


def test_nodes_on_and_behind_a_cycle_have_no_place_in_the_order() -> None:
    shape = topology(document("a>b", "b>c", "c>b", "c>d"))
    assert shape.has_cycle
    assert shape.order == ("a",)


@pytest.mark.parametrize(
    ("ends", "cycle"),
    [
        (("a>b", "b>c"), ()),
        (("a>a",), ("a",)),
        (("a>b", "b>a"), ("b", "a")),
        (("x>a", "a>b", "b>c", "c>a", "c>y"), ("c", "a", "b")),
        (("y>z", "a>b", "b>a", "a>y"), ("b", "a")),
    ],
)
def test_a_cycle_is_walked_along_its_edges(ends: tuple[str, ...], cycle: tuple[str, ...]) -> None:
    walked = find_cycle(topology(document(*ends)))
    assert {edge.source for edge in walked} == set(cycle)
    for this, following in zip(walked, walked[1:] + walked[:1], strict=True):
        assert this.target == following.source


def test_reachability_and_ancestry() -> None:
    shape = topology(document("a>b", "b>c", "x>c", "c>d"))
    assert reachable(shape, ["a"]) == {"a", "b", "c", "d"}
    ancestry = Ancestry(shape)
    assert [ancestry.is_upstream(key, "d") for key in ("a", "x", "d")] == [True, True, False]
    assert not ancestry.is_upstream("a", "x")


def test_positions_and_the_order_of_nodes_do_not_change_the_address() -> None:
    first = Document.model_validate(greeting_document())
    moved = first.model_copy(deep=True)
    moved.nodes.reverse()
    moved.nodes[0].position.x = 400
    assert content_hash(moved) == content_hash(first)


@pytest.mark.parametrize(
    "change",
    [
        {"name": "Other"},
        {"config": {"template": "Bye"}},
        {"bypass": True},
        {"pinned_output": {"text": "pinned"}},
        {"type_version": 2},
    ],
    ids=lambda change: next(iter(change)),
)
def test_everything_that_decides_a_run_changes_the_address(change: dict[str, object]) -> None:
    first = Document.model_validate(greeting_document())
    changed = first.model_copy(deep=True)
    changed.nodes[1] = changed.nodes[1].model_copy(update=change)
    assert content_hash(changed) != content_hash(first)


def test_odd_texts_have_an_address_too() -> None:
    odd = Document.model_validate({"nodes": [node("a", "template", {"template": "\ud800 猫"})]})
    assert len(content_hash(odd)) == 64
