"""Polls: each item of a list starts one run, however often it is listed and by any process.

A claim moves `next_at` to its end, so a killed worker's poll is repeated. The tool is called outside transactions; then
one transaction stores new items as waiting deliveries, and the position, only while the claim holds.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from pydantic import BaseModel

from tools.core.concurrency.places import Places, Share
from tools.core.definitions import JsonObject
from tools.core.registered.files import file_ids_in
from tools.core.text import Text
from workflow_editor.adapters.process.task_queue import enqueue_poll
from workflow_editor.errors import NodeError, failure_json
from workflow_editor.models import SeenItem, Trigger, TriggerDelivery
from workflow_editor.nodes.builtin.poll import PollConfig, PollNode
from workflow_editor.services.due_claims import claim_due
from workflow_editor.services.file_uses import files_give
from workflow_editor.services.triggers.deliver import Status
from workflow_editor.services.triggers.listing import list_items, tool_fingerprint
from workflow_editor.services.triggers.pauses import trigger_pause_for
from workflow_editor.triggers.polling.items import MOST_ITEMS, Item, Listed

REMEMBERED = timedelta(days=30)
"""An item that was not listed for so long is new when it is listed again."""
MOST_REMEMBERED = 50_000
"""Items of one trigger; those that were not listed for the longest time are forgotten first."""
LONGEST_BACK_OFF = timedelta(hours=1)
AT_ONCE = 2
"""Concurrent polls of one person in a process, and one more of somebody else; its other threads are for runs."""
_LEASE_BEYOND_CALL = timedelta(seconds=30)
_BUSY_PAUSE = timedelta(seconds=5)
_TOUCH_EVERY = timedelta(days=1)
_CLAIMED_AT_ONCE = 50
_ROWS = 500
_SHORT = 500
_POLL = PollNode()
T = TypeVar("T")
_CUT = Text(
    "The list has {total:,} items, and only the first {most:,} were looked at. Let the tool list fewer.",
    total=0,
    most=0,
)
_places = Places(AT_ONCE)


class Progress(BaseModel):
    """Progress of a poll: its `position`."""

    looked: bool = False
    """True once a first look is over."""
    failed: int = 0
    """Consecutive failures."""
    tool: str = ""
    """Identity of the configured tool used, see `tool_fingerprint`."""
    version: str = ""
    """Version of the fully processed list; empty while items wait, or the tool has none."""
    last: JsonObject = {}
    """`trigger` of the item that was found last, with the short fields of the item."""

    @classmethod
    def of(cls, trigger: Trigger) -> "Progress":
        return cls.model_validate(trigger.position or {})


def polls_claim_due() -> int:
    """Let workers look where it is time, at most fifty at once; return how many."""
    now = timezone.now()

    def until(trigger: Trigger) -> datetime:
        config = PollConfig.model_validate(trigger.config)
        return now + timedelta(milliseconds=config.timeout) + _LEASE_BEYOND_CALL

    return claim_due(_due, now, _CLAIMED_AT_ONCE, until, enqueue_poll)


def _due(now: datetime) -> QuerySet[Trigger]:
    return Trigger.objects.filter(type=_POLL.id, next_at__lte=now, version__isnull=False, paused_at=None)


def poll_look(trigger_id: UUID, claimed_until: datetime) -> None:
    """Look by a claim, and store what is new; nothing once the claim is over."""
    trigger = _claimed(trigger_id, claimed_until).select_related("workflow", "runs_as").first()
    if trigger is None:
        return
    share = Share(trigger.runs_as_id)
    if not _places.take(share):
        _claimed(trigger_id, claimed_until).update(next_at=timezone.now() + _BUSY_PAUSE)
        return
    try:
        _look(trigger, claimed_until)
    finally:
        _places.release(share)


def _look(trigger: Trigger, claimed_until: datetime) -> None:
    config = PollConfig.model_validate(trigger.config)
    found: Listed | NodeError
    tool, progress = tool_fingerprint(config), Progress.of(trigger)
    version = progress.version if progress.tool in ("", tool) else ""
    try:
        found = list_items(trigger, config, trigger.runs_as, progress.last, version)
    except NodeError as error:
        found = error
    with transaction.atomic():
        held = _claimed(trigger.pk, claimed_until).select_for_update(of=("self",)).first()
        if held is None:
            return
        if isinstance(found, NodeError):
            _failed(held, config, found)
        else:
            _store(held, config, found, tool)
        held.save(update_fields=["position", "next_at", "problem"])


def _claimed(trigger_id: UUID, until: datetime) -> "QuerySet[Trigger]":
    live = Trigger.objects.filter(type=_POLL.id, version__isnull=False, paused_at=None)
    return live.filter(pk=trigger_id, next_at=until)


def _failed(trigger: Trigger, config: PollConfig, error: NodeError) -> None:
    """Look again later, each time twice as much later; or no more."""
    progress, now = Progress.of(trigger), timezone.now()
    progress.failed += 1
    every = timedelta(minutes=config.every_min)
    trigger.next_at = now + max(every, min(LONGEST_BACK_OFF, every * 2 ** min(progress.failed, 10)))
    problem = failure_json(error.code, error.text, {})
    trigger.position, trigger.problem = progress.model_dump(), problem
    if config.pause_after and progress.failed >= config.pause_after:
        trigger_pause_for(trigger, problem)


def _store(trigger: Trigger, config: PollConfig, listed: Listed, tool: str) -> None:
    progress, now = Progress.of(trigger), timezone.now()
    if progress.tool not in ("", tool):
        # The tool was set otherwise meanwhile: it may list other things under the same keys.
        trigger.seen_items.all().delete()
        progress = Progress()
    progress.tool = tool
    if not listed.is_unchanged:
        _take(trigger, config, listed, progress, now)
    progress.looked, progress.failed = True, 0
    trigger.position = progress.model_dump()
    trigger.next_at = now + timedelta(minutes=config.every_min)
    cut = _CUT.filled(total=listed.total, most=MOST_ITEMS)
    trigger.problem = failure_json("list_cut", cut, {}) if listed.is_cut else None


def _take(trigger: Trigger, config: PollConfig, listed: Listed, progress: Progress, now: datetime) -> None:
    """Store what is new, as far as it has its turn, and how far that is."""
    known = seen_items(trigger, listed.items)
    wanted = wanted_items(config, listed.items, known)
    is_first = not progress.looked and config.first == "nothing"
    taken = wanted if is_first else wanted[: config.limit]
    arrived = _remember(trigger, taken, known, now)
    if not is_first:
        _deliver(trigger, arrived, listed.files, now)
    _forget(trigger, listed, known, now)
    if taken:
        progress.last = _shortened(arrived[-1][1])
    progress.version = listed.version if len(taken) == len(wanted) else ""


def seen_items(trigger: Trigger, items: Sequence[Item]) -> Mapping[str, SeenItem]:
    """Return those of the items that the trigger has seen, by the hashes of their keys."""
    found: dict[str, SeenItem] = {}
    for hashes in _parts([item.key_hash for item in items]):
        found.update((row.key_hash, row) for row in trigger.seen_items.filter(key_hash__in=hashes))
    return found


def wanted_items(config: PollConfig, items: Sequence[Item], known: Mapping[str, SeenItem]) -> Sequence[Item]:
    """Return the items that are new, or have changed where that counts, in the order of the list."""
    return [
        item
        for item in items
        if (row := known.get(item.key_hash)) is None
        or (config.mode == "changed" and row.content_hash != item.content_hash)
    ]


def _remember(
    trigger: Trigger, items: Sequence[Item], known: Mapping[str, SeenItem], now: datetime
) -> Sequence[tuple[str, JsonObject]]:
    """Store that the items are seen as they are now; return the key of each one's delivery, and what arrives."""
    new, changed = [], []
    for item in items:
        row = known.get(item.key_hash)
        if row is None:
            new.append(SeenItem(trigger=trigger, key_hash=item.key_hash, content_hash=item.content_hash, listed_at=now))
        else:
            row.content_hash, row.changes, row.listed_at = item.content_hash, row.changes + 1, now
            changed.append(row)
    SeenItem.objects.bulk_create(new, batch_size=_ROWS)
    SeenItem.objects.bulk_update(changed, ["content_hash", "changes", "listed_at"], batch_size=_ROWS)
    rows = {row.key_hash: row for row in (*new, *changed)}
    return [
        (f"{row.pk}.{row.changes}", _POLL.arrived(item, is_changed=row.changes > 0))
        for item in items
        for row in (rows[item.key_hash],)
    ]


def _deliver(
    trigger: Trigger, arrived: Sequence[tuple[str, JsonObject]], files: Collection[str], now: datetime
) -> None:
    """Store new items; `start_waiting` starts their runs in order, which may open `files` (ids stored by this
    listing).
    """
    deliveries = TriggerDelivery.objects.bulk_create(
        [
            TriggerDelivery(
                trigger=trigger,
                key=key,
                status=Status.WAITING,
                data=data,
                arrived_at=now + timedelta(microseconds=number),
            )
            for number, (key, data) in enumerate(arrived)
        ],
        batch_size=_ROWS,
    )
    for delivery in deliveries if files else ():
        files_give({UUID(file) for file in file_ids_in(delivery.data) if file in files}, delivery=delivery)


def _forget(trigger: Trigger, listed: Listed, known: Mapping[str, SeenItem], now: datetime) -> None:
    """Forget what has not been listed for long; what is listed now is remembered further."""
    for stale in _parts([row.pk for row in known.values() if row.listed_at < now - _TOUCH_EVERY]):
        SeenItem.objects.filter(pk__in=stale).update(listed_at=now)
    if not listed.is_cut:
        # Nobody knows the rest of a list that is cut.
        trigger.seen_items.filter(listed_at__lt=now - REMEMBERED).delete()
    oldest = trigger.seen_items.order_by("-listed_at", "-id").values_list("pk", flat=True)
    while surplus := list(oldest[MOST_REMEMBERED : MOST_REMEMBERED + _ROWS]):
        SeenItem.objects.filter(pk__in=surplus).delete()


def _parts(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield as many values at a time as a statement takes on every database."""
    return (values[start : start + _ROWS] for start in range(0, len(values), _ROWS))


def _shortened(arrived: JsonObject) -> JsonObject:
    """Leave out what is long of an item, so that the position stays small."""
    item = arrived["item"]
    if not isinstance(item, dict):
        return {**arrived, "item": item if _is_short(item) else None}
    return {**arrived, "item": {name: value for name, value in item.items() if _is_short(value)}}


def _is_short(value: object) -> bool:
    return value is None or isinstance(value, bool | int | float) or (isinstance(value, str) and len(value) <= _SHORT)
