"""Bodies of webhooks in other encodings than UTF-8, and packed ones."""

import gzip
import hmac
import json
import tracemalloc
import zlib
from hashlib import sha256

import pytest

from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from tests.workflow_editor.services_triggers.test_webhooks import call
from workflow_editor.models import Run, TriggerDelivery

FORM = "application/x-www-form-urlencoded"
EVENT = json.dumps({"topic": "茶"}, ensure_ascii=False)
BODIES = [
    ("as it is", EVENT.encode(), "application/json", ""),
    ("a byte order mark", EVENT.encode("utf-8-sig"), "application/json", ""),
    ("UTF-16", EVENT.encode("utf-16"), "application/json", ""),
    ("GBK", EVENT.encode("gbk"), "application/json; charset=gbk", ""),
    ("a form in GBK", b"topic=%B2%E8", f"{FORM}; charset=gbk", ""),
    ("gzip", gzip.compress(EVENT.encode()), "application/json", "gzip"),
    ("gzip in capitals", gzip.compress(EVENT.encode()), "application/json", " GZIP"),
    ("two members", gzip.compress(EVENT[:5].encode()) + gzip.compress(EVENT[5:].encode()), "application/json", "gzip"),
    ("deflate", zlib.compress(EVENT.encode()), "application/json", "deflate"),
    ("gzip of GBK", gzip.compress(EVENT.encode("gbk")), "application/json; charset=gbk", "gzip"),
    ("a form in gzip", gzip.compress(b"topic=%E8%8C%B6"), FORM, "gzip"),
    ("unpacked by a proxy", EVENT.encode(), "application/json", "gzip"),
]


@pytest.mark.parametrize(("body", "kind", "coding"), [row[1:] for row in BODIES], ids=[row[0] for row in BODIES])
def test_bodies_are_read_whatever_they_are_written_in(
    publish_trigger: PublishTrigger, body: bytes, kind: str, coding: str
) -> None:
    headers = {"Content-Encoding": coding} if coding else {}
    answer = call(publish_trigger("webhook"), body, content_type=kind, headers=headers)
    assert answer.status_code == 202, answer.content
    assert Run.objects.get(pk=answer.json()["run"]).inputs == {"topic": "茶"}


def test_a_packed_body_is_proved_as_it_came(publish_trigger: PublishTrigger) -> None:
    trigger = publish_trigger("webhook", {"sender": "hmac"})
    trigger.set_secrets({"secret": "s-7"})
    trigger.save()
    body = gzip.compress(EVENT.encode())
    signed = hmac.new(b"s-7", body, sha256).hexdigest()
    headers = {"Content-Encoding": "gzip", "X-Signature": signed}
    assert call(trigger, body, headers=headers).status_code == 202
    assert call(trigger, body, headers={**headers, "X-Signature": signed[::-1]}).status_code == 401


def test_a_packed_body_is_unpacked_no_further_than_bodies_may_be_long(publish_trigger: PublishTrigger) -> None:
    trigger = publish_trigger("webhook")
    bomb = gzip.compress(b"[" + b" " * 60_000_000)
    tracemalloc.start()
    answer = call(trigger, bomb, headers={"Content-Encoding": "gzip"})
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (answer.status_code, answer.json()["code"]) == (400, "body_too_long")
    assert peak < 45_000_000
    assert not TriggerDelivery.objects.exclude(status="malformed").exists()
