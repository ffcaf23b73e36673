"""Limits of `workflow_management`: the rights of the person behind the call, and no circles."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import greeting_document
from tests.factories.run_documents import ask, chain, failing
from tests.factories.workflows import workflow_create
from tools.core.definitions import CallContext
from tools.core.errors import ToolArgumentsError, ToolDeniedError, ToolError, ToolNothingFoundError
from tools.core.registered.workflows import workflow_service
from tools.selectors.policies import caller_of
from workflow_editor.models import Run, Workflow
from workflow_editor.services.workflow_service import MAX_DEPTH, CallersWorkflows

WORKFLOWS = CallersWorkflows()


def context(user: User, *, run: str | None = None, key: str | None = None) -> CallContext:
    return CallContext(caller_of(user), run_id=run, idempotency_key=key)


@pytest.fixture
def tea(alice: User, bob: User, admin: User, queue: TaskQueue) -> Workflow:
    return workflow_create(alice, name="Tea", editors=(bob,), viewers=(admin,))


def test_the_app_registers_its_workflow_service() -> None:
    assert isinstance(workflow_service.get(), CallersWorkflows)


def test_everybody_finds_their_own(alice: User, bob: User, charlie: User, tea: Workflow) -> None:
    (row,) = WORKFLOWS.find("te", 10, context(alice))
    assert (row["id"], row["name"], row["role"]) == (str(tea.pk), "Tea", "owner")
    assert [found["role"] for found in WORKFLOWS.find("", 10, context(bob))] == ["editor"]
    assert WORKFLOWS.find("", 10, context(charlie)) == []


def test_reading_shows_inputs_and_no_secrets(alice: User, tea: Workflow) -> None:
    webhook = "https://open.feishu.cn/open-apis/bot/v2/hook/planted-secret-1"
    bot = {"id": "t", "type": "notification-feishu", "name": "Bot", "enabled": True, "config": {"webhookUrl": webhook}}
    secretive = workflow_create(alice, name="Bot", document=chain(ask("a", tools=[bot])))
    assert "planted-secret-1" not in str(WORKFLOWS.read(str(secretive.pk), context(alice)))
    found = WORKFLOWS.read(str(tea.pk), context(alice))
    assert (found["name"], list(found["inputs"]["properties"])) == ("Tea", ["topic"])
    assert found["document"]["nodes"]


def test_strangers_find_nothing_and_viewers_may_not_run(charlie: User, admin: User, tea: Workflow) -> None:
    acts: list[Callable[[], object]] = [
        lambda: WORKFLOWS.read(str(tea.pk), context(charlie)),
        lambda: WORKFLOWS.run(str(tea.pk), {}, 0, context(charlie)),
        lambda: WORKFLOWS.run(str(uuid4()), {}, 0, context(charlie)),
        lambda: WORKFLOWS.run_status(str(uuid4()), context(charlie)),
    ]
    for act in acts:
        with pytest.raises(ToolNothingFoundError):
            act()
    assert WORKFLOWS.read(str(tea.pk), context(admin))["name"] == "Tea"
    with pytest.raises(ToolDeniedError):
        WORKFLOWS.run(str(tea.pk), {"topic": "x"}, 0, context(admin))
    with pytest.raises(ToolDeniedError):
        WORKFLOWS.find("", 10, CallContext(caller_of(User())))


def test_a_new_workflow_belongs_to_the_caller(charlie: User, tea: Workflow) -> None:
    made = WORKFLOWS.create("Mine", "what it does", greeting_document(), context(charlie))
    assert Workflow.objects.get(pk=made["id"]).owner == charlie
    assert WORKFLOWS.create("Bare", "", None, context(charlie))["role"] == "owner"
    with pytest.raises(ToolArgumentsError):
        WORKFLOWS.create("Broken", "", {"nodes": [{"key": "x"}], "edges": []}, context(charlie))


def test_a_run_is_waited_for_and_attempts_share_it(alice: User, tea: Workflow, queue: TaskQueue) -> None:
    first = WORKFLOWS.run(str(tea.pk), {"topic": "tea"}, 0, context(alice, key="k"))
    queue.run_all()
    again = WORKFLOWS.run(str(tea.pk), {"topic": "tea"}, 1, context(alice, key="k"))
    assert (again["runId"], again["status"]) == (first["runId"], "succeeded")
    assert again["output"]
    assert WORKFLOWS.run_status(again["runId"], context(alice)) == again
    assert Run.objects.get().trigger == "tool"


def test_a_run_that_fails_reports_why(alice: User, queue: TaskQueue) -> None:
    broken = workflow_create(alice, name="Broken", document=chain(failing("x")))
    run = WORKFLOWS.run(str(broken.pk), {}, 0, context(alice))
    queue.run_all()
    state = WORKFLOWS.run_status(run["runId"], context(alice))
    assert (state["status"], bool(state["error"])) == ("failed", True)


def test_inputs_that_do_not_fit_are_refused(alice: User, tea: Workflow) -> None:
    with pytest.raises(ToolError):
        WORKFLOWS.run(str(tea.pk), {"unknown": 1}, 0, context(alice))


def test_a_workflow_cannot_start_itself_by_way_of_others(alice: User, tea: Workflow, queue: TaskQueue) -> None:
    other = workflow_create(alice, name="Other")
    first = WORKFLOWS.run(str(tea.pk), {"topic": "x"}, 0, context(alice, key="a"))
    with pytest.raises(ToolDeniedError, match="cycle"):
        WORKFLOWS.run(str(tea.pk), {"topic": "x"}, 0, context(alice, run=first["runId"], key="b"))
    second = WORKFLOWS.run(str(other.pk), {"topic": "x"}, 0, context(alice, run=first["runId"], key="c"))
    with pytest.raises(ToolDeniedError, match="cycle"):
        WORKFLOWS.run(str(tea.pk), {"topic": "x"}, 0, context(alice, run=second["runId"], key="d"))


def test_runs_of_ever_new_workflows_end_at_a_depth(alice: User, tea: Workflow, queue: TaskQueue) -> None:
    above: str | None = None
    for number in range(MAX_DEPTH + 1):
        fresh = WORKFLOWS.create(f"Copy {number}", "", greeting_document(), context(alice))
        above = WORKFLOWS.run(fresh["id"], {"topic": "x"}, 0, context(alice, run=above, key=f"k{number}"))["runId"]
    fresh = WORKFLOWS.create("One too many", "", greeting_document(), context(alice))
    with pytest.raises(ToolDeniedError, match="deep"):
        WORKFLOWS.run(fresh["id"], {"topic": "x"}, 0, context(alice, run=above, key="last"))
