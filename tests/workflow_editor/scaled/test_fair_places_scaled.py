"""One person's slow runs never hold the places that are for others: with two workers, PostgreSQL and Redis."""

import httpx2
import pytest

from tests.doubles.scaled_server import scaled_server
from tests.doubles.second_person import second_person
from tests.workflow_editor.embedded.test_fair_places import SIZE, hold_up

pytestmark = pytest.mark.exhaustive


def test_slow_work_of_one_person_leaves_places_in_every_worker() -> None:
    with scaled_server() as server:
        server.wait_for_workers(2)
        urls = {name: server.url(name) for name in ("DATABASE_URL", "REDIS_URL")}
        headers = {"Authorization": f"Bearer {server.token}"}
        with (
            httpx2.Client(base_url=server.address, headers=headers, timeout=60, trust_env=False) as busy,
            second_person(server.address, server.environment() | urls) as other,
        ):
            hold_up(busy, other, 2 * SIZE)
