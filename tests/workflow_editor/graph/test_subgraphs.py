"""Parts of a graph: behind a node, and up to it."""

from typing import Any

import pytest

from tests.factories.documents import edge, node
from workflow_editor.graph.document import Document
from workflow_editor.graph.subgraphs import Subgraphs
from workflow_editor.nodes.registry import read_graph

# start -> a -> c -> end and start -> b -> c; `a` holds `in1` -> `in2`, and `in2` holds `deep`; `b` is drawn in a group.
DOCUMENT: dict[str, Any] = {
    "nodes": [
        node("start", "start"),
        node("a", "iteration"),
        node("in1", "template", parent="a"),
        node("in2", "loop", parent="a"),
        node("deep", "template", parent="in2"),
        node("drawn", "group"),
        node("b", "template", parent="drawn"),
        node("c", "template"),
        node("end", "end"),
    ],
    "edges": [
        edge("start", "a"),
        edge("start", "b"),
        edge("in1", "in2"),
        edge("a", "c"),
        edge("b", "c"),
        edge("c", "end"),
    ],
}


@pytest.fixture
def parts() -> Subgraphs:
    return Subgraphs(read_graph(Document.model_validate(DOCUMENT)))


@pytest.mark.parametrize(("key", "outermost"), [("a", "a"), ("in1", "a"), ("deep", "a"), ("c", "c")])
def test_what_is_in_a_container_goes_with_the_outermost_one(parts: Subgraphs, key: str, outermost: str) -> None:
    assert parts.outermost(key) == outermost


def test_behind_a_node_is_everything_that_follows_it(parts: Subgraphs) -> None:
    assert parts.behind("c") == {"c", "end"}
    assert parts.behind("b") == {"b", "c", "end"}
    assert parts.behind("in2") == {"a", "c", "end"}


def test_up_to_a_node_is_what_leads_there_with_what_is_in_it(parts: Subgraphs) -> None:
    part = parts.up_to("deep")
    assert [item.key for item in part.nodes] == ["start", "a", "in1", "in2", "deep"]
    assert [(item.source, item.target) for item in part.edges] == [("start", "a"), ("in1", "in2")]
    assert [(item.key, item.parent) for item in parts.up_to("b").nodes] == [("start", None), ("b", None)]
    assert len(parts.up_to("end").nodes) == len(DOCUMENT["nodes"]) - 1


def test_a_node_that_is_not_there_does_not_run(parts: Subgraphs) -> None:
    assert parts.runs("deep")
    assert not parts.runs("ghost")
    assert not parts.runs("drawn")
