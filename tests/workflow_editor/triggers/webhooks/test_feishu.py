import json
from base64 import b64decode
from hashlib import sha256
from typing import Any

import pytest

from tests.workflow_editor.triggers.webhooks.signed_requests import NOW, feishu, request, without
from workflow_editor.triggers.feishu.webhook import FeishuSender
from workflow_editor.triggers.webhooks.ciphers import aes_decrypted
from workflow_editor.triggers.webhooks.sender import (
    Answer,
    Delivery,
    NoSettings,
    NotVerifiedError,
    Verified,
    WebhookRequest,
)

TOKEN = {"verification_token": "vt1"}
ENCRYPTED = {**TOKEN, "encrypt_key": "ekFlowloom"}
CHALLENGE = (
    b'{"encrypt":"AAECAwQFBgcICQoLDA0ODxTvO0pyl9yXG7+KC1PampXvUj3rf529C/46v2CWgaFz'
    b'xygVmil60dECVUqd/COshlYpqsX0dvKQ+1TFtFkgDVI="}'
)
CHALLENGE_SIGNATURE = "53839b6c4a37e6b4d64814dc1736cbdf4f3a989db594aad52388e98436a58f64"
ANSWER = Answer(body=b'{"challenge":"c1"}', content_type="application/json")
EVENT: dict[str, Any] = {
    "schema": "2.0",
    "header": {"event_id": "e-1", "token": "vt1", "app_id": "a"},
    "event": {"x": 1},
}
DELIVERED = Delivery("e-1", {"schema": "2.0", "header": {"event_id": "e-1", "app_id": "a"}, "event": {"x": 1}})


def verified(asked: WebhookRequest, secrets: dict[str, str] = ENCRYPTED) -> Verified:
    return FeishuSender().verify(asked, secrets, NoSettings())


def written(event: object) -> bytes:
    return json.dumps(event).encode()


def test_the_documented_text_is_decrypted() -> None:
    encrypted = b64decode("P37w+VZImNgPEO1RBhJ6RtKl7n6zymIbEG1pReEzghk=")
    assert aes_decrypted(sha256(b"test key").digest(), encrypted[:16], encrypted[16:], 128) == b"hello world"


def test_a_challenge_is_answered_with_a_signature_or_without() -> None:
    headers = {
        "x-lark-request-timestamp": "1700000000",
        "x-lark-request-nonce": "nonce123",
        "x-lark-signature": CHALLENGE_SIGNATURE,
    }
    assert verified(request(CHALLENGE, headers)) == Verified(answer=ANSWER)
    assert verified(request(CHALLENGE)) == Verified(answer=ANSWER)
    plain = written({"challenge": "c1", "token": "vt1", "type": "url_verification"})
    assert verified(request(plain), TOKEN) == Verified(answer=ANSWER)


@pytest.mark.parametrize("secrets", [{**ENCRYPTED, "verification_token": "vt2"}, {**ENCRYPTED, "encrypt_key": "other"}])
def test_a_challenge_needs_the_right_secrets(secrets: dict[str, str]) -> None:
    with pytest.raises(NotVerifiedError):
        verified(request(CHALLENGE), secrets)


def test_an_event_starts_a_run_without_the_token() -> None:
    assert verified(feishu(written(EVENT), NOW)).deliveries == (DELIVERED,)
    assert verified(request(written(EVENT)), TOKEN).deliveries == (DELIVERED,)


def test_an_event_of_the_first_version_is_known_by_its_uuid() -> None:
    event = {
        "uuid": "u-1",
        "token": "vt1",
        "ts": "1700000000.1",
        "type": "event_callback",
        "event": {"type": "message"},
    }
    delivered = Delivery("u-1", {key: value for key, value in event.items() if key != "token"})
    assert verified(feishu(written(event), NOW)).deliveries == (delivered,)
    assert verified(request(written(event)), TOKEN).deliveries == (delivered,)


def test_with_an_encrypt_key_nothing_is_taken_without_encryption_or_signature() -> None:
    signed = feishu(written(EVENT), NOW)
    with pytest.raises(NotVerifiedError, match="not encrypted"):
        verified(WebhookRequest("POST", signed.headers, {}, written(EVENT), NOW))
    for name in signed.headers:
        with pytest.raises(NotVerifiedError, match="missing"):
            verified(without(signed, name))


def test_an_encrypted_event_is_refused_with_what_is_missing() -> None:
    with pytest.raises(NotVerifiedError, match="Encrypt Key"):
        verified(feishu(written(EVENT), NOW), TOKEN)


def test_the_time_may_be_written_as_go_writes_it() -> None:
    # NOW in Shanghai; card actions have been seen to send this.
    time = "2023-11-15 06:13:20.052290112 +0800 CST m=+3612.1"
    assert verified(feishu(written(EVENT), NOW, time)).deliveries == (DELIVERED,)
    for other in (time.replace("11-15", "11-14"), time.replace("11-15", "11-16"), "now now now", "2023-11-15 6 7"):
        with pytest.raises(NotVerifiedError):
            verified(feishu(written(EVENT), NOW, other))
