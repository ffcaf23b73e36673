"""How much the visitors of a link may use: together, and each of them.

A visitor is an address, not a cookie or a conversation: dropping those makes nobody new.
"""

from ipaddress import ip_network

from django.utils import timezone
from django.utils.crypto import salted_hmac

from tools.core.days import day_begin, day_left_s
from workflow_editor.adapters.daily_money import money_of
from workflow_editor.models import ChatShare, Trigger, Turn
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.services.limits.people import cap_reached

VISITOR_SHARE = 4
"""One visitor may use one part in so many of a day's turns, and of the answers that are being written."""
MOST_OPEN_TURNS = 8
_OPEN_RETRY_S = 5


def visitor_key(link: ChatShare | Trigger, address: str) -> str:
    """Return what is kept of a visitor's address: nothing that leads back to it, and another value for each link.

    An IPv6 network of /64 is one visitor: whoever has one address of it has them all.
    """
    if ":" in address:
        address = str(ip_network(f"{address}/64", strict=False))
    return salted_hmac("chat visitor", f"{link.pk} {address}", algorithm="sha256").hexdigest()[:32]


def link_caps_check(share: ChatShare, visitor: str) -> None:
    """Refuse a turn that the link or its visitor has no room for, in the transaction that is to store it.

    Raises:
        LimitError: code `cap_reached`.
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
