"""Every way in which a sender proves its requests, once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from tests.workflow_editor.triggers.webhooks import signed_requests as signed
from tests.workflow_editor.triggers.webhooks.signed_requests import AES_KEY, NOW, PUBLIC_KEY, STANDARD_SECRET, Maker
from workflow_editor.triggers.registry import SENDERS
from workflow_editor.triggers.webhooks.sender import SenderSettings, Verified, WebhookRequest

_FIVE_MINUTES = timedelta(minutes=5)
_STANDARD = ("webhook-id", "webhook-timestamp", "webhook-signature")
_SVIX = ("svix-id", "svix-timestamp", "svix-signature")
_CALLBACK = ("msg_signature", "timestamp", "nonce")
_DINGTALK_EVENT = b'{"EventType":"user_add_org","TimeStamp":"1700000000000"}'
_WECOM = {"token": "tokFlowloom", "aes_key": AES_KEY}


@dataclass(frozen=True)
class Case:
    """One way in which a sender proves its requests."""

    name: str
    secrets: Mapping[str, str]
    body: bytes
    made: Maker
    key: str | None = None
    """Key of the delivery in the body."""
    given_key: str | None = None
    """Id outside of the proof."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    proofs: tuple[str, ...] = ()
    """Names of the headers and parameters without which there is no proof."""
    timestamp: str | None = None
    """Name of the header or parameter with the time."""
    window: timedelta | None = None
    proves_body: bool = True
    is_wrapped: bool = False
    """The proof is about what the body wraps."""

    def __str__(self) -> str:
        return self.name

    def verified(self, asked: WebhookRequest, secrets: Mapping[str, str] | None = None) -> Verified:
        sender = SENDERS[self.name.partition(" ")[0]]
        return sender.verify(asked, self.secrets if secrets is None else secrets, self.read_settings())

    def read_settings(self) -> SenderSettings:
        model: type[SenderSettings] = SENDERS[self.name.partition(" ")[0]].settings_model
        return model.model_validate(self.settings)

    def request(self, at: datetime = NOW) -> WebhookRequest:
        return self.made(self.body, at)


def _with_headers(**headers: str) -> Maker:
    return lambda body, at: signed.request(
        body, {name.replace("_", "-"): value for name, value in headers.items()}, at=at
    )


CASES: Sequence[Case] = (
    Case(
        "basic",
        {"username": "ann", "password": "pässword"},
        b"raw",
        # What `curl -u ann:pässword` sends.
        _with_headers(authorization="Basic YW5uOnDDpHNzd29yZA=="),
        proofs=("authorization",),
        proves_body=False,
    ),
    Case(
        "bearer",
        {"token": "t-1"},
        b"raw",
        _with_headers(authorization="Bearer t-1"),
        proofs=("authorization",),
        proves_body=False,
    ),
    Case(
        "header",
        {"value": "v-1"},
        b"raw",
        _with_headers(x_key="v-1"),
        settings={"name": "X-Key"},
        proofs=("x-key",),
        proves_body=False,
    ),
    Case(
        "hmac",
        {"secret": "s"},
        b"raw",
        signed.described_hmac,
        settings={
            "signatureHeader": "X-Signed",
            "prefix": "v1=",
            "algorithm": "sha512",
            "signed": "{timestamp}.{body}",
            "timestampHeader": "X-Time",
            "toleranceS": 60,
        },
        proofs=("x-signed", "x-time"),
        timestamp="x-time",
        window=timedelta(seconds=60),
    ),
    Case(
        "standard_webhooks",
        {"secret": STANDARD_SECRET},
        b'{"type":"a.b"}',
        signed.standard("webhook"),
        key="msg_1",
        proofs=_STANDARD,
        timestamp="webhook-timestamp",
        window=_FIVE_MINUTES,
    ),
    Case(
        "standard_webhooks of Svix",
        {"secret": STANDARD_SECRET},
        b'{"type":"a.b"}',
        signed.standard("svix"),
        key="msg_1",
        proofs=_SVIX,
        timestamp="svix-timestamp",
        window=_FIVE_MINUTES,
    ),
    Case(
        "standard_webhooks with a public key",
        {"secret": PUBLIC_KEY},
        b'{"type":"a.b"}',
        signed.asymmetric,
        key="msg_1",
        proofs=_STANDARD,
        timestamp="webhook-timestamp",
        window=_FIVE_MINUTES,
    ),
    Case(
        "github",
        {"secret": "It's a Secret to Everybody"},
        b'{"zen":"keep it logically awesome"}',
        signed.github,
        given_key="guid-1",
        proofs=("x-hub-signature-256",),
    ),
    Case(
        "gitlab",
        {"signing_token": STANDARD_SECRET, "token": "t-1"},
        b'{"object_kind":"push"}',
        signed.standard("webhook"),
        key="msg_1",
        proofs=_STANDARD,
        timestamp="webhook-timestamp",
        window=_FIVE_MINUTES,
    ),
    Case(
        "gitlab by its secret token",
        {"token": "t-1"},
        b'{"object_kind":"push"}',
        _with_headers(x_gitlab_token="t-1", idempotency_key="k-1"),
        given_key="k-1",
        proofs=("x-gitlab-token",),
        proves_body=False,
    ),
    Case(
        "stripe",
        {"secret": "whsec_flowloom_test"},
        b'{"id":"evt_test_1","object":"event"}',
        signed.stripe,
        key="evt_test_1",
        proofs=("stripe-signature",),
        window=_FIVE_MINUTES,
    ),
    Case(
        "slack",
        {"secret": "slack secret"},
        b'{"token":"old proof","type":"event_callback","event_id":"Ev1"}',
        signed.slack,
        key="Ev1",
        proofs=("x-slack-request-timestamp", "x-slack-signature"),
        timestamp="x-slack-request-timestamp",
        window=_FIVE_MINUTES,
    ),
    Case(
        "shopify",
        {"secret": "shpss_flowloom_test"},
        b'{"id":1}',
        signed.shopify,
        given_key="delivery-1",
        proofs=("x-shopify-hmac-sha256",),
    ),
    Case(
        "feishu",
        {"verification_token": "vt1", "encrypt_key": "ekFlowloom"},
        b'{"schema":"2.0","header":{"event_id":"e-1","token":"vt1"},"event":{}}',
        signed.feishu,
        key="e-1",
        proofs=("x-lark-request-timestamp", "x-lark-request-nonce", "x-lark-signature"),
        timestamp="x-lark-request-timestamp",
        window=timedelta(hours=8),
    ),
    Case(
        "dingtalk robot",
        {"app_secret": "SECflowloom"},
        b'{"msgId":"msg-1","msgtype":"text"}',
        signed.dingtalk_robot,
        key="msg-1",
        proofs=("timestamp", "sign"),
        timestamp="timestamp",
        window=timedelta(hours=1),
        proves_body=False,
    ),
    Case(
        "dingtalk events",
        {"token": "tokFlowloom", "aes_key": AES_KEY},
        _DINGTALK_EVENT,
        signed.dingtalk_event,
        key=sha256(_DINGTALK_EVENT).hexdigest(),
        settings={"owner": "dingflowloom"},
        proofs=("signature", "timestamp", "nonce"),
        timestamp="timestamp",
        window=timedelta(hours=1),
        is_wrapped=True,
    ),
    Case(
        "wecom",
        _WECOM,
        b"<xml><MsgType>text</MsgType><MsgId>1</MsgId></xml>",
        signed.wecom_app,
        key="1",
        settings={"corpId": "ww1"},
        proofs=_CALLBACK,
        timestamp="timestamp",
        window=_FIVE_MINUTES,
        is_wrapped=True,
    ),
    Case(
        "wecom AI bot",
        _WECOM,
        b'{"msgid":"m-1","msgtype":"text"}',
        signed.wecom_bot,
        key="m-1",
        proofs=_CALLBACK,
        timestamp="timestamp",
        window=_FIVE_MINUTES,
        is_wrapped=True,
    ),
    Case(
        "telegram",
        {"token": "t-1"},
        b'{"update_id":7,"message":{}}',
        _with_headers(x_telegram_bot_api_secret_token="t-1"),
        key="7",
        proofs=("x-telegram-bot-api-secret-token",),
        proves_body=False,
    ),
    Case(
        "whatsapp",
        {"app_secret": "appsecret_flowloom", "verify_token": "v-1"},
        b'{"entry":[{"changes":[{"value":{"messages":[{"id":"wamid.1","from":"1"}]}}]}]}',
        signed.whatsapp,
        key="wamid.1",
        proofs=("x-hub-signature-256",),
    ),
)
