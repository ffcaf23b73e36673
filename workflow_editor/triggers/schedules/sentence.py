"""A schedule in words: "Every working day at 09:00 (Asia/Shanghai)"."""

from functools import reduce

from tools.core.text import Text, all_of
from workflow_editor.triggers.schedules.rules import WEEKDAYS, Schedule, ScheduleRule, clock_time
from workflow_editor.triggers.schedules.zones import zone_named


def sentence(schedule: Schedule) -> Text:
    """Describe a valid schedule. Raises NodeError if the time zone is unknown."""
    rules = reduce(
        lambda before, next_: Text("{before}; {next}", before=before, next=next_), map(_rule, schedule.rules)
    )
    text = Text("{rules} ({zone})", rules=rules, zone=zone_named(schedule.timezone).key)
    if schedule.start:
        text = Text("{rules}, from {day}", rules=text, day=schedule.start.isoformat())
    if schedule.end:
        text = Text("{rules}, until {day}", rules=text, day=schedule.end.isoformat())
    return text


def _rule(rule: ScheduleRule) -> Text:
    match rule.kind:
        case "minutes":
            return Text("Every minute") if rule.every == 1 else Text("Every {count} minutes", count=rule.every)
        case "hours":
            hours = Text("Every hour") if rule.every == 1 else Text("Every {count} hours", count=rule.every)
            return Text("{hours} at :{minute}", hours=hours, minute=f"{rule.minute:02}") if rule.minute else hours
        case "cron":
            return Text("Cron {expression}", expression=rule.cron)
        case _:
            return Text("{days} at {times}", days=_days(rule), times=_times(rule))


def _days(rule: ScheduleRule) -> Text:
    match rule.kind:
        case "days":
            return Text("Every day") if rule.every == 1 else Text("Every {count} days", count=rule.every)
        case "working_days":
            return Text("Every working day")
        case "weekly":
            days = all_of(title for day, title in WEEKDAYS.items() if day in rule.weekdays)
            return Text("Every {weekdays}", weekdays=days)
        case _:
            numbers = sorted({int(day) for day in rule.days if day != "last"})
            month_days = [Text("day {number}", number=number) for number in numbers]
            last = [Text("the last day")] if "last" in rule.days else []
            return Text("Every month on {days}", days=all_of([*month_days, *last]))


def _times(rule: ScheduleRule) -> Text:
    times = sorted({at for at in map(clock_time, rule.times) if at is not None})
    return all_of(f"{at:%H:%M}" for at in times)
