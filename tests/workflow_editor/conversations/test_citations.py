"""Sources of an answer: which passages a turn keeps, and what a visitor of a link sees of them."""

from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from agents.knowledge.models import KnowledgeBase
from tests.doubles.task_queue import TaskQueue
from tests.factories.agents import agent_create
from tests.factories.documents import edge, node
from tests.factories.knowledge import indexed_base
from tests.workflow_editor.conversations.test_workflow_chat import Page
from workflow_editor.conversations.shares import share_create
from workflow_editor.models import Run, Turn
from workflow_editor.selectors.run.turn_text import MAX_PASSAGE_CHARS

JsonObject = dict[str, Any]
LOOMS = "Punched cards steer looms."


@pytest.fixture
def base(alice: User) -> KnowledgeBase:
    return indexed_base(alice, {"looms.txt": LOOMS, "tea.txt": "Looms of tea are green."})


def looking_up(base: KnowledgeBase, text: str, key: str = "model") -> JsonObject:
    ai = {"provider": "offline", "model": "offline-1", "userPrompt": "looms", "knowledgeBaseId": base.slug}
    search = {"topK": 5, "threshold": 0}
    return node(key, "process", {**ai, "ragConfig": search, "offlineScript": [{"text": text}]})


def chat_of(*models: JsonObject, answer: str = "{{ nodes.model.result }}") -> JsonObject:
    """Return a workflow that asks one model after the other."""
    keys = ["start", *(model["key"] for model in models), "end"]
    return {
        "schema_version": 1,
        "nodes": [
            node("chat", "chat_trigger"),
            node("start", "start"),
            *models,
            node("end", "end", {"outputs": [{"name": "result", "value": answer}]}),
        ],
        "edges": [edge(*pair) for pair in pairwise(keys)],
    }


def answered(api: APIClient, owner: User, queue: TaskQueue, document: JsonObject) -> JsonObject:
    """Return the turn of a chat with a workflow, from the list of its turns."""
    page = Page(api, owner, document)
    talk = page.begin()
    page.send(talk, "Hello")
    queue.run_all()
    return dict(api.get(talk).json()["turns"][0])


@pytest.mark.parametrize(
    ("text", "answer", "numbers"),
    [
        ("Cards [1].", "{{ nodes.model.result }}", [1]),
        ("Cards [1][2].", "{{ nodes.model.result }}", [1, 2]),
        ("Cards [2, 1].", "{{ nodes.model.result }}", [1, 2]),
        ("Cards [1].", "Well: {{ nodes.model.result }}", [1]),
        ("Cards [7] [0] [9999] [a] [ 1 ] (1).", "{{ nodes.model.result }}", []),
        ("Cards.", "{{ nodes.model.result }}", []),
        ("Cards [1].", "Something else [1]", []),
    ],
)
def test_a_turn_keeps_the_passages_that_its_answer_cites(
    alice_api: APIClient,
    alice: User,
    queue: TaskQueue,
    base: KnowledgeBase,
    text: str,
    answer: str,
    numbers: list[int],
) -> None:
    turn = answered(alice_api, alice, queue, chat_of(looking_up(base, text), answer=answer))
    assert turn["status"] == "succeeded"
    assert [citation["number"] for citation in turn["citations"]] == numbers


def test_a_number_of_two_nodes_is_kept_where_both_mean_the_same_passage(
    alice_api: APIClient, alice: User, queue: TaskQueue, base: KnowledgeBase
) -> None:
    other = indexed_base(alice, {"other.txt": "Looms are loud."}, name="Other")
    both = "{{ nodes.model.result }} {{ nodes.more.result }}"
    same = chat_of(looking_up(base, "One [1]"), looking_up(base, "Two [1]", "more"), answer=both)
    assert len(answered(alice_api, alice, queue, same)["citations"]) == 1
    different = chat_of(looking_up(base, "One [1]"), looking_up(other, "Two [1]", "more"), answer=both)
    assert answered(alice_api, alice, queue, different)["citations"] == []


@pytest.mark.parametrize("right", ["chat", "read"])
def test_a_visitor_sees_what_is_cited_and_nothing_that_opens_it(
    anonymous_api: APIClient, alice: User, queue: TaskQueue, base: KnowledgeBase, right: str
) -> None:
    knowledge: dict[str, Any] = {"knowledge_base_references": [{"source_id": base.slug}], "rag": {"threshold": 0}}
    agent = agent_create(alice, script=[{"text": "Cards [1]."}], **knowledge)
    share, token = share_create(alice, agent, right="chat")
    talk = anonymous_api.post(f"/api/shared/{token}/conversations/").json()["id"]
    address = f"/api/shared/{token}/conversations/{talk}/"
    anonymous_api.post(address, {"message": "Looms?"})
    queue.run_all()
    # Runs are pruned; their answers stay.
    Run.objects.all().delete()
    if right == "read":
        conversation = share.conversations.get()
        _, token = share_create(alice, agent, right="read", conversation=conversation)
        [turn] = anonymous_api.get(f"/api/shared/{token}/").json()["conversation"]["turns"]
    else:
        [turn] = anonymous_api.get(address).json()["turns"]
    [citation] = turn["citations"]
    assert citation.keys() == {"number", "document", "page", "sheet", "text"}
    assert (citation["number"], citation["page"]) == (1, None)


def test_a_long_passage_is_cut(alice_api: APIClient, alice: User, queue: TaskQueue) -> None:
    base = indexed_base(alice, {"looms.txt": "Looms and cards. " * 100})
    turn = answered(alice_api, alice, queue, chat_of(looking_up(base, "Cards [1].")))
    assert len(Turn.objects.get(pk=turn["id"]).citations[0]["text"]) == MAX_PASSAGE_CHARS + 1
