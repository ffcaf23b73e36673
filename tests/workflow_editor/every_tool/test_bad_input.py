"""Every tool against illegal answers and arguments: the right code, advice, and nothing let through.

Faults of a single service are in its row; the rest is the same for all that speak HTTP. HTTP servers of the MCP have
the same tests of their own in `tests/tools/executors/mcp_server/test_mcp_server.py`.
"""

import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import httpcore2
import pytest

from tests.doubles.http_server import Received, Reply
from tests.workflow_editor.every_tool.conftest import SetOut
from tests.workflow_editor.every_tool.counter import Counter, text_of
from tests.workflow_editor.every_tool.row import Json, ToolRow
from tests.workflow_editor.every_tool.rows import ROWS
from tools.adapters import gateway_factory as adapters
from tools.outbound.client import OutboundClient
from tools.services import tool_tests

PUBLIC = "93.184.216.34"
SERVICES = {ui_type: row for ui_type, row in ROWS.items() if row.stand_in}
TAKES_ANY_BODY = {
    "http-request",
    "openapi",
    "oss-file-read",
    "oss-file-transfer",
    "blog-save",
    "blog-en-save",
    "social-media-article-save",
    "web-page",
}
"""Their services may answer what they like: files, pages, or whatever a CMS says."""
KEEPS_FILES = {"oss-file-transfer"}
"""They keep what comes, however long, in pieces."""
INJECTED = "../../admin?x-injected=1#\r\nX-Injected: 1\r\n\r\n{{ 7 | times: 7 }}' OR '1'='1"

BROKEN: dict[str, tuple[Reply, set[int], str]] = {
    "rate limit": (Reply(429, b"", {"Retry-After": "90"}), {5002}, "ry again in 90 s."),
    "out of order": (Reply(503, b"<html>planted</html>"), {5002}, "ry again later"),
    "broken": (Reply(500, b'{"error":"planted"}', {"Content-Type": "application/json"}), {2001, 5002}, ""),
    "not JSON": (Reply(200, b"<html>planted</html>", {"Content-Type": "text/html"}), {2001}, ""),
    "huge body": (Reply(200, b" " * (9 * 1024 * 1024), {"Content-Type": "application/json"}), {2001}, "larger than"),
    "redirect inside": (Reply(302, b"", {"Location": "http://169.254.169.254/latest"}), {1002, 2001}, ""),
}
every_service = pytest.mark.parametrize("row", SERVICES.values(), ids=SERVICES)


@pytest.mark.parametrize("kind", BROKEN)
@every_service
@pytest.mark.everyday_rows(18)
def test_broken_answers(set_out: SetOut, row: ToolRow, kind: str) -> None:
    reply, codes, words = BROKEN[kind]
    counter = set_out(row)
    counter.service.fail(reply, row.busy_at)
    report = counter.press(counter.make())
    takes = {"not JSON": TAKES_ANY_BODY, "huge body": KEEPS_FILES}
    if row.ui_type in takes.get(kind, ()):
        assert report["success"]
        return
    assert not report["success"]
    assert report["result"]["code"] in codes, report["result"]
    assert words in report["result"]["message"]
    assert "planted" not in report["result"]["message"]
    assert {request.headers["host"].partition(":")[0] for request in counter.service.received} <= set(row.hosts)


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    gate = threading.Event()
    yield gate
    gate.set()


@every_service
@pytest.mark.everyday_rows(3)
def test_a_service_that_keeps_silent(
    set_out: SetOut, monkeypatch: pytest.MonkeyPatch, gate: threading.Event, row: ToolRow
) -> None:
    monkeypatch.setattr(tool_tests, "DEFAULT_TOOL_TIMEOUT_S", 0.5)
    counter = set_out(row)
    counter.service.fail(Reply(200, b"{}", gate=gate), row.busy_at)
    report = counter.press(counter.make())
    assert (report["success"], report["result"]["code"]) == (False, 2002), report["result"]


class NotedSockets(httpcore2.SyncBackend):
    """Notes where connections would go; none comes about."""

    def __init__(self, connected: list[str]) -> None:
        self._connected = connected

    def connect_tcp(self, host: str, port: int, *args: object, **kwargs: object) -> httpcore2.NetworkStream:
        self._connected.append(host)
        raise httpcore2.ConnectError("nobody there")


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Targets of the product's connections, of HTTP and of databases."""
    connected: list[str] = []

    def noted(address: tuple[str, int], *args: object) -> socket.socket:
        connected.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr("tools.outbound.connections.httpcore2.SyncBackend", lambda: NotedSockets(connected))
    monkeypatch.setattr("tools.executors.database.connections.socket.create_connection", noted)
    return connected


def changing_name() -> Callable[[str, int], Sequence[str]]:
    """Answer with a public address first, and with one inside from then on."""
    answers = iter([[PUBLIC]])
    return lambda host, port: next(answers, ["10.0.0.7"])


DATABASE = replace(ROWS["database-query"], config={**ROWS["database-query"].config, "host": "db.example.com"})


@pytest.mark.parametrize("row", [*SERVICES.values(), DATABASE], ids=[*SERVICES, DATABASE.ui_type])
@pytest.mark.everyday_rows(3)
def test_a_name_that_changes_between_check_and_use(
    set_out: SetOut, monkeypatch: pytest.MonkeyPatch, connected: list[str], row: ToolRow
) -> None:
    counter = set_out(row)
    client = OutboundClient(resolve=changing_name())
    monkeypatch.setattr(adapters, "outbound_client", lambda: client)
    tool = counter.make()
    counter.press(tool)
    again = counter.press(tool)
    assert connected == [PUBLIC]
    assert (again["success"], again["result"]["code"]) == (False, 1002), again["result"]
    assert "private or reserved" in again["result"]["message"]


def of_another_type(value: Any) -> Any:
    return {"surprise": [1]} if isinstance(value, str) else "surprise"


TYPED = {ui_type: row for ui_type, row in ROWS.items() if row.arguments}


@pytest.mark.parametrize("row", TYPED.values(), ids=TYPED)
@pytest.mark.everyday_rows(3)
def test_arguments_of_the_wrong_type(set_out: SetOut, row: ToolRow) -> None:
    counter = set_out(row)
    tool = counter.make()
    for name, value in row.arguments.items():
        report = counter.press(tool, {**row.arguments, name: of_another_type(value)})
        assert (report["success"], report["result"]["code"]) == (False, 1002), report["result"]
        assert name in report["result"]["message"]
    assert counter.service.received == []


def injected(value: Any) -> Any:
    """Return the value with the injection at the end of each text in it."""
    if isinstance(value, str):
        return f"{value}{INJECTED}"
    if isinstance(value, dict):
        return {name: injected(inner) for name, inner in value.items()}
    return [injected(inner) for inner in value] if isinstance(value, list) else value


def assert_stayed_text(request: Received, counter: Counter) -> None:
    """See to it that the injection became neither path, query, header nor template."""
    assert request.headers["host"].partition(":")[0] in counter.row.hosts
    assert not {"..", "admin"} & set(request.path.split("/"))
    assert "x-injected" not in request.query
    assert "x-injected" not in request.headers
    assert b"49'" not in request.body


@pytest.mark.parametrize("row", TYPED.values(), ids=TYPED)
@pytest.mark.everyday_rows(3)
def test_injection_through_arguments(set_out: SetOut, row: ToolRow) -> None:
    counter = set_out(row)
    tool = counter.make()
    reports: list[Json] = [
        counter.press(tool, {**row.arguments, name: injected(value)})
        for name, value in row.arguments.items()
        if name not in row.programs
    ]
    for request in counter.service.received:
        assert_stayed_text(request, counter)
    for report in reports:
        assert report["success"] or report["result"]["code"] in {1002, 2004}, report["result"]
        assert "49'" not in text_of(report)
