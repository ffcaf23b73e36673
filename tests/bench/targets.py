"""Limits of the figures, as set, and converted to the measuring machine.

The limits were set in milliseconds on one machine, along with the times of other engines there. Machines differ by
several times, and so does one from hour to hour; so each limit has a yardstick, a figure of somebody else's work in the
same run, and moves as far as the yardstick has moved.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.bench.figure_paths import FigurePath, figure_at


@dataclass(frozen=True, slots=True)
class Target:
    """One line to reach.

    Attributes:
        figure: key of ours among the figures.
        limit: at most this, or at least, if `is_rate`.
        yardstick: key of the figure of somebody else's work.
        reference: the yardstick on the machine that the limit was set on.
        measures_rate: the yardstick is a rate, so it falls where times rise.
    """

    figure: FigurePath
    limit: float
    yardstick: FigurePath
    reference: float
    is_rate: bool = False
    measures_rate: bool = False

    def limit_here(self, measured: float) -> float:
        """Return the limit for a machine on which the yardstick is `measured`."""
        slower = self.reference / measured if self.measures_rate else measured / self.reference
        return self.limit / slower if self.is_rate else self.limit * slower

    def is_met(self, figure: float, limit: float) -> bool:
        return figure >= limit if self.is_rate else figure <= limit


LANGGRAPH_CHAIN, LANGGRAPH_FAN = ("peers", "langgraph", "chain_of_50_ms"), ("peers", "langgraph", "fan_of_50_ms")
LANGGRAPH_RATE = ("peers", "langgraph", "five_nodes_16_clients_runs_per_second")
# Raw SQLite took 7 ms for fifty commits; an effect has two.
COMMITS = ("embedded", "chain_of_50_effects", "floor_ms")
SDK = ("embedded", "agent_with_one_tool_call", "floor_ms")
_SDK_BESIDE_OURS = ("peers", "tool_loop", "plain_sdk_ms")
_WEBHOOK = ("webhook", "when_done")
_EMBEDDED, _SCALED = ("embedded", "five_nodes_16_clients"), ("scaled", "five_nodes_16_clients")

TARGETS: Mapping[str, Target] = {
    "chain of 50": Target(("embedded", "chain_of_50", "ms"), 15, LANGGRAPH_CHAIN, 31),
    "fan of 50": Target(("embedded", "fan_of_50", "ms"), 15, LANGGRAPH_FAN, 19),
    "chain of 50 effects": Target(("embedded", "chain_of_50_effects", "ms"), 60, COMMITS, 14),
    "five nodes, runs a second": Target((*_EMBEDDED, "runs_per_second"), 200, LANGGRAPH_RATE, 190, True, True),
    "five nodes, p95": Target((*_EMBEDDED, "p95_ms"), 150, LANGGRAPH_RATE, 190, measures_rate=True),
    "five nodes scaled, runs a second": Target((*_SCALED, "runs_per_second"), 200, LANGGRAPH_RATE, 190, True, True),
    "five nodes scaled, p95": Target((*_SCALED, "p95_ms"), 150, LANGGRAPH_RATE, 190, measures_rate=True),
    # What n8n gave at as many clients.
    "five nodes by webhook, runs a second": Target((*_WEBHOOK, "runs_per_second"), 35, LANGGRAPH_RATE, 190, True, True),
    "agent beyond the plain SDK": Target(("embedded", "agent_with_one_tool_call", "over_floor_ms"), 5, SDK, 2.9),
    "round of the tool loop beyond it": Target(
        ("peers", "tool_loop", "over_the_sdk_per_round_ms"), 2, _SDK_BESIDE_OURS, 2.9
    ),
    "200 streams, p95": Target(("scaled", "streams", "delay_ms", "p95"), 500, LANGGRAPH_RATE, 190, measures_rate=True),
    "another person's run beside 1,000 slow ones, p95 in times of quiet": Target(
        ("fairness", "times_quiet_p95"), 3, ("fairness", "slow_runs"), 1000
    ),
    "another person's run beside 1,000 slow ones, scaled": Target(
        ("fairness_scaled", "times_quiet_p95"), 3, ("fairness_scaled", "slow_runs"), 1000
    ),
    "health check beside 600 sockets of one person, p99 ms": Target(
        ("sockets", "health_p99_ms"), 250, ("sockets", "sockets"), 600
    ),
    "megabytes of memory above idle for a file": Target(
        ("files", "peak_above_idle_mb"), 100, ("files", "megabytes"), 1024
    ),
    "megabytes of memory above idle for a file, scaled": Target(
        ("files_scaled", "peak_above_idle_mb"), 100, ("files_scaled", "megabytes"), 1024
    ),
}


def against_targets(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Return each line with a measured figure and yardstick: figure, limit, limit here, and the verdict."""
    printed = {}
    for line, target in TARGETS.items():
        ours, measured = figure_at(figures, target.figure), figure_at(figures, target.yardstick)
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
