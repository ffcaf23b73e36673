"""A run that a call over MCP started: the token of the call reads its status and answer, and nothing else."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.factories.runs import run_create
from tests.factories.workflows import workflow_create
from tools.core.call.advice import READ_OVER_HTTP
from workflow_editor.mcp.offered_tools import NotOfferedError, call_offered, offered_tools
from workflow_editor.models import ApiToken, Run, Workflow
from workflow_editor.services.tokens import token_create

pytestmark = pytest.mark.django_db(transaction=True)


def offered(alice: User, name: str = "Slow") -> Workflow:
    workflow = workflow_create(alice, name=name, document=chain(node("pause", "delay", {"seconds": 3600})))
    Workflow.objects.filter(pk=workflow.pk).update(offered_over_mcp=True)
    return workflow


def token(user: User, *scopes: str) -> tuple[ApiToken, APIClient]:
    row, raw = token_create(user, name="agent", scopes=scopes or ("mcp",))
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {raw}")
    return row, client


@pytest.fixture(autouse=True)
def _waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workflow_editor.agent_runtime.tool_calls.run_wait", lambda *_: None)


@pytest.fixture
def started(alice: User, queue: TaskQueue) -> tuple[Run, ApiToken, APIClient, Any]:
    """A call that did not wait for the end of its run."""
    offered(alice)
    row, client = token(alice)
    (tool,) = offered_tools(alice)
    result = call_offered(alice, tool.function.name, {}, row.pk)
    queue.run_all()
    return Run.objects.get(), row, client, result


def test_the_advice_of_an_open_run_can_be_followed(started: tuple[Run, ApiToken, APIClient, Any]) -> None:
    run, _, client, result = started
    assert (result.success, result.message) == (True, READ_OVER_HTTP.text.en)
    answer = client.get(f"/api/runs/{run.pk}/answer/")
    assert answer.status_code == 200
    assert answer.json() == {"run": str(run.pk), "status": "waiting", "answer": None, "error": None}
    Run.objects.filter(pk=run.pk).update(status="succeeded")
    assert client.get(f"/api/runs/{run.pk}/answer/").json()["status"] == "succeeded"


def test_the_token_gains_nothing_else(started: tuple[Run, ApiToken, APIClient, Any], alice: User) -> None:
    run, _, client, _ = started
    for path in (f"/api/runs/{run.pk}/", f"/api/runs/{run.pk}/events/", "/api/runs/"):
        assert client.get(path).status_code == 403, path
    manual = run_create(workflow_create(alice, name="Other"))
    assert client.get(f"/api/runs/{manual.pk}/answer/").status_code == 404


def test_other_tokens_do_not_read_it(started: tuple[Run, ApiToken, APIClient, Any], alice: User, bob: User) -> None:
    run, _, _, _ = started
    address = f"/api/runs/{run.pk}/answer/"
    assert token(alice)[1].get(address).status_code == 404
    assert token(bob)[1].get(address).status_code == 404
    assert token(alice, "chat")[1].get(address).status_code == 403
    assert token(alice, "api")[1].get(address).status_code == 200
    assert APIClient().get(address).status_code == 401


@pytest.mark.parametrize("lost", ["offer", "token", "account"])
def test_a_right_is_asked_at_the_moment_of_use(
    started: tuple[Run, ApiToken, APIClient, Any], alice: User, lost: str
) -> None:
    run, row, client, _ = started
    if lost == "offer":
        Workflow.objects.update(offered_over_mcp=False)
    elif lost == "token":
        row.delete()
    else:
        User.objects.filter(pk=alice.pk).update(is_active=False)
    assert client.get(f"/api/runs/{run.pk}/answer/").status_code == (404 if lost == "offer" else 401)


def names(user: User) -> dict[str, str]:
    return {str(tool.tool_id): tool.function.name for tool in offered_tools(user)}


def test_what_comes_later_renames_nothing(alice: User, queue: TaskQueue) -> None:
    first = offered(alice, "Greeting")
    before = names(alice)
    assert list(before.values()) == ["greeting"]
    second = offered(alice, "Greeting")
    after = names(alice)
    assert before.items() <= after.items()
    later = after[f"workflow:{second.slug}"]
    assert later.startswith("greeting_")
    Workflow.objects.filter(pk=first.pk).update(offered_over_mcp=False)
    third = offered(alice, "Greeting")
    assert names(alice).items() >= {(f"workflow:{second.slug}", later)}
    assert names(alice)[f"workflow:{third.slug}"] not in ("greeting", later)
    with pytest.raises(NotOfferedError):
        call_offered(alice, "greeting", {})
    Workflow.objects.filter(pk=second.pk).update(name="Welcome")
    Workflow.objects.filter(pk=first.pk).update(offered_over_mcp=True)
    assert names(alice).items() >= after.items()
    first.delete()
    assert "greeting" not in names(alice).values()
    result = call_offered(alice, later, {})
    assert result.code != 1001, result.message
    assert Run.objects.get().workflow_id == second.pk
