"""A signature of the body with a shared secret, in the form that a person describes."""

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from datetime import timedelta
from itertools import chain
from typing import Annotated, Literal

from pydantic import AfterValidator

from tools.core.field_errors import refused_value
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.triggers.webhooks.checks import (
    WRONG_SIGNATURE,
    check_hmac,
    check_time,
    delivery_key,
    header,
    hex_text,
)
from workflow_editor.triggers.webhooks.header import HeaderName
from workflow_editor.triggers.webhooks.sender import (
    Delivery,
    NotVerifiedError,
    Secret,
    Sender,
    SenderSettings,
    Verified,
    WebhookRequest,
)

_SECRET = Secret("secret", Text("Signing secret"))
_VALUES = re.compile(r"\{(body|timestamp|id)\}")
_SIGNED_FORM = Text("Write {body} once, and {timestamp} and {id} at most once, such as {id}.{timestamp}.{body}.")
_RUNS_TOGETHER = Text("Put a character between the names, such as {id}.{body}. Otherwise, the ID could end anywhere.")


def _formed_content(signed: str) -> str:
    names = _VALUES.findall(signed)
    if names.count("body") != 1 or max(names.count("timestamp"), names.count("id")) > 1:
        raise refused_value("signed_content", _SIGNED_FORM)
    if "id" in names and not all(_between(signed)):
        raise refused_value("signed_content_runs_together", _RUNS_TOGETHER)
    return signed


def _between(signed: str) -> list[str]:
    return _VALUES.split(signed)[2:-1:2]


def _signed_id(request: WebhookRequest, settings: "HmacSettings") -> bytes:
    """Return the id; one that could end elsewhere in the same signed bytes is refused."""
    found = header(request, settings.id_header)
    if set(found) & set("".join(_between(settings.signed)).encode()):
        raise NotVerifiedError(WRONG_SIGNATURE)
    return found


class HmacSettings(SenderSettings):
    signature_header: HeaderName = form_field("Signature header", default="X-Signature")
    prefix: str = form_field("Prefix of the signature", default="", max_length=50, placeholder="sha256=")
    algorithm: Literal["sha256", "sha1", "sha512"] = form_field(
        "Algorithm",
        default="sha256",
        enum_labels={
            "sha256": Text.verbatim("HMAC-SHA256"),
            "sha1": Text.verbatim("HMAC-SHA1"),
            "sha512": Text.verbatim("HMAC-SHA512"),
        },
    )
    encoding: Literal["hex", "base64"] = form_field(
        "Encoding", default="hex", enum_labels={"hex": Text("Hexadecimal"), "base64": Text.verbatim("Base64")}
    )
    signed: Annotated[str, AfterValidator(_formed_content)] = form_field(
        "Signed content",
        "{body}, or with the time and the id: {id}.{timestamp}.{body}",
        default="{body}",
        max_length=100,
    )
    timestamp_header: HeaderName = form_field(
        "Timestamp header", "Holds the time in Unix seconds. Only used when the time is signed.", default="X-Timestamp"
    )
    id_header: HeaderName = form_field(
        "ID header", "Holds the ID of the delivery. Only used when the ID is signed.", default="Idempotency-Key"
    )
    tolerance_s: int = form_field(
        "Replay window", "Requests with a time further from now are refused.", default=300, ge=1, le=86400, unit="s"
    )


class HmacSender(Sender[HmacSettings]):
    """The signature schemes of most services that have no entry of their own."""

    id = "hmac"
    title = Text("HMAC signature")
    secrets = (_SECRET,)

    def check(self, request: WebhookRequest, secrets: Mapping[str, str], settings: HmacSettings) -> Verified:
        values: dict[str, Iterable[bytes]] = {"body": request.chunks()}
        key = None
        if "{id}" in settings.signed:
            message_id = _signed_id(request, settings)
            values["id"] = [message_id]
            key = delivery_key(message_id.decode())
        if "{timestamp}" in settings.signed:
            timestamp = header(request, settings.timestamp_header)
            values["timestamp"] = [timestamp]
            check_time(timestamp, request, window=timedelta(seconds=settings.tolerance_s))
        # Pieces between the names and the names themselves take turns.
        parts = _VALUES.split(settings.signed)
        content = chain.from_iterable(values[part] if at % 2 else [part.encode()] for at, part in enumerate(parts))
        prefix, given = settings.prefix.encode(), header(request, settings.signature_header)
        is_hex = settings.encoding == "hex"
        signed = check_hmac(
            [given[: len(prefix)] + given[len(prefix) :].lower() if is_hex else given],
            _SECRET.values(secrets),
            content,
            prefix=prefix,
            algorithm=settings.algorithm,
            encode=hex_text if is_hex else b64encode,
        )
        return Verified((Delivery(key),), signed=signed, signs_time="timestamp" in values)
