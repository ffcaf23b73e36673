"""A workflow as a tool, and the warning about callers when a version breaks its interface."""

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.factories.agents import agent_create
from tests.factories.documents import greeting_document, node, text_field
from tests.factories.run_documents import ask, chain
from tests.factories.workflows import workflow_create
from workflow_editor.models import Workflow
from workflow_editor.services.versions import version_publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def greeting(alice: User) -> Workflow:
    workflow = workflow_create(alice, name="Greet", document=greeting_document())
    version_publish(workflow, alice)
    return workflow


def ask_for(workflow: Workflow, *names: str) -> None:
    start = workflow.nodes.get(key="start")
    start.config = {"fields": [text_field(name) for name in names]}
    start.save()


def callers(alice: User, greeting: Workflow) -> None:
    tool = f"workflow:{greeting.slug}"
    agent_create(alice, name="Butler", tool_ids_inventory=[tool])
    agent_create(alice, name="Pinned", tool_ids_inventory=[f"{tool}@1"])
    workflow_create(alice, name="Asks", document=chain(ask("ai", enabledTools=[tool])))
    workflow_create(alice, name="Calls", document=chain(node("sub", "sub_workflow", {"workflow": str(greeting.pk)})))
    pinned = {"workflow": greeting.slug, "version": 1}
    workflow_create(alice, name="Calls one", document=chain(node("sub", "sub_workflow", pinned)))


def test_the_tool_is_shown_as_models_see_it(alice_api: APIClient, greeting: Workflow) -> None:
    report = alice_api.get(f"/api/workflows/{greeting.pk}/interface/").json()
    assert report["tool"]["name"] == f"workflow:{greeting.slug}"
    assert report["tool"]["parameters"]["required"] == ["topic"]
    assert report["function"] == "greet"
    assert (report["breaking"], report["callers"]) == ([], [])


def test_publishing_what_breaks_callers_lists_them(alice: User, alice_api: APIClient, greeting: Workflow) -> None:
    callers(alice, greeting)
    ask_for(greeting, "topic", "tone")
    published = alice_api.post(f"/api/workflows/{greeting.pk}/versions/").json()
    assert published["number"] == 2
    assert [text["en"] for text in published["breaking"]] == ["The input “tone” is now required."]
    assert [(one["kind"], one["name"], one["node"]) for one in published["callers"]] == [
        ("agent", "Butler", ""),
        ("workflow", "Asks", "Ai"),
        ("workflow", "Calls", "Sub"),
    ]


def test_publishing_what_breaks_nothing_lists_nobody(alice: User, alice_api: APIClient, greeting: Workflow) -> None:
    callers(alice, greeting)
    template = greeting.nodes.get(key="greet")
    template.config = {"template": "Bye {{ inputs.topic }}"}
    template.save()
    published = alice_api.post(f"/api/workflows/{greeting.pk}/versions/").json()
    assert (published["number"], published["breaking"], published["callers"]) == (2, [], [])


def test_callers_of_other_people_are_not_reported(alice: User, charlie: User, bob: User, bob_api: APIClient) -> None:
    shared = workflow_create(alice, name="Shared", document=greeting_document(), editors=(bob,))
    version_publish(shared, alice)
    agent_create(alice, tool_ids_inventory=[f"workflow:{shared.slug}"])
    ask_for(shared)
    assert bob_api.get(f"/api/workflows/{shared.pk}/interface/").json()["callers"] == []
