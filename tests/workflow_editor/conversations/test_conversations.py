"""Talks with agents over HTTP: say, answer again, edit, search, judge, delete."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.agents import agent_create
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from tools.adapters.file_contents import file_keep
from tools.models import ToolFile
from workflow_editor.conversations.shares import share_create
from workflow_editor.models import ChatShare, Conversation, Run, Turn
from workflow_editor.services.retention.pruner import conversations_prune, files_prune

JsonObject = dict[str, Any]
PNG = b"\x89PNG\r\n\x1a\n"


class Talk:
    """One conversation of a person with an agent on the offline model."""

    def __init__(self, api: APIClient, owner: User, **agent: Any) -> None:
        self.api = api
        self.agent = agent_create(owner, **agent)
        answer = api.post(f"/api/agents/{self.agent.slug}/conversations/", {})
        self.address = f"/api/conversations/{answer.json()['id']}/"

    def send(self, message: str = "Hello", **body: Any) -> JsonObject:
        answer = self.api.post(f"{self.address}turns/", {"message": message, **body})
        assert answer.status_code == 201, answer.json()
        return dict(answer.json())

    def turns(self) -> list[JsonObject]:
        return list(self.api.get(self.address).json()["turns"])


@pytest.fixture
def talk(alice_api: APIClient, alice: User, queue: TaskQueue) -> Talk:
    return Talk(alice_api, alice)


def test_an_answer_stays_when_its_run_is_pruned(talk: Talk, queue: TaskQueue) -> None:
    turn = talk.send("Tea, please")
    assert turn["status"] in ("queued", "running")
    queue.run_all()
    Run.objects.all().delete()
    [kept] = talk.turns()
    assert (kept["status"], kept["answer"], kept["run"]) == ("succeeded", "At your service", None)
    assert talk.api.get(talk.address).json()["title"] == "Tea, please"


def test_the_agent_is_given_the_messages_on_the_way_to_a_turn(talk: Talk, queue: TaskQueue) -> None:
    first = talk.send("One")
    queue.run_all()
    talk.send("Two", after=first["id"])
    queue.run_all()
    edited = talk.send("Two, better", again=talk.turns()[1]["id"])
    queue.run_all()
    again = talk.api.post(f"{talk.address}turns/", {"again": edited["id"]}).json()
    queue.run_all()
    assert [turn["after"] for turn in talk.turns()] == [None, first["id"], first["id"], first["id"]]
    assert again["user_text"] == "Two, better"
    history = Run.objects.get(pk=again["run"]).inputs["history"]
    assert history == [{"role": "user", "content": "One"}, {"role": "assistant", "content": "At your service"}]


def test_no_message_follows_an_answer_that_is_not_there_yet(talk: Talk, queue: TaskQueue) -> None:
    turn = talk.send()
    assert_problem(talk.api.post(f"{talk.address}turns/", {"message": "And?", "after": turn["id"]}), 409, "turn_open")
    assert talk.api.post(f"/api/runs/{turn['run']}/cancel/").status_code == 200
    queue.run_all()
    assert talk.turns()[0]["status"] == "cancelled"
    talk.send("And?", after=turn["id"])


def test_a_failed_turn_gives_the_reason_and_keeps_what_was_written(
    alice_api: APIClient, alice: User, queue: TaskQueue
) -> None:
    talk = Talk(alice_api, alice, script=[{"text": "I was about to", "fail": {"status": 401, "message": "no key"}}])
    talk.send()
    queue.run_all()
    [turn] = talk.turns()
    assert (turn["status"], turn["answer"]) == ("failed", "I was about to")
    assert turn["error"]["code"] == "provider_auth"


def test_files_go_with_a_message_and_with_those_after_it(talk: Talk, queue: TaskQueue) -> None:
    file = uploaded(talk.api)
    first = talk.send("Look", files=[file])
    [attachment] = first["attachments"]
    assert attachment == {"file_id": file, "name": "a.png", "media_type": "image/png", "size": 8}
    queue.run_all()
    second = talk.send("And now?", after=first["id"])
    queue.run_all()
    runs = [Run.objects.get(pk=turn["run"]) for turn in (first, second)]
    assert runs[0].inputs["files"] == [{"file_id": file}]
    assert runs[1].inputs["history"][0]["content"][0] == {"type": "file", "file": {"file_id": file}}
    assert [turn["status"] for turn in talk.turns()] == ["succeeded", "succeeded"]


@pytest.mark.parametrize("content", [b"PK\x05\x06" + bytes(18), b"x" * (10 * 1024 * 1024 + 1)], ids=["kind", "size"])
def test_a_file_that_no_model_reads_is_refused(talk: Talk, content: bytes) -> None:
    body = {"message": "Look", "files": [uploaded(talk.api, content=content)]}
    assert_problem(talk.api.post(f"{talk.address}turns/", body), 422, "file_refused")
    assert talk.turns() == []


def test_somebody_elses_file_cannot_be_sent(talk: Talk, charlie_api: APIClient) -> None:
    answer = talk.api.post(f"{talk.address}turns/", {"message": "Look", "files": [uploaded(charlie_api)]})
    assert pointers(assert_problem(answer, 400, "invalid_input")) == ["/files/0"]


@pytest.mark.parametrize("body", [{}, {"message": " "}])
def test_an_empty_message_is_refused(talk: Talk, body: JsonObject) -> None:
    answer = talk.api.post(f"{talk.address}turns/", body)
    assert pointers(assert_problem(answer, 400, "invalid_input")) == ["/message"]


def test_a_turn_of_another_conversation_is_not_found(talk: Talk, queue: TaskQueue) -> None:
    other = talk.api.post(f"/api/agents/{talk.agent.slug}/conversations/", {}).json()["id"]
    turn = talk.send()
    queue.run_all()
    for body in ({"again": turn["id"]}, {"message": "And?", "after": turn["id"]}):
        assert_problem(talk.api.post(f"/api/conversations/{other}/turns/", body), 404, "not_found")


def test_the_list_is_searched_by_what_was_written(talk: Talk, queue: TaskQueue) -> None:
    talk.send("Where is the loom?")
    queue.run_all()
    talk.api.post(f"/api/agents/{talk.agent.pk}/conversations/", {"title": "Other"})

    def found(search: str) -> list[str]:
        rows = talk.api.get(f"/api/agents/{talk.agent.slug}/conversations/", {"search": search}).json()["results"]
        return [row["title"] for row in rows]

    assert found("") == ["Other", "Where is the loom?"]
    assert found("LOOM") == found("at your service") == ["Where is the loom?"]
    assert found("nothing") == []


def test_what_tries_an_agent_out_is_kept_apart_and_for_a_week(talk: Talk, alice: User, queue: TaskQueue) -> None:
    conversations = f"/api/agents/{talk.agent.slug}/conversations/"
    test = talk.api.post(conversations, {"is_test": True}).json()["id"]
    talk.api.post(f"/api/conversations/{test}/turns/", {"message": "Hello"})
    queue.run_all()

    def listed(**query: Any) -> list[str]:
        return [row["id"] for row in talk.api.get(conversations, query).json()["results"]]

    assert (listed(), listed(tests="true")) == ([talk.address.split("/")[-2]], [test])
    conversations_prune(timezone.now() + timedelta(days=6), batch=10)
    assert listed(tests="true") == [test]
    conversations_prune(timezone.now() + timedelta(days=8), batch=10)
    assert (len(listed()), listed(tests="true")) == (1, [])


def test_a_conversation_is_renamed_deleted_and_taken_back(talk: Talk) -> None:
    assert talk.api.patch(talk.address, {"title": "Looms"}).json()["title"] == "Looms"
    talk.api.patch(talk.address, {"deleted": True})
    assert talk.api.get(talk.address).status_code == 404
    talk.api.patch(talk.address, {"deleted": False})
    assert talk.api.get(talk.address).json()["title"] == "Looms"


def test_an_answer_is_judged(talk: Talk, queue: TaskQueue) -> None:
    turn = talk.send()
    address = f"/api/turns/{turn['id']}/feedback/"
    judged = talk.api.post(address, {"value": -1, "comment": "Too short"}).json()
    assert (judged["feedback"], judged["feedback_comment"]) == (-1, "Too short")
    assert pointers(assert_problem(talk.api.post(address, {"value": 5}), 400, "invalid_input")) == ["/value"]


def test_what_no_longer_fits_is_summed_up_once_and_stays_readable(
    alice_api: APIClient, alice: User, queue: TaskQueue
) -> None:
    talk = Talk(alice_api, alice, limits={"context_tokens": 1_000})
    last = None
    for number in range(4):
        last = talk.send(f"{number} " + "loom " * 300, after=last)["id"]
        queue.run_all()
    turns = talk.turns()
    assert [turn["status"] for turn in turns] == ["succeeded"] * 4
    summed_up = [turn for turn in turns if turn["summary"]]
    assert summed_up
    first = Run.objects.get(pk=summed_up[0]["run"])
    assert "User: 0 loom" in first.inputs["earlier"]
    assert first.output is not None
    next_run = talk.send("And now?", after=last)["run"]
    history = Run.objects.get(pk=next_run).inputs["history"]
    assert history[0]["role"] == "system"
    assert len(turns[0]["user_text"]) > 1_000


class TestLinks:
    def share(self, talk: Talk, **body: Any) -> str:
        answer = talk.api.post(f"/api/agents/{talk.agent.slug}/shares/", body)
        assert answer.status_code == 201, answer.json()
        return f"/api/shared/{answer.json()['token']}/"

    def test_a_link_to_read_shows_one_conversation_and_nothing_else(
        self, talk: Talk, queue: TaskQueue, anonymous_api: APIClient
    ) -> None:
        talk.send()
        queue.run_all()
        link = self.share(talk, right="read", conversation=talk.address.split("/")[3])
        shared = anonymous_api.get(link).json()
        assert [turn["answer"] for turn in shared["conversation"]["turns"]] == ["At your service"]
        assert shared["partner"]["name"] == "Butler"
        assert "run" not in shared["conversation"]["turns"][0]
        assert_problem(anonymous_api.post(f"{link}conversations/"), 404, "not_found")

    def test_a_link_to_talk_gives_each_visitor_a_conversation(
        self, talk: Talk, queue: TaskQueue, anonymous_api: APIClient
    ) -> None:
        link = self.share(talk, right="chat")
        own = anonymous_api.post(f"{link}conversations/").json()["id"]
        turn = anonymous_api.post(f"{link}conversations/{own}/", {"message": "Hello"})
        assert turn.status_code == 201
        queue.run_all()
        [answered] = anonymous_api.get(f"{link}conversations/{own}/").json()["turns"]
        assert (answered["status"], answered["answer"]) == ("succeeded", "At your service")
        other = talk.address.split("/")[3]
        assert_problem(anonymous_api.get(f"{link}conversations/{other}/"), 404, "not_found")
        listed = talk.api.get(f"/api/agents/{talk.agent.slug}/conversations/").json()["results"]
        assert [row["id"] for row in listed] == [other]

    def test_a_link_ends_by_date_or_on_request(self, talk: Talk, anonymous_api: APIClient) -> None:
        past = (timezone.now() - timedelta(seconds=1)).isoformat()
        assert_problem(anonymous_api.get(self.share(talk, right="chat", expires_at=past)), 404, "not_found")
        link = self.share(talk, right="chat")
        assert anonymous_api.get(link).status_code == 200
        newest = talk.api.get(f"/api/agents/{talk.agent.slug}/shares/").json()["results"][0]
        assert talk.api.delete(f"/api/shares/{newest['id']}/").status_code == 204
        assert_problem(anonymous_api.get(link), 404, "not_found")

    def test_a_link_to_read_must_name_its_conversation(self, talk: Talk) -> None:
        answer = talk.api.post(f"/api/agents/{talk.agent.slug}/shares/", {"right": "read"})
        assert pointers(assert_problem(answer, 400, "invalid_input")) == ["/conversation"]

    def test_visitors_may_not_send_too_much_at_once(self, talk: Talk, anonymous_api: APIClient) -> None:
        link = self.share(talk, right="chat")
        for _ in range(30):
            anonymous_api.post(f"{link}conversations/")
        assert_problem(anonymous_api.post(f"{link}conversations/"), 429, "throttled")


def test_a_conversation_goes_with_its_agent(talk: Talk, queue: TaskQueue) -> None:
    talk.send()
    queue.run_all()
    talk.agent.delete()
    assert not Turn.objects.exists()


def test_an_agent_may_hand_over_to_a_person(alice_api: APIClient, alice: User, queue: TaskQueue) -> None:
    question = {"tool": "system:ask_person", "arguments": {"question": "May I?"}}
    script = [{"toolCalls": [question]}, {"text": "They said yes."}]
    talk = Talk(alice_api, alice, script=script, tool_ids_inventory=["system:ask_person"])
    talk.send()
    queue.run_all()
    assert talk.turns()[0]["status"] == "waiting"
    [wait] = alice_api.get("/api/approvals/", {"status": "open"}).json()["results"]
    assert wait["payload"]["arguments"] == {"question": "May I?"}
    answer = {"decision": "approve", "comment": "Yes, do."}
    assert alice_api.post(f"/api/approvals/{wait['id']}/answer/", answer).status_code == 200
    queue.run_all()
    [turn] = talk.turns()
    assert (turn["status"], turn["answer"]) == ("succeeded", "They said yes.")


def uploaded(api: APIClient, name: str = "a.png", content: bytes = PNG) -> str:
    answer = api.post("/api/files/", {"file": SimpleUploadedFile(name, content)}, format="multipart")
    assert answer.status_code == 201, answer.json()
    return str(answer.json()["id"])


def kept_after(days: float) -> list[str]:
    """Do the upkeep of another day, and return the names of the files that are left."""
    now = timezone.now() + timedelta(days=days)
    while conversations_prune(now, batch=1) + files_prune(now, batch=2):
        pass
    return sorted(ToolFile.objects.values_list("name", flat=True))


def test_files_go_with_the_last_conversation_that_has_them(talk: Talk, alice: User, queue: TaskQueue) -> None:
    other = Talk(talk.api, alice, name="Cook")
    shared = uploaded(talk.api, "shared.png")
    talk.send("Look", files=[shared, uploaded(talk.api, "own.png")])
    other.send("Look", files=[shared])
    queue.run_all()
    talk.api.patch(talk.address, {"deleted": True})
    assert kept_after(6) == ["own.png", "shared.png"]
    assert kept_after(8) == ["shared.png"]
    assert Conversation.objects.count() == 1
    other.agent.delete()
    assert kept_after(10) == []


def test_conversations_are_kept_for_as_many_days_as_their_agent_sets(
    alice_api: APIClient, alice: User, queue: TaskQueue
) -> None:
    kept, old = Talk(alice_api, alice, name="Cook"), Talk(alice_api, alice, limits={"conversation_days": 30})
    for talk in (kept, old):
        talk.send("Look", files=[uploaded(alice_api, f"{talk.agent.slug}.png")])
    queue.run_all()
    share_create(alice, old.agent, right="read", conversation=Conversation.objects.get(agent=old.agent))
    assert kept_after(29) == ["butler.png", "cook.png"]
    assert kept_after(31) == ["cook.png"]
    assert [row.agent for row in Conversation.objects.all()] == [kept.agent]
    assert not ChatShare.objects.exists()


def test_a_conversation_that_waits_for_an_answer_is_not_too_old(
    alice_api: APIClient, alice: User, queue: TaskQueue
) -> None:
    talk = Talk(alice_api, alice, limits={"conversation_days": 1})
    talk.send()
    kept_after(5)
    assert Conversation.objects.exists()
    queue.run_all()
    kept_after(5)
    assert not Conversation.objects.exists()


@pytest.mark.parametrize("days", [0, -1, 36_501, "long"])
def test_days_of_conversations_are_a_sensible_number(alice_api: APIClient, alice: User, days: Any) -> None:
    document = {"name": "Cook", "limits": {"conversation_days": days}}
    answer = alice_api.post("/api/agents/", {"document": document})
    assert pointers(assert_problem(answer, 400, "invalid_input")) == ["/document/limits/conversation_days"]


def test_a_deletion_that_is_taken_back_keeps_the_files(talk: Talk, queue: TaskQueue) -> None:
    talk.send("Look", files=[uploaded(talk.api)])
    queue.run_all()
    talk.api.patch(talk.address, {"deleted": True})
    talk.api.patch(talk.address, {"deleted": False})
    assert kept_after(30) == ["a.png"]


def test_a_file_that_was_never_sent_goes_and_one_that_others_made_stays(talk: Talk, alice: User) -> None:
    made = PNG
    kept = file_keep("made.png", "image/png", [made], owner_id=alice.pk, run_id=None)
    ToolFile.objects.filter(pk=kept.pk).update(expires_at=None)
    uploaded(talk.api, "made.png")
    uploaded(talk.api)
    assert kept_after(0.9) == ["a.png", "made.png"]
    assert kept_after(1.1) == ["made.png"]
