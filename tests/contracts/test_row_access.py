"""Every endpoint with somebody's row in its address: strangers and unknown rows get 404, anonymous people 401."""

import re
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from rest_framework.test import APIClient

from tests.conftest import confirmed
from tests.factories.agents import agent_create
from tests.factories.knowledge import base_create, document_create
from tests.factories.runs import node_run_create, run_create
from tests.factories.tables import table_create
from tests.factories.workflows import workflow_create
from tools.adapters.file_contents import file_keep
from tools.models import Article
from tools.services.credentials import credential_create
from tools.services.tool_configs import tool_config_create
from tools.services.tool_sessions import tool_session_create
from workflow_editor.api.limits.throttles import Throttle
from workflow_editor.conversations.lifecycle import conversation_create
from workflow_editor.conversations.shares import share_create
from workflow_editor.models import (
    AlertRule,
    Evaluation,
    EvaluationRound,
    InboxItem,
    TriggerDelivery,
    Turn,
    Wait,
    WorkflowTest,
)
from workflow_editor.nodes.waits import ApprovalWait
from workflow_editor.services.account_links import password_reset_create
from workflow_editor.services.comments import comment_create
from workflow_editor.services.tokens import token_create
from workflow_editor.services.triggers.publish import trigger_prepare
from workflow_editor.services.versions import version_publish

METHODS = ("get", "post", "put", "patch", "delete")
OPEN = {
    "/api/health/",
    "/api/health/ready/",
    "/api/session/",
    "/api/setup/",
    "/api/setup/link/",
    "/api/account/password/reset/",
    "/api/accounts/app.json",
    "/api/schema/",
    "/api/docs/",
}
# Rows that everybody may see (providers, variables) or only administrators may touch (rules) have tests of their own.
NUMBERED = {"token_id", "wait_id", "share_id", "browser_session_id", "factor_id", "number"}
SHARED = {"provider_id", "policy_id", "variable_name", "person_id", "account_link_id"}


def patterns(found: list[Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for item in found:
        if isinstance(item, URLResolver):
            yield from patterns(item.url_patterns, prefix + str(item.pattern))
        elif isinstance(item, URLPattern):
            yield prefix + str(item.pattern), item.callback


def endpoints() -> list[tuple[str, str]]:
    """Return (method, address with `<name>` for its parts) of everything under /api/ that OpenAPI could show."""
    return [
        (method, "/" + re.sub(r"<\w+:(\w+)>", r"<\1>", address))
        for address, callback in patterns(get_resolver().url_patterns)
        if address.startswith("api/") and hasattr(callback, "view_class")
        for method in METHODS
        if hasattr(callback.view_class, method)
    ]


def names(address: str) -> set[str]:
    return set(re.findall(r"<(\w+)>", address))


# Addresses that hold a secret link are open to who has it.
LINKS = ("/api/shared/", "/api/forms/")
GUARDED = [item for item in endpoints() if item[1] not in OPEN and not item[1].startswith(LINKS)]
OWNED = [(method, address) for method, address in GUARDED if names(address) and not names(address) & SHARED]


def filled(address: str, values: dict[str, Any]) -> str:
    return re.sub(r"<(\w+)>", lambda match: str(values[match.group(1)]), address)


@pytest.fixture
def rows(alice: User) -> dict[str, Any]:
    """One row of alice's for every name in an address."""
    workflow = workflow_create(alice)
    run = run_create(workflow)
    comment = comment_create(alice, workflow, text="Warm enough?", origin="")
    evaluation = Evaluation.objects.create(workflow=workflow, name="Greetings")
    node_run = node_run_create(run, "greet")
    wait = Wait.objects.create(
        node_run=node_run, kind=Wait.Kind.APPROVAL, payload=ApprovalWait().to_json(), created_at=timezone.now()
    )
    agent = agent_create(alice)
    conversation = conversation_create(alice, agent)
    return {
        "workflow_id": workflow.pk,
        "number": version_publish(workflow, alice)[0].number,
        "alert_rule_id": AlertRule.objects.create(workflow=workflow, channel="mail", address="a@b.example").pk,
        "comment_id": comment.pk,
        "thread_id": comment.thread_id,
        "item_id": InboxItem.objects.create(user=alice, comment=comment, kind="reply").pk,
        "kind": "workflow",
        "thing_id": workflow.pk,
        "run_id": run.pk,
        "node_key": "greet",
        "wait_id": wait.pk,
        "agent_id": agent.pk,
        "conversation_id": conversation.pk,
        "turn_id": Turn.objects.create(conversation=conversation, user_text="Hello").pk,
        "share_id": share_create(alice, agent, right="chat")[0].pk,
        "evaluation_id": evaluation.pk,
        "round_id": EvaluationRound.objects.create(evaluation=evaluation, finished_at=timezone.now()).pk,
        "test_id": WorkflowTest.objects.create(workflow=workflow, name="Greets").pk,
        "factor_id": Authenticator.objects.create(user=alice, type="webauthn", data={"name": "Key"}).pk,
        "token_id": token_create(alice, name="CI")[0].pk,
        "browser_session_id": UserSession.objects.create(user=alice, ip="192.0.2.1", session_key="s").pk,
        "table_id": table_create(alice).pk,
        "article_id": Article.objects.create(owner=alice, language="en", platform="blog", title="Tea", body="x").pk,
        "file_id": file_keep("a.txt", "text/plain", [b"x"], owner_id=alice.pk, run_id=run.pk).pk,
        "config_id": tool_config_create(owner=alice, type="custom", name="Mine", config={}).pk,
        "session_id": tool_session_create(
            tool=tool_config_create(owner=alice, type="http-request", name="Browser", config={"keepsCookies": True}),
            user=alice,
        )[0].pk,
        "base_id": (document := document_create(base_create(alice), "warp")).base_id,
        "document_id": document.pk,
        "delivery_id": TriggerDelivery.objects.create(
            trigger=trigger_prepare(workflow, "hook"), key="k", status="rejected", arrived_at=timezone.now()
        ).pk,
        "person_id": alice.pk,
        "account_link_id": password_reset_create(None, alice)[0].pk,
        "credential_id": credential_create(name="Mine", kind="tool", values={}, owner=alice).pk,
    }


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one person ask at all addresses within a moment."""
    monkeypatch.setattr(Throttle, "allow_request", lambda *_: True)


def test_there_are_endpoints_to_test() -> None:
    assert len(OWNED) >= 20


def test_a_stranger_cannot_distinguish_a_foreign_row_from_a_missing_one(
    rows: dict[str, Any], charlie_api: APIClient
) -> None:
    confirmed(charlie_api)
    missing = {name: 999_999 if name in NUMBERED else uuid.uuid4() for name in rows} | {
        "node_key": "greet",
        "kind": "workflow",
    }
    wrong = []
    for method, address in OWNED:
        foreign_answer = getattr(charlie_api, method)(filled(address, rows), {}, format="json")
        missing_answer = getattr(charlie_api, method)(filled(address, missing), {}, format="json")
        same = foreign_answer.content == missing_answer.content
        if not (foreign_answer.status_code == 404 and same and foreign_answer.json()["code"] == "not_found"):
            wrong.append((method, address, foreign_answer.content, missing_answer.content))
    assert wrong == []


def test_an_anonymous_person_is_asked_to_sign_in(rows: dict[str, Any], anonymous_api: APIClient) -> None:
    wrong = []
    for method, address in GUARDED:
        values = {name: uuid.uuid4() for name in names(address)} | rows
        answer = getattr(anonymous_api, method)(filled(address, values), {}, format="json")
        if not (answer.status_code == 401 and answer.json()["code"] == "not_signed_in"):
            wrong.append((method, address, answer.content))
    assert wrong == []
