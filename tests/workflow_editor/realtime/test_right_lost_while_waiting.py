"""Whoever waits for an answer hears no more of it within seconds of losing the right, session or token."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node
from tests.factories.workflows import workflow_create
from workflow_editor.adapters.database.threads import in_database_thread
from workflow_editor.errors import ForbiddenError
from workflow_editor.models import ApiToken, Run, Workflow, WorkflowMember
from workflow_editor.selectors.run import listening
from workflow_editor.selectors.run.stream import answer_events
from workflow_editor.services.runs.await_completion import run_wait
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.tokens import token_create
from workflow_editor.services.triggers.publish import trigger_prepare
from workflow_editor.services.versions import version_publish

LOSSES: dict[str, Callable[[], object]] = {
    "removed": lambda: WorkflowMember.objects.all().delete(),
    "downgraded": lambda: WorkflowMember.objects.update(role=WorkflowMember.Role.VIEWER),
    "deactivated": lambda: User.objects.filter(username="bob").update(is_active=False),
}
TOKEN_LOSSES: dict[str, Callable[[], object]] = {
    "token ended": lambda: ApiToken.objects.all().delete(),
    "token lost its scope": lambda: ApiToken.objects.update(scopes=["mcp"]),
}
SESSION_LOSSES: dict[str, Callable[[], object]] = {"session ended": lambda: Session.objects.all().delete()}


@pytest.fixture
def shared(alice: User, bob: User, queue: TaskQueue) -> Workflow:
    ai = {"provider": "offline", "model": "offline-1", "userPrompt": "Hi", "offlineScript": [{"text": "Hi"}]}
    graph = {
        "schema_version": 1,
        "nodes": [
            node("chat", "chat_trigger"), node("hook", "webhook", {"respond": "stream"}),
            node("waits", "webhook", {"respond": "when_done"}), node("start", "start"), node("model", "process", ai),
            node("end", "end", {"outputs": [{"name": "result", "value": "{{ nodes.model.result }}"}]}),
        ],
        "edges": [edge("start", "model"), edge("model", "end")],
    }  # fmt: skip
    workflow = workflow_create(alice, document=graph, editors=(bob,))
    for key in ("hook", "waits"):
        trigger_prepare(workflow, key)
    version_publish(workflow, bob)
    return workflow


@pytest.fixture
def lose(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Return what takes a right away with the first question about it."""

    def at_first_question(act: Callable[[], object]) -> None:
        ask = listening.Listening.check

        def losing(right: listening.Listening) -> None:
            act()
            ask(right)

        monkeypatch.setattr(listening, "RIGHT_EVERY_S", 0)
        monkeypatch.setattr(listening.Listening, "check", losing)

    return at_first_question


Lose = Callable[[Callable[[], object]], None]


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
def test_a_wait_for_a_run_ends(shared: Workflow, bob: User, lose: Lose, loss: Callable[[], object]) -> None:
    run, _ = run_start(shared, bob, inputs={})
    lose(loss)
    with pytest.raises(ForbiddenError) as refused:
        run_wait(run.pk, 30)
    assert refused.value.code == "right_lost"


def by_token(shared: Workflow, bob: User) -> tuple[APIClient, str, dict[str, Any]]:
    api = APIClient(headers={"Authorization": f"Bearer {token_create(bob, name='t', scopes=['chat'])[1]}"})
    body = {"model": f"workflow:{shared.slug}", "messages": [{"role": "user", "content": "Hello"}]}
    return api, "/v1/chat/completions", body


def by_session(shared: Workflow, bob: User) -> tuple[APIClient, str, dict[str, Any]]:
    api = APIClient(headers={"Prefer": "wait=30"})
    api.force_login(bob)
    return api, f"/api/workflows/{shared.pk}/runs/", {"inputs": {}}


def by_webhook(shared: Workflow, bob: User) -> tuple[Any, str, dict[str, Any]]:
    token = shared.triggers.get(node_key="waits").token
    return APIClient(), f"/hooks/{token}/", {}


ROWS = [
    *[(by_token, name, loss) for name, loss in (LOSSES | TOKEN_LOSSES).items()],
    *[(by_session, name, loss) for name, loss in (LOSSES | SESSION_LOSSES).items()],
    *[(by_webhook, name, loss) for name, loss in LOSSES.items()],
]


@pytest.mark.parametrize(("way", "name", "loss"), ROWS, ids=[f"{way.__name__}-{name}" for way, name, _ in ROWS])
def test_an_answer_that_comes_whole_is_not_given(
    shared: Workflow, bob: User, lose: Lose, way: Any, name: str, loss: Callable[[], object]
) -> None:
    api, path, body = way(shared, bob)
    lose(loss)
    answer = api.post(path, body)
    problem = answer.json()
    assert (answer.status_code, problem.get("code") or problem["error"]["code"]) == (403, "right_lost")


async def chunks_of(answer: Any) -> list[bytes]:
    return [chunk async for chunk in answer.streaming_content]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("loss", (LOSSES | TOKEN_LOSSES).values(), ids=LOSSES | TOKEN_LOSSES)
async def test_a_stream_of_a_model_ends_and_cancels_the_run(
    shared: Workflow, bob: User, lose: Lose, loss: Callable[[], object]
) -> None:
    api, path, body = await in_database_thread(by_token, shared, bob)
    answer = await in_database_thread(api.post, path, {**body, "stream": True})
    lose(loss)
    last = json.loads((await chunks_of(answer))[-1].removeprefix(b"data: "))
    assert last["error"]["code"] == "right_lost"
    assert (await in_database_thread(Run.objects.get)).cancel_requested


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
async def test_a_stream_of_a_webhook_ends(shared: Workflow, lose: Lose, loss: Callable[[], object]) -> None:
    hook = await in_database_thread(shared.triggers.get, node_key="hook")
    answer = await in_database_thread(Client().post, f"/hooks/{hook.token}/", b"{}", "application/json")
    lose(loss)
    last = (await chunks_of(answer))[-1]
    assert last.split(b"\n")[:2] == [b"event: finished", b'data: {"status":"failed"}']


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("server")
async def test_a_stream_goes_on_with_the_right(shared: Workflow, bob: User, queue: TaskQueue, lose: Lose) -> None:
    run, _ = await in_database_thread(run_start, shared, bob, inputs={})
    lose(queue.run_all)
    events = [event async for event in answer_events(run)]
    assert (events[-1].type, events[-1].data["status"]) == ("finished", "succeeded")
