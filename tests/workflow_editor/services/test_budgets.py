"""Budgets: reserved before each model call, paused for when they do not suffice, and raised by people."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from agents.core.messages import Message, Usage
from agents.core.prices import Prices
from agents.models import ModelProfile
from agents.providers.base import ModelRequest
from agents.services.providers import provider_create
from tests.doubles.aimock import API_KEY, Aimock
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import node
from tests.factories.run_documents import ask, chain, fan
from tests.factories.workflows import workflow_create
from tests.workflow_editor.services.run_asserts import assert_over, event_types, payload_of, statuses
from workflow_editor.adapters.node.metering import ASSUMED_OUTPUT_TOKENS, Meter, most_of
from workflow_editor.models import NodeRun, Run, Status, Wait
from workflow_editor.nodes.suspension import NodeSuspendedError
from workflow_editor.services.runs.waits.answer import wait_answer

CLOCK = "system:get_current_time"


def wait_of(run: Run) -> Wait:
    return Wait.objects.get(node_run__run=run, answered_at__isnull=True)


def small(key: str, *script: dict[str, Any], **config: Any) -> dict[str, Any]:
    """An AI node with calls that reserve little."""
    return ask(key, *script, maxTokens=10, **config)


def test_a_run_within_its_budget_does_not_pause(start_limited: Any) -> None:
    run = start_limited(chain(small("a"), small("b")), budgetTokens=5_000)
    assert_over(run, "succeeded")


def test_a_call_that_would_pass_the_budget_pauses_the_run_before_it_is_made(start_limited: Any) -> None:
    run = start_limited(chain(ask("writer")), budgetTokens=ASSUMED_OUTPUT_TOKENS)
    assert run.status == Status.WAITING
    reported = payload_of(run, "node_waiting", "writer")
    assert reported["wait"]["kind"] == "budget"
    assert reported["wait"]["over"] == "tokens"
    assert reported["wait"]["needed"]["tokens"] > ASSUMED_OUTPUT_TOKENS
    assert "node_text_appended" not in event_types(run)


def test_a_raised_budget_lets_the_run_go_on(queue: TaskQueue, start_limited: Any, alice: User) -> None:
    run = start_limited(chain(ask("writer")), budgetTokens=10)
    needed = wait_of(run).payload["needed"]["tokens"]
    wait_answer(alice, wait_of(run), decision="raise", values={"budgetTokens": needed})
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.limits == {"budgetTokens": needed}


def test_the_rounds_before_the_pause_are_neither_repeated_nor_forgotten(
    queue: TaskQueue, start_limited: Any, alice: User
) -> None:
    script = ({"text": "one two three", "toolCalls": [{"tool": CLOCK}]}, {"text": "Noon."})
    document = chain(small("writer", *script, enabledTools=[CLOCK]))
    run = start_limited(document, budgetTokens=1)
    first = wait_of(run).payload["needed"]["tokens"]
    wait_answer(alice, wait_of(run), decision="raise", values={"budgetTokens": first})
    queue.run_all()
    second = wait_of(run)
    assert second.payload["needed"]["tokens"] > first
    wait_answer(alice, second, decision="raise", values={"budgetTokens": 100_000})
    queue.run_all()
    assert_over(run, "succeeded")
    assert event_types(run).count("model_call_finished") == 2
    assert event_types(run).count("tool_call_finished") == 1


def test_a_budget_that_is_not_raised_fails_the_run(queue: TaskQueue, start_limited: Any, alice: User) -> None:
    run = start_limited(chain(ask("writer")), budgetTokens=10)
    wait_answer(alice, wait_of(run), decision="fail")
    queue.run_all()
    assert_over(run, "failed")
    assert run.error is not None
    assert run.error["code"] == "budget_reached"


def test_one_decision_holds_for_all_nodes_that_paused(queue: TaskQueue, start_limited: Any, alice: User) -> None:
    run = start_limited(fan(ask("a"), ask("b"), ask("c")), budgetTokens=10)
    assert [statuses(run)[key] for key in "abc"] == ["waiting"] * 3
    first = Wait.objects.filter(node_run__run=run).earliest("id")
    wait_answer(alice, first, decision="raise", values={"budgetTokens": 1_000_000})
    queue.run_all()
    assert_over(run, "succeeded")


def test_nodes_side_by_side_cannot_pass_the_budget_together(queue: TaskQueue, start_limited: Any) -> None:
    run = start_limited(chain(node("pause", "delay", {"seconds": 60})), budgetTokens=1_500)
    rows = [
        NodeRun.objects.create(run=run, node_key=key, status=Status.RUNNING, queued_at=run.created_at) for key in "ab"
    ]
    meters = [Meter(run, row.pk, Usage) for row in rows]
    meters[0].reserve("m", Usage(0, 1_000))
    with pytest.raises(NodeSuspendedError) as parked:
        meters[1].reserve("m", Usage(0, 1_000))
    assert parked.value.wait.about.to_json()["used"]["tokens"] == 1_000
    NodeRun.objects.filter(pk=rows[0].pk).update(status=Status.SUCCEEDED)
    meters[1].reserve("m", Usage(0, 1_000))


def test_the_budget_of_a_run_covers_its_child_runs(queue: TaskQueue, start_limited: Any, alice: User) -> None:
    inner = workflow_create(alice, document=chain(ask("writer")))
    run = start_limited(chain(node("sub", "sub_workflow", {"workflow": str(inner.pk)})), budgetTokens=10)
    child = Run.objects.get(workflow=inner)
    wait = wait_of(child)
    assert wait.payload["run_id"] == str(run.pk)
    wait_answer(alice, wait, decision="raise", values={"budgetTokens": 10_000})
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.limits == {"budgetTokens": 10_000}
    child.refresh_from_db()
    assert run.usage == child.usage


def test_money_is_counted_with_the_prices_of_the_model_profiles(
    queue: TaskQueue, start_limited: Any, alice: User, aimock: Aimock
) -> None:
    ModelProfile.objects.create(model_pattern="gpt-*", capabilities={"input_price": 2.0, "output_price": 1_000_000})
    provider = provider_create(
        name="API", preset="custom-openai", base_url=aimock.openai_url, api_key=API_KEY, default_model="gpt-4o"
    )
    aimock.reply({"content": "Done."})
    config = {"provider": str(provider.pk), "userPrompt": "Go", "maxTokens": 10}
    run = start_limited(chain(node("writer", "process", config)), budgetMoney=5.0)
    reported = wait_of(run).payload
    assert reported["over"] == "money"
    assert 10 <= reported["needed"]["money"] < 11
    assert not aimock.requests()
    wait_answer(alice, wait_of(run), decision="raise", values={"budgetMoney": 11})
    queue.run_all()
    assert_over(run, "succeeded")
    assert run.usage["cost"] >= run.usage["output_tokens"] > 0
    assert NodeRun.objects.get(run=run, node_key="writer").usage == run.usage


def test_a_reservation_is_at_least_what_a_call_takes() -> None:
    request = ModelRequest("m", (Message("user", "发布一篇关于茶的文章"),), max_tokens=50)
    assert most_of(request) == Usage(10, 50)
    assert most_of(ModelRequest("m", (Message("user", "word " * 60),))).tokens == 100 + ASSUMED_OUTPUT_TOKENS


def test_prices_turn_tokens_into_money() -> None:
    priced = Prices(input=2.0, output=8.0).priced(Usage(1_000, 500))
    assert priced.cost == 0.006
    assert (priced + priced).cost == 0.012
    assert priced.to_json() == {"input_tokens": 1_000, "output_tokens": 500, "cost": 0.006}
    assert Prices().priced(Usage(5, 5)).to_json() == {"input_tokens": 5, "output_tokens": 5}
