"""Lists in several pages, from servers that behave and from servers that do not: the same settings for both tools."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.doubles.http_server import Answer, LoopbackServer, Received, Reply, serving
from tests.doubles.tool_ports import ALICE, Bench, Cancel, loopback_bench
from tools.core.definitions import ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.tool_id import ToolId

Caller = Callable[[Bench, LoopbackServer, dict[str, Any]], ToolResult]
_JSON = "application/json"


def linked(header: str, body: bytes = b'[{"n": 1}]') -> Reply:
    return Reply(200, body, {"Content-Type": _JSON, "Link": header})


def by_link(request: Received) -> Reply:
    at = int(request.query.get("at", "1"))
    link = f'<https://other.example/>; rel="prev", </items?at={at + 1}>; title="a, b"; rel=next' if at < 3 else ""
    return linked(link, b"[%d]" % at)


def by_address(request: Received) -> Reply:
    at = int(request.query.get("at", "1"))
    return Reply.of_json({"value": [at], "@odata.nextLink": f"/items?at={at + 1}" if at < 3 else None})


def by_cursor(request: Received) -> Reply:
    at = int(request.query.get("from", "1"))
    return Reply.of_json({"d": {"list": [at]}, "meta": {"next": str(at + 1) if at < 3 else ""}})


def by_page(request: Received) -> Reply:
    at = int(request.query.get("p", "0"))
    return Reply.of_json([at * 2, at * 2 + 1] if at < 2 else [])


def by_offset(request: Received) -> Reply:
    start = int(request.query.get("skip", "0"))
    return Reply.of_json({"rows": list(range(start, min(start + 2, 5)))})


def deaf(request: Received) -> Reply:
    return Reply.of_json([{"n": 1}])


def round_and_round(request: Received) -> Reply:
    return linked("</items?at=1>; rel=next" if request.query.get("at") == "2" else "</items?at=2>; rel=next")


def to_itself(request: Received) -> Reply:
    return linked("</items>; rel=next")


def endless(request: Received) -> Reply:
    at = int(request.query.get("from", "1"))
    return Reply.of_json({"list": [at], "meta": {"next": at + 1}})


def empty_between(request: Received) -> Reply:
    at = int(request.query.get("from", "1"))
    return Reply.of_json({"list": [] if at in (1, 2) else [at], "meta": {"next": at + 1 if at < 4 else None}})


def heavy(request: Received) -> Reply:
    at = int(request.query.get("from", "1"))
    return Reply.of_json({"list": [at], "pad": "x" * 4_500_000, "meta": {"next": at + 1}})


def cursor_of_an_object(request: Received) -> Reply:
    return Reply.of_json({"list": [1], "meta": {"next": {"a": 1}}})


def word_as_next(request: Received) -> Reply:
    return Reply.of_json({"list": [1], "next": "javascript:alert(1)"})


CURSOR = {"pagesBy": "cursor", "pageArgument": "from", "pageNext": "meta.next"}
LISTS: dict[str, tuple[Answer, dict[str, Any], tuple[list[Any], int, str]]] = {
    "link": (by_link, {"pagesBy": "link"}, ([1, 2, 3], 3, "")),
    "link found": (by_link, {}, ([1, 2, 3], 3, "")),
    "address": (by_address, {"pagesBy": "next_url", "pageNext": "@odata.nextLink"}, ([1, 2, 3], 3, "")),
    "address found": (by_address, {}, ([1, 2, 3], 3, "")),
    "cursor": (by_cursor, {**CURSOR, "pageItems": "d.list"}, ([1, 2, 3], 3, "")),
    "page from 0": (by_page, {"pagesBy": "page", "pageArgument": "p", "firstPage": 0}, ([0, 1, 2, 3], 3, "")),
    "offset": (by_offset, {"pagesBy": "offset", "pageArgument": "skip"}, ([0, 1, 2, 3, 4], 4, "")),
    "no pages at all": (deaf, {}, ([{"n": 1}], 1, "")),
    "the page is not heard": (deaf, {"pagesBy": "page", "pageArgument": "p"}, ([{"n": 1}], 2, "same_page_again")),
    "the offset is not heard": (deaf, {"pagesBy": "offset", "pageArgument": "o"}, ([{"n": 1}], 2, "same_page_again")),
    "in a circle": (round_and_round, {}, ([{"n": 1}] * 3, 3, "same_page_again")),
    "to itself": (to_itself, {}, ([{"n": 1}], 1, "same_page_again")),
    "endless, pages": (endless, {**CURSOR, "maxPages": 4}, ([1, 2, 3, 4], 4, "limit_of_pages")),
    "endless, items": (endless, {**CURSOR, "maxItems": 3}, ([1, 2, 3], 3, "limit_of_items")),
    "endless, bytes": (heavy, CURSOR, ([1, 2, 3, 4, 5], 5, "limit_of_bytes")),
    "empty pages between": (empty_between, CURSOR, ([3, 4], 4, "")),
    "a cursor that is none": (cursor_of_an_object, CURSOR, ([1], 1, "")),
    "a next that is no address": (word_as_next, {}, ([1], 1, "")),
}


def call(bench: Bench, ui_type: str, config: dict[str, Any]) -> ToolResult:
    bench.tools.add("list", ui_type, {**config, "followsPages": True})
    toolbox = bench.gateway().offer((ToolRef(ToolId("tool:list")),), ALICE)
    return toolbox.call(ToolCall("c1", toolbox.tools()[0].function.name, {}), timeout_s=60, cancel=Cancel())


def by_http(bench: Bench, server: LoopbackServer, settings: dict[str, Any]) -> ToolResult:
    result = call(bench, "http-request", {"url": f"{server.url}/items", **settings})
    return result.model_copy(update={"data": result.data["data"]}) if result.success else result


def by_openapi(bench: Bench, server: LoopbackServer, settings: dict[str, Any]) -> ToolResult:
    names = ("from", "p", "skip", "o")
    operation = {
        "id": "list_items",
        "method": "GET",
        "path": "/items",
        "parameters": [{"argument": name, "name": name} for name in names],
        "arguments": {"type": "object", "properties": {name: {"type": ["integer", "string"]} for name in names}},
        "isSigned": False,
    }
    return call(bench, "openapi", {"api": {"server": server.url, "operations": [operation]}, **settings})


both_tools = pytest.mark.parametrize("caller", [by_http, by_openapi], ids=["http", "openapi"])


@both_tools
@pytest.mark.parametrize(("answer", "settings", "expected"), LISTS.values(), ids=list(LISTS))
def test_pages_are_combined(
    caller: Caller, answer: Answer, settings: dict[str, Any], expected: tuple[list[Any], int, str]
) -> None:
    with serving(answer) as server:
        result = caller(loopback_bench(), server, settings)
    items, pages, reason = expected
    assert result.success, result
    assert result.data == {"items": items, "pages": pages, "complete": not reason, "reason": reason}
    assert len(server.received) == pages


@both_tools
@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("<http://10.0.0.1/secret>; rel=next", "another server"),
        ("<//10.0.0.1/secret>; rel=next", "another server"),
        ("<http://127.0.0.1:99999/>; rel=next", "another server"),
        ("<http://127.0.0.1:abc/>; rel=next", "malformed"),
    ],
)
def test_a_next_page_elsewhere_is_not_fetched(caller: Caller, header: str, words: str) -> None:
    with serving(lambda request: linked(header)) as server:
        result = caller(loopback_bench(), server, {"pagesBy": "link"})
    assert not result.success
    assert words in result.message
    assert len(server.received) == 1


@both_tools
def test_a_page_that_fails_fails_the_call(caller: Caller) -> None:
    def answer(request: Received) -> Reply:
        return Reply.of_json({"error": "gone"}, 404) if "at" in request.query else linked("</items?at=2>; rel=next")

    with serving(answer) as server:
        result = caller(loopback_bench(), server, {})
    assert not result.success
    assert "404" in result.message


@both_tools
def test_what_only_the_settings_know_goes_to_all_pages(caller: Caller) -> None:
    with serving(by_link) as server:
        assert caller(loopback_bench(), server, {"query": [{"key": "key", "value": "planted-key"}]}).success
    assert [request.query.get("key") for request in server.received] == ["planted-key"] * 3


@pytest.mark.parametrize(
    ("settings", "words"),
    [({"pagesBy": "page"}, "name of the parameter"), ({**CURSOR, "pageNext": ""}, "where in the response")],
)
@pytest.mark.parametrize("ui_type", ["http-request", "openapi"])
def test_settings_of_pages_are_complete(ui_type: str, settings: dict[str, Any], words: str) -> None:
    bench = loopback_bench()
    api = {"server": "https://a.example", "operations": [{"id": "a"}]}
    base = {"api": api} if ui_type == "openapi" else {"url": "https://a.example/"}
    bench.tools.add("list", ui_type, {**base, **settings, "followsPages": True})
    toolbox = bench.gateway().offer((ToolRef(ToolId("tool:list")),), ALICE)
    assert words in str(toolbox.skipped()[0])
