"""A gateway with a probe behind it: offer it, call it."""

from typing import Any

from tests.doubles.tool_ports import ALICE, Bench, Cancel, ProbeExecutor
from tools.calls.toolbox import GatewayToolbox
from tools.core.definitions import CallContext, ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.ports import PolicyRule
from tools.core.tool_id import ToolId

SECRET = "planted-secret-8f3a"
PROBE = ToolRef(ToolId("tool:p1"))
DENY = PolicyRule("r-deny", "writers", "probe", None, "deny")


def probe_bench() -> Bench:
    """A gateway with one configured probe that keeps a secret."""
    bench = Bench()
    bench.tools.add("p1", "probe", {"apiKey": SECRET}, name="First probe")
    return bench


def offer(bench: Bench, executor: ProbeExecutor, *refs: ToolRef, context: CallContext = ALICE) -> GatewayToolbox:
    bench.registry.register(executor)
    return bench.gateway().offer(refs or (PROBE,), context)


def call(
    toolbox: GatewayToolbox,
    arguments: str | dict[str, Any] = '{"word": "tea"}',
    *,
    name: str = "",
    timeout_s: float = 60,
    cancel: Cancel | None = None,
) -> ToolResult:
    function = name or toolbox.tools()[0].function.name
    return toolbox.call(ToolCall("c1", function, arguments), timeout_s=timeout_s, cancel=cancel or Cancel())
