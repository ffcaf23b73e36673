"""AWS Signature Version 4. Pure. Source: "Authenticating Requests (AWS Signature Version 4)", and its test suite."""

import hashlib
import hmac
import re
from datetime import UTC, datetime
from urllib.parse import quote, unquote, urlsplit

from tools.core.text import Text
from tools.executors.contract.schema import form_field
from tools.executors.signing.kind import CredentialKind, CredentialValues
from tools.executors.signing.security import with_headers
from tools.outbound.client import OutboundRequest, StreamedBody

_ALGORITHM = "AWS4-HMAC-SHA256"
_UNSIGNED = frozenset({"authorization", "connection", "user-agent", "content-length", "transfer-encoding"})
_SPACES = re.compile(r" {2,}")


class AwsValues(CredentialValues):
    access_key_id: str = form_field("Access key ID", default="", min_length=1, max_length=200)
    secret_access_key: str = form_field("Secret access key", default="", min_length=1, max_length=500, widget="secret")
    session_token: str = form_field(
        "Session token", "Only for temporary access keys.", default="", max_length=5_000, widget="secret"
    )
    region: str = form_field(
        "Region", default="us-east-1", min_length=1, max_length=50, placeholder=Text.verbatim("eu-central-1")
    )
    service: str = form_field(
        "Service", "Its short name, such as s3, sqs or execute-api.", default="", min_length=1, max_length=50
    )


class AwsV4(CredentialKind[AwsValues]):
    """Signs method, address, headers and body."""

    id = "aws_v4"
    title = Text("AWS Signature 4")
    help = Text("An access key for Amazon Web Services, and for services that are compatible with them.")

    def sign(self, request: OutboundRequest, values: AwsValues, at: datetime) -> OutboundRequest:
        moment = at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
        payload = _payload_hash(request)
        added = {"X-Amz-Date": moment}
        if values.session_token:
            added["X-Amz-Security-Token"] = values.session_token
        if values.service == "s3":
            added["X-Amz-Content-Sha256"] = payload
        dated = with_headers(request, added)
        signed = {"host": urlsplit(request.url).netloc.rpartition("@")[2]} | {
            name.lower(): _SPACES.sub(" ", value.strip())
            for name, value in dated.headers.items()
            if name.lower() not in _UNSIGNED
        }
        names = ";".join(sorted(signed))
        canonical = "\n".join(
            [
                request.method,
                _path(request.url, is_s3=values.service == "s3"),
                _query(request.url),
                *(f"{name}:{signed[name]}" for name in sorted(signed)),
                "",
                names,
                payload,
            ]
        )
        scope = f"{moment[:8]}/{values.region}/{values.service}/aws4_request"
        signature = signature_of(canonical, moment, scope, _ALGORITHM, f"AWS4{values.secret_access_key}")
        credential = f"{values.access_key_id}/{scope}"
        header = f"{_ALGORITHM} Credential={credential}, SignedHeaders={names}, Signature={signature}"
        return with_headers(dated, {"Authorization": header})


def signature_of(canonical: str, moment: str, scope: str, algorithm: str, secret: str) -> str:
    """Return the signature of a canonical request, in hex.

    Args:
        scope: day, region, service and end, from which the key of one day and one service is derived.
        secret: with what the scheme puts before it.
    """
    key = secret.encode()
    for part in scope.split("/"):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    text = "\n".join([algorithm, moment, scope, hashlib.sha256(canonical.encode()).hexdigest()])
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def _payload_hash(request: OutboundRequest) -> str:
    found = hashlib.sha256()
    body = request.content
    for piece in body.chunks() if isinstance(body, StreamedBody) else [body or b""]:
        found.update(piece)
    return found.hexdigest()


def _path(url: str, *, is_s3: bool) -> str:
    """Return the path with dots resolved and encoded twice; S3 takes keys as they are, encoded once."""
    path = urlsplit(url).path or "/"
    if is_s3:
        return quote(unquote(path), safe="/-_.~")
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part not in {"", "."}:
            parts.append(part)
    found = "/" + "/".join(parts) + ("/" if parts and path.endswith("/") else "")
    return quote(found, safe="/-_.~")


def _query(url: str) -> str:
    pairs = [pair.partition("=") for pair in urlsplit(url).query.split("&") if pair]
    encoded = sorted((_encoded(name), _encoded(value)) for name, _, value in pairs)
    return "&".join(f"{name}={value}" for name, value in encoded)


def _encoded(text: str) -> str:
    return quote(unquote(text), safe="-_.~")
