"""Cron expressions of five fields, or six with leading seconds, parsed by `cronsim`.

Day of month and weekday must both match when one of them starts with `*`, otherwise either, as in Debian's cron.
Additional: `L`, `LW`, `5L` and `MON#1`.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache

from cronsim import CronSim, CronSimError

from tools.core.text import Text
from workflow_editor.errors import NodeError

NEVER = "cron_never"
_BY_CLOCK = "*"
_ONE_WITH_STEP = re.compile(r"(?<![^ \t,])([0-9]{1,2}|[A-Za-z]{3})-\1/[1-9][0-9]{0,3}(?![^ \t,])")
"""Single-value ranges such as `6-6/2`: that value, whatever the step. `cronsim` reads them as `6/2`, all from 6 on."""
_SOME_DAY = datetime(2024, 1, 1)  # noqa: DTZ001 readings of a clock have no zone
_BAD_DAY = "Bad day-of-month"
_FIELDS = {
    "Bad second": Text("second"),
    "Bad minute": Text("minute"),
    "Bad hour": Text("hour"),
    _BAD_DAY: Text("day of the month"),
    "Bad month": Text("month"),
    "Bad day-of-week": Text("day of the week"),
}


def cron_readings(expression: str, after: datetime) -> Iterator[datetime]:
    """Return all matching clock readings after `after`, until the next is 50 years away.

    Raises NodeError with code `cron_invalid`.
    """
    problem = cron_problem(expression)
    if problem is None:
        return _read(expression, after)
    if problem.code == NEVER:
        return iter(())
    raise NodeError(problem.text, code=problem.code)


@lru_cache(maxsize=1024)
def cron_problem(expression: str) -> NodeError | None:
    """Return what is wrong with an expression, also that it never comes."""
    try:
        readings = _read(expression, _SOME_DAY)
    except CronSimError as error:
        return _explained(expression, error)
    return _never(expression) if next(readings, None) is None else None


def _read(expression: str, after: datetime) -> CronSim:
    return CronSim(_ONE_WITH_STEP.sub(r"\1", expression), after)


def names_times(expression: str) -> bool:
    """Say whether it means certain times of the day, and not every minute or hour of some."""
    *_, minute, hour, _day, _month, _weekday = expression.split()
    return not minute.startswith(_BY_CLOCK) and not hour.startswith(_BY_CLOCK)


def _explained(expression: str, error: CronSimError) -> NodeError:
    fields = expression.split()
    if len(fields) not in (5, 6):
        text = Text(
            "A cron expression has 5 fields: minute, hour, day, month and day of the week, with seconds in front 6. "
            "This one has {count}.",
            count=len(fields),
        )
        return NodeError(text, code="cron_invalid")
    if str(error) == _BAD_DAY and _is_readable([*fields[:-2], "*", fields[-1]]):
        return _never(expression)
    text = Text(
        "The field “{field}” of this cron expression is wrong. Write a number, a list such as 1,15, a range such as "
        "1-5, a step such as */15, or *.",
        field=_FIELDS.get(str(error), Text.verbatim(str(error))),
    )
    return NodeError(text, code="cron_invalid")


def _is_readable(fields: list[str]) -> bool:
    try:
        _read(" ".join(fields), _SOME_DAY)
    except CronSimError:
        return False
    return True


def _never(expression: str) -> NodeError:
    text = Text("“{expression}” never comes: no day is like that. Change the day or the month.", expression=expression)
    return NodeError(text, code=NEVER)
