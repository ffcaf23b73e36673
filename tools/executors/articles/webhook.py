"""Delivers an article to the user's own CMS, signed so that the CMS can verify the sender. Pure."""

import hashlib
import hmac
from dataclasses import asdict

import httpx2
import orjson

from tools.core.call.transient import is_transient
from tools.core.errors import ToolConfigurationError, ToolError, ToolUpstreamError
from tools.core.formats.json_text import parse_json, write_json
from tools.core.registered.articles import ArticleText, SavedArticle
from tools.core.text import Text
from tools.executors.articles.settings import ArticleConfig
from tools.executors.contract.executor import Invocation
from tools.outbound.client import OutboundRequest, OutboundResponse
from tools.outbound.service_unavailable import busy_error

SIGNATURE_HEADER = "X-Flowloom-Signature"
TIMESTAMP_HEADER = "X-Flowloom-Timestamp"
_MAX_URL = 1000
_CMS = Text("The CMS")
_REFUSED = Text("The CMS rejected the signature. Compare the signing secret on both sides.")


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """Return `sha256=` and the HMAC over timestamp, a full stop and the body, in hexadecimal digits."""
    digest = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return f"sha256={digest}"


def delivered(config: ArticleConfig, saved: SavedArticle, article: ArticleText, invocation: Invocation) -> str:
    """Send the article and return the address the CMS assigned, "" if none.

    Raises ToolError if the CMS is unreachable or refuses it.
    """
    body = write_json({"event": "article.saved", "article": {"id": saved.id, **asdict(article)}})
    timestamp = str(int(invocation.runtime.now().timestamp()))
    headers = {
        "Content-Type": "application/json",
        "Idempotency-Key": invocation.context.idempotency_key or saved.id,
        TIMESTAMP_HEADER: timestamp,
    }
    if config.webhook_secret:
        headers[SIGNATURE_HEADER] = signature(config.webhook_secret, timestamp, body)
    request = OutboundRequest("POST", config.webhook_url, headers, body)
    response = invocation.runtime.outbound.send(request, timeout_s=invocation.timeout_s, max_redirects=0)
    if not 200 <= response.status < 300:
        raise _refusal(response)
    return _address(response)


def _refusal(response: OutboundResponse) -> ToolError:
    if response.status in {401, 403}:
        return ToolConfigurationError(_REFUSED)
    if is_transient(response.status):
        return busy_error(_CMS, response)
    return ToolUpstreamError(
        Text(
            "The CMS returned status {status}. Check the webhook URL and what the CMS accepts.", status=response.status
        )
    )


def _address(response: OutboundResponse) -> str:
    try:
        found = parse_json(response.content)
        url = str(found["url"]) if isinstance(found, dict) and found.get("url") else ""
        is_sensible = len(url) <= _MAX_URL and httpx2.URL(url).scheme in {"http", "https"}
    except (orjson.JSONDecodeError, httpx2.InvalidURL):
        return ""
    return url if is_sensible else ""
