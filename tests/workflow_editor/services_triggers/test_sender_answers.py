"""Later access of a webhook's sender: the status, and the answer meant for it. Nothing more."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, greeting_document, node
from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from tests.workflow_editor.services_triggers.test_webhooks import call
from workflow_editor.models import Run, Trigger
from workflow_editor.models.trigger import new_trigger_token
from workflow_editor.nodes.meanings import NEWEST


def looked_up(answer: Any, rest: str = "", **headers: str) -> Any:
    path = urlsplit(answer.json()["status_url"]).path
    assert answer["Location"] == answer.json()["status_url"]
    return Client().get(f"{path}{rest}", headers=headers)


def responding(**respond: Any) -> dict[str, Any]:
    document = greeting_document()
    document["nodes"].append(node("answer", "respond", respond, type_version=NEWEST))
    document["edges"].append(edge("start", "answer"))
    return document


def test_the_status_can_be_followed_by_who_sent_it(
    queue: TaskQueue, publish_trigger: PublishTrigger, begins_in_a_worker: None
) -> None:
    answer = call(publish_trigger("webhook", document=responding(body="{{ inputs }}")), {"topic": "tea"})
    assert answer.status_code == 202
    before = looked_up(answer)
    assert (before.status_code, before.json()["status"], before.json()["answer"]) == (200, "queued", None)
    assert looked_up(answer, "answer/").status_code == 202
    queue.run_all()
    after = looked_up(answer).json()
    assert (after["status"], after["answer"]) == ("succeeded", {"topic": "tea"})
    assert after.keys() == {"delivery", "run", "status", "answer"}
    assert looked_up(answer, "answer/").json() == {"topic": "tea"}


ANSWERS: list[tuple[str, dict[str, Any], dict[str, Any], Any, int]] = [
    ("at once, without Respond", {}, greeting_document(), None, 204),
    (
        "when done, without Respond",
        {"respond": "when_done", "waitS": 1},
        greeting_document(),
        {"greeting": "Hello tea"},
        200,
    ),
    ("a page", {}, responding(kind="html", body="<b>tea</b>"), None, 200),
    ("a status", {}, responding(body="{}", status="418"), {}, 418),
]


@pytest.mark.parametrize(
    ("config", "document", "shown", "status"), [row[1:] for row in ANSWERS], ids=[row[0] for row in ANSWERS]
)
def test_only_an_answer_meant_for_the_sender_is_shown(
    queue: TaskQueue,
    publish_trigger: PublishTrigger,
    monkeypatch: pytest.MonkeyPatch,
    begins_in_a_worker: None,
    config: dict[str, Any],
    document: dict[str, Any],
    shown: Any,
    status: int,
) -> None:
    monkeypatch.setattr("workflow_editor.api.views.webhooks.run_wait", lambda *_: None)
    answer = call(publish_trigger("webhook", config, document), {"topic": "tea"})
    queue.run_all()
    assert looked_up(answer).json()["answer"] == shown
    assert looked_up(answer, "answer/").status_code == status


def test_a_failure_is_known_not_explained(queue: TaskQueue, publish_trigger: PublishTrigger) -> None:
    document = responding(body="not JSON {")
    answer = call(publish_trigger("webhook", document=document), {"topic": "tea"})
    queue.run_all()
    assert looked_up(answer).json()["status"] == "failed"
    raw = looked_up(answer, "answer/")
    assert (raw.status_code, raw.json()["code"]) == (500, "run_failed")


def test_another_address_another_delivery_and_another_network_see_nothing(
    queue: TaskQueue, publish_trigger: PublishTrigger
) -> None:
    trigger, other = publish_trigger("webhook"), publish_trigger("webhook")
    answer = call(trigger, {"topic": "tea"})
    path = urlsplit(answer.json()["status_url"]).path
    assert Client().get(path.replace(trigger.token, other.token)).status_code == 404
    Trigger.objects.filter(pk=trigger.pk).update(config={**trigger.config, "allowedNetworks": "10.0.0.0/8"})
    assert looked_up(answer).status_code == 404
    Trigger.objects.filter(pk=trigger.pk).update(config=trigger.config)
    assert looked_up(answer).status_code == 200
    Trigger.objects.filter(pk=trigger.pk).update(token=new_trigger_token())
    assert looked_up(answer).status_code == 404
    assert Client().get(f"/api/runs/{Run.objects.get().pk}/").status_code == 401


def test_a_page_that_may_call_may_read_the_status(queue: TaskQueue, publish_trigger: PublishTrigger) -> None:
    trigger = publish_trigger("webhook", {"allowedOrigins": "https://shop.example"})
    answer = call(trigger, {"topic": "tea"})
    assert looked_up(answer, Origin="https://shop.example")["Access-Control-Allow-Origin"] == "https://shop.example"
    assert "Access-Control-Allow-Origin" not in looked_up(answer, Origin="https://evil.example").headers


ADDRESSES = [
    ("webhook", "/hooks/{token}/"),
    ("form_trigger", "/forms/{token}"),
    ("bot_message", "/bots/{token}/"),
    ("chat_trigger", "/workflows/{workflow}/chat/when"),
    ("schedule", ""),
    ("poll", ""),
    ("run_end", ""),
]


@pytest.mark.parametrize(("type_", "path"), ADDRESSES)
def test_a_trigger_lists_only_addresses_that_lead_somewhere(
    alice_api: Any, publish_trigger: PublishTrigger, type_: str, path: str
) -> None:
    document = greeting_document()
    document["nodes"].append(node("when", type_))
    workflow = alice_api.post("/api/workflows/", {"name": "Addresses", "document": document}).json()["id"]
    row = alice_api.put(f"/api/workflows/{workflow}/triggers/when/", {}).json()
    token = Trigger.objects.get(workflow=workflow).token
    assert urlsplit(row["address"]).path == path.format(token=token, workflow=workflow)
