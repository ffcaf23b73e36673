"""Caps: how much one person, one link and one visitor of it may use.

Counted from the rows themselves, under a lock, so that requests side by side cannot slip through together. A day is one
of UTC. Open runs are all that are not over, those that wait included: each of them can go on at any moment.
"""

from datetime import timedelta
from math import ceil
from typing import Literal

from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone

from tools.core.days import day_left_s
from tools.core.text import Text
from workflow_editor.adapters.daily_money import money_today, runs_that_count
from workflow_editor.adapters.metering import MONEY_SPENT
from workflow_editor.errors import LimitError
from workflow_editor.models import Run
from workflow_editor.models.status import OPEN_STATUSES

Cap = Literal["runs_per_minute", "open_runs", "money_per_day", "turns_per_day", "visitor_turns_per_day"]

_MINUTE = timedelta(minutes=1)
_OPEN_RETRY_S = 5
_TEXTS: dict[Cap, Text] = {
    "runs_per_minute": Text("You have reached the limit of runs per minute. Wait a minute, then try again."),
    "open_runs": Text("Too many runs have not finished yet. Wait for one to end, or cancel one."),
    "money_per_day": MONEY_SPENT,
    "turns_per_day": Text("This link has reached its daily message limit. Come back tomorrow."),
    "visitor_turns_per_day": Text("You have reached the daily message limit for visitors. Come back tomorrow."),
}


def cap_reached(cap: Cap, retry_after_s: float) -> LimitError:
    """Return the refusal of what a cap does not allow: 429 with `cap` and `retry_after` in whole seconds."""
    return LimitError(_TEXTS[cap], code="cap_reached", details={"cap": cap, "retry_after": max(1, ceil(retry_after_s))})


def is_capped(run: Run) -> bool:
    """True for a new run that counts for who starts it.

    Child runs are their outermost run's; replays reach nothing, and what they seem to cost was paid when recorded.
    """
    caps = settings.MAX_RUNS_PER_MINUTE or settings.MAX_OPEN_RUNS or settings.MAX_MONEY_PER_DAY
    return bool(caps) and run.parent_node_run_id is None and run.trigger != Run.REPLAY


def run_caps_check(user: User) -> None:
    """Refuse a run that the caps of its person leave no room for, in the transaction that is to store it.

    Raises:
        LimitError: code `cap_reached`.
    """
    # Nobody else starts a run of this person meanwhile; rows that name the person are still written. SQLite has one
    # writer anyway.
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    now = timezone.now()
    own = runs_that_count(user.pk)
    if settings.MAX_RUNS_PER_MINUTE:
        started = own.filter(created_at__gt=now - _MINUTE).order_by("-created_at").values_list("created_at", flat=True)
        recent = list(started[: settings.MAX_RUNS_PER_MINUTE])
        if len(recent) == settings.MAX_RUNS_PER_MINUTE:
            raise cap_reached("runs_per_minute", (recent[-1] + _MINUTE - now).total_seconds())
    if settings.MAX_OPEN_RUNS and own.filter(status__in=OPEN_STATUSES).count() >= settings.MAX_OPEN_RUNS:
        raise cap_reached("open_runs", _OPEN_RETRY_S)
    money_cap_check(user)


def money_cap_check(user: User) -> None:
    """Refuse what costs money once the day's is spent, what open answers have set aside counted as spent.

    Raises:
        LimitError: code `cap_reached`.
    """
    now = timezone.now()
    if settings.MAX_MONEY_PER_DAY and money_today(user.pk, now) >= settings.MAX_MONEY_PER_DAY:
        raise cap_reached("money_per_day", day_left_s(now))
