"""Requests to a webhook: what is accepted is stored first, and starts exactly one run."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, greeting_document, node
from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from workflow_editor.models import Run, Status, Trigger, TriggerDelivery
from workflow_editor.services.runs.fork import run_fork
from workflow_editor.services.triggers.deliver import deliver_again
from workflow_editor.services.triggers.receive import webhook_listen
from workflow_editor.services.versions import version_publish


def call(trigger: Trigger, body: Any = None, path: str = "", **options: Any) -> Any:
    headers = options.pop("headers", {})
    raw = body if isinstance(body, bytes) else json.dumps(body)
    kind = options.pop("content_type", "application/json")
    return Client().generic(
        options.pop("method", "POST"), f"/hooks/{trigger.token}/{path}", raw, content_type=kind, headers=headers
    )


def test_a_request_starts_a_run_with_the_fields_of_its_body(queue: TaskQueue, publish_trigger: PublishTrigger) -> None:
    trigger = publish_trigger("webhook")
    answer = call(trigger, {"topic": "looms", "unknown": 1})
    assert answer.status_code == 202
    run = Run.objects.get(pk=answer.json()["run"])
    assert (run.trigger, run.inputs, run.version_id) == ("webhook", {"topic": "looms"}, trigger.version_id)
    queue.run_all()
    run.refresh_from_db()
    assert (run.status, run.output) == (Status.SUCCEEDED, {"greeting": "Hello looms"})


@pytest.mark.parametrize(
    ("options", "topic"),
    [
        ({"body": b"topic=a+b", "content_type": "application/x-www-form-urlencoded"}, "a b"),
        ({"body": b"", "path": "?topic=q"}, "q"),
        ({"body": {"topic": "body"}, "path": "?topic=query"}, "body"),
    ],
)
def test_fields_come_from_forms_and_queries_too(
    publish_trigger: PublishTrigger, options: dict[str, Any], topic: str
) -> None:
    answer = call(publish_trigger("webhook"), **options)
    assert Run.objects.get(pk=answer.json()["run"]).inputs == {"topic": topic}


def test_the_mapping_decides_and_sees_everything(publish_trigger: PublishTrigger) -> None:
    value = "{{ trigger.path.id }} {{ trigger.headers['x-from'] }} {{ trigger.body.items[1].n }} {{ trigger.method }}"
    config = {"path": "orders/:id", "mapping": [{"name": "topic", "value": value}]}
    answer = call(publish_trigger("webhook", config), {"items": [{}, {"n": 2}]}, "orders/7", headers={"X-From": "shop"})
    assert Run.objects.get(pk=answer.json()["run"]).inputs == {"topic": "7 shop 2 POST"}


def test_nodes_refer_to_what_arrived(queue: TaskQueue, publish_trigger: PublishTrigger) -> None:
    document = {
        "schema_version": 1,
        "nodes": [
            node("start", "start"),
            node("say", "template", {"template": "{{ trigger.body.word }}"}),
            node("end", "end", {"outputs": [{"name": "said", "value": "{{ nodes.say.text }}"}]}),
        ],
        "edges": [edge("start", "say"), edge("say", "end")],
    }
    answer = call(publish_trigger("webhook", document=document), {"word": "织"})
    queue.run_all()
    assert Run.objects.get(pk=answer.json()["run"]).output == {"said": "织"}


def test_a_key_starts_one_run(publish_trigger: PublishTrigger) -> None:
    trigger = publish_trigger("webhook")
    first, again = (call(trigger, {"topic": "x"}, headers={"Idempotency-Key": "k" * 300}) for _ in range(2))
    assert first.json() == again.json()
    assert Run.objects.count() == TriggerDelivery.objects.count() == 1


def test_what_fits_no_input_is_kept_and_can_be_sent_again(publish_trigger: PublishTrigger, alice: User) -> None:
    trigger = publish_trigger("webhook")
    answer = call(trigger, {"topik": "x"})
    assert (answer.status_code, answer.json()["code"]) == (422, "run_inputs_invalid")
    delivery = TriggerDelivery.objects.get(pk=answer.json()["delivery"])
    assert delivery.status == "rejected"
    assert delivery.error
    assert delivery.error["code"] == "run_inputs_invalid"
    assert not Run.objects.exists()
    start = trigger.workflow.nodes.get(key="start")
    start.config["fields"][0]["required"] = False
    start.save()
    run = deliver_again(delivery, alice, draft=True)
    assert run.delivery_id == delivery.pk


@pytest.mark.parametrize(
    ("config", "options", "status"),
    [
        ({"enabled": False}, {}, 404),
        ({"path": "a/:b"}, {"path": "a"}, 404),
        ({"method": "GET"}, {}, 405),
        ({"sender": "bearer"}, {}, 401),
        ({"sender": "no such"}, {}, 404),
        ({}, {"body": b"{", "content_type": "application/json"}, 400),
        ({}, {"body": b"[" * 200 + b"]" * 200}, 400),
    ],
)
def test_other_requests_start_nothing(
    publish_trigger: PublishTrigger, config: dict[str, Any], options: dict[str, Any], status: int
) -> None:
    answer = call(publish_trigger("webhook", config), **options)
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    assert not TriggerDelivery.objects.exclude(status="malformed").exists()


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE"])
@pytest.mark.parametrize("taken", ["any", "POST"])
def test_the_last_slash_of_an_address_may_be_missing(publish_trigger: PublishTrigger, method: str, taken: str) -> None:
    trigger = publish_trigger("webhook", {"method": taken, "allowedOrigins": "https://shop.example"})
    key = {"Idempotency-Key": "k", "Origin": "https://shop.example"}
    known, unknown = (
        [
            Client().generic(method, f"/hooks/{token}{end}", b'{"topic": "x"}', "application/json", headers=key)
            for end in ("/", "")
        ]
        for token in (trigger.token, "guessed")
    )
    for with_slash, without in (known, unknown):
        assert (without.status_code, without.content) == (with_slash.status_code, with_slash.content)
        assert without.get("Allow") == with_slash.get("Allow")
    assert (known[1].status_code == 202) == (method not in ("OPTIONS", "TRACE") and taken in ("any", method))


def test_an_unknown_address_is_answered_as_one_that_is_off(publish_trigger: PublishTrigger) -> None:
    trigger = publish_trigger("webhook", {"enabled": False})
    off = call(trigger)
    trigger.token = "guessed"
    assert call(trigger).json() == off.json()


def test_secrets_do_not_reach_the_run(publish_trigger: PublishTrigger) -> None:
    trigger = publish_trigger("webhook")
    trigger.set_secrets({"secret": "planted-5d1"})
    trigger.save()
    call(trigger, {"topic": "x"}, "?token=planted-5d1", headers={"Authorization": "Basic eA==", "X-Key": "planted-5d1"})
    stored = json.dumps(TriggerDelivery.objects.get().data)
    assert "planted-5d1" not in stored
    assert "eA==" not in stored


@pytest.mark.parametrize(
    "name", ["X-Api-Key", "X-Auth-Token", "X-Hub-Signature-256", "X-Shopify-Hmac-Sha256-Signature", "Cookie", "Api-Key"]
)
def test_keys_and_signatures_do_not_reach_the_run(publish_trigger: PublishTrigger, name: str) -> None:
    trigger = publish_trigger("webhook")
    call(trigger, {"topic": "x"}, "?api_key=planted-7c2&page=2", headers={name: "planted-9f3", "X-From": "shop"})
    data = TriggerDelivery.objects.get().data
    assert "planted" not in json.dumps(data)
    assert (data["headers"]["x-from"], data["query"]["page"]) == ("shop", "2")


def test_an_output_is_the_answer_when_it_is_wanted(
    publish_trigger: PublishTrigger, queue: TaskQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    trigger = publish_trigger("webhook", {"respond": "when_done", "waitS": 5})
    monkeypatch.setattr("workflow_editor.api.views.webhooks.run_wait", lambda run_id, timeout_s: queue.run_all())
    answer = call(trigger, {"topic": "looms"})
    assert (answer.status_code, answer.json()) == (200, {"greeting": "Hello looms"})


def test_while_nothing_is_published_one_listens_for_an_example(publish_trigger: PublishTrigger, alice: User) -> None:
    trigger = publish_trigger("webhook", {"enabled": False})
    webhook_listen(trigger)
    answer = call(trigger, {"topic": "shown"})
    assert answer.status_code == 200
    delivery = TriggerDelivery.objects.get(pk=answer.json()["example"])
    assert (delivery.status, delivery.data["body"]) == ("example", {"topic": "shown"})
    assert not Run.objects.exists()
    assert deliver_again(delivery, alice, draft=True).inputs == {"topic": "shown"}


def test_without_the_account_that_published_nothing_runs(publish_trigger: PublishTrigger, alice: User) -> None:
    trigger = publish_trigger("webhook")
    User.objects.filter(pk=alice.pk).update(is_active=False)
    answer = call(trigger, {"topic": "x"})
    assert (answer.status_code, answer.json()["code"]) == (422, "trigger_without_account")


def test_a_trigger_that_is_gone_from_the_next_version_is_off(publish_trigger: PublishTrigger, alice: User) -> None:
    trigger = publish_trigger("webhook")
    trigger.workflow.nodes.filter(key="when").delete()
    version_publish(trigger.workflow, alice)
    assert call(trigger, {"topic": "x"}).status_code == 404


def test_a_fork_sees_what_arrived(queue: TaskQueue, publish_trigger: PublishTrigger, alice: User) -> None:
    document = greeting_document()
    document["nodes"][1]["config"]["template"] = "{{ trigger.body.topic }}"
    answer = call(publish_trigger("webhook", document=document), {"topic": "same"})
    queue.run_all()
    source = Run.objects.get(pk=answer.json()["run"])
    fork = run_fork(source, alice, from_node="greet", inputs={}, configs={})
    queue.run_all()
    fork.refresh_from_db()
    assert fork.output == {"greeting": "same"}


def answering(publish_trigger: PublishTrigger, queue: TaskQueue, monkeypatch: pytest.MonkeyPatch, **config: Any) -> Any:
    """Call a webhook that waits for its run, which answers by a Respond node."""
    monkeypatch.setattr("workflow_editor.api.views.webhooks.run_wait", lambda run_id, timeout_s: queue.run_all())
    document = {
        "schema_version": 1,
        "nodes": [node("start", "start"), node("say", "respond", config)],
        "edges": [edge("start", "say")],
    }
    return call(publish_trigger("webhook", {"respond": "when_done"}, document), {"id": 7, "line": "a\r\nX-Evil: 1"})


@pytest.mark.parametrize(
    ("config", "status", "kind", "body"),
    [
        ({"body": "{{ trigger.body.id }}"}, 200, "application/json", b"7"),
        ({"body": "{{ trigger.body }}", "status": "201"}, 201, "application/json", None),
        ({"kind": "text", "body": "no {{ trigger.body.id }}"}, 200, "text/plain; charset=utf-8", b"no 7"),
        ({"kind": "html", "body": "<b>织</b>"}, 200, "text/html; charset=utf-8", "<b>织</b>".encode()),
        ({"kind": "empty"}, 204, None, b""),
    ],
)
def test_a_respond_node_decides_what_the_caller_gets(
    publish_trigger: PublishTrigger,
    queue: TaskQueue,
    monkeypatch: pytest.MonkeyPatch,
    config: dict[str, Any],
    status: int,
    kind: str | None,
    body: bytes | None,
) -> None:
    answer = answering(publish_trigger, queue, monkeypatch, **config)
    assert answer.status_code == status
    assert kind is None or answer["Content-Type"] == kind
    assert body is None or answer.content == body
    assert answer["Content-Security-Policy"].startswith("sandbox")


def test_a_respond_node_leads_elsewhere_and_sets_no_cookies(
    publish_trigger: PublishTrigger, queue: TaskQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = [{"key": "X-Id", "value": "{{ trigger.body.id }}"}, {"key": "Set-Cookie", "value": "sessionid=evil"}]
    config = {"kind": "redirect", "location": "https://shop.example/{{ trigger.body.id }}", "headers": headers}
    answer = answering(publish_trigger, queue, monkeypatch, **config)
    assert (answer.status_code, answer["Location"], answer["X-Id"]) == (302, "https://shop.example/7", "7")
    assert "sessionid" not in answer.cookies


@pytest.mark.parametrize(
    "name",
    [
        "Clear-Site-Data", "Strict-Transport-Security", "Access-Control-Allow-Origin", "Service-Worker-Allowed",
        "X-Accel-Redirect", "X-Sendfile", "Refresh", "Set-Cookie", "Content-Security-Policy", "Connection", "Server",
        "X-Frame-Options", "Permissions-Policy", "Alt-Svc", "NEL", "Reporting-Endpoints", "Public-Key-Pins",
    ],
)  # fmt: skip
def test_an_answer_sets_no_header_that_acts_on_the_origin_or_the_proxy(
    publish_trigger: PublishTrigger, queue: TaskQueue, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    headers = [{"key": name, "value": "planted"}, {"key": "X-Shop", "value": "1"}, {"key": "ETag", "value": "a"}]
    answer = answering(publish_trigger, queue, monkeypatch, headers=headers)
    assert "planted" not in str(answer.headers)
    assert (answer["X-Shop"], answer["ETag"]) == ("1", "a")


@pytest.mark.parametrize(
    "config",
    [
        {"status": "999"},
        {"status": "{{ trigger.body.line }}"},
        {"headers": [{"key": "X-Line", "value": "{{ trigger.body.line }}"}]},
        {"headers": [{"key": "X Bad", "value": "a"}]},
        {"kind": "redirect", "location": "https://a.example/{{ trigger.body.line }}"},
    ],
)
def test_an_answer_that_cannot_be_sent_fails_the_run(
    publish_trigger: PublishTrigger, queue: TaskQueue, monkeypatch: pytest.MonkeyPatch, config: dict[str, Any]
) -> None:
    answer = answering(publish_trigger, queue, monkeypatch, **config)
    assert (answer.status_code, answer.json()["code"]) == (500, "run_failed")
    assert "Evil" not in str(answer.headers)


def test_a_stop_node_lets_the_run_fail_with_its_message(
    publish_trigger: PublishTrigger, queue: TaskQueue, alice: User
) -> None:
    document = {
        "schema_version": 1,
        "nodes": [node("start", "start"), node("halt", "stop", {"message": "No {{ trigger.body.what }}"})],
        "edges": [edge("start", "halt")],
    }
    answer = call(publish_trigger("webhook", document=document), {"what": "thread"})
    queue.run_all()
    run = Run.objects.get(pk=answer.json()["run"])
    assert run.status == Status.FAILED
    assert run.error
    assert (run.error["code"], run.error["message"], run.error["node_key"]) == ("stopped", "No thread", "halt")


def test_a_handshake_by_get_is_answered_whatever_the_method_is(publish_trigger: PublishTrigger) -> None:
    trigger = publish_trigger("webhook", {"sender": "whatsapp"})
    trigger.set_secrets({"verify_token": "v-7", "app_secret": "s"})
    trigger.save()
    query = "?hub.mode=subscribe&hub.verify_token=v-7&hub.challenge=4711"
    answer = Client().get(f"/hooks/{trigger.token}/{query}")
    assert (answer.status_code, answer.content) == (200, b"4711")
    assert not TriggerDelivery.objects.exists()


def test_ordinary_bodies_of_some_megabytes_are_taken(publish_trigger: PublishTrigger) -> None:
    answer = call(publish_trigger("webhook"), {"topic": "x", "more": "y" * 15_000_000})
    assert answer.status_code == 202, answer.content


def test_an_address_takes_so_many_requests_in_a_minute(publish_trigger: PublishTrigger, settings: Any) -> None:
    settings.MAX_DELIVERIES_PER_MINUTE = 2
    trigger = publish_trigger("webhook")
    # A minute may begin meanwhile: of five, two in a row are in the same one with two more.
    answers = [call(trigger, {"topic": "x"}) for _ in range(5)]
    refused = [answer for answer in answers if answer.status_code != 202]
    assert refused
    assert {answer.status_code for answer in refused} == {429}
    assert refused[0].json()["code"] == "cap_reached"
    assert 0 < int(refused[0]["Retry-After"]) <= 60
    assert TriggerDelivery.objects.count() == 5 - len(refused)
