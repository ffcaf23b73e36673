"""Ways to a run of a shared workflow, each as bob, a program or a stranger has it."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from agents.models import AgentProfile
from tests.conftest import client_of
from tests.factories.agents import agent_create
from tests.factories.documents import node
from tests.workflow_editor.access.shared_workflow import BOT_SECRETS, Shared
from workflow_editor.errors import ForbiddenError
from workflow_editor.mcp.offered_tools import NotOfferedError, call_offered, offered_tools
from workflow_editor.mcp.request_token import token_of
from workflow_editor.models import Run, Status, Trigger, TriggerDelivery, Workflow
from workflow_editor.periodic.sweeper import SweeperThread
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.tokens import token_create
from workflow_editor.services.triggers.deliver import deliver, start_waiting
from workflow_editor.services.triggers.due import schedules_start_due
from workflow_editor.services.triggers.polls import polls_claim_due

Use = Callable[[], object]
SESSION, TOKEN, LINK, PERSON = "session", "token", "link", "person"


def by_hand(shared: Shared) -> Use:
    return lambda: shared.session.post(f"{shared.address}runs/", {"inputs": {}})


def by_token(shared: Shared) -> Use:
    api = shared.token()
    return lambda: api.post(f"{shared.address}runs/", {"inputs": {}})


def by_limited_token(shared: Shared) -> Use:
    api = shared.token(workflow=shared.workflow)
    return lambda: api.post(f"{shared.address}runs/", {"inputs": {}})


def one_node(shared: Shared) -> Use:
    return lambda: shared.session.post(f"{shared.address}nodes/model/debug/", {"inputs": {}, "run_inputs": {}})


def fork(shared: Shared) -> Use:
    run = shared.finished()
    return lambda: shared.session.post(f"/api/runs/{run.pk}/fork/", {"from_node": "model"})


def retry(shared: Shared) -> Use:
    run = shared.finished()
    Run.objects.filter(pk=run.pk).update(status=Status.FAILED)
    return lambda: shared.session.post(f"/api/runs/{run.pk}/retry/", {})


def old_conversation(shared: Shared) -> Use:
    turns = shared.conversation()
    return lambda: shared.session.post(turns, {"message": "Hello"})


def draft_conversation(shared: Shared) -> Use:
    turns = shared.conversation(is_test=True)
    return lambda: shared.session.post(turns, {"message": "Hello"})


def asked_again(shared: Shared) -> Use:
    turns = shared.conversation()
    turn = shared.session.post(turns, {"message": "Hello"}).json()
    shared.queue.run_all()
    return lambda: shared.session.post(turns, {"again": turn["id"]})


def link(shared: Shared) -> Use:
    given = shared.session.post(f"{shared.address}triggers/chat/shares/", {"right": "chat"}).json()
    visitor, path = APIClient(), f"/api/shared/{given['token']}/conversations/"
    talk = visitor.post(path).json()
    return lambda: visitor.post(f"{path}{talk['id']}/", {"message": "Hello"})


def as_a_model(shared: Shared) -> Use:
    api = shared.token(scopes=["chat"])
    body = {"model": f"workflow:{shared.workflow.slug}", "messages": [{"role": "user", "content": "Hello"}]}
    return lambda: api.post("/v1/chat/completions", {**body, "stream": True})


def webhook(shared: Shared) -> Use:
    return lambda: Client().post(f"/hooks/{shared.trigger('hook').token}/", b"{}", "application/json")


def form(shared: Shared) -> Use:
    path = f"/api/forms/{shared.trigger('page').token}/submissions/"
    return lambda: APIClient().post(path, {"key": "k" * 22, "values": {}})


def schedule(shared: Shared) -> Use:
    def pass_time() -> None:
        Trigger.objects.filter(node_key="clock").update(
            next_at=timezone.now(), position=(timezone.now() - timedelta(days=2)).isoformat()
        )
        schedules_start_due()

    return pass_time


def schedule_now(shared: Shared) -> Use:
    return lambda: shared.session.post(f"{shared.address}triggers/clock/start/")


def schedule_now_by_another(shared: Shared) -> Use:
    """The owner presses, but the run would be in the name of who published."""
    return lambda: client_of(shared.alice).post(f"{shared.address}triggers/clock/start/")


def end_of_a_run(shared: Shared) -> Use:
    def end() -> None:
        run_start(shared.others, shared.alice, inputs={})
        shared.queue.run_all()
        start_waiting()

    return end


def what_waited(shared: Shared) -> Use:
    run_start(shared.others, shared.alice, inputs={})
    shared.queue.run_all()
    return start_waiting


def poll(shared: Shared) -> Use:
    def look() -> None:
        Trigger.objects.filter(node_key="list").update(next_at=timezone.now())
        polls_claim_due()
        shared.queue.run_all()
        start_waiting()

    # The first look only remembers what there is.
    look()
    return look


def delivered_again(shared: Shared) -> Use:
    webhook(shared)()
    delivery = shared.trigger("hook").deliveries.latest("id")
    return lambda: shared.session.post(f"/api/deliveries/{delivery.pk}/runs/", {})


def evaluation(shared: Shared) -> Use:
    case = {"name": "one", "inputs": {}, "expected": "Hi", "scorer": {"kind": "equals", "path": "$.result"}}
    cases = [{**case, "name": f"case {number}"} for number in range(12)]
    made = shared.session.post(f"{shared.address}evaluations/", {"name": "All", "cases": cases}).json()
    begun = shared.session.post(f"/api/evaluations/{made['id']}/rounds/", {"versions": [shared.version.number]})
    assert begun.status_code == 201, begun.content

    def go_on() -> None:
        for _ in range(5):
            shared.queue.run_all()
            SweeperThread().tick()

    return go_on


def judged(shared: Shared) -> Use:
    """The run is over, and a model is to be asked how good it was."""
    scorer = {"kind": "judge", "provider": "offline", "model": "offline-1", "instruction": "Be strict."}
    case = {"name": "one", "inputs": {}, "expected": "Hi", "scorer": scorer}
    made = shared.session.post(f"{shared.address}evaluations/", {"name": "Judged", "cases": [case]}).json()
    begun = shared.session.post(f"/api/evaluations/{made['id']}/rounds/", {"versions": [shared.version.number]})
    assert begun.status_code == 201, begun.content
    shared.queue.run_all()
    return lambda: SweeperThread().tick()


def sub_workflow(shared: Shared) -> Use:
    outer = shared.around("Outer", node("sub", "sub_workflow", {"workflow": str(shared.workflow.pk), "inputs": []}))
    return lambda: shared.session.post(f"/api/workflows/{outer.pk}/runs/", {"inputs": {}})


def sub_workflow_of_a_queued_run(shared: Shared) -> Use:
    outer = shared.around("Queued", node("sub", "sub_workflow", {"workflow": str(shared.workflow.pk), "inputs": []}))
    Workflow.objects.filter(pk=outer.pk).update(settings={"maxConcurrentRuns": 1})
    shared.session.post(f"/api/workflows/{outer.pk}/runs/", {"inputs": {}})
    return shared.queue.run_all


def _agent(shared: Shared) -> AgentProfile:
    script: list[dict[str, Any]] = [{"toolCalls": [{"tool": shared.workflow.name, "arguments": {}}]}, {"text": "Done"}]
    tool = f"workflow:{shared.workflow.slug}"
    return agent_create(shared.bob, name="Caller", script=script, tool_ids_inventory=[tool])


def agents_tool(shared: Shared) -> Use:
    talk = shared.session.post(f"/api/agents/{_agent(shared).pk}/conversations/").json()
    return lambda: shared.session.post(f"/api/conversations/{talk['id']}/turns/", {"message": "Hello"})


def tool_of_an_agent_as_a_model(shared: Shared) -> Use:
    api, agent = shared.token(scopes=["chat"]), _agent(shared)
    body = {"model": agent.slug, "messages": [{"role": "user", "content": "Hello"}]}
    return lambda: api.post("/v1/chat/completions", {**body, "stream": True})


def over_mcp(shared: Shared) -> Use:
    Workflow.objects.filter(pk=shared.workflow.pk).update(offered_over_mcp=True)
    (tool,) = [one for one in offered_tools(shared.bob) if one.title == shared.workflow.name]
    token, raw = token_create(shared.bob, name="t", scopes=["mcp"])

    def call() -> None:
        with suppress(NotOfferedError, ForbiddenError):
            if found := token_of({"authorization": f"Bearer {raw}"}):
                call_offered(found.user, tool.function.name, {}, token.pk)

    return call


def workflow_management(shared: Shared) -> Use:
    tool = {"id": "t1", "type": "workflow-management", "name": "Manage", "config": {"operation": "run"}}
    manage = {"tool": tool, "arguments": {"workflow_id": str(shared.workflow.pk), "wait": False}}
    outer = shared.around("Manages", node("manage", "tool", manage))
    return lambda: shared.session.post(f"/api/workflows/{outer.pk}/runs/", {"inputs": {}})


def backfill(shared: Shared) -> Use:
    now = timezone.now()
    span = {"start": (now - timedelta(days=2)).isoformat(), "end": now.isoformat()}

    def begin() -> None:
        shared.session.post(f"{shared.address}triggers/clock/backfill/", span)
        start_waiting()

    return begin


def rest_of_a_backfill(shared: Shared) -> Use:
    now = timezone.now()
    span = {"start": (now - timedelta(days=9)).isoformat(), "end": (now - timedelta(days=5)).isoformat()}
    assert shared.session.post(f"{shared.address}triggers/clock/backfill/", span).json()["count"] > 1
    start_waiting()
    shared.queue.run_all()
    return start_waiting


def rejected_again(shared: Shared) -> Use:
    webhook(shared)()
    sent = shared.trigger("hook").deliveries.latest("id")
    deliver(sent.trigger, key="refused", data=sent.data, at=timezone.now(), status=TriggerDelivery.Status.REJECTED)
    return lambda: shared.session.post(f"{shared.address}triggers/hook/deliveries/rejected/", {})


def draft_of_a_form(shared: Shared) -> Use:
    path = f"/api/forms/{shared.trigger('page').token}/submissions/?draft=true"
    return lambda: shared.session.post(path, {"key": "d" * 22, "values": {}})


def bot(shared: Shared) -> Use:
    person = {"id": 7, "is_bot": False, "first_name": "Ann"}
    message = {"message_id": 1, "from": person, "chat": {"id": 7, "type": "private"}, "text": "Hello"}
    headers = {"x-telegram-bot-api-secret-token": BOT_SECRETS["token"]}
    path, update = f"/bots/{shared.trigger('bot').token}/", {"update_id": 1, "message": message}
    return lambda: Client().post(path, update, "application/json", headers=headers)


def saved_as_a_test(shared: Shared) -> Use:
    run = shared.finished()
    return lambda: shared.session.post(f"/api/runs/{run.pk}/test/", {"name": "Kept"})


def replayed_as_a_test(shared: Shared) -> Use:
    made = shared.session.post(f"/api/runs/{shared.finished().pk}/test/", {"name": "Replayed"}).json()
    return lambda: shared.session.post(f"/api/workflow-tests/{made['id']}/results/", {})


WAYS: dict[Callable[[Shared], Use], str] = {
    schedule: PERSON, by_hand: SESSION, one_node: SESSION, fork: SESSION, retry: SESSION, old_conversation: SESSION,
    draft_conversation: SESSION, asked_again: SESSION, delivered_again: SESSION, rejected_again: SESSION,
    schedule_now: SESSION, backfill: SESSION, draft_of_a_form: SESSION, sub_workflow: SESSION, agents_tool: SESSION,
    workflow_management: SESSION, saved_as_a_test: SESSION, replayed_as_a_test: SESSION, by_token: TOKEN,
    by_limited_token: TOKEN, as_a_model: TOKEN, tool_of_an_agent_as_a_model: TOKEN, over_mcp: TOKEN, link: LINK,
    webhook: PERSON, form: PERSON, bot: PERSON, schedule_now_by_another: PERSON,
    rest_of_a_backfill: PERSON, end_of_a_run: PERSON, what_waited: PERSON, poll: PERSON, evaluation: PERSON,
    judged: PERSON, sub_workflow_of_a_queued_run: PERSON,
}  # fmt: skip
"""Ways by what they are based on, besides bob's right to run the workflow."""
