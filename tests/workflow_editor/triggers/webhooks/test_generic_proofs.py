"""Senders that have no entry of their own: a password, a token, a header, a described signature."""

import hashlib
import hmac
from base64 import b64encode
from typing import Any

import pytest
from pydantic import ValidationError

from tests.workflow_editor.triggers.webhooks.signed_requests import request
from workflow_editor.triggers.registry import SENDERS
from workflow_editor.triggers.webhooks.sender import Delivery, NotVerifiedError, Verified, WebhookRequest


def verified(sender_id: str, asked: WebhookRequest, secrets: dict[str, str], **settings: Any) -> Verified:
    sender = SENDERS[sender_id]
    return sender.verify(asked, secrets, sender.settings_model.model_validate(settings))


def with_authorization(value: str) -> WebhookRequest:
    return request(b"raw", {"authorization": value})


def test_anybody_starts_a_run() -> None:
    assert verified("none", request(b"\xff"), {}).deliveries == (Delivery(),)


def test_the_name_of_the_scheme_may_be_in_capitals() -> None:
    basic = "BASIC " + b64encode(b"ann:a:b").decode()
    assert verified("basic", with_authorization(basic), {"username": "ann", "password": "a:b"}).deliveries
    assert verified("bearer", with_authorization("bearer  t"), {"token": "t"}).deliveries


@pytest.mark.parametrize(
    "value", ["Bearer t", "Basic t", "Basic YW5u", "Basic OnB3", "YW5uOnB3", "Basic", "Basic YW5uOnB3\n"]
)
def test_other_credentials_are_refused(value: str) -> None:
    with pytest.raises(NotVerifiedError):
        verified("basic", with_authorization(value), {"username": "anna", "password": "pw"})
    with pytest.raises(NotVerifiedError):
        verified("bearer", with_authorization(value), {"token": "T"})


def test_a_header_may_hold_any_script() -> None:
    # HTTP servers hand bytes over as Latin-1.
    asked = request(headers={"x-api-key": "密码".encode().decode("latin-1")})
    assert verified("header", asked, {"value": "密码"}).deliveries


def test_headers_that_hold_the_secret_are_named() -> None:
    header = SENDERS["header"]
    assert "x-key" in header.secret_headers(header.settings_model.model_validate({"name": "X-Key"}))
    for sender in SENDERS.values():
        assert "authorization" in sender.secret_headers(sender.settings_model())


@pytest.mark.parametrize("algorithm", ["sha256", "sha1", "sha512"])
@pytest.mark.parametrize("encoding", ["hex", "base64"])
@pytest.mark.parametrize("signed", ["{body}", "{timestamp}.{body}", "v0:{timestamp}:{body}", "{body}{timestamp}"])
def test_a_described_signature_is_taken(algorithm: str, encoding: str, signed: str) -> None:
    content = signed.replace("{timestamp}", "1700000000").encode().replace(b"{body}", b"\xffraw")
    digest = hmac.new(b"secret", content, getattr(hashlib, algorithm)).digest()
    written = digest.hex().upper() if encoding == "hex" else b64encode(digest).decode()
    settings = {"algorithm": algorithm, "encoding": encoding, "signed": signed, "prefix": "Sig "}
    headers = {"x-signature": f"Sig {written}", "x-timestamp": "1700000000"}
    assert verified("hmac", request(b"\xffraw", headers), {"secret": "secret"}, **settings).deliveries
    for other in (written, f"sig {written}", f"Sig{written}", f"Sig {written}="):
        with pytest.raises(NotVerifiedError):
            verified("hmac", request(b"\xffraw", headers | {"x-signature": other}), {"secret": "secret"}, **settings)


@pytest.mark.parametrize("signed", ["", "{timestamp}", "{body}{body}", "{timestamp}{timestamp}{body}", "body"])
def test_what_is_signed_has_the_body_once(signed: str) -> None:
    with pytest.raises(ValidationError):
        SENDERS["hmac"].settings_model.model_validate({"signed": signed})


@pytest.mark.parametrize("name", ["", "X Key", "x" * 101, "é"])
def test_headers_that_cannot_be_sent_are_no_setting(name: str) -> None:
    with pytest.raises(ValidationError):
        SENDERS["hmac"].settings_model.model_validate({"signatureHeader": name})
