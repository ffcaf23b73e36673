"""Ways in x ways to lose the right, with PostgreSQL and two web processes: after five seconds none works."""

from collections.abc import Callable, Iterator
from itertools import count
from time import monotonic
from typing import Any

import psycopg
import pytest

from tests.doubles.http_server import Reply, serving
from tests.doubles.scaled_server import ScaledServer
from tests.workflow_editor.access.right_losses import (
    LOSSES,
    RIGHT,
    Loss,
    account_deleted,
    downgraded,
    left,
    removed,
    ways_lost_by,
)
from tests.workflow_editor.access.run_ways import BY_THE_CLOCK, IN_A_WORKER, WAYS, sub_workflow_of_a_queued_run
from tests.workflow_editor.access.shared_workflow import Use
from tests.workflow_editor.scaled.listening_ways import LISTENING, OWN, READING, Open
from tests.workflow_editor.scaled.shared_workflows import SharedWorkflows

pytestmark = pytest.mark.exhaustive

WITHIN_S = 5.0
IN_PROCESS_ONLY = {
    sub_workflow_of_a_queued_run: "a worker takes what is queued at once",
    account_deleted: "the panel does it, after what this person has is handed on",
}
"""Ways and losses of the table that this one lacks, with the reason."""


@pytest.fixture
def shared(calm_server: ScaledServer, addresses: list[str]) -> Iterator[SharedWorkflows]:
    calm_server.wait_for_workers(2)
    numbers = count()
    with (
        serving(lambda _: Reply.of_json({"things": [{"id": next(numbers)}]})) as shelf,
        psycopg.connect(calm_server.url("DATABASE_URL"), autocommit=True) as database,
    ):
        made = SharedWorkflows(calm_server, database, addresses, shelf.url)
        try:
            yield made
        finally:
            made.close()


def listens_without(loss: Loss, *, kind: str) -> bool:
    """Say whether a viewer still may read it, or it is bob's own, which nobody takes from him."""
    return (loss is downgraded and kind == READING) or (loss in (removed, left, downgraded) and kind == OWN)


def runs_begun(shared: SharedWorkflows, *acts: Callable[[], Any]) -> int:
    known = shared.runs()
    for act in acts:
        act()
    return shared.runs() - known


def begins(shared: SharedWorkflows, use: Use) -> bool:
    """Say whether a run begins: at once, by a worker, or by the clock."""
    known = shared.runs()
    for act in (use, shared.start_clock, shared.work, shared.tick):
        act()
        if shared.runs() > known:
            return True
    return False


def test_each_way_works_as_long_as_the_right_is_there(shared: SharedWorkflows) -> None:
    broken = []
    for way in WAYS:
        if way in IN_PROCESS_ONLY:
            continue
        shared.stop_clock()
        use = way(shared)
        shared.stop_clock()
        if not begins(shared, use):
            broken.append(way.__name__)
        shared.start_clock()
        shared.work()
    assert broken == []


@pytest.mark.parametrize("loss", [one for one in (*RIGHT, *LOSSES) if one not in IN_PROCESS_ONLY])
def test_no_way_works_once_the_right_is_lost(
    shared: SharedWorkflows, loss: Loss, record_property: Callable[[str, object], None]
) -> None:
    uses: dict[Any, Use] = {}
    for way in ways_lost_by(loss):
        if way not in IN_PROCESS_ONLY:
            uses[way] = way(shared)
            shared.stop_clock()
    chosen = [
        way
        for way, (basis, kind) in LISTENING.items()
        if (loss in RIGHT or basis == LOSSES[loss]) and not listens_without(loss, kind=kind)
    ]
    open_ways = {way.__name__: Open(shared, way) for way in chosen}
    assert [name for name, way in open_ways.items() if way.ended_at is not None] == []

    loss(shared)
    lost_at = monotonic()
    shared.start_clock()
    later = IN_A_WORKER | BY_THE_CLOCK
    begun = {way.__name__: runs_begun(shared, use) for way, use in uses.items() if way not in later}
    ended = {name: way.seconds_after(lost_at, at_most=30) for name, way in open_ways.items()}
    # Workers are busy with slow runs until then.
    shared.cancel_all()
    begun |= {way.__name__: runs_begun(shared, use, shared.work) for way, use in uses.items() if way in later}

    record_property("cells", len(begun) + len(ended))
    record_property("last_after_s", max(ended.values()))
    assert {name: number for name, number in begun.items() if number} == {}
    assert {name: seconds for name, seconds in ended.items() if seconds > WITHIN_S} == {}
