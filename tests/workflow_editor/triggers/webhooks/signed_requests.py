"""Requests as each sender makes them: signed by the vendors' own libraries where they have light ones, and by the
published rules elsewhere, which the test vectors hold."""

import hashlib
import hmac
import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC
from cryptography.hazmat.primitives.padding import PKCS7
from slack_sdk.signature import SignatureVerifier
from standardwebhooks import Webhook
from stripe import WebhookSignature

from workflow_editor.triggers.webhooks.sender import WebhookRequest

Maker = Callable[[bytes, datetime], WebhookRequest]
"""Makes a request with a valid proof out of a body and its time."""

NOW = datetime.fromtimestamp(1_700_000_000, UTC)
JSON = {"content-type": "application/json"}
FORM = {"content-type": "application/x-www-form-urlencoded"}

AES_KEY = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG"
STANDARD_SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX"
PUBLIC_KEY = "whpk_A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg="
_PRIVATE_KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def request(
    body: bytes = b"",
    headers: Mapping[str, str] | None = None,
    query: Mapping[str, str] | None = None,
    *,
    method: str = "POST",
    at: datetime = NOW,
) -> WebhookRequest:
    return WebhookRequest(method, headers or {}, query or {}, body, at)


def seconds(at: datetime) -> str:
    return str(int(at.timestamp()))


def milliseconds(at: datetime) -> str:
    return str(int(at.timestamp() * 1000))


def signature(secret: str, content: bytes, algorithm: str = "sha256") -> bytes:
    return hmac.new(secret.encode(), content, algorithm).digest()


def changed(asked: WebhookRequest, name: str, value: str) -> WebhookRequest:
    """Return the request with another value of a header or parameter."""
    if name in asked.query:
        return replace(asked, query={**asked.query, name: value})
    assert name in asked.headers
    return replace(asked, headers={**asked.headers, name: value})


def without(asked: WebhookRequest, name: str) -> WebhookRequest:
    """Return the request without a header or parameter."""
    return replace(
        asked,
        headers={key: value for key, value in asked.headers.items() if key != name},
        query={key: value for key, value in asked.query.items() if key != name},
    )


def value_of(asked: WebhookRequest, name: str) -> str:
    return str(asked.query.get(name) or asked.headers[name])


def described_hmac(body: bytes, at: datetime) -> WebhookRequest:
    content = seconds(at).encode() + b"." + body
    headers = {"x-time": seconds(at), "x-signed": "v1=" + signature("s", content, "sha512").hex()}
    return request(body, headers, at=at)


def standard(family: str) -> Maker:
    def made(body: bytes, at: datetime) -> WebhookRequest:
        signed = Webhook(STANDARD_SECRET).sign("msg_1", at, _text(body))
        return request(body, _standard_headers(family, at, f"v1,unknown {signed}"), at=at)

    return made


def asymmetric(body: bytes, at: datetime) -> WebhookRequest:
    content = f"msg_1.{seconds(at)}.".encode() + body
    signed = b64encode(_PRIVATE_KEY.sign(content)).decode()
    return request(body, _standard_headers("webhook", at, f"v1,unknown v1a,{signed}"), at=at)


def _standard_headers(family: str, at: datetime, signatures: str) -> dict[str, str]:
    return {f"{family}-id": "msg_1", f"{family}-timestamp": seconds(at), f"{family}-signature": signatures}


def _text(body: bytes) -> str:
    return body.decode()


def github(body: bytes, at: datetime) -> WebhookRequest:
    signed = "sha256=" + signature("It's a Secret to Everybody", body).hex()
    return request(
        body, {"x-hub-signature-256": signed, "x-github-delivery": "guid-1", "x-github-event": "push"}, at=at
    )


def stripe(body: bytes, at: datetime) -> WebhookRequest:
    header = WebhookSignature.generate_signature_header(_text(body), "whsec_flowloom_test", int(at.timestamp()))
    return request(body, {"stripe-signature": f"{header},v0=none"}, at=at)


def slack(body: bytes, at: datetime, kind: Mapping[str, str] = JSON) -> WebhookRequest:
    signed = SignatureVerifier("slack secret").generate_signature(timestamp=seconds(at), body=body)
    assert signed is not None
    return request(body, {**kind, "x-slack-request-timestamp": seconds(at), "x-slack-signature": signed}, at=at)


def shopify(body: bytes, at: datetime) -> WebhookRequest:
    signed = b64encode(signature("shpss_flowloom_test", body)).decode()
    return request(body, {"x-shopify-hmac-sha256": signed, "x-shopify-webhook-id": "delivery-1"}, at=at)


def feishu(body: bytes, at: datetime, timestamp: str = "") -> WebhookRequest:
    """The body is the plain text."""
    sent = json.dumps({"encrypt": b64encode(bytes(16) + _aes(_sha256("ekFlowloom"), bytes(16), body, 128)).decode()})
    time = timestamp or seconds(at)
    signed = hashlib.sha256(f"{time}nonce123ekFlowloom{sent}".encode()).hexdigest()
    headers = {"x-lark-request-timestamp": time, "x-lark-request-nonce": "nonce123", "x-lark-signature": signed}
    return request(sent.encode(), headers, at=at)


def dingtalk_robot(body: bytes, at: datetime) -> WebhookRequest:
    signed = b64encode(signature("SECflowloom", f"{milliseconds(at)}\nSECflowloom".encode())).decode()
    return request(body, {"timestamp": milliseconds(at), "sign": signed}, at=at)


def dingtalk_event(body: bytes, at: datetime) -> WebhookRequest:
    """The body is the plain text."""
    encrypted = callback_text(body, "dingflowloom")
    signed = callback_signature(milliseconds(at), encrypted)
    query = {"signature": signed, "timestamp": milliseconds(at), "nonce": "nonce123"}
    return request(json.dumps({"encrypt": encrypted}).encode(), query=query, at=at)


def _wecom(receiver: str, wrap: Callable[[str], str]) -> Maker:
    def made(body: bytes, at: datetime) -> WebhookRequest:
        encrypted = callback_text(body, receiver)
        query = {"msg_signature": callback_signature(seconds(at), encrypted)}
        return request(wrap(encrypted).encode(), query={**query, "timestamp": seconds(at), "nonce": "nonce123"}, at=at)

    return made


wecom_app = _wecom(
    "ww1", lambda encrypted: f"<xml><AgentID>1</AgentID><Encrypt><![CDATA[{encrypted}]]></Encrypt></xml>"
)
wecom_bot = _wecom("", lambda encrypted: json.dumps({"encrypt": encrypted}))


def wecom_handshake(body: bytes, at: datetime) -> WebhookRequest:
    """The body is the plain text of the parameter."""
    encrypted = callback_text(body, "ww1")
    query = {"msg_signature": callback_signature(seconds(at), encrypted), "echostr": encrypted}
    return request(query={**query, "timestamp": seconds(at), "nonce": "nonce123"}, method="GET", at=at)


def callback_text(message: bytes, receiver: str) -> str:
    """Encrypt as WeCom and DingTalk do."""
    key = b64decode(AES_KEY + "=")
    plain = b"0123456789abcdef" + len(message).to_bytes(4, "big") + message + receiver.encode()
    return b64encode(_aes(key, key[:16], plain, 256)).decode()


def callback_signature(timestamp: str, encrypted: str) -> str:
    return hashlib.sha1("".join(sorted(("tokFlowloom", timestamp, "nonce123", encrypted))).encode()).hexdigest()  # noqa: S324


def whatsapp(body: bytes, at: datetime) -> WebhookRequest:
    return request(body, {"x-hub-signature-256": "sha256=" + signature("appsecret_flowloom", body).hex()}, at=at)


def _sha256(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def _aes(key: bytes, iv: bytes, plain: bytes, block_bits: int) -> bytes:
    padder, encryptor = PKCS7(block_bits).padder(), Cipher(AES(key), CBC(iv)).encryptor()
    return encryptor.update(padder.update(plain) + padder.finalize()) + encryptor.finalize()
