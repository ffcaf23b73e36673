"""Public forms: who is admitted, what one submission starts, and what its sender sees of it."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, greeting_document, node, text_field
from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from workflow_editor.models import Run, Status, Trigger, TriggerDelivery, Wait
from workflow_editor.nodes.builtin.form_trigger import FormTriggerConfig, FormTriggerNode
from workflow_editor.services.triggers.control import trigger_pause, trigger_set_secrets
from workflow_editor.services.versions import version_publish

KEY = "k" * 22
OTHER_KEY = "o" * 22
Publish = Callable[..., Trigger]


@pytest.fixture
def publish(publish_trigger: PublishTrigger) -> Publish:
    """Publish a form that shows its result, unless its settings say otherwise."""
    return lambda config=None, document=None: publish_trigger(
        "form_trigger", {"showResult": True, **(config or {})}, document
    )


def address(trigger: Trigger, rest: str = "") -> str:
    return f"/api/forms/{trigger.token}/{rest}"


def send(trigger: Trigger, values: Any = None, *, api: APIClient | None = None, key: str = KEY, **extra: Any) -> Any:
    body = {"key": key, "values": {"topic": "looms"} if values is None else values, **extra}
    return (api or APIClient()).post(address(trigger, "submissions/"), body)


def state(trigger: Trigger, key: str = KEY) -> Any:
    return APIClient().get(address(trigger, f"submissions/{key}/")).json()


def two_steps(**form: Any) -> dict[str, Any]:
    config = {"title": "Price of {{ inputs.topic }}", "byVisitor": True, **form}
    price = {"name": "price", "type": "number", "required": True}
    return {
        "schema_version": 1,
        "nodes": [
            node("start", "start", {"fields": [text_field("topic")]}),
            node("ask", "form", {"fields": [price], **config}),
            node("end", "end", {"outputs": [{"name": "cost", "value": "{{ nodes.ask.price }}"}]}),
        ],
        "edges": [edge("start", "ask"), edge("ask", "end", port="submitted")],
    }


PAGE = "https://shop.example/thanks"


def test_who_sent_it_goes_on_to_a_page_with_the_result_in_it(publish: Publish, queue: TaskQueue) -> None:
    trigger = publish({"redirect": PAGE + "?about={{ output.greeting }}&n={{ output.missing }}"})
    assert send(trigger, {"topic": "a&b"}).json()["redirect"] == ""
    queue.run_all()
    shown = state(trigger)
    assert shown["output"]["greeting"].endswith("a&b")
    assert shown["redirect"].startswith(PAGE + "?about=")
    assert shown["redirect"].endswith("a%26b&n=")


def test_without_a_result_they_go_on_at_once_and_programs_too(publish: Publish, queue: TaskQueue) -> None:
    trigger = publish({"redirect": PAGE, "showResult": False})
    assert send(trigger).json()["redirect"] == PAGE
    assert send(trigger, key=OTHER_KEY, website="spam").json()["redirect"] == PAGE
    assert Run.objects.count() == 1


def test_nobody_goes_on_from_what_failed(publish: Publish, queue: TaskQueue) -> None:
    trigger = publish({"redirect": PAGE})
    send(trigger)
    Run.objects.update(status=Status.FAILED)
    assert (state(trigger)["state"], state(trigger)["redirect"]) == ("failed", "")


def test_a_form_shows_what_it_asks_and_nothing_else_of_the_workflow(publish: Publish) -> None:
    hidden = {"name": "source", "type": "text", "title": "Source", "default": "secret list"}
    document = greeting_document()
    document["nodes"][0]["config"]["fields"].append(hidden)
    config = {"title": "Ask us", "text": "**Hello**", "mapping": [{"name": "source", "value": "web"}]}
    shown = APIClient().get(address(publish(config, document))).json()
    fields = shown.pop("fields")
    assert shown == {
        "title": "Ask us",
        "text": "**Hello**",
        "button": "",
        "accent": "",
        "access": "anyone",
        "captcha": None,
    }
    assert [field["name"] for field in fields] == ["topic"]


def test_a_submission_starts_a_run_whose_output_its_sender_reads(publish: Publish, queue: TaskQueue) -> None:
    trigger = publish({"thanks": "Soon."})
    assert send(trigger, {"topic": "织布", "unknown": 1}).json()["state"] == "running"
    run = Run.objects.get()
    assert (run.trigger, run.inputs, run.version_id) == ("form_trigger", {"topic": "织布"}, trigger.version_id)
    queue.run_all()
    assert state(trigger) == {
        "state": "done", "is_waiting": False, "step": None, "output": {"greeting": "Hello 织布"}, "thanks": "Soon.",
            "redirect": "",
    }  # fmt: skip


def test_the_mapping_decides_and_sees_what_was_filled_in(publish: Publish) -> None:
    value = "{{ trigger.fields.topic }} at {{ trigger.submitted_at }}"
    send(publish({"mapping": [{"name": "topic", "value": value}]}))
    delivery = TriggerDelivery.objects.get()
    assert Run.objects.get().inputs == {"topic": f"looms at {delivery.data['submitted_at']}"}


def test_without_a_result_the_sender_is_thanked_at_once(publish: Publish, queue: TaskQueue) -> None:
    trigger = publish({"showResult": False, "thanks": "We call you."})
    answer = send(trigger).json()
    assert (answer["state"], answer["thanks"], answer["output"]) == ("done", "We call you.", None)
    queue.run_all()
    assert state(trigger) == answer
    assert Run.objects.get().output == {"greeting": "Hello looms"}


def test_a_form_shows_no_output_by_default(publish_trigger: PublishTrigger, queue: TaskQueue) -> None:
    trigger = publish_trigger("form_trigger", {"thanks": "We call you."})
    answer = send(trigger, {"topic": "looms"}).json()
    queue.run_all()
    assert Run.objects.get().output == {"greeting": "Hello looms"}
    for shown in (answer, state(trigger)):
        assert (shown["state"], shown["thanks"], shown["output"]) == ("done", "We call you.", None)
    assert "Hello looms" not in str(state(trigger))


def test_forms_of_before_go_on_showing_their_output(publish_trigger: PublishTrigger) -> None:
    trigger = publish_trigger("form_trigger", {"title": "Old"})
    Trigger.objects.filter(pk=trigger.pk).update(config={"title": "Old"})
    import_module("workflow_editor.migrations.0027_form_results").keep_results(apps, None)
    trigger.refresh_from_db()
    draft = trigger.workflow.nodes.get(key="when")
    assert [one.config for one in (trigger, draft)] == [{"title": "Old", "showResult": True}] * 2


def test_a_failure_is_reported_without_its_reason(publish: Publish, queue: TaskQueue) -> None:
    document = greeting_document()
    document["nodes"][1]["config"]["template"] = "{{ inputs.topic | no_such_filter }}"
    trigger = publish(document=document)
    send(trigger)
    Run.objects.update(status=Status.FAILED, error={"code": "x", "message": "password of the shop"})
    answer = APIClient().get(address(trigger, f"submissions/{KEY}/"))
    assert answer.json()["state"] == "failed"
    assert "password" not in answer.content.decode()


def test_the_same_key_starts_one_run_and_another_one_more(publish: Publish) -> None:
    trigger = publish()
    first, again = send(trigger), send(trigger, {"topic": "other"})
    assert first.json() == again.json()
    assert Run.objects.count() == 1
    send(trigger, key=OTHER_KEY)
    assert Run.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_posts_at_the_same_moment_start_one_run(publish: Publish) -> None:
    trigger = publish()
    begin = threading.Barrier(4)

    def post(_: int) -> int:
        try:
            begin.wait()
            return int(send(trigger).status_code)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(post, range(4))) == {201}
    assert Run.objects.count() == TriggerDelivery.objects.count() == 1


@pytest.mark.parametrize(
    ("values", "pointer"),
    [({}, "/fields/topic"), ({"topic": ""}, "/fields/topic"), ({"topic": "x", "count": "many"}, "/fields/count")],
)
def test_wrong_values_are_refused_at_their_fields(publish: Publish, values: dict[str, Any], pointer: str) -> None:
    document = greeting_document()
    document["nodes"][0]["config"]["fields"].append({"name": "count", "type": "number"})
    answer = send(publish(document=document), values)
    assert answer.status_code == 400
    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]
    assert not TriggerDelivery.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        [], {}, {"key": KEY}, {"key": "short", "values": {}}, {"key": KEY, "values": []}, {"key": KEY, "values": "x"},
        {"key": "../" * 10, "values": {}}, {"key": KEY, "values": {}, "user": "root"},
        {"key": KEY, "values": {"topic": "a\0"}},
    ],
)  # fmt: skip
def test_hostile_bodies_start_nothing(publish: Publish, body: Any) -> None:
    answer = APIClient().post(address(publish(), "submissions/"), body)
    assert answer.status_code == 400
    assert not TriggerDelivery.objects.exists()


def test_what_a_program_fills_in_is_answered_like_success_and_starts_nothing(publish: Publish) -> None:
    trigger = publish({"thanks": "Soon."})
    answer = send(trigger, {"topic": "pills"}, website="https://pills.example")
    assert (answer.status_code, answer.json()["state"], answer.json()["thanks"]) == (201, "done", "Soon.")
    assert state(trigger) == answer.json()
    delivery = TriggerDelivery.objects.get()
    assert (delivery.status, delivery.data["fields"]) == ("rejected", {"topic": "pills"})
    assert not Run.objects.exists()


def test_a_visitor_sends_as_many_as_the_form_allows(publish: Publish) -> None:
    trigger = publish({"perHour": 2})
    sent = [send(trigger, key=f"{number:022}").status_code for number in range(3)]
    assert sent == [201, 201, 429]
    assert send(trigger, key=f"{0:022}").status_code == 201
    other = APIClient(REMOTE_ADDR="192.0.2.77")
    assert send(trigger, api=other, key=OTHER_KEY).status_code == 201


def test_a_password_opens_the_form_and_guesses_are_limited(publish: Publish) -> None:
    trigger = trigger_set_secrets(publish({"access": "password", "text": "Inside"}), {"password": "warp and weft"})
    shown = APIClient().get(address(trigger)).json()
    assert (shown["access"], shown["text"], shown["fields"]) == ("password", None, None)
    assert send(trigger).json()["code"] == "form_password"
    opened = APIClient().post(address(trigger, "open/"), {"password": "warp and weft"}).json()
    assert (opened["text"], len(opened["fields"])) == ("Inside", 1)
    assert send(trigger, password="warp and weft").status_code == 201
    guesses = [APIClient().post(address(trigger, "open/"), {"password": str(n)}).status_code for n in range(9)]
    assert set(guesses[:7]) == {403}
    assert guesses[-1] == 429
    assert TriggerDelivery.objects.count() == 1


def test_a_form_for_people_with_accounts_names_who_sent_it(publish: Publish, bob: User, bob_api: APIClient) -> None:
    trigger = publish({"access": "signed_in"})
    assert APIClient().get(address(trigger)).json()["fields"] is None
    assert send(trigger).json()["code"] == "form_sign_in"
    assert len(bob_api.get(address(trigger)).json()["fields"]) == 1
    assert send(trigger, api=bob_api).status_code == 201
    assert TriggerDelivery.objects.get().data["person"] == bob.username


def test_a_form_that_takes_no_answers_reports_it(publish: Publish, alice: User) -> None:
    trigger = publish({"access": "password"})
    assert APIClient().get(address(trigger)).json()["code"] == "form_closed"
    trigger_set_secrets(trigger, {"password": "x"})
    trigger_pause(trigger, "Holidays")
    closed = APIClient().get(address(trigger))
    assert (closed.status_code, closed.json()["code"]) == (409, "form_closed")
    assert "Holidays" not in closed.content.decode()
    assert send(trigger).status_code == 409
    trigger.workflow.nodes.get(key="when").delete()
    version_publish(trigger.workflow, alice)
    for wrong in (address(trigger), "/api/forms/nobody-knows-this/"):
        assert APIClient().get(wrong).json()["code"] == "form_gone"


def test_what_was_sent_is_read_with_its_key_only(publish: Publish) -> None:
    trigger, other = publish(), publish()
    send(trigger)
    send(other, key=OTHER_KEY)
    stored = TriggerDelivery.objects.get(trigger=trigger).key
    assert KEY not in stored
    for key in (OTHER_KEY, stored, KEY[:-1]):
        assert APIClient().get(address(trigger, f"submissions/{key}/")).status_code == 404


def test_the_sender_fills_in_a_form_in_the_middle(publish: Publish, queue: TaskQueue) -> None:
    trigger = publish(document=two_steps())
    send(trigger)
    queue.run_all()
    asking = state(trigger)
    assert (asking["state"], asking["step"]["title"]) == ("asks", "Price of looms")
    step = asking["step"]["id"]
    place = address(trigger, f"submissions/{KEY}/")
    wrong = APIClient().post(place, {"step": step, "values": {"price": "much"}})
    assert [error["pointer"] for error in wrong.json()["errors"]] == ["/values/price"]
    assert APIClient().post(place, {"step": step, "values": {"price": 12.5}}).json()["state"] == "running"
    assert APIClient().post(place, {"step": step, "values": {"price": 1}}).json()["code"] == "already_answered"
    queue.run_all()
    assert state(trigger)["output"] == {"cost": 12.5}
    assert Wait.objects.get().answered_name == "visitor"


def test_nobody_else_fills_it_in(publish: Publish, queue: TaskQueue) -> None:
    trigger = publish(document=two_steps())
    for key in (KEY, OTHER_KEY):
        send(trigger, key=key)
    queue.run_all()
    foreign = state(trigger, OTHER_KEY)["step"]["id"]
    answer = APIClient().post(address(trigger, f"submissions/{KEY}/"), {"step": foreign, "values": {"price": 1}})
    assert answer.status_code == 404
    assert not Wait.objects.filter(answered_at__isnull=False).exists()


def test_a_form_that_is_for_colleagues_stays_theirs(publish: Publish, queue: TaskQueue) -> None:
    trigger = publish(document=two_steps(byVisitor=False))
    send(trigger)
    queue.run_all()
    waiting = state(trigger)
    assert (waiting["state"], waiting["is_waiting"], waiting["step"]) == ("running", True, None)
    body = {"step": Wait.objects.get().pk, "values": {"price": 1}}
    assert APIClient().post(address(trigger, f"submissions/{KEY}/"), body).status_code == 404


SHOP = "https://shop.example.com"


@pytest.mark.parametrize(
    ("config", "pages"),
    [
        ({}, "*"),
        ({"access": "password"}, "*"),
        ({"framedBy": f"{SHOP}/\nhttp://localhost:8001"}, f"{SHOP} http://localhost:8001"),
        ({"framedBy": "shop.example.com; script-src *"}, "'none'"),
        ({"access": "signed_in"}, "'none'"),
        ({"access": "signed_in", "framedBy": SHOP}, "'none'"),
    ],
)
def test_pages_that_may_show_it_but_for_where_a_session_counts(
    publish: Publish, config: dict[str, Any], pages: str
) -> None:
    page = Client().get(f"/forms/{publish(config).token}")
    assert f"frame-ancestors {pages};" in page["Content-Security-Policy"]
    assert ("X-Frame-Options" in page) is (pages == "'none'")


def test_what_is_no_origin_is_a_problem() -> None:
    config = FormTriggerConfig(framed_by=f"{SHOP}\nshop.example.com")
    assert [(found.code, found.field) for found in FormTriggerNode().problems(config)] == [
        ("origin_invalid", "/framedBy")
    ]


def test_visitors_read_words_where_a_field_has_no_label(publish: Publish, queue: TaskQueue) -> None:
    document = two_steps(fields=[{"name": "best_price", "type": "number"}])
    document["nodes"][0]["config"]["fields"] = [{"name": "field_2", "type": "text"}]
    trigger = publish(None, document)
    assert [field["title"] for field in APIClient().get(address(trigger)).json()["fields"]] == ["Field 2"]
    send(trigger, {"field_2": "looms"})
    queue.run_all()
    assert [field["title"] for field in state(trigger)["step"]["fields"]] == ["Best price"]
