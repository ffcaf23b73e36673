"""Lists in several pages that are requested with POST: the page is selected in the body or in the query."""

import json
from typing import Any
from urllib.parse import parse_qs

import pytest

from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.doubles.tool_ports import ALICE, Cancel, loopback_bench
from tools.core.definitions import ToolCall, ToolRef
from tools.core.formats.dotted_path import value_at, with_value_at
from tools.core.tool_id import ToolId
from tools.forms.config_forms import ignored_problems

WHOLE = {"items": [1, 2, 3], "pages": 3, "complete": True, "reason": ""}
CURSOR = {"pagesBy": "cursor", "pageNext": "next"}
JSON_BODY = json.dumps({"q": "tea", "size": 1})
FORM_BODY = "q=tea&at=1"


def fields_of(request: Received) -> dict[str, Any]:
    if request.headers["content-type"].startswith("application/x-www-form-urlencoded"):
        return {name: values[0] for name, values in parse_qs(request.body.decode()).items()}
    found: dict[str, Any] = request.json() if request.body else {}
    return found


def paged(path: str) -> Any:
    def answer(request: Received) -> Reply:
        given = {**fields_of(request), **request.query}
        at = int(value_at(given, path) or 1)
        return Reply.of_json({"list": [at] if at < 4 else [], "next": at + 1 if at < 3 else None})

    return answer


def called(server: LoopbackServer, **config: Any) -> Any:
    bench = loopback_bench()
    settings = {"url": f"{server.url}/search", "method": "POST", "followsPages": True, **config}
    bench.tools.add("list", "http-request", settings)
    toolbox = bench.gateway().offer((ToolRef(ToolId("tool:list")),), ALICE)
    return toolbox.call(ToolCall("c1", toolbox.tools()[0].function.name, {}), timeout_s=60, cancel=Cancel())


@pytest.mark.parametrize(
    ("config", "path", "last"),
    [
        ({**CURSOR, "pageArgument": "at", "body": JSON_BODY}, "at", {"q": "tea", "size": 1, "at": 3}),
        (
            {**CURSOR, "pageArgument": "page.at", "body": '{"page": {"size": 1}}'},
            "page.at",
            {"page": {"size": 1, "at": 3}},
        ),
        ({**CURSOR, "pageArgument": "at", "body": '{"at": null}'}, "at", {"at": 3}),
        ({**CURSOR, "pageArgument": "at", "body": '{"at": "1"}'}, "at", {"at": "3"}),
        ({**CURSOR, "pageArgument": "at", "body": FORM_BODY, "bodyType": "form"}, "at", {"q": "tea", "at": "3"}),
        ({"pagesBy": "page", "pageArgument": "p", "body": '{"p": 1}'}, "p", {"p": 4}),
    ],
)
def test_what_selects_a_page_goes_into_the_body(config: dict[str, Any], path: str, last: dict[str, Any]) -> None:
    with serving(paged(path)) as server:
        result = called(server, **config)
    assert result.success, result
    assert result.data["data"]["items"] == WHOLE["items"]
    assert result.data["data"]["complete"] is True
    assert fields_of(server.received[-1]) == last
    assert {request.method for request in server.received} == {"POST"}
    assert not any(request.query for request in server.received)


@pytest.mark.parametrize("body", ["", "plain", JSON_BODY])
def test_what_the_query_has_stays_there(body: str) -> None:
    body_type = "raw" if body == "plain" else "json"
    with serving(paged_by_query) as server:
        result = called(server, **CURSOR, pageArgument="at", body=body, bodyType=body_type, url=f"{server.url}/?at=1")
    assert result.data["data"] == WHOLE
    assert [request.query for request in server.received] == [{"at": "1"}, {"at": "2"}, {"at": "3"}]
    assert len({request.body for request in server.received}) == 1


def paged_by_query(request: Received) -> Reply:
    at = int(request.query.get("at", "1"))
    return Reply.of_json({"list": [at], "next": at + 1 if at < 3 else None})


def test_each_page_has_a_key_of_its_own() -> None:
    with serving(paged("at")) as server:
        called(server, **CURSOR, pageArgument="at", body=JSON_BODY)
    assert len({request.headers["idempotency-key"] for request in server.received}) == 3


def test_tools_of_before_send_one_request() -> None:
    with serving(paged("at")) as server:
        result = called(server, **CURSOR, pageArgument="at", body=JSON_BODY, pagesByPost=False)
    assert result.data["data"] == {"list": [1], "next": 2}
    assert len(server.received) == 1


@pytest.mark.parametrize(
    "config",
    [
        *({"responseType": kind, "method": "GET"} for kind in ("text", "lines", "blob", "file")),
        *({"method": method} for method in ("PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")),
    ],
)
def test_where_no_list_comes_in_pages_they_are_refused(config: dict[str, Any]) -> None:
    given = {"url": "https://a.example/", "followsPages": True, **config}
    (problem,) = ignored_problems("http-request", given, {})
    assert (problem.params, "“Fetch all pages” has no effect" in str(problem.message)) == (
        {"pointer": "/config/followsPages"},
        True,
    )


def test_a_stored_tool_that_asks_for_pages_in_vain_still_works() -> None:
    with serving(lambda _: Reply(200, b"a", {"Content-Type": "text/plain"})) as server:
        assert called(server, method="GET", responseType="text").data["data"] == "a"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a", {"a": 9, "b.c": 1}),
        ("b.c", {"a": 1, "b.c": 9}),
        ("d.e.f", {"a": 1, "b.c": 1, "d": {"e": {"f": 9}}}),
        ("a.x", {"a": {"x": 9}, "b.c": 1}),
    ],
)
def test_a_value_is_set_where_a_path_leads(path: str, expected: dict[str, Any]) -> None:
    given = {"a": 1, "b.c": 1}
    assert with_value_at(given, path, 9) == expected
    assert given == {"a": 1, "b.c": 1}
