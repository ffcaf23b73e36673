"""Questions that an agent puts to who talks to it through a link: who may answer, what, and how often."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.agents import agent_create
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from tools.models import ToolPolicy
from workflow_editor.conversations.shares import share_create
from workflow_editor.models import ChatShare, Turn, Wait

JsonObject = dict[str, Any]
ASK = "system:ask_person"


class Visit:
    """A visitor with a link to talk to an agent that asks one question.

    Args:
        to: addressee of the question; empty if the agent names none.
        depth: number of agents between the visitor and the one that asks.
    """

    def __init__(self, api: APIClient, owner: User, queue: TaskQueue, *, to: str, depth: int = 0) -> None:
        self.api, self.queue = api, queue
        question = {"tool": ASK, "arguments": {"question": "Which size?", **({"to": to} if to else {})}}
        script: list[JsonObject] = [{"toolCalls": [question]}, {"text": "Noted."}]
        self.agent = agent_create(owner, name="Agent 0", script=script, tool_ids_inventory=[ASK])
        for level in range(depth):
            call = {"tool": self.agent.name, "arguments": {"message": "Which size?"}}
            script = [{"toolCalls": [call]}, {"text": "Noted."}]
            tools = [f"agent:{self.agent.slug}"]
            self.agent = agent_create(owner, name=f"Agent {level + 1}", script=script, tool_ids_inventory=tools)
        self.share, self.token = share_create(owner, self.agent, right="chat")
        self.link = f"/api/shared/{self.token}/conversations/"
        self.address = f"{self.link}{api.post(self.link).json()['id']}/"

    def send(self) -> JsonObject:
        """Say something, and return the turn once the agent has asked."""
        assert self.api.post(self.address, {"message": "I want a coat"}).status_code == 201
        self.queue.run_all()
        return self.turn()

    def turn(self) -> JsonObject:
        return dict(self.api.get(self.address).json()["turns"][0])

    def answer(self, text: str | None, *, wait_id: int | None = None, address: str = "") -> Any:
        wait_id = wait_id or Wait.objects.get(kind=Wait.Kind.TOOL_APPROVAL).pk
        return self.api.post(f"{address or self.address}questions/{wait_id}/answer/", {"answer": text})


@pytest.fixture
def visit(anonymous_api: APIClient, alice: User, queue: TaskQueue) -> Visit:
    return Visit(anonymous_api, alice, queue, to="user")


def test_a_visitor_answers_and_the_agent_goes_on(visit: Visit, alice_api: APIClient) -> None:
    turn = visit.send()
    assert (turn["status"], turn["question"]["text"]) == ("waiting", "Which size?")
    answered = visit.answer("Size 40")
    assert (answered.status_code, answered.json()["question"]) == (200, None)
    visit.queue.run_all()
    assert (visit.turn()["status"], visit.turn()["answer"]) == ("succeeded", "Noted.")
    [wait] = alice_api.get("/api/approvals/", {"status": "done"}).json()["results"]
    assert wait["answer"] == {"decision": "approve", "values": {}, "comment": "Size 40", "by": "visitor"}
    assert wait["answered_by"] is None
    events = alice_api.get(f"/api/runs/{wait['run']['id']}/events/").json()["results"]
    [reported] = [event["payload"]["result"] for event in events if event["type"] == "tool_call_finished"]
    assert reported["data"] == {"question": "Which size?", "answer": "Size 40", "by": "visitor"}


def test_what_an_agent_below_asks_reaches_the_visitor(
    anonymous_api: APIClient, alice: User, queue: TaskQueue, alice_api: APIClient
) -> None:
    visit = Visit(anonymous_api, alice, queue, depth=2, to="user")
    turn = visit.send()
    assert (turn["status"], turn["question"]["text"]) == ("waiting", "Which size?")
    run = Turn.objects.get().run_id
    [shown] = alice_api.get("/api/approvals/", {"status": "open", "run": str(run)}).json()["results"]
    assert (shown["id"], shown["run"]["id"] == str(run)) == (turn["question"]["id"], False)
    other = visit.api.post(visit.link).json()["id"]
    assert_problem(visit.answer("Size 40", address=f"{visit.link}{other}/"), 404, "not_found")
    assert visit.answer("Size 40").json()["question"] is None
    queue.run_all()
    assert (visit.turn()["status"], visit.turn()["answer"]) == ("succeeded", "Noted.")
    assert_problem(visit.answer("Size 42"), 409, "already_answered")


def test_what_an_agent_below_asks_those_in_charge_is_not_the_visitors(
    anonymous_api: APIClient, alice: User, queue: TaskQueue
) -> None:
    visit = Visit(anonymous_api, alice, queue, depth=1, to="staff")
    assert visit.send()["question"] is None
    assert_problem(visit.answer("Yes, do"), 404, "not_found")


def test_a_visitor_may_decline(visit: Visit) -> None:
    visit.send()
    assert visit.answer(None).status_code == 200
    visit.queue.run_all()
    assert Wait.objects.get().answer == {"decision": "reject", "values": {}, "comment": "", "by": "visitor"}


def test_a_question_is_answered_once(visit: Visit, alice_api: APIClient) -> None:
    visit.send()
    given = {"decision": "approve", "comment": "Size 42"}
    assert alice_api.post(f"/api/approvals/{Wait.objects.get().pk}/answer/", given).status_code == 200
    assert_problem(visit.answer("Size 40"), 409, "already_answered")


def test_nobody_answers_after_the_time(visit: Visit) -> None:
    visit.send()
    Wait.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    assert_problem(visit.answer("Size 40"), 409, "wait_expired")


@pytest.mark.parametrize("text", ["x" * 4_001, "", "  "])
def test_an_answer_has_words_but_not_too_many(visit: Visit, text: str) -> None:
    visit.send()
    assert pointers(assert_problem(visit.answer(text), 400, "invalid_input")) == ["/answer"]


@pytest.mark.parametrize("to", ["", "staff"])
def test_what_those_in_charge_are_asked_is_not_the_visitors(
    anonymous_api: APIClient, alice: User, queue: TaskQueue, to: str
) -> None:
    visit = Visit(anonymous_api, alice, queue, to=to)
    turn = visit.send()
    assert (turn["status"], turn["question"]) == ("waiting", None)
    assert_problem(visit.answer("Yes, do"), 404, "not_found")


def test_what_a_rule_wants_to_have_approved_is_not_the_visitors(visit: Visit) -> None:
    ToolPolicy.objects.create(tool_pattern=ASK, effect="ask")
    turn = visit.send()
    assert (turn["status"], turn["question"]) == ("waiting", None)
    assert_problem(visit.answer("Yes, do"), 404, "not_found")


def test_another_link_answers_nothing(visit: Visit, alice: User) -> None:
    visit.send()
    _, token = share_create(alice, visit.agent, right="chat")
    other = f"/api/shared/{token}/conversations/"
    own = visit.api.post(other).json()["id"]
    assert_problem(visit.answer("Size 40", address=f"{other}{own}/"), 404, "not_found")
    foreign = visit.address.replace(visit.token, token)
    assert_problem(visit.answer("Size 40", address=foreign), 404, "not_found")
    assert_problem(visit.answer("Size 40", address=foreign.replace(token, "fls_wrong")), 404, "not_found")


def test_another_conversation_of_the_link_answers_nothing(visit: Visit) -> None:
    visit.send()
    other = visit.api.post(visit.link).json()["id"]
    assert_problem(visit.answer("Size 40", address=f"{visit.link}{other}/"), 404, "not_found")
    assert_problem(visit.answer("Size 40", wait_id=999_999), 404, "not_found")


def test_a_link_that_shows_a_conversation_answers_nothing(visit: Visit, alice: User) -> None:
    visit.send()
    _, token = share_create(alice, visit.agent, right="read", conversation=visit.share.conversations.get())
    assert_problem(visit.answer("x", address=visit.address.replace(visit.token, token)), 404, "not_found")
    [turn] = visit.api.get(f"/api/shared/{token}/").json()["conversation"]["turns"]
    assert (turn["status"], turn["question"]) == ("waiting", None)


@pytest.mark.parametrize("end", [{"revoked_at": timezone.now()}, {"expires_at": timezone.now()}])
def test_a_link_that_ended_answers_nothing(visit: Visit, end: JsonObject) -> None:
    visit.send()
    ChatShare.objects.update(**end)
    assert_problem(visit.answer("Size 40"), 404, "not_found")
    assert Wait.objects.get().answered_at is None


def test_a_link_without_its_conversation_answers_nothing(visit: Visit) -> None:
    visit.send()
    assert_problem(visit.answer("x", address=f"{visit.link}{uuid4()}/"), 404, "not_found")
