"""Limits of API tokens, tried at every address that the product has."""

import re
import uuid
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from pytest_django import Settings
from rest_framework.test import APIClient

from tests.conftest import confirmed
from tests.factories.agents import agent_create
from tests.factories.runs import run_create
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from workflow_editor.models import ApiToken, Workflow
from workflow_editor.services.token_rights import _RUN_READS
from workflow_editor.services.tokens import token_create

UNSAFE = ("post", "put", "patch", "delete")
OPEN = {"api/health/", "api/health/ready/", "api/setup/", "api/setup/link/"}
OPEN.add("api/accounts/app.json")
"""Open to everybody, or to who holds a one-time link; a token changes nothing there."""
FOR_PEOPLE = (
    "api/tokens/",
    "api/account/",
    "api/shared-with-me/",
    "api/people/",
    "api/workflows/<uuid:workflow_id>/members/",
    "api/workflows/<uuid:workflow_id>/owner/",
    "api/agents/<str:agent_id>/members/",
    "api/agents/<str:agent_id>/owner/",
)


def routes(found: list[Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for item in found:
        if isinstance(item, URLResolver):
            yield from routes(item.url_patterns, prefix + str(item.pattern))
        elif isinstance(item, URLPattern) and hasattr(item.callback, "view_class"):
            yield prefix + str(item.pattern), item.callback.view_class


ROUTES = [
    (route, view)
    for route, view in routes(get_resolver().url_patterns)
    if route.startswith(("api/", "v1/")) and route not in OPEN and not route.startswith(("api/shared/", "api/forms/"))
]
CALLS = [(method, route) for route, view in ROUTES for method in ("get", *UNSAFE) if hasattr(view, method)]


def program(token: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return client


def address(route: str, known: dict[str, Any] | None = None) -> str:
    def value(match: re.Match[str]) -> str:
        kind, name = match.groups()
        fallback = {"int": 1, "uuid": uuid.uuid4()}.get(kind, "x")
        return str((known or {}).get(name, fallback))

    return "/" + re.sub(r"<(\w+):(\w+)>", value, route)


def call(token: str, method: str, route: str, known: dict[str, Any] | None = None) -> Any:
    return getattr(program(token), method)(address(route, known), {}, format="json")


@pytest.fixture
def alice_api(alice_api: APIClient) -> APIClient:
    return confirmed(alice_api)


@pytest.fixture
def workflow(alice: User) -> Workflow:
    return workflow_create(alice)


def test_there_are_addresses_to_try() -> None:
    assert len(ROUTES) > 70
    assert len([1 for method, _ in CALLS if method != "get"]) > 60


@pytest.mark.parametrize(("method", "route"), [(method, route) for method, route in CALLS if method != "get"])
def test_a_read_only_token_changes_nothing(alice: User, method: str, route: str) -> None:
    _, token = token_create(alice, name="reader", read_only=True)
    answer = call(token, method, route)
    assert answer.status_code == 403, answer.content
    assert b"token_" in answer.content


@pytest.mark.parametrize(
    ("method", "route"), [(method, route) for method, route in CALLS if route.startswith(FOR_PEOPLE)]
)
def test_no_token_makes_lists_or_changes_access(alice: User, workflow: Workflow, method: str, route: str) -> None:
    _, token = token_create(alice, name="full")
    answer = call(token, method, route, {"workflow_id": workflow.pk})
    assert_problem(answer, 403, "token_not_for_this")


def test_a_token_neither_signs_in_nor_out(alice: User) -> None:
    _, token = token_create(alice, name="full")
    assert_problem(program(token).post("/api/session/", {}), 403, "token_not_for_this")
    assert_problem(program(token).delete("/api/session/"), 403, "token_not_for_this")
    assert program(token).get("/api/session/").json()["user"]["username"] == "alice"


@pytest.mark.parametrize(("method", "route"), CALLS)
@pytest.mark.everyday_rows(60)
def test_a_token_of_one_workflow_reaches_nothing_else(alice: User, workflow: Workflow, method: str, route: str) -> None:
    """The same calls, about another workflow of the same person."""
    _, token = token_create(alice, name="runner", workflow=workflow)
    other = workflow_create(alice, name="Other")
    known = {"workflow_id": other.pk, "run_id": run_create(other).pk, "agent_id": agent_create(alice).pk}
    answer = call(token, method, route, known)
    assert answer.status_code == 403, answer.content
    assert b"token_" in answer.content


def test_a_token_of_one_workflow_runs_and_reads_it(alice: User, workflow: Workflow) -> None:
    _, token = token_create(alice, name="runner", workflow=workflow)
    runner = program(token)
    run = run_create(workflow)
    for path in (f"/api/workflows/{workflow.pk}/", f"/api/workflows/{workflow.pk}/graph/", f"/api/runs/{run.pk}/"):
        assert runner.get(path).status_code == 200
    assert runner.get(f"/api/runs/{run.pk}/events/").status_code == 200
    assert runner.post(f"/api/runs/{run.pk}/cancel/").status_code in {200, 202, 204}
    # It comes as far as the check of the inputs.
    assert runner.post(f"/api/workflows/{workflow.pk}/runs/", {"inputs": []}).status_code == 400
    for method, path in (
        ("patch", f"/api/workflows/{workflow.pk}/"),
        ("delete", f"/api/workflows/{workflow.pk}/"),
        ("patch", f"/api/workflows/{workflow.pk}/graph/"),
        ("post", f"/api/workflows/{workflow.pk}/versions/"),
        ("post", f"/api/workflows/{workflow.pk}/nodes/x/debug/"),
    ):
        assert_problem(getattr(runner, method)(path, {}), 403, "token_other_workflow")


def test_a_token_lasts_ninety_days_unless_chosen(alice_api: APIClient) -> None:
    def days(**body: Any) -> int | None:
        row = ApiToken.objects.get(pk=alice_api.post("/api/tokens/", {"name": "CI", **body}).json()["id"])
        return None if row.expires_at is None else round((row.expires_at - timezone.now()) / timedelta(days=1))

    assert days() == 90
    assert days(expires_in_days=7) == 7
    assert days(expires_in_days=None) is None
    for wrong in (0, -1, 3651, "soon"):
        problem = assert_problem(
            alice_api.post("/api/tokens/", {"name": "CI", "expires_in_days": wrong}), 400, "invalid_input"
        )
        assert pointers(problem) == ["/expires_in_days"]


def test_the_operator_may_set_the_longest_time(settings: Settings, alice_api: APIClient) -> None:
    settings.API_TOKEN_MAX_DAYS = 30
    for wrong in (None, 31):
        problem = assert_problem(
            alice_api.post("/api/tokens/", {"name": "CI", "expires_in_days": wrong}), 400, "invalid_input"
        )
        assert pointers(problem) == ["/expires_in_days"]
    assert alice_api.post("/api/tokens/", {"name": "CI", "expires_in_days": 30}).status_code == 201


def test_an_expired_token_opens_nothing(alice: User) -> None:
    row, token = token_create(alice, name="CI")
    assert program(token).get("/api/workflows/").status_code == 200
    ApiToken.objects.filter(pk=row.pk).update(expires_at=timezone.now())
    assert_problem(program(token).get("/api/workflows/"), 401, "authentication_failed")


@pytest.mark.parametrize("scope", ["mcp", "chat"])
@pytest.mark.parametrize("limited", ["read_only", "workflow_id"])
def test_limits_hold_where_they_can_be_kept_only(
    alice_api: APIClient, workflow: Workflow, scope: str, limited: str
) -> None:
    limit = {"read_only": True} if limited == "read_only" else {"workflow_id": str(workflow.pk)}
    problem = assert_problem(
        alice_api.post("/api/tokens/", {"name": "CI", "scopes": [scope], **limit}), 400, "invalid_input"
    )
    assert pointers(problem) == ["/scopes"]


def test_a_token_is_not_for_a_workflow_that_one_may_not_see(charlie_api: APIClient, workflow: Workflow) -> None:
    answer = confirmed(charlie_api).post("/api/tokens/", {"name": "CI", "workflow_id": str(workflow.pk)})
    assert_problem(answer, 404, "not_found")


PEOPLE = (
    "people/",
    "comments/",
    "comment-threads/",
    "alert-rules/",
    "variables/",
    "submissions",
    "conversations/",
    "shares/",
)


@pytest.mark.parametrize("route", [route for method, route in CALLS if method == "get"])
def test_a_token_of_one_workflow_reads_what_is_named_and_nothing_about_people(
    alice: User, workflow: Workflow, route: str
) -> None:
    _, token = token_create(alice, name="runner", workflow=workflow)
    known = {"workflow_id": workflow.pk, "run_id": run_create(workflow).pk}
    refused = program(token).get(address(route, known)).status_code == 403
    is_of_workflow = any(name in route for name in known)
    assert refused is (route not in _RUN_READS)
    assert refused or (is_of_workflow and not any(part in route for part in PEOPLE))
