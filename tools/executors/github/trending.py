"""Lists the repositories that are trending on GitHub, by its page, since there is no API. Pure.

Every part but the name may be missing, and an empty list is distinguished from a changed layout.
"""

import re
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any, Literal
from urllib.parse import quote, unquote

import httpx2
from pydantic import Field

from tools.core.definitions import JsonObject, OperationType
from tools.core.envelope import Nothing, ToolResult, empty, query_success
from tools.core.errors import ToolNothingFoundError, ToolUpstreamError
from tools.core.field_errors import in_form
from tools.core.text import Text
from tools.executors.contract.executor import Invocation, Listing, Rehearsal, ToolModel, ToolParameters, UiTool
from tools.executors.contract.schema import form_field
from tools.executors.github.account import API, SITE
from tools.executors.github.api import GithubApi, GithubConfig, GithubExecutor, refusal
from tools.outbound.client import OutboundRequest
from tools.outbound.origins import fixed_origins

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_MOST_ROWS = 200
"""Nested ones would be looked through again and again."""
MAX_PAGE = 2_000_000
"""In characters, some times the size of the real page; a longer one is not GitHub's."""
_NUMBER = re.compile(r"\d[\d,]*")
_NAME = re.compile(r"/([A-Za-z0-9_-]+/[A-Za-z0-9._-]+)")
_NONE = Text("GitHub shows no trending repositories for this question.")

PAGE_URL = f"{SITE}/trending"
MAX_ROWS = 25
"""As many as the page shows."""
_KEPT_FOR = timedelta(minutes=30)
_MAX_KEPT = 200
_HEADERS = {
    "Accept": "text/html",
    "Accept-Language": "en",
    "User-Agent": "Mozilla/5.0 (compatible; Flowloom)",
}
Period = Literal["daily", "weekly", "monthly"]
_PERIODS = {"daily": Text("Today"), "weekly": Text("This week"), "monthly": Text("This month")}
_DAYS: Mapping[Period, int] = {"daily": 1, "weekly": 7, "monthly": 30}
_CHANGED = Text(
    "GitHub's trending page has changed and cannot be read. Enable the search fallback in the tool's settings."
)


@dataclass(frozen=True, slots=True)
class TrendingRepository:
    """One row of the page; numbers are None where the page shows none."""

    name: str
    description: str
    language: str | None
    stars: int | None
    forks: int | None
    stars_gained: int | None
    """Within the asked period."""
    built_by: tuple[str, ...]


def trending_repositories(page: str) -> list[TrendingRepository] | None:
    """Return the rows in order; None when this is not the page as we know it."""
    if len(page) > MAX_PAGE or page.count("<article") > _MOST_ROWS:
        return None
    from selectolax.lexbor import LexborHTMLParser

    parsed = LexborHTMLParser(page)
    rows = parsed.css("article.Box-row")
    if not rows:
        # For a rare language the page says so in a box of its own.
        return [] if parsed.css_first(".blankslate") is not None else None
    found = [repository for row in rows if (repository := _repository(row)) is not None]
    return found or None


def _repository(row: "LexborNode") -> TrendingRepository | None:
    link = row.css_first("h2 a[href]")
    name = _NAME.fullmatch(unquote((link.attributes.get("href") if link else None) or ""))
    if name is None:
        return None
    faces = (image.attributes.get("alt") or "" for image in row.css("a img[alt^='@']"))
    return TrendingRepository(
        name=name[1],
        description=_text(row, "p") or "",
        language=_text(row, "[itemprop='programmingLanguage']"),
        stars=_number(_text(row, "a[href$='/stargazers']")),
        forks=_number(_text(row, "a[href$='/forks']")),
        stars_gained=_number(_text(row, "span.float-sm-right")),
        built_by=tuple(face.removeprefix("@") for face in faces),
    )


def _text(row: "LexborNode", selector: str) -> str | None:
    found = row.css_first(selector)
    return " ".join(found.text().split()) or None if found is not None else None


def _number(text: str | None) -> int | None:
    found = _NUMBER.search(text or "")
    return int(found[0].replace(",", "")) if found else None


class TrendingConfig(ToolModel):
    """Part of the query that is fixed."""

    language: str = form_field(
        Text.in_context("programming", "Language"), "The model may choose one if you do not.", default="", max_length=50
    )
    since: Period | None = form_field("Period", "The model chooses if you do not.", default=None, enum_labels=_PERIODS)
    search_instead: bool = form_field(
        "Use search if the page cannot be read",
        "The search ranks new repositories by total stars, not by stars gained.",
        default=True,
    )
    token: str = form_field("Token", "Optional; only the search uses it.", default="", widget="secret")


SpokenLanguage = Annotated[
    str,
    Field(pattern=r"^([a-z]{2})?$"),
    in_form(Text("Enter two lowercase letters, such as en or zh.")),
]


class TrendingParameters(ToolParameters):
    language: str = form_field(
        Text.in_context("programming", "Language"),
        "A programming language such as python or c++. All languages, if you name none.",
        default="",
        max_length=50,
    )
    since: Period = form_field("Period", default="daily", enum_labels=_PERIODS)
    spoken_language: SpokenLanguage = form_field(
        "Spoken language", "Two letters such as en or zh. All languages, if you name none.", default=""
    )
    limit: int = form_field("Number of results", "1 to 25.", default=10, ge=1, le=MAX_ROWS)


class GithubTrendingExecutor(GithubExecutor[TrendingConfig, TrendingParameters]):
    """`github_trending`: the page, kept for half an hour; the search when the page cannot be read."""

    name = "github_trending"
    title = Text("GitHub trending")
    help = Text("List the repositories that are trending on GitHub.")
    keywords = Text("git, popular, stars")
    listing = Listing(key="url")
    nothing = Nothing([])
    prefilled = ("language", "since")
    ui_tools = (UiTool("github-trending", title, help, GithubExecutor.icon, TrendingConfig),)

    def __init__(self) -> None:
        self._kept = _KeptPages()

    def origins(self, config: TrendingConfig) -> frozenset[str]:
        """Return where the search is; the page is read without the token."""
        return fixed_origins(API)

    def rehearse(self, config: TrendingConfig, parameters: TrendingParameters, invocation: Invocation) -> Rehearsal:
        return Rehearsal(Text("read GitHub's trending page"), {"url": page_url(parameters)})

    def execute(self, config: TrendingConfig, parameters: TrendingParameters, invocation: Invocation) -> ToolResult:
        """Return the repositories, most trending first."""
        found, source = self._page(parameters, invocation), "trending"
        if found is None:
            if not config.search_instead:
                raise ToolUpstreamError(_CHANGED)
            found, source = _searched(config, parameters, invocation), "search"
        if not found:
            return empty(OperationType.QUERY, _NONE)
        rows = [_row(number, repository) for number, repository in enumerate(found[: parameters.limit], 1)]
        metadata: JsonObject = {"total": len(rows), "source": source, "since": parameters.since}
        if source == "search":
            metadata["ranking"] = "new repositories by all their stars, since the trending page could not be read"
        return query_success(rows, Text("Trending repositories found: {count}.", count=len(rows)), **metadata)

    def _page(self, parameters: TrendingParameters, invocation: Invocation) -> list[TrendingRepository] | None:
        url, now = page_url(parameters), invocation.runtime.now()
        kept = self._kept.get(url, now)
        if kept is not None:
            return kept
        response = invocation.runtime.outbound.without_credential().send(
            OutboundRequest("GET", url, _HEADERS), timeout_s=invocation.timeout_s
        )
        if response.status == 404:
            # A language that GitHub does not know has no page.
            raise ToolNothingFoundError(_NONE)
        if response.status != 200:
            raise refusal(response, now.timestamp())
        found = trending_repositories(response.text)
        if found is not None:
            self._kept.put(url, found, now)
        return found


class _KeptPages:
    """GitHub answers 429 to frequent readers, and the page changes slowly."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pages: dict[str, tuple[datetime, list[TrendingRepository]]] = {}

    def get(self, url: str, now: datetime) -> list[TrendingRepository] | None:
        with self._lock:
            kept = self._pages.get(url)
        return kept[1] if kept and now - kept[0] < _KEPT_FOR else None

    def put(self, url: str, found: list[TrendingRepository], now: datetime) -> None:
        with self._lock:
            self._pages.pop(url, None)
            self._pages[url] = (now, found)
            while len(self._pages) > _MAX_KEPT:
                del self._pages[next(iter(self._pages))]


def page_url(parameters: TrendingParameters) -> str:
    """Return the address of the page that answers the question."""
    slug = quote(parameters.language.strip().lower().replace(" ", "-"), safe="")
    query: dict[str, str] = {"since": parameters.since}
    if parameters.spoken_language:
        query["spoken_language_code"] = parameters.spoken_language
    return str(httpx2.URL(f"{PAGE_URL}/{slug}" if slug else PAGE_URL).copy_merge_params(query))


def _searched(
    config: TrendingConfig, parameters: TrendingParameters, invocation: Invocation
) -> list[TrendingRepository]:
    since: date = invocation.runtime.now().date() - timedelta(days=_DAYS[parameters.since])
    # Quotes would end the value and let the rest of it become further search terms.
    language = parameters.language.strip().replace('"', "")
    wanted = f"created:>{since.isoformat()}" + (f' language:"{language}"' if language else "")
    query = {"q": wanted, "sort": "stars", "order": "desc", "per_page": str(parameters.limit)}
    found = GithubApi(GithubConfig(token=config.token), invocation).json("search", "repositories", query=query)
    items = found.get("items") if isinstance(found, dict) else None
    return [_of_search(item) for item in items or [] if isinstance(item, dict) and item.get("full_name")]


def _of_search(item: Mapping[str, Any]) -> TrendingRepository:
    return TrendingRepository(
        name=str(item["full_name"]),
        description=str(item.get("description") or ""),
        language=item.get("language"),
        stars=item.get("stargazers_count"),
        forks=item.get("forks_count"),
        stars_gained=None,
        built_by=(),
    )


def _row(rank: int, repository: TrendingRepository) -> JsonObject:
    url = f"{SITE}/{repository.name}"
    return {"rank": rank, "url": url, **asdict(repository), "built_by": list(repository.built_by)}
