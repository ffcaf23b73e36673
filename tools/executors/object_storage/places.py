"""Locates a bucket's objects and signs requests to it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

import httpx2

from tools.core.definitions import EffectClass
from tools.executors.contract.executor import Executor, Invocation, P
from tools.executors.object_storage.settings import StorageConfig
from tools.executors.object_storage.signing import OSS, S3, Credentials, Unsigned, encoded_path, signed_headers
from tools.outbound.client import OutboundRequest, OutboundResponse, Sink, StreamedBody
from tools.outbound.origins import fixed_origins


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
