"""Daily spending limit of a person: open answers count, and no call that might exceed it is made."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from agents.core.messages import Usage
from agents.models import ModelProfile
from agents.services.providers import provider_create
from tests.doubles.aimock import API_KEY, Aimock
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import node
from tests.factories.run_documents import chain
from tests.factories.runs import node_run_create, run_create
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services.run_asserts import assert_over
from workflow_editor.adapters.node.metering import Meter
from workflow_editor.errors import LimitError, NodeError
from workflow_editor.models import NodeRun, Run, Status, Workflow
from workflow_editor.services.limits.people import run_caps_check


@pytest.fixture(autouse=True)
def _cap(settings: Any) -> None:
    settings.MAX_MONEY_PER_DAY = 10


def at_work(workflow: Workflow, user: User, **run: Any) -> Meter:
    """Return the meter of a node that is at work in a run of its own."""
    row = run_create(workflow, user=user, status=Status.RUNNING, **run)
    return Meter(row, node_run_create(row, "writer", status=Status.RUNNING).pk, Usage)


def costing(money: float) -> Usage:
    return Usage(0, 0, money)


def test_an_open_answer_leaves_no_capacity_for_a_new_run(alice: User, workflow: Workflow) -> None:
    meter = at_work(workflow, alice)
    run_caps_check(alice.pk)
    meter.reserve("m", costing(10))
    with pytest.raises(LimitError) as refused:
        run_caps_check(alice.pk)
    assert refused.value.details["cap"] == "money_per_day"


def test_answers_of_several_runs_cannot_pass_the_cap_together(alice: User, bob: User, workflow: Workflow) -> None:
    first, second, theirs = (at_work(workflow, user) for user in (alice, alice, bob))
    first.reserve("m", costing(6))
    with pytest.raises(NodeError) as refused:
        second.reserve("m", costing(6))
    assert (refused.value.code, refused.value.retryable) == ("cap_reached", False)
    second.reserve("m", costing(4))
    theirs.reserve("m", costing(6))


def test_what_runs_have_cost_counts_with_what_is_open(alice: User, workflow: Workflow) -> None:
    run_create(workflow, user=alice, status=Status.SUCCEEDED, usage={"cost": 7.0})
    meter = at_work(workflow, alice)
    with pytest.raises(NodeError):
        meter.reserve("m", costing(3.5))
    meter.reserve("m", costing(3))
    NodeRun.objects.update(status=Status.SUCCEEDED)
    run_caps_check(alice.pk)


def test_a_child_run_spends_the_money_of_whoever_began_the_outermost(
    alice: User, bob: User, workflow: Workflow
) -> None:
    outer = run_create(workflow, user=alice, status=Status.RUNNING)
    calling = node_run_create(outer, "sub", status=Status.WAITING)
    meter = at_work(workflow, bob, parent_node_run=calling)
    meter.reserve("m", costing(9))
    with pytest.raises(NodeError):
        at_work(workflow, alice).reserve("m", costing(2))
    at_work(workflow, bob).reserve("m", costing(2))


def test_a_replay_pays_nothing(alice: User, workflow: Workflow) -> None:
    at_work(workflow, alice, trigger=Run.REPLAY).reserve("m", costing(99))
    run_caps_check(alice.pk)


def test_zero_sets_no_cap(alice: User, workflow: Workflow, settings: Any) -> None:
    settings.MAX_MONEY_PER_DAY = 0
    at_work(workflow, alice).reserve("m", costing(99))


def test_a_run_that_might_pass_it_fails_before_the_call_is_made(
    queue: TaskQueue, alice: User, aimock: Aimock, start_limited: Any
) -> None:
    ModelProfile.objects.create(model_pattern="gpt-*", capabilities={"input_price": 2.0, "output_price": 1_000_000})
    provider = provider_create(
        name="API", preset="custom-openai", base_url=aimock.openai_url, api_key=API_KEY, default_model="gpt-4o"
    )
    config = {"provider": str(provider.pk), "userPrompt": "Go", "maxTokens": 10}
    inner = workflow_create(alice, document=chain(node("writer", "process", config)))
    run = start_limited(chain(node("sub", "sub_workflow", {"workflow": str(inner.pk)})))
    assert_over(run, "failed")
    assert Run.objects.get(workflow=inner).error["code"] == "cap_reached"  # type: ignore[index]  # it failed
    assert not aimock.requests()
