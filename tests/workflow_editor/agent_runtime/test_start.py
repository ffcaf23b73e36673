"""Runs of agents: on the hidden workflow, or on the one that thinks for the agent."""

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from agents.services.agents import agent_delete, agent_read, agent_update
from tests.doubles.task_queue import TaskQueue
from tests.factories.agents import agent_create
from tests.factories.documents import edge, node
from tests.factories.run_documents import graph
from tests.factories.workflows import workflow_create
from workflow_editor.agent_runtime.start import agent_run_start
from workflow_editor.errors import NotFoundError
from workflow_editor.models import Run, Workflow

pytestmark = pytest.mark.django_db


def test_a_turn_is_a_run_whose_output_holds_the_answer(alice: User, queue: TaskQueue) -> None:
    run = agent_run_start(agent_create(alice), alice, message="Tea, please")
    queue.run_all()
    run.refresh_from_db()
    assert (run.trigger, run.status) == ("chat", "succeeded")
    assert run.output == {"answer": "At your service", "finish_reason": "stop", "pending_calls": None}


def test_runs_of_one_profile_share_a_version_and_a_changed_profile_has_its_own(alice: User, queue: TaskQueue) -> None:
    agent = agent_create(alice)
    first, second = (agent_run_start(agent, alice, message="Hello") for _ in range(2))
    changed = agent_read({**agent.document, "prompts": {"system": "Be brief."}})
    agent = agent_update(agent, document=changed, revision=agent.revision)
    third = agent_run_start(agent, alice, message="Hello")
    assert first.version_id == second.version_id != third.version_id
    assert first.workflow_id == third.workflow_id


def test_the_hidden_workflow_takes_name_and_limits_from_the_profile(alice: User, queue: TaskQueue) -> None:
    agent = agent_create(alice, name="House", limits={"budget_tokens": 900, "run_timeout_s": 60})
    run = agent_run_start(agent, alice, message="Hello")
    assert run.workflow.slug == "agent-house"
    assert (run.workflow.name, run.workflow.settings) == ("House", {"budgetTokens": 900, "deadlineS": 60})


def test_the_hidden_workflow_finds_a_short_name_when_another_workflow_has_its_own(
    alice: User, queue: TaskQueue
) -> None:
    Workflow.objects.create(name="Taken", slug="agent-house", owner=alice)
    run = agent_run_start(agent_create(alice, name="House"), alice, message="Hello")
    assert run.workflow.slug.startswith("agent-house-")


def test_the_hidden_workflow_is_in_no_list_and_cannot_be_changed(
    alice: User, alice_api: APIClient, queue: TaskQueue
) -> None:
    run = agent_run_start(agent_create(alice), alice, message="Hello")
    assert alice_api.get("/api/workflows/").json()["results"] == []
    address = f"/api/workflows/{run.workflow_id}/"
    assert alice_api.get(address).status_code == 404
    assert alice_api.patch(f"{address}graph/", {"revision": 0, "operations": []}).status_code == 403
    assert alice_api.get(f"/api/runs/{run.pk}/").status_code == 200


def test_a_workflow_may_think_for_the_agent(alice: User, queue: TaskQueue) -> None:
    ends = [{"name": "answer", "value": "{{ inputs.agent.name }} heard {{ inputs.message }}"}]
    fields = [{"name": name, "type": type_} for name, type_ in (("message", "text"), ("agent", "json"))]
    nodes = [node("start", "start", {"fields": fields}), node("end", "end", {"outputs": ends})]
    thinker = workflow_create(alice, document=graph(nodes, [edge("start", "end")]))
    agent = agent_create(alice, core_deliberation_workflow_id=thinker.slug)
    run = agent_run_start(agent, alice, message="tea")
    assert (run.workflow_id, run.output) == (thinker.pk, {"answer": "Butler heard tea"})


def test_a_workflow_that_thinks_for_the_agent_but_is_gone_is_reported(alice: User, queue: TaskQueue) -> None:
    with pytest.raises(NotFoundError):
        agent_run_start(agent_create(alice, core_deliberation_workflow_id="gone"), alice, message="tea")


def test_an_empty_message_fails_the_run_with_a_reason(alice: User, queue: TaskQueue) -> None:
    run = agent_run_start(agent_create(alice), alice, message="")
    queue.run_all()
    run.refresh_from_db()
    assert run.error is not None
    assert run.error["code"] == "prompt_missing"


def test_a_turn_may_follow_earlier_messages(alice: User, queue: TaskQueue) -> None:
    history = [{"role": "user", "content": "My name is Tea"}, {"role": "assistant", "content": "Hello Tea"}]
    run = agent_run_start(agent_create(alice, script=[]), alice, message="Who am I?", history=history)
    queue.run_all()
    run.refresh_from_db()
    assert run.status == "succeeded"


def test_an_agent_goes_with_its_runs(alice: User, queue: TaskQueue) -> None:
    agent = agent_create(alice)
    agent_run_start(agent, alice, message="Hello")
    queue.run_all()
    agent_delete(agent)
    assert not Run.objects.exists()
    assert not Workflow.objects.exists()
