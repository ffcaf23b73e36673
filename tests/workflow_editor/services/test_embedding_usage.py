"""Usage of embedding: within the run that asks, or with the knowledge base outside of runs."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User

from agents.knowledge.models import KnowledgeBase
from agents.knowledge.services.bases import base_create
from agents.knowledge.services.search import knowledge_try
from agents.models import ModelProfile
from agents.services.providers import provider_create
from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.doubles.task_queue import TaskQueue
from tests.factories.knowledge import indexed_base
from tests.factories.run_documents import ask, chain
from workflow_editor.models import NodeRun, Status, Wait
from workflow_editor.services.runs.waits.answer import wait_answer

PER_TOKEN = 0.5
TOKENS = 7
"""Tokens of each call, by the service's own count."""


def vectors(request: Received) -> Reply:
    texts = request.json()["input"]
    rows = [{"index": index, "embedding": [0.6, 0.8]} for index in range(len(texts))]
    return Reply.of_json({"data": rows, "usage": {"prompt_tokens": TOKENS, "total_tokens": TOKENS}})


@pytest.fixture
def service() -> Iterator[LoopbackServer]:
    with serving(vectors) as server:
        yield server


@pytest.fixture
def base(alice: User, service: LoopbackServer) -> KnowledgeBase:
    ModelProfile.objects.create(model_pattern="embed-*", capabilities={"input_price": PER_TOKEN * 1_000_000})
    provider = provider_create(name="Ours", preset="custom-openai", base_url=f"{service.url}/v1", api_key="k")
    texts = {"looms.txt": "Punched cards steer looms.", "tea.txt": "Tea is green."}
    return indexed_base(alice, texts, embedding_provider=str(provider.pk), embedding_model="embed-1")


def looking_up(base: KnowledgeBase, **config: Any) -> dict[str, Any]:
    return chain(ask("writer", userPrompt="Looms?", knowledgeBaseId=base.slug, maxTokens=10, **config))


def test_indexing_and_trials_are_counted_with_the_base(base: KnowledgeBase) -> None:
    assert (base.embedding_tokens, base.embedding_cost) == (2 * TOKENS, 2 * TOKENS * PER_TOKEN)
    knowledge_try(base=base, query="Looms?", top_k=5, threshold=0)
    base.refresh_from_db()
    assert base.embedding_tokens == 3 * TOKENS


def test_a_question_of_a_node_is_in_the_usage_of_its_run(start_limited: Any, base: KnowledgeBase) -> None:
    run = start_limited(looking_up(base))
    assert run.status == Status.SUCCEEDED
    assert run.usage["cost"] == TOKENS * PER_TOKEN
    assert NodeRun.objects.get(run=run, node_key="writer").usage == run.usage
    base.refresh_from_db()
    assert base.embedding_tokens == 2 * TOKENS


def test_a_question_that_would_pass_the_budget_is_not_embedded(
    queue: TaskQueue, start_limited: Any, alice: User, base: KnowledgeBase, service: LoopbackServer
) -> None:
    before = len(service.received)
    run = start_limited(looking_up(base), budgetMoney=PER_TOKEN / 2)
    assert run.status == Status.WAITING
    wait = Wait.objects.get(node_run__run=run, answered_at__isnull=True)
    assert (wait.payload["over"], wait.payload["model"]) == ("money", "embed-1")
    assert len(service.received) == before
    wait_answer(alice, wait, decision="raise", values={"budgetMoney": 10})
    queue.run_all()
    run.refresh_from_db()
    assert (run.status, run.usage["cost"]) == (Status.SUCCEEDED, TOKENS * PER_TOKEN)


def test_a_question_of_a_tool_is_in_the_usage_of_its_run(start_limited: Any, base: KnowledgeBase) -> None:
    call = {"toolCalls": [{"tool": base.name, "arguments": {"query": "Looms?"}}]}
    run = start_limited(chain(ask("writer", call, {"text": "Cards."}, enabledTools=[f"kb:{base.slug}"])))
    assert (run.status, run.usage["cost"]) == (Status.SUCCEEDED, TOKENS * PER_TOKEN)


@pytest.mark.parametrize("offered", ["one", "any", "any_of_two"])
def test_questions_of_tools_that_would_pass_the_budget_together_are_not_embedded(
    queue: TaskQueue, start_limited: Any, alice: User, base: KnowledgeBase, service: LoopbackServer, offered: str
) -> None:
    named = {}
    if offered == "any_of_two":
        base_create(user=alice, name="Empty")
        named = {"knowledge_base": base.slug}
    call = {"tool": base.name if offered == "one" else "Knowledge base", "arguments": {"query": "Looms?", **named}}
    tool = f"kb:{base.slug}" if offered == "one" else "kb:Query"
    replies: list[dict[str, Any]] = [{"toolCalls": [call, call]}, {"text": "Cards."}]
    before = len(service.received)
    # Enough for one of the two, which are asked side by side.
    run = start_limited(chain(ask("writer", *replies, enabledTools=[tool])), budgetMoney=PER_TOKEN * 3)
    wait = Wait.objects.get(node_run__run=run, answered_at__isnull=True)
    assert (run.status, wait.payload["over"], wait.payload["model"]) == (Status.WAITING, "money", "embed-1")
    assert len(service.received) == before
    wait_answer(alice, wait, decision="raise", values={"budgetMoney": 10})
    queue.run_all()
    run.refresh_from_db()
    assert (run.status, run.usage["cost"]) == (Status.SUCCEEDED, 2 * TOKENS * PER_TOKEN)


def test_a_question_that_will_be_refused_reserves_nothing(start_limited: Any, base: KnowledgeBase) -> None:
    call = {"toolCalls": [{"tool": "Knowledge base", "arguments": {"query": "Looms?", "knowledge_base": "gone"}}]}
    document = chain(ask("writer", call, {"text": "None."}, enabledTools=["kb:Query"], onToolFailure="tell_model"))
    assert start_limited(document, budgetMoney=PER_TOKEN / 2).status == Status.SUCCEEDED
