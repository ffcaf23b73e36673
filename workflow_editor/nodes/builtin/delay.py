"""Delay: continues after a duration, or at a moment."""

from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from tools.core.call.summary import SummaryText
from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import (
    ConfigProblem,
    Example,
    NodeConfig,
    NodeOutcome,
    NodeWait,
    OutputField,
    WaitingNode,
)
from workflow_editor.nodes.ports import Variables
from workflow_editor.nodes.waits import DelayWait

LONGEST_S = 31_536_000
"""A year."""


class DelayConfig(NodeConfig):
    mode: Literal["seconds", "until"] = form_field(
        "Wait",
        default="seconds",
        enum_labels={
            "seconds": Text("For a duration"),
            "until": Text("Until a specific time"),
        },
    )
    seconds: float = form_field("Duration", default=60, ge=0, le=LONGEST_S, unit="s", show_if={"mode": ["seconds"]})
    until: str = form_field(
        "Until",
        "Date and time (ISO 8601), e.g. 2026-12-24T18:00:00+08:00. UTC if no time zone is given. Times "
        "in the past do not wait.",
        default="",
        widget="template-line",
        show_if={"mode": ["until"]},
    )


class DelayNode(WaitingNode[DelayConfig, DelayWait]):
    """Waits without holding a worker."""

    id = "delay"
    category = "logic"
    icon = "clock-pause"
    title = Text("Delay")
    help = Text("Continues after a duration, or at a set time.")
    keywords = Text("wait, sleep, pause, timer, schedule")
    summary = (
        (
            SummaryText(Text("until {until}"), when={"mode": ["until"]}),
            SummaryText(Text("No time yet"), when={"mode": ["until"]}, missing=True),
            SummaryText(Text("{seconds} s")),
        ),
    )
    needs = (ConfigProblem("moment_missing", "/until", Text("Enter when to continue.")),)
    output_fields = (OutputField("until", "string", Text("Until")),)
    example = Example(
        Text("Waits one hour."),
        config={"mode": "seconds", "seconds": 3600},
        output={"until": "2026-11-22T13:00:00+00:00"},
    )

    def begin(self, config: DelayConfig, variables: Variables, now: datetime) -> NodeWait:
        if config.mode == "seconds":
            until, lasts_s = now + timedelta(seconds=config.seconds), config.seconds
        else:
            until, lasts_s = _moment(variables.value(config.until)), None
        return NodeWait(DelayWait(until=until.isoformat()), until, lasts_s)

    def resume(self, config: DelayConfig, wait: DelayWait, answer: JsonObject) -> NodeOutcome:
        return NodeOutcome({"until": wait.until})

    def timed_out(self, config: DelayConfig, wait: DelayWait) -> NodeOutcome:
        return NodeOutcome({"until": wait.until})


def _moment(value: Any) -> datetime:
    """Read ISO 8601, or seconds since 1970. Raises NodeError (`moment_invalid`)."""
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value, UTC)
        moment = datetime.fromisoformat(str(value).strip())
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        shown = str(value)[:100]
        raise NodeError(
            Text("“{shown}” is not a date and time. Write it like 2026-12-24T18:00:00+08:00.", shown=shown),
            code="moment_invalid",
        ) from None
