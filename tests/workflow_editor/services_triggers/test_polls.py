"""Each item of a list starts one run, however often it is listed, whoever looks, and wherever one of them dies."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.doubles.task_queue import TaskQueue
from tests.factories.workflows import member_create
from tests.workflow_editor.services_triggers.conftest import PublishTrigger, Shelf, pauses_in_inbox, poll_config
from tools.core.concurrency.places import Share
from tools.core.errors import ToolUpstreamError
from workflow_editor.errors import failure_text
from workflow_editor.models import Run, SeenItem, Trigger, TriggerDelivery
from workflow_editor.services.triggers import control, poll_preview, polls, publish
from workflow_editor.services.triggers.control import trigger_pause, trigger_resume
from workflow_editor.services.triggers.deliver import start_waiting
from workflow_editor.services.triggers.old_deliveries import deliveries_prune
from workflow_editor.services.triggers.polls import poll_look, polls_claim_due
from workflow_editor.services.versions import version_publish
from workflow_editor.triggers.polling import items

BEGIN = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
Entry = dict[str, Any]


class KilledError(Exception):
    """A process dies here."""


class Clock:
    """A clock that only the test moves."""

    def __init__(self, queue: TaskQueue) -> None:
        self.time = BEGIN
        self._queue = queue

    def now(self) -> datetime:
        return self.time

    def tick(self, minutes: float = 1) -> None:
        """Go on, let who is due look, and start what was found."""
        self.time += timedelta(minutes=minutes)
        polls_claim_due()
        self._queue.run_all()
        start_waiting()
        self._queue.run_all()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, queue: TaskQueue) -> Clock:
    clock = Clock(queue)
    for module in (polls, publish, control, poll_preview):
        monkeypatch.setattr(module.timezone, "now", clock.now)
    return clock


Watch = Callable[..., Trigger]


@pytest.fixture
def watch(clock: Clock, shelf: Shelf, publish_trigger: PublishTrigger) -> Watch:
    def published(**config: Any) -> Trigger:
        return publish_trigger("poll", poll_config(**config))

    return published


def topics() -> list[str]:
    """Keys of the items that started a run."""
    return sorted(run.inputs["topic"] for run in Run.objects.filter(trigger="poll"))


def test_what_is_there_at_first_is_known_and_each_new_item_starts_one_run(
    clock: Clock, shelf: Shelf, watch: Watch
) -> None:
    shelf.put(1, 2)
    watch()
    clock.tick(0)
    shelf.put(3, 4)
    for _ in range(3):
        clock.tick()
    assert topics() == ["3", "4"]


def test_what_is_there_at_first_can_count_as_new(clock: Clock, shelf: Shelf, watch: Watch) -> None:
    shelf.put(1, 2)
    watch(first="everything")
    clock.tick(0)
    clock.tick()
    assert topics() == ["1", "2"]


def test_changed_items_come_again_also_when_they_change_back(clock: Clock, shelf: Shelf, watch: Watch) -> None:
    shelf.put(1, state="open")
    trigger = watch(mode="changed")
    clock.tick(0)
    for state in ("closed", "closed", "open", "open"):
        shelf.entries[0] = {"id": 1, "state": state}
        clock.tick()
    assert topics() == ["1", "1"]
    arrived = [row.data for row in trigger.deliveries.order_by("arrived_at")]
    assert [(data["item"]["state"], data["is_changed"]) for data in arrived] == [("closed", True), ("open", True)]


def test_new_ones_only_do_not_come_again_when_they_change(clock: Clock, shelf: Shelf, watch: Watch) -> None:
    watch()
    clock.tick(0)
    shelf.put(1, state="open")
    clock.tick()
    shelf.entries[0]["state"] = "closed"
    clock.tick()
    assert topics() == ["1"]


def test_without_a_key_an_item_is_known_by_all_that_it_holds(clock: Clock, shelf: Shelf, watch: Watch) -> None:
    watch(key="", mapping=[{"name": "topic", "value": "{{ trigger.item.id }}"}])
    clock.tick(0)
    shelf.put(1, 2)
    clock.tick()
    clock.tick()
    assert topics() == ["1", "2"]


def test_items_beyond_the_limit_have_their_turn_at_the_next_look(clock: Clock, shelf: Shelf, watch: Watch) -> None:
    watch(limit=3)
    clock.tick(0)
    shelf.put(*range(1, 8))
    counts = []
    for _ in range(4):
        clock.tick()
        counts.append(len(topics()))
    assert counts == [3, 6, 7, 7]
    assert topics() == [str(number) for number in range(1, 8)]


def test_the_last_item_is_at_hand_in_the_arguments(clock: Clock, shelf: Shelf, watch: Watch) -> None:
    shelf.put(7)
    watch(arguments={"after": "{{ trigger.item.id }}"})
    clock.tick(0)
    clock.tick()
    shelf.put(9)
    clock.tick()
    clock.tick()
    assert shelf.asked == [0, 7, 7, 9]


def test_seen_items_outlive_their_deliveries(clock: Clock, shelf: Shelf, watch: Watch) -> None:
    watch()
    clock.tick(0)
    shelf.put(1)
    clock.tick()
    for _ in range(70):
        clock.tick(minutes=24 * 60)
        deliveries_prune(clock.now(), batch=100)
    assert not TriggerDelivery.objects.exists()
    assert topics() == ["1"]


def test_items_that_are_long_gone_are_forgotten(
    clock: Clock, shelf: Shelf, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(polls, "MOST_REMEMBERED", 5)
    watch()
    clock.tick(0)
    for number in range(10):
        shelf.entries = []
        shelf.put(number)
        clock.tick()
    assert SeenItem.objects.count() == 5
    clock.tick(minutes=32 * 24 * 60)
    clock.tick()
    assert [row.key_hash for row in SeenItem.objects.all()] == [items.items_of([{"id": 9}], "", "id").items[0].key_hash]


def test_a_tool_that_fails_is_asked_ever_more_rarely_and_nothing_is_lost(
    clock: Clock, shelf: Shelf, watch: Watch
) -> None:
    trigger = watch()
    clock.tick(0)
    shelf.put(1)
    shelf.error = ToolUpstreamError("The mailbox refuses.")
    waits = []
    for _ in range(8):
        clock.tick(minutes_left(clock))
        waits.append(minutes_left(clock))
    trigger.refresh_from_db()
    assert waits == [2, 4, 8, 16, 32, 60, 60, 60]
    assert failure_text(trigger.problem).en == "The mailbox refuses."
    assert trigger.is_live
    shelf.error = None
    clock.tick(60)
    trigger.refresh_from_db()
    assert topics() == ["1"]
    assert trigger.problem is None


def minutes_left(clock: Clock) -> float:
    """Return how long it is until the next look."""
    next_at = Trigger.objects.get().next_at
    assert next_at
    return (next_at - clock.time) / timedelta(minutes=1)


@contextmanager
def of_others(trigger: Trigger) -> Iterator[None]:
    """Let other polls of a trigger's person be at work in this process meanwhile."""
    with ExitStack() as held:
        for _ in range(polls.AT_ONCE):
            held.enter_context(polls._places.held(Share(trigger.runs_as_id), within_s=0))
        yield


def test_a_person_with_slow_lists_does_not_hold_up_another(clock: Clock, shelf: Shelf, watch: Watch, bob: User) -> None:
    mine = watch(first="everything")
    other = watch(first="everything")
    member_create(other.workflow, bob, "editor")
    Trigger.objects.filter(pk=other.pk).update(runs_as=bob)
    shelf.put(1)
    with of_others(mine):
        clock.tick()
    assert [run.created_by for run in Run.objects.filter(trigger="poll")] == [bob]
    clock.tick()
    assert Run.objects.filter(trigger="poll").count() == 2


def test_after_failures_in_a_row_it_is_paused_and_goes_on_where_it_was(
    clock: Clock, shelf: Shelf, watch: Watch
) -> None:
    trigger = watch(pauseAfter=2)
    clock.tick(0)
    shelf.error = ToolUpstreamError("The mailbox refuses.")
    clock.tick()
    clock.tick(2)
    trigger.refresh_from_db()
    assert failure_text(trigger.pause_reason).en == "The mailbox refuses."
    assert pauses_in_inbox(trigger.workflow.owner) == ["The mailbox refuses."]
    shelf.error = None
    shelf.put(1)
    clock.tick(120)
    assert topics() == []
    trigger_resume(trigger, trigger.workflow.owner)
    clock.tick(0)
    assert topics() == ["1"]


@pytest.mark.parametrize(
    ("found", "config", "code"),
    [
        ("no list", {}, "list_missing"),
        ([{"id": 1}, {"name": "no id"}], {}, "item_without_key"),
        ([], {"items": "elsewhere"}, "list_missing"),
        ([], {"items": ""}, "list_missing"),
    ],
)
def test_an_answer_without_such_a_list_is_a_problem_with_a_name(
    clock: Clock, shelf: Shelf, watch: Watch, found: Any, config: dict[str, str], code: str
) -> None:
    watch(**config)
    shelf.entries = found
    clock.tick(0)
    problem = Trigger.objects.get().problem
    assert problem
    assert problem["code"] == code
    assert not SeenItem.objects.exists()


@pytest.mark.exhaustive
def test_fifty_thousand_items_are_cut_and_reported(clock: Clock, shelf: Shelf, watch: Watch) -> None:
    trigger = watch()
    shelf.put(*range(50_000))
    clock.tick(0)
    trigger.refresh_from_db()
    assert SeenItem.objects.count() == items.MOST_ITEMS
    assert "50,000 items" in failure_text(trigger.problem).en
    shelf.entries = shelf.entries[5:10_002]
    clock.tick()
    trigger.refresh_from_db()
    assert topics() == ["10000", "10001"]
    assert trigger.problem is None


def test_an_account_that_is_disabled_lists_nothing(clock: Clock, shelf: Shelf, watch: Watch, alice: User) -> None:
    trigger = watch()
    alice.is_active = False
    alice.save()
    clock.tick(0)
    trigger.refresh_from_db()
    assert shelf.asked == []
    assert trigger.problem
    assert trigger.problem["code"] == "trigger_without_account"


def test_publishing_other_settings_of_the_list_begins_again(
    clock: Clock, shelf: Shelf, watch: Watch, alice: User
) -> None:
    trigger = watch()
    clock.tick(0)
    shelf.put(1)
    clock.tick()
    node = trigger.workflow.nodes.get(key="when")
    node.config = {**node.config, "everyMin": 2}
    node.save()
    version_publish(trigger.workflow, alice)
    shelf.put(2)
    clock.tick(2)
    assert topics() == ["1", "2"]
    node.config = {**node.config, "key": "", "first": "everything"}
    node.save()
    version_publish(trigger.workflow, alice)
    clock.tick()
    assert topics() == sorted(["1", "2", *key_hashes(1, 2)])


def key_hashes(*ids: int) -> list[str]:
    """Return the keys of items that are identified by their whole content."""
    return [item.key for item in items.items_of([{"id": number} for number in ids], "", "").items]


def test_a_killed_look_is_taken_over_and_its_late_answer_does_not_count(
    clock: Clock, shelf: Shelf, queue: TaskQueue, watch: Watch
) -> None:
    trigger = watch()
    clock.tick(0)
    clock.time += timedelta(minutes=1)
    shelf.put(1)
    polls_claim_due()
    (lost,) = queue.sent
    queue.lose_all()
    assert polls_claim_due() == 0

    def others_were_faster() -> None:
        shelf.while_listing = lambda: None
        clock.tick(2)
        shelf.put(2)

    shelf.while_listing = others_were_faster
    poll_look(trigger.pk, datetime.fromisoformat(lost[1][1]))
    assert topics() == ["1"]
    clock.tick()
    assert topics() == ["1", "2"]


def test_a_pause_during_a_look_starts_nothing(clock: Clock, shelf: Shelf, watch: Watch) -> None:
    trigger = watch()
    clock.tick(0)
    shelf.put(1)

    def pause() -> None:
        trigger_pause(trigger, "")

    shelf.while_listing = pause
    clock.tick()
    assert topics() == []
    shelf.while_listing = lambda: None
    trigger.refresh_from_db()
    trigger_resume(trigger, trigger.workflow.owner)
    clock.tick(0)
    assert topics() == ["1"]


def test_a_process_that_has_enough_to_do_gives_the_claim_back(
    clock: Clock, shelf: Shelf, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    with of_others(watch()):
        clock.tick(0)
    assert shelf.asked == []
    clock.tick(0.1)
    assert shelf.asked == [0]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.everyday_rows(2)
def test_any_lists_crashes_and_two_pollers_give_each_item_one_run(
    clock: Clock, shelf: Shelf, queue: TaskQueue, watch: Watch, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Items come, move and go; messages get lost or come twice; a process dies before its commit; looks overlap."""
    chance = random.Random(seed)  # noqa: S311  a schedule, no secret
    trigger = watch(limit=chance.choice([1, 3, 100]), first=chance.choice(["nothing", "everything"]))
    shelf.put(1000, 1001)
    clock.tick(0)
    wanted = {1000, 1001} if trigger.config["first"] == "everything" else set()
    for step in range(30):
        if chance.random() < 0.5:
            shelf.put(step)
            wanted.add(step)
        chance.shuffle(shelf.entries)
        if shelf.entries and chance.random() < 0.3 and is_remembered(shelf.entries[0]):
            shelf.entries.pop(0)
        clock.time += timedelta(minutes=chance.choice([0, 1, 5]))
        polls_claim_due()
        messages = [arguments for _, arguments in queue.sent]
        queue.lose_all()
        for _, claimed_until in messages * chance.choice([0, 1, 1, 2]):
            fault = chance.random()
            with monkeypatch.context() as patched:
                if fault < 0.25:
                    dies(patched, chance.choice(["_remember", "_deliver", "_forget"]))
                elif fault < 0.5:
                    shelf.while_listing = overlapping(clock, shelf)
                with suppress(KilledError):
                    poll_look(trigger.pk, datetime.fromisoformat(claimed_until))
            shelf.while_listing = lambda: None
        if chance.random() < 0.7:
            start_waiting()
            queue.lose_all()
    for _ in range(len(shelf.entries) + 2):
        clock.tick(2)
    assert Counter(topics()) == Counter(map(str, wanted))


def is_remembered(entry: Entry) -> bool:
    (item,) = items.items_of([entry], "", "id").items
    return SeenItem.objects.filter(key_hash=item.key_hash).exists()


def dies(patched: pytest.MonkeyPatch, name: str) -> None:
    whole = getattr(polls, name)

    def killed(*arguments: Any) -> Any:
        whole(*arguments)
        raise KilledError

    patched.setattr(polls, name, killed)


def overlapping(clock: Clock, shelf: Shelf) -> Callable[[], None]:
    """Let another poller do a whole look while this one waits for its answer."""

    def look() -> None:
        shelf.while_listing = lambda: None
        clock.tick(2)

    return look
