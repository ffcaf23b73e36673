"""Every way to a run of a workflow, and every way to lose the right to it: none works afterwards."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from rest_framework.test import APIClient

from tests.conftest import client_of
from tests.doubles.mail_server import MailServer, link_in
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node
from tests.factories.workflows import workflow_create
from workflow_editor.models import Run, Status, Trigger, Workflow, WorkflowMember
from workflow_editor.services.runs.start import run_start
from workflow_editor.services.testing.evaluations import evaluations_advance
from workflow_editor.services.tokens import token_create
from workflow_editor.services.triggers.deliver import start_waiting
from workflow_editor.services.triggers.due import schedules_start_due
from workflow_editor.services.triggers.pauses import triggers_pause_without_right
from workflow_editor.services.triggers.polls import polls_claim_due
from workflow_editor.services.triggers.publish import trigger_prepare
from workflow_editor.services.versions import version_publish

Use = Callable[[], object]
TRIGGERS: dict[str, tuple[str, dict[str, Any]]] = {
    "chat": ("chat_trigger", {}),
    "hook": ("webhook", {}),
    "page": ("form_trigger", {}),
    "clock": ("schedule", {}),
    "ended": ("run_end", {"outcome": "any"}),
    "list": ("poll", {"tool": {"id": "t1", "type": "current-time", "name": "Clock"}, "everyMin": 1, "items": "x"}),
}


def document() -> dict[str, Any]:
    ai = {"provider": "offline", "model": "offline-1", "userPrompt": "Hello", "offlineScript": [{"text": "Hi"}] * 9}
    return {
        "schema_version": 1,
        "nodes": [
            *(node(key, type_id, config) for key, (type_id, config) in TRIGGERS.items()),
            node("start", "start"),
            node("model", "process", ai),
            node("end", "end", {"outputs": [{"name": "result", "value": "{{ nodes.model.result }}"}]}),
        ],
        "edges": [edge("start", "model"), edge("model", "end")],
    }


class Shared:
    """A workflow of alice's that bob edits: he has published it, talked to it and given links and tokens for it."""

    def __init__(self, alice: User, bob: User, queue: TaskQueue) -> None:
        self.alice, self.bob, self.queue = alice, bob, queue
        self.workflow = workflow_create(alice, name="Shared", document=document(), editors=(bob,))
        self.triggers = {key: trigger_prepare(self.workflow, key) for key in TRIGGERS}
        self.version, *_ = version_publish(self.workflow, bob)
        self.address = f"/api/workflows/{self.workflow.pk}/"
        self.session = APIClient()
        self.session.force_login(bob)
        self.others = workflow_create(alice, name="Others", document=document(), viewers=(bob,))

    def token(self, **options: Any) -> APIClient:
        return APIClient(headers={"Authorization": f"Bearer {token_create(self.bob, name='t', **options)[1]}"})

    def trigger(self, key: str) -> Trigger:
        return Trigger.objects.get(pk=self.triggers[key].pk)

    def finished(self) -> Run:
        run = run_start(self.workflow, self.bob, inputs={})[0]
        self.queue.run_all()
        return run

    def conversation(self, **body: Any) -> str:
        answer = self.session.post(f"{self.address}triggers/chat/conversations/", body)
        return f"/api/conversations/{answer.json()['id']}/turns/"


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


def test_conversation(shared: Shared) -> Use:
    turns = shared.conversation(is_test=True)
    return lambda: shared.session.post(turns, {"message": "Hello"})


test_conversation.__test__ = False  # type: ignore[attr-defined]  # a way to a run, not a test


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

    return look


def delivered_again(shared: Shared) -> Use:
    webhook(shared)()
    delivery = shared.trigger("hook").deliveries.get()
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
            evaluations_advance()

    return go_on


def sub_workflow(shared: Shared) -> Use:
    inner = {"workflow": str(shared.workflow.pk), "inputs": []}
    graph = {
        "schema_version": 1,
        "nodes": [node("start", "start"), node("sub", "sub_workflow", inner), node("end", "end")],
        "edges": [edge("start", "sub"), edge("sub", "end")],
    }
    outer = workflow_create(shared.bob, name="Outer", document=graph)
    version, *_ = version_publish(outer, shared.bob)

    return lambda: shared.session.post(f"/api/workflows/{outer.pk}/runs/", {"inputs": {}, "version": version.number})


WAYS: list[Callable[[Shared], Use]] = [
    by_hand, by_token, by_limited_token, one_node, fork, retry, old_conversation, test_conversation, asked_again, link,
    as_a_model, webhook, form, schedule, schedule_now, schedule_now_by_another, end_of_a_run, what_waited, poll,
    delivered_again, evaluation, sub_workflow,
]  # fmt: skip


def removed(shared: Shared) -> None:
    answer = client_of(shared.alice).delete(f"{shared.address}members/?username=bob")
    if answer.status_code >= 400:
        WorkflowMember.objects.get(workflow=shared.workflow, user=shared.bob).delete()


def downgraded(shared: Shared) -> None:
    answer = client_of(shared.alice).post(f"{shared.address}members/", {"username": "bob", "role": "viewer"})
    assert answer.status_code < 300, answer.content


def deactivated(shared: Shared) -> None:
    User.objects.filter(pk=shared.bob.pk).update(is_active=False)


def account_deleted(shared: Shared) -> None:
    Workflow.objects.filter(owner=shared.bob).delete()
    User.objects.get(pk=shared.bob.pk).delete()


LOSSES: list[Callable[[Shared], None]] = [removed, downgraded, deactivated, account_deleted]


@pytest.fixture
def shared(alice: User, bob: User, queue: TaskQueue) -> Shared:
    return Shared(alice, bob, queue)


def runs_begun(shared: Shared, use: Use) -> int:
    """Use a way, and return how many runs of the workflow it began; what a deleted account leads to may be gone."""
    before = set(Run.objects.filter(workflow=shared.workflow).values_list("pk", flat=True))
    use()
    shared.queue.run_all()
    return Run.objects.filter(workflow=shared.workflow).exclude(pk__in=before).count()


# The list of the poll is empty: only who asks for it is of interest.
@pytest.mark.parametrize("way", [way for way in WAYS if way is not poll], ids=lambda way: way.__name__)
def test_a_way_begins_runs_as_long_as_the_right_is_there(shared: Shared, way: Callable[[Shared], Use]) -> None:
    assert runs_begun(shared, way(shared)) >= 1


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.__name__)
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.everyday_rows(60)
def test_no_way_begins_a_run_once_the_right_is_lost(
    shared: Shared, way: Callable[[Shared], Use], loss: Callable[[Shared], None]
) -> None:
    use = way(shared)
    loss(shared)
    assert runs_begun(shared, use) == 0


def test_a_trigger_pauses_without_its_publishers_right_and_goes_on_for_who_resumes_it(shared: Shared) -> None:
    downgraded(shared)
    owner, path = client_of(shared.alice), f"{shared.address}triggers/hook/"
    assert triggers_pause_without_right() == len(TRIGGERS)
    assert triggers_pause_without_right() == 0
    paused = owner.get(path).json()
    assert (paused["is_live"], paused["pause_reason"][:10]) == (False, "The person")
    assert paused["resume_takes_over"]
    assert webhook(shared)().status_code == 404  # type: ignore[attr-defined]  # a response
    assert owner.post(f"{path}resume/").json()["is_live"]
    assert [owner.post(f"{path}{act}/").json()["resume_takes_over"] for act in ("pause", "resume")] == [False, False]
    assert shared.trigger("hook").runs_as == shared.alice
    assert runs_begun(shared, webhook(shared)) == 1


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.__name__)
def test_owner_and_publisher_are_notified_of_a_pause_once(
    shared: Shared, mail: MailServer, settings: Settings, loss: Callable[[Shared], None]
) -> None:
    settings.PUBLIC_URL = "https://flows.example"
    User.objects.filter(username__in=("alice", "bob")).update(email="own@flows.example")
    Trigger.objects.exclude(node_key="hook").delete()
    loss(shared)
    for _ in range(2):
        triggers_pause_without_right()
        shared.queue.run_all()
    Workflow.objects.filter(pk=shared.workflow.pk).update(name="Renamed since")
    people = [shared.alice, *([shared.bob] if loss in (removed, downgraded) else [])]
    for person in people:
        (item,) = client_of(person).get("/api/inbox/").json()["results"]
        shown = (item["kind"], item["is_read"], item["workflow"]["name"], item["node_key"], item["text"][:10])
        assert shown == ("paused", False, "Shared", "hook", "The person")
        letter = mail.next()
        assert letter["Subject"] == "A trigger of “Shared” was paused"
        assert link_in(letter) == "https://flows.example/triggers"
    assert mail.mails.empty()
    item_path = f"/api/inbox/{item['id']}/"
    assert client_of(person).patch(item_path, {"is_read": True}).json()["is_read"]
    assert client_of(shared.alice).post(f"{shared.address}triggers/hook/resume/").status_code == 200
    assert [client_of(person).get("/api/inbox/").json()["results"] for person in people] == [[]] * len(people)


def test_old_turns_are_closed_to_a_person_without_the_right(shared: Shared) -> None:
    turns = shared.conversation()
    turn = shared.session.post(turns, {"message": "Hello"}).json()
    removed(shared)
    for path in (turns.removesuffix("turns/"), f"/api/turns/{turn['id']}/variables/"):
        assert shared.session.get(path).status_code == 404, path
    assert shared.session.put(f"/api/turns/{turn['id']}/variables/", {"values": {}}).status_code in {404, 405}
