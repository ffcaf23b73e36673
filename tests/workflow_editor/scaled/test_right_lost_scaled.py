"""Ways in x ways to lose the right, with PostgreSQL and two web processes: after five seconds none works."""

from collections.abc import Callable, Iterator
from time import monotonic

import psycopg
import pytest

from tests.doubles.scaled_server import ScaledServer
from tests.polling import comes_true
from tests.workflow_editor.scaled.right_ways import (
    BEGINNINGS,
    IN_A_WORKER,
    LINK,
    LISTENING,
    OWN,
    READING,
    SESSION,
    TOKEN,
    Open,
    Use,
)
from tests.workflow_editor.scaled.shared_workflows import SharedWorkflows

pytestmark = pytest.mark.exhaustive

WITHIN_S = 5.0
Loss = Callable[[SharedWorkflows], object]


@pytest.fixture
def shared(calm_server: ScaledServer, addresses: list[str]) -> Iterator[SharedWorkflows]:
    calm_server.wait_for_workers(2)
    with psycopg.connect(calm_server.url("DATABASE_URL"), autocommit=True) as database:
        made = SharedWorkflows(database, *addresses)
        yield made
        made.close()


def removed(shared: SharedWorkflows) -> None:
    for workflow in (shared.quick, shared.slow):
        shared.owner.of("DELETE", f"/api/workflows/{workflow['id']}/members/?username={shared.name}")


def downgraded(shared: SharedWorkflows) -> None:
    for workflow in (shared.quick, shared.slow):
        body = {"username": shared.name, "role": "viewer"}
        shared.owner.of("POST", f"/api/workflows/{workflow['id']}/members/", body)


def deactivated(shared: SharedWorkflows) -> None:
    shared.change("UPDATE auth_user SET is_active = false WHERE username = %s", shared.name)


def tokens_ended(shared: SharedWorkflows) -> None:
    for row in shared.elsewhere.of("GET", "/api/tokens/"):
        shared.elsewhere.of("DELETE", f"/api/tokens/{row['id']}/")


def tokens_limited(shared: SharedWorkflows) -> None:
    """Each opens one other workflow of bob's, and nothing else, from now on."""
    shared.change(
        "UPDATE workflow_editor_apitoken SET workflow_id = %s, scopes = '[\"api\"]' WHERE user_id ="
        " (SELECT id FROM auth_user WHERE username = %s)",
        shared.outer["id"],
        shared.name,
    )


def session_ended(shared: SharedWorkflows) -> None:
    for row in shared.elsewhere.of("GET", "/api/account/sessions/"):
        if not row["is_current"]:
            shared.elsewhere.of("DELETE", f"/api/account/sessions/{row['id']}/")


def links_ended(shared: SharedWorkflows) -> None:
    for workflow in (shared.quick, shared.slow):
        path = f"/api/workflows/{workflow['id']}/triggers/chat/shares/"
        for row in shared.elsewhere.of("GET", path)["results"]:
            shared.elsewhere.of("DELETE", f"/api/shares/{row['id']}/")


EVERYTHING = frozenset({SESSION, TOKEN, LINK, "public"})
LOSSES: dict[Loss, frozenset[str]] = {
    removed: EVERYTHING, downgraded: EVERYTHING, deactivated: EVERYTHING, tokens_ended: frozenset({TOKEN}),
    tokens_limited: frozenset({TOKEN}), session_ended: frozenset({SESSION}), links_ended: frozenset({LINK}),
}  # fmt: skip
"""Ways that depend on the lost right."""


def listens_without(loss: Loss, *, kind: str) -> bool:
    """Say whether a viewer still may read it, or it is bob's own, which nobody takes from him."""
    return (loss is downgraded and kind == READING) or (loss in (removed, downgraded) and kind == OWN)


def runs_begun(shared: SharedWorkflows, use: Use) -> int:
    known = shared.runs()
    use()
    return shared.runs() - known


def has_begun(shared: SharedWorkflows, use: Use) -> bool:
    """Say whether a run begins, however busy the workers are."""
    known = shared.runs()
    use()
    return comes_true(lambda: shared.runs() > known, within_s=60, every_s=0.02)


def test_each_way_works_as_long_as_the_right_is_there(shared: SharedWorkflows) -> None:
    assert [way.__name__ for way in BEGINNINGS if not has_begun(shared, way(shared))] == []


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.__name__)
def test_no_way_works_once_the_right_is_lost(
    shared: SharedWorkflows, loss: Loss, record_property: Callable[[str, object], None]
) -> None:
    kinds = LOSSES[loss]
    uses = {way: way(shared) for way, stands_on in BEGINNINGS.items() if stands_on in kinds}
    chosen = [
        way
        for way, (stands_on, kind) in LISTENING.items()
        if stands_on in kinds and not listens_without(loss, kind=kind)
    ]
    open_ways = {way.__name__: Open(shared, way) for way in chosen}
    assert [name for name, way in open_ways.items() if way.ended_at is not None] == []

    loss(shared)
    lost_at = monotonic()
    begun = {way.__name__: runs_begun(shared, use) for way, use in uses.items() if way not in IN_A_WORKER}
    ended = {name: way.seconds_after(lost_at, at_most=30) for name, way in open_ways.items()}
    shared.cancel_all()
    begun |= {way.__name__: runs_begun(shared, use) for way, use in uses.items() if way in IN_A_WORKER}

    record_property("cells", len(begun) + len(ended))
    record_property("last_after_s", max(ended.values()))
    assert {name: count for name, count in begun.items() if count} == {}
    assert {name: seconds for name, seconds in ended.items() if seconds > WITHIN_S} == {}
