"""Before an account is closed the administrator sees the affected work, and may hand it on; afterwards nothing
continues.
"""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from agents.models import AgentProfile
from tests.factories.agents import agent_create
from tests.factories.users import user_create
from tests.factories.workflows import workflow_create
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
def own(alice: User, bob: User) -> Workflow:
    """A workflow of alice's that bob edits, with a live webhook in her name, and a link to an agent of hers."""
    workflow = workflow_create(alice, editors=(bob,))
    live(workflow, alice, "hook")
    share_create(alice, agent_create(alice), right="chat")
    return workflow


def live(workflow: Workflow, runs_as: User, key: str) -> Trigger:
    version, _ = version_publish(workflow, runs_as)
    return Trigger.objects.create(workflow=workflow, node_key=key, type="webhook", version=version, runs_as=runs_as)


def leave_page(person: User) -> str:
    return f"/admin/auth/user/{person.pk}/leave/"


@pytest.mark.parametrize(("way", "form"), [("change", {"username": "alice", "email": ""}), ("delete", {"post": "yes"})])
def test_neither_closing_nor_deleting_passes_the_page_by(
    panel: Client, own: Workflow, alice: User, way: str, form: dict[str, str]
) -> None:
    answer = panel.post(f"/admin/auth/user/{alice.pk}/{way}/", form)
    assert (answer.status_code, answer["Location"]) == (302, leave_page(alice))
    alice.refresh_from_db()
    assert alice.is_active
    page = panel.get(leave_page(alice)).content.decode()
    assert own.name in page
    assert "hook" in page
    assert ChatShare.objects.get().prefix in page
    assert "bob" in page


def test_several_people_are_not_deleted_at_once(panel: Client, own: Workflow, alice: User) -> None:
    body = {"action": "delete_selected", "_selected_action": [str(alice.pk)], "post": "yes"}
    panel.post("/admin/auth/user/", body)
    assert User.objects.filter(pk=alice.pk).exists()


def test_who_owns_nothing_is_closed_without_the_page(panel: Client, charlie: User) -> None:
    answer = panel.post(f"/admin/auth/user/{charlie.pk}/change/", {"username": "charlie", "email": ""})
    assert answer["Location"] != leave_page(charlie)
    charlie.refresh_from_db()
    assert not charlie.is_active


def test_what_is_handed_on_goes_on_and_the_rest_pauses(panel: Client, own: Workflow, alice: User, bob: User) -> None:
    foreign = workflow_create(user_create("dora"), editors=(alice,))
    live(foreign, alice, "elsewhere")
    assert panel.post(leave_page(alice), {"successor": str(bob.pk)}).status_code == 302
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


def test_what_nobody_takes_over_pauses(panel: Client, own: Workflow, alice: User) -> None:
    assert panel.post(leave_page(alice), {"successor": ""}).status_code == 302
    own.refresh_from_db()
    assert own.owner == alice
    assert not Trigger.objects.get().is_live


@pytest.mark.parametrize("name", ["alice", "gone"])
def test_only_another_active_person_takes_over(panel: Client, own: Workflow, alice: User, name: str) -> None:
    gone = user_create("gone")
    User.objects.filter(pk=gone.pk).update(is_active=False)
    chosen = User.objects.get(username=name)
    assert panel.post(leave_page(alice), {"successor": str(chosen.pk)}).status_code == 200
    alice.refresh_from_db()
    assert alice.is_active


def test_only_who_manages_people_sees_the_page(client: Client, own: Workflow, alice: User) -> None:
    staff = user_create("staff")
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    client.force_login(User.objects.get(pk=staff.pk))
    assert client.post(leave_page(alice), {"successor": ""}).status_code in {302, 403}
    alice.refresh_from_db()
    assert alice.is_active


LOSSES: dict[str, Callable[[Workflow, User, APIClient, Client], object]] = {
    "removed": lambda workflow, bob, owner, panel: owner.delete(
        f"/api/workflows/{workflow.pk}/members/?username={bob.username}"
    ),
    "downgraded": lambda workflow, bob, owner, panel: owner.post(
        f"/api/workflows/{workflow.pk}/members/", {"username": bob.username, "role": "viewer"}, format="json"
    ),
    "deactivated": lambda workflow, bob, owner, panel: panel.post(
        f"/admin/auth/user/{bob.pk}/change/", {"username": bob.username, "email": ""}
    ),
    "left": lambda workflow, bob, owner, panel: panel.post(leave_page(bob), {"successor": ""}),
    "deleted": lambda workflow, bob, owner, panel: panel.post(f"/admin/auth/user/{bob.pk}/delete/", {"post": "yes"}),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_the_owner_sees_which_addresses_somebody_still_knows_and_replaces_them(
    panel: Client, own: Workflow, bob: User, charlie: User, alice_api: APIClient, loss: str
) -> None:
    def known() -> list[str]:
        (trigger,) = alice_api.get(f"/api/workflows/{own.pk}/triggers/").json()
        names: list[str] = trigger["known_to"]
        return names

    WorkflowMember.objects.create(workflow=own, user=charlie, role=WorkflowMember.Role.VIEWER)
    assert known() == []
    alice_api.delete(f"/api/workflows/{own.pk}/members/?username=charlie")
    assert known() == []
    LOSSES[loss](own, bob, alice_api, panel)
    assert known() == ["bob"]
    assert alice_api.post(f"/api/workflows/{own.pk}/triggers/hook/address/").status_code == 200
    assert known() == []
