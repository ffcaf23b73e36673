"""Published versions: their texts, differences, and rights to change them."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from tests.factories.documents import greeting_document
from tests.factories.runs import run_create
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem
from workflow_editor.models import Workflow, WorkflowVersion

pytestmark = pytest.mark.django_db


def url(workflow: Workflow, rest: str = "") -> str:
    return f"/api/workflows/{workflow.pk}/{rest}"


@pytest.fixture
def workflow(alice: User, bob: User, charlie: User) -> Workflow:
    return workflow_create(alice, document=greeting_document(), editors=(bob,), viewers=(charlie,))


def publish(api: APIClient, workflow: Workflow, **body: Any) -> Any:
    return api.post(url(workflow, "versions/"), body, format="json")


def edit(api: APIClient, workflow: Workflow, changes: dict[str, Any]) -> int:
    workflow.refresh_from_db()
    operation = {"op": "update_node", "key": "greet", "changes": changes}
    body = {"revision": workflow.revision, "operations": [operation]}
    answer = api.patch(url(workflow, "graph/"), body, format="json")
    assert answer.status_code == 200, answer.json()
    return int(answer.json()["revision"])


def retext(api: APIClient, workflow: Workflow, text: str) -> int:
    return edit(api, workflow, {"config": {"template": text}})


def test_a_version_has_a_name_a_note_and_an_author(
    alice_api: APIClient, bob_api: APIClient, workflow: Workflow
) -> None:
    publish(alice_api, workflow)
    retext(bob_api, workflow, "Bye")
    answer = publish(bob_api, workflow, name="Farewell", note="Says goodbye.\nAsked for by Ann.")
    assert (answer.status_code, answer.json()["created"]) == (201, True)
    second, first = alice_api.get(url(workflow, "versions/")).json()["results"]
    assert (second["number"], second["name"], second["note"]) == (2, "Farewell", "Says goodbye.\nAsked for by Ann.")
    assert (second["created_by"]["username"], second["is_live"]) == ("bob", True)
    assert (first["name"], first["note"], first["is_live"]) == ("", "", False)


def test_publishing_what_is_published_returns_it_as_it_is(
    alice_api: APIClient, bob_api: APIClient, workflow: Workflow
) -> None:
    publish(alice_api, workflow, name="First")
    again = publish(bob_api, workflow, name="Mine")
    assert (again.status_code, again.json()["created"]) == (200, False)
    assert (again.json()["name"], again.json()["created_by"]["username"]) == ("First", "alice")


def test_a_graph_that_was_saved_after_the_look_at_it_is_not_published(
    alice_api: APIClient, bob_api: APIClient, workflow: Workflow
) -> None:
    seen = retext(alice_api, workflow, "Bye")
    retext(bob_api, workflow, "Good night")
    problem = assert_problem(publish(alice_api, workflow, revision=seen), 409, "graph_changed")
    assert problem["revision"] == seen + 1
    assert not WorkflowVersion.objects.exists()
    assert publish(alice_api, workflow, revision=seen + 1).status_code == 201


def test_a_version_is_read_with_its_graph(charlie_api: APIClient, alice_api: APIClient, workflow: Workflow) -> None:
    publish(alice_api, workflow)
    retext(alice_api, workflow, "Bye")
    document = charlie_api.get(url(workflow, "versions/1/")).json()["document"]
    assert document["edges"] == greeting_document()["edges"]
    assert {node["key"]: node["config"] for node in document["nodes"]}["greet"] != {"template": "Bye"}


@pytest.mark.parametrize("number", ["2", "0", "99999999999999999999999999"])
def test_a_version_that_is_not_there_is_not_found(alice_api: APIClient, workflow: Workflow, number: str) -> None:
    publish(alice_api, workflow)
    assert_problem(alice_api.get(url(workflow, f"versions/{number}/")), 404, "not_found")
    assert_problem(alice_api.patch(url(workflow, f"versions/{number}/"), {}, format="json"), 404, "not_found")


def test_versions_of_strangers_are_not_found(alice_api: APIClient, bob_api: APIClient, alice: User) -> None:
    own = workflow_create(alice, document=greeting_document())
    publish(alice_api, own)
    for path in ("versions/", "versions/1/"):
        assert_problem(bob_api.get(url(own, path)), 404, "not_found")
    assert_problem(publish(bob_api, own), 404, "not_found")


def test_name_and_note_are_changed_afterwards_by_who_may_edit(
    bob_api: APIClient, charlie_api: APIClient, alice_api: APIClient, workflow: Workflow
) -> None:
    publish(alice_api, workflow, name="First", note="Kept")
    renamed = bob_api.patch(url(workflow, "versions/1/"), {"name": "Launch"}, format="json").json()
    assert (renamed["name"], renamed["note"], renamed["is_live"]) == ("Launch", "Kept", True)
    assert_problem(charlie_api.patch(url(workflow, "versions/1/"), {"name": "Mine"}, format="json"), 403, "forbidden")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"name": "x" * 10_000}, "/name"),
        ({"note": "x" * 4_001}, "/note"),
        ({"name": 7}, "/name"),
        ({"name": None}, "/name"),
        ({"number": 7}, "/number"),
    ],
)
def test_what_does_not_fit_is_refused(
    alice_api: APIClient, workflow: Workflow, body: dict[str, Any], pointer: str
) -> None:
    publish(alice_api, workflow, name="First")
    for answer in (
        alice_api.patch(url(workflow, "versions/1/"), body, format="json"),
        alice_api.post(url(workflow, "versions/"), body, format="json"),
    ):
        problem = assert_problem(answer, 400, "invalid_input")
        assert [error["pointer"] for error in problem["errors"]] == [pointer]
    assert WorkflowVersion.objects.get().name == "First"


def test_a_removed_author_leaves_the_version(
    alice_api: APIClient, bob_api: APIClient, bob: User, workflow: Workflow
) -> None:
    publish(bob_api, workflow, name="Bob's")
    bob.delete()
    (row,) = alice_api.get(url(workflow, "versions/")).json()["results"]
    assert (row["name"], row["created_by"]) == ("Bob's", None)


def test_three_hundred_versions_come_in_pages(alice_api: APIClient, workflow: Workflow) -> None:
    WorkflowVersion.objects.bulk_create(
        [
            WorkflowVersion(workflow=workflow, number=number, content_hash=f"{number:064}", document={})
            for number in range(1, 301)
        ]
    )
    numbers: list[int] = []
    page: Any = {"next": url(workflow, "versions/")}
    with CaptureQueriesContext(connection) as queries:
        while page["next"]:
            page = alice_api.get(page["next"]).json()
            numbers += [row["number"] for row in page["results"]]
    assert numbers == list(range(300, 0, -1))
    # Six pages: what is asked does not grow with what is on them.
    assert len(queries) <= 6 * 6


class TestUnpublishedChanges:
    def mark(self, api: APIClient, workflow: Workflow) -> bool:
        (card,) = api.get("/api/workflows/").json()["results"]
        assert card["unpublished_changes"] == api.get(url(workflow)).json()["unpublished_changes"]
        return bool(card["unpublished_changes"])

    def test_there_are_none_before_the_first_version(self, alice_api: APIClient, workflow: Workflow) -> None:
        retext(alice_api, workflow, "Bye")
        assert not self.mark(alice_api, workflow)

    def test_an_edit_makes_some_and_publishing_ends_them(self, alice_api: APIClient, workflow: Workflow) -> None:
        publish(alice_api, workflow)
        assert not self.mark(alice_api, workflow)
        retext(alice_api, workflow, "Bye")
        assert self.mark(alice_api, workflow)
        publish(alice_api, workflow)
        assert not self.mark(alice_api, workflow)

    def test_an_edit_that_was_taken_back_makes_none(self, alice_api: APIClient, workflow: Workflow) -> None:
        publish(alice_api, workflow)
        config = workflow.nodes.get(key="greet").config
        retext(alice_api, workflow, "Bye")
        edit(alice_api, workflow, {"config": config})
        assert not self.mark(alice_api, workflow)

    def test_a_moved_node_makes_none(self, alice_api: APIClient, workflow: Workflow) -> None:
        publish(alice_api, workflow)
        edit(alice_api, workflow, {"position": {"x": 5, "y": 5}})
        assert not self.mark(alice_api, workflow)


def test_runs_of_one_version_are_listed(alice_api: APIClient, workflow: Workflow) -> None:
    for text in ("Hello", "Bye"):
        retext(alice_api, workflow, text)
        publish(alice_api, workflow)
    first, second = (WorkflowVersion.objects.get(number=number) for number in (1, 2))
    run = run_create(workflow, version=first)
    run_create(workflow, version=second)
    found = alice_api.get(f"/api/runs/?workflow={workflow.pk}&version=1").json()["results"]
    assert [row["id"] for row in found] == [str(run.pk)]
    assert_problem(alice_api.get("/api/runs/?version=99999999999999999999"), 400, "invalid_input")
