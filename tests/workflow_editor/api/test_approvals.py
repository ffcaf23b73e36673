"""Waits for people, over HTTP: the list, answers, conflicts, rights, and reasons of unfinished runs."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node
from tests.factories.run_documents import ask, chain, graph
from tests.factories.runs import node_run_create, run_create
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from tools.core.definitions import JsonObject
from workflow_editor.models import Run, Status, Wait, Workflow
from workflow_editor.nodes.waits import AnyWait, ApprovalWait, DelayWait, FormWait
from workflow_editor.services.runs.recovery import sweep
from workflow_editor.services.runs.start import run_start

APPROVAL = ApprovalWait(title="Publish?")
FIELDS: list[JsonObject] = [{"name": "price", "type": "number", "title": "Price", "required": True, "options": []}]


def wait_create(run: Run, about: AnyWait = APPROVAL, **values: Any) -> Wait:
    node_run = node_run_create(run, "greet", status=Status.WAITING)
    Run.objects.filter(pk=run.pk).update(open_nodes=1, waiting_nodes=1)
    return Wait.objects.create(
        node_run=node_run, kind=about.kind, payload=about.to_json(), created_at=timezone.now(), **values
    )


@pytest.fixture
def run(workflow: Workflow) -> Run:
    return run_create(workflow, status=Status.WAITING)


def ids(answer: Any) -> list[int]:
    return [row["id"] for row in answer.json()["results"]]


def answer_to(api: APIClient, wait: Wait, **body: Any) -> Any:
    return api.post(f"/api/approvals/{wait.pk}/answer/", body)


def test_an_open_approval_stands_in_the_list(alice_api: APIClient, run: Run) -> None:
    wait = wait_create(run, ApprovalWait(title="Publish?", message="Tea"))
    (row,) = alice_api.get("/api/approvals/?status=open").json()["results"]
    assert (row["id"], row["payload"]["kind"], row["node_key"], row["node_name"]) == (
        wait.pk,
        "approval",
        "greet",
        "Greet",
    )
    assert row["run"] == {"id": str(run.pk)}
    assert row["workflow"] == {"id": str(run.workflow_id), "name": "Greeting"}
    assert row["payload"]["title"] == "Publish?"
    assert row["decisions"] == ["approve", "reject"]
    assert (row["answer"], row["answered_by"], row["answered_at"], row["due_at"]) == (None, None, None, None)


def test_the_list_separates_open_from_done_and_run_from_run(alice_api: APIClient, workflow: Workflow, run: Run) -> None:
    wait = wait_create(run)
    other = run_create(workflow, status=Status.SUCCEEDED)
    done = wait_create(other, answer={"decision": "approve"}, answered_at=timezone.now())
    assert ids(alice_api.get("/api/approvals/?status=open")) == [wait.pk]
    assert ids(alice_api.get("/api/approvals/?status=done")) == [done.pk]
    assert ids(alice_api.get("/api/approvals/")) == [done.pk, wait.pk]
    assert ids(alice_api.get(f"/api/approvals/?run={run.pk}")) == [wait.pk]
    assert_problem(alice_api.get("/api/approvals/?status=maybe"), 400, "invalid_input")


def test_what_only_the_clock_answers_does_not_stand_in_the_list(alice_api: APIClient, run: Run) -> None:
    wait_create(run, DelayWait(until="2026-12-24T18:00:00Z"))
    assert ids(alice_api.get("/api/approvals/")) == []


def test_owner_editors_and_named_people_see_it_and_viewers_and_strangers_do_not(
    alice: User, bob: User, charlie: User, alice_api: APIClient, bob_api: APIClient, charlie_api: APIClient
) -> None:
    owned = wait_create(run_create(workflow_create(alice, editors=(bob,)), status=Status.WAITING))
    seen = wait_create(run_create(workflow_create(alice, viewers=(charlie,)), status=Status.WAITING))
    assert ids(alice_api.get("/api/approvals/")) == [seen.pk, owned.pk]
    assert ids(bob_api.get("/api/approvals/")) == [owned.pk]
    assert ids(charlie_api.get("/api/approvals/")) == []
    seen.approvers.add(charlie)
    assert ids(charlie_api.get("/api/approvals/")) == [seen.pk]
    assert_problem(answer_to(charlie_api, owned, decision="approve"), 404, "not_found")
    assert answer_to(charlie_api, seen, decision="reject").status_code == 200


def test_an_answer_is_taken_once(queue: TaskQueue, bob_api: APIClient, run: Run) -> None:
    wait = wait_create(run)
    first = answer_to(bob_api, wait, decision="approve", comment="Fine")
    assert first.status_code == 200
    body = first.json()
    assert body["answer"] == {"decision": "approve", "values": {}, "comment": "Fine"}
    assert body["answered_by"]["username"] == "bob"
    assert body["answered_at"] is not None
    assert_problem(answer_to(bob_api, wait, decision="reject"), 409, "already_answered")


def test_an_answer_that_comes_too_late_is_refused(queue: TaskQueue, alice_api: APIClient, run: Run) -> None:
    wait = wait_create(run, due_at=timezone.now() - timedelta(seconds=1))
    answer = answer_to(alice_api, wait, decision="approve")
    assert_problem(answer, 409, "wait_expired")


def test_a_decision_that_does_not_fit_is_pointed_at(alice_api: APIClient, run: Run) -> None:
    wait = wait_create(run, FormWait(fields=FIELDS))
    for body, pointer in (
        ({"decision": "approve"}, "/decision"),
        ({"decision": "submit", "values": {"price": "x"}}, "/values/price"),
        ({}, "/decision"),
    ):
        assert pointers(assert_problem(answer_to(alice_api, wait, **body), 400, "invalid_input")) == [pointer]
    wait.refresh_from_db()
    assert wait.answered_at is None


def test_errors_speak_chinese(alice_api: APIClient, run: Run) -> None:
    wait = wait_create(run, FormWait(fields=FIELDS))
    answer = alice_api.post(
        f"/api/approvals/{wait.pk}/answer/", {"decision": "no"}, headers={"Accept-Language": "zh-hans"}
    )
    assert answer.json()["errors"][0]["message"] == "请选择以下决定之一：submit。"


def test_an_answered_form_carries_the_run_on(queue: TaskQueue, alice: User, alice_api: APIClient) -> None:
    nodes = [node("start", "start"), node("form", "form", {"title": "Price", "fields": FIELDS}), node("end", "end")]
    document = graph(nodes, [edge("start", "form"), edge("form", "end", port="submitted")])
    run, _ = run_start(workflow_create(alice, document=document), alice, inputs={})
    queue.run_all()
    (row,) = alice_api.get(f"/api/approvals/?status=open&run={run.pk}").json()["results"]
    body = {"decision": "submit", "values": {"price": "12"}}
    assert alice_api.post(f"/api/approvals/{row['id']}/answer/", body).json()["answer"]["values"] == {"price": 12}
    queue.run_all()
    assert alice_api.get(f"/api/runs/{run.pk}/").json()["output"] == {"price": 12}


def explain(api: APIClient, run: Run) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = api.get(f"/api/runs/{run.pk}/explain/").json()
    return rows


@pytest.mark.usefixtures("begins_in_a_worker")
def test_a_waiting_run_is_explained(queue: TaskQueue, alice: User, alice_api: APIClient) -> None:
    document = chain(node("pause", "delay", {"seconds": 3600}))
    run, _ = run_start(workflow_create(alice, document=document), alice, inputs={})
    (before,) = explain(alice_api, run)
    assert (before["node_key"], before["state"]) == (None, "queued")
    queue.run_all()
    (row,) = explain(alice_api, run)
    assert (row["node_key"], row["state"], row["owner"]) == ("pause", "waiting", None)
    assert row["next_timeout"] is not None
    assert row["last_event"] is not None
    assert row["reason"]["en"].startswith("It waits until")
    assert row["reason"]["zh"]


def test_a_node_at_work_is_explained_with_its_owner_and_lease(alice_api: APIClient, workflow: Workflow) -> None:
    run = run_create(workflow, status=Status.RUNNING)
    node_run = node_run_create(run, "greet", status=Status.RUNNING, lease_owner="host:1:a:1")
    now = timezone.now()
    node_run.lease_until = now + timedelta(seconds=10)
    node_run.save()
    (row,) = explain(alice_api, run)
    assert row["owner"] == "host:1:a:1"
    assert 5 <= row["lease_age_s"] < 15
    assert row["reason"]["en"] == "A worker is running it."
    node_run.lease_until = now - timedelta(seconds=10)
    node_run.save()
    (row,) = explain(alice_api, run)
    assert "Another one will take over" in row["reason"]["en"]


@pytest.mark.usefixtures("begins_in_a_worker")
def test_a_held_run_and_a_queued_node_are_explained(queue: TaskQueue, alice: User, alice_api: APIClient) -> None:
    workflow = workflow_create(alice, document=chain(ask("a")))
    run, _ = run_start(workflow, alice, inputs={})
    Run.objects.filter(pk=run.pk).update(held=True)
    sweep(everything=True)
    (row,) = explain(alice_api, run)
    assert "limit" in row["reason"]["en"]
    queued = run_create(workflow, status=Status.RUNNING)
    node_run_create(queued, "a", status=Status.QUEUED)
    (row,) = explain(alice_api, queued)
    assert (row["node_key"], row["state"]) == ("a", "queued")
    assert "worker" in row["reason"]["en"]


def test_a_run_that_is_over_needs_no_explanation(alice_api: APIClient, workflow: Workflow) -> None:
    assert explain(alice_api, run_create(workflow)) == []


def test_limits_are_stored_with_the_workflow(alice_api: APIClient, workflow: Workflow) -> None:
    url = f"/api/workflows/{workflow.pk}/"
    limits = ["deadlineS", "budgetTokens", "budgetMoney", "maxConcurrentRuns"]
    none = dict.fromkeys([*limits, "historyDays", "historyRuns", "historyMegabytes"])
    assert alice_api.get(url).json()["settings"] == none
    answer = alice_api.patch(url, {"settings": {"deadlineS": 60, "budgetMoney": 1.5}})
    assert answer.json()["settings"] == none | {"deadlineS": 60, "budgetMoney": 1.5}
    answer = alice_api.patch(url, {"settings": {"deadlineS": None}})
    assert answer.json()["settings"] == none | {"budgetMoney": 1.5}
    assert alice_api.patch(url, {"name": "Other"}).json()["settings"] == none | {"budgetMoney": 1.5}


@pytest.mark.parametrize(
    ("settings", "pointer"),
    [
        ({"deadlineS": 0}, "/settings/deadlineS"),
        ({"budgetTokens": "many"}, "/settings/budgetTokens"),
        ({"budgetMoney": -1}, "/settings/budgetMoney"),
    ],
)
def test_a_limit_that_makes_no_sense_is_refused(
    alice_api: APIClient, workflow: Workflow, settings: dict[str, Any], pointer: str
) -> None:
    answer = alice_api.patch(f"/api/workflows/{workflow.pk}/", {"settings": settings})
    assert pointers(assert_problem(answer, 400, "invalid_input")) == [pointer]
