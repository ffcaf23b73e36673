"""A gateway in front of a stand-in for one vendor, and what every vendor may answer when something is broken."""

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from tests.doubles.http_server import Answer, Received, Reply, StandInTransport, serving
from tests.doubles.tool_ports import ALICE, Bench, Cancel
from tools.calls.toolbox import GatewayToolbox
from tools.core.definitions import CallContext, EffectClass, ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.tool_id import ToolId
from tools.executors import builtin
from tools.executors.registry import Registry
from tools.outbound.client import OutboundClient

HUGE = Reply(200, b" " * (6 * 1024 * 1024), {"Content-Type": "application/json"})
BROKEN = [
    (Reply(500, b"<html>planted</html>"), 5002, "500"),
    (Reply(503, b"", {"Retry-After": "7"}), 5002, "7 s"),
    (Reply(429, b"", {"Retry-After": "9"}), 5002, "9 s"),
    (Reply(200, b"<html>planted</html>"), 2001, "without JSON"),
    (Reply(200, b"[1]"), 2001, "without a JSON object"),
    (Reply(302, b"", {"Location": "http://169.254.169.254/latest"}), 2001, "302"),
    (HUGE, 2001, "larger than"),
]
"""Answers that no vendor means to give, the code they become, and a word of the message."""


class Scripted:
    """Gives scripted answers first, then those of the stand-in; keeps everything it received."""

    def __init__(self, stand_in: Answer) -> None:
        self.stand_in = stand_in
        self.scripted: list[Reply] = []
        self.received: list[Received] = []

    def __call__(self, request: Received) -> Reply:
        self.received.append(request)
        return self.scripted.pop(0) if self.scripted else self.stand_in(request)


class VendorBench:
    """Calls one configured tool through the gateway."""

    def __init__(self, bench: Bench, ui_type: str, config: dict[str, Any], server: Scripted) -> None:
        self.bench = bench
        self.config = config
        self.server = server
        self._ui_type = ui_type

    def toolbox(self, context: CallContext = ALICE, **config: Any) -> GatewayToolbox:
        self.bench.tools.add("vendor", self._ui_type, {**self.config, **config}, name="Vendor")
        return self.bench.gateway().offer((ToolRef(ToolId("tool:vendor")),), context)

    def offered(self, **config: Any) -> dict[str, Any]:
        """Return the schema that the model sees."""
        return self.toolbox(**config).tools()[0].function.parameters

    def call(
        self,
        arguments: dict[str, Any],
        *,
        config: dict[str, Any] | None = None,
        context: CallContext = ALICE,
        timeout_s: float = 60,
    ) -> ToolResult:
        toolbox = self.toolbox(context, **(config or {}))
        call = ToolCall("c1", toolbox.tools()[0].function.name, arguments)
        return toolbox.call(call, timeout_s=timeout_s, cancel=Cancel())

    def effect(self, arguments: dict[str, Any], **config: Any) -> EffectClass:
        toolbox = self.toolbox(**config)
        return toolbox.prepare(ToolCall("c1", toolbox.tools()[0].function.name, arguments)).effect

    def rehearsed(self, arguments: dict[str, Any], **config: Any) -> ToolResult:
        """Call in test mode and see to it that nothing was sent."""
        before = len(self.server.received)
        result = self.call(arguments, config=config, context=CallContext(ALICE.caller, mode="test"))
        assert len(self.server.received) == before
        assert result.facts.test_mode is True, result.message
        return result

    def shown(self, results: Sequence[ToolResult], log: pytest.LogCaptureFixture) -> str:
        """Return everything that people, models and logs get to see."""
        return (
            json.dumps([result.to_json() for result in results], ensure_ascii=False) + repr(self.bench.audit) + log.text
        )

    def times_out(self, arguments: dict[str, Any]) -> ToolResult:
        """Call while the vendor keeps its answer back."""
        gate = threading.Event()
        self.server.scripted = [Reply(200, b"{}", gate=gate)]
        try:
            return self.call(arguments, timeout_s=0.2)
        finally:
            gate.set()


@contextmanager
def vendor_bench(ui_type: str, config: dict[str, Any], stand_in: Answer, hosts: Sequence[str]) -> Iterator[VendorBench]:
    """Serve the stand-in under the vendor's hosts."""
    scripted = Scripted(stand_in)
    with bench_before(scripted, hosts) as bench:
        yield VendorBench(bench, ui_type, config, scripted)


@contextmanager
def bench_before(
    stand_in: Answer, hosts: Iterable[str], register: Callable[[Registry], None] = builtin.register_all
) -> Iterator[Bench]:
    """Serve a stand-in under the hosts of a vendor, behind a gateway with every tool of the product, or with some."""
    with serving(stand_in) as server:
        transport = StandInTransport(dict.fromkeys(hosts, server.url))
        bench = Bench(outbound=OutboundClient(transport=transport))
        register(bench.registry)
        yield bench
        transport.close()
