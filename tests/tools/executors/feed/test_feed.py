"""`feed_read`: every format gives entries of one form, from a real server on loopback."""

from collections.abc import Iterator

import pytest

from tests.doubles import feeds
from tests.doubles.http_server import Received, Reply, serving
from tests.doubles.tool_ports import Bench
from tools.core.call.nothing_found import settled
from tools.core.errors import ToolUpstreamError
from tools.executors.feed.executor import FeedExecutor, conditions_of, version_of
from tools.executors.feed.formats import read_feed
from tools.outbound.client import OutboundClient

PATHS = {"/atom": feeds.ATOM, "/rss": feeds.RSS_2, "/rdf": feeds.RSS_1, "/json": feeds.JSON_FEED}


@pytest.fixture
def feed_server() -> Iterator[str]:
    def answer(request: Received) -> Reply:
        found = PATHS.get(request.path)
        return Reply(200, found) if found else Reply(404, b"")

    with serving(answer) as server:
        yield server.url


@pytest.fixture
def bench() -> Bench:
    bench = Bench(outbound=OutboundClient(["127.0.0.1"]))
    bench.registry.register(FeedExecutor())
    return bench


@pytest.mark.parametrize(
    ("path", "ids", "titles"),
    [
        ("/atom", ["urn:tea:2", "urn:tea:1"], ["Green & black", "绿茶"]),
        ("/rss", ["tea-2", "https://tea.example/1"], ["Green tea", "No id"]),
        ("/rdf", ["https://tea.example/1"], ["绿茶"]),
        ("/json", ["2"], ["绿茶"]),
    ],
)
def test_entries_of_every_format_have_one_form(
    bench: Bench, feed_server: str, path: str, ids: list[str], titles: list[str]
) -> None:
    result = bench.call("feed", {"url": feed_server + path}, {})
    assert result.success, result.message
    entries = result.data["entries"]
    assert [entry["id"] for entry in entries][: len(ids)] == ids
    assert [entry["title"] for entry in entries][: len(ids)] == titles


@pytest.mark.parametrize("content", [feeds.ATOM, feeds.RSS_2])
def test_an_entry_has_everything_of_the_feed(content: bytes) -> None:
    entry = read_feed(content, "utf-8", 1).entries[0]
    assert (entry.author, entry.link, entry.categories) == ("Ada", "https://tea.example/2", ("green",))
    assert (entry.summary, entry.content) == ("In short", "One\nTwo")
    assert entry.published == "2026-11-01T08:00:00+08:00"


def test_an_entry_without_id_and_link_keeps_what_is_made_of_it() -> None:
    once, again = (read_feed(feeds.RSS_2, "utf-8", 10).entries[2].id for _ in range(2))
    assert once == again
    assert len({entry.id for entry in read_feed(feeds.RSS_2, "utf-8", 10).entries}) == 3


def test_only_the_wanted_entries_are_read(bench: Bench, feed_server: str) -> None:
    result = bench.call("feed", {"url": f"{feed_server}/rss", "maxEntries": 1}, {})
    assert len(result.data["entries"]) == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"tea",
        b"{}",
        b"[1]",
        b'{"version": 1, "items": 2}',
        b"<opml/>",
        b"<rss/>",
        b"<rss>",
        feeds.BOMB,
        b"\xff\xfe<",
    ],
)
def test_what_is_no_feed_is_refused(content: bytes) -> None:
    with pytest.raises(ToolUpstreamError):
        read_feed(content, "no-such-encoding", 10)


def test_a_private_address_is_refused(feed_server: str) -> None:
    bench = Bench(outbound=OutboundClient())
    bench.registry.register(FeedExecutor())
    assert bench.call("feed", {"url": f"{feed_server}/atom"}, {}).code == 1002


@pytest.mark.parametrize(
    ("headers", "asked"),
    [
        ({"etag": 'W/"7"'}, {"If-None-Match": 'W/"7"'}),
        ({"last-modified": "Thu, 26 Nov 2026 10:00:00 GMT"}, {"If-Modified-Since": "Thu, 26 Nov 2026 10:00:00 GMT"}),
        ({"content-type": "application/rss+xml"}, {}),
        ({"etag": "x" * 2_000}, {}),
        ({"etag": "a\r\nX-Evil: 1"}, {}),
    ],
)
def test_a_version_is_asked_for_by_what_the_server_called_it(headers: dict[str, str], asked: dict[str, str]) -> None:
    url = "https://tea.example/feed"
    assert conditions_of(version_of(headers, url), url) == asked
    # Two feeds may have the same version by chance.
    assert conditions_of(version_of(headers, url), f"{url}/other") == {}


@pytest.mark.parametrize("version", ["", "x", "[]", "{}", "null", '{"of": 1}', "[" * 900])
def test_a_version_that_somebody_made_up_asks_for_the_whole_feed(version: str) -> None:
    assert conditions_of(version, "https://tea.example/feed") == {}


def test_an_unchanged_feed_is_an_answer_without_entries(bench: Bench) -> None:
    def answer(request: Received) -> Reply:
        is_known = request.headers.get("if-none-match") == '"1"'
        return Reply(304, b"", {"ETag": '"1"'}) if is_known else Reply(200, feeds.ATOM, {"ETag": '"1"'})

    with serving(answer) as server:
        first = bench.call("feed", {"url": server.url}, {})
        again = bench.call("feed", {"url": server.url}, {"version": first.data["version"]})
    unchanged = settled(again, "continue").data
    assert (len(first.data["entries"]), unchanged["entries"]) == (2, [])
    assert unchanged["version"] == first.data["version"]
