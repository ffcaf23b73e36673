"""The HTTP request node: through the real gateway, against a real server on loopback."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from agents.core.ports import Toolbox
from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.doubles.node_harness import NodeHarness
from tests.doubles.tool_ports import ALICE, Bench, loopback_bench
from tools.core.definitions import CallContext, ToolRef
from tools.core.ports import PolicyRule
from tools.outbound.http_credential import HttpCredential
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import NodeOutcome
from workflow_editor.nodes.builtin.http_request import HttpRequestNode
from workflow_editor.nodes.builtin.http_request_config import HttpRequestNodeConfig
from workflow_editor.nodes.meanings import FIRST, NEWEST
from workflow_editor.nodes.registry import builtin_registry

JsonObject = dict[str, Any]
SECRET = "planted-secret-1"


@dataclass
class RealTools:
    """The gateway as nodes reach it."""

    bench: Bench
    context: CallContext = ALICE

    def offer(
        self, refs: Sequence[ToolRef], names: Mapping[str, str] | None = None, *, for_run: bool = False
    ) -> Toolbox:
        return self.bench.gateway().offer(refs, self.context)


def answer(request: Received) -> Reply:
    match request.path:
        case "/missing":
            return Reply.of_json({"why": "gone"}, 404)
        case "/page":
            return Reply(200, b"<p>hi</p>", {"Content-Type": "text/html"})
        case "/blob":
            return Reply(200, b"\x00\x01", {"Content-Type": "image/png"})
        case _:
            return Reply.of_json({"path": request.path, "query": dict(request.query), "body": request.body.decode()})


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with serving(answer) as running:
        yield running


@pytest.fixture
def bench() -> Bench:
    return loopback_bench()


@pytest.fixture
def harness(bench: Bench) -> NodeHarness:
    harness = NodeHarness(inputs={"q": "茶 & co", "token": SECRET, "n": 3}, outputs={"a": {"data": {"x": [1]}}})
    harness.real_tools = RealTools(bench)
    return harness


def run(harness: NodeHarness, config: JsonObject, **context: Any) -> NodeOutcome:
    return HttpRequestNode().run(HttpRequestNodeConfig.model_validate(config), harness.context(**context))


def failure(harness: NodeHarness, config: JsonObject) -> NodeError:
    with pytest.raises(NodeError) as caught:
        run(harness, config)
    return caught.value


def test_the_answer_is_the_output(harness: NodeHarness, server: LoopbackServer) -> None:
    config = {"url": f"{server.url}/items?fixed=1#top", "query": [{"key": "q", "value": "{{ inputs.q }}"}]}
    outcome = run(harness, config)
    assert outcome.output["statusCode"] == 200
    assert outcome.output["statusText"] == "OK"
    assert outcome.output["headers"]["content-type"] == "application/json"
    assert outcome.output["body"] == {"path": "/items", "query": {"fixed": "1", "q": "茶 & co"}, "body": ""}
    assert outcome.ports == ("out",)


BODIES: list[tuple[JsonObject, bytes, str]] = [
    ({"bodyType": "json", "body": '{"t": {{ inputs.q | json }}}'}, '{"t":"茶 & co"}'.encode(), "application/json"),
    ({"bodyType": "json", "body": "{{ nodes.a.data }}"}, b'{"x":[1]}', "application/json"),
    ({"bodyType": "json", "body": "{{ inputs.n }}"}, b"3", "application/json"),
    (
        {"bodyType": "form", "form": [{"key": "q", "value": "{{ inputs.q }}"}, {"key": " ", "value": "x"}]},
        b"q=%E8%8C%B6+%26+co",
        "application/x-www-form-urlencoded",
    ),
    ({"bodyType": "raw", "body": "Hi {{ inputs.q }}"}, "Hi 茶 & co".encode(), "text/plain; charset=utf-8"),
]


@pytest.mark.parametrize(("config", "body", "content_type"), BODIES)
def test_each_kind_of_body(
    harness: NodeHarness, server: LoopbackServer, config: JsonObject, body: bytes, content_type: str
) -> None:
    run(harness, {"url": server.url, "method": "POST", **config})
    (request,) = server.received
    assert (request.method, request.body, request.headers["content-type"]) == ("POST", body, content_type)
    assert request.headers["idempotency-key"]


@pytest.mark.parametrize("method", ["GET", "DELETE"])
@pytest.mark.parametrize(("version", "sent"), [(NEWEST, b"ids=1"), (FIRST, b"")])
def test_a_body_that_was_filled_in_is_sent(
    version: int, sent: bytes, method: str, harness: NodeHarness, server: LoopbackServer
) -> None:
    harness.version = version
    run(harness, {"url": server.url, "method": method, "bodyType": "raw", "body": "ids=1"})
    assert [one.body for one in server.received] == [sent]


SIGNED: list[tuple[JsonObject, str, str]] = [
    ({"authType": "bearer"}, "authorization", f"Bearer {SECRET}"),
    ({"authType": "basic", "authUsername": "me"}, "authorization", "Basic bWU6cGxhbnRlZC1zZWNyZXQtMQ=="),
    ({"authType": "apikey"}, "x-api-key", SECRET),
    ({"authType": "apikey", "authName": "X-Mine"}, "x-mine", SECRET),
]


@pytest.mark.parametrize(("auth", "header", "value"), SIGNED)
def test_a_request_is_signed_and_no_record_holds_the_secret(
    harness: NodeHarness, bench: Bench, server: LoopbackServer, auth: JsonObject, header: str, value: str
) -> None:
    outcome = run(harness, {"url": server.url, "authSecret": "{{ inputs.token }}", **auth})
    assert server.received[0].headers[header] == value
    assert SECRET not in repr((outcome, harness.sink.events, bench.audit.records, bench.audit.outcomes))
    assert value not in repr((outcome, harness.sink.events, bench.audit.records))


def test_a_key_in_the_query_is_masked_wherever_the_address_is_shown(
    harness: NodeHarness, bench: Bench, server: LoopbackServer
) -> None:
    auth = {"authType": "apikey", "authPlace": "query", "authName": "key", "authSecret": "{{ inputs.token }}"}
    outcome = run(harness, {"url": f"{server.url}/missing", "onErrorStatus": "continue", **auth})
    assert server.received[0].query == {"key": SECRET}
    assert SECRET not in repr((outcome, harness.sink.events, bench.audit.records))


STORED: list[tuple[JsonObject, JsonObject]] = [
    ({"authType": "bearer"}, {"authorization": f"Bearer {SECRET}"}),
    ({"authType": "basic", "authUsername": "other"}, {"authorization": "Basic bWU6cGxhbnRlZC1zZWNyZXQtMQ=="}),
    ({"authType": "apikey", "authName": "X-Mine"}, {"x-mine": SECRET}),
    ({"authType": "apikey", "authName": "unit", "authPlace": "query"}, {}),
]


@pytest.mark.parametrize(("auth", "headers"), STORED)
def test_a_stored_credential_signs_the_request_and_goes_nowhere_else(
    harness: NodeHarness, bench: Bench, server: LoopbackServer, auth: JsonObject, headers: JsonObject
) -> None:
    harness.inputs["token"] = "not this one"
    harness.credentials.ids.add("c1")
    bench.credentials.by_id["c1"] = HttpCredential({"secret": SECRET, "username": "me"})
    bench.credentials.origins.add(server.url)
    bench.policies.current = [PolicyRule("r1", None, "http_request", None, "allow", when="args.url != ''")]
    outcome = run(harness, {"url": f"{server.url}/?unit=fake", "credential": "c1", **auth})
    (request,) = server.received
    assert request.headers.items() >= headers.items()
    assert request.query == {"unit": SECRET if not headers else "fake"}
    reported = (outcome, harness.sink.events, harness.journal.entries(), bench.audit.records, bench.audit.outcomes)
    assert SECRET not in repr(reported)
    assert "bWU6cGxhbnRlZC1zZWNyZXQtMQ" not in repr(reported)


def test_without_its_credential_nothing_is_sent(harness: NodeHarness, server: LoopbackServer) -> None:
    error = failure(harness, {"url": server.url, "authType": "bearer", "credential": "gone"})
    assert (error.code, server.received) == ("credential_missing", [])


READ: list[tuple[str, str, Any]] = [
    ("page", "auto", "<p>hi</p>"),
    ("items", "text", '{"path":"/items","query":{},"body":""}'),
    ("blob", "auto", {"contentType": "image/png", "bytes": 2}),
    ("blob", "blob", {"contentType": "image/png", "bytes": 2, "base64": "AAE="}),
]


@pytest.mark.parametrize(("path", "response_type", "body"), READ)
def test_the_answer_is_read_as_wanted(
    harness: NodeHarness, server: LoopbackServer, path: str, response_type: str, body: Any
) -> None:
    assert run(harness, {"url": f"{server.url}/{path}", "responseType": response_type}).output["body"] == body


def test_an_answer_that_is_not_the_json_that_was_wanted_fails_the_node(
    harness: NodeHarness, server: LoopbackServer
) -> None:
    error = failure(harness, {"url": f"{server.url}/page", "responseType": "json"})
    assert (error.code, error.message) == (
        "tool_execution_failed",
        "The service returned status 200 without JSON. Check the URL.",
    )


def test_another_status_fails_the_node_with_the_answer(harness: NodeHarness, server: LoopbackServer) -> None:
    error = failure(harness, {"url": f"{server.url}/missing", "responseType": "json"})
    assert (error.code, error.retryable) == ("tool_execution_failed", False)
    assert (error.details["statusCode"], error.details["body"]) == (404, {"why": "gone"})


def test_another_status_may_be_gone_on_with(harness: NodeHarness, server: LoopbackServer) -> None:
    output = run(harness, {"url": f"{server.url}/missing", "onErrorStatus": "continue"}).output
    assert (output["statusCode"], output["body"]) == (404, {"why": "gone"})


def test_going_on_is_for_answers_only(harness: NodeHarness) -> None:
    error = failure(harness, {"url": "http://127.0.0.1:9/", "onErrorStatus": "continue", "timeout": 1000})
    assert (error.code, error.retryable) == ("tool_execution_failed", True)


def test_the_rules_of_the_tool_hold_for_the_node(harness: NodeHarness, bench: Bench, server: LoopbackServer) -> None:
    bench.policies.current = [PolicyRule("r1", None, "http_request", None, "deny")]
    assert failure(harness, {"url": server.url}).code == "tool_denied"
    assert server.received == []
    assert len(bench.audit.refusals) == 1


def test_the_call_is_in_the_audit_log(harness: NodeHarness, bench: Bench, server: LoopbackServer) -> None:
    run(harness, {"url": f"{server.url}/items", "method": "DELETE"})
    (record,) = bench.audit.records
    assert (record.executor, record.tool_id, record.title) == ("http_request", "inline:http_request", "Node")
    assert record.arguments == {"url": f"{server.url}/items", "method": "DELETE", "body": None}


def test_private_addresses_are_refused(harness: NodeHarness) -> None:
    error = failure(harness, {"url": "http://169.254.169.254/latest/meta-data/"})
    assert error.code == "tool_execution_failed"
    assert error.details["tool_code"] == 1002


def test_test_mode_sends_nothing(harness: NodeHarness, bench: Bench, server: LoopbackServer) -> None:
    harness.real_tools = RealTools(bench, CallContext(ALICE.caller, mode="test"))
    output = run(harness, {"url": server.url, "method": "POST"}).output
    assert (output["statusCode"], output["testMode"], output["would"]) == (None, True, "send POST")
    assert server.received == []


def test_a_crash_does_not_send_twice_but_a_retry_does(harness: NodeHarness, server: LoopbackServer) -> None:
    config = {"url": server.url, "method": "POST"}
    first = run(harness, config)
    assert run(harness, config).output == first.output
    assert len(server.received) == 1
    run(harness, config, attempt=2)
    keys = [request.headers["idempotency-key"] for request in server.received]
    assert len(keys) == 2
    assert keys[0] == keys[1]


def test_an_address_that_is_empty_once_filled_in_fails_clearly(harness: NodeHarness) -> None:
    assert failure(harness, {"url": "{{ inputs.nobody }}"}).code == "url_missing"


REFUSED: list[tuple[JsonObject, str]] = [
    ({"authType": "bearer", "authSecret": SECRET}, "/authSecret"),
    ({"headers": [{"key": "Authorization", "value": f"Bearer {SECRET}"}]}, "/headers/0/value"),
    ({"query": [{"key": "a", "value": "b"}, {"key": "api_key", "value": SECRET}]}, "/query/1/value"),
    ({"url": f"https://api.example.com/?token={SECRET}"}, "/url"),
    ({"body": f'{{"password": "{SECRET}"}}'}, "/body"),
]


@pytest.mark.parametrize(("config", "pointer"), REFUSED)
def test_a_secret_is_not_stored_in_the_graph(config: JsonObject, pointer: str) -> None:
    kind = builtin_registry().kind("http_request", 1)
    assert kind is not None
    assert [(error.pointer, error.code) for error in kind.read(config).errors()] == [(pointer, "secret_in_node")]


def test_what_is_missing_is_reported() -> None:
    node_type = HttpRequestNode()
    missing = node_type.problems(HttpRequestNodeConfig(auth_type="apikey", auth_name=" "))
    assert [problem.field for problem in missing] == ["/url", "/credential", "/authName"]


def test_all_pages_of_a_list_are_the_body(harness: NodeHarness) -> None:
    def pages(request: Received) -> Reply:
        at = int(request.query.get("page", "1"))
        return Reply.of_json({"items": [at] if at < 3 else [], "kind": request.query["kind"]})

    with serving(pages) as server:
        config = {"followsPages": True, "pagesBy": "page", "pageArgument": "page", "maxPages": 9}
        outcome = run(harness, {"url": server.url, "query": [{"key": "kind", "value": "{{ inputs.q }}"}], **config})
    assert outcome.output["body"] == {"items": [1, 2], "pages": 3, "complete": True, "reason": ""}


def test_pages_need_to_know_what_selects_them() -> None:
    config = HttpRequestNodeConfig.model_validate({"url": "https://a.example", "followsPages": True, "pagesBy": "page"})
    (problem,) = HttpRequestNode().problems(config)
    assert (problem.code, problem.field) == ("paging_incomplete", "/pageArgument")
