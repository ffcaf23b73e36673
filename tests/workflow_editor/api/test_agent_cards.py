"""Agents in lists: what their cards show, in which order, and what would miss one."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from agents.models import AgentProfile
from agents.services.agent_versions import agent_version_keep
from tests.factories.agents import agent_create
from tests.factories.documents import node
from tests.factories.run_documents import ask, chain
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from workflow_editor.conversations.lifecycle import conversation_create
from workflow_editor.conversations.shares import share_create, share_revoke
from workflow_editor.models import Conversation
from workflow_editor.services.tokens import token_create

URL = "/api/agents/"


def test_a_card_shows_model_knowledge_version_links_and_the_last_conversation(
    alice: User, bob: User, alice_api: APIClient
) -> None:
    agent = agent_create(alice, knowledge_base_references=[{"source_id": "handbook"}])
    [card] = alice_api.get(URL).json()["results"]
    fields = ("model", "knowledge_count", "version", "open_links", "last_conversation_at")
    assert [card[name] for name in fields] == [{"provider": "offline", "name": ""}, 1, None, 0, None]
    agent_version_keep(agent, alice)
    share_create(alice, agent, right="chat")
    share_revoke(alice, share_id=share_create(alice, agent, right="chat")[0].pk)
    talk = conversation_create(alice, agent)
    later = timezone.now() + timedelta(days=1)
    Conversation.objects.create(agent=agent, user=alice, is_test=True)
    Conversation.objects.create(agent=agent, user=alice, deleted_at=later)
    Conversation.objects.create(agent=agent, user=bob)
    Conversation.objects.exclude(pk=talk.pk).update(updated_at=later)
    [card] = alice_api.get(URL).json()["results"]
    assert (card["version"], card["open_links"]) == (1, 1)
    assert card["last_conversation_at"][:19] == talk.updated_at.isoformat()[:19]


def test_cards_are_sorted(alice: User, alice_api: APIClient) -> None:
    rows = [agent_create(alice, name=name) for name in ("charlie", "Alpha", "Bravo")]

    def listed(sort: str) -> list[str]:
        return [card["name"] for card in alice_api.get(URL, {"sort": sort}).json()["results"]]

    assert listed("name") == ["Alpha", "Bravo", "charlie"]
    assert listed("created") == ["Bravo", "Alpha", "charlie"]
    conversation_create(alice, rows[1])
    assert listed("last_conversation")[0] == "Alpha"
    AgentProfile.objects.filter(pk=rows[0].pk).update(updated_at=timezone.now() + timedelta(days=1))
    assert listed("updated")[0] == "charlie"
    assert pointers(assert_problem(alice_api.get(URL, {"sort": "size"}), 400, "invalid_input")) == ["/sort"]


@pytest.mark.parametrize("count", [1, 5])
def test_the_list_costs_the_same_number_of_queries_for_many_cards(
    alice: User, alice_api: APIClient, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        conversation_create(alice, agent_create(alice, name=f"Agent {number}"))
    with django_assert_num_queries(2 + 1):  # who asks, and the list
        assert len(alice_api.get(URL).json()["results"]) == count


def test_what_would_miss_an_agent_is_named(alice: User, bob: User, alice_api: APIClient) -> None:
    butler = agent_create(alice, name="老管家")
    tool = f"agent:{butler.slug}"
    agent_create(alice, name="Chief", tool_ids_inventory=[tool])
    agent_create(bob, name="Bob's", tool_ids_inventory=[tool])
    workflow_create(alice, name="Asks", document=chain(ask("ai", enabledTools=[tool])))
    held: dict[str, Any] = {"id": "1", "type": tool, "name": "Butler"}
    document = {"nodes": [node("call", "tool", {"tool": held})], "edges": []}
    workflow_create(alice, name="Calls", document=document)
    workflow_create(bob, name="Bob's own", document=document)
    share_create(alice, butler, right="chat")
    token_create(alice, name="Phone", scopes=["chat"])
    token_create(alice, name="CI")
    uses = alice_api.get(f"{URL}{butler.slug}/uses/").json()
    assert [(one["kind"], one["name"], one["node"]) for one in uses["callers"]] == [
        ("agent", "Chief", ""), ("workflow", "Asks", "Ai"), ("workflow", "Calls", "Call"),
    ]  # fmt: skip
    assert (uses["links"], uses["tokens"]) == (1, ["Phone"])
