import pytest

from tests.workflow_editor.triggers.webhooks.signed_requests import NOW, changed, request, stripe
from workflow_editor.triggers.shopify.webhook import ShopifySender
from workflow_editor.triggers.stripe.webhook import StripeSender
from workflow_editor.triggers.webhooks.sender import Delivery, NoSettings, NotVerifiedError, Verified, WebhookRequest

BODY = b'{"id":"evt_test_1","object":"event"}'
V1 = "v1=a7c41df3f004f762c3e3629b530c7ca411d046204a8a3bef43c96d32ebfb5341"


def verified(header: str) -> Verified:
    secrets = {"secret": "whsec_flowloom_test"}
    return StripeSender().verify(request(BODY, {"stripe-signature": header}), secrets, NoSettings())


@pytest.mark.parametrize(
    "header", [f"t=1700000000,{V1}", f"{V1},t=1700000000", f"t=1700000000,v1={'0' * 64},{V1},v0=x"]
)
def test_a_signature_of_stripe_is_taken_among_others(header: str) -> None:
    assert verified(header).deliveries == (Delivery("evt_test_1"),)


@pytest.mark.parametrize(
    "header",
    [
        "t=1700000000",
        f"t=1700000000,{V1.replace('v1', 'v0')}",
        f"t=1700000000,t=1700000000,{V1}",
        f"t=1700000001,{V1}",
        f"t=1700000000, {V1}",
        V1,
        f"t=1700000000,v1={V1}",
    ],
)
def test_what_is_no_signature_of_stripe_is_refused(header: str) -> None:
    with pytest.raises(NotVerifiedError):
        verified(header)


def test_the_secret_of_stripe_is_not_decoded() -> None:
    asked = stripe(BODY, NOW)
    for secret in ("flowloom_test", "whsec_Zmxvd2xvb21fdGVzdA=="):
        with pytest.raises(NotVerifiedError):
            StripeSender().verify(asked, {"secret": secret}, NoSettings())


def test_a_known_signature_of_shopify_is_taken() -> None:
    headers = {"x-shopify-hmac-sha256": "SnY+eZPlTg2Cp4B6HgpUIGJvzF9mo/4pJtlXBtgLGWU=", "x-shopify-webhook-id": "w-1"}
    asked, secrets = request(b'{"id":1}', headers), {"secret": "shpss_flowloom_test"}
    assert ShopifySender().verify(asked, secrets, NoSettings()).deliveries == (Delivery(given_key="w-1"),)
    other: WebhookRequest = changed(asked, "x-shopify-hmac-sha256", headers["x-shopify-hmac-sha256"][:-1])
    with pytest.raises(NotVerifiedError):
        ShopifySender().verify(other, secrets, NoSettings())
