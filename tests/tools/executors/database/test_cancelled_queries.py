"""A query ends in the database when its call has ended: the database's own list of its work confirms that."""

import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from tests.doubles.tool_ports import ALICE, Bench, Cancel
from tests.polling import comes_true
from tests.servers.queried import QueriedServer, queried_mariadb, queried_postgresql
from tools.calls.toolbox import GatewayToolbox
from tools.core.definitions import ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.tool_id import ToolId
from tools.executors.database.connections import DRIVERS, Target
from tools.executors.database.failures import DRIVER_ERRORS
from tools.executors.database.query import DatabaseQueryExecutor
from tools.executors.database.settings import DatabaseQueryConfig
from tools.outbound.client import OutboundClient

SOON_S = 3.0


@pytest.fixture(scope="module")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[QueriedServer]:
    with queried_postgresql(tmp_path_factory.mktemp("postgresql")) as server:
        yield server


@pytest.fixture(scope="module")
def mysql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[QueriedServer]:
    with queried_mariadb(tmp_path_factory.mktemp("mysql")) as server:
        yield server


QUERIES = [
    ("postgresql", "SELECT pg_sleep(60)"),
    ("postgresql", "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"),
    ("mysql", "SELECT SLEEP(60)"),
    ("mysql", "WITH c AS (SELECT 1 FROM information_schema.COLLATIONS) SELECT count(*) FROM c a, c b, c d, c e, c f"),
]


def _toolbox(server: QueriedServer) -> GatewayToolbox:
    bench = Bench(outbound=OutboundClient(["127.0.0.1"]))
    bench.registry.register(DatabaseQueryExecutor())
    bench.tools.add("one", "database-query", server.config)
    return bench.gateway().offer((ToolRef(ToolId("tool:one")),), ALICE)


@pytest.mark.parametrize("ending", ["cancelled", "too late"])
@pytest.mark.parametrize(("engine", "sql"), QUERIES)
@pytest.mark.everyday_rows(2)
def test_the_query_of_a_call_ends_with_it(request: pytest.FixtureRequest, engine: str, sql: str, ending: str) -> None:
    server: QueriedServer = request.getfixturevalue(engine)
    toolbox = _toolbox(server)
    call = ToolCall("c1", toolbox.tools()[0].function.name, {"sql": sql})
    cancel, results = Cancel(), list[ToolResult]()
    timeout_s = 60.0 if ending == "cancelled" else 3.0

    def ask() -> None:
        results.append(toolbox.call(call, timeout_s=timeout_s, cancel=cancel))

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    assert comes_true(lambda: server.at_work() == 1, within_s=30, every_s=0.02), results
    cancel.cancelled = ending == "cancelled"
    ends_within_s = SOON_S + (0 if ending == "cancelled" else timeout_s)
    assert comes_true(lambda: server.at_work() == 0, within_s=ends_within_s, every_s=0.05)
    thread.join(30)
    assert not results[0].success


@pytest.mark.parametrize(("engine", "sql"), [QUERIES[0], QUERIES[2]])
def test_a_call_that_ends_between_two_statements_starts_no_other(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, engine: str, sql: str
) -> None:
    server: QueriedServer = request.getfixturevalue(engine)
    driver, cancel, stopped = DRIVERS[engine], Cancel(), threading.Event()
    begin, stop = driver.begin, driver.stop

    def begin_and_end_the_call(*transaction: Any) -> None:
        begin(*transaction)
        cancel.cancelled = True
        assert stopped.wait(30)

    def stop_and_report(*connection: Any) -> None:
        stop(*connection)
        stopped.set()

    monkeypatch.setattr(driver, "begin", begin_and_end_the_call)
    monkeypatch.setattr(driver, "stop", stop_and_report)
    toolbox = _toolbox(server)
    call = ToolCall("c1", toolbox.tools()[0].function.name, {"sql": sql})
    result = toolbox.call(call, timeout_s=60, cancel=cancel)
    assert not result.success
    assert comes_true(lambda: server.at_work() == 0, within_s=SOON_S, every_s=0.05)


@pytest.mark.parametrize("engine", ["postgresql", "mysql"])
def test_what_has_just_ended_may_be_stopped(request: pytest.FixtureRequest, engine: str) -> None:
    server: QueriedServer = request.getfixturevalue(engine)
    config, target = DatabaseQueryConfig.model_validate(server.config), Target(("127.0.0.1",), None, 5)
    raw = DRIVERS[engine].connect(config, target)
    raw.close()
    with suppress(OSError, *DRIVER_ERRORS):  # what a call takes for "ended already"
        DRIVERS[engine].stop(raw, config, target)
