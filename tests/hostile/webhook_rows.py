"""Anonymous input to the address of a webhook: bodies that are read before they are verified, and proofs."""

import gzip
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from xml.etree.ElementTree import ParseError

from tests.hostile.measuring import Row, refusing, repeated
from workflow_editor.triggers.feishu.webhook import FeishuSender
from workflow_editor.triggers.stripe.webhook import StripeSender
from workflow_editor.triggers.webhooks.bodies import MAX_ENVELOPE_BYTES, form_fields, json_object, unpacked, xml_object
from workflow_editor.triggers.webhooks.checks import MAX_PROOF
from workflow_editor.triggers.webhooks.hmac import HmacSender, HmacSettings
from workflow_editor.triggers.webhooks.sender import NoSettings, NotVerifiedError, WebhookRequest
from workflow_editor.triggers.webhooks.standard_webhooks import StandardWebhooksSender

_BODY = 16 * 1024 * 1024
_NOW = datetime.fromtimestamp(1_700_000_000, UTC)
_PUBLIC_KEY = "whpk_A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg="
_ATTRIBUTES = " ".join(f"b{at}='c'" for at in range(99))
_EMPTY_MEMBER = gzip.compress(b"")
_WRONG = "v1a," + "A" * 86 + "=="


def _request(body: bytes, **headers: str) -> WebhookRequest:
    return WebhookRequest("POST", {name.replace("_", "-"): value for name, value in headers.items()}, {}, body, _NOW)


def _feishu(body: bytes) -> object:
    return FeishuSender().verify(_request(body), {"verification_token": "t", "encrypt_key": "k"}, NoSettings())


def _hmac(body: bytes) -> object:
    return HmacSender().verify(_request(body, x_signature="0"), {"secret": "s"}, HmacSettings())


def _stripe(header: str) -> object:
    return StripeSender().verify(_request(b"{}", stripe_signature=header), {"secret": "s"}, NoSettings())


def _standard(signatures: str) -> object:
    headers = {"webhook_id": "m", "webhook_timestamp": "1700000000", "webhook_signature": signatures}
    return StandardWebhooksSender().verify(_request(b"{}" * 500, **headers), {"secret": _PUBLIC_KEY}, NoSettings())


def _unpack(body: bytes) -> object:
    return unpacked(_request(body, content_encoding="gzip"), _BODY)


def _form(settings_text: str) -> object:
    return HmacSettings(signed=settings_text)


def _bytes(piece: str, before: str = "", after: str = "") -> Callable[[int], bytes]:
    around = len(before + after)
    made = repeated(piece, before, after)
    return lambda size: made(size - around).encode()


def _refused(read: Callable[[Any], object]) -> Callable[[Any], object]:
    return refusing(read, NotVerifiedError, ParseError, ValueError)


ROWS: list[Row] = [
    Row("webhook JSON: lists", _refused(json_object), _bytes("[],", '{"a":[', "1]}"), MAX_ENVELOPE_BYTES),
    Row("webhook XML: nested", _refused(xml_object), _bytes("<a>" + "b" * 60), MAX_ENVELOPE_BYTES),
    Row("webhook XML: repeated", _refused(xml_object), _bytes("<a/>" + "b" * 60, "<x>", "</x>"), MAX_ENVELOPE_BYTES),
    Row("webhook XML: tags", _refused(xml_object), _bytes("<a/>", "<x>", "</x>"), MAX_ENVELOPE_BYTES),
    Row(
        "webhook XML: attributes",
        _refused(xml_object),
        _bytes(f"<a {_ATTRIBUTES}/>", "<x>", "</x>"),
        MAX_ENVELOPE_BYTES,
    ),
    Row("webhook form: separators", _refused(form_fields), _bytes("&"), _BODY),
    Row("webhook form: escapes", _refused(form_fields), _bytes("%41", "a="), MAX_ENVELOPE_BYTES),
    Row("webhook Feishu: text", _refused(_feishu), _bytes("AAAA", '{"encrypt":"', '"}'), MAX_ENVELOPE_BYTES),
    Row("webhook gzip: members", _refused(_unpack), lambda size: _EMPTY_MEMBER * (size // len(_EMPTY_MEMBER)), _BODY),
    Row("webhook gzip: zeros", _refused(_unpack), lambda size: gzip.compress(bytes(size)), _BODY),
    Row("webhook HMAC: body", _refused(_hmac), _bytes("a"), _BODY),
    Row("webhook HMAC: braces", _refused(_form), repeated("{body", "", "}"), 100),
    Row("webhook Stripe: signatures", _refused(_stripe), repeated("v1=0,", "t=1700000000,"), MAX_PROOF - 20),
    Row("webhook Ed25519: signatures", _refused(_standard), repeated(f"{_WRONG} "), MAX_PROOF),
]
