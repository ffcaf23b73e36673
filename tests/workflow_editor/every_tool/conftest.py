"""Each tool as people have it: configured over the API, called through the gateway, with a stand-in for its service."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.doubles.http_server import Reply, StandInTransport, clients_over, serving
from tests.doubles.tool_ports import FakeClock
from tests.workflow_editor.every_tool.counter import Counter, Service
from tests.workflow_editor.every_tool.printed import table_lines
from tests.workflow_editor.every_tool.row import Place, ToolRow
from tools.adapters import gateway_factory as adapters
from tools.calls import attempts
from tools.services import account_tokens

SetOut = Callable[[ToolRow], Counter]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """Waits pass at once."""
    clock = FakeClock()
    for module in (adapters, attempts):
        monkeypatch.setattr(module, "SystemClock", lambda: clock)
    return clock


@pytest.fixture
def place(
    transactional_db: None, alice: User, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Place]:
    with ExitStack() as opened:
        yield Place(alice, tmp_path, settings, monkeypatch, opened)


@pytest.fixture
def set_out(place: Place, clock: FakeClock, alice_api: APIClient) -> Iterator[SetOut]:
    """Prepare a row; its tool is not made yet."""

    def set_out(row: ToolRow) -> Counter:
        service = Service(row.stand_in() if row.stand_in else lambda received: Reply(404))
        server = place.opened.enter_context(serving(service))
        transport = StandInTransport(dict.fromkeys(row.hosts, server.url))
        place.opened.callback(transport.close)
        for module in (adapters, account_tokens):
            place.monkeypatch.setattr(module, "outbound_client", clients_over(transport))
        further = row.set_up(place)
        adapters.gateway.cache_clear()
        return Counter(row, {**row.config, **further}, alice_api, service, clock)

    yield set_out
    adapters.gateway.cache_clear()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table of what has just been tested."""
    reports = [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]
    if lines := table_lines((report.nodeid, report.outcome) for report in reports if report.when == "call"):
        terminalreporter.section("every type of tool")
        for line in lines:
            terminalreporter.write_line(line)
