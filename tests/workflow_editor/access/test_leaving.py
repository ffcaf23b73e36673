"""Before an account is closed the administrator sees the affected work, and may hand it on; afterwards nothing
continues.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from agents.models import AgentProfile
from tests.conftest import confirmed
from tests.factories.agents import agent_create
from tests.factories.users import user_create
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from tools.models import AccessEvent
from workflow_editor.conversations.shares import share_create
from workflow_editor.models import ChatShare, Trigger, Workflow, WorkflowMember
from workflow_editor.services.leaving import leaving_of
from workflow_editor.services.versions import version_publish


@pytest.fixture
def panel(admin: User, client: Client) -> Client:
    client.force_login(admin)
    return client


@pytest.fixture
def people(admin_api: APIClient) -> APIClient:
    return confirmed(admin_api)


@pytest.fixture
def own(alice: User, bob: User) -> Workflow:
    """A workflow of alice's that bob edits, with a live webhook in her name, and a link to an agent of hers."""
    workflow = workflow_create(alice, editors=(bob,))
    live(workflow, alice, "hook")
    share_create(alice, agent_create(alice), right="chat")
    return workflow


def live(workflow: Workflow, runs_as: User, key: str) -> Trigger:
    version, _ = version_publish(workflow, runs_as)
    return Trigger.objects.create(workflow=workflow, node_key=key, type="webhook", version=version, runs_as=runs_as)


def leaving(person: User) -> str:
    return f"/api/people/{person.pk}/leaving/"


def leave(api: APIClient, person: User, successor: User | None = None) -> Any:
    return api.post(f"/api/people/{person.pk}/deactivation/", {"successor_id": successor and successor.pk})


def delete(api: APIClient, person: User) -> None:
    leave(api, person)
    answer = api.post(f"/admin/auth/user/{person.pk}/delete/", {"post": "yes"}, format="multipart")
    assert answer.status_code == 302


def test_what_stops_is_listed_before(people: APIClient, own: Workflow, alice: User) -> None:
    found = people.get(leaving(alice)).json()
    link = ChatShare.objects.get()
    assert found == {
        "triggers": [f"{own.name} · hook"],
        "links": [f"{link.prefix}… · {link.agent}"],
        "workflows": [own.name],
        "agents": [str(AgentProfile.objects.get())],
    }
    alice.refresh_from_db()
    assert alice.is_active


def test_only_closed_accounts_are_deleted(panel: Client, own: Workflow, alice: User, charlie: User) -> None:
    assert panel.post(f"/admin/auth/user/{alice.pk}/delete/", {"post": "yes"}).status_code == 403
    body = {"action": "delete_selected", "_selected_action": [str(alice.pk)], "post": "yes"}
    panel.post("/admin/auth/user/", body)
    assert User.objects.filter(pk=alice.pk).exists()
    User.objects.filter(pk=charlie.pk).update(is_active=False)
    assert panel.post(f"/admin/auth/user/{charlie.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not User.objects.filter(pk=charlie.pk).exists()


def test_nothing_stops_where_nothing_is_owned(people: APIClient, charlie: User) -> None:
    assert people.get(leaving(charlie)).json() == {"triggers": [], "links": [], "workflows": [], "agents": []}
    assert leave(people, charlie).status_code == 200
    charlie.refresh_from_db()
    assert not charlie.is_active


def test_what_is_handed_on_goes_on_and_the_rest_pauses(
    people: APIClient, own: Workflow, alice: User, bob: User
) -> None:
    foreign = workflow_create(user_create("dora"), editors=(alice,))
    live(foreign, alice, "elsewhere")
    assert leave(people, alice, bob).status_code == 200
    alice.refresh_from_db()
    own.refresh_from_db()
    assert (alice.is_active, own.owner) == (False, bob)
    assert not WorkflowMember.objects.filter(workflow=own, user=bob).exists()
    kept, paused = Trigger.objects.get(node_key="hook"), Trigger.objects.get(node_key="elsewhere")
    assert (kept.is_live, kept.runs_as) == (True, bob)
    assert (paused.is_live, (paused.pause_reason or {})["code"]) == (False, "right_lost")
    assert ChatShare.objects.get().revoked_at is not None
    assert AgentProfile.objects.get().owner == bob
    event = AccessEvent.objects.get(action="workflow.changed", details__has_key="owner")
    assert (event.username, event.details) == ("admin", {"owner": ["alice", "bob"]})
    assert kept.known_to == ["alice"]
    assert not leaving_of(alice)


def test_what_nobody_takes_over_pauses(people: APIClient, own: Workflow, alice: User) -> None:
    assert leave(people, alice).status_code == 200
    own.refresh_from_db()
    assert own.owner == alice
    assert not Trigger.objects.get().is_live


@pytest.mark.parametrize("name", ["alice", "gone"])
def test_only_another_active_person_takes_over(people: APIClient, own: Workflow, alice: User, name: str) -> None:
    gone = user_create("gone")
    User.objects.filter(pk=gone.pk).update(is_active=False)
    problem = assert_problem(leave(people, alice, User.objects.get(username=name)), 400, "invalid_input")
    assert pointers(problem) == ["/successor_id"]
    alice.refresh_from_db()
    assert alice.is_active


LOSSES: dict[str, Callable[[Workflow, User, APIClient, APIClient], object]] = {
    "removed": lambda workflow, bob, owner, people: owner.delete(
        f"/api/workflows/{workflow.pk}/members/?username={bob.username}"
    ),
    "downgraded": lambda workflow, bob, owner, people: owner.post(
        f"/api/workflows/{workflow.pk}/members/", {"username": bob.username, "role": "viewer"}, format="json"
    ),
    "left": lambda workflow, bob, owner, people: leave(people, bob),
    "deleted": lambda workflow, bob, owner, people: delete(people, bob),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_the_owner_sees_which_addresses_somebody_still_knows_and_replaces_them(
    people: APIClient, own: Workflow, bob: User, charlie: User, alice_api: APIClient, loss: str
) -> None:
    def known() -> list[str]:
        (trigger,) = alice_api.get(f"/api/workflows/{own.pk}/triggers/").json()
        names: list[str] = trigger["known_to"]
        return names

    WorkflowMember.objects.create(workflow=own, user=charlie, role=WorkflowMember.Role.VIEWER)
    assert known() == []
    alice_api.delete(f"/api/workflows/{own.pk}/members/?username=charlie")
    assert known() == []
    LOSSES[loss](own, bob, alice_api, people)
    assert known() == ["bob"]
    assert alice_api.post(f"/api/workflows/{own.pk}/triggers/hook/address/").status_code == 200
    assert known() == []
