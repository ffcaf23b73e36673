"""GitHub REST API calls and their refusals. Pure.

Source: docs.github.com/rest: getting started, rate limits, troubleshooting.
"""

import math
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import httpx2

from tools.core.call.transient import is_transient
from tools.core.definitions import EffectClass, OperationType
from tools.core.errors import (
    ToolConfigurationError,
    ToolError,
    ToolNothingFoundError,
    ToolRateLimitedError,
    ToolUpstreamError,
)
from tools.core.text import Text
from tools.executors.contract.executor import C, Executor, Invocation, P
from tools.executors.github.settings import GithubConfig
from tools.executors.shared.error_codes import ErrorMeaning, bad_input, setup
from tools.outbound.client import OutboundRequest, OutboundResponse, busy_error

JSON = "application/vnd.github+json"
RAW = "application/vnd.github.raw+json"
MAX_JSON_BYTES = 8 * 1024 * 1024
"""A tree has up to 7 MB."""
_VERSION = "2022-11-28"
_GITHUB = Text("GitHub")
_SECONDARY_WAIT_S = 60
_TOKEN_REFUSED = Text(
    "GitHub rejected the token: it is expired, revoked or mistyped. Enter a new one in the Token field."
)
_NOT_FOUND = Text(
    "Not found on GitHub. Check repository, path and branch. A private repository needs a token with read access."
)
_UNUSABLE = Text("GitHub rejected these arguments. Check repository, path and branch.")
_BLOCKED = Text("GitHub blocks this repository for legal reasons.")
_FIXED: Mapping[int, ErrorMeaning] = {
    401: setup(_TOKEN_REFUSED),
    404: ErrorMeaning(ToolNothingFoundError, _NOT_FOUND),
    409: ErrorMeaning(ToolNothingFoundError, Text("The repository is empty.")),
    422: bad_input(_UNUSABLE),
    451: ErrorMeaning(ToolNothingFoundError, _BLOCKED),
}


class GithubExecutor(Executor[C, P]):
    """Executor of a tool that reads from GitHub."""

    icon = "logo-github"
    category = "web"
    untrusted_text = True
    resource_type = "http"
    operation = OperationType.QUERY
    effect_class = EffectClass.REPEATABLE


class GithubApi:
    """One configured access to GitHub, for one attempt of a call."""

    def __init__(self, config: GithubConfig, invocation: Invocation) -> None:
        self._config = config
        self._invocation = invocation

    def get(
        self,
        *segments: str,
        query: Mapping[str, str] | None = None,
        accept: str = JSON,
        max_bytes: int = MAX_JSON_BYTES,
    ) -> OutboundResponse:
        """Get a resource; every path segment is encoded by itself, including slashes.

        Raises ToolError if GitHub refused, is busy, or is unreachable.
        """
        headers = {"Accept": accept, "X-GitHub-Api-Version": _VERSION}
        if self._config.token:
            headers["Authorization"] = f"Bearer {self._config.token}"
        url = httpx2.URL(resource_url(self._config.api_url, *segments)).copy_merge_params(dict(query or {}))
        response = self._invocation.runtime.outbound.send(
            OutboundRequest("GET", str(url), headers), timeout_s=self._invocation.timeout_s, max_bytes=max_bytes
        )
        if response.status != 200:
            raise refusal(response, self._invocation.runtime.now().timestamp())
        return response

    def json(self, *segments: str, query: Mapping[str, str] | None = None) -> Any:
        """Get a resource as JSON. Raises ToolError, as `get`; also when the answer is not JSON."""
        return self.get(*segments, query=query).parsed()

    def default_branch(self, repository: str) -> str:
        """Return the name of the branch that a repository opens with."""
        found = self.json("repos", *repository.split("/"))
        return str(found.get("default_branch") or "HEAD") if isinstance(found, dict) else "HEAD"


def resource_url(base: str, *segments: str) -> str:
    """Join the base address and path segments, each encoded."""
    # httpx2 decodes no escape that stands in a path, so that the slash inside a segment survives.
    return "/".join([base, *(quote(segment, safe="") for segment in segments)])


def refusal(response: OutboundResponse, now: float) -> ToolError:
    """Explain a status other than 200 and its remedy."""
    status = response.status
    if status in {403, 429}:
        return _rate_limit(response, now) or _forbidden(response)
    if status in _FIXED:
        error, text = _FIXED[status]
        return error(text)
    if is_transient(status):
        return busy_error(_GITHUB, response)
    return ToolUpstreamError(Text("GitHub returned status {status}. Try again later.", status=status))


def _rate_limit(response: OutboundResponse, now: float) -> ToolRateLimitedError | None:
    headers = response.headers
    if headers.get("x-ratelimit-remaining") == "0":
        wait_s = max(1, math.ceil(_number(headers.get("x-ratelimit-reset"), now + _SECONDARY_WAIT_S) - now))
    elif "retry-after" in headers or response.status == 429 or "secondary rate limit" in response.text.lower():
        wait_s = max(1, math.ceil(_number(headers.get("retry-after"), _SECONDARY_WAIT_S)))
    else:
        return None
    text = Text("GitHub's rate limit is reached. Try again in {seconds} s. A token raises the limit.", seconds=wait_s)
    return ToolRateLimitedError(text, retry_after_s=wait_s)


def _forbidden(response: OutboundResponse) -> ToolConfigurationError:
    wanted = response.headers.get("x-accepted-github-permissions", "")
    scope = wanted if wanted.replace("=", "").replace("_", "").replace(",", "").replace(" ", "").isalnum() else ""
    if "saml" in response.text.lower():
        return ToolConfigurationError(
            Text("The organisation requires single sign-on. Authorise the token for it in GitHub's token settings.")
        )
    return ToolConfigurationError(
        Text("The token lacks a permission. Grant it {scope}.", scope=scope or Text("contents=read and metadata=read"))
    )


def _number(text: str | None, otherwise: float) -> float:
    try:
        return float(text) if text is not None else otherwise
    except ValueError:
        return otherwise
