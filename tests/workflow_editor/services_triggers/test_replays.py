"""Recorded requests that are sent again start no further run, whatever is changed outside of their proof."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from tests.workflow_editor.triggers.webhooks import signed_requests as signed
from tests.workflow_editor.triggers.webhooks.cases import CASES, Case
from workflow_editor.models import Run, Trigger, TriggerDelivery
from workflow_editor.triggers.registry import SENDERS
from workflow_editor.triggers.webhooks.sender import WebhookRequest

IDS = (
    "idempotency-key", "x-github-delivery", "x-shopify-webhook-id", "x-shopify-event-id", "x-gitlab-event-uuid",
    "x-gitlab-webhook-uuid", "webhook-id", "svix-id", "x-request-id", "x-delivery-id", "x-event-id",
)  # fmt: skip


def _slack_command(body: bytes, at: Any) -> WebhookRequest:
    return signed.slack(body, at, signed.FORM)


def _hmac_of_body(body: bytes, at: Any) -> WebhookRequest:
    return signed.request(body, {"x-signature": signed.signature("s", body).hex(), **signed.JSON}, at=at)


def _hmac_with_id(body: bytes, at: Any) -> WebhookRequest:
    content = b"n-1." + body
    return signed.request(body, {"idempotency-key": "n-1", "x-signature": signed.signature("s", content).hex()}, at=at)


MORE = (
    Case("none", {}, b'{"a":1}', lambda body, at: signed.request(body, signed.JSON, at=at), proves_body=False),
    Case("hmac of the body", {"secret": "s"}, b'{"a":1}', _hmac_of_body, proofs=("x-signature",)),
    Case(
        "hmac with an id", {"secret": "s"}, b'{"a":1}', _hmac_with_id, key="n-1", settings={"signed": "{id}.{body}"},
        proofs=("x-signature", "idempotency-key"),
    ),
    Case("slack command", {"secret": "slack secret"}, b"command=%2Fx&text=a", _slack_command,
         proofs=("x-slack-request-timestamp", "x-slack-signature")),
)  # fmt: skip
ROWS: Sequence[Case] = (*CASES, *MORE)
BY_TOKEN = {"none", "basic", "bearer", "header", "gitlab by its secret token"}
"""Whoever has the token may start runs: only the trigger's setting makes two requests one."""
SETTABLE = {*BY_TOKEN, "github", "shopify", "hmac of the body"}


def published(publish_trigger: PublishTrigger, case: Case, **config: Any) -> Trigger:
    base = {"mapping": [{"name": "topic", "value": "x"}], "senderSettings": dict(case.settings), "path": ""}
    trigger = publish_trigger("webhook", {**base, "sender": case.name.partition(" ")[0], "method": "any", **config})
    trigger.set_secrets(dict(case.secrets))
    trigger.save()
    return trigger


def send(trigger: Trigger, asked: WebhookRequest) -> int:
    kind = asked.headers.get("content-type", "application/octet-stream")
    answer = Client().generic(
        asked.method, f"/hooks/{trigger.token}/", asked.body, content_type=kind, headers=dict(asked.headers),
        query_params=dict(asked.query),
    )  # fmt: skip
    assert answer.status_code < 300, answer.content
    return Run.objects.count()


def variants(case: Case, asked: WebhookRequest) -> list[WebhookRequest]:
    """Return the request as it was, and with each id outside of the proof changed, added or removed."""
    free = [name for name in IDS if name not in case.proofs]
    bare = {name: value for name, value in asked.headers.items() if name not in free}
    return [
        asked,
        replace(asked, headers=bare),
        *(replace(asked, headers={**asked.headers, name: "another"}) for name in free),
        replace(asked, headers={**asked.headers, **dict.fromkeys(free, "yet-another")}),
    ]


def with_unsigned_query(asked: WebhookRequest) -> WebhookRequest:
    return replace(asked, query={**asked.query, "unsigned": "1"})


def test_the_table_holds_every_proof() -> None:
    assert {case.name.partition(" ")[0] for case in ROWS} == set(SENDERS)


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_a_replay_with_another_id_starts_no_further_run(publish_trigger: PublishTrigger, case: Case) -> None:
    trigger = published(publish_trigger, case, **({"equalBodies": "once"} if case.name in BY_TOKEN else {}))
    asked = case.request(timezone.now())
    first = send(trigger, asked)
    assert first == 1
    replays = variants(case, asked)
    if case.name not in BY_TOKEN:
        replays.append(with_unsigned_query(asked))
    assert [send(trigger, again) - first for again in replays] == [0] * len(replays)
    assert TriggerDelivery.objects.count() == 1


@pytest.mark.parametrize("case", [case for case in ROWS if case.name in SETTABLE], ids=str)
def test_a_trigger_may_start_a_run_for_each_of_equal_bodies(publish_trigger: PublishTrigger, case: Case) -> None:
    trigger = published(publish_trigger, case, equalBodies="again")
    asked = replace(case.request(timezone.now()))
    bare = variants(case, asked)[1]
    assert [send(trigger, bare) for _ in range(2)] == [1, 2]
    named = replace(bare, headers={**bare.headers, "idempotency-key": "k-1"})
    assert [send(trigger, named) for _ in range(2)] == [3, 3]


@pytest.mark.parametrize("case", [case for case in ROWS if case.name not in SETTABLE], ids=str)
def test_what_is_signed_with_a_time_or_an_id_never_runs_again(publish_trigger: PublishTrigger, case: Case) -> None:
    trigger = published(publish_trigger, case, equalBodies="again")
    asked = case.request(timezone.now())
    assert [send(trigger, again) for again in (asked, asked)] == [1, 1]


@pytest.mark.parametrize("case", [case for case in ROWS if case.name in BY_TOKEN], ids=str)
def test_a_token_without_an_id_starts_a_run_each_time_by_default(publish_trigger: PublishTrigger, case: Case) -> None:
    trigger = published(publish_trigger, case)
    bare = variants(case, case.request(timezone.now()))[1]
    assert [send(trigger, bare) for _ in range(2)] == [1, 2]


@pytest.mark.parametrize(
    ("pattern", "is_good"),
    [("{id}.{body}", True), ("{id}.{timestamp}.{body}", True), ("v0:{id}:{body}", True), ("{id}{body}", False),
     ("{timestamp}{id}.{body}", False), ("{id}.{id}.{body}", False), ("{id}", False)],
)  # fmt: skip
def test_a_signed_id_has_an_end(pattern: str, is_good: bool) -> None:
    model = SENDERS["hmac"].settings_model
    try:
        model.model_validate({"signed": pattern})
    except ValueError:
        assert not is_good
    else:
        assert is_good


def test_a_signed_id_cannot_end_elsewhere(publish_trigger: PublishTrigger) -> None:
    case = next(case for case in MORE if case.name == "hmac with an id")
    trigger = published(publish_trigger, case)
    asked = case.made(b"a.b", timezone.now())
    shifted = replace(asked, body=b"b", headers={**asked.headers, "idempotency-key": "n-1.a"})
    assert send(trigger, asked) == 1
    answer = Client().post(f"/hooks/{trigger.token}/", b"b", "text/plain", headers=dict(shifted.headers))
    assert (answer.status_code, Run.objects.count()) == (401, 1)
