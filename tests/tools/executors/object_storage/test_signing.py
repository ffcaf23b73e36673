"""Signatures against the published examples of Amazon S3 and of Aliyun's SDKs."""

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest

from tools.executors.object_storage.signing import OSS, S3, Credentials, Unsigned, signed_headers

# Source: docs.aws.amazon.com, "Signature calculations for the Authorization header", examples.
AWS = Credentials("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
AWS_EXAMPLES: list[tuple[str, Mapping[str, str], Mapping[str, str], str]] = [
    ("/test.txt", {}, {"Range": "bytes=0-9"}, "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
    ("/", {"lifecycle": ""}, {}, "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
    ("/", {"max-keys": "2", "prefix": "J"}, {}, "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
]


@pytest.mark.parametrize(("path", "query", "headers", "signature"), AWS_EXAMPLES)
def test_s3(path: str, query: Mapping[str, str], headers: Mapping[str, str], signature: str) -> None:
    request = Unsigned("GET", path, "examplebucket.s3.amazonaws.com", query, headers)
    signed = signed_headers(S3, request, AWS, "us-east-1", datetime(2013, 5, 24, tzinfo=UTC))
    assert signed["authorization"].startswith(
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;"
    )
    assert signed["authorization"].endswith(f",Signature={signature}")


# Source: the signer tests that Aliyun publishes with its OSS SDKs.
OSS_EXAMPLES = [
    (1702743657, "", "20231216", "e21d18daa82167720f9b1047ae7e7f1ce7cb77a31e8203a7d5f4624fa0284afe"),
    (1702784856, "token", "20231217", "b94a3f999cf85bcdc00d332fbd3734ba03e48382c36fa4d5af5df817395bd9ea"),
]


@pytest.mark.parametrize(("at", "token", "day", "signature"), OSS_EXAMPLES)
def test_oss(at: int, token: str, day: str, signature: str) -> None:
    query = {"param1": "value1", "+param1": "value3", "|param1": "value4", "+param2": "", "|param2": "", "param2": ""}
    headers = {"x-oss-head1": "value", "abc": "value", "ZAbc": "value", "XYZ": "value", "content-type": "text/plain"}
    request = Unsigned("PUT", "/bucket/1234+-/123/1.txt", "", query, headers)
    signed = signed_headers(
        OSS, request, Credentials("ak", "sk", token), "cn-hangzhou", datetime.fromtimestamp(at, UTC)
    )
    scope = f"{day}/cn-hangzhou/oss/aliyun_v4_request"
    assert signed["authorization"] == f"OSS4-HMAC-SHA256 Credential=ak/{scope},Signature={signature}"
    assert signed.get("x-oss-security-token", "") == token


def test_secrets_do_not_show_in_a_representation() -> None:
    assert "sk" not in repr(Credentials("ak", "sk", "sk-token"))
