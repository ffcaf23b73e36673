"""Bodies too long for memory: proved by their signature, kept, and never held as a whole."""

import hmac
import io
import time
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone
from standardwebhooks import Webhook

from tests.factories.documents import edge, node
from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from tests.workflow_editor.triggers.webhooks.signed_requests import STANDARD_SECRET
from tools.models import ToolFile
from workflow_editor.api.views.webhooks import WebhookView
from workflow_editor.models import Run, Trigger

MB = 1024**2
SIZE = 4 * MB
HMAC = {"sender": "hmac", "senderSettings": {"signed": "{timestamp}.{body}"}}
_HEAD = (
    b"--edge\r\n"
    b'Content-Disposition: form-data; name="invoice"; filename="a.pdf"\r\n'
    b"Content-Type: application/pdf\r\n\r\n%PDF-1.7 "
)
_END = b'\r\n--edge\r\nContent-Disposition: form-data; name="note"\r\n\r\npaid\r\n--edge--\r\n'
MULTIPART = "multipart/form-data; boundary=edge"


def document() -> dict[str, Any]:
    edges = [edge("start", "end")]
    return {"schema_version": 1, "nodes": [node("start", "start"), node("end", "end")], "edges": edges}


def body(size: int = SIZE) -> bytes:
    return _HEAD + b"x" * size + _END


def signed(content: bytes, at: int | None = None) -> dict[str, str]:
    stamp = str(at or int(time.time()))
    signature = hmac.digest(b"s-1", f"{stamp}.".encode() + content, "sha256").hex()
    return {"X-Timestamp": stamp, "X-Signature": signature, "Idempotency-Key": "d-1"}


def sent(trigger: Trigger, content: bytes, headers: dict[str, str], kind: str = MULTIPART, method: str = "POST") -> Any:
    return Client().generic(method, f"/hooks/{trigger.token}/", content, content_type=kind, headers=headers)


@pytest.fixture
def trigger(publish_trigger: PublishTrigger) -> Trigger:
    return with_secret(publish_trigger("webhook", {**HMAC, "method": "any"}, document()), "s-1")


def with_secret(trigger: Trigger, secret: str) -> Trigger:
    trigger.set_secrets({"secret": secret})
    trigger.save()
    return trigger


@pytest.mark.parametrize(("kind", "method"), [(MULTIPART, "POST"), (MULTIPART, "PUT"), ("application/pdf", "POST")])
def test_a_signed_body_starts_one_run_however_often_it_comes(trigger: Trigger, kind: str, method: str) -> None:
    content = body()
    headers = signed(content)
    answers = [sent(trigger, content, headers, kind, method) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [202, 202]
    assert answers[0].json()["run"] == answers[1].json()["run"]
    delivery = Run.objects.get().delivery
    assert delivery is not None
    [file] = delivery.data["files"]
    is_multipart = kind == MULTIPART
    assert file["size"] == (SIZE + len(b"%PDF-1.7 ") if is_multipart else len(content))
    assert delivery.data["body"] == ({"note": "paid", "invoice": file} if is_multipart else file)


@pytest.mark.parametrize("at", [0, len(_HEAD) + SIZE // 2, -10])
def test_one_changed_byte_is_refused_and_nothing_is_kept(trigger: Trigger, at: int) -> None:
    content = bytearray(body())
    headers = signed(bytes(content))
    content[at] ^= 1
    answer = sent(trigger, bytes(content), headers, "application/pdf")
    assert (answer.status_code, answer.json()["code"]) == (401, "webhook_not_verified")
    assert not ToolFile.objects.exists()
    assert not Run.objects.exists()


def test_an_old_one_that_comes_again_is_refused(trigger: Trigger) -> None:
    content = body()
    assert sent(trigger, content, signed(content, int(time.time()) - 600)).status_code == 401
    assert not Run.objects.exists()


def test_standard_webhooks_sign_long_bodies_too(publish_trigger: PublishTrigger) -> None:
    trigger = with_secret(publish_trigger("webhook", {"sender": "standard_webhooks"}, document()), STANDARD_SECRET)
    now, content = timezone.now(), body()
    headers = {
        "webhook-id": "msg_1",
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(STANDARD_SECRET).sign("msg_1", now, content.decode()),
    }
    assert sent(trigger, content, headers).status_code == 202
    assert sent(trigger, content[:-3] + b"x\r\n", headers).status_code == 401


class _Generated(io.RawIOBase):
    """A body that is made while it is read."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._rest = pieces, b""

    def read(self, size: int = -1) -> bytes:
        self._rest = self._rest or next(self._pieces, b"")
        given, self._rest = self._rest[:size], self._rest[size:]
        return given


def test_a_hundred_megabytes_take_a_few_of_memory(trigger: Trigger, settings: Any) -> None:
    settings.MAX_FILE_MB = 101
    piece, count = b"x" * (64 * 1024), 1600

    def pieces() -> Iterator[bytes]:
        yield from (_HEAD, *(piece for _ in range(count)), _END)

    stamp = str(int(time.time()))
    signature = hmac.new(b"s-1", f"{stamp}.".encode(), "sha256")
    for one in pieces():
        signature.update(one)
    length = len(_HEAD) + count * len(piece) + len(_END)
    request = RequestFactory(headers={"X-Timestamp": stamp, "X-Signature": signature.hexdigest()}).request(
        REQUEST_METHOD="POST",
        PATH_INFO=f"/hooks/{trigger.token}/",
        CONTENT_TYPE=MULTIPART,
        CONTENT_LENGTH=str(length),
        **{"wsgi.input": _Generated(pieces())},
    )
    tracemalloc.start()
    try:
        answer = WebhookView.as_view()(request, token=trigger.token)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert answer.status_code == 202
    assert ToolFile.objects.get().size == count * len(piece) + len(b"%PDF-1.7 ")
    assert peak < 4 * MB
