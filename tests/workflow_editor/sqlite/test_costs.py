"""SQL statements and calls of functions of frequent requests: one statement more, or 10 % more calls, must be intended.

Counts of a second call: what a process remembers is there by then. Calls stand for processor time, which differs by
more than 10 % from one minute and one machine to another; counts do not.
"""

import json
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.bench.graphs import agent, five_nodes
from tests.bench.model_stub import model_stub
from tests.doubles.task_queue import TaskQueue
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from tests.workflow_editor.services_triggers.conftest import publish_trigger as publish_trigger
from workflow_editor.adapters.events import recorder
from workflow_editor.adapters.internals.sqlite.base import Cursor
from workflow_editor.adapters.state import running_nodes
from workflow_editor.mcp.offered_tools import NotOfferedError, call_offered, offered_tools
from workflow_editor.models import Run, Workflow
from workflow_editor.periodic import sweeper
from workflow_editor.services.alerts.send import alerts_claim_due
from workflow_editor.services.bot_replies import bot_replies_claim_due
from workflow_editor.services.limits import people
from workflow_editor.services.tokens import token_create
from workflow_editor.services.triggers.deliver import start_waiting
from workflow_editor.services.triggers.due import schedules_start_due
from workflow_editor.services.triggers.polls import polls_claim_due


class Statements(list[str]):
    """The SQL of every thread, `BEGIN` included."""

    @contextmanager
    def at_most(self, number: int, *, calls: int) -> Iterator[None]:
        """Allow so many statements, and 10 % more calls than so many, of Python and of C, here and in new threads."""
        self.clear()
        made = Counter[str]()

        def note(_frame: FrameType, event: str, _argument: object) -> None:
            made[event] += 1

        threading.setprofile(note)
        sys.setprofile(note)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)
        shown = "\n".join(statement[:100] for statement in self)
        assert len(self) <= number, f"{len(self)} statements, {number} are allowed:\n{shown}"
        found = made["call"] + made["c_call"]
        assert found <= calls * 1.1, f"{found} calls, {calls} were counted before"


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> Statements:
    found = Statements()
    execute = Cursor.execute

    def noting(cursor: Cursor, query: str, params: Any = None) -> Any:
        found.append(query)
        return execute(cursor, query, params)

    monkeypatch.setattr(Cursor, "execute", noting)
    # No clock counts: events are stored with what follows them, nobody looks for cancelled runs or renews a lease
    # meanwhile, and the open runs of a person are counted once.
    monkeypatch.setattr(recorder, "EVENTS_WITHIN_S", 3600)
    monkeypatch.setattr(running_nodes, "LOOK_FOR_CANCEL_EVERY_S", 3600)
    monkeypatch.setattr(running_nodes, "RENEW_EVERY_S", 3600)
    monkeypatch.setattr(people, "_COUNTED_FOR_S", 3600)
    return found


@pytest.fixture
def program(alice: User) -> APIClient:
    """A client with a token."""
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token_create(alice, name='program')[1]}")
    return client


def run_twice(program: APIClient, document: dict[str, Any], queue: TaskQueue, counted: Callable[[], Any]) -> None:
    workflow = program.post("/api/workflows/", {"name": "Counted", "document": document}, format="json").json()

    def once() -> None:
        answer = program.post(f"/api/workflows/{workflow['id']}/runs/", {"inputs": {"value": "x"}}, format="json")
        assert answer.status_code == 201, answer.content
        queue.run_all()
        run = program.get(f"/api/runs/{answer.json()['id']}/").json()
        assert run["status"] == "succeeded", run["error"]

    once()
    with counted():
        once()


def test_a_run_of_five_nodes(program: APIClient, queue: TaskQueue, statements: Statements) -> None:
    run_twice(program, five_nodes(), queue, lambda: statements.at_most(12, calls=9050))


def test_an_agent_turn_with_one_tool_call(
    program: APIClient, admin_api: APIClient, queue: TaskQueue, statements: Statements
) -> None:
    with model_stub() as address:
        provider = {"name": "Stub", "preset": "custom-openai", "base_url": address, "api_key": "k", "models": ["stub"]}
        row = admin_api.post("/api/providers/", {**provider, "default_model": "stub"}, format="json").json()
        run_twice(program, agent(str(row["id"])), queue, lambda: statements.at_most(47, calls=17000))


def test_a_webhook(publish_trigger: PublishTrigger, queue: TaskQueue, statements: Statements) -> None:
    trigger = publish_trigger("webhook")

    def once(topic: str) -> None:
        body = json.dumps({"topic": topic})
        answer = APIClient().post(f"/hooks/{trigger.token}/", body, content_type="application/json")
        assert answer.status_code == 202
        queue.run_all()

    once("looms")
    with statements.at_most(12, calls=5400):
        once("cards")


def test_an_idle_second(alice: User, statements: Statements, monkeypatch: pytest.MonkeyPatch) -> None:
    workflow_create(alice, name="Idle")
    monkeypatch.setattr(sweeper, "EVERY_S", 0)
    thread = sweeper.SweeperThread()

    def once() -> None:
        thread.tick()
        assert schedules_start_due() + polls_claim_due() + start_waiting() == 0
        assert bot_replies_claim_due() + alerts_claim_due() == 0

    once()
    with statements.at_most(9, calls=1860):
        once()


@pytest.mark.parametrize("others", [0, 20])
def test_a_call_over_mcp(alice: User, queue: TaskQueue, statements: Statements, others: int) -> None:
    for number in range(others + 1):
        workflow_create(alice, name=f"Greeting {number}")
    Workflow.objects.update(offered_over_mcp=True)
    name = offered_tools(alice)[0].function.name
    assert call_offered(alice, name, {"topic": "Ada"}).success
    with statements.at_most(36, calls=10760):
        assert call_offered(alice, name, {"topic": "Eve"}).success


def test_a_name_that_is_withdrawn_means_nothing_else(alice: User, queue: TaskQueue) -> None:
    first = workflow_create(alice, name="Greeting")
    Workflow.objects.update(offered_over_mcp=True)
    (tool,) = offered_tools(alice)
    assert call_offered(alice, tool.function.name, {"topic": "Ada"}).success
    Workflow.objects.filter(pk=first.pk).update(offered_over_mcp=False)
    with pytest.raises(NotOfferedError):
        call_offered(alice, tool.function.name, {"topic": "Ada"})
    second = workflow_create(alice, name="Greeting")
    Workflow.objects.filter(pk=second.pk).update(offered_over_mcp=True)
    with pytest.raises(NotOfferedError):
        call_offered(alice, tool.function.name, {"topic": "Ada"})
    (other,) = offered_tools(alice)
    assert call_offered(alice, other.function.name, {"topic": "Eve"}).success
    assert list(Run.objects.order_by("created_at").values_list("workflow", flat=True)) == [first.pk, second.pk]
