"""Workflows over HTTP: who sees what, create, change, copy, export, import."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from tests.factories.documents import edge, greeting_document, node
from tests.factories.runs import run_create
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from workflow_editor.models import Run, Status, Workflow, WorkflowVersion
from workflow_editor.selectors.lists import workflows
from workflow_editor.services.library import workflow_tag

URL = "/api/workflows/"


def url(workflow: Workflow, rest: str = "") -> str:
    return f"{URL}{workflow.pk}/{rest}"


def test_a_card_reports_everything_that_the_list_shows(alice_api: APIClient, workflow: Workflow, alice: User) -> None:
    run = run_create(workflow, status=Status.FAILED)
    run_create(workflow, kind=Run.Kind.DEBUG, target_node="greet")
    [card] = alice_api.get(URL).json()["results"]
    assert card["id"] == str(workflow.pk)
    assert card["owner"] == {"id": alice.pk, "username": "alice"}
    assert (card["role"], card["node_count"], card["revision"], card["published_version"]) == ("owner", 3, 0, None)
    assert (card["last_run"]["id"], card["last_run"]["status"]) == (str(run.pk), "failed")


def test_one_sees_own_and_shared_workflows_only(
    alice_api: APIClient, bob_api: APIClient, charlie_api: APIClient, workflow: Workflow, bob: User
) -> None:
    workflow_create(bob, name="Bob's own")
    assert [card["name"] for card in alice_api.get(URL).json()["results"]] == ["Greeting"]
    assert {card["name"]: card["role"] for card in bob_api.get(URL).json()["results"]} == {
        "Greeting": "editor",
        "Bob's own": "owner",
    }
    assert charlie_api.get(URL).json()["results"] == []


def test_the_list_is_searched_by_name_and_description(alice_api: APIClient, alice: User) -> None:
    workflow_create(alice, name="Weave")
    Workflow.objects.filter(pk=workflow_create(alice, name="Other").pk).update(description="a weaving flow")
    workflow_create(alice, name="Third")
    found = alice_api.get(URL, {"search": "WEAV"}).json()["results"]
    assert {card["name"] for card in found} == {"Weave", "Other"}


def test_the_list_goes_on_behind_a_cursor(alice_api: APIClient, alice: User) -> None:
    now = timezone.now()
    Workflow.objects.bulk_create(
        [Workflow(name=f"W{n}", slug=f"w{n}", owner=alice, created_at=now, updated_at=now) for n in range(51)]
    )
    first = alice_api.get(URL).json()
    second = alice_api.get(first["next"]).json()
    names = [card["name"] for page in (first, second) for card in page["results"]]
    assert (len(first["results"]), len(set(names)), second["next"]) == (50, 51, None)


def test_the_list_costs_the_same_number_of_queries_for_many_cards(
    alice_api: APIClient, alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(5):
        run_create(workflow := workflow_create(alice, name=f"W{number}"))
        workflow_tag(workflow, ["Mail", f"Tag {number}"])
    with django_assert_max_num_queries(6):
        assert len(alice_api.get(URL).json()["results"]) == 5


def test_a_new_workflow_holds_a_start_node(alice_api: APIClient) -> None:
    response = alice_api.post(URL, {"name": "发布需求"})
    assert response.status_code == 201
    card = response.json()
    assert (card["slug"], card["role"], card["node_count"]) == ("发布需求", "owner", 1)


def test_its_start_node_has_a_name_in_the_language_of_the_request(alice_api: APIClient) -> None:
    card = alice_api.post(URL, {"name": "新"}, headers={"Accept-Language": "zh-hans"}).json()
    [start] = alice_api.get(f"{URL}{card['id']}/graph/").json()["nodes"]
    assert start["name"] == "开始"


def test_two_workflows_of_one_name_get_different_slugs(alice_api: APIClient) -> None:
    slugs = {alice_api.post(URL, {"name": "Same"}).json()["slug"] for _ in range(2)}
    assert len(slugs) == 2


def test_a_workflow_can_be_made_from_a_document(alice_api: APIClient) -> None:
    card = alice_api.post(URL, {"name": "Greeting", "document": greeting_document()}).json()
    graph = alice_api.get(f"{URL}{card['id']}/graph/").json()
    assert [item["key"] for item in graph["nodes"]] == ["start", "greet", "end"]
    assert graph["edges"] == greeting_document()["edges"]


@pytest.mark.parametrize(
    ("document", "pointer"),
    [
        ({"nodes": [node("a", "start"), node("b", "start")], "edges": []}, "/document/nodes/1"),
        ({"nodes": [node("a", "start")], "edges": [edge("a", "ghost")]}, "/document/edges/0/target"),
        ({"nodes": [node("a", "template", {"template": 5})], "edges": []}, "/document/nodes/0/config/template"),
        ({"nodes": "none"}, "/document/nodes"),
    ],
)
def test_a_wrong_document_is_refused_at_the_right_place_and_nothing_is_stored(
    alice_api: APIClient, document: dict[str, Any], pointer: str
) -> None:
    response = alice_api.post(URL, {"name": "Broken", "document": document})
    assert pointer in pointers(assert_problem(response, 400, "graph_invalid_operation"))
    assert not Workflow.objects.exists()


def test_a_nameless_workflow_is_refused(alice_api: APIClient) -> None:
    assert pointers(assert_problem(alice_api.post(URL, {"name": " "}), 400, "invalid_input")) == ["/name"]


def test_an_editor_may_rename_it(bob_api: APIClient, workflow: Workflow) -> None:
    card = bob_api.patch(url(workflow), {"name": "Renamed"}).json()
    assert (card["name"], card["slug"], card["role"]) == ("Renamed", workflow.slug, "editor")


def test_a_viewer_reads_but_changes_nothing(alice: User, charlie: User, charlie_api: APIClient) -> None:
    workflow = workflow_create(alice, viewers=(charlie,))
    assert charlie_api.get(url(workflow)).json()["role"] == "viewer"
    assert charlie_api.get(url(workflow, "graph/")).status_code == 200
    assert_problem(charlie_api.patch(url(workflow), {"name": "Mine"}), 403, "forbidden")
    assert_problem(charlie_api.patch(url(workflow, "graph/"), {"revision": 0, "operations": []}), 403, "forbidden")
    assert_problem(charlie_api.post(url(workflow, "versions/")), 403, "forbidden")
    workflow.refresh_from_db()
    assert workflow.name == "Greeting"


def test_only_the_owner_deletes(alice_api: APIClient, bob_api: APIClient, workflow: Workflow) -> None:
    assert_problem(bob_api.delete(url(workflow)), 403, "forbidden")
    run_create(workflow)
    assert alice_api.delete(url(workflow)).status_code == 204
    assert not Workflow.objects.exists()
    assert not WorkflowVersion.objects.exists()


def test_a_workflow_with_an_open_run_is_not_deleted(alice_api: APIClient, workflow: Workflow) -> None:
    run_create(workflow, status=Status.RUNNING)
    assert_problem(alice_api.delete(url(workflow)), 409, "workflow_busy")
    assert Run.objects.count() == 1


def test_a_copy_belongs_to_whoever_made_it(bob_api: APIClient, workflow: Workflow) -> None:
    card = bob_api.post(url(workflow, "duplicate/"), headers={"Accept-Language": "zh-hans"}).json()
    assert (card["name"], card["role"], card["node_count"]) == ("Greeting（副本）", "owner", 3)
    assert bob_api.get(f"{URL}{card['id']}/graph/").json()["edges"] == greeting_document()["edges"]


def test_an_export_comes_back_as_the_same_graph(alice_api: APIClient, workflow: Workflow) -> None:
    file = alice_api.get(url(workflow, "export/")).json()
    assert file["format"] == "flowloom"
    card = alice_api.post(f"{URL}import/", file).json()
    copy = alice_api.get(f"{URL}{card['id']}/export/").json()
    assert copy == file


def test_an_export_holds_no_secret(alice_api: APIClient, alice: User) -> None:
    webhook = "https://open.feishu.cn/open-apis/bot/v2/hook/secret-token"
    tool = {"id": "t", "type": "notification-feishu", "name": "Bot", "config": {"webhookUrl": webhook, "title": "Hi"}}
    document = {"nodes": [node("n", "tool", {"tool": tool, "arguments": {}})], "edges": []}
    workflow = workflow_create(alice, document=document)
    file = alice_api.get(url(workflow, "export/"))
    assert "secret-token" not in file.content.decode()
    assert file.json()["document"]["nodes"][0]["config"]["tool"]["config"] == {"title": "Hi"}


def test_a_file_of_another_kind_is_not_imported(alice_api: APIClient) -> None:
    body = {"format": "n8n", "name": "x", "document": greeting_document()}
    assert pointers(assert_problem(alice_api.post(f"{URL}import/", body), 400, "invalid_input")) == ["/format"]


def test_every_publication_of_a_changed_graph_gets_the_next_number(alice_api: APIClient, workflow: Workflow) -> None:
    first = alice_api.post(url(workflow, "versions/")).json()
    again = alice_api.post(url(workflow, "versions/")).json()
    workflow.nodes.filter(key="greet").update(config={"template": "Bye"})
    second = alice_api.post(url(workflow, "versions/")).json()
    assert (first["number"], again["id"], second["number"]) == (1, first["id"], 2)
    assert [row["number"] for row in alice_api.get(url(workflow, "versions/")).json()["results"]] == [2, 1]
    assert alice_api.get(url(workflow)).json()["published_version"] == 2


def test_moving_a_node_makes_no_new_version(alice_api: APIClient, workflow: Workflow) -> None:
    first = alice_api.post(url(workflow, "versions/")).json()
    workflow.nodes.filter(key="greet").update(x=500)
    assert alice_api.post(url(workflow, "versions/")).json()["id"] == first["id"]


def test_a_card_has_a_picture_of_a_small_graph(alice_api: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    alice_api.post("/api/workflows/", {"name": "Route", "template": "route-by-topic"})
    [card] = alice_api.get("/api/workflows/").json()["results"]
    [template] = [one for one in alice_api.get("/api/workflow-templates/").json() if one["id"] == "route-by-topic"]
    edges = [{"source": edge["source"], "target": edge["target"]} for edge in template["picture"]["edges"]]
    assert card["picture"] == {"nodes": template["picture"]["nodes"], "edges": edges}
    monkeypatch.setattr(workflows, "MAX_NODES_IN_PICTURE", len(template["picture"]["nodes"]) - 1)
    [card] = alice_api.get("/api/workflows/").json()["results"]
    assert card["picture"] is None
