"""Usage limits of a link, in total and per visitor.

A visitor is identified by address: discarding cookies or conversations makes nobody new.
"""

from ipaddress import ip_network

from django.utils import timezone
from django.utils.crypto import salted_hmac

from tools.core.days import day_begin, day_left_s
from workflow_editor.adapters.node.daily_money import money_of
from workflow_editor.models import ChatShare, Trigger, Turn
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.services.limits.people import cap_reached

VISITOR_SHARE = 4
"""Divisor of a visitor's share of daily turns and concurrent answers."""
MOST_OPEN_TURNS = 8
_OPEN_RETRY_S = 5


def visitor_key(link: ChatShare | Trigger, address: str) -> str:
    """Return an irreversible key of a visitor's address, different for each link.

    An IPv6 /64 network is one visitor, who controls all its addresses.
    """
    if ":" in address:
        address = str(ip_network(f"{address}/64", strict=False))
    return salted_hmac("chat visitor", f"{link.pk} {address}", algorithm="sha256").hexdigest()[:32]


def link_caps_check(share: ChatShare, visitor: str) -> None:
    """Check a turn against the limits of link and visitor, in its transaction.

    Raises LimitError with code `cap_reached`.
    """
    # Whoever asks at the same time waits here until the turn is stored; SQLite has one writer anyway.
    row = ChatShare.objects.select_for_update(no_key=True).get(pk=share.pk)
    now = timezone.now()
    today = Turn.objects.filter(conversation__share=row, created_at__gte=day_begin(now))
    own = today.filter(visitor=visitor)
    if today.count() >= row.turns_per_day:
        raise cap_reached("turns_per_day", day_left_s(now))
    if own.count() >= max(1, row.turns_per_day // VISITOR_SHARE):
        raise cap_reached("visitor_turns_per_day", day_left_s(now))
    is_open = {"run__status__in": OPEN_STATUSES}
    if (
        today.filter(**is_open).count() >= MOST_OPEN_TURNS
        or own.filter(**is_open).count() >= MOST_OPEN_TURNS // VISITOR_SHARE
    ):
        raise cap_reached("open_runs", _OPEN_RETRY_S)
    if money_of(today.values_list("run__usage", flat=True)) >= row.money_per_day:
        raise cap_reached("money_per_day", day_left_s(now))
