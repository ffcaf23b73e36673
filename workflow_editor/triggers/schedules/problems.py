"""Problems of a schedule, with remedies."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from tools.core.text import Text
from workflow_editor.errors import NodeError
from workflow_editor.triggers.schedules.cron import cron_problem
from workflow_editor.triggers.schedules.due_times import next_due
from workflow_editor.triggers.schedules.rules import AT_TIMES, Schedule, ScheduleRule, calendar_day, clock_time
from workflow_editor.triggers.schedules.zones import zone_named

_LONG_AGO = datetime(1970, 1, 2, tzinfo=UTC)


class ScheduleProblem(NamedTuple):
    """Something wrong; `field` is a JSON pointer into the settings."""

    code: str
    field: str
    message: Text


def schedule_problems(rules: Sequence[ScheduleRule], timezone: str, start: str, end: str) -> list[ScheduleProblem]:
    """Return what is wrong with settings as people wrote them."""
    found = [*_rows(rules), *_zone(timezone), *_day("/start", start), *_day("/end", end)]
    return found or list(_span(rules, timezone, start, end))


def _rows(rules: Sequence[ScheduleRule]) -> Iterator[ScheduleProblem]:
    if not rules:
        yield ScheduleProblem("rules_missing", "/rules", Text("Add a row with a time."))
    for index, rule in enumerate(rules):
        for problem in _row(rule):
            yield problem._replace(field=f"/rules/{index}{problem.field}")


def _row(rule: ScheduleRule) -> Iterator[ScheduleProblem]:
    if rule.kind == "cron":
        yield from _cron(rule.cron)
    if rule.kind == "weekly" and not rule.weekdays:
        yield ScheduleProblem("weekdays_missing", "/weekdays", Text("Choose at least one day of the week."))
    if rule.kind == "monthly" and not rule.days:
        yield ScheduleProblem("days_missing", "/days", Text("Choose at least one day of the month."))
    if rule.kind in AT_TIMES:
        yield from _times(rule.times)


def _cron(expression: str) -> Iterator[ScheduleProblem]:
    if not expression.strip():
        text = Text("Enter a cron expression, such as 0 9 * * MON-FRI for every working day at 9:00.")
        yield ScheduleProblem("cron_missing", "/cron", text)
    elif problem := cron_problem(expression):
        yield ScheduleProblem(problem.code, "/cron", problem.text)


def _times(times: Sequence[str]) -> Iterator[ScheduleProblem]:
    if not times:
        yield ScheduleProblem("times_missing", "/times", Text("Enter a time, such as 09:00."))
    for index, words in enumerate(times):
        if clock_time(words) is None:
            text = Text("“{words}” is not a time of the day. Write it like 09:00.", words=words)
            yield ScheduleProblem("time_invalid", f"/times/{index}", text)


def _zone(timezone: str) -> Iterator[ScheduleProblem]:
    try:
        zone_named(timezone)
    except NodeError as error:
        yield ScheduleProblem(error.code, "/timezone", error.text)


def _day(field: str, words: str) -> Iterator[ScheduleProblem]:
    if words.strip() and calendar_day(words) is None:
        text = Text("“{words}” is not a day. Write it like 2026-12-31.", words=words)
        yield ScheduleProblem("day_invalid", field, text)


def _span(rules: Sequence[ScheduleRule], timezone: str, start: str, end: str) -> Iterator[ScheduleProblem]:
    first, last = calendar_day(start), calendar_day(end)
    if first is None or last is None:
        return
    if last < first:
        text = Text("The end is before the start. Choose a later end, or an earlier start.")
        yield ScheduleProblem("end_before_start", "/end", text)
    elif next_due(Schedule(rules, timezone, first, last), _LONG_AGO) is None:
        text = Text("Nothing is due between the start and the end. Change the rows, or choose a later end.")
        yield ScheduleProblem("never_due", "/end", text)
