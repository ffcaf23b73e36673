"""GitHub REST API calls and their refusals. Pure.

Source: docs.github.com/rest: getting started, rate limits, troubleshooting.
"""

import math
import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, TypeVar
from urllib.parse import quote

import httpx2
from pydantic import AfterValidator, Field, field_validator

from tools.core.call.transient import is_transient
from tools.core.definitions import EffectClass, OperationType
from tools.core.errors import (
    ToolConfigurationError,
    ToolError,
    ToolNothingFoundError,
    ToolRateLimitedError,
    ToolUpstreamError,
)
from tools.core.field_errors import refused_value
from tools.core.text import Text
from tools.executors.contract.executor import C, Executor, Invocation, P, Rehearsal, ToolModel, ToolParameters
from tools.executors.contract.schema import form_field, ui
from tools.executors.github.account import API
from tools.executors.shared.address_field import base_address
from tools.executors.shared.error_codes import ErrorMeaning, bad_input, setup
from tools.outbound.client import OutboundRequest, OutboundResponse, busy_error

MAX_DEPTH = 30
_REPOSITORY = re.compile(r"(?P<owner>[A-Za-z0-9][A-Za-z0-9_-]{0,38})/(?P<name>[A-Za-z0-9._-]{1,100})")
_PAGE = re.compile(r"https://github\.com/(?P<rest>[^/?#]+/[^/?#]+?)(?:\.git)?/?")
_REPOSITORY_FORM = Text("Enter the repository as owner/name, for example django/django.")
_PATH_FORM = Text("Enter the path relative to the repository root, for example src/main.py, without .. or a leading /.")
_REF_FORM = Text("A branch, tag or commit must not contain spaces or ..")


def repository_name(text: str) -> str:
    """Return owner/name, also from a repository URL; empty stays empty. Raises PydanticCustomError for other texts."""
    text = text.strip()
    page = _PAGE.fullmatch(text)
    name = page["rest"] if page else text
    if name and (not (found := _REPOSITORY.fullmatch(name)) or set(found["name"]) <= {"."}):
        raise refused_value("repository", _REPOSITORY_FORM)
    return name


def repository_path(text: str) -> str:
    """Return a path inside a repository without outer slashes.

    Raises PydanticCustomError if it is malformed or leads out of the repository.
    """
    path = text.strip().removeprefix("./").rstrip("/")
    parts = path.split("/") if path else []
    if len(parts) > MAX_DEPTH or any(part in {"", ".", ".."} or not part.isprintable() for part in parts):
        raise refused_value("path", _PATH_FORM)
    return path


def git_reference(text: str) -> str:
    """Return the name of a branch, tag or commit. Raises PydanticCustomError if git allows no such name."""
    text = text.strip()
    if (
        ".." in text
        or text.startswith(("/", "-"))
        or any(not char.isprintable() or char in " ~^:?*[\\" for char in text)
    ):
        raise refused_value("ref", _REF_FORM)
    return text


_REPOSITORY_UI = ui(
    "Repository",
    "owner/name, for example django/django.",
    placeholder=Text.verbatim("owner/name"),
)
_REF_UI = ui(
    "Branch, tag or commit",
    "By default, the default branch of the repository.",
)


def _given(repository: str) -> str:
    if not repository:
        raise refused_value("repository", _REPOSITORY_FORM)
    return repository


RepositoryName = Annotated[str, AfterValidator(repository_name), Field(json_schema_extra=_REPOSITORY_UI)]
RequiredRepository = Annotated[RepositoryName, AfterValidator(_given)]
RepositoryPath = Annotated[str, Field(max_length=1000), AfterValidator(repository_path)]
GitReference = Annotated[str, Field(max_length=250), AfterValidator(git_reference), Field(json_schema_extra=_REF_UI)]


class GithubConfig(ToolModel):
    token: str = form_field(
        "Token",
        "Optional for public repositories. A fine-grained token with Contents: read and Metadata: read.",
        default="",
        widget="secret",
    )
    api_url: str = form_field(
        "API address", "For GitHub Enterprise: https://host/api/v3.", default=API, destination=True
    )

    @field_validator("api_url")
    @classmethod
    def _base(cls, url: str) -> str:
        return base_address(url) or API


class RepositoryConfig(GithubConfig):
    """Repository; the model names one if empty."""

    repository: RepositoryName = ""
    ref: GitReference = ""


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


class RepositoryParameters(ToolParameters):
    repository: RequiredRepository
    path: RepositoryPath
    ref: GitReference = ""


R = TypeVar("R", bound=RepositoryConfig)
Q = TypeVar("Q", bound=RepositoryParameters)


class RepositoryExecutor(GithubExecutor[R, Q]):
    """Executor of a tool that reads below a path of a repository."""

    would: ClassVar[Text]
    """Rehearsal text, with `path` and `repository`."""

    def addresses(self, config: R) -> dict[str, str]:
        return {"/apiUrl": config.api_url}

    def rehearse(self, config: R, parameters: Q, invocation: Invocation) -> Rehearsal:
        invocation.runtime.outbound.check(config.api_url)
        would = self.would.filled(path=parameters.path or "/", repository=parameters.repository)
        return Rehearsal(would, {"ref": parameters.ref})


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
