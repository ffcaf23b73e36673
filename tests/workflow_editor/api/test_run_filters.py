"""The list of runs narrowed by trigger, person, time and value, and the people it is narrowed by."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from tests.factories.runs import run_create
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from workflow_editor.models import Run, Status, Workflow
from workflow_editor.models.payload import INLINE_CHARACTERS
from workflow_editor.selectors.run import listing

URL = "/api/runs/"
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


def run_at(workflow: Workflow, days_ago: int, **fields: Any) -> Run:
    run = run_create(workflow, **fields)
    Run.objects.filter(pk=run.pk).update(created_at=NOON - timedelta(days=days_ago))
    return run


@pytest.fixture
def runs(workflow: Workflow, bob: User) -> Sequence[Run]:
    """Three runs of alice's workflow, the newest first; the second is bob's."""
    return (
        run_at(workflow, 0, trigger="webhook", inputs={"topic": "Grüße"}, output={"text": 'say "hi"'}),
        run_at(workflow, 1, trigger="schedule", user=bob, inputs={"topic": "织机"}, status=Status.FAILED),
        run_at(workflow, 2, trigger="manual", inputs={"topic": "100%"}, output={"text": "two\nlines"}),
    )


def found(api: APIClient, runs: Sequence[Run], **query: Any) -> list[int]:
    """Return the numbers of the runs that are listed."""
    numbers = {str(run.pk): number for number, run in enumerate(runs)}
    return [numbers[row["id"]] for row in api.get(URL, query).json()["results"]]


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ({"trigger": "webhook"}, [0]),
        ({"trigger": "schedule"}, [1]),
        ({"trigger": "form_trigger"}, []),
        ({"since": "2026-03-09T12:00:00Z"}, [0, 1]),
        ({"until": "2026-03-09T12:00:00Z"}, [2]),
        ({"since": "2026-03-09T20:00:00+08:00", "until": "2026-03-10T20:00:00+08:00"}, [1]),
        ({"since": "2027-01-01T00:00:00Z"}, []),
        ({"value": "grüße"}, [0]),
        ({"value": 'y "hi'}, [0]),
        ({"value": "织机"}, [1]),
        ({"value": "0%"}, [2]),
        ({"value": "two\nlines"}, [2]),
        ({"value": "TOPIC"}, [0, 1, 2]),
        ({"value": "looms"}, []),
        ({"value": "topic", "status": "failed", "trigger": "schedule"}, [1]),
        ({"value": "topic", "status": "failed", "trigger": "manual"}, []),
    ],
)
def test_is_narrowed(alice_api: APIClient, runs: Sequence[Run], query: dict[str, str], numbers: list[int]) -> None:
    assert found(alice_api, runs, **query) == numbers


def test_is_narrowed_by_person(alice_api: APIClient, runs: Sequence[Run], alice: User, bob: User) -> None:
    assert found(alice_api, runs, person=bob.pk) == [1]
    assert found(alice_api, runs, person=alice.pk) == [0, 2]
    assert found(alice_api, runs, person=2**63 - 1) == []


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ({"trigger": "start"}, "/trigger"),
        ({"person": "bob"}, "/person"),
        ({"person": "0"}, "/person"),
        ({"since": "yesterday"}, "/since"),
        ({"until": "2026-02-30"}, "/until"),
        ({"since": "2026-03-10T00:00:00Z", "until": "2026-03-09T00:00:00Z"}, "/until"),
        ({"value": "x" * 201}, "/value"),
        ({"value": "a\0b"}, "/value"),
    ],
)
def test_a_wrong_filter_is_pointed_at(alice_api: APIClient, query: dict[str, str], pointer: str) -> None:
    assert pointers(assert_problem(alice_api.get(URL, query), 400, "invalid_input")) == [pointer]


def test_a_search_is_bounded_and_its_bound_is_that_of_the_indexed_filters(
    alice_api: APIClient, runs: Sequence[Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "MOST_SEARCHED", 2)
    assert found(alice_api, runs, value="topic") == [0, 1]
    assert found(alice_api, runs, value="topic", status="failed") == [1]
    assert found(alice_api, runs, value="topic", status="succeeded") == [0]
    assert found(alice_api, runs, value="topic", until="2026-03-10T00:00:00Z") == [1, 2]


def test_a_value_that_is_stored_elsewhere_is_not_searched(alice_api: APIClient, workflow: Workflow) -> None:
    run_create(workflow, output={"text": "looms " * INLINE_CHARACTERS}, inputs={})
    run_create(workflow, output={"$payload": "looms"}, inputs={})
    for value in ("looms", "payload"):
        assert alice_api.get(URL, {"value": value}).json()["results"] == []


def test_a_search_goes_on_behind_a_cursor_in_one_statement_a_page(
    alice_api: APIClient, workflow: Workflow, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for days in range(60):
        run_at(workflow, days, trigger="webhook")
    with django_assert_num_queries(2 + 1):  # who asks, and the list
        first = alice_api.get(URL, {"value": "looms", "trigger": "webhook"}).json()
    second = alice_api.get(first["next"]).json()
    ids = [row["id"] for page in (first, second) for row in page["results"]]
    assert (len(ids), len(set(ids)), second["next"]) == (60, 60, None)


class TestPeople:
    @pytest.fixture(autouse=True)
    def _workflows(self, alice: User, bob: User, charlie: User, admin: User) -> None:
        """alice's workflow, which bob edits and charlie views, and one of the administrator alone."""
        workflow_create(alice, editors=(bob,), viewers=(charlie,))
        run_create(workflow_create(admin, name="Hidden"))

    def names(self, api: APIClient, **query: str) -> list[str]:
        return [one["username"] for one in api.get(f"{URL}people/", query).json()]

    def test_are_those_whose_runs_one_may_see(
        self, alice_api: APIClient, bob_api: APIClient, charlie_api: APIClient, admin_api: APIClient
    ) -> None:
        assert [self.names(api) for api in (alice_api, bob_api, charlie_api)] == [["alice", "bob"]] * 3
        assert len(self.names(admin_api)) == 1
        assert self.names(alice_api, search="BO") == ["bob"]
        assert self.names(alice_api, search="adm") == []

    def test_are_those_of_earlier_runs_too(self, alice_api: APIClient, alice: User, charlie: User) -> None:
        run_create(Workflow.objects.get(owner=alice), user=charlie)
        assert self.names(alice_api) == ["alice", "bob", "charlie"]

    def test_of_a_stranger_reveal_no_run(self, alice_api: APIClient, admin: User) -> None:
        unknown = alice_api.get(URL, {"person": admin.pk + 1000}).json()
        assert alice_api.get(URL, {"person": admin.pk}).json() == unknown
        assert unknown["results"] == []
