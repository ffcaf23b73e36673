"""Whatever changes who may do what, or where secrets go, leaves its rows in the audit log, with who did it."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.auth.models import Group, Permission, User
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from agents.models import AgentProfile, ModelProvider
from agents.services.providers import provider_create
from tests.factories.users import PASSWORD, user_create
from tests.factories.workflows import workflow_create
from tools.models import AccessEvent, Credential, EmergencyAccess, ToolConfig, ToolPolicy
from tools.secrets.names import is_secret_name
from tools.services.access_watch import WATCHED_MODELS
from tools.services.audit_verification import audit_verify
from tools.services.credentials import credential_create
from tools.services.policies import policy_create
from tools.services.tool_configs import tool_config_create
from workflow_editor.conversations.shares import share_create
from workflow_editor.models import AccountLink, ApiToken, ChatShare, Workflow, WorkflowMember
from workflow_editor.services.account_links import invitation_create, setup_link_create
from workflow_editor.services.members import member_set
from workflow_editor.services.tokens import token_create

SECRET = "planted-secret-61b0"
Stage = dict[str, Any]


@pytest.fixture
def stage(admin: User, bob: User, workflow: Workflow) -> Stage:
    """One row of each kind, all of them admin's where they are somebody's."""
    Workflow.objects.filter(pk=workflow.pk).update(owner=admin)
    agent = AgentProfile.objects.create(slug="helper", name="Helper", owner=admin, document={"id": "helper"})
    role = Group.objects.create(name="clerks")
    key = {"secret": SECRET}
    return {
        "admin": admin.pk,
        "bob": bob.pk,
        "workflow": workflow.pk,
        "slug": workflow.slug,
        "name": workflow.name,
        "agent": agent.slug,
        "role": role.pk,
        "rule": policy_create(created_by=None, tool_pattern="http_request", effect="ask").pk,
        "tool": tool_config_create(
            owner=admin,
            type="notification-feishu",
            name="Bot",
            config={"webhookUrl": f"https://open.feishu.cn/open-apis/bot/v2/hook/a-{SECRET}"},
        ).pk,
        "credential": credential_create(name="Key", kind="http", values=key, owner=admin).pk,
        "provider": provider_create(name="P", preset="openai", base_url="https://p.example/v1", api_key=SECRET).pk,
        "invited": workflow_create(bob, name="Plan", invited=(admin,)).pk,
        "member": WorkflowMember.objects.get(workflow=workflow, user=bob).pk,
        "token": token_create(admin, name="T")[0].pk,
        "invitation": invitation_create(admin, note="Someone")[0].pk,
        "link": share_create(admin, agent, right="chat")[0].pk,
        "emergency": EmergencyAccess.objects.create(by=admin, owner=bob, reason="A reason", ends_at=timezone.now()).pk,
    }


def api(method: str, path: str, body: Any = None) -> Callable[[Client, Stage], int]:
    def act(client: Client, stage: Stage) -> int:
        answer = client.generic(
            method,
            "/api/" + path.format(**stage),
            "" if body is None else json.dumps(body),
            content_type="application/json",
        )
        return int(answer.status_code)

    return act


def with_role(method: str, path: str) -> Callable[[Client, Stage], int]:
    return lambda client, stage: api(method, path, {"role_ids": [stage["role"]]})(client, stage)


def panel(path: str, form: dict[str, Any] | None = None) -> Callable[[Client, Stage], int]:
    def act(client: Client, stage: Stage) -> int:
        filled = {
            key.format(**stage): value.format(**stage) if isinstance(value, str) else value
            for key, value in (form or {"post": "yes"}).items()
        }
        return int(client.post("/admin/" + path.format(**stage), filled).status_code)

    return act


MEMBERS = {"members-TOTAL_FORMS": "1", "members-INITIAL_FORMS": "1", "members-MIN_NUM_FORMS": "0",
           "members-MAX_NUM_FORMS": "1000", "members-0-id": "{member}", "members-0-workflow": "{workflow}",
           "members-0-user": "{bob}", "members-0-role": "editor"}  # fmt: skip
FLOW = {"name": "{name}", "slug": "{slug}", "owner": "{admin}", "description": ""}
PROVIDER = {"name": "P", "base_url": "https://q.example/v1", "default_model": "", "model_names": "[]", "enabled": "on"}

CHANGES: list[tuple[type[Model], str, Callable[[Client, Stage], int], list[str]]] = [
    (WorkflowMember, "give", api("POST", "workflows/{workflow}/members/", {"username": "erin",
                                 "role": "viewer"}), ["member.added"]),
    (WorkflowMember, "change", api("POST", "workflows/{workflow}/members/", {"username": "bob",
                                   "role": "viewer"}), ["member.changed"]),
    (WorkflowMember, "take up", api("PUT", "shared-with-me/workflow/{invited}/"), ["member.changed"]),
    (WorkflowMember, "leave", api("DELETE", "shared-with-me/workflow/{invited}/"), ["member.removed"]),
    (WorkflowMember, "take", api("DELETE", "workflows/{workflow}/members/?username=bob"), ["member.removed"]),
    (WorkflowMember, "change in the panel", panel("workflow_editor/workflow/{workflow}/change/",
     FLOW | MEMBERS | {"members-0-role": "viewer"}), ["member.changed"]),
    (WorkflowMember, "take in the panel", panel("workflow_editor/workflow/{workflow}/change/",
     FLOW | MEMBERS | {"members-0-DELETE": "on"}), ["member.removed"]),
    (Workflow, "another owner", panel("workflow_editor/workflow/{workflow}/change/",
     FLOW | MEMBERS | {"owner": "{erin}"}), ["workflow.changed"]),
    (Workflow, "offer", api("PATCH", "workflows/{workflow}/", {"offered_over_mcp": True}), ["workflow.changed"]),
    (Workflow, "delete", api("DELETE", "workflows/{workflow}/"), ["workflow.deleted", "member.removed"]),
    (Workflow, "delete in the panel", panel("workflow_editor/workflow/{workflow}/delete/"),
     ["workflow.deleted", "member.removed"]),
    (ToolPolicy, "create", api("POST", "tools/policies/", {"tool_pattern": "*", "effect": "deny"}), ["rule.created"]),
    (ToolPolicy, "change", api("PATCH", "tools/policies/{rule}/", {"effect": "deny"}), ["rule.changed"]),
    (ToolPolicy, "delete", api("DELETE", "tools/policies/{rule}/"), ["rule.deleted"]),
    (ToolPolicy, "matrix", api("PATCH", "tools/policies/matrix/", {"cells": [
        {"role": None, "tool_pattern": "http_request", "effect": "allow"}]}), ["rule.changed"]),
    (ToolPolicy, "switch off", api("PATCH", "tools/policies/{rule}/", {"enabled": False}), ["rule.changed"]),
    (ToolConfig, "create", api("POST", "tools/configs/", {"type": "notification-feishu", "name": "B",
                               "config": {"webhookUrl": f"https://open.feishu.cn/open-apis/bot/v2/hook/b-{SECRET}"}}),
     ["credential.created", "tool.created"]),
    (ToolConfig, "share", api("PATCH", "tools/configs/{tool}/", {"shared": True}), ["tool.changed"]),
    (ToolConfig, "another secret", api("PATCH", "tools/configs/{tool}/", {"config": {
        "webhookUrl": f"https://open.feishu.cn/open-apis/bot/v2/hook/c-{SECRET}"}}), ["credential.changed"]),
    (ToolConfig, "delete", api("DELETE", "tools/configs/{tool}/"), ["tool.deleted", "credential.deleted"]),
    (ToolConfig, "change in the panel", panel("tools/toolconfig/{tool}/change/", {"name": "Bot", "shared": "on"}),
     ["tool.changed"]),
    (ToolConfig, "delete in the panel", panel("tools/toolconfig/{tool}/delete/"),
     ["tool.deleted", "credential.deleted"]),
    (Credential, "create", api("POST", "credentials/", {"name": "K", "kind": "http",
                               "values": {"secret": SECRET}}), ["credential.created"]),
    (Credential, "change", api("PATCH", "credentials/{credential}/", {"values": {"secret": SECRET + "2"}}),
     ["credential.changed"]),
    (Credential, "delete", api("DELETE", "credentials/{credential}/"), ["credential.deleted"]),
    (Credential, "delete in the panel", panel("tools/credential/{credential}/delete/"), ["credential.deleted"]),
    (ModelProvider, "create", api("POST", "providers/", {"name": "Q", "preset": "openai", "api_key": SECRET}),
     ["credential.created", "provider.created"]),
    (ModelProvider, "another address", panel("agents/modelprovider/{provider}/change/", PROVIDER),
     ["provider.changed", "credential.deleted"]),
    (ModelProvider, "another key", api("PATCH", "providers/{provider}/", {"api_key": SECRET + "2"}),
     ["credential.changed"]),
    (ModelProvider, "delete", api("DELETE", "providers/{provider}/"), ["provider.deleted", "credential.deleted"]),
    (ModelProvider, "delete in the panel", panel("agents/modelprovider/{provider}/delete/"),
     ["provider.deleted", "credential.deleted"]),
    (ChatShare, "create", api("POST", "agents/{agent}/shares/", {"right": "chat"}), ["link.created"]),
    (ChatShare, "other caps", api("PATCH", "shares/{link}/", {"turns_per_day": 7}), ["link.changed"]),
    (ChatShare, "revoke", api("DELETE", "shares/{link}/"), ["link.changed"]),
    (ApiToken, "create", api("POST", "tokens/", {"name": "T2"}), ["token.created"]),
    (ApiToken, "delete", api("DELETE", "tokens/{token}/"), ["token.ended"]),
    (Authenticator, "remove", api("DELETE", "account/factors/{factor}/"), ["factor.removed"]),
    (User, "deactivate", api("POST", "people/{bob}/deactivation/", {"successor_id": None}), ["user.changed"]),
    (User, "superuser", api("PATCH", "people/{bob}/", {"is_superuser": True}), ["user.changed"]),
    (User, "reactivate", api("DELETE", "people/{closed}/deactivation/"), ["user.changed"]),
    (User, "password", api("POST", "account/password/", {"current_password": PASSWORD, "new_password":
                           "a-long-word-9"}), ["password.changed"]),
    (AccountLink, "invite", api("POST", "people/invitations/", {"note": "New one"}),
     ["invitation.created"]),
    (AccountLink, "new password", api("POST", "people/{bob}/password-link/", {}),
     ["invitation.created"]),
    (AccountLink, "revoke", api("DELETE", "people/links/{invitation}/"), ["invitation.revoked"]),
    (AccountLink.roles.through, "invite with a role", with_role("POST", "people/invitations/"),
     ["invitation.created", "invitation_role.granted"]),
    (EmergencyAccess, "begin", panel("tools/emergencyaccess/add/", {"owner": "{bob}", "hours": "1",
     "reason": "The police ask for it."}), ["emergency_access.begun"]),
    (EmergencyAccess, "end", panel("tools/emergencyaccess/{emergency}/delete/"), ["emergency_access.ended"]),
    (User, "delete", panel("auth/user/{closed}/delete/"), ["user.deleted"]),
    (User.groups.through, "give", with_role("PATCH", "people/{bob}/"), ["role.granted"]),
    (Group, "create", panel("auth/group/add/", {"name": "new"}), ["role.created"]),
    (Group, "rename", panel("auth/group/{role}/change/", {"name": "others"}), ["role.changed"]),
    (Group, "delete", panel("auth/group/{role}/delete/"), ["role.deleted"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("act", "actions"), [row[2:] for row in CHANGES], ids=[f"{row[0]._meta.label}: {row[1]}" for row in CHANGES]
)
class TestEveryChange:
    @pytest.fixture
    def client(self, admin: User, client: Client, stage: Stage) -> Client:
        stage["erin"] = user_create("erin").pk
        stage["closed"] = user_create("closed").pk
        User.objects.filter(pk=stage["closed"]).update(is_active=False)
        client.force_login(admin)
        client.post("/api/account/confirmation/", {"password": PASSWORD}, content_type="application/json")
        stage["factor"] = Authenticator.objects.create(user=admin, type="webauthn", data={"name": "Key"}).pk
        return client

    def test_leaves_its_rows_with_the_actor(
        self, client: Client, stage: Stage, act: Callable[[Client, Stage], int], actions: list[str]
    ) -> None:
        before = AccessEvent.objects.count()
        assert act(client, stage) in {200, 201, 204, 302}
        rows = list(AccessEvent.objects.order_by("id"))[before:]
        assert sorted(row.action for row in rows) == sorted(actions)
        assert {(row.username, row.address) for row in rows} == {("admin", "127.0.0.1")}
        assert all(row.target for row in rows)
        assert SECRET not in str([row.details for row in rows])
        assert audit_verify().faults == []

    @pytest.mark.everyday_rows(12)
    def test_does_not_happen_without_them(
        self,
        client: Client,
        stage: Stage,
        act: Callable[[Client, Stage], int],
        actions: list[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        def fail(*args: Any, **kwargs: Any) -> None:
            raise OSError("the disk is full")

        before = _stored()
        monkeypatch.setattr(AccessEvent.objects, "append", fail, raising=False)
        client.raise_request_exception = False
        assert act(client, stage) == 500
        if connection.needs_rollback:  # Django's own deletion: its transaction is this test's here
            return
        assert _stored() == before


def _stored() -> dict[str, list[Any]]:
    return {model._meta.label: list(model._base_manager.order_by("pk").values()) for model in WATCHED_MODELS}


def test_the_first_administrator_and_the_link_to_it_leave_rows(client: Client, db: None) -> None:
    token = setup_link_create()
    body = {"token": token, "username": "root", "password": "a-long-word-9"}
    assert client.post("/api/setup/", body, content_type="application/json").status_code in {200, 201}
    actions = list(AccessEvent.objects.order_by("id").values_list("action", flat=True))
    assert [action for action in actions if not action.startswith("sign_in")] == [
        "invitation.created", "user.created", "invitation.accepted",
    ]  # fmt: skip
    assert token not in str(list(AccessEvent.objects.values()))


def test_roles_and_permissions_are_recorded_from_either_end(admin: User, bob: User) -> None:
    role = Group.objects.create(name="clerks")
    permission = Permission.objects.get(codename="view_user")
    before = AccessEvent.objects.count()
    bob.groups.add(role)
    role.user_set.remove(bob)
    role.user_set.set([bob, admin])
    bob.groups.clear()
    bob.groups.clear()
    bob.user_permissions.add(permission)
    role.permissions.set([permission])
    rows = list(AccessEvent.objects.order_by("id").values_list("action", "target"))[before:]
    assert rows == [
        ("role.granted", "bob"), ("role.revoked", "bob"), ("role.granted", "admin"), ("role.granted", "bob"),
        ("role.revoked", "bob"), ("permission.granted", "bob"), ("role_permission.granted", "clerks"),
    ]  # fmt: skip


def test_a_save_that_changes_nothing_and_a_sign_in_leave_no_row(client: Client, bob: User, workflow: Workflow) -> None:
    before = AccessEvent.objects.count()
    bob.save()
    workflow.save()
    member_set(workflow, username="bob", role="editor")
    client.force_login(bob)
    assert AccessEvent.objects.count() == before


NO_RIGHTS = {
    "account.EmailAddress": "no sign-in goes by e-mail",
    "account.EmailConfirmation": "no sign-in goes by e-mail",
    "usersessions.UserSession": "recorded where sessions begin and end",
    "admin.LogEntry": "Django's own list of changes in the panel",
    "agents.AgentProfile": "what an agent is; its owner never changes, its links are watched",
    "agents.AgentVersion": "content",
    "knowledge.KnowledgeBase": "content; its owner never changes",
    "knowledge.KnowledgeBase_taken_up_by": "whose lists have it; the right is the knowledge base's",
    "sessions.Session": "recorded where sessions begin and end",
    "tools.AccessEvent": "the log itself",
    "tools.Account": "its connection is recorded; the credential that it belongs to is watched",
    "tools.Article": "content",
    "tools.Consent": "under way for ten minutes",
    "tools.DataRow": "content",
    "tools.DataTable": "content; who may see it is its own field, like an agent's",
    "tools.DataTable_taken_up_by": "whose lists have it; the right is the table's",
    "tools.ToolConfig_taken_up_by": "whose lists have it; the right is the tool's",
    "tools.DeviceConsent": "under way for minutes",
    "tools.ToolFile": "content",
    "tools.ToolInvocation": "the log itself",
    "tools.ToolPolicyVersion": "what rules said; their changes are watched",
    "tools.ToolSession": "what calls of a tool remember",
    "tools.UploadDay": "a count",
    "workflow_editor.SignInCount": "times of tries",
    "workflow_editor.Uptime": "a count",
    "workflow_editor.AlertRule": "where news of failed runs go",
    "workflow_editor.Comment": "content",
    "workflow_editor.Comment_mentions": "who is asked to read it; only members can be",
    "workflow_editor.CommentThread": "content",
    "workflow_editor.Conversation": "content",
    "workflow_editor.Evaluation": "content",
    "workflow_editor.EvaluationRound": "content",
    "workflow_editor.GraphChange": "content",
    "workflow_editor.Run": "content",
    "workflow_editor.RunCookies": "what the requests of a run have got; gone with it",
    "workflow_editor.InboxItem": "what somebody should read",
    "workflow_editor.OfferedName": "names of what was offered; what is offered now is asked for each time",
    "workflow_editor.ProcessNode": "content",
    "workflow_editor.TriggerDelivery": "what arrived",
    "workflow_editor.Trigger": "acts as who published it; each published version is kept",
    "workflow_editor.Variable": "content; no secret goes there",
    "workflow_editor.Wait_approvers": "who is asked; the question is in the log of calls",
    "workflow_editor.Wait": "its answer is in the log of calls",
    "workflow_editor.Turn": "content",
    "workflow_editor.UserPreferences": "what somebody wants of the screens and of mails",
    "workflow_editor.WorkflowFavourite": "what somebody wants at hand",
    "workflow_editor.WorkflowTag": "content",
    "workflow_editor.WorkflowTest": "content",
    "workflow_editor.WorkflowTestResult": "content",
    "workflow_editor.WorkflowVersion": "content",
    "workflow_editor.ValueWrite": "what a node has written; its key keeps attempts apart",
}


def grants_rights(model: type[Model]) -> bool:
    """Say whether a model looks like one: it names people, roles or credentials, or holds something secret."""
    subjects = {User, Group, Permission, Credential}
    fields = model._meta.get_fields(include_parents=False)
    return model in subjects or any(
        field.concrete and (field.related_model in subjects or is_secret_name(field.name) or field.name == "ciphertext")
        for field in fields
    )


def test_a_model_that_grants_rights_is_watched_and_in_the_table() -> None:
    granting = {model for model in apps.get_models(include_auto_created=True) if grants_rights(model)}
    unknown = {model._meta.label for model in granting - WATCHED_MODELS} - NO_RIGHTS.keys()
    assert unknown - {"auth.Permission"} == set()
    tested = {row[0] for row in CHANGES} | {
        AccountLink,
        AccountLink.roles.through,
        User.user_permissions.through,
        Group.permissions.through,
    }
    assert WATCHED_MODELS - tested == set()
