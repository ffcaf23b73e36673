"""A call that is cancelled ends what it has under way: the other side sees it within a second."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.doubles.silent_server import SilentServer
from tests.doubles.tool_ports import ALICE, Bench, Cancel
from tools.core.concurrency.cancellation import CancelScope, run_until_cancelled
from tools.core.definitions import ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.errors import ToolError, ToolUnavailableError
from tools.core.tool_id import ToolId
from tools.executors import builtin
from tools.executors.contract.executor import Invocation
from tools.executors.database.binding import bound
from tools.executors.database.settings import DatabaseQueryConfig
from tools.executors.database.statement import reading_statement
from tools.executors.database.statement_execution import read_database
from tools.mcp.clients import McpClients
from tools.outbound.client import OutboundClient
from tools.sandbox.outcome import SandboxError
from tools.sandbox.sandbox import Sandbox

SOON_S = 1.0


@pytest.fixture
def silent() -> Iterator[SilentServer]:
    server = SilentServer()
    yield server
    server.close()


def in_thread(work: Callable[[], Any]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


HTTP_CALLS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "a GET": ("http-request", {"url": "{url}"}, {}),
    "a POST": ("http-request", {"url": "{url}", "method": "POST"}, {"body": {"a": 1}}),
    "a service of a vendor": ("xiaohongshu", {"bridgeUrl": "{url}", "action": "list"}, {}),
}


@pytest.mark.parametrize("ending", ["cancelled", "too late"])
@pytest.mark.parametrize("name", HTTP_CALLS)
def test_the_connection_of_a_call_ends_with_it(name: str, ending: str, silent: SilentServer) -> None:
    ui_type, config, arguments = HTTP_CALLS[name]
    bench = Bench(outbound=OutboundClient(["127.0.0.1"]))
    builtin.register_all(bench.registry)
    filled = {key: value.format(url=silent.url) for key, value in config.items()}
    bench.tools.add("one", ui_type, filled)
    toolbox = bench.gateway().offer((ToolRef(ToolId("tool:one")),), ALICE)
    cancel = Cancel()
    results: list[ToolResult] = []
    call = ToolCall("c1", toolbox.tools()[0].function.name, arguments)
    timeout_s = 60.0 if ending == "cancelled" else 0.5
    thread = in_thread(lambda: results.append(toolbox.call(call, timeout_s=timeout_s, cancel=cancel)))
    assert silent.asked.wait(30)
    cancel.cancelled = ending == "cancelled"
    assert silent.left.wait(SOON_S + (0 if ending == "cancelled" else timeout_s))
    thread.join(30)
    assert not results[0].success


def test_the_request_to_an_mcp_server_ends_with_its_call(silent: SilentServer) -> None:
    bench = Bench(outbound=OutboundClient(["127.0.0.1"]), mcp=McpClients(["127.0.0.1"]))
    connection = bench.mcp.connection(_server(silent.url))
    scope = CancelScope()
    failures: list[Exception] = []

    def call() -> None:
        try:
            connection.call("echo", {}, 60, scope)
        except ToolUnavailableError as error:
            failures.append(error)

    thread = in_thread(call)
    assert silent.asked.wait(30)
    scope.cancel()
    thread.join(SOON_S)
    assert len(failures) == 1
    connection.close(wait_s=5)
    assert silent.left.wait(SOON_S)


def _server(url: str) -> Any:
    from tools.mcp.server import HttpServer

    return HttpServer(url)


def test_a_query_is_broken_off(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "a.db").close()
    (tmp_path / "a.db").write_bytes(b"")
    config = DatabaseQueryConfig(engine="sqlite", path="a.db", timeout=60_000)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    bench = Bench(database_files=tmp_path)
    scope = CancelScope()
    invocation = Invocation(ALICE, bench.runtime(), 60, cancel=scope)
    begun = threading.Event()

    def ask() -> None:
        begun.set()
        with pytest.raises(ToolError):
            read_database(config, bound(reading_statement(endless, "sqlite"), {}), invocation)

    thread = in_thread(ask)
    begun.wait(30)
    thread.join(0.3)
    assert thread.is_alive()
    scope.cancel()
    thread.join(SOON_S)
    assert not thread.is_alive()


@pytest.mark.parametrize("code", ["while True:\n    pass", "import asyncio\nawait asyncio.sleep(20)"])
def test_code_in_the_sandbox_is_ended(code: str) -> None:
    token = Cancel()
    failures: list[ToolUnavailableError] = []
    Sandbox().run("1", {}, timeout_s=5)

    def run() -> None:
        try:
            run_until_cancelled(lambda scope: Sandbox().run(code, {}, timeout_s=50, cancel=scope), token)
        except ToolUnavailableError as error:
            failures.append(error)

    thread = in_thread(run)
    thread.join(0.3)
    assert thread.is_alive()
    token.cancelled = True
    thread.join(SOON_S)
    assert len(failures) == 1
    assert Sandbox().run("6 * 7", {}, timeout_s=5).value == 42


def test_the_worker_of_endless_code_is_ended() -> None:
    scope = CancelScope()
    failures: list[SandboxError] = []

    def run() -> None:
        try:
            Sandbox().run("while True:\n    pass", {}, timeout_s=50, cancel=scope)
        except SandboxError as error:
            failures.append(error)

    thread = in_thread(run)
    thread.join(0.3)
    assert thread.is_alive()
    scope.cancel()
    thread.join(SOON_S)
    assert [failure.kind for failure in failures] == ["crashed"]


def test_work_that_is_not_cancelled_gives_its_result_or_its_error() -> None:
    assert run_until_cancelled(lambda scope: 42, Cancel()) == 42
    with pytest.raises(ZeroDivisionError):
        run_until_cancelled(lambda scope: 1 // 0, Cancel())


def test_nothing_begins_in_a_call_that_has_ended(silent: SilentServer) -> None:
    scope = CancelScope()
    scope.cancel()
    closed: list[str] = []
    with pytest.raises(ToolUnavailableError), scope.closing(lambda: closed.append("x")):
        pytest.fail("the block must not run")
    assert closed == ["x"]


def test_what_is_over_is_not_closed_again() -> None:
    scope, closed = CancelScope(), list[str]()
    with scope.closing(lambda: closed.append("x")):
        pass
    scope.cancel()
    scope.cancel()
    assert not closed
