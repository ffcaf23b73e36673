from datetime import UTC, datetime

import pytest

from tests.workflow_editor.triggers.webhooks.signed_requests import (
    NOW,
    PUBLIC_KEY,
    STANDARD_SECRET,
    changed,
    request,
    seconds,
    standard,
)
from workflow_editor.triggers.webhooks.sender import NoSettings, NotVerifiedError, WebhookRequest
from workflow_editor.triggers.webhooks.standard_webhooks import StandardWebhooksSender

V1 = "v1,FaI5pUXZ54bs/wHHROCUTBGQ5xnC/63Bu8hVPxKq4jM="
V1A = "v1a,0fTmB9P9TWmb7cBiapbRnGYzoWpqKkJUE3YhXVX9eHSV4BxyHlcJPDaO5WmI02llUt4kaEl1I6ocKes+ApLcDQ=="


def key_of(asked: WebhookRequest, secret: str) -> str | None:
    (delivery,) = StandardWebhooksSender().verify(asked, {"secret": secret}, NoSettings()).deliveries
    return delivery.key


def signed(signatures: str, message_id: str = "msg_1") -> WebhookRequest:
    headers = {"webhook-id": message_id, "webhook-timestamp": seconds(NOW), "webhook-signature": signatures}
    return request(b'{"type":"a.b"}', headers)


def test_the_delivery_of_the_librarys_own_tests_is_taken() -> None:
    headers = {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
    asked = request(b'{"test": 2432232314}', headers, at=datetime.fromtimestamp(1614265330, UTC))
    assert key_of(asked, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw") == "msg_p5jXN8AQM9LWM0D4loKWxJek"


def test_known_signatures_are_taken() -> None:
    assert key_of(signed(V1), STANDARD_SECRET) == "msg_1"
    assert key_of(signed(V1A), PUBLIC_KEY) == "msg_1"
    assert key_of(signed(f"v2,x {V1A} {V1}"), STANDARD_SECRET) == "msg_1"
    assert key_of(signed(f"{V1} {V1A}"), PUBLIC_KEY) == "msg_1"


def test_the_prefix_of_the_secret_may_be_left_out() -> None:
    assert key_of(signed(V1), STANDARD_SECRET.removeprefix("whsec_")) == "msg_1"


@pytest.mark.parametrize(
    "secret", ["whsec_", "whpk_", "whpk_AAAA", "whsec_===", "no base64!", STANDARD_SECRET[:-1], PUBLIC_KEY]
)
def test_another_secret_proves_nothing(secret: str) -> None:
    with pytest.raises(NotVerifiedError, match="signature is wrong"):
        key_of(signed(V1), secret)


def test_a_public_key_never_proves_a_shared_signature() -> None:
    for signatures in (V1.replace("v1,", "v1a,"), V1A.replace("v1a,", "v1,"), V1.removeprefix("v1,"), "v1,"):
        for secret in (STANDARD_SECRET, PUBLIC_KEY):
            with pytest.raises(NotVerifiedError):
                key_of(signed(signatures), secret)


def test_another_spelling_of_the_same_signature_is_refused() -> None:
    with pytest.raises(NotVerifiedError):
        key_of(signed(V1A.replace("DQ==", "DR==")), PUBLIC_KEY)


def test_an_id_cannot_hold_a_part_of_the_time() -> None:
    asked = standard("webhook")(b"{}", NOW)
    with pytest.raises(NotVerifiedError):
        key_of(changed(asked, "webhook-id", "msg_1.1700000000"), STANDARD_SECRET)
