"""A service that fails once, and a way to take a run up again."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import JsonObject
from tests.workflow_editor.acceptance.api_user import ApiUser, Ran, done


@pytest.fixture
def web() -> Iterator[LoopbackServer]:
    """Answers 500 to the first call of /flaky and 200 to every other call."""
    seen: list[str] = []

    def answer(request: Received) -> Reply:
        seen.append(request.path)
        is_first = request.path == "/flaky" and seen.count("/flaky") == 1
        return Reply.of_json({"call": len(seen)}, 500 if is_first else 200)

    with serving(answer) as server:
        yield server


@pytest.fixture
def again(api_user: ApiUser, queue: TaskQueue) -> Any:
    """Post to an address of a run and play the resulting run."""

    def post(ran: Ran, action: str, body: JsonObject | None = None) -> Ran:
        run_id = done(api_user.api.post(f"/api/runs/{ran.run['id']}/{action}/", body or {}))["id"]
        queue.run_all()
        run = done(api_user.api.get(f"/api/runs/{run_id}/"))
        return Ran(run, done(api_user.api.get(f"/api/runs/{run_id}/events/?limit=1000"))["results"])

    return post
