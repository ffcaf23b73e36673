"""Lists what happens in a GitHub repository: issues, pull requests, releases, commits. Pure."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from tools.core.call.summary import SummaryText
from tools.core.definitions import JsonObject, OperationType
from tools.core.envelope import Nothing, ToolResult, empty, query_success
from tools.core.errors import ToolUpstreamError
from tools.core.text import Text
from tools.executors.contract.executor import Invocation, Listing, Rehearsal, ToolParameters, UiTool
from tools.executors.contract.operations import choice_field
from tools.executors.contract.schema import form_field
from tools.executors.github.api import GithubApi, GithubConfig, GithubExecutor, RepositoryName, RequiredRepository
from tools.outbound.origins import fixed_origins

MAX_BODY = 20_000
"""Characters of one entry's text."""
_PER_PAGE = "100"
_OTHER_FORM = Text("GitHub answered in a form that this tool does not know. Try again later.")
Kind = Literal["issues", "pulls", "releases", "commits"]
_KINDS = {
    "issues": Text("Issues"),
    "pulls": Text("Pull requests"),
    "releases": Text("Releases"),
    "commits": Text("Commits"),
}
_NEWEST: Mapping[str, str] = {"state": "all", "sort": "updated", "direction": "desc"}


class ActivityConfig(GithubConfig):
    """Repository and kind of activity; the model supplies empty values."""

    repository: RepositoryName = ""
    kind: Kind | None = choice_field(Text("List"), _KINDS, None)


class ActivityParameters(ToolParameters):
    repository: RequiredRepository
    kind: Kind = form_field("List", default="issues", enum_labels=_KINDS)


class GithubActivityExecutor(GithubExecutor[ActivityConfig, ActivityParameters]):
    """`github_activity`: the newest hundred, the one that changed last first."""

    name = "github_activity"
    title = Text("GitHub activity")
    help = Text("List the issues, pull requests, releases or commits of a GitHub repository.")
    keywords = Text("git, issue, pull request, release, commit")
    summary = ((SummaryText(Text.verbatim("{repository}")),),)
    nothing = Nothing([], goes_on=True)
    prefilled = ("repository", "kind")
    listing = Listing(key="id")
    ui_tools = (UiTool("github-activity", title, help, GithubExecutor.icon, ActivityConfig),)

    def origins(self, config: ActivityConfig) -> frozenset[str]:
        return fixed_origins(config.api_url)

    def rehearse(self, config: ActivityConfig, parameters: ActivityParameters, invocation: Invocation) -> Rehearsal:
        return Rehearsal(
            Text("list the {kind} of {repository}", kind=parameters.kind, repository=parameters.repository)
        )

    def execute(self, config: ActivityConfig, parameters: ActivityParameters, invocation: Invocation) -> ToolResult:
        """Return the entries; pull requests are no issues here."""
        query = {"per_page": _PER_PAGE, **(_NEWEST if parameters.kind in ("issues", "pulls") else {})}
        path = ("repos", *parameters.repository.split("/"), parameters.kind)
        found = GithubApi(config, invocation).json(*path, query=query)
        if not isinstance(found, list):
            raise ToolUpstreamError(_OTHER_FORM)
        entry = _ENTRIES[parameters.kind]
        wanted = [one for one in found if isinstance(one, dict)]
        if parameters.kind == "issues":
            wanted = [one for one in wanted if "pull_request" not in one]
        rows = [entry(one) for one in wanted]
        message = Text("Entries found: {count}.", count=len(rows))
        return query_success(rows, message) if rows else empty(OperationType.QUERY, message)


def _issue(found: JsonObject) -> JsonObject:
    labels = found.get("labels") or []
    return {
        **_release(found),
        "number": found.get("number"),
        "title": found.get("title"),
        "state": found.get("state"),
        "labels": [label.get("name") for label in labels if isinstance(label, dict)],
        "updated_at": found.get("updated_at"),
    }


def _release(found: JsonObject) -> JsonObject:
    author = found.get("user") or found.get("author") or {}
    return {
        "id": found.get("id"),
        "title": found.get("name") or found.get("tag_name"),
        "tag": found.get("tag_name"),
        "text": str(found.get("body") or "")[:MAX_BODY],
        "author": author.get("login"),
        "url": found.get("html_url"),
        "created_at": found.get("created_at"),
    }


def _commit(found: JsonObject) -> JsonObject:
    commit: dict[str, Any] = found.get("commit") or {}
    author = commit.get("author") or {}
    message = str(commit.get("message") or "")
    return {
        "id": found.get("sha"),
        "title": message.partition("\n")[0],
        "text": message[:MAX_BODY],
        "author": author.get("name"),
        "url": found.get("html_url"),
        "created_at": author.get("date"),
    }


_ENTRIES: Mapping[Kind, Callable[[JsonObject], JsonObject]] = {
    "issues": _issue,
    "pulls": _issue,
    "releases": _release,
    "commits": _commit,
}
