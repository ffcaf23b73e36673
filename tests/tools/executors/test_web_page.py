"""`web_page_read`: the main text of pages in every encoding, from a real server on loopback."""

import pytest

from tests.doubles import web_pages
from tests.doubles.http_server import Reply, serving
from tests.doubles.tool_ports import Bench
from tools.core.envelope import ToolResult
from tools.executors.web_page import executor
from tools.executors.web_page.executor import WebPageExecutor
from tools.outbound.client import OutboundClient

SENTENCE = "清明之前采摘的茶叶叫做明前茶，价格高，味道好，每年三月上市，很多人喜欢。"
PAGE = f"<!doctype html><title>春茶</title><article><h1>春茶</h1><p>{SENTENCE}</p><p>{SENTENCE * 2}</p></article>"


def read(content: bytes, kind: str = "text/html", **config: object) -> ToolResult:
    bench = Bench(outbound=OutboundClient(["127.0.0.1"]))
    bench.registry.register(WebPageExecutor())
    with serving(lambda request: Reply(200, content, {"Content-Type": kind})) as server:
        return bench.call("web-page", {"url": f"{server.url}/tea", **config}, {})


def test_a_page_gives_its_main_text_and_its_metadata() -> None:
    data = read(web_pages.ARTICLE).data
    assert (data["title"], data["author"], data["site"]) == ("Spring tea", "Li Hua", "Tea News")
    assert (data["published"], data["is_cut"]) == ("2026-03-04", False)
    for part in ("# Spring tea", "**March**", "| 龙井 | 12 |", "- 雨前茶便宜一些", "/more) for all details"):
        assert part in data["text"]
    for part in ("Home", "Imprint", "track("):
        assert part not in data["text"]
    assert "(http://127.0.0.1:" in data["text"]


@pytest.mark.parametrize(
    ("encoding", "place"),
    [
        ("utf-8", "nowhere"),
        *((encoding, place) for encoding in ("utf-8", "gb18030", "big5") for place in ("header", "page")),
    ],
)
@pytest.mark.everyday_rows(2)
def test_a_page_is_read_in_its_encoding(encoding: str, place: str) -> None:
    page = PAGE.replace("清", "青") if encoding == "big5" else PAGE
    mark = f'<meta charset="{encoding}">' if place == "page" else ""
    kind = f"text/html; charset={encoding}" if place == "header" else "text/html"
    content = page.replace("<title>", f"{mark}<title>", 1).encode(encoding, "xmlcharrefreplace")
    data = read(content, kind).data
    assert data["title"] == "春茶"
    assert "明前茶" in data["text"]


def test_a_text_is_given_as_it_is() -> None:
    data = read("茶 <b>".encode(), "text/markdown").data
    assert (data["title"], data["text"]) == ("", "茶 <b>")


def test_what_is_longer_than_wanted_is_cut() -> None:
    data = read(b"tea " * 1_000, "text/plain", maxCharacters=500).data
    assert (len(data["text"]), data["is_cut"]) == (500, True)


@pytest.mark.parametrize("content", [b"", b" ", b"<!--" * 1_000, b"<div>" * 100_000, b"<script>draw()</script>"])
def test_a_page_without_text_is_refused(content: bytes) -> None:
    result = read(content)
    assert (result.success, result.code) == (False, 2004)


def test_a_page_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor, "_DEADLINE_S", 0.001)
    result = read(web_pages.ARTICLE)
    assert (result.success, result.code) == (False, 2001)


def test_a_private_address_is_refused() -> None:
    bench = Bench(outbound=OutboundClient())
    bench.registry.register(WebPageExecutor())
    assert bench.call("web-page", {"url": "http://127.0.0.1:9/tea"}, {}).code == 1002
