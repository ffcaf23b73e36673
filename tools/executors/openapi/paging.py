"""Lists in several pages, fetched one after another within limits and combined. Pure."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from tools.core.definitions import JsonObject
from tools.core.dotted_path import value_at
from tools.executors.openapi.operation import Operation, Paging

_NEXT_LINK = re.compile(r'<([^<>]{1,4000})>\s{0,9};[^,<>]{0,200}\brel="?next"?', re.IGNORECASE)
_CURSORS: Mapping[str, str] = {
    "page_token": "next_page_token",
    "pageToken": "nextPageToken",
    "next_token": "next_token",
    "start_cursor": "next_cursor",
    "cursor": "next_cursor",
    "after": "paging.next.after",
    "starting_after": "",
}
_MAX_BYTES = 20 * 1024 * 1024
"""Of all pages together."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page as it came."""

    data: Any
    link: str
    """The header Link."""
    url: str
    size: int
    """In bytes."""


Fetch = Callable[[JsonObject, str], Page]
"""Fetches a page: takes arguments that differ from the first call's, and an address in place of the operation's."""


def guessed(operation: Operation) -> Paging:
    """Return how the pages of an operation follow each other, by the names of its arguments; else header Link."""
    names = {parameter.argument for parameter in operation.parameters if parameter.place == "query"}
    for argument, next_ in _CURSORS.items():
        if argument in names and next_:
            return Paging(kind="cursor", argument=argument, next=next_)
    if "page" in names:
        return Paging(kind="page", argument="page")
    return Paging(kind="offset", argument="offset") if "offset" in names else Paging()


def combined(paging: Paging, arguments: JsonObject, fetch: Fetch, *, max_pages: int, max_items: int) -> JsonObject:
    """Return {items, pages, complete, reason}: `reason` says why a list is not complete, else it is empty.

    The first page decides where the list is: at `paging.items`, the body itself, or its only list.

    Raises:
        ToolError: a page could not be fetched.
    """
    items: list[Any] = []
    seen: set[str] = set()
    more: JsonObject = {}
    pages, size, url = 0, 0, ""
    while True:
        page = fetch(more, url)
        pages, size = pages + 1, size + page.size
        found = _items(page.data, paging.items)
        items += found
        where = _next(paging, arguments, page, pages, len(items), found)
        reason = ""
        if where is not None:
            key = repr(where)
            limits = {"items": len(items) >= max_items, "pages": pages >= max_pages, "bytes": size > _MAX_BYTES}
            reason = next((f"limit_of_{name}" for name, is_over in limits.items() if is_over), "")
            reason = "same_page_again" if key in seen else reason
            seen.add(key)
        elif len(items) > max_items:
            reason = "limit_of_items"
        if where is None or reason:
            return {"items": items[:max_items], "pages": pages, "complete": not reason, "reason": reason}
        more, url = where


def next_link(header: str) -> str:
    """Return the address with rel=next of a header Link (RFC 8288); "" where there is none."""
    found = _NEXT_LINK.search(header[:20_000])
    return found[1] if found else ""


def _next(
    paging: Paging, arguments: JsonObject, page: Page, pages: int, count: int, found: list[Any]
) -> tuple[JsonObject, str] | None:
    """Return the arguments and the address of the page after this one; None after the last."""
    match paging.kind:
        case "link":
            link = next_link(page.link)
            return ({}, urljoin(page.url, link)) if link else None
        case "next_url":
            link = value_at(page.data, paging.next)
            return ({}, urljoin(page.url, link)) if isinstance(link, str) and link else None
        case "cursor":
            cursor = value_at(page.data, paging.next)
            return ({paging.argument: cursor}, "") if isinstance(cursor, str | int) and cursor not in ("", 0) else None
    if not found or (paging.kind == "page" and value_at(page.data, "has_more") is False):
        return None
    first = arguments.get(paging.argument)
    start = first if isinstance(first, int) else (paging.first if paging.kind == "page" else 0)
    return {paging.argument: start + (pages if paging.kind == "page" else count)}, ""


def _items(data: Any, path: str) -> list[Any]:
    found = value_at(data, path)
    if isinstance(found, dict) and not path:
        lists: Iterator[list[Any]] = (value for value in found.values() if isinstance(value, list))
        found = next(lists, None)
    return found if isinstance(found, list) else [data]
