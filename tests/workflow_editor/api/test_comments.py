"""Comments on nodes: who may write, who is mentioned, what happens when the node or the person goes."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.conftest import client_of
from tests.factories.users import user_create
from tests.factories.workflows import member_create
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from workflow_editor.api.limits.throttles import CommentThrottle
from workflow_editor.models import Comment, Workflow, WorkflowMember
from workflow_editor.services import comments as service
from workflow_editor.services.graph import graph_apply


def url(workflow: Workflow, noun: str = "comments") -> str:
    return f"/api/workflows/{workflow.pk}/{noun}/"


def write(api: APIClient, workflow: Workflow, text: str, **fields: Any) -> Any:
    answer = api.post(url(workflow), {"text": text, "node_key": "greet", **fields})
    assert answer.status_code == 201, answer.content
    return answer.json()


def threads(api: APIClient, workflow: Workflow) -> Any:
    return api.get(url(workflow, "comment-threads")).json()["results"]


def on_node(api: APIClient, workflow: Workflow) -> Any:
    return api.get(f"{url(workflow)}?node_key=greet").json()["results"]


def inbox(api: APIClient, query: str = "") -> Any:
    return api.get(f"/api/inbox/{query}").json()["results"]


def test_a_viewer_comments_on_a_node_and_on_the_whole_workflow(alice_api: APIClient, workflow: Workflow) -> None:
    viewer = user_create("vera")
    viewer.first_name, viewer.last_name = "Vera", "Lin"
    viewer.save()
    member_create(workflow, viewer, "viewer")
    write(client_of(viewer), workflow, "Why **warm**?")
    write(client_of(viewer), workflow, "Well done", node_key="")
    [comment] = on_node(alice_api, workflow)
    assert (comment["text"], comment["author"]) == (
        "Why **warm**?",
        {"username": "vera", "name": "Vera Lin", "is_member": True},
    )
    assert [one["text"] for one in alice_api.get(url(workflow)).json()["results"]] == ["Well done"]
    assert {(one["node_key"], one["comment_count"]) for one in threads(alice_api, workflow)} == {("greet", 1), ("", 1)}


def test_only_the_author_changes_or_deletes_a_comment(
    alice_api: APIClient, bob_api: APIClient, workflow: Workflow
) -> None:
    address = f"/api/comments/{write(bob_api, workflow, 'Frist')['id']}/"
    assert_problem(alice_api.patch(address, {"text": "Mine"}), 403, "forbidden")
    assert_problem(alice_api.delete(address), 403, "forbidden")
    changed = bob_api.patch(address, {"text": "First"}).json()
    assert (changed["text"], changed["edited_at"] is None) == ("First", False)
    assert bob_api.delete(address).status_code == 204
    assert threads(alice_api, workflow) == []


def test_a_thread_is_resolved_and_a_new_comment_opens_it_again(
    alice_api: APIClient, bob_api: APIClient, workflow: Workflow
) -> None:
    write(bob_api, workflow, "Too long?")
    [thread] = threads(alice_api, workflow)
    resolved = alice_api.patch(f"/api/comment-threads/{thread['id']}/", {"resolved": True}).json()
    assert resolved["resolved_at"] is not None
    write(bob_api, workflow, "Still too long")
    assert threads(alice_api, workflow)[0]["resolved_at"] is None


def test_who_is_mentioned_and_who_takes_part_find_it_in_their_inboxes(
    alice_api: APIClient, bob_api: APIClient, alice: User, workflow: Workflow
) -> None:
    write(alice_api, workflow, "@bob, is this right? @bob", mentions=["bob", "bob"])
    [mention] = inbox(bob_api)
    assert (mention["kind"], mention["node_name"], mention["author"]) == ("mention", "Greet", "alice")
    assert inbox(alice_api) == []
    write(bob_api, workflow, "It is")
    [reply] = inbox(alice_api, "?unread=true")
    assert (reply["kind"], reply["text"], reply["is_read"]) == ("reply", "It is", False)
    assert alice_api.patch(f"/api/inbox/{reply['id']}/", {"is_read": True}).json()["is_read"] is True
    assert inbox(alice_api, "?unread=true") == []
    assert_problem(bob_api.patch(f"/api/inbox/{reply['id']}/", {"is_read": True}), 404, "not_found")
    assert bob_api.patch("/api/inbox/", {"is_read": True}).status_code == 204
    assert inbox(bob_api, "?unread=true") == []


def test_a_mention_that_is_added_later_reaches_the_inbox_once(
    alice_api: APIClient, bob_api: APIClient, workflow: Workflow
) -> None:
    address = f"/api/comments/{write(alice_api, workflow, 'Who knows?')['id']}/"
    for _ in range(2):
        alice_api.patch(address, {"text": "Who knows? @bob", "mentions": ["bob"]})
    assert len(inbox(bob_api)) == 1


def test_only_people_who_see_the_workflow_are_offered_and_mentioned(
    alice_api: APIClient, charlie: User, workflow: Workflow
) -> None:
    assert [one["username"] for one in alice_api.get(url(workflow, "people")).json()] == ["alice", "bob"]
    assert alice_api.get(f"{url(workflow, 'people')}?search=BO").json() == [{"username": "bob", "name": "bob"}]
    response = alice_api.post(url(workflow), {"text": "@charlie", "mentions": ["charlie"]})
    assert pointers(assert_problem(response, 400, "invalid_input")) == ["/mentions"]
    assert not Comment.objects.exists()


def test_the_comment_of_a_removed_member_stays_and_their_inbox_is_empty(
    alice_api: APIClient, bob_api: APIClient, bob: User, workflow: Workflow
) -> None:
    write(bob_api, workflow, "I was here")
    write(alice_api, workflow, "@bob", mentions=["bob"])
    WorkflowMember.objects.all().delete()
    assert on_node(alice_api, workflow)[1]["author"] == {"username": "bob", "name": "bob", "is_member": False}
    assert inbox(bob_api) == []
    write(alice_api, workflow, "He is gone")
    assert bob_api.get(url(workflow)).status_code == 404
    bob.delete()
    assert on_node(alice_api, workflow)[2]["author"] == {"username": "", "name": "bob", "is_member": False}


def test_a_comment_that_mentions_a_removed_member_can_still_be_changed(
    alice_api: APIClient, bob_api: APIClient, charlie: User, workflow: Workflow
) -> None:
    address = f"/api/comments/{write(alice_api, workflow, 'Ask @bob', mentions=['bob'])['id']}/"
    WorkflowMember.objects.all().delete()
    changed = alice_api.patch(address, {"text": "Please ask @bob", "mentions": ["bob"]})
    assert (changed.status_code, changed.json()["text"]) == (200, "Please ask @bob")
    assert [one["username"] for one in changed.json()["mentions"]] == ["bob"]
    both = alice_api.patch(address, {"text": "@bob @charlie", "mentions": ["bob", "charlie"]})
    assert pointers(assert_problem(both, 400, "invalid_input")) == ["/mentions"]
    assert inbox(bob_api) == inbox(client_of(charlie)) == []


@pytest.mark.parametrize("lost", ["deleted", "unshared"])
def test_an_inbox_is_without_workflows_that_its_owner_no_longer_sees(
    alice_api: APIClient, bob_api: APIClient, workflow: Workflow, lost: str
) -> None:
    write(alice_api, workflow, "@bob", mentions=["bob"])
    [item] = inbox(bob_api)
    if lost == "deleted":
        workflow.delete()
    else:
        WorkflowMember.objects.all().delete()
    assert inbox(bob_api) == inbox(bob_api, "?unread=true") == []
    assert_problem(bob_api.patch(f"/api/inbox/{item['id']}/", {"is_read": True}), 404, "not_found")
    assert bob_api.patch("/api/inbox/", {"is_read": True}).status_code == 204


def test_a_thread_survives_its_nodes_name_and_its_node(
    alice: User, alice_api: APIClient, bob_api: APIClient, workflow: Workflow
) -> None:
    write(alice_api, workflow, "Warm enough?")
    renaming = {"op": "update_node", "key": "greet", "changes": {"name": "Welcome"}}
    graph_apply(alice, workflow_id=workflow.pk, revision=0, operations=[renaming])
    [thread] = threads(alice_api, workflow)
    assert (thread["node_name"], thread["node_exists"]) == ("Welcome", True)
    write(bob_api, workflow, "Yes")
    graph_apply(alice, workflow_id=workflow.pk, revision=1, operations=[{"op": "remove_node", "key": "greet"}])
    [thread] = threads(alice_api, workflow)
    assert (thread["node_name"], thread["node_exists"], thread["comment_count"]) == ("Welcome", False, 2)
    assert [one["text"] for one in on_node(alice_api, workflow)] == ["Yes", "Warm enough?"]
    write(bob_api, workflow, "Sent while it was removed")
    response = bob_api.post(url(workflow), {"text": "x", "node_key": "never_was"})
    assert pointers(assert_problem(response, 400, "invalid_input")) == ["/node_key"]


def test_comments_are_in_no_file_version_or_copy(alice_api: APIClient, workflow: Workflow) -> None:
    write(alice_api, workflow, "Between us")
    assert "Between us" not in alice_api.get(f"/api/workflows/{workflow.pk}/export/").content.decode()
    copy = alice_api.post(f"/api/workflows/{workflow.pk}/duplicate/").json()
    assert alice_api.get(f"/api/workflows/{copy['id']}/comment-threads/").json()["results"] == []


def test_length_number_and_rate_have_limits(
    alice_api: APIClient, workflow: Workflow, monkeypatch: pytest.MonkeyPatch
) -> None:
    for wrong in ({"text": "x" * 4001}, {"text": " "}, {"text": "x", "mentions": ["bob"] * 21}):
        assert_problem(alice_api.post(url(workflow), wrong), 400, "invalid_input")
    monkeypatch.setattr(service, "MAX_COMMENTS", 1)
    write(alice_api, workflow, "One")
    assert_problem(alice_api.post(url(workflow), {"text": "Two"}), 429, "limit_reached")
    monkeypatch.setattr(CommentThrottle, "rate", "1/min")
    alice_api.post(url(workflow), {"text": "x"})
    assert_problem(alice_api.post(url(workflow), {"text": "x"}), 429, "throttled")


def test_500_comments_come_in_pages_with_few_queries(
    alice: User, alice_api: APIClient, workflow: Workflow, django_assert_max_num_queries: Any
) -> None:
    first = write(alice_api, workflow, "0")
    thread = Comment.objects.get(pk=first["id"]).thread
    Comment.objects.bulk_create(
        Comment(thread=thread, author=alice, author_name="alice", text=str(number)) for number in range(1, 500)
    )
    with django_assert_max_num_queries(12):
        page = alice_api.get(f"{url(workflow)}?node_key=greet").json()
    texts = [one["text"] for one in page["results"]]
    while page["next"]:
        page = alice_api.get(page["next"]).json()
        texts += [one["text"] for one in page["results"]]
    assert sorted(map(int, texts)) == list(range(500))
    assert threads(alice_api, workflow)[0]["comment_count"] == 500
