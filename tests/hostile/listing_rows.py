"""Outside data of listing tools: feeds, HTML, answers of mail servers; and poll data."""

from typing import Any

from tests.hostile.measuring import Row, refusing, repeated
from tools.core.errors import ToolError
from tools.executors.feed.formats import MAX_BYTES, MAX_TEXT, _moment, read_feed
from tools.executors.mail.mailbox import _sizes, quoted
from tools.executors.object_storage.file_list import _objects, _parsed
from tools.executors.shared.html_text import html_text
from workflow_editor.triggers.polling.items import MOST_ITEMS, items_of

_START, _END = "<rss><channel>", "</channel></rss>"
_TITLE = f"{_START}<item><title>"
_HTML = 4 * MAX_TEXT
_LIST = ("<ListBucketResult>", "</ListBucketResult>")
_LINE = 64 * 1024
_NESTED = 20_000
"""Levels; the parser knows no limit of its own."""


def _feed(text: str) -> Any:
    return refusing(lambda one: read_feed(one.encode(), "utf-8", 200), ToolError)(text)


def _html_text(html: str) -> str:
    return html_text(html, MAX_TEXT)


def _listed(page: str) -> Any:
    return list(_objects(_parsed(page.encode()), ""))


def _mail_sizes(line: str) -> Any:
    return list(_sizes([line.encode()]))


def _nested(opening: str, closing: str, before: str = "", after: str = "") -> Any:
    return lambda levels: f"{before}{opening * levels}{closing * levels}{after}"


def _numbered(count: int) -> list[dict[str, int]]:
    return [{"id": number} for number in range(count)]


def _keyed(found: Any) -> Any:
    return items_of(found, "", "id")


ROWS = [
    Row("feed: many entries", _feed, repeated("<item><title>a</title></item>", _START, _END), MAX_BYTES),
    Row("feed: nested elements", _feed, _nested("<a>", "</a>", _START, _END), _NESTED),
    Row("feed: entities", _feed, repeated("&nbsp;", f"{_START}<title>", f"</title>{_END}"), MAX_BYTES),
    Row("feed: open entities", _feed, repeated("&a", f"{_START}<title>", f"</title>{_END}"), MAX_BYTES),
    Row("feed: declaration", _feed, repeated(" ", "<?xml ", "<rss/>"), MAX_BYTES),
    Row("feed: HTML in a title", _feed, repeated("&lt;p&gt;a", _TITLE, f"</title></item>{_END}"), MAX_BYTES),
    Row("feed: JSON", _feed, repeated('{"id": 1},', '{"version": "jsonfeed.org", "items": [', "{}]}"), MAX_BYTES),
    Row("feed: time", _moment, repeated("1 ", "Sun, "), _LINE),
    Row("html: nested blocks", _html_text, _nested("<div>", "</div>"), _HTML // 11),
    Row("html: many blocks", _html_text, repeated("<p>x"), _HTML),
    Row("mail: sizes", _mail_sizes, repeated("1 (UID 1 RFC822.SIZE 1) "), _LINE),
    Row("mail: folder", quoted, repeated("茶&"), 200),
    Row("storage: many objects", _listed, repeated("<Contents><Key>a</Key></Contents>", *_LIST), MAX_BYTES),
    Row("poll: long list", _keyed, _numbered, 5 * MOST_ITEMS),
]
