"""Lists in several pages, fetched one after another within limits and combined. Pure."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Literal

import httpx2
from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError, ToolUpstreamError
from tools.core.field_errors import FieldError
from tools.core.formats.dotted_path import value_at
from tools.core.formats.json_text import write_json
from tools.core.text import Text
from tools.executors.contract.executor import ToolModel, lacking
from tools.executors.contract.schema import form_field
from tools.outbound.client import OutboundRequest
from tools.outbound.origins import origin_of

PagingKind = Literal["auto", "link", "next_url", "cursor", "page", "offset"]
MAX_PAGES = 100
MAX_ITEMS = 10_000
_MAX_BYTES = 20 * 1024 * 1024
"""Total size of all pages."""
# Source: RFC 8288, 3. A quoted value may hold commas.
_LINK = re.compile(r'<([^<>]{1,4000})>((?:[^",<>]|"[^"]{0,1000}")*)')
_RELATION = re.compile(r';\s{0,9}rel\s{0,9}=\s{0,9}(?:"([^"]{0,200})"|([^\s";,]{1,200}))', re.IGNORECASE)
_CURSORS: Mapping[str, str] = {
    "page_token": "next_page_token",
    "pageToken": "nextPageToken",
    "next_token": "next_token",
    "start_cursor": "next_cursor",
    "cursor": "next_cursor",
    "after": "paging.next.after",
}
_ADDRESSES = ("@odata.nextLink", "next", "links.next", "_links.next.href", "paging.next", "next_page_url")
"""Common keys of the next page's address in a body."""
_ELSEWHERE = Text("The next page is on another server ({origin}), so it was not fetched.")
_MALFORMED = Text("The service names an address of the next page that is malformed.")
_NO_ARGUMENT = Text("Enter the name of the parameter that selects the page.")
_NO_NEXT = Text("Enter where in the response the next page is named.")


PAGES_GROUP = ("pages", Text("Pagination"), True)
"""Form group of these settings."""


class Paging(ToolModel):
    """Pagination scheme of a list."""

    kind: PagingKind = "link"
    """`link`: header Link, rel=next; `next_url`: an address in the body; `cursor`: a value of the body sent back;
    `page` and `offset`: a counter; `auto`: header Link, or an address at a common key.
    """
    items: str = Field(default="", max_length=200)
    """Path to the list in the body, names with dots between them; empty: the body is the list."""
    next: str = Field(default="", max_length=200)
    """Path to the next cursor or address in the body."""
    argument: str = Field(default="", max_length=200)
    """The argument that takes the cursor, the page or the offset."""
    first: int = 1
    """The number of the first page."""


def _by(*kinds: PagingKind) -> JsonObject:
    """Return when a field applies: with one of these ways to the next page, or with any."""
    return {"followsPages": [True], **({"pagesBy": list(kinds)} if kinds else {})}


class PagedConfig(BaseModel):
    """Settings of requests that fetch lists in pages."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")

    follows_pages: bool = form_field(
        "Fetch all pages", "Lists in several pages are fetched whole and combined.", default=False, group="pages"
    )
    pages_by: PagingKind = form_field(
        "Way to the next page",
        "Automatic: as the service describes it, otherwise by the Link header or an address in the response.",
        default="auto",
        group="pages",
        show_if=_by(),
        enum_labels={
            "auto": Text("Automatic"),
            "link": Text("Link header"),
            "next_url": Text("Address in the response"),
            "cursor": Text("Cursor in the response"),
            "page": Text("Page number"),
            "offset": Text("Offset"),
        },
    )
    page_argument: str = form_field(
        "Page parameter",
        "The parameter that takes the cursor, the page number or the offset.",
        default="",
        max_length=200,
        group="pages",
        show_if=_by("cursor", "page", "offset"),
    )
    page_next: str = form_field(
        "Next page in the response",
        "Path to the cursor or the address, such as meta.next_cursor.",
        default="",
        max_length=200,
        group="pages",
        show_if=_by("next_url", "cursor"),
    )
    page_items: str = form_field(
        "List in the response",
        "Path to the list, such as data.items. By default, the response itself or the only list in it.",
        default="",
        max_length=200,
        group="pages",
        show_if=_by(),
    )
    first_page: int = form_field(
        "Number of the first page", default=1, ge=0, le=1_000_000, group="pages", show_if=_by("page")
    )
    max_pages: int = form_field("Max pages", default=10, ge=1, le=MAX_PAGES, group="pages", show_if=_by())
    max_items: int = form_field("Max items", default=1_000, ge=1, le=MAX_ITEMS, group="pages", show_if=_by())

    def paging(self, known: Paging) -> Paging:
        """Return the pagination scheme; `known` is the service's, for `auto`."""
        if self.pages_by == "auto":
            return known.model_copy(update={"items": self.page_items or known.items})
        return Paging(
            kind=self.pages_by,
            items=self.page_items,
            next=self.page_next,
            argument=self.page_argument,
            first=self.first_page,
        )

    def missing_of_pages(self) -> Iterator[FieldError]:
        """Yield what has to be filled in of the pages, with what to do."""
        if not self.follows_pages:
            return
        if self.pages_by in {"cursor", "page", "offset"} and not self.page_argument.strip():
            yield lacking("pageArgument", _NO_ARGUMENT)
        if self.pages_by in {"next_url", "cursor"} and not self.page_next.strip():
            yield lacking("pageNext", _NO_NEXT)


@dataclass(frozen=True, slots=True)
class Page:
    data: Any
    link: str
    url: str
    size: int
    """In bytes."""


Fetch = Callable[[JsonObject, str], Page]
"""Fetches a page: takes arguments that differ from the first call's, and an address in place of the operation's."""


def guessed(names: Collection[str]) -> Paging:
    """Return how the pages follow each other, by the names of the query's arguments; else `auto`."""
    for argument, next_ in _CURSORS.items():
        if argument in names:
            return Paging(kind="cursor", argument=argument, next=next_)
    if "page" in names:
        return Paging(kind="page", argument="page")
    return Paging(kind="offset", argument="offset") if "offset" in names else Paging(kind="auto")


def combined(paging: Paging, arguments: JsonObject, fetch: Fetch, *, max_pages: int, max_items: int) -> JsonObject:
    """Return {items, pages, complete, reason}: `reason` explains an incomplete list, else it is empty.

    The first page locates the list: at `paging.items`, the body itself, or its only list. A page that leads back ends
    it, as does a repeated page when pages are counted. Raises ToolError if a page could not be fetched, or its address
    is malformed.
    """
    items: list[Any] = []
    seen: set[str] = set()
    more: JsonObject = {}
    pages, size, url, is_counted = 0, 0, "", paging.kind in {"page", "offset"}
    while True:
        page = fetch(more, url)
        pages, size = pages + 1, size + page.size
        found = _items(page.data, paging.items)
        where = _next(paging, arguments, page, pages, len(items) + len(found), found)
        # The items alone show if the service has heeded a number that we count on.
        seen.add(repr(({}, page.url)))
        mark = sha256(write_json(found, default=str)).hexdigest() if is_counted else repr(where)
        is_again = where is not None and mark in seen
        if not (is_again and is_counted):
            items += found
        seen.add(mark)
        limits = {"items": len(items) >= max_items, "pages": pages >= max_pages, "bytes": size > _MAX_BYTES}
        reason = ""
        if is_again:
            reason = "same_page_again"
        elif where is not None:
            reason = next((f"limit_of_{name}" for name, is_over in limits.items() if is_over), "")
        elif len(items) > max_items:
            reason = "limit_of_items"
        if where is None or reason:
            return {"items": items[:max_items], "pages": pages, "complete": not reason, "reason": reason}
        more, url = where


def followed(request: OutboundRequest, url: str) -> OutboundRequest:
    """Return the request for the next page's address, with the settings' own values.

    Raises ToolArgumentsError if the address is on another server, which must not get the credentials.
    """
    target, first = httpx2.URL(url), httpx2.URL(request.url)
    found = origin_of(target)
    if found != origin_of(first):
        raise ToolArgumentsError(_ELSEWHERE.filled(origin=found))
    private = {name: value for name, value in first.params.multi_items() if name in request.private_query}
    headers = {name: value for name, value in request.headers.items() if name.lower() != "content-type"}
    to = str(target.copy_merge_params(private)) if private else url
    return replace(request, method="GET", url=to, headers=headers, content=None)


def next_link(header: str) -> str:
    """Return the address with rel=next of a header Link (RFC 8288); "" where there is none."""
    for target, parameters in _LINK.findall(header[:20_000]):
        relation = _RELATION.search(parameters)
        if relation and "next" in (relation[1] or relation[2] or "").lower().split():
            return str(target)
    return ""


def _next(
    paging: Paging, arguments: JsonObject, page: Page, pages: int, count: int, found: list[Any]
) -> tuple[JsonObject, str] | None:
    """Return the arguments and the address of the page after this one; None after the last."""
    match paging.kind:
        case "link" | "auto" | "next_url":
            link = _address(paging, page)
            return ({}, _joined(page.url, link)) if link else None
        case "cursor":
            cursor = value_at(page.data, paging.next)
            return ({paging.argument: cursor}, "") if isinstance(cursor, str | int) and cursor not in ("", 0) else None
    if not found or (paging.kind == "page" and value_at(page.data, "has_more") is False):
        return None
    first = str(arguments.get(paging.argument, ""))
    start = int(first[:9]) if first.isdecimal() else (paging.first if paging.kind == "page" else 0)
    return {paging.argument: start + (pages if paging.kind == "page" else count)}, ""


def _joined(url: str, link: str) -> str:
    try:
        return str(httpx2.URL(url).join(link))
    except (httpx2.InvalidURL, ValueError) as error:
        raise ToolUpstreamError(_MALFORMED) from error


def _address(paging: Paging, page: Page) -> str:
    if paging.kind == "next_url":
        named = value_at(page.data, paging.next)
        return named if isinstance(named, str) else ""
    link = next_link(page.link)
    if link or paging.kind == "link":
        return link
    named = next((one for path in _ADDRESSES if isinstance(one := value_at(page.data, path), str)), "")
    return named if named.startswith(("http://", "https://", "/", "?")) else ""


def _items(data: Any, path: str) -> list[Any]:
    found = value_at(data, path)
    if isinstance(found, dict) and not path:
        lists: Iterator[list[Any]] = (value for value in found.values() if isinstance(value, list))
        found = next(lists, None)
    return found if isinstance(found, list) else [data]
