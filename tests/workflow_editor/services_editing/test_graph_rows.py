"""Saving a graph touches the rows that differ, and no others."""

from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories.documents import edge, node
from tests.factories.workflows import workflow_create
from workflow_editor.errors import ConflictError, InvalidInputError
from workflow_editor.graph.hashing import content_hash
from workflow_editor.models import Edge, GraphChange, ProcessNode, Workflow
from workflow_editor.models.graph_document import graph_document
from workflow_editor.services.graph import graph_apply


def apply(user: User, workflow: Workflow, *operations: dict[str, Any], revision: int = 0) -> int:
    return graph_apply(user, workflow_id=UUID(str(workflow.pk)), revision=revision, operations=operations)[0]


def writes(captured: CaptureQueriesContext) -> list[str]:
    """Return the verb and table of every statement that wrote."""
    words = [query["sql"].split() for query in captured.captured_queries]
    return [" ".join(word[:3]).replace('"', "") for word in words if word[0] in {"INSERT", "UPDATE", "DELETE"}]


def test_moving_one_node_updates_one_row(alice: User, workflow: Workflow) -> None:
    move = {"op": "update_node", "key": "greet", "changes": {"position": {"x": 7, "y": 8}}}
    with CaptureQueriesContext(
        connection,
    ) as captured:
        apply(alice, workflow, move)
    assert writes(captured) == [
        "UPDATE workflow_editor_processnode SET",
        "UPDATE workflow_editor_workflow SET",
        "INSERT INTO workflow_editor_graphchange",
    ]
    [update] = [
        query["sql"] for query in captured.captured_queries if "UPDATE" in query["sql"] and 'SET "x"' in query["sql"]
    ]
    assert '"config"' not in update


def test_rows_that_stay_keep_their_identity(alice: User, workflow: Workflow) -> None:
    before = dict(ProcessNode.objects.values_list("key", "pk"))
    edges = dict(Edge.objects.values_list("edge_id", "pk"))
    apply(
        alice,
        workflow,
        {"op": "add_node", "node": node("extra", "template", {"template": "x"})},
        {"op": "add_edge", "edge": edge("start", "extra")},
    )
    assert before.items() <= dict(ProcessNode.objects.values_list("key", "pk")).items()
    assert edges.items() <= dict(Edge.objects.values_list("edge_id", "pk")).items()


def test_the_stored_graph_is_the_one_that_was_applied(alice: User, workflow: Workflow) -> None:
    operations: list[dict[str, Any]] = [
        {"op": "remove_node", "key": "greet"},
        {"op": "add_node", "node": node("greet", "set", {"assignments": [{"name": "a", "value": "1"}]}, name="New")},
        {"op": "add_edge", "edge": edge("start", "greet")},
        {"op": "update_node", "key": "end", "changes": {"pinned_output": {"a": 1}, "bypass": True}},
    ]
    graph = graph_apply(alice, workflow_id=workflow.pk, revision=0, operations=operations).graph
    stored = graph_document(workflow)
    assert {item.key: item for item in stored.nodes} == graph.nodes
    assert {item.id: item for item in stored.edges} == {item.id: item for item in graph.document.edges}


def test_a_name_may_go_to_a_new_node_in_one_batch(alice: User, workflow: Workflow) -> None:
    rename = {"op": "update_node", "key": "greet", "changes": {"name": "Old"}}
    apply(alice, workflow, rename, {"op": "add_node", "node": node("extra", "template", name="Greet")})
    assert dict(ProcessNode.objects.values_list("key", "name"))["extra"] == "Greet"


def test_many_nodes_are_saved_at_once(alice: User) -> None:
    workflow = workflow_create(alice, document={"nodes": [node("start", "start")], "edges": []})
    operations: list[dict[str, Any]] = []
    for number in range(600):
        operations += [
            {"op": "add_node", "node": node(f"n{number}", "template", {"template": "x"})},
            {"op": "add_edge", "edge": edge("start", f"n{number}")},
        ]
    apply(alice, workflow, *operations)
    apply(alice, workflow, *({"op": "remove_node", "key": f"n{number}"} for number in range(600)), revision=1)
    assert (ProcessNode.objects.count(), Edge.objects.count(), GraphChange.objects.count()) == (1, 0, 2)


@pytest.mark.parametrize("revision", [1, 99])
def test_a_revision_that_is_not_the_stored_one_is_a_conflict(alice: User, workflow: Workflow, revision: int) -> None:
    with pytest.raises(ConflictError) as caught:
        apply(alice, workflow, revision=revision)
    assert caught.value.details == {"revision": 0, "changes": []}


def test_a_refused_batch_leaves_no_trace(alice: User, workflow: Workflow) -> None:
    rename = {"op": "update_node", "key": "greet", "changes": {"name": "Renamed"}}
    with pytest.raises(InvalidInputError):
        apply(alice, workflow, rename, {"op": "remove_edge", "id": "ghost"})
    workflow.refresh_from_db()
    assert (workflow.revision, GraphChange.objects.count()) == (0, 0)
    assert not ProcessNode.objects.filter(name="Renamed").exists()


def test_a_pinned_output_can_be_taken_away(alice: User, workflow: Workflow) -> None:
    pin = {"op": "update_node", "key": "greet", "changes": {"pinned_output": {"text": "fixed"}}}
    unpin = {"op": "update_node", "key": "greet", "changes": {"pinned_output": None}}
    apply(alice, workflow, pin)
    assert ProcessNode.objects.get(key="greet").pinned_output == {"text": "fixed"}
    apply(alice, workflow, unpin, revision=1)
    assert ProcessNode.objects.get(key="greet").pinned_output is None


def test_only_what_differs_from_the_default_policy_is_stored(alice: User, workflow: Workflow) -> None:
    policy = {"onError": "default", "defaultOutput": {"text": "-"}}
    apply(alice, workflow, {"op": "update_node", "key": "greet", "changes": {"policy": policy}})
    rows = dict(ProcessNode.objects.filter(workflow=workflow).values_list("key", "policy"))
    assert (rows["greet"], rows["start"]) == (policy, {})
    read = {one.key: one.policy for one in graph_document(workflow).nodes}
    assert read["greet"].default_output == {"text": "-"}
    assert read["start"].on_error == "fail"


def test_connections_lie_in_the_order_in_which_they_were_put(alice: User, workflow: Workflow) -> None:
    document = graph_document(workflow)
    first, second = (one.model_dump() for one in document.edges)
    digest = content_hash(document)
    swap = ({"op": "remove_edge", "id": first["id"]}, {"op": "add_edge", "edge": first})
    apply(alice, workflow, *swap)
    assert [one.id for one in graph_document(workflow).edges] == [second["id"], first["id"]]
    apply(alice, workflow, {"op": "remove_edge", "id": second["id"]}, {"op": "add_edge", "edge": second}, revision=1)
    workflow.refresh_from_db()
    assert (workflow.content_hash, content_hash(graph_document(workflow))) == (digest, digest)
