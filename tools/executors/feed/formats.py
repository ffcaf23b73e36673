"""Parses RSS 0.9 to 2.0, Atom and JSON Feed into uniform entries, in linear time. Pure.

Source: RSS 2.0 Specification; RFC 4287; JSON Feed 1.1.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from html.entities import html5
from typing import Any
from xml.etree.ElementTree import Element, ParseError  # the types only; `defusedxml` parses

import orjson

from tools.core.errors import ToolUpstreamError
from tools.core.formats.encodings import decoded
from tools.core.formats.json_text import JsonTooDeepError, parse_json
from tools.core.text import Text
from tools.executors.shared.html_text import html_text

MAX_BYTES = 2 * 1024 * 1024
MAX_TEXT = 20_000
"""Characters of one entry's text."""
_MAX_WORDS = 1_000
_MAX_CATEGORIES = 50
_NO_FEED = Text("There is no feed at this address: it is neither RSS, Atom nor JSON Feed.")
_MALFORMED = Text("The feed is malformed, so that it cannot be read. Check its address.")
_DECLARED = re.compile(rb"""^[^>]{0,100}encoding=["']([A-Za-z0-9_.:-]{1,40})["']""")
_DECLARATION = re.compile(r"^\ufeff?\s{0,100}<\?xml[^>]{0,200}\?>")
_UNFIT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31});")
_XML_ENTITIES = frozenset({"lt", "gt", "amp", "quot", "apos"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry; missing texts are empty."""

    id: str
    """The author's id, else the link, else a hash of the content."""
    title: str
    link: str
    summary: str
    content: str
    author: str
    published: str
    """ISO 8601 if it can be parsed, else unchanged."""
    updated: str
    categories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed with its entries in their order."""

    title: str
    link: str
    entries: tuple[Entry, ...]


def read_feed(content: bytes, encoding: str, most: int) -> Feed:
    """Parse the first `most` entries of a feed.

    The document's own encoding takes precedence over `encoding`, the server's. Raises ToolUpstreamError if it is not a
    valid feed.
    """
    declared = _DECLARED.match(content)
    text = decoded(content, declared[1].decode() if declared else None, encoding)
    return _json_feed(text, most) if text.lstrip("\ufeff \t\r\n").startswith("{") else _xml_feed(text, most)


def _xml_feed(text: str, most: int) -> Feed:
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    text = _ENTITY.sub(_as_character, _UNFIT.sub("", _DECLARATION.sub("", text, count=1)))
    try:
        root = fromstring(text)
    except (ParseError, DefusedXmlException, ValueError) as error:
        is_page = "<html" in text[:1000].lower()
        raise ToolUpstreamError(_NO_FEED if is_page else _MALFORMED) from error
    kind = _name(root)
    if kind == "feed":
        return _feed_of(root, _children(root, "entry"), most)
    channel = next(_children(root, "channel"), None)
    if kind not in ("rss", "rdf") or channel is None:
        raise ToolUpstreamError(_NO_FEED)
    # RSS 1.0 has the items beside the channel.
    return _feed_of(channel, _children(channel if kind == "rss" else root, "item"), most)


def _as_character(entity: re.Match[str]) -> str:
    """Replace a name of HTML, which feeds use and XML does not know."""
    return entity[0] if entity[1] in _XML_ENTITIES else html5.get(f"{entity[1]};", entity[0])


def _feed_of(about: Element, found: Iterable[Element], most: int) -> Feed:
    entries = tuple(_xml_entry(element) for element, _ in zip(found, range(most), strict=False))
    return Feed(_line(_first(about, "title")), _link(about), entries)


def _xml_entry(entry: Element) -> Entry:
    summary, content = _first(entry, "summary", "description"), _first(entry, "encoded", "content")
    author = next(_children(entry, "author"), None)
    name = "" if author is None else _first(author, "name") or _text(author)
    categories = [one.get("term") or _text(one) for one in _children(entry, "category", "subject")]
    return _entry(
        id=_first(entry, "id", "guid"),
        title=_first(entry, "title"),
        link=_link(entry),
        summary=summary,
        content=content or summary,
        author=name or _first(entry, "creator"),
        published=_first(entry, "published", "pubdate", "date", "issued"),
        updated=_first(entry, "updated", "modified"),
        categories=categories,
    )


def _json_feed(text: str, most: int) -> Feed:
    try:
        found = parse_json(text.lstrip("\ufeff"))
    except (orjson.JSONDecodeError, JsonTooDeepError) as error:
        raise ToolUpstreamError(_MALFORMED) from error
    if "jsonfeed.org" not in str(found.get("version")) or not isinstance(found.get("items"), list):
        raise ToolUpstreamError(_NO_FEED)
    items = [item for item in found["items"] if isinstance(item, dict)]
    return Feed(_line(_str(found, "title")), _str(found, "home_page_url"), tuple(map(_json_entry, items[:most])))


def _json_entry(item: Mapping[str, Any]) -> Entry:
    authors, tags = item.get("authors"), item.get("tags")
    first = authors[0] if isinstance(authors, list) and authors and isinstance(authors[0], dict) else {}
    return _entry(
        id=_str(item, "id"),
        title=_str(item, "title"),
        link=_str(item, "url"),
        summary=_str(item, "summary"),
        content=_str(item, "content_html") or _str(item, "content_text"),
        author=_str(first, "name"),
        published=_str(item, "date_published"),
        updated=_str(item, "date_modified"),
        categories=[str(tag) for tag in tags] if isinstance(tags, list) else [],
    )


def _entry(*, id: str, title: str, link: str, content: str, categories: Iterable[str], **texts: str) -> Entry:
    made = hashlib.sha256(f"{title}\0{content}".encode(errors="replace")).hexdigest()[:32]
    return Entry(
        id=(id or link or made).strip()[:_MAX_WORDS],
        title=_line(title),
        link=link,
        summary=_plain(texts["summary"]),
        content=_plain(content),
        author=_line(texts["author"]),
        published=_moment(texts["published"]),
        updated=_moment(texts["updated"]),
        categories=tuple(_line(category) for category in categories if category.strip())[:_MAX_CATEGORIES],
    )


def _link(element: Element) -> str:
    links = list(_children(element, "link"))
    page = next((link for link in links if link.get("rel", "alternate") == "alternate"), None)
    return "" if page is None else (page.get("href") or _text(page))[:_MAX_WORDS]


def _children(element: Element, *names: str) -> Iterator[Element]:
    return (child for child in element if _name(child) in names)


def _first(element: Element, *names: str) -> str:
    """Return the text of the first child, by the order of the names."""
    for name in names:
        for child in _children(element, name):
            if text := _text(child):
                return text
    return ""


def _name(element: Element) -> str:
    """Return the name without its namespace: feeds mix many."""
    return element.tag.rpartition("}")[2].lower()


def _text(element: Element) -> str:
    return "".join(element.itertext()).strip()


def _str(found: Mapping[str, Any], name: str) -> str:
    value = found.get(name)
    return str(value) if isinstance(value, str | int) else ""


def _line(text: str) -> str:
    return " ".join(_plain(text[: 4 * _MAX_WORDS]).split())[:_MAX_WORDS]


def _plain(text: str) -> str:
    """Return HTML as text; what is none stays as it is."""
    return html_text(text, MAX_TEXT) if "<" in text or "&" in text else text.strip()[:MAX_TEXT]


def _moment(text: str) -> str:
    text = text.strip()[:100]
    for read in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            found = read(text)
        except (ValueError, IndexError):
            continue
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).isoformat()
    return text
