"""HMAC signatures by recipe, checked with values that others publish."""

from datetime import UTC, datetime
from hmac import new
from typing import Any

import pytest
from pydantic import ValidationError

from tools.core.errors import ToolConfigurationError
from tools.executors.signing.hmac_recipe import HmacRecipe, HmacValues
from tools.outbound.client import OutboundRequest, StreamedBody

AT = datetime(2026, 11, 26, 12, 0, 0, 500_000, tzinfo=UTC)
SECONDS = str(int(AT.timestamp()))
BODY = b"Hello, World!"
REQUEST = OutboundRequest("POST", "https://api.example.com/v1/orders?a=1&b=%20", {"X-Key": "old"}, BODY)


def signed(request: OutboundRequest = REQUEST, **values: Any) -> dict[str, str]:
    given = HmacValues.model_validate({"secret": "It's a Secret to Everybody", **values})
    return dict(HmacRecipe().sign(request, given, AT).headers)


def hmac_of(secret: bytes, text: str, algorithm: str = "sha256") -> str:
    return new(secret, text.encode(), algorithm).hexdigest()


def test_the_body_as_the_published_example_has_it() -> None:
    # Source: GitHub, "Validating webhook deliveries", "Testing the webhook payload validation".
    expected = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
    assert signed()["X-Hub-Signature-256"] == expected


def test_time_and_body() -> None:
    expected = hmac_of(b"k", f"{SECONDS}.Hello, World!")
    assert signed(recipe="time_body", secret="k")["X-Signature"] == f"t={SECONDS},v1={expected}"


def test_standard_webhooks_are_read_by_another_library() -> None:
    from standardwebhooks.webhooks import Webhook

    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    now = datetime.now(UTC)
    request = OutboundRequest("POST", "https://a.example/", {}, b'{"a": 1}')
    values = HmacValues.model_validate({"recipe": "standard", "secret": secret})
    headers = dict(HmacRecipe().sign(request, values, now).headers)
    assert Webhook(secret).verify(b'{"a": 1}', headers) == {"a": 1}


def test_time_method_path_and_body() -> None:
    found = signed(recipe="request", secret="k", keyId="id-1")
    time = str(int(AT.timestamp() * 1000))
    assert found == {
        "X-Key": "id-1",
        "X-Timestamp": time,
        "X-Signature": hmac_of(b"k", f"{time}POST/v1/orders?a=1&b=%20Hello, World!"),
    }


def test_a_recipe_of_ones_own() -> None:
    own = {
        "recipe": "custom",
        "signed": "{method}{newline}{key_id}{newline}{timestamp}",
        "headers": [
            {"key": "Authorization", "value": "HMAC {key_id}:{signature}"},
            {"key": "Date", "value": "{timestamp}"},
        ],
        "algorithm": "sha1",
        "encoding": "base64url",
        "keyEncoding": "hex",
        "time": "iso",
    }
    found = signed(REQUEST, secret="6b", keyId="me", **own)
    assert found["Date"] == "2026-11-26T12:00:00Z"
    digest = bytes.fromhex(hmac_of(b"k", "POST\nme\n2026-11-26T12:00:00Z", "sha1"))
    from base64 import urlsafe_b64encode

    assert found["Authorization"] == f"HMAC me:{urlsafe_b64encode(digest).decode().rstrip('=')}"


def test_a_streamed_body_is_signed_as_a_whole_one() -> None:
    body = StreamedBody(len(BODY), lambda: [BODY[:5], BODY[5:]])
    streamed = OutboundRequest("POST", REQUEST.url, {}, body)
    assert signed(streamed)["X-Hub-Signature-256"] == signed()["X-Hub-Signature-256"]


def test_no_body_is_an_empty_one() -> None:
    bare = OutboundRequest("GET", "https://a.example/")
    assert signed(bare, secret="k")["X-Hub-Signature-256"] == f"sha256={hmac_of(b'k', '')}"


@pytest.mark.parametrize("values", [{"recipe": "standard", "secret": "!"}, {"keyEncoding": "hex", "secret": "xyz"}])
def test_a_secret_that_is_written_otherwise_is_named(values: dict[str, str]) -> None:
    with pytest.raises(ToolConfigurationError):
        signed(REQUEST, **{"recipe": "custom", **values})


@pytest.mark.parametrize("values", [{}, {"secret": ""}, {"secret": "k", "headers": [{"key": "Host", "value": "x"}]}])
def test_incomplete_values_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        HmacValues.model_validate(values)
