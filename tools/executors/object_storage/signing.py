"""Signs requests for Aliyun OSS (V4) and S3 (SigV4), two dialects of one scheme. Pure.

Source: docs.aws.amazon.com/AmazonS3, "Signature calculations for the Authorization header"; Aliyun's V4 signature page.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from urllib.parse import quote

from tools.executors.signing.aws_v4 import signature_of

_NO_BODY = hashlib.sha256(b"").hexdigest()


@dataclass(frozen=True, slots=True)
class Dialect:
    """Differences between the two."""

    algorithm: str
    service: str
    key_start: str
    scope_end: str
    header_start: str
    payload: str
    """Hash of an empty body."""
    signs_host: bool


OSS = Dialect(
    "OSS4-HMAC-SHA256", "oss", "aliyun_v4", "aliyun_v4_request", "x-oss-", "UNSIGNED-PAYLOAD", signs_host=False
)
S3 = Dialect("AWS4-HMAC-SHA256", "s3", "AWS4", "aws4_request", "x-amz-", _NO_BODY, signs_host=True)
_ALWAYS_SIGNED_BY_OSS = frozenset({"content-type", "content-md5"})


@dataclass(frozen=True, slots=True)
class Credentials:
    """A pair of keys, and the token of a temporary pair."""

    access_key_id: str
    secret: str = field(repr=False)
    token: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Unsigned:
    """A request; `path` is not encoded, and for OSS always starts with the bucket."""

    method: str
    path: str
    host: str
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    payload_hash: str | None = None
    """SHA-256 of the body, in hex; None for a request without one. OSS signs no bodies."""


def encoded_path(path: str) -> str:
    """Return the path as it goes over the wire and into the signature."""
    return quote(path, safe="/-_.~")


def signed_headers(
    dialect: Dialect, request: Unsigned, credentials: Credentials, region: str, now: datetime
) -> dict[str, str]:
    payload = request.payload_hash if request.payload_hash and dialect.signs_host else dialect.payload
    moment = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    headers = {name.lower(): value for name, value in request.headers.items()}
    headers |= {f"{dialect.header_start}date": moment, f"{dialect.header_start}content-sha256": payload}
    if credentials.token:
        headers[f"{dialect.header_start}security-token"] = credentials.token
    signed = {name: value.strip() for name, value in headers.items() if _is_signed(dialect, name)}
    if dialect.signs_host:
        signed["host"] = request.host
    names = ";".join(sorted(signed)) if dialect.signs_host else ""
    canonical = "\n".join(
        [
            request.method,
            encoded_path(request.path),
            _canonical_query(request.query, dialect),
            "".join(f"{name}:{value}\n" for name, value in sorted(signed.items())),
            names,
            payload,
        ]
    )
    scope = f"{moment[:8]}/{region}/{dialect.service}/{dialect.scope_end}"
    signature = signature_of(canonical, moment, scope, dialect.algorithm, dialect.key_start + credentials.secret)
    parts = [f"Credential={credentials.access_key_id}/{scope}", f"Signature={signature}"]
    if names:
        parts.insert(1, f"SignedHeaders={names}")
    return {**headers, "authorization": f"{dialect.algorithm} {','.join(parts)}"}


def _is_signed(dialect: Dialect, name: str) -> bool:
    return dialect.signs_host or name.startswith(dialect.header_start) or name in _ALWAYS_SIGNED_BY_OSS


def _canonical_query(query: Mapping[str, str], dialect: Dialect) -> str:
    pairs = sorted((quote(name, safe="-_.~"), quote(value, safe="-_.~")) for name, value in query.items())
    # OSS leaves the sign away where a name has no value, S3 keeps it.
    return "&".join(f"{name}={value}" if value or dialect.signs_host else name for name, value in pairs)
