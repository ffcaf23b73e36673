"""Ways to a run of a shared workflow, each as bob, a program or a stranger has it, in whatever processes it runs."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils import timezone

from tests.factories.documents import node
from tests.workflow_editor.access.shared_workflow import (
    BOT_SECRETS,
    CLOCK,
    LIST,
    PAST,
    JsonObject,
    SharedWorkflow,
    Use,
    good,
)
from workflow_editor.models import Run, Status, Trigger, TriggerDelivery

Way = Callable[[Any], Use]
"""Takes a shared workflow; what it prepares begins nothing later than at the way's use."""
SESSION, TOKEN, LINK, PERSON = "session", "token", "link", "person"
HELLO = [{"role": "user", "content": "Hello"}]


def by_hand(shared: SharedWorkflow) -> Use:
    return lambda: shared.session.post(f"{shared.address}runs/", {"inputs": {}})


def by_token(shared: SharedWorkflow) -> Use:
    api = shared.token()
    return lambda: api.post(f"{shared.address}runs/", {"inputs": {}})


def by_limited_token(shared: SharedWorkflow) -> Use:
    api = shared.token(only=True)
    return lambda: api.post(f"{shared.address}runs/", {"inputs": {}})


def one_node(shared: SharedWorkflow) -> Use:
    return lambda: shared.session.post(f"{shared.address}nodes/model/debug/", {"inputs": {}, "run_inputs": {}})


def fork(shared: SharedWorkflow) -> Use:
    path = f"/api/runs/{shared.finished()}/fork/"
    return lambda: shared.session.post(path, {"from_node": "model"})


def retry(shared: SharedWorkflow) -> Use:
    run = shared.finished()
    shared.change(Run, {"id": run}, status=Status.FAILED)
    return lambda: shared.session.post(f"/api/runs/{run}/retry/", {})


def old_conversation(shared: SharedWorkflow) -> Use:
    turns = shared.conversation()
    return lambda: shared.session.post(turns, {"message": "Hello"})


def draft_conversation(shared: SharedWorkflow) -> Use:
    turns = shared.conversation(is_test=True)
    return lambda: shared.session.post(turns, {"message": "Hello"})


def asked_again(shared: SharedWorkflow) -> Use:
    turns = shared.conversation()
    turn = good(shared.session.post(turns, {"message": "Hello"}))
    shared.work()
    return lambda: shared.session.post(turns, {"again": turn["id"]})


def link(shared: SharedWorkflow) -> Use:
    given = good(shared.session.post(f"{shared.address}triggers/chat/shares/", {"right": "chat"}))
    path = f"/api/shared/{given['token']}/conversations/"
    begun = good(shared.stranger.post(path))
    return lambda: shared.stranger.post(f"{path}{begun['id']}/", {"message": "Hello"})


def as_a_model(shared: SharedWorkflow) -> Use:
    api, body = shared.token("chat"), {"model": f"workflow:{shared.slug}", "messages": HELLO, "stream": True}
    return lambda: api.post("/v1/chat/completions", body)


def webhook(shared: SharedWorkflow) -> Use:
    path = f"/hooks/{shared.token_of('hook')}/"
    return lambda: shared.stranger.post(path, {})


def form(shared: SharedWorkflow) -> Use:
    path = f"/api/forms/{shared.token_of('page')}/submissions/"
    return lambda: shared.stranger.post(path, {"key": "k" * 22, "values": {}})


def draft_of_a_form(shared: SharedWorkflow) -> Use:
    path = f"/api/forms/{shared.token_of('page')}/submissions/?draft=true"
    return lambda: shared.session.post(path, {"key": "d" * 22, "values": {}})


def bot(shared: SharedWorkflow) -> Use:
    person = {"id": 7, "is_bot": False, "first_name": "Ann"}
    message = {"message_id": 1, "from": person, "chat": {"id": 7, "type": "private"}, "text": "Hello"}
    headers = {"x-telegram-bot-api-secret-token": BOT_SECRETS["token"]}
    path, update = f"/bots/{shared.token_of('bot')}/", {"update_id": 1, "message": message}
    return lambda: shared.stranger.post(path, update, headers=headers)


def schedule(shared: SharedWorkflow) -> Use:
    def pass_time() -> None:
        now = timezone.now()
        missed = (now - timedelta(days=2)).isoformat()
        shared.change(Trigger, {"workflow_id": shared.shared["id"], "node_key": CLOCK}, next_at=now, position=missed)
        shared.tick()

    return pass_time


def schedule_now(shared: SharedWorkflow) -> Use:
    return lambda: shared.session.post(f"{shared.address}triggers/{CLOCK}/start/")


def schedule_now_by_another(shared: SharedWorkflow) -> Use:
    """The owner presses, but the run would be in the name of who published."""
    return lambda: shared.owner.post(f"{shared.address}triggers/{CLOCK}/start/")


def _backfill(shared: SharedWorkflow, *days_ago: int) -> Any:
    start, end = ((timezone.now() - timedelta(days=days)).isoformat() for days in days_ago)
    return shared.session.post(f"{shared.address}triggers/{PAST}/backfill/", {"start": start, "end": end})


def backfill(shared: SharedWorkflow) -> Use:
    def begin() -> None:
        _backfill(shared, 2, 0)
        shared.tick()

    return begin


def rest_of_a_backfill(shared: SharedWorkflow) -> Use:
    assert good(_backfill(shared, 29, 5))["count"] > 1
    return shared.tick


def end_of_a_run(shared: SharedWorkflow) -> Use:
    def end() -> None:
        shared.owner.post(f"/api/workflows/{shared.others['id']}/runs/", {"inputs": {}})
        shared.work()
        shared.tick()

    return end


def what_waited(shared: SharedWorkflow) -> Use:
    good(shared.owner.post(f"/api/workflows/{shared.others['id']}/runs/", {"inputs": {}}))
    shared.work()
    return shared.tick


def poll(shared: SharedWorkflow) -> Use:
    def look() -> None:
        shared.change(Trigger, {"workflow_id": shared.shared["id"], "node_key": LIST}, next_at=timezone.now())
        shared.tick()

    # The first look only remembers what there is.
    look()
    return look


def delivered_again(shared: SharedWorkflow) -> Use:
    webhook(shared)()
    path = f"/api/deliveries/{shared.delivery('hook')}/runs/"
    return lambda: shared.session.post(path, {})


def rejected_again(shared: SharedWorkflow) -> Use:
    webhook(shared)()
    shared.change(TriggerDelivery, {"id": shared.delivery("hook")}, status=TriggerDelivery.Status.REJECTED)
    return lambda: shared.session.post(f"{shared.address}triggers/hook/deliveries/rejected/", {})


def _round(shared: SharedWorkflow, name: str, scorer: JsonObject, count: int) -> None:
    case = {"inputs": {}, "expected": "Hi", "scorer": scorer}
    cases = [{**case, "name": f"case {number}"} for number in range(count)]
    made = good(shared.session.post(f"{shared.address}evaluations/", {"name": name, "cases": cases}))
    good(shared.session.post(f"/api/evaluations/{made['id']}/rounds/", {"versions": [shared.number]}))
    shared.work()


def evaluation(shared: SharedWorkflow) -> Use:
    """A round of more cases than begin at once."""
    _round(shared, "All", {"kind": "equals", "path": "$.result"}, 12)
    return shared.tick


def judged(shared: SharedWorkflow) -> Use:
    """The run is over, and a model is to be asked how good it was."""
    scorer = {"kind": "judge", "provider": "offline", "model": "offline-1", "instruction": "Be strict."}
    _round(shared, "Judged", scorer, 1)
    return shared.tick


def sub_workflow(shared: SharedWorkflow) -> Use:
    path = shared.around("Outer", node("sub", "sub_workflow", {"workflow": shared.shared["id"], "inputs": []}))
    return lambda: shared.session.post(f"{path}runs/", {"inputs": {}})


def sub_workflow_of_a_queued_run(shared: SharedWorkflow) -> Use:
    path = shared.around("Queued", node("sub", "sub_workflow", {"workflow": shared.shared["id"], "inputs": []}))
    good(shared.session.patch(path, {"settings": {"maxConcurrentRuns": 1}}))
    shared.session.post(f"{path}runs/", {"inputs": {}})
    return shared.work


def _agent(shared: SharedWorkflow) -> JsonObject:
    script: list[JsonObject] = [{"toolCalls": [{"tool": shared.title, "arguments": {}}]}, {"text": "Done"}]
    profile = {"name": f"Caller of {shared.title}", "model": {"offline_script": script}}
    inventory = {"tool_ids_inventory": [f"workflow:{shared.slug}"]}
    made: JsonObject = good(shared.session.post("/api/agents/", {"document": {**profile, **inventory}}))
    return made


def agents_tool(shared: SharedWorkflow) -> Use:
    begun = good(shared.session.post(f"/api/agents/{_agent(shared)['id']}/conversations/", {}))
    return lambda: shared.session.post(f"/api/conversations/{begun['id']}/turns/", {"message": "Hello"})


def tool_of_an_agent_as_a_model(shared: SharedWorkflow) -> Use:
    api, body = shared.token("chat"), {"model": _agent(shared)["slug"], "messages": HELLO, "stream": True}
    return lambda: api.post("/v1/chat/completions", body)


def over_mcp(shared: SharedWorkflow) -> Use:
    good(shared.owner.patch(shared.address, {"offered_over_mcp": True}))
    return shared.mcp_call()


def workflow_management(shared: SharedWorkflow) -> Use:
    tool = {"id": "t1", "type": "workflow-management", "name": "Manage", "config": {"operation": "run"}}
    manage = {"tool": tool, "arguments": {"workflow_id": shared.shared["id"], "wait": False}}
    path = shared.around("Manages", node("manage", "tool", manage))
    return lambda: shared.session.post(f"{path}runs/", {"inputs": {}})


def saved_as_a_test(shared: SharedWorkflow) -> Use:
    path = f"/api/runs/{shared.finished()}/test/"
    return lambda: shared.session.post(path, {"name": "Kept"})


def replayed_as_a_test(shared: SharedWorkflow) -> Use:
    made = good(shared.session.post(f"/api/runs/{shared.finished()}/test/", {"name": "Replayed"}))
    return lambda: shared.session.post(f"/api/workflow-tests/{made['id']}/results/", {})


WAYS: dict[Way, str] = {
    poll: PERSON, schedule: PERSON, by_hand: SESSION, one_node: SESSION, fork: SESSION, retry: SESSION,
    old_conversation: SESSION, draft_conversation: SESSION, asked_again: SESSION, delivered_again: SESSION,
    rejected_again: SESSION, schedule_now: SESSION, backfill: SESSION, draft_of_a_form: SESSION, sub_workflow: SESSION,
    agents_tool: SESSION, workflow_management: SESSION, saved_as_a_test: SESSION, replayed_as_a_test: SESSION,
    by_token: TOKEN, by_limited_token: TOKEN, as_a_model: TOKEN, tool_of_an_agent_as_a_model: TOKEN, over_mcp: TOKEN,
    link: LINK, webhook: PERSON, form: PERSON, bot: PERSON, schedule_now_by_another: PERSON,
    rest_of_a_backfill: PERSON, end_of_a_run: PERSON, what_waited: PERSON, evaluation: PERSON, judged: PERSON,
    sub_workflow_of_a_queued_run: PERSON,
}  # fmt: skip
"""Ways by what they are based on, besides bob's right to run the workflow; a poll's first, which ticks beforehand."""
BY_THE_CLOCK = {poll, schedule, backfill, rest_of_a_backfill, end_of_a_run, what_waited, evaluation, judged}
"""Ways that use a tick of the clock."""
IN_A_WORKER = {sub_workflow, agents_tool, tool_of_an_agent_as_a_model, over_mcp, workflow_management}
"""Ways that begin nothing before a worker has come to something of bob's own."""
