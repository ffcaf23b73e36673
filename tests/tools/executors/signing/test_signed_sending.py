"""Calls of tools that are signed with stored credentials and with accounts."""

from dataclasses import replace
from typing import Any

import pytest

from tests.doubles.http_server import Received, Reply, serving
from tests.doubles.pet_shop import DOCUMENT
from tests.doubles.tool_ports import ALICE, IN_TEST, Bench, loopback_bench
from tools.core.definitions import CallContext, Caller, ToolRef
from tools.core.envelope import ToolResult
from tools.core.tool_id import ToolId
from tools.executors.openapi.description import read_description
from tools.outbound.http_credential import HttpCredential

OLD, NEW = "planted-access-1", "planted-access-2"
HEADERS = {"headers": [{"key": "X-App", "value": "planted-app-1"}, {"key": "X-Secret", "value": "planted-secret-2"}]}
SIGNED: list[tuple[dict[str, Any], HttpCredential, dict[str, str]]] = [
    ({"authType": "bearer"}, HttpCredential({"secret": OLD}), {"authorization": f"Bearer {OLD}"}),
    (
        {"authType": "basic"},
        HttpCredential({"secret": OLD, "username": "me"}),
        {"authorization": "Basic bWU6cGxhbnRlZC1hY2Nlc3MtMQ=="},
    ),
    ({"authType": "apikey", "authName": "X-Mine"}, HttpCredential({"secret": OLD}), {"x-mine": OLD}),
    (
        {"authType": "credential"},
        HttpCredential(HEADERS, "headers"),
        {"x-app": "planted-app-1", "x-secret": "planted-secret-2"},
    ),
]


@pytest.fixture
def bench() -> Bench:
    return loopback_bench()


def echo(request: Received) -> Reply:
    return Reply.of_json(dict(request.headers))


def wants_the_newer(request: Received) -> Reply:
    is_new = request.headers.get("authorization") == f"Bearer {NEW}"
    return Reply.of_json({"token": request.headers.get("authorization")}, 200 if is_new else 401)


def signed_call(bench: Bench, url: str, credential: HttpCredential, **config: Any) -> ToolResult:
    bench.credentials.by_id["c1"] = credential
    bench.credentials.origins.add(url)
    return bench.call("http-request", {"url": f"{url}/rows", "credential": "c1", **config}, {})


@pytest.mark.parametrize(("config", "credential", "headers"), SIGNED)
def test_a_request_is_signed_and_the_answer_does_not_show_with_what(
    bench: Bench, config: dict[str, Any], credential: HttpCredential, headers: dict[str, str]
) -> None:
    with serving(echo) as server:
        result = signed_call(bench, server.url, credential, **config)
    assert server.received[0].headers.items() >= headers.items()
    assert "planted-" not in repr(result)
    assert "bWU6cGxhbnRlZC1hY2Nlc3MtMQ" not in repr(result)
    assert "planted-" not in bench.shown()


def test_the_token_of_an_account_is_renewed_once_when_it_is_refused(bench: Bench) -> None:
    bench.credentials.newer["c1"] = HttpCredential({"secret": NEW}, "oauth2", renewable=True)
    with serving(wants_the_newer) as server:
        result = signed_call(
            bench, server.url, HttpCredential({"secret": OLD}, "oauth2", renewable=True), authType="bearer"
        )
    assert (result.success, len(server.received), bench.credentials.opened) == (True, 2, ["", OLD])
    assert NEW not in repr(result)


def test_a_key_that_is_refused_is_sent_once(bench: Bench) -> None:
    with serving(wants_the_newer) as server:
        result = signed_call(bench, server.url, HttpCredential({"secret": OLD}), authType="bearer")
    assert (result.success, len(server.received)) == (False, 1)


def test_test_mode_opens_nothing(bench: Bench) -> None:
    bench.credentials.by_id["c1"] = HttpCredential({"secret": OLD})
    bench.credentials.origins.add("http://127.0.0.1:9")
    config = {"url": "http://127.0.0.1:9/", "authType": "bearer", "credential": "c1"}
    assert bench.call("http-request", config, {}, IN_TEST).success
    assert bench.credentials.opened == []


def openapi_call(bench: Bench, url: str, context: CallContext = ALICE) -> ToolResult | str:
    document = {name: part for name, part in DOCUMENT.items() if name not in {"components", "security"}}
    api = read_description(document, ["get_pet"]).api.model_dump(by_alias=True)
    return bench.call("openapi", {"api": api, "url": url, "credential": "c1"}, {"id": "7"}, context)


def test_the_operations_of_a_document_are_called_with_an_account(bench: Bench) -> None:
    bench.credentials.by_id["c1"] = HttpCredential({"secret": OLD}, "oauth2", renewable=True)
    bench.credentials.newer["c1"] = HttpCredential({"secret": NEW}, "oauth2", renewable=True)
    with serving(wants_the_newer) as server:
        bench.credentials.origins.add(server.url)
        result = openapi_call(bench, server.url)
    assert isinstance(result, ToolResult)
    assert (result.success, result.data, len(server.received)) == (True, {"token": "Bearer ***"}, 2)


def test_whoever_may_use_a_tool_calls_it_in_its_owners_name(bench: Bench) -> None:
    bob = CallContext(Caller(2, "bob"), workflow_id="w1")
    bench.credentials.by_id["c1"] = HttpCredential({"secret": NEW})
    with serving(wants_the_newer) as server:
        bench.credentials.origins.add(server.url)
        result = openapi_call(bench, server.url, bob)
    assert isinstance(result, ToolResult)
    assert result.success


def test_a_credential_of_somebody_else_is_not_found(bench: Bench) -> None:
    bench.credentials.by_id["c1"] = HttpCredential({"secret": OLD})
    config = {"url": "http://127.0.0.1:9/", "authType": "bearer", "credential": "c1"}
    bench.tools.add("one", "http-request", config)
    bench.tools.by_id["one"] = replace(bench.tools.by_id["one"], owner_id=2)
    (skipped,) = bench.gateway().offer((ToolRef(ToolId("tool:one")),), ALICE).skipped()
    assert (skipped.code, "someone else" in skipped.text.en) == ("misconfigured", True)


def test_a_credential_goes_nowhere_but_where_it_may(bench: Bench) -> None:
    bench.credentials.by_id["c1"] = HttpCredential({"secret": OLD})
    bench.credentials.origins.add("https://api.example.com")
    with serving(echo) as server:
        config = {"url": server.url, "authType": "bearer", "credential": "c1"}
        result = bench.call("http-request", config, {})
    assert (result.success, server.received) == (False, [])


def test_a_request_waits_for_the_limit_of_its_credential(bench: Bench) -> None:
    bench.credentials.waits = [2.0, 0.5]
    before = bench.clock.monotonic()
    with serving(echo) as server:
        result = signed_call(bench, server.url, HttpCredential({"secret": OLD}), authType="bearer")
    assert (result.success, len(server.received)) == (True, 1)
    assert bench.clock.monotonic() - before == pytest.approx(1.0)


def test_a_limit_that_does_not_end_in_time_sends_nothing(bench: Bench) -> None:
    bench.credentials.waits = [4_000.0] * 9
    with serving(echo) as server:
        result = signed_call(bench, server.url, HttpCredential({"secret": OLD}), authType="bearer")
    assert (result.success, result.code, len(server.received)) == (False, 5002, 0)
    assert "“Hers”" in result.message


def test_what_a_service_asks_to_wait_holds_for_all_calls(bench: Bench) -> None:
    def busy(request: Received) -> Reply:
        return Reply(429, b"", {"Retry-After": "3000"})

    with serving(busy) as server:
        signed_call(bench, server.url, HttpCredential({"secret": OLD}), authType="bearer")
    assert bench.credentials.paused == [3000.0]
