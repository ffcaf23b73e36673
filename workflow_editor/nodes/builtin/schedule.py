"""Schedule: a run at certain times."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain, pairwise
from typing import Literal

from tools.core.call.summary import SummaryText
from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field, groups
from workflow_editor.nodes.base import ConfigProblem, Example, OutputField
from workflow_editor.nodes.triggers import Due, TriggerConfig, TriggerNode
from workflow_editor.triggers.schedules.due_times import moments, spread
from workflow_editor.triggers.schedules.problems import schedule_problems
from workflow_editor.triggers.schedules.rules import WEEKDAYS, Schedule, ScheduleRule, calendar_day
from workflow_editor.triggers.schedules.sentence import sentence
from workflow_editor.triggers.schedules.zones import zone_named

_DAY_S, _YEAR_S = 86_400, 31_536_000
_TIMES = frozenset({"rules", "timezone", "start", "end", "max_runs", "jitter_s"})


class ScheduleConfig(TriggerConfig):
    model_config = {"json_schema_extra": groups(("more", Text("Start, end, overlap, missed times, failures"), True))}

    rules: list[ScheduleRule] = form_field(
        "When",
        "A run starts at each of these times, and only one if several rows name the same moment. Working "
        "days are Monday to Friday. Months without the chosen day are skipped. When the clocks change, "
        "each time of day still comes once: one that is skipped is due right after.",
        default=[ScheduleRule()],
        max_length=20,
        widget="rows",
    )
    timezone: str = form_field(
        "Time zone",
        "Such as Asia/Shanghai. By default, the time zone of this installation.",
        default="",
        max_length=100,
        widget="time-zone",
    )
    start: str = form_field(
        "First day",
        "Intervals of minutes, hours or days count from 00:00 on this day.",
        default="",
        max_length=10,
        widget="day",
        group="more",
    )
    end: str = form_field("Last day", default="", max_length=10, widget="day", group="more")
    max_runs: int = form_field(
        "End after this many runs",
        "0 for never. Skipped times and runs that people start do not count. Publishing other times or "
        "another number restarts the count.",
        default=0,
        ge=0,
        le=1_000_000,
        group="more",
    )
    jitter_s: int = form_field(
        "Start late by up to",
        "Spreads out schedules that are due at the same moment. Each schedule has its own fixed delay, "
        "which never reaches its next time.",
        default=0,
        ge=0,
        le=_DAY_S,
        unit="s",
        group="more",
    )
    overlap: Literal["skip", "queue_one", "queue_all", "cancel_old", "run_beside"] = form_field(
        "When the earlier run is not finished",
        default="skip",
        enum_labels={
            "skip": Text("Skip this time"),
            "queue_one": Text("Run afterwards, once"),
            "queue_all": Text("Run afterwards, every time"),
            "cancel_old": Text("Stop the earlier run"),
            "run_beside": Text("Run beside it"),
        },
        group="more",
    )
    catch_up: Literal["all", "last", "none"] = form_field(
        "Times missed while the server was down",
        default="last",
        enum_labels={
            "all": Text("Run every missed time"),
            "last": Text("Run the last missed time"),
            "none": Text("Leave it out"),
        },
        group="more",
    )
    catch_up_window_s: int = form_field(
        "Only times missed in the last",
        "Earlier ones are left out.",
        default=_DAY_S,
        ge=10,
        le=_YEAR_S,
        unit="s",
        group="more",
        show_if={"catchUp": ["all", "last"]},
    )

    def is_over(self, starts: int) -> bool:
        """Return whether nothing more starts after so many runs."""
        return 0 < self.max_runs <= starts

    def schedule(self) -> Schedule:
        """Return the rules as they are computed with."""
        return Schedule(self.rules, self.timezone, calendar_day(self.start), calendar_day(self.end))

    def sentence(self) -> Text:
        """Describe when runs start, for valid settings. Raises NodeError if the time zone is unknown."""
        return sentence(self.schedule())


class ScheduleNode(TriggerNode[ScheduleConfig]):
    id = "schedule"
    icon = "calendar-clock"
    title = Text("Schedule")
    help = Text("Starts a run at certain times.")
    keywords = Text(
        "cron, timer, clock, interval, every day, recurring, every morning, every evening, every Monday, "
        "every week, every month, every hour, daily, weekly, monthly, at night"
    )
    summary = (
        (
            SummaryText(Text("{rules|first}, and {rules|more} more")),
            SummaryText(Text.verbatim("{rules|first}")),
            SummaryText(Text("No times yet"), missing=True),
        ),
        (SummaryText(Text.verbatim("{timezone}")), SummaryText(Text("Zone of this installation"))),
    )
    output_fields = (
        OutputField("scheduled_at", "string", Text("Due at")),
        OutputField("timezone", "string", Text("Time zone")),
        OutputField("date", "string", Text("Date")),
        OutputField("time", "string", Text("Time")),
        OutputField("weekday", "string", Text("Day of the week")),
        OutputField("is_catch_up", "boolean", Text("Whether the run makes up for a missed time")),
    )
    example = Example(
        Text("Runs every working day at 9:00 in Shanghai."),
        config={"rules": [{"kind": "working_days", "times": ["09:00"]}], "timezone": "Asia/Shanghai"},
        output={
            "scheduled_at": "2026-11-25T09:00:00+08:00",
            "timezone": "Asia/Shanghai",
            "date": "2026-11-25",
            "time": "09:00",
            "weekday": "wednesday",
            "is_catch_up": False,
        },
    )

    def problems(self, config: ScheduleConfig) -> Sequence[ConfigProblem]:
        found = schedule_problems(config.rules, config.timezone, config.start, config.end)
        return [*super().problems(config), *(ConfigProblem(*problem) for problem in found)]

    def due(self, config: ScheduleConfig, after: datetime, *, spread_by: str) -> Iterator[Due]:
        """Yield due times, at most ten years ahead.

        Raises NodeError if the time zone is unknown, or a cron expression wrong.
        """
        for nominal, following in pairwise(chain(moments(config.schedule(), after), [None])):
            if nominal is not None:
                yield Due(nominal, spread(spread_by, nominal, config.jitter_s, following))

    def most_starts(self, config: ScheduleConfig) -> int | None:
        return config.max_runs or None

    def goes_on(self, before: JsonObject, after: JsonObject) -> bool:
        earlier, later = (ScheduleConfig.model_validate(one).model_dump(include=set(_TIMES)) for one in (before, after))
        return earlier == later

    def arrives_at(self, config: ScheduleConfig, due: Due, *, is_late: bool) -> JsonObject:
        zone = zone_named(config.timezone)
        shown = due.nominal.astimezone(zone)
        return {
            "scheduled_at": shown.isoformat(),
            "timezone": zone.key,
            "date": f"{shown:%Y-%m-%d}",
            "time": f"{shown:%H:%M}",
            "weekday": tuple(WEEKDAYS.values())[shown.weekday()].en.lower(),
            "is_catch_up": is_late,
        }
