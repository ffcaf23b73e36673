"""The chat of the gallery that remembers: a name for each conversation, a count for the workflow."""

from typing import Any

from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.workflow_editor.conversations.test_workflow_chat import Page
from workflow_editor.models.graph_document import graph_document
from workflow_editor.services.starters import workflow_create_from_starter


def test_it_knows_the_person_and_counts_people(queue: TaskQueue, alice: User, alice_api: APIClient) -> None:
    made = workflow_create_from_starter(alice, starter_id="chat-that-remembers", language="en", name="Chat")
    page = Page(alice_api, alice, graph_document(made).model_dump(mode="json"))

    def answer(conversation: str, message: str, **where: Any) -> tuple[str, str]:
        turn = page.send(conversation, message, **where)
        queue.run_all()
        turns = alice_api.get(conversation).json()["turns"]
        return turn["id"], next(one["answer"] for one in turns if one["id"] == turn["id"])

    conversation = page.begin()
    first, text = answer(conversation, "Ann")
    assert text == "Nice to meet you, Ann. You are person 1 here."
    assert answer(conversation, "Hello", after=first)[1] == "Ann, this is your message 2."
    assert answer(page.begin(), "Bob")[1] == "Nice to meet you, Bob. You are person 2 here."
