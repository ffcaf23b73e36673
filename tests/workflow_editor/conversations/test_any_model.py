"""Talks with agents on services that refuse, fail or answer badly: a conversation is never stuck."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from agents.services.providers import provider_create
from tests.agents.providers.odd_calls import USAGE, openai_text
from tests.doubles.stream_server import Answer, refusal, running, sse
from tests.doubles.strict_services import OPENAI, Rule, StrictService
from tests.doubles.task_queue import TaskQueue
from tests.workflow_editor.conversations.test_conversations import PNG, Talk, uploaded
from workflow_editor.models import Run, Turn

JsonObject = dict[str, Any]


def _has_picture(body: JsonObject) -> bool:
    return any(isinstance(message.get("content"), list) for message in body["messages"])


BLIND = Rule(
    "DeepSeek",
    "Failed to deserialize the JSON body into the target type: messages[0]: unknown variant `image_url`",
    "reports about DeepSeek and pictures",
    _has_picture,
)


@contextmanager
def talking(api: APIClient, owner: User, *answers: Answer, rules: Any = OPENAI) -> Iterator[tuple[Talk, StrictService]]:
    """Talk to an agent on a strict service."""
    with running(StrictService(rules, answers)) as service:
        provider = provider_create(name="Strict", preset="custom-openai", base_url=service.url, api_key="key")
        yield Talk(api, owner, model={"provider": str(provider.id), "name": "m-1"}), service


def test_a_picture_to_a_model_that_cannot_see_stops_one_turn_only(
    alice_api: APIClient, alice: User, queue: TaskQueue
) -> None:
    with talking(alice_api, alice, openai_text("Hello"), rules=(*OPENAI, BLIND)) as (talk, _):
        first = talk.send("Look", files=[uploaded(alice_api, content=PNG)])
        queue.run_all()
        assert talk.turns()[0]["status"] == "failed"
        talk.send("Without it, then", after=first["id"])
        queue.run_all()
    assert [(turn["status"], turn["answer"]) for turn in talk.turns()] == [("failed", ""), ("succeeded", "Hello")]


def test_a_turn_that_failed_leaves_a_history_that_is_taken(alice_api: APIClient, alice: User, queue: TaskQueue) -> None:
    with talking(alice_api, alice, refusal(400, {"error": {"message": "no"}}), openai_text("Hello")) as (talk, service):
        first = talk.send("One")
        queue.run_all()
        talk.send("Two", after=first["id"])
        queue.run_all()
    assert [turn["status"] for turn in talk.turns()] == ["failed", "succeeded"]
    assert service.broken == []


def _ended(text: str, finish: str) -> Answer:
    chunk = {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": finish}]}
    return sse(chunk, USAGE)


ENDS = {
    "cut": (_ended("Because of", "length"), "Because of", "token limit"),
    "filtered": (_ended("I cannot", "content_filter"), "I cannot", "content filter"),
    "empty": (_ended("", "stop"), "", "empty"),
}


@pytest.mark.parametrize(("answer", "text", "words"), ENDS.values(), ids=ENDS.keys())
def test_the_chat_explains_why_there_is_no_answer(
    alice_api: APIClient, alice: User, queue: TaskQueue, answer: Answer, text: str, words: str
) -> None:
    with talking(alice_api, alice, answer) as (talk, _):
        talk.send("Why?")
        queue.run_all()
    [turn] = talk.turns()
    assert turn["answer"].startswith(text)
    assert words in turn["answer"]


def test_thoughts_are_no_part_of_later_turns(alice_api: APIClient, alice: User, queue: TaskQueue) -> None:
    answers = (openai_text("<think>secret plan</think>\n\nHello"), openai_text("Yes"))
    with talking(alice_api, alice, *answers) as (talk, service):
        first = talk.send("Hi")
        queue.run_all()
        talk.send("And?", after=first["id"])
        queue.run_all()
    assert [turn["answer"] for turn in talk.turns()] == ["Hello", "Yes"]
    assert "secret plan" not in str(service.bodies)


def test_later_turns_know_what_the_tools_found(alice_api: APIClient, alice: User, queue: TaskQueue) -> None:
    call = {"tool": "get_current_time", "arguments": {}}
    script = [{"toolCalls": [call]}, {"text": "It is late."}]
    talk = Talk(alice_api, alice, script=script, tool_ids_inventory=["system:get_current_time"])
    first = talk.send("What time is it?")
    queue.run_all()
    [kept] = Turn.objects.get(pk=first["id"]).tool_calls or []
    assert "get_current_time" in kept["name"]
    second = talk.send("And now?", after=first["id"])
    queue.run_all()
    asked, calls, result, answer = Run.objects.get(pk=second["run"]).inputs["history"]
    assert (asked["role"], answer["content"]) == ("user", "It is late.")
    assert calls["tool_calls"][0]["id"] == result["tool_call_id"]
    assert '"success": true' in result["content"]
