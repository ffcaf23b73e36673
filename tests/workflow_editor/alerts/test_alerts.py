"""Messages about failures: when they are sent, what they hold, and what happens when they cannot be sent."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from rest_framework.test import APIClient

from tests.conftest import client_of
from tests.doubles.bots import FEISHU_URL, HOSTS, Bots
from tests.doubles.http_server import LoopbackServer, StandInTransport, clients_over, serving
from tests.doubles.mail_server import MailServer
from tests.doubles.task_queue import TaskQueue
from tests.factories.runs import run_create
from tests.workflow_editor.alerts.conftest import Receiver, RunOnce
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from tools.adapters import gateway_factory
from tools.models import ToolInvocation
from tools.services.tool_configs import tool_config_create
from workflow_editor.models import Alert, AlertRule, Run, Status, Workflow, WorkflowMember
from workflow_editor.services.alerts.record import alert_rules, alerts_store
from workflow_editor.services.alerts.send import alerts_claim_due


def rule(api: APIClient, workflow: Workflow | None, channel: str, target: str, **fields: Any) -> Any:
    address = "/api/alert-rules/" if workflow is None else f"/api/workflows/{workflow.pk}/alert-rules/"
    answer = api.post(address, {"channel": channel, "target": target, **fields})
    assert answer.status_code == 201, answer.content
    return answer.json()


FAIL, WELL = "fail", "well"
FIRST, THIRD, RECOVERED = ("run.failed", 1), ("run.failed", 3), ("run.recovered", 0)


@pytest.mark.parametrize(
    ("fields", "outcomes", "sent"),
    [
        ({}, [WELL, WELL], []),
        ({}, [FAIL, FAIL, FAIL], [FIRST]),
        ({}, [FAIL, WELL, WELL, FAIL], [FIRST, RECOVERED, FIRST]),
        ({"every": 3}, [FAIL] * 4, [FIRST, THIRD]),
        ({"on_recovery": False}, [FAIL, WELL, FAIL], [FIRST, FIRST]),
        ({"is_enabled": False}, [FAIL, WELL], []),
    ],
)
def test_the_first_failure_every_nth_and_the_recovery_are_sent_once(
    alice_api: APIClient,
    fragile: Workflow,
    hook: LoopbackServer,
    receiver: Receiver,
    run_once: RunOnce,
    fields: dict[str, Any],
    outcomes: list[str],
    sent: list[tuple[str, int]],
) -> None:
    rule(alice_api, fragile, "webhook", f"{hook.url}/hook", **fields)
    for outcome in outcomes:
        run_once(outcome)
    assert receiver.events == sent
    assert len(set(receiver.keys)) == len(sent)


@pytest.mark.parametrize("trigger", ["manual", "chat", Run.REPLAY])
def test_runs_that_a_person_watches_are_not_reported(
    alice_api: APIClient,
    fragile: Workflow,
    hook: LoopbackServer,
    receiver: Receiver,
    run_once: RunOnce,
    trigger: str,
) -> None:
    rule(alice_api, fragile, "webhook", hook.url)
    run_once(FAIL, trigger)
    run_once(FAIL, mode="test")
    assert receiver.events == []


def test_a_rule_for_all_hears_of_every_workflow(
    admin_api: APIClient, fragile: Workflow, hook: LoopbackServer, receiver: Receiver, run_once: RunOnce
) -> None:
    rule(admin_api, None, "webhook", hook.url)
    run_once(FAIL)
    run = Run.objects.get()
    [body] = receiver.bodies
    assert body["workflow"] == {"id": str(fragile.pk), "name": "Fragile"}
    assert body["run"] == {"id": str(run.pk), "url": f"http://testserver/runs/{run.pk}?node=tear"}
    assert (body["trigger"], body["error"]["node"]) == ("api", "tear")
    assert "torn" in body["error"]["message"]


@pytest.mark.parametrize(
    ("language", "subject", "line"),
    [("en", "“Fragile” failed", "Started by: api"), ("zh-Hans", "“Fragile”运行失败", "触发方式：api")],
)
def test_a_mail_is_in_the_language_of_whoever_wants_it(
    alice_api: APIClient, fragile: Workflow, mail: MailServer, run_once: RunOnce, language: str, subject: str, line: str
) -> None:
    alice_api.credentials(HTTP_ACCEPT_LANGUAGE=language)
    rule(alice_api, fragile, "mail", "ops@example.com")
    run_once(FAIL)
    letter = mail.next()
    assert (letter["To"], letter["Subject"].strip()) == ("ops@example.com", subject)
    content = letter.get_content()
    assert line in content
    assert f"http://testserver/runs/{Run.objects.get().pk}?node=tear" in content


def test_a_bot_is_called_through_the_gateway(
    alice: User, alice_api: APIClient, fragile: Workflow, run_once: RunOnce, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = Bots(timezone.now())
    config = {"webhookUrl": FEISHU_URL, "messageType": "text"}
    bot = tool_config_create(owner=alice, type="notification-feishu", name="Ops", config=config)
    with serving(bots) as server:
        transport = StandInTransport(dict.fromkeys(HOSTS, server.url))
        monkeypatch.setattr(gateway_factory, "outbound_client", clients_over(transport))
        gateway_factory.gateway.cache_clear()
        rule(alice_api, fragile, "tool", str(bot.tool_id))
        run_once(FAIL)
        gateway_factory.gateway.cache_clear()
        transport.close()
    [message] = bots.delivered
    assert "“Fragile” failed" in message["content"]["text"]
    call = ToolInvocation.objects.get(stage=ToolInvocation.Stage.CALL)
    assert (call.user, str(call.run_id), call.success) == (alice, str(Run.objects.get().pk), True)


def test_what_cannot_be_sent_is_tried_again_and_shown_and_starts_nothing(
    alice_api: APIClient,
    fragile: Workflow,
    hook: LoopbackServer,
    receiver: Receiver,
    run_once: RunOnce,
    queue: TaskQueue,
) -> None:
    made = rule(alice_api, fragile, "webhook", hook.url)
    receiver.status = 503
    run_once(FAIL)
    for _ in range(4):
        Alert.objects.filter(next_at__isnull=False).update(next_at=F("next_at") - timedelta(hours=1))
        alerts_claim_due()
        queue.run_all()
    assert receiver.events == [FIRST] * 3
    assert len(set(receiver.keys)) == 1
    [shown] = alice_api.get(f"/api/workflows/{fragile.pk}/alert-rules/").json()
    assert (shown["id"], shown["sent_at"]) == (made["id"], None)
    assert shown["problem"] == "The webhook answered with status 503. Check its URL."
    assert Run.objects.count() == 1


def test_a_worker_that_is_killed_leaves_its_message_to_another(
    alice_api: APIClient,
    fragile: Workflow,
    hook: LoopbackServer,
    receiver: Receiver,
    run_once: RunOnce,
    queue: TaskQueue,
) -> None:
    rule(alice_api, fragile, "webhook", hook.url)
    run_once(WELL)
    alert_tasks: list[Any] = []
    run_start_only(run_once, queue, alert_tasks)
    assert alerts_claim_due() == 0
    Alert.objects.update(next_at=F("next_at") - timedelta(hours=1))
    assert alerts_claim_due() == 1
    # The task of the first claim arrives late, twice.
    queue.sent.extend(alert_tasks * 2)
    queue.run_all()
    assert receiver.events == [FIRST]


def run_start_only(run_once: RunOnce, queue: TaskQueue, lost: list[Any]) -> None:
    """Run, and lose the task that would send the message."""
    sent = queue.send_task

    def lose(name: str, args: tuple[Any, ...] = (), countdown: float | None = None) -> None:
        if name.endswith("send_alert"):
            lost.append((name, tuple(args)))
        else:
            sent(name, args, countdown)

    with patch.object(queue, "send_task", lose):
        run_once(FAIL)


KEY = "sk-live-4f9a0c1b2d3e4f5a6b7c8d9e0f1a2b3c"


def start_run_with_secret(workflow: Workflow, queue: TaskQueue) -> None:
    error = {"code": "x", "message": f"The service refused {KEY}.", "translations": {}, "details": {}}
    run = run_create(workflow, status=Status.FAILED, trigger="api", error=error)
    with transaction.atomic():
        alerts_store(run, alert_rules(run))
    alerts_claim_due()
    queue.run_all()


def test_secrets_are_in_no_message_and_no_answer(
    alice_api: APIClient, fragile: Workflow, hook: LoopbackServer, receiver: Receiver, queue: TaskQueue
) -> None:
    made = rule(alice_api, fragile, "webhook", f"{hook.url}/T0/xoxb-secret-path")
    assert (made["address"], "xoxb" in str(made)) == (hook.url, False)
    assert "xoxb" not in str(AlertRule.objects.values().get())
    start_run_with_secret(fragile, queue)
    assert receiver.events == [FIRST]
    assert KEY not in str(receiver.bodies)


def test_whoever_lost_the_workflow_sends_nothing_more(
    bob: User, alice: User, fragile: Workflow, hook: LoopbackServer, receiver: Receiver, run_once: RunOnce
) -> None:
    WorkflowMember.objects.filter(user=bob).update(role="editor")
    rule(client_of(bob), fragile, "webhook", hook.url)
    WorkflowMember.objects.filter(user=bob).delete()
    run_once(FAIL)
    assert receiver.events == []
    assert AlertRule.objects.filter(problem__code="alert_without_account").exists()


@pytest.mark.parametrize(
    ("channel", "target", "code"),
    [
        ("tool", "tool:0b0f1d1e-8f8b-4c55-9f2b-111111111111", "no_notification_tool"),
        ("tool", "system:get_current_time", "no_notification_tool"),
        ("mail", "nobody", "mail_not_set_up"),
        ("webhook", "ftp://x.example", "invalid_url"),
        ("webhook", "http://", "invalid_url"),
    ],
)
def test_only_what_can_be_sent_to_is_taken(
    alice_api: APIClient, fragile: Workflow, channel: str, target: str, code: str
) -> None:
    answer = alice_api.post(f"/api/workflows/{fragile.pk}/alert-rules/", {"channel": channel, "target": target})
    problem = assert_problem(answer, 400, "invalid_input")
    assert (pointers(problem), problem["errors"][0]["code"]) == (["/target"], code)


def test_only_editors_set_them_and_administrators_for_all(
    alice_api: APIClient, bob_api: APIClient, charlie_api: APIClient, fragile: Workflow, hook: LoopbackServer
) -> None:
    made = rule(alice_api, fragile, "webhook", hook.url)
    address = f"/api/workflows/{fragile.pk}/alert-rules/"
    assert [api.get(address).status_code for api in (alice_api, bob_api, charlie_api)] == [200, 403, 404]
    assert alice_api.get("/api/alert-rules/").status_code == 403
    one = f"/api/alert-rules/{made['id']}/"
    assert [api.patch(one, {"every": 5}).status_code for api in (charlie_api, bob_api, alice_api)] == [404, 403, 200]
    assert alice_api.post(f"{one}test/").status_code == 204
    assert alice_api.delete(one).status_code == 204
    assert alice_api.get(address).json() == []
