"""The prompt of a node as it was sent to its model: whole, without secrets, and only for those who see the run."""

from typing import Any

from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import writer_document
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem
from workflow_editor.selectors.run.sent_prompts import MAX_SHOWN

KEY = "sk-live-4f9a0c1b2d3e4f5a6b7c8d9e0f1a2b3c"


def prompt(alice: User, api: APIClient, queue: TaskQueue, topic: str, **config: Any) -> Any:
    document = writer_document()
    document["nodes"][1]["config"] = {
        "provider": "offline",
        "systemPrompt": "You are terse.",
        "userPrompt": "About {{ inputs.topic }}",
        "enableToolCalling": True,
        "enabledTools": ["system:get_current_time"],
        **config,
    }
    workflow = workflow_create(alice, document=document)
    run = api.post(f"/api/workflows/{workflow.pk}/runs/", {"inputs": {"topic": topic}}).json()
    queue.run_all()
    return api.get(f"/api/runs/{run['id']}/nodes/writer/prompt/"), run["id"]


def test_the_prompt_is_shown_as_it_was_sent(alice: User, alice_api: APIClient, queue: TaskQueue) -> None:
    answer, _ = prompt(alice, alice_api, queue, "tea")
    system, user, *_ = answer.json()["messages"]
    assert system["role"] == "system"
    assert system["text"].startswith("You are terse.")
    assert (user["role"], user["text"], user["is_cut"]) == ("user", "About tea", False)
    [function] = answer.json()["functions"]
    assert function["name"] in system["text"]


def test_each_call_shows_what_it_was_sent_beside_the_earlier_ones(
    alice: User, alice_api: APIClient, queue: TaskQueue
) -> None:
    look = {"text": "I look.", "toolCalls": [{"tool": "system:get_current_time"}]}
    answer, _ = prompt(alice, alice_api, queue, "tea", offlineScript=[look, look, {"text": "Noon."}])
    messages = answer.json()["messages"]
    assert [(one["round"], one["role"]) for one in messages] == [
        (1, "system"),
        (1, "user"),
        (2, "assistant"),
        (2, "tool"),
        (3, "assistant"),
        (3, "tool"),
    ]
    assert [call["name"] for call in messages[2]["calls"]] == [answer.json()["functions"][0]["name"]]
    assert "timezone" in messages[3]["text"]


def test_secrets_are_masked_and_long_texts_cut(alice: User, alice_api: APIClient, queue: TaskQueue) -> None:
    answer, _ = prompt(alice, alice_api, queue, f"{KEY} {'x' * MAX_SHOWN}")
    _, user, *_ = answer.json()["messages"]
    assert KEY not in user["text"]
    assert user["is_cut"]
    assert len(user["text"]) <= MAX_SHOWN


def test_a_secret_that_the_cut_goes_through_is_masked(alice: User, alice_api: APIClient, queue: TaskQueue) -> None:
    before = "x " * ((MAX_SHOWN - len("About ") - len(KEY) // 2) // 2)
    answer, _ = prompt(alice, alice_api, queue, f"{before}{KEY}")
    _, user, *_ = answer.json()["messages"]
    assert KEY[: len(KEY) // 4] not in user["text"]


def test_other_people_and_other_nodes_have_none(
    alice: User, alice_api: APIClient, charlie_api: APIClient, queue: TaskQueue
) -> None:
    _, run_id = prompt(alice, alice_api, queue, "tea")
    assert_problem(alice_api.get(f"/api/runs/{run_id}/nodes/start/prompt/"), 404, "no_prompt")
    assert_problem(charlie_api.get(f"/api/runs/{run_id}/nodes/writer/prompt/"), 404, "not_found")
