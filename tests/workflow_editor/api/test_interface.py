"""A workflow as a tool, and the warning about callers when a version breaks its interface."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from tests.factories.agents import agent_create
from tests.factories.documents import greeting_document, node, text_field
from tests.factories.run_documents import ask, chain
from tests.factories.workflows import workflow_create
from workflow_editor.models import ApiToken, Workflow
from workflow_editor.services.tokens import token_create
from workflow_editor.services.versions import version_publish
from workflow_editor.services.workflows import workflow_update

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


CHANGES = [
    ("removed", {"fields": []}, ["The input “topic” was removed."]),
    (
        "renamed",
        {"fields": [text_field("subject")]},
        ["The input “topic” was removed.", "The input “subject” is now required."],
    ),
    (
        "of another type",
        {"fields": [text_field("topic") | {"type": "number"}]},
        ["The input “topic” now accepts different values."],
    ),
    (
        "newly required",
        {"fields": [text_field("topic"), text_field("tone")]},
        ["The input “tone” is now required."],
    ),
]


def call_by(kind: str, alice: User, greeting: Workflow) -> tuple[str, str, str]:
    """Let something call the newest version, and return how it is reported."""
    tool = f"workflow:{greeting.slug}"
    held: dict[str, Any] = {"id": "1", "type": tool, "name": "Greet"}
    if kind == "agent":
        agent_create(alice, name="Butler", tool_ids_inventory=[tool])
        return "agent", "Butler", ""
    if kind == "token":
        token_create(alice, name="Shop", workflow=greeting)
        return "token", "Shop", ""
    if kind == "token for all":
        token_create(alice, name="Backup", read_only=True)
        token_create(alice, name="Chat", scopes=["chat"])
        ApiToken.objects.filter(pk=token_create(alice, name="Old", expires_in_days=1)[0].pk).update(
            expires_at=timezone.now()
        )
        token_create(alice, name="Office")
        return "token", "Office", ""
    if kind == "mcp":
        workflow_update(greeting, offered_over_mcp=True)
        return "mcp", "MCP", ""
    nodes = {
        "ai": ask("ai", enabledTools=[tool]),
        "tool": node("call", "tool", {"tool": held}),
        "sub": node("sub", "sub_workflow", {"workflow": greeting.slug}),
    }
    caller = workflow_create(alice, name="Calls", document=chain(nodes[kind]))
    return "workflow", "Calls", caller.nodes.get(key=nodes[kind]["key"]).name


@pytest.mark.parametrize("kind", ["agent", "ai", "tool", "sub", "token", "token for all", "mcp"])
@pytest.mark.parametrize(("change", "config", "sentences"), CHANGES, ids=[change for change, *_ in CHANGES])
def test_each_kind_of_caller_is_named_before_an_input_is_changed(
    alice: User, alice_api: APIClient, greeting: Workflow, kind: str, change: str, config: Any, sentences: list[str]
) -> None:
    expected = call_by(kind, alice, greeting)
    start = greeting.nodes.get(key="start")
    start.config = config
    start.save()
    report = alice_api.get(f"/api/workflows/{greeting.pk}/interface/").json()
    assert [text["en"] for text in report["breaking"]] == sentences, change
    assert [(one["kind"], one["name"], one["node"]) for one in report["callers"]] == [expected]


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
    token_create(alice, name="Shop", workflow=shared)
    token_create(alice, name="Everything")
    token_create(alice, name="Only reads", read_only=True)
    # Nobody who may not run it can start it with a token for everything.
    token_create(charlie, name="Everything of a stranger")
    ask_for(shared)
    report = bob_api.get(f"/api/workflows/{shared.pk}/interface/").json()
    assert (report["callers"], report["foreign_tokens"]) == ([], 2)


def trigger(type_: str, **config: Any) -> dict[str, Any]:
    return node("begins", type_, config, name="Begins")


UNFILLED = ["“Begins” gives no value for the input “tone”."]
SOMETIMES_FILLED = ["“Begins” gives a value for the input “tone” only when one arrives under that name."]
OF_OLD_TYPE = ["“Begins” fills the input “tone”, which now accepts different values."]
MAPPED = {"mapping": [{"name": "tone", "value": "calm"}]}


@pytest.mark.parametrize(
    ("begins", "when_required", "when_a_number"),
    [
        (trigger("schedule"), UNFILLED, []),
        (trigger("schedule", **MAPPED), [], OF_OLD_TYPE),
        (trigger("schedule", enabled=False), [], []),
        (trigger("bot_message"), UNFILLED, []),
        (trigger("chat_trigger", **MAPPED), [], OF_OLD_TYPE),
        (trigger("run_end"), UNFILLED, []),
        (trigger("webhook"), SOMETIMES_FILLED, OF_OLD_TYPE),
        (trigger("webhook", path="letters/:tone"), [], OF_OLD_TYPE),
        (trigger("poll"), SOMETIMES_FILLED, OF_OLD_TYPE),
        (trigger("form_trigger"), [], []),
        (trigger("form_trigger", **MAPPED), [], OF_OLD_TYPE),
        (trigger("form_trigger", mapping=[{"name": "tone", "value": "{{ trigger.fields.tone }}"}]), [], []),
    ],
)
def test_triggers_that_do_not_fit_the_new_inputs_are_named(
    alice: User, alice_api: APIClient, begins: dict[str, Any], when_required: list[str], when_a_number: list[str]
) -> None:
    optional = text_field("tone", required=False)
    document = greeting_document()
    document["nodes"] += [begins]
    workflow = workflow_create(alice, name="Greet", document=document)
    start = workflow.nodes.get(key="start")
    for earlier, field, expected in [
        ([], optional, []),
        ([], text_field("tone"), when_required),
        ([optional], text_field("tone"), when_required),
        ([optional], {**optional, "type": "number"}, when_a_number),
    ]:
        for fields in (earlier, [field]):
            start.config = {"fields": fields}
            start.save()
            if fields is earlier:
                version_publish(workflow, alice)
        report = alice_api.get(f"/api/workflows/{workflow.pk}/interface/").json()
        assert [text["en"] for text in report["breaking"] if "Begins" in text["en"]] == expected
        named = [(one["kind"], one["name"]) for one in report["callers"]]
        assert named == ([("trigger", "Begins")] if expected else [])
