"""Usage limits of a person, link, visitor and trigger address.

Counted from the rows under a lock, so concurrent requests cannot exceed them. Days are UTC. Open runs include waiting
ones, which may continue at any moment. Far below the limit, a process counts only now and then.
"""

from collections.abc import Collection
from datetime import timedelta
from math import ceil
from time import monotonic, time
from typing import Literal
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import caches
from django.utils import timezone

from tools.core.days import day_left_s
from tools.core.text import Text
from workflow_editor.adapters.node.daily_money import money_today, runs_that_count
from workflow_editor.adapters.node.metering import MONEY_SPENT
from workflow_editor.errors import LimitError
from workflow_editor.models import Run, Trigger
from workflow_editor.models.status import OPEN_WORDS
from workflow_editor.nodes.builtin.bot_message import BotMessageNode
from workflow_editor.nodes.builtin.poll import PollNode

Cap = Literal[
    "runs_per_minute",
    "open_runs",
    "money_per_day",
    "turns_per_day",
    "visitor_turns_per_day",
    "deliveries_per_minute",
    "live_polls",
    "live_bots",
]

_MINUTE = timedelta(minutes=1)
_OPEN_RETRY_S = 5
_LIVE_RETRY_S = 60
_LIVE: dict[str, tuple[Cap, str]] = {
    PollNode.id: ("live_polls", "MAX_LIVE_POLLS"),
    BotMessageNode.id: ("live_bots", "MAX_LIVE_BOTS"),
}
"""Cap and setting by type of trigger."""
_PROCESSES = 16
"""Share of the remaining starts that a process uses without counting again."""
_COUNTED_FOR_S = 10.0
_TEXTS: dict[Cap, Text] = {
    "runs_per_minute": Text("You have reached the limit of runs per minute. Wait a minute, then try again."),
    "open_runs": Text("Too many runs have not finished yet. Wait for one to end, or cancel one."),
    "money_per_day": MONEY_SPENT,
    "turns_per_day": Text("This link has reached its daily message limit. Come back tomorrow."),
    "visitor_turns_per_day": Text("You have reached the daily message limit for visitors. Come back tomorrow."),
    "deliveries_per_minute": Text("This address takes no more requests in this minute. Send the request again later."),
    "live_polls": Text("You have published as many polls as one person may have. End one of them first."),
    "live_bots": Text("You have published as many bots as one person may have. End one of them first."),
}


def cap_reached(cap: Cap, retry_after_s: float) -> LimitError:
    """Return the refusal of what a cap does not allow: 429 with `cap` and `retry_after` in whole seconds."""
    return LimitError(_TEXTS[cap], code="cap_reached", details={"cap": cap, "retry_after": max(1, ceil(retry_after_s))})


def is_capped(run: Run) -> bool:
    """Return True for a new run that counts for its starter.

    Child runs belong to their outermost run; replays reach nothing and cost nothing.
    """
    caps = settings.MAX_RUNS_PER_MINUTE or settings.MAX_OPEN_RUNS or settings.MAX_MONEY_PER_DAY
    return bool(caps) and run.parent_node_run_id is None and run.trigger != Run.REPLAY


class _OpenRuns:
    """Starts allowed per person before the next count: (runs, cap, until)."""

    def __init__(self) -> None:
        self._left: dict[int, tuple[int, int, float]] = {}

    def take(self, user_id: int) -> bool:
        """Return whether a person may start one more run without being counted."""
        left, cap, until = self._left.get(user_id, (0, 0, 0.0))
        if left <= 0 or cap != settings.MAX_OPEN_RUNS or until < monotonic():
            return False
        self._left[user_id] = left - 1, cap, until
        return True

    def counted(self, user_id: int, open_runs: int) -> None:
        """Note how many open runs a person has."""
        cap = settings.MAX_OPEN_RUNS
        self._left[user_id] = (cap - open_runs) // _PROCESSES, cap, monotonic() + _COUNTED_FOR_S


_open_runs = _OpenRuns()


def run_caps_check(user_id: int) -> None:
    """Check a new run against its person's limits, in the storing transaction.

    Raises LimitError with code `cap_reached`.
    """
    only_open_runs = not (settings.MAX_RUNS_PER_MINUTE or settings.MAX_MONEY_PER_DAY)
    if only_open_runs and _open_runs.take(user_id):
        return
    # Nobody else starts a run of this person meanwhile; rows that name the person are still written. SQLite has one
    # writer anyway.
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    now = timezone.now()
    own = runs_that_count(user_id)
    if settings.MAX_RUNS_PER_MINUTE:
        started = own.filter(created_at__gt=now - _MINUTE).order_by("-created_at").values_list("created_at", flat=True)
        recent = list(started[: settings.MAX_RUNS_PER_MINUTE])
        if len(recent) == settings.MAX_RUNS_PER_MINUTE:
            raise cap_reached("runs_per_minute", (recent[-1] + _MINUTE - now).total_seconds())
    if settings.MAX_OPEN_RUNS:
        open_runs = own.filter(status__in=OPEN_WORDS).count()
        if open_runs >= settings.MAX_OPEN_RUNS:
            raise cap_reached("open_runs", _OPEN_RETRY_S)
        _open_runs.counted(user_id, open_runs)
    money_cap_check(user)


def money_cap_check(user: User) -> None:
    """Refuse paid work once the day's money, including reservations, is spent.

    Raises LimitError with code `cap_reached`.
    """
    now = timezone.now()
    if settings.MAX_MONEY_PER_DAY and money_today(user.pk, now) >= settings.MAX_MONEY_PER_DAY:
        raise cap_reached("money_per_day", day_left_s(now))


def live_triggers_check(user_id: int, added: Collection[str]) -> None:
    """Check a person's published triggers, paused ones included, in the transaction that adds some of these types.

    Raises LimitError with code `cap_reached`.
    """
    for type_id in sorted(_LIVE.keys() & added):
        cap, setting = _LIVE[type_id]
        most = getattr(settings, setting)
        if not most:
            continue
        User.objects.select_for_update(no_key=True).get(pk=user_id)
        if Trigger.objects.filter(runs_as=user_id, type=type_id, version__isnull=False).count() > most:
            raise cap_reached(cap, _LIVE_RETRY_S)


def delivery_cap_check(trigger_id: UUID) -> None:
    """Count a request to a trigger's address, from any sender. Raises LimitError with code `cap_reached`."""
    if not settings.MAX_DELIVERIES_PER_MINUTE:
        return
    now = time()
    store, key = caches["throttles"], f"deliveries:{trigger_id}.{now // 60:.0f}"
    try:
        count = store.incr(key)
    except ValueError:
        store.add(key, 1, 120)
        return
    if count > settings.MAX_DELIVERIES_PER_MINUTE:
        raise cap_reached("deliveries_per_minute", 60 - now % 60)
