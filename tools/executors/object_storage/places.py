"""Locates a bucket's objects and signs requests to it. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

import httpx2

from tools.core import errors
from tools.core.call.transient import is_transient
from tools.core.definitions import EffectClass
from tools.core.text import Text
from tools.executors.contract.executor import Executor, Invocation, P
from tools.executors.object_storage.settings import StorageConfig
from tools.executors.object_storage.signing import OSS, S3, Credentials, Unsigned, encoded_path, signed_headers
from tools.executors.shared.error_codes import ErrorMeaning, bad_input, setup
from tools.outbound.client import OutboundRequest, OutboundResponse, Sink, StreamedBody, later
from tools.outbound.origins import fixed_origins

_CODE = re.compile(rb"<Code>([A-Za-z.]{1,60})</Code>")
_LOOKED_AT = 8_192
_TOO_FAST_WAIT_S = 1
_RIGHTS = Text("The key may not read this object (oss:GetObject or s3:GetObject), or the object does not exist.")
_TOO_FAST = Text("The service is limiting traffic. Try again later.")
_BY_CODE: Mapping[str, ErrorMeaning] = {
    "AccessDenied": setup(_RIGHTS),
    "InvalidAccessKeyId": setup(Text("The access key ID is unknown or disabled. Check it.")),
    "SignatureDoesNotMatch": setup(Text("The signature does not match. Check the access key secret.")),
    **dict.fromkeys(
        ("SecurityTokenExpired", "InvalidSecurityToken", "ExpiredToken", "InvalidToken"),
        setup(Text("The temporary keys have expired. Enter the key ID, secret and security token again.")),
    ),
    "RequestTimeTooSkewed": setup(
        Text("This server's clock is off by more than 15 minutes. Ask the operator to set it.")
    ),
    "UserDisable": setup(
        Text("The account is suspended, for example because of unpaid bills. Look at it in the service's console.")
    ),
    "NoSuchBucket": setup(Text("This bucket does not exist. Check its name.")),
    "NoSuchKey": ErrorMeaning(errors.ToolNothingFoundError, Text("This object does not exist. Check its name.")),
    "InvalidObjectState": setup(Text("The object is archived. Restore it first.")),
    "InvalidRange": bad_input(Text("The object ends before this offset. Read from a smaller one.")),
    **dict.fromkeys(
        ("PermanentRedirect", "TemporaryRedirect", "AuthorizationHeaderMalformed", "SecondLevelDomainForbidden"),
        setup(Text("The bucket is in another region. Check the region and the URL.")),
    ),
}
_BUSY_CODES = frozenset({"SlowDown", "DownloadTrafficRateLimitExceeded", "QpsLimitExceeded", "TooManyRequests"})
_BY_STATUS = {301: "PermanentRedirect", 307: "PermanentRedirect", 403: "AccessDenied", 404: "NoSuchKey"}


@dataclass(frozen=True, slots=True)
class Place:
    """Address of an object and its signing path."""

    url: str
    host: str
    signed_path: str


C = TypeVar("C", bound=StorageConfig)


class StorageExecutor(Executor[C, P]):
    """Executor of a tool that works on one bucket."""

    category = "data"
    resource_type = "document"
    effect_class = EffectClass.REPEATABLE
    required = ("region", "bucket", "access_key_id", "access_key_secret")

    def origins(self, config: C) -> frozenset[str]:
        if not config.bucket or not (config.endpoint or config.region):
            return frozenset()
        return fixed_origins(bucket_place(config, "object").url)


def bucket_place(config: StorageConfig, key: str) -> Place:
    """Return where an object of the bucket lies; an empty key is the bucket itself."""
    base = httpx2.URL(config.endpoint or _official(config))
    in_path = config.addressing == "bucket_in_path" if config.endpoint else "." in config.bucket
    host = base.netloc.decode()
    if not in_path and config.addressing != "own_domain":
        host = f"{config.bucket}.{host}"
    path = f"{base.path.rstrip('/')}/{config.bucket}/{key}" if in_path else f"{base.path.rstrip('/')}/{key}"
    signed = f"/{config.bucket}/{key}" if config.provider == "oss" else path
    return Place(f"{base.scheme}://{host}{encoded_path(path)}", host, signed)


def place_of(config: StorageConfig, name: str) -> Place:
    """Return where an object of the tool's folder lies."""
    return bucket_place(config, f"{config.prefix}/{name}" if config.prefix else name)


def signed_request(
    config: StorageConfig,
    place: Place,
    invocation: Invocation,
    *,
    method: str = "GET",
    query: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
    content: StreamedBody | None = None,
    content_hash: str | None = None,
    max_bytes: int | None = None,
    sink: Sink | None = None,
) -> OutboundResponse:
    """Get or put an object; `content_hash` is the content's SHA-256 in hex, `sink` receives the body in pieces."""
    unsigned = Unsigned(method, place.signed_path, place.host, query or {}, headers or {}, content_hash)
    credentials = Credentials(config.access_key_id, config.access_key_secret, config.security_token)
    dialect = OSS if config.provider == "oss" else S3
    signed = signed_headers(dialect, unsigned, credentials, config.region, invocation.runtime.now())
    url = str(httpx2.URL(place.url).copy_merge_params(dict(query))) if query else place.url
    # A redirect would lead to a host that the signature is not for.
    return invocation.runtime.outbound.send(
        OutboundRequest(method, url, signed, content),
        timeout_s=invocation.timeout_s,
        max_redirects=0,
        max_bytes=max_bytes,
        sink=sink,
    )


def _official(config: StorageConfig) -> str:
    if config.provider == "oss":
        return f"https://oss-{config.region}.aliyuncs.com"
    china = ".cn" if config.region.startswith("cn-") else ""
    return f"https://s3.{config.region}.amazonaws.com{china}"


def storage_error(response: OutboundResponse, *, refused: Text = _RIGHTS) -> errors.ToolError:
    """Explain an answer without the object; `refused` is the message if the key lacks a right."""
    found = _CODE.search(response.content[:_LOOKED_AT])
    code = found[1].decode() if found else ""
    if code in _BUSY_CODES or response.status == 429:
        wait_s = response.wait_s()
        text = Text("{too_fast} {later}", too_fast=_TOO_FAST, later=later(wait_s))
        return errors.ToolRateLimitedError(text, retry_after_s=wait_s or _TOO_FAST_WAIT_S)
    if code not in _BY_CODE:
        code = _BY_STATUS.get(response.status, code)
    if code in _BY_CODE:
        error, text = _BY_CODE[code]
        return error(refused if text is _RIGHTS else text)
    shown = f"{response.status} {code}".rstrip()
    if is_transient(response.status):
        return errors.ToolUnavailableError(Text("The storage returned {shown}. Try again later.", shown=shown))
    return errors.ToolUpstreamError(Text("The storage returned {shown}.", shown=shown))
