"""Values that are null: left out of texts, and null in JSON."""

from typing import Any

import pytest

from tests.doubles.http_server import Received, Reply, serving
from tests.doubles.tool_ports import ALICE, Cancel, loopback_bench
from tools.core.definitions import ToolCall, ToolRef
from tools.core.tool_id import ToolId
from tools.executors.http_request.settings import HttpRequestConfig
from tools.executors.openapi.settings import OpenApiConfig

NULLS = {"a": 1, "cursor": None, "ids": [1, None, 2], "o": {"x": None, "y": 1}}
ANY: dict[str, Any] = {}


def sent(ui_type: str, config: dict[str, Any], arguments: dict[str, Any]) -> Received:
    bench = loopback_bench()
    with serving(lambda _: Reply.of_json({})) as server:
        if ui_type == "http-request":
            config = {"url": server.url, **config}
        else:
            config = {**config, "url": server.url}
        bench.tools.add("web", ui_type, config)
        toolbox = bench.gateway().offer((ToolRef(ToolId("tool:web")),), ALICE)
        call = ToolCall("c1", toolbox.tools()[0].function.name, arguments)
        result = toolbox.call(call, timeout_s=60, cancel=Cancel())
    assert result.success, result
    return server.received[0]


HTTP: list[tuple[str, dict[str, Any], bytes]] = [
    ("json", {}, b'{"a":1,"cursor":null,"ids":[1,null,2],"o":{"x":null,"y":1}}'),
    ("form", {}, b"a=1&ids=1&ids=2"),
    ("form", HttpRequestConfig.earlier, b"a=1&cursor=None&ids=1&ids=None&ids=2"),
]


@pytest.mark.parametrize(("body_type", "more", "body"), HTTP)
def test_the_body_of_a_request(body_type: str, more: dict[str, Any], body: bytes) -> None:
    given = NULLS if body_type == "json" else {name: value for name, value in NULLS.items() if name != "o"}
    assert sent("http-request", {"method": "POST", "bodyType": body_type, **more}, {"body": given}).body == body


@pytest.mark.parametrize(("more", "is_sent"), [({}, False), (HttpRequestConfig.earlier, True)])
def test_a_part_of_a_form_with_files(more: dict[str, Any], is_sent: bool) -> None:
    received = sent("http-request", {"method": "POST", "bodyType": "multipart", **more}, {"body": NULLS})
    assert (b'name="cursor"' in received.body) is is_sent
    assert received.body.count(b'name="ids"') == 2 + is_sent
    assert b'{"x":null,"y":1}' in received.body


def test_the_query_and_headers_of_a_request() -> None:
    arguments = {"query_params": {"a": 1, "cursor": None}, "headers": {"X-A": "1", "X-B": None}}
    received = sent("http-request", {}, arguments)
    assert received.query == {"a": "1"}
    assert (received.headers["x-a"], received.headers.get("x-b")) == ("1", None)


def operation(place: str, media_type: str = "", style: str = "form") -> dict[str, Any]:
    names = list(NULLS)
    return {
        "operations": [
            {
                "id": "call",
                "method": "POST",
                "path": "/",
                "parameters": [
                    {
                        "argument": name,
                        "name": f"X-{name}" if place == "header" else name,
                        "place": place,
                        "style": style,
                    }
                    for name in names
                ],
                "arguments": {"type": "object", "properties": dict.fromkeys(names, ANY)},
                "mediaType": media_type,
                "isSigned": False,
            }
        ]
    }


FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    ("more", "query"),
    [({}, "a=1&ids=1&ids=2&y=1"), (OpenApiConfig.earlier, "a=1&cursor=&ids=1&ids=&ids=2&x=&y=1")],
)
def test_arguments_of_an_operation_in_a_form(more: dict[str, Any], query: str) -> None:
    assert sent("openapi", {"api": operation("field", FORM), **more}, NULLS).body.decode() == query


def test_arguments_of_an_operation_in_query_headers_and_json() -> None:
    assert sent("openapi", {"api": operation("query")}, NULLS).query.keys() == {"a", "ids", "y"}
    deep = sent("openapi", {"api": operation("query", style="deepObject")}, {"o": NULLS["o"]}).query
    assert deep == {"o[y]": "1"}
    headers = sent("openapi", {"api": operation("header", style="simple")}, NULLS).headers
    assert (headers["x-a"], headers.get("x-cursor"), headers["x-ids"]) == ("1", None, "1,2")
    assert sent("openapi", {"api": operation("field", "application/json")}, NULLS).json() == NULLS
