"""The limits that the figures are to keep, as they stand and carried over to the machine that measured them.

The limits were set in milliseconds on one machine, together with what other engines needed there. Machines differ by
several times, and so does one from hour to hour; so each limit stands beside a yardstick, a figure that the same run of
the bench takes of somebody else's work, and moves as far as the yardstick has moved.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """One line to reach.

    Attributes:
        figure: where ours stands among the figures.
        limit: at most this, or at least, where `is_rate`.
        yardstick: where the figure of somebody else's work stands.
        reference: what the yardstick was on the machine that the limit was set on.
        measures_rate: the yardstick is a rate, so it falls where times rise.
    """

    figure: Path
    limit: float
    yardstick: Path
    reference: float
    is_rate: bool = False
    measures_rate: bool = False

    def limit_here(self, measured: float) -> float:
        """Return the limit for a machine on which the yardstick is `measured`."""
        slower = self.reference / measured if self.measures_rate else measured / self.reference
        return self.limit / slower if self.is_rate else self.limit * slower

    def is_met(self, figure: float, limit: float) -> bool:
        return figure >= limit if self.is_rate else figure <= limit


_CHAIN, _FAN = ("langgraph", "chain_of_50_ms"), ("langgraph", "fan_of_50_ms")
_RATE = ("langgraph", "five_nodes_16_clients_runs_per_second")
_WEBHOOK = ("webhook", "when_done")
_EMBEDDED, _SCALED = ("five_nodes_16_clients",), ("five_nodes_16_clients_scaled",)
# Raw SQLite took 7 ms for fifty commits; an effect has two.
_COMMITS = ("chain_of_50_effects", "floor_ms")
_SDK, _SDK_BESIDE_OURS = ("agent_with_one_tool_call", "floor_ms"), ("tool_loop", "plain_sdk_ms")

TARGETS: Mapping[str, Target] = {
    "chain of 50": Target(("chain_of_50", "ms"), 15, _CHAIN, 31),
    "fan of 50": Target(("fan_of_50", "ms"), 15, _FAN, 19),
    "chain of 50 effects": Target(("chain_of_50_effects", "ms"), 60, _COMMITS, 14),
    "five nodes, runs a second": Target((*_EMBEDDED, "runs_per_second"), 200, _RATE, 190, True, True),
    "five nodes, p95": Target((*_EMBEDDED, "p95_ms"), 150, _RATE, 190, measures_rate=True),
    "five nodes scaled, runs a second": Target((*_SCALED, "runs_per_second"), 200, _RATE, 190, True, True),
    "five nodes scaled, p95": Target((*_SCALED, "p95_ms"), 150, _RATE, 190, measures_rate=True),
    # What n8n gave at as many clients.
    "five nodes by webhook, runs a second": Target((*_WEBHOOK, "runs_per_second"), 35, _RATE, 190, True, True),
    "agent beyond the plain SDK": Target(("agent_with_one_tool_call", "over_floor_ms"), 5, _SDK, 2.9),
    "round of the tool loop beyond it": Target(("tool_loop", "over_the_sdk_per_round_ms"), 2, _SDK_BESIDE_OURS, 2.9),
    "200 streams, p95": Target(("streams", "delay_ms", "p95"), 500, _RATE, 190, measures_rate=True),
    "megabytes of memory above idle for a file": Target(
        ("files", "peak_above_idle_mb"), 100, ("files", "megabytes"), 1024
    ),
    "megabytes of memory above idle for a file, scaled": Target(
        ("files_scaled", "peak_above_idle_mb"), 100, ("files_scaled", "megabytes"), 1024
    ),
}


def against_targets(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Return each line whose figure and yardstick were both measured: figure, limit, limit here, and what is met."""
    printed = {}
    for line, target in TARGETS.items():
        ours, measured = _found(figures, target.figure), _found(figures, target.yardstick)
        if ours is None or measured is None:
            continue
        here = target.limit_here(measured)
        printed[line] = {
            "figure": ours,
            "limit": target.limit,
            "met": target.is_met(ours, target.limit),
            "yardstick": {"is": ".".join(target.yardstick), "figure": measured, "reference": target.reference},
            "limit_here": round(here, 1),
            "met_here": target.is_met(ours, here),
        }
    return printed


def _found(figures: Any, path: Path) -> float | None:
    for name in path:
        figures = figures.get(name, {})
    return figures if isinstance(figures, int | float) else None
