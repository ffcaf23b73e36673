"""AWS Signature 4 against the vectors of its published test suite."""

from datetime import UTC, datetime

import pytest

from tools.executors.signing.aws_v4 import AwsV4, AwsValues
from tools.outbound.client import OutboundRequest, StreamedBody

AT = datetime(2015, 8, 30, 12, 36, tzinfo=UTC)
VALUES = AwsValues(
    access_key_id="AKIDEXAMPLE",
    secret_access_key="wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",  # of the test suite
    region="us-east-1",
    service="service",
)
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
HOST = "https://example.amazonaws.com"
# Source: aws-sig-v4-test-suite; the names are those of its folders.
VECTORS = {
    "get-vanilla": ("GET", "/", {}, None, "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
    "get-vanilla-query-order-key-case": (
        "GET",
        "/?Param2=value2&Param1=value1",
        {},
        None,
        "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
    ),
    "get-relative": (
        "GET",
        "/example/..",
        {},
        None,
        "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
    ),
    "post-vanilla": ("POST", "/", {}, None, "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
    "post-x-www-form-urlencoded": (
        "POST",
        "/",
        FORM,
        b"Param1=value1",
        "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
    ),
}


@pytest.mark.parametrize(("method", "path", "headers", "body", "signature"), VECTORS.values(), ids=list(VECTORS))
def test_the_published_vectors(
    method: str, path: str, headers: dict[str, str], body: bytes | None, signature: str
) -> None:
    signed = AwsV4().sign(OutboundRequest(method, HOST + path, headers, body), VALUES, AT)
    assert signed.headers["X-Amz-Date"] == "20150830T123600Z"
    start = "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders="
    assert signed.headers["Authorization"].startswith(start)
    assert signed.headers["Authorization"].endswith(f", Signature={signature}")


def test_a_streamed_body_is_signed_like_the_same_bytes() -> None:
    whole = OutboundRequest("POST", HOST, FORM, b"Param1=value1")
    streamed = OutboundRequest("POST", HOST, FORM, StreamedBody(13, lambda: [b"Param1=", b"value1"]))
    assert AwsV4().sign(streamed, VALUES, AT).headers == AwsV4().sign(whole, VALUES, AT).headers


def test_s3_gets_the_hash_of_the_body_and_a_temporary_key_its_token() -> None:
    values = VALUES.model_copy(update={"service": "s3", "session_token": "planted-session"})
    signed = AwsV4().sign(OutboundRequest("GET", f"{HOST}/a%20b/../c"), values, AT)
    assert signed.headers["X-Amz-Content-Sha256"].startswith("e3b0c44298fc1c14")
    assert signed.headers["X-Amz-Security-Token"] == "planted-session"
    assert "host;x-amz-content-sha256;x-amz-date;x-amz-security-token" in signed.headers["Authorization"]
    assert AwsV4().secrets(values) == {VALUES.secret_access_key, "planted-session"}
