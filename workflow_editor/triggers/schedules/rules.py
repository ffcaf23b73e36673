"""Settings of a schedule: rules in a time zone, between two days."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from tools.core.call.summary import SummaryText, summary_json
from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field

RuleKind = Literal["minutes", "hours", "days", "working_days", "weekly", "monthly", "cron"]
Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
MonthDay = Literal[
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20",
    "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "last",
]  # fmt: skip
AT_TIMES: Sequence[RuleKind] = ("days", "working_days", "weekly", "monthly")
"""Kinds of rules that are due on certain days, at `times`."""
WEEKDAYS: dict[Weekday, Text] = {
    "mon": Text("Monday"),
    "tue": Text("Tuesday"),
    "wed": Text("Wednesday"),
    "thu": Text("Thursday"),
    "fri": Text("Friday"),
    "sat": Text("Saturday"),
    "sun": Text("Sunday"),
}
"""From Monday on, as `date.weekday` counts."""
_TIME = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")
_MONTH_DAYS = {str(day): Text.verbatim(str(day)) for day in range(1, 32)} | {"last": Text("Last day")}

_IN_WORDS: JsonObject = {
    "x-summary": summary_json(
        [
            (
                SummaryText(Text("Every minute"), when={"kind": ["minutes"], "every": [1]}),
                SummaryText(Text("Every hour"), when={"kind": ["hours"], "every": [1]}),
                SummaryText(Text("Every day at {times}"), when={"kind": ["days"], "every": [1]}),
                SummaryText(Text("Every {every} minutes"), when={"kind": ["minutes"]}),
                SummaryText(Text("Every {every} hours"), when={"kind": ["hours"]}),
                SummaryText(Text("Every {every} days at {times}"), when={"kind": ["days"]}),
                SummaryText(Text("Every working day at {times}"), when={"kind": ["working_days"]}),
                SummaryText(Text("Every week on {weekdays} at {times}"), when={"kind": ["weekly"]}),
                SummaryText(Text("Every month: {days}, {times}"), when={"kind": ["monthly"]}),
                SummaryText(Text.verbatim("{cron}"), when={"kind": ["cron"]}),
            )
        ]
    )
}
"""A row on a card."""
_INTERVALS = summary_json(
    [
        (
            SummaryText(Text("Every minute"), when={"kind": ["minutes"], "every": [1]}),
            SummaryText(Text("Every hour"), when={"kind": ["hours"], "every": [1]}),
            SummaryText(Text("Every day"), when={"kind": ["days"], "every": [1]}),
            SummaryText(Text("Every {every} minutes"), when={"kind": ["minutes"]}),
            SummaryText(Text("Every {every} hours"), when={"kind": ["hours"]}),
            SummaryText(Text("Every {every} days"), when={"kind": ["days"]}),
        )
    ]
)
"""Kinds that read differently by the interval of their row."""


class ScheduleRule(BaseModel):
    """One row: which fields count depends on `kind`."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        extra="forbid",
        json_schema_extra=_IN_WORDS,
    )

    kind: RuleKind = form_field(
        "Repeats",
        default="days",
        enum_labels={
            "minutes": Text("Minutes"),
            "hours": Text("Hours"),
            "days": Text("Days"),
            "working_days": Text("Every working day"),
            "weekly": Text("Every week"),
            "monthly": Text("Every month"),
            "cron": Text("Cron expression"),
        },
        summary=_INTERVALS,
    )
    every: int = form_field("Interval", default=1, ge=1, le=999, show_if={"kind": ["minutes", "hours", "days"]})
    """Interval in minutes, hours or days, counted from the start date, else from 1 January 1970, at 00:00."""
    minute: int = form_field("At minute", default=0, ge=0, le=59, show_if={"kind": ["hours"]})
    weekdays: list[Annotated[Weekday, form_field("Day of the week", enum_labels=WEEKDAYS)]] = form_field(
        "Days of the week", default=["mon"], max_length=7, show_if={"kind": ["weekly"]}
    )
    days: list[Annotated[MonthDay, form_field("Day of the month", enum_labels=_MONTH_DAYS)]] = form_field(
        "Days of the month", default=["1"], max_length=32, show_if={"kind": ["monthly"]}
    )
    """A month without such a day is left out."""
    times: list[Annotated[str, Field(max_length=10)]] = form_field(
        "At", default=["09:00"], max_length=24, placeholder="09:00", show_if={"kind": AT_TIMES}
    )
    cron: str = form_field(
        "Cron expression", default="", max_length=200, placeholder="*/15 9-17 * * MON-FRI", show_if={"kind": ["cron"]}
    )


@dataclass(frozen=True, slots=True)
class Schedule:
    """Rules with what they are to be read by."""

    rules: Sequence[ScheduleRule]
    timezone: str
    """IANA name."""
    start: date | None = None
    """The first day, and where intervals are counted from."""
    end: date | None = None
    """The last day."""


def clock_time(words: str) -> time | None:
    """Read a time such as 9:30, None when it is none."""
    found = _TIME.fullmatch(words.strip())
    return None if found is None else time(int(found[1]), int(found[2]))


def calendar_day(words: str) -> date | None:
    """Read a day such as 2026-12-31, None when it is none or farther away than anybody plans."""
    try:
        day = date.fromisoformat(words.strip())
    except ValueError:
        return None
    return day if 1970 <= day.year < 3000 else None
