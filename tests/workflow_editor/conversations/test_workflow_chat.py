"""Conversations with a workflow: the chat page of its trigger, for those who may run it and for visitors of a link."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem
from workflow_editor.models import Conversation, FileUse, Run, Trigger, TriggerDelivery
from workflow_editor.services.retention.pruner import conversations_prune
from workflow_editor.services.triggers.control import trigger_pause
from workflow_editor.services.triggers.publish import trigger_prepare
from workflow_editor.services.versions import version_publish

JsonObject = dict[str, Any]


def chat_document(*, answer: JsonObject | None = None, chat: JsonObject | None = None) -> JsonObject:
    """Return a workflow with a model that answers messages; `answer` is a further node before the end."""
    ai = {"provider": "offline", "model": "offline-1", "userPrompt": "{{ trigger.message }}"}
    last = "model" if answer is None else "answer"
    result = "{{ nodes.model.result }}" if answer is None else "{{ nodes.answer.text }}"
    return {
        "schema_version": 1,
        "nodes": [
            node("chat", "chat_trigger", {"greeting": "Ask **me**", "suggestions": "One\n\nTwo\n", **(chat or {})}),
            node("start", "start"),
            node("model", "process", {**ai, "offlineScript": [{"text": "At your service"}]}),
            *([] if answer is None else [node("answer", "template", answer)]),
            node("end", "end", {"outputs": [{"name": "result", "value": result}]}),
        ],
        "edges": [
            edge("start", "model"),
            *([] if answer is None else [edge("model", "answer")]),
            edge(last, "end"),
        ],
    }


class Page:
    """The chat page of a published workflow, and one conversation on it."""

    def __init__(self, api: APIClient, owner: User, document: JsonObject, *, publish: bool = True) -> None:
        self.api = api
        self.workflow = workflow_create(owner, document=document)
        self.trigger = trigger_prepare(self.workflow, "chat")
        if publish:
            version_publish(self.workflow, owner)
        self.address = f"/api/workflows/{self.workflow.pk}/triggers/chat/"

    def begin(self, **body: Any) -> str:
        answer = self.api.post(f"{self.address}conversations/", body)
        assert answer.status_code == 201, answer.json()
        return f"/api/conversations/{answer.json()['id']}/"

    def send(self, conversation: str, message: str, **body: Any) -> JsonObject:
        answer = self.api.post(f"{conversation}turns/", {"message": message, **body})
        assert answer.status_code == 201, answer.json()
        return dict(answer.json())


Open = Callable[..., Page]


@pytest.fixture
def page(alice_api: APIClient, alice: User, queue: TaskQueue) -> Open:
    def opened(**document: Any) -> Page:
        publish = document.pop("publish", True)
        return Page(alice_api, alice, chat_document(**document), publish=publish)

    return opened


def test_a_message_starts_a_run_that_knows_the_earlier_ones(page: Open, queue: TaskQueue) -> None:
    chat = page()
    talk = chat.begin()
    first = chat.send(talk, "Hello")
    assert first["writers"] == ["model"]
    queue.run_all()
    second = chat.send(talk, "And now?", after=first["id"])
    queue.run_all()
    turns = chat.api.get(talk).json()["turns"]
    assert [(turn["status"], turn["answer"]) for turn in turns] == [("succeeded", "At your service")] * 2
    delivery = TriggerDelivery.objects.get(runs=second["run"])
    assert (delivery.trigger.type, delivery.data) == (
        "chat_trigger",
        {
            "message": "And now?",
            "conversation": talk.split("/")[3],
            "history": [
                {"role": "user", "content": "Hello"},
                {"role": "assistant", "content": "At your service"},
            ],
            "person": "alice",
            "files": [],
        },
    )


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        (None, "At your service"),
        ({"template": "{{ nodes.model.result }}!"}, "At your service!"),
    ],
)
def test_the_answer_is_the_runs_output(page: Open, queue: TaskQueue, answer: JsonObject | None, result: str) -> None:
    chat = page(answer=answer)
    talk = chat.begin()
    turn = chat.send(talk, "Hello")
    # What a node thinks on the way is nobody's answer, so it is not shown while it is written.
    assert turn["writers"] == (["model"] if answer is None else [])
    queue.run_all()
    assert chat.api.get(talk).json()["turns"][0]["answer"] == result


def uploaded(api: APIClient, name: str, content: bytes) -> str:
    answer = api.post("/api/files/", {"file": SimpleUploadedFile(name, content)}, format="multipart")
    return str(answer.json()["id"])


def test_files_of_any_kind_go_with_a_message_where_the_page_takes_them(page: Open, queue: TaskQueue) -> None:
    chat = page(chat={"takesFiles": True}, answer={"template": "{{ trigger.files | map: 'name' | join: ', ' }}"})
    assert chat.api.get(f"{chat.address}chat/").json()["files"] == "any"
    files = [uploaded(chat.api, "looms.zip", b"PK\x05\x06" + bytes(18)), uploaded(chat.api, "a.txt", b"Hi")]
    first = chat.send(talk := chat.begin(), "Look", files=files)
    queue.run_all()
    chat.send(talk, "Again", files=files[1:], after=first["id"])
    queue.run_all()
    turns = chat.api.get(talk).json()["turns"]
    assert [turn["answer"] for turn in turns] == ["looms.zip, a.txt", "a.txt"]
    # The files of the first message are the first run's alone: what is said of them later is their names.
    delivery = TriggerDelivery.objects.get(runs=turns[1]["run"])
    assert [one["content"] for one in delivery.data["history"]] == [
        "Look\n\n[looms.zip, a.txt]",
        "looms.zip, a.txt",
    ]
    assert [str(use.file_id) for use in FileUse.objects.filter(delivery=delivery)] == files[1:]


def test_a_page_that_takes_no_files_refuses_them(page: Open) -> None:
    chat = page()
    assert chat.api.get(f"{chat.address}chat/").json()["files"] == "none"
    body = {"message": "Look", "files": [uploaded(chat.api, "a.txt", b"Hi")]}
    problem = assert_problem(chat.api.post(f"{chat.begin()}turns/", body), 400, "invalid_input")
    assert [(one["pointer"], one["code"]) for one in problem["errors"]] == [("/files", "no_files")]


@pytest.mark.parametrize(
    ("config", "result"),
    [
        ({"kind": "text", "body": "Yes, {{ trigger.message }}"}, "Yes, Hello"),
        ({"kind": "json", "body": "{{ trigger }}"}, '"message": "Hello"'),
        ({"kind": "empty"}, ""),
    ],
)
def test_a_respond_node_has_the_last_word(
    alice_api: APIClient, alice: User, queue: TaskQueue, config: JsonObject, result: str
) -> None:
    document = chat_document()
    document["nodes"].append(node("respond", "respond", config))
    document["edges"].append(edge("start", "respond"))
    chat = Page(alice_api, alice, document)
    talk = chat.begin()
    chat.send(talk, "Hello")
    queue.run_all()
    answer = chat.api.get(talk).json()["turns"][0]["answer"]
    assert result in answer if result else answer == ""


def test_a_message_that_is_sent_twice_starts_one_run(page: Open, queue: TaskQueue) -> None:
    chat = page()
    talk = chat.begin()
    first, again = (chat.send(talk, "Hello", key="k1") for _ in range(2))
    assert first["id"] == again["id"]
    chat.send(chat.begin(), "Hello", key="k1")
    assert Run.objects.count() == TriggerDelivery.objects.count() == 2


def test_the_draft_answers_in_conversations_that_try_it_out(page: Open, queue: TaskQueue) -> None:
    chat = page(publish=False)
    talk = chat.begin(is_test=True)
    chat.send(talk, "Hello")
    queue.run_all()
    assert chat.api.get(talk).json()["turns"][0]["answer"] == "At your service"
    assert TriggerDelivery.objects.get().status == "example"
    assert chat.api.get(f"{chat.address}conversations/").json()["results"] == []
    assert len(chat.api.get(f"{chat.address}conversations/?tests=true").json()["results"]) == 1


def test_nobody_is_answered_while_it_is_not_live(page: Open, queue: TaskQueue) -> None:
    unpublished, paused = page(publish=False), page()
    trigger_pause(Trigger.objects.get(pk=paused.trigger.pk), "")
    for chat in (unpublished, paused):
        talk = chat.begin()
        assert_problem(chat.api.post(f"{talk}turns/", {"message": "Hello"}), 409, "chat_closed")
        assert chat.api.get(talk).json()["turns"] == []
    assert not Run.objects.exists()


def test_the_page_greets(page: Open) -> None:
    chat = page(chat={"title": "Helpdesk"})
    assert chat.api.get(f"{chat.address}chat/").json() == {
        "name": "Helpdesk",
        "description": "",
        "greeting": "Ask **me**",
        "suggestions": ["One", "Two"],
        "provider": "",
        "files": "none",
        "appearance": None,
    }
    draft = chat.workflow.nodes.get(key="chat")
    draft.config["greeting"] = "Hi"
    draft.save()
    assert chat.api.get(f"{chat.address}chat/?draft=true").json()["greeting"] == "Hi"
    assert chat.api.get(f"{chat.address}chat/").json()["greeting"] == "Ask **me**"


@pytest.mark.parametrize(("role", "status"), [("editors", 200), ("viewers", 403), (None, 404)])
def test_who_may_run_the_workflow_may_use_the_page(
    alice: User, charlie: User, charlie_api: APIClient, role: str | None, status: int
) -> None:
    members: dict[str, Any] = {} if role is None else {role: (charlie,)}
    workflow = workflow_create(alice, document=chat_document(), **members)
    trigger_prepare(workflow, "chat")
    version_publish(workflow, alice)
    assert charlie_api.get(f"/api/workflows/{workflow.pk}/triggers/chat/chat/").status_code == status


def test_another_trigger_has_no_chat(alice_api: APIClient, alice: User) -> None:
    document = chat_document()
    document["nodes"].append(node("hook", "webhook"))
    workflow = workflow_create(alice, document=document)
    trigger_prepare(workflow, "hook")
    assert_problem(alice_api.get(f"/api/workflows/{workflow.pk}/triggers/hook/chat/"), 404, "not_found")


def test_visitors_of_a_link_talk_on_behalf_of_who_gave_it(page: Open, queue: TaskQueue) -> None:
    chat = page()
    token = chat.api.post(f"{chat.address}shares/", {"right": "chat"}).json()["token"]
    visitor = APIClient()
    shown = visitor.get(f"/api/shared/{token}/").json()
    assert (shown["partner"]["name"], shown["partner"]["greeting"]) == ("Greeting", "Ask **me**")
    begun = visitor.post(f"/api/shared/{token}/conversations/").json()
    talk = f"/api/shared/{token}/conversations/{begun['id']}/"
    for _ in range(2):
        assert visitor.post(talk, {"message": "Hello", "key": "k1"}).status_code == 201
    queue.run_all()
    assert [turn["answer"] for turn in visitor.get(talk).json()["turns"]] == ["At your service"]
    assert Run.objects.get().created_by == chat.workflow.owner
    assert TriggerDelivery.objects.get().data["person"] == ""
    assert chat.api.get(f"{chat.address}conversations/").json()["results"] == []
    assert len(chat.api.get(f"{chat.address}shares/").json()["results"]) == 1


@pytest.mark.parametrize(("framed_by", "pages"), [("", "*"), ("https://shop.example.com", "https://shop.example.com")])
def test_the_page_names_who_may_show_it(page: Open, framed_by: str, pages: str) -> None:
    chat = page(chat={"framedBy": framed_by})
    token = chat.api.post(f"{chat.address}shares/", {"right": "chat"}).json()["token"]
    assert f"frame-ancestors {pages};" in APIClient().get(f"/shared/{token}")["Content-Security-Policy"]


def test_conversations_go_after_the_days_of_the_page(page: Open, queue: TaskQueue) -> None:
    kept, old = page(), page(chat={"conversationDays": 3})
    for chat in (kept, old):
        chat.send(chat.begin(), "Hello")
    queue.run_all()
    assert conversations_prune(timezone.now() + timedelta(days=4), batch=10) == 1
    assert Conversation.objects.get().trigger == kept.trigger


def test_the_oldest_messages_are_left_out(page: Open, queue: TaskQueue) -> None:
    chat = page(chat={"contextTokens": 20})
    talk, after = chat.begin(), None
    for number in range(4):
        after = chat.send(talk, f"{number} " + "word " * 8, after=after)["id"]
        queue.run_all()
    history = TriggerDelivery.objects.order_by("-id")[0].data["history"]
    assert 1 <= len(history) <= 2
    assert history[0]["content"].startswith("2 ")
