"""Versions of agents over HTTP: kept on demand and by talking, read, bounded, and nobody else's."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from agents.models import AgentProfile
from agents.services import agent_versions
from tests.doubles.task_queue import TaskQueue
from tests.factories.agents import agent_create

pytestmark = pytest.mark.django_db


@pytest.fixture
def agent(alice: User) -> AgentProfile:
    return agent_create(alice)


def keep(api: APIClient, agent: AgentProfile, note: str = "") -> dict[str, Any]:
    answer = api.post(f"/api/agents/{agent.slug}/versions/", {"note": note})
    assert answer.status_code == 201, answer.json()
    return dict(answer.json())


def change(agent: AgentProfile, prompt: str) -> None:
    agent.document = {**agent.document, "prompts": {"system": prompt}}
    agent.save()


def numbers(api: APIClient, agent: AgentProfile) -> list[tuple[int, str]]:
    return [(row["number"], row["note"]) for row in api.get(f"/api/agents/{agent.slug}/versions/").json()]


def test_a_version_stays_as_it_was_with_the_name_of_its_author(alice_api: APIClient, agent: AgentProfile) -> None:
    made = keep(alice_api, agent, "Polite")
    assert (made["number"], made["note"], made["created_by"]) == (1, "Polite", "alice")
    change(agent, "Be brief.")
    keep(alice_api, agent)
    first = alice_api.get(f"/api/agents/{agent.slug}/versions/1/").json()["document"]
    assert first["prompts"]["system"] != "Be brief."
    assert numbers(alice_api, agent) == [(2, ""), (1, "Polite")]


def test_what_has_not_changed_is_kept_once_and_may_be_named_later(alice_api: APIClient, agent: AgentProfile) -> None:
    keep(alice_api, agent)
    keep(alice_api, agent, "The first")
    keep(alice_api, agent)
    assert numbers(alice_api, agent) == [(1, "The first")]


def test_a_message_keeps_what_it_was_answered_by(alice_api: APIClient, agent: AgentProfile, queue: TaskQueue) -> None:
    made = alice_api.post(f"/api/agents/{agent.slug}/conversations/", {}).json()["id"]
    for prompt in ("One", "One", "Two"):
        change(agent, prompt)
        answer = alice_api.post(f"/api/conversations/{made}/turns/", {"message": "Hello"})
        assert answer.status_code == 201
        queue.run_all()
    assert numbers(alice_api, agent) == [(2, ""), (1, "")]


def test_beyond_the_limit_the_oldest_without_a_note_go(
    alice_api: APIClient, agent: AgentProfile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agent_versions, "VERSIONS_KEPT", 2)
    for index, note in enumerate(["Named", "", ""]):
        change(agent, f"Prompt {index}")
        keep(alice_api, agent, note)
    assert numbers(alice_api, agent) == [(3, ""), (1, "Named")]


def test_versions_of_somebody_else_are_not_found(charlie_api: APIClient, agent: AgentProfile) -> None:
    address = f"/api/agents/{agent.slug}/versions/"
    assert charlie_api.get(address).status_code == 404
    assert charlie_api.post(address, {"note": "Mine"}).status_code == 404
    assert charlie_api.get(f"{address}1/").status_code == 404


def test_a_version_that_was_never_kept_is_not_found(alice_api: APIClient, agent: AgentProfile) -> None:
    assert alice_api.get(f"/api/agents/{agent.slug}/versions/7/").status_code == 404
