"""`http_request` through the gateway, against a real server on loopback."""

import logging
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from pydantic import ValidationError

from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.doubles.tool_ports import ALICE, Bench, Cancel, loopback_bench
from tools.core.definitions import CallContext, EffectClass, ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.tool_id import ToolId
from tools.executors.contract.schema import form_schema
from tools.executors.http_request.settings import HttpRequestConfig


def echo(request: Received) -> Reply:
    return Reply.of_json({"path": request.path, "query": dict(request.query), "body": request.body.decode()})


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with serving(echo) as running:
        yield running


@pytest.fixture
def bench() -> Bench:
    return loopback_bench()


def request(
    bench: Bench, config: dict[str, Any], arguments: dict[str, Any], context: CallContext = ALICE
) -> tuple[ToolResult, EffectClass]:
    bench.tools.add("web", "http-request", config)
    toolbox = bench.gateway().offer((ToolRef(ToolId("tool:web")),), context)
    call = ToolCall("c1", toolbox.tools()[0].function.name, arguments)
    return toolbox.call(call, timeout_s=60, cancel=Cancel()), toolbox.prepare(call).effect


def test_a_free_tool_calls_what_the_model_fills_in(bench: Bench, server: LoopbackServer) -> None:
    arguments = {"url": f"{server.url}/items", "query_params": {"q": "茶", "n": 2, "all": True}}
    result, effect = request(bench, {}, arguments)
    assert result.success
    assert result.data["status"] == 200
    assert result.data["data"]["query"] == {"q": "茶", "n": "2", "all": "true"}
    assert effect is EffectClass.REPEATABLE


def test_a_bound_tool_sends_what_the_person_filled_in(bench: Bench, server: LoopbackServer) -> None:
    config = {
        "url": f"{server.url}/items?fixed=1",
        "method": "POST",
        "headers": [{"key": "Authorization", "value": "Bearer planted-token-123"}],
    }
    result, effect = request(bench, config, {"body": {"a": 1}})
    assert result.success
    received = server.received[0]
    assert (received.method, received.query["fixed"], received.json()) == ("POST", "1", {"a": 1})
    assert received.headers["authorization"] == "Bearer planted-token-123"
    assert received.headers["content-type"] == "application/json"
    assert received.headers["idempotency-key"]
    assert effect is EffectClass.UNREPEATABLE


@pytest.mark.parametrize(
    "arguments",
    [
        {"url": "http://127.0.0.1:1/"},
        {"method": "DELETE"},
        {"headers": {"X": "y"}},
        {"query_params": {"fixed": "2"}},
        {"body": "x"},
    ],
)
def test_what_is_bound_cannot_be_changed(bench: Bench, server: LoopbackServer, arguments: dict[str, Any]) -> None:
    config = {"url": f"{server.url}/items?fixed=1", "headers": [{"key": "X", "value": "1"}]}
    result, _ = request(bench, config, arguments)
    assert (result.success, result.code) == (False, 1002)
    assert server.received == []


def test_a_fixed_method_cannot_be_overridden_by_a_header(bench: Bench, server: LoopbackServer) -> None:
    result, _ = request(bench, {"url": server.url}, {"headers": {"X-HTTP-Method-Override": "DELETE"}})
    assert (result.success, result.code) == (False, 1002)
    assert server.received == []


def test_only_what_is_left_open_is_offered(bench: Bench) -> None:
    bench.tools.add("web", "http-request", {"url": "https://api.example.com", "method": None})
    (tool,) = bench.gateway().offer((ToolRef(ToolId("tool:web")),), ALICE).tools()
    assert list(tool.function.parameters["properties"]) == ["method", "query_params", "headers", "body"]
    assert "api.example.com" not in repr(tool)


BODIES = [
    ("json", {"a": [1, "茶"]}, b'{"a":[1,"\xe8\x8c\xb6"]}', "application/json"),
    ("json", '{"a": 1}', b'{"a":1}', "application/json"),
    ("form", {"a": "1", "b": ["x", "y"]}, b"a=1&b=x&b=y", "application/x-www-form-urlencoded"),
    ("form", "a=1&b=x y", b"a=1&b=x+y", "application/x-www-form-urlencoded"),
    ("raw", "plain 茶", "plain 茶".encode(), "text/plain; charset=utf-8"),
    ("raw", {"a": 1}, b'{"a":1}', "text/plain; charset=utf-8"),
]


@pytest.mark.parametrize(("body_type", "body", "sent", "content_type"), BODIES)
def test_bodies(
    bench: Bench, server: LoopbackServer, body_type: str, body: Any, sent: bytes, content_type: str
) -> None:
    config = {"url": server.url, "method": "PUT", "bodyType": body_type}
    assert request(bench, config, {"body": body})[0].success
    assert (server.received[0].body, server.received[0].headers["content-type"]) == (sent, content_type)


@pytest.mark.parametrize(("body_type", "body"), [("json", "{oops"), ("form", "oops"), ("form", ["a"])])
def test_a_body_that_does_not_fit_its_type_is_refused(
    bench: Bench, server: LoopbackServer, body_type: str, body: Any
) -> None:
    result, _ = request(bench, {"url": server.url, "method": "POST", "bodyType": body_type}, {"body": body})
    assert (result.success, result.code) == (False, 1002)
    assert server.received == []


STATUSES = [
    (200, True, 0),
    (204, True, 0),
    (404, False, 2001),
    (500, False, 2001),
    (429, False, 5002),
    (504, False, 2002),
]


REPEATED = '{"a": 1, "a": 2}'


@pytest.mark.parametrize("by", ["model", "person"])
def test_a_name_that_comes_twice_in_json_is_refused(bench: Bench, server: LoopbackServer, by: str) -> None:
    config = {"url": server.url, "method": "POST"} | ({"body": REPEATED} if by == "person" else {})
    arguments = {"body": REPEATED} if by == "model" else {}
    refused, _ = request(bench, config, arguments)
    assert (refused.success, "The name “a” comes twice in one object." in refused.message) == (False, True)
    assert server.received == []
    assert request(bench, HttpRequestConfig.earlier | config, arguments)[0].success
    assert server.received[0].body == b'{"a":2}'


@pytest.mark.parametrize(("status", "success", "code"), STATUSES)
def test_success_mirrors_the_status(bench: Bench, status: int, success: bool, code: int) -> None:
    with serving(lambda received: Reply(status)) as server:
        result, _ = request(bench, {"url": server.url, "method": "POST"}, {})
    assert (result.success, result.code, result.data["status"]) == (success, code, status)
    assert success or str(status) in result.message


def test_a_get_is_tried_again_while_the_service_is_busy(bench: Bench) -> None:
    replies = [Reply(503), Reply(503), Reply.of_json({"ok": 1})]
    with serving(lambda received: replies.pop(0)) as server:
        bench.clock.now = 0
        toolbox_result, _ = request(bench, {"url": server.url}, {})
    assert toolbox_result.success
    assert bench.clock.now == 3
    assert bench.audit.outcomes["1"].attempts == 3


@pytest.mark.parametrize(("honoured", "attempts"), [(True, 2), (False, 1)])
def test_a_post_is_tried_again_only_where_the_service_honours_the_key(
    bench: Bench, honoured: bool, attempts: int
) -> None:
    replies = [Reply(503), Reply(200)]
    with serving(lambda received: replies.pop(0)) as server:
        config = {"url": server.url, "method": "POST", "sendsIdempotencyKey": honoured}
        _, effect = request(bench, config, {})
        keys = {received.headers["idempotency-key"] for received in server.received}
    assert len(server.received) == attempts
    assert len(keys) == 1
    assert effect is (EffectClass.REPEATABLE if honoured else EffectClass.UNREPEATABLE)


ANSWERS = [
    (Reply(200, b'{"a": 1}', {"Content-Type": "application/problem+json"}), {"a": 1}),
    (Reply(200, b"{oops", {"Content-Type": "application/json"}), "{oops"),
    (Reply(200, b"<b>x</b>", {"Content-Type": "text/html"}), "<b>x</b>"),
    (Reply(200, b"\x89PNG", {"Content-Type": "image/png"}), {"contentType": "image/png", "bytes": 4}),
    (Reply(200, b""), ""),
]


@pytest.mark.parametrize(("reply", "data"), ANSWERS)
def test_answers_are_read_by_their_type(bench: Bench, reply: Reply, data: Any) -> None:
    with serving(lambda received: reply) as server:
        assert request(bench, {"url": server.url}, {})[0].data["data"] == data


LOST = Reply(503)


@pytest.mark.parametrize(
    ("answers", "success"),
    [
        ([LOST, Reply(404)], True),
        ([LOST, LOST, Reply(410)], True),
        ([LOST, Reply(204)], True),
        ([LOST, Reply(403)], False),
        ([Reply(404)], False),
        ([Reply(410)], False),
    ],
)
def test_a_repeated_delete_that_finds_nothing_has_been_done(bench: Bench, answers: list[Reply], success: bool) -> None:
    """Only where an attempt before may have deleted it: whoever deletes what never was there has made a mistake."""
    config = {"method": "DELETE", "sendsIdempotencyKey": True}
    with serving(lambda request: answers.pop(0)) as server:
        result, _ = request(bench, config, {"url": server.url})
    assert result.success is success
    assert not answers


@pytest.mark.parametrize("method", ["PUT", "PATCH", "POST"])
def test_only_a_delete_takes_nothing_there_for_done(bench: Bench, method: str) -> None:
    answers = [LOST, Reply(404)]
    config = {"method": method, "sendsIdempotencyKey": True}
    with serving(lambda request: answers.pop(0)) as server:
        result, _ = request(bench, config, {"url": server.url})
    assert not result.success


@pytest.mark.parametrize(
    "url", ["http://10.0.0.1/", "http://localhost/", "file:///etc/passwd", "http://a:b@x.example/"]
)
@pytest.mark.parametrize("mode", ["live", "test"])
def test_private_addresses_are_refused_in_both_modes(bench: Bench, url: str, mode: Any) -> None:
    result, _ = request(bench, {}, {"url": url}, CallContext(ALICE.caller, mode=mode))
    assert (result.success, result.code) == (False, 1002)
    assert bench.audit.outcomes["1"].code == 1002


def test_test_mode_sends_nothing_and_shows_no_secret(bench: Bench, server: LoopbackServer) -> None:
    config = {"url": f"{server.url}/?token=planted-token-123", "headers": [{"key": "X-Key", "value": "planted"}]}
    result, _ = request(bench, config, {}, CallContext(ALICE.caller, mode="test"))
    assert result.facts.test_mode is True
    assert result.data["would"] == "send GET"
    assert "planted" not in orjson.dumps(result.to_json()).decode()
    assert server.received == []


def test_a_header_that_holds_a_secret_never_appears(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    def leaky(received: Received) -> Reply:
        return Reply.of_json({"headers": dict(received.headers)})

    with serving(leaky) as server:
        config = {"url": server.url, "headers": [{"key": "Authorization", "value": "Bearer planted-token-123"}]}
        result, _ = request(bench, config, {})
        assert server.received[0].headers["authorization"] == "Bearer planted-token-123"
    assert "planted-token-123" not in orjson.dumps(result.to_json()).decode() + repr(bench.audit) + caplog.text


BAD_CONFIGS = [
    ({"url": "ftp://x.example"}, "url"),
    ({"url": "http://a:b@x.example"}, "url"),
    ({"method": "TRACE"}, "method"),
    ({"timeout": 1}, "timeout"),
    ({"timeout": 600_001}, "timeout"),
    ({"headers": [{"key": "Host", "value": "x"}]}, "headers"),
    ({"bodyType": "xml"}, "bodyType"),
    ({"uri": "x"}, "uri"),
]


@pytest.mark.parametrize(("config", "field"), BAD_CONFIGS)
def test_a_config_that_does_not_fit_is_refused_at_its_field(config: dict[str, Any], field: str) -> None:
    with pytest.raises(ValidationError) as caught:
        HttpRequestConfig.model_validate(config)
    assert caught.value.errors()[0]["loc"][0] == field


def test_an_address_with_variables_is_checked_when_it_is_filled_in() -> None:
    assert HttpRequestConfig(url="{{ inputs.url }}").url == "{{ inputs.url }}"


def test_the_form_shows_common_settings_and_folds_rare_ones() -> None:
    schema = form_schema(HttpRequestConfig)
    folded = {group["id"] for group in schema["x-groups"] if group["collapsed"]}
    shown = [
        name
        for name, field in schema["properties"].items()
        if field.get("x-group") not in folded and field.get("x-widget") != "hidden" and "x-show-if" not in field
    ]
    assert shown == ["method", "url", "headers", "query", "authType"]
    assert schema["properties"]["keepsCookies"]["x-group"] == "more"
