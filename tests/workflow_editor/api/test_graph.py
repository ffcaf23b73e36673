"""The graph over HTTP: operations with a revision, refusals with pointers, problems."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.factories.documents import edge, node
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from workflow_editor.models import GraphChange, Workflow
from workflow_editor.selectors.graphs import changes as graph_selectors


def url(workflow: Workflow) -> str:
    return f"/api/workflows/{workflow.pk}/graph/"


def save(api: APIClient, workflow: Workflow, *operations: dict[str, Any], revision: int = 0) -> Any:
    return api.patch(url(workflow), {"revision": revision, "operations": list(operations)})


def graph(api: APIClient, workflow: Workflow) -> dict[str, Any]:
    body: dict[str, Any] = api.get(url(workflow)).json()
    return body


def rename(key: str, name: str) -> dict[str, Any]:
    return {"op": "update_node", "key": key, "changes": {"name": name}}


def test_the_graph_comes_with_its_revision_and_problems(alice_api: APIClient, workflow: Workflow) -> None:
    body = graph(alice_api, workflow)
    assert (body["revision"], body["problems"]) == (0, [])
    assert body["nodes"][1] == node("greet", "template", {"template": "Hello {{ inputs.topic }}"})


def test_a_batch_is_saved_and_logged(alice_api: APIClient, workflow: Workflow, alice: User) -> None:
    operations: list[dict[str, Any]] = [
        {"op": "remove_edge", "id": "greet-out-end"},
        {"op": "add_node", "node": node("shout", "template", {"template": "{{ nodes.greet.text }}!"})},
        {"op": "add_edge", "edge": edge("greet", "shout")},
        {"op": "add_edge", "edge": edge("shout", "end")},
        {"op": "update_node", "key": "greet", "changes": {"position": {"x": 12.5, "y": -3}, "bypass": True}},
    ]
    response = save(alice_api, workflow, *operations)
    assert response.json() == {"revision": 1, "changes": [], "problems": []}
    body = graph(alice_api, workflow)
    assert {item["id"] for item in body["edges"]} == {"start-out-greet", "greet-out-shout", "shout-out-end"}
    moved = next(item for item in body["nodes"] if item["key"] == "greet")
    assert (moved["position"], moved["bypass"]) == ({"x": 12.5, "y": -3.0}, True)
    change = GraphChange.objects.get()
    assert (change.revision, change.user, change.operations) == (1, alice, operations)


def test_removing_a_node_removes_its_edges(alice_api: APIClient, workflow: Workflow) -> None:
    save(alice_api, workflow, {"op": "remove_node", "key": "greet"})
    body = graph(alice_api, workflow)
    assert ([item["key"] for item in body["nodes"]], body["edges"]) == (["start", "end"], [])


def test_two_nodes_may_swap_names(alice_api: APIClient, workflow: Workflow) -> None:
    assert save(alice_api, workflow, rename("greet", "End"), rename("end", "Greet")).status_code == 200
    assert {item["key"]: item["name"] for item in graph(alice_api, workflow)["nodes"]} == {
        "start": "Start",
        "greet": "End",
        "end": "Greet",
    }


def test_an_old_revision_gets_what_changed_since(alice_api: APIClient, bob_api: APIClient, workflow: Workflow) -> None:
    save(alice_api, workflow, rename("greet", "One"))
    save(bob_api, workflow, rename("greet", "Two"), revision=1)
    problem = assert_problem(save(alice_api, workflow, rename("greet", "Mine"), revision=1), 409, "graph_conflict")
    assert problem["revision"] == 2
    [change] = problem["changes"]
    assert (change["revision"], change["user"], change["operations"]) == (2, "bob", [rename("greet", "Two")])
    assert graph(alice_api, workflow)["nodes"][1]["name"] == "Two"


def test_other_things_join_what_was_saved_since(alice_api: APIClient, bob_api: APIClient, workflow: Workflow) -> None:
    title = {"op": "update_config", "key": "greet", "set": {"template": "Hi"}}
    save(bob_api, workflow, title)
    answer = save(alice_api, workflow, rename("greet", "Mine"), rename("end", "Finish")).json()
    assert (answer["revision"], [change["user"] for change in answer["changes"]]) == (2, ["bob"])
    stored = {item["key"]: item for item in graph(alice_api, workflow)["nodes"]}
    assert (stored["greet"]["name"], stored["greet"]["config"], stored["end"]["name"]) == (
        "Mine",
        {"template": "Hi"},
        "Finish",
    )


def test_what_would_break_the_graph_together_is_a_conflict(
    alice_api: APIClient, bob_api: APIClient, workflow: Workflow
) -> None:
    save(bob_api, workflow, rename("greet", "Same"))
    assert_problem(save(alice_api, workflow, rename("end", "Same")), 409, "graph_conflict")
    assert_problem(save(alice_api, workflow, rename("end", "Same"), revision=1), 400, "graph_invalid_operation")


def test_a_batch_that_comes_twice_is_saved_once(alice_api: APIClient, bob_api: APIClient, workflow: Workflow) -> None:
    body = {"revision": 0, "operations": [rename("greet", "Mine")], "batch": str(uuid4())}
    first = alice_api.patch(url(workflow), body).json()
    save(bob_api, workflow, rename("greet", "Later"), revision=1)
    again = alice_api.patch(url(workflow), body).json()
    assert (first["revision"], again["revision"], again["changes"]) == (1, 1, [])
    assert [change.user.username for change in GraphChange.objects.all() if change.user] == ["alice", "bob"]
    assert graph(alice_api, workflow)["nodes"][1]["name"] == "Later"


def test_a_revision_of_the_future_has_to_read_the_graph(alice_api: APIClient, workflow: Workflow) -> None:
    problem = assert_problem(save(alice_api, workflow, rename("greet", "Mine"), revision=7), 409, "graph_conflict")
    assert (problem["revision"], problem["changes"]) == (0, [])


def test_who_is_far_behind_has_to_read_the_graph(
    alice_api: APIClient, workflow: Workflow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph_selectors, "MAX_CHANGES", 2)
    for revision in range(3):
        save(alice_api, workflow, rename("greet", f"Name {revision}"), revision=revision)
    problem = assert_problem(save(alice_api, workflow, rename("end", "Finish")), 409, "graph_conflict")
    assert (problem["revision"], problem["changes"]) == (3, [])


def test_operations_are_kept_in_full(alice_api: APIClient, workflow: Workflow) -> None:
    bare = {"key": "more", "name": "More", "type": "template", "config": {"template": "x"}}
    move = {"op": "update_node", "key": "greet", "changes": {"position": {"x": 3}, "policy": {}}}
    save(alice_api, workflow, {"op": "add_node", "node": bare}, move)
    added, moved = GraphChange.objects.get().operations
    assert added["node"] == node("more", "template", {"template": "x"}, name="More")
    assert moved["changes"] == {"position": {"x": 3.0, "y": 0.0}, "policy": {}}


@pytest.mark.parametrize(
    ("operation", "pointer"),
    [
        ({"op": "add_node", "node": node("greet", "template")}, "/operations/1/key"),
        ({"op": "add_node", "node": node("other", "template", name="Greet")}, "/operations/1/name"),
        ({"op": "add_node", "node": node("again", "start")}, "/operations/1"),
        ({"op": "add_edge", "edge": edge("greet", "nowhere")}, "/operations/1/target"),
        ({"op": "add_edge", "edge": edge("greet", "end", port="side")}, "/operations/1/source_port"),
        (
            {"op": "update_node", "key": "greet", "changes": {"config": {"template": 1}}},
            "/operations/1/config/template",
        ),
        ({"op": "update_node", "key": "ghost", "changes": {"x": 1}}, "/operations/1/key"),
        ({"op": "update_config", "key": "ghost", "set": {"x": 1}}, "/operations/1/key"),
        ({"op": "update_config", "key": "greet", "set": {"template": 1}}, "/operations/1/config/template"),
        ({"op": "explode"}, "/operations/1"),
    ],
)
def test_a_wrong_operation_is_pointed_at_and_nothing_is_saved(
    alice_api: APIClient, workflow: Workflow, operation: dict[str, Any], pointer: str
) -> None:
    before = graph(alice_api, workflow)
    response = save(alice_api, workflow, rename("end", "Finish"), operation)
    assert pointer in pointers(assert_problem(response, 400, "graph_invalid_operation"))
    assert graph(alice_api, workflow) == before


def test_a_cycle_is_refused_in_the_readers_language(alice_api: APIClient, workflow: Workflow) -> None:
    operations = [
        {"op": "add_node", "node": node("loop", "template", {"template": "x"})},
        {"op": "add_edge", "edge": edge("greet", "loop")},
        {"op": "add_edge", "edge": edge("loop", "greet")},
    ]
    body = {"revision": 0, "operations": operations}
    response = alice_api.patch(url(workflow), body, headers={"Accept-Language": "zh-hans"})
    [error] = assert_problem(response, 400, "graph_invalid_operation")["errors"]
    assert (error["pointer"], error["code"]) == ("/operations/2", "cycle")
    assert "互相等待" in error["message"]
    assert set(error) == {"pointer", "code", "message"}


def test_an_empty_batch_keeps_the_revision(alice_api: APIClient, workflow: Workflow) -> None:
    assert save(alice_api, workflow).json()["revision"] == 0
    assert not GraphChange.objects.exists()


def test_a_batch_without_operations_is_malformed(alice_api: APIClient, workflow: Workflow) -> None:
    problem = assert_problem(alice_api.patch(url(workflow), {"revision": -1}), 400, "invalid_input")
    assert set(pointers(problem)) == {"/revision", "/operations"}


def test_an_unfinished_graph_is_stored_with_problems_in_both_languages(alice_api: APIClient, alice: User) -> None:
    workflow = workflow_create(alice, document={"nodes": [node("start", "start")], "edges": []})
    response = save(alice_api, workflow, {"op": "add_node", "node": node("writer", "process")})
    found = {problem["code"]: problem for problem in response.json()["problems"]}
    assert found["unconnected"]["severity"] == "warning"
    assert found["unconnected"]["node_key"] == "writer"
    assert set(found["unconnected"]["message"]) == {"en", "zh"}
    assert any(problem["severity"] == "error" for problem in found.values())


def test_an_editor_may_save_and_a_stranger_sees_nothing(
    bob_api: APIClient, charlie_api: APIClient, workflow: Workflow
) -> None:
    assert save(bob_api, workflow, rename("greet", "Hello")).status_code == 200
    assert_problem(charlie_api.get(url(workflow)), 404, "not_found")
    assert_problem(save(charlie_api, workflow, rename("greet", "Mine"), revision=1), 404, "not_found")
