"""Reads a feed through the guarded client. Pure. Source: RFC 9110, sections 8.8 (validators) and 13.1 (conditions)."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated

import orjson

from tools.core.definitions import JsonObject
from tools.core.envelope import Nothing, ToolResult, empty, query_success
from tools.core.text import Text
from tools.executors.contract.executor import Invocation, Listing, UiTool
from tools.executors.contract.schema import form_field
from tools.executors.feed.formats import MAX_BYTES, read_feed
from tools.executors.shared.one_address import OneAddressConfig, OneAddressExecutor, OneAddressParameters, WebAddress

MAX_VERSION = 1000
"""In characters; a longer validator is ignored."""
_CONDITIONS: Mapping[str, str] = {"etag": "If-None-Match", "last-modified": "If-Modified-Since"}
"""Request header by the response header that supplies its value."""


def version_of(headers: Mapping[str, str], url: str) -> str:
    """Return a response's validator bound to its URL, empty if there is none; header names are lower case."""
    validators = {name: headers[name] for name in _CONDITIONS if headers.get(name)}
    if not validators:
        return ""
    version = json.dumps({"of": _fingerprint(url), **validators})
    return version if len(version) <= MAX_VERSION else ""


def conditions_of(version: str, url: str) -> Mapping[str, str]:
    """Return the request headers by which nothing is sent twice; none for a version of another address, or for none."""
    try:
        known = orjson.loads(version[:MAX_VERSION])
    except orjson.JSONDecodeError:
        return {}
    if not isinstance(known, dict) or known.get("of") != _fingerprint(url):
        return {}
    found = {header: known.get(name) for name, header in _CONDITIONS.items()}
    return {header: value for header, value in found.items() if isinstance(value, str) and value.isprintable()}


def _fingerprint(url: str) -> str:
    return hashlib.sha256(url.encode()).hexdigest()[:16]


MAX_ENTRIES = 200
_ACCEPT = "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5"
_OK, _NOT_MODIFIED = 200, 304


class FeedConfig(OneAddressConfig):
    url: WebAddress = form_field(
        "URL",
        "Address of an RSS, Atom or JSON feed. The model fills it in if you do not.",
        default="",
        destination=True,
    )
    max_entries: int = form_field(
        "Max entries", "The first entries of the feed, up to 200.", default=50, ge=1, le=MAX_ENTRIES
    )


class FeedParameters(OneAddressParameters):
    url: Annotated[WebAddress, form_field("URL", "Address of an RSS, Atom or JSON feed.", min_length=1)]
    version: str = form_field(
        "Version",
        "From an earlier call. If nothing has changed since then, no entries are returned.",
        default="",
        max_length=MAX_VERSION,
    )


class FeedExecutor(OneAddressExecutor[FeedConfig, FeedParameters]):
    """`feed_read`: feed entries in one form for all formats."""

    name = "feed_read"
    title = Text("Feed")
    help = Text("Read the entries of an RSS, Atom or JSON feed.")
    keywords = Text("rss, atom, news, blog, podcast, subscribe")
    icon = "rss"
    would = Text("read a feed")
    gone = Text("The feed does not exist any more. Check its address.")
    server = Text("The feed's server")
    nothing = Nothing({"title": "", "link": "", "entries": [], "version": ""}, goes_on=True)
    listing = Listing(items="entries", key="id", version="version")
    ui_tools = (UiTool("feed", title, help, icon, FeedConfig),)

    def execute(self, config: FeedConfig, parameters: FeedParameters, invocation: Invocation) -> ToolResult:
        """Return title and link of the feed, its first entries in the feed's order, and its version."""
        conditions = conditions_of(parameters.version, parameters.url)
        expected = frozenset({_OK, _NOT_MODIFIED} if conditions else {_OK})
        headers = {"Accept": _ACCEPT, **conditions}
        response = self.fetched(parameters, invocation, headers, MAX_BYTES, expected=expected)
        if response.status == _NOT_MODIFIED:
            return empty(self.operation, Text("The feed has not changed."), {"version": parameters.version})
        feed = read_feed(response.content, response.encoding, config.max_entries)
        entries = [asdict(entry) | {"categories": list(entry.categories)} for entry in feed.entries]
        version = version_of(response.headers, parameters.url)
        data: JsonObject = {"title": feed.title, "link": feed.link, "entries": entries, "version": version}
        message = Text("Entries in the feed: {count}.", count=len(entries))
        return query_success(data, message) if entries else empty(self.operation, message, data)
