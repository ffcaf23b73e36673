"""The caps of a person hold for every way to start a run."""

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from rest_framework.test import APIClient

from tests.conftest import client_of
from tests.factories.agents import agent_create
from tests.factories.runs import node_run_create, run_create
from tests.workflow_editor.api.problem_asserts import assert_capped
from workflow_editor.conversations.lifecycle import conversation_create
from workflow_editor.conversations.shares import share_create
from workflow_editor.models import Run, Status, Workflow

OPENAPI = Path("frontend/src/api/openapi.json")


def run(user: User, workflow: Workflow) -> Any:
    return client_of(user).post(f"/api/workflows/{workflow.pk}/runs/", {"inputs": {"topic": "Ada"}})


def debug(user: User, workflow: Workflow) -> Any:
    return client_of(user).post(f"/api/workflows/{workflow.pk}/nodes/greet/debug/", {"run_inputs": {"topic": "Ada"}})


def fork(user: User, workflow: Workflow) -> Any:
    source = run_create(workflow, user=workflow.owner)
    node_run_create(source, "start", output={"topic": "Ada"}, ports=["out"])
    return client_of(user).post(f"/api/runs/{source.pk}/fork/", {"from_node": "start"})


def retry(user: User, workflow: Workflow) -> Any:
    source = run_create(workflow, user=workflow.owner, status=Status.FAILED)
    return client_of(user).post(f"/api/runs/{source.pk}/retry/")


def turn(user: User, _workflow: Workflow) -> Any:
    conversation = conversation_create(user, agent_create(user))
    return client_of(user).post(f"/api/conversations/{conversation.pk}/turns/", {"message": "Hi"})


def shared_turn(user: User, _workflow: Workflow) -> Any:
    _, token = share_create(user, agent_create(user), right="chat")
    visitor = APIClient()
    conversation = visitor.post(f"/api/shared/{token}/conversations/").json()
    return visitor.post(f"/api/shared/{token}/conversations/{conversation['id']}/", {"message": "Hi"})


WAYS: dict[str, Callable[[User, Workflow], Any]] = {
    "run_create": run,
    "node_debug": debug,
    "run_fork": fork,
    "run_retry": retry,
    "turn_create": turn,
    "shared_turn_create": shared_turn,
}


def test_each_operation_that_answers_with_a_new_run_is_here() -> None:
    paths = json.loads(OPENAPI.read_text())["paths"]
    operations = [one for path in paths.values() for one in path.values() if isinstance(one, dict)]
    of_runs = [f'"#/components/schemas/{name}"' for name in ("Run", "Turn", "SharedTurn")]
    answers = {one["operationId"]: json.dumps(one["responses"].get("201")) for one in operations}
    assert {name for name, answer in answers.items() if any(ref in answer for ref in of_runs)} == WAYS.keys()


@pytest.mark.parametrize("way", WAYS)
def test_a_run_counts_and_is_refused(way: str, bob: User, workflow: Workflow, settings: Any) -> None:
    settings.MAX_RUNS_PER_MINUTE = 1
    answer = WAYS[way](bob, workflow)
    assert answer.status_code == 201, answer.content
    assert_capped(run(bob, workflow), "runs_per_minute")
    Run.objects.filter(created_by=bob).delete()
    assert run(bob, workflow).status_code == 201
    stored = Run.objects.filter(created_by=bob).count()
    assert_capped(WAYS[way](bob, workflow), "runs_per_minute")
    assert Run.objects.filter(created_by=bob).count() == stored


def test_a_replay_does_not_count(bob: User, workflow: Workflow, settings: Any) -> None:
    settings.MAX_RUNS_PER_MINUTE, settings.MAX_MONEY_PER_DAY = 1, 1
    run_create(workflow, user=bob, trigger=Run.REPLAY, usage={"cost": 9.0})
    assert run(bob, workflow).status_code == 201


@pytest.mark.django_db(transaction=True)
def test_requests_side_by_side_do_not_slip_through_together(bob: User, workflow: Workflow, settings: Any) -> None:
    settings.MAX_RUNS_PER_MINUTE = 2
    begin, codes = threading.Barrier(6), list[int]()

    def ask() -> None:
        try:
            begin.wait(60)
            codes.append(debug(bob, workflow).status_code)
        finally:
            connection.close()

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert sorted(codes) == [201, 201, 429, 429, 429, 429]
