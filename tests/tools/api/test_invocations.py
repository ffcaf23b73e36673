"""/api/tools/invocations/ and /api/credentials/."""

import csv
from io import StringIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.http import StreamingHttpResponse
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from tests.factories.runs import run_create
from tests.factories.workflows import workflow_create
from tests.tools.audit.test_audit_log import OUTCOME, RUN, WORKFLOW, record_of
from tools.adapters.gateway_factory import OrmAuditLog
from tools.api.invocations import ToolInvocationShape
from tools.audit.chain import BEGIN, END
from tools.core.definitions import CallContext, Caller
from tools.core.text import Text
from tools.models import Credential, ToolConfig
from tools.selectors import invocations
from tools.services.credentials import credential_create
from workflow_editor.models import Workflow

INVOCATIONS = "/api/tools/invocations/"
EXPORT = "/api/tools/invocations.csv"
CREDENTIALS = "/api/credentials/"


@pytest.fixture
def calls(alice: User, bob: User) -> None:
    log = OrmAuditLog()
    log.finished(log.started(record_of(alice)), OUTCOME)
    log.refused(
        record_of(alice, tool_id="tool:2", code=1006, reason=Text.of(en="Denied.", zh="已拒绝。"), rule_id="rule")
    )
    log.started(record_of(bob, tool_id="system:get_current_time", executor="system:get_current_time"))


def found(api: APIClient, **query: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = api.get(INVOCATIONS, query).json()["results"]
    return rows


def test_whatever_the_chain_seals_is_shown() -> None:
    sealed = {"code" if name == "result_code" else name for name in (*BEGIN, *END)}
    assert ToolInvocationShape.model_fields.keys() == sealed | {"id", "can_open_run", "workflow_name"}


@pytest.mark.usefixtures("calls")
class TestInvocations:
    def test_people_see_their_own_calls_and_staff_all_newest_first(
        self, alice_api: APIClient, charlie_api: APIClient, admin_api: APIClient
    ) -> None:
        assert [row["tool_id"] for row in found(alice_api)] == ["tool:2", "tool:1"]
        assert found(charlie_api) == []
        assert [row["username"] for row in found(admin_api)] == ["bob", "alice", "alice"]

    def test_one_call_is_found_by_its_id_within_ones_rights(
        self, alice_api: APIClient, charlie_api: APIClient, admin_api: APIClient
    ) -> None:
        row = found(admin_api)[-1]
        assert found(admin_api, row=row["id"]) == [row]
        assert [one["id"] for one in found(alice_api, row=row["id"])] == [row["id"]]
        assert found(charlie_api, row=row["id"]) == []
        assert alice_api.get(INVOCATIONS, {"row": "first"}).status_code == 400

    def test_naming_somebody_else_finds_nothing(self, charlie_api: APIClient) -> None:
        assert found(charlie_api, user="alice") == []

    @pytest.mark.parametrize(
        ("query", "count"),
        [
            ({"tool": "tool:1"}, 1),
            ({"tool": "http_request"}, 2),
            ({"user": "bob"}, 1),
            ({"result": "success"}, 1),
            ({"result": "failure"}, 1),
            ({"result": "open"}, 1),
            ({"decision": "deny"}, 1),
            ({"origin": "model"}, 3),
            ({"origin": "chat"}, 0),
            ({"run": RUN}, 3),
            ({"run": "33333333-3333-4333-8333-333333333333"}, 0),
            ({"workflow": WORKFLOW}, 3),
            ({"since": "2000-01-01"}, 3),
            ({"until": "2000-01-01"}, 0),
            ({"search": "WEATHER"}, 3),
            ({"search": "get_current"}, 1),
            ({"search": "weather", "decision": "deny", "user": "alice", "tool": "tool:2"}, 1),
            ({"search": "loom"}, 0),
        ],
    )
    def test_filters(self, admin_api: APIClient, query: dict[str, str], count: int) -> None:
        assert len(found(admin_api, **query)) == count

    @pytest.mark.parametrize(
        "query",
        [
            {"run": "x"},
            {"result": "x"},
            {"decision": "x"},
            {"origin": "x"},
            {"since": "soon"},
            {"since": "2026-11-02", "until": "2026-11-01"},
            {"search": "x" * 201},
        ],
    )
    def test_malformed_filters_are_refused(self, admin_api: APIClient, query: dict[str, str]) -> None:
        assert admin_api.get(INVOCATIONS, query).json()["code"] == "invalid_input"

    def test_a_row_reports_everything_in_the_language_of_the_request(self, alice_api: APIClient) -> None:
        answer = alice_api.get(INVOCATIONS, headers={"Accept-Language": "zh-hans"}).json()["results"]
        assert (answer[0]["decision"], answer[0]["reason"], answer[0]["code"]) == ("deny", "已拒绝。", 1006)
        assert (answer[1]["success"], answer[1]["duration_ms"], answer[1]["arguments"]) == (True, 13, {"city": "Oslo"})
        assert isinstance(answer[0]["id"], str)

    def test_pages_follow_a_cursor(self, admin_api: APIClient, alice: User) -> None:
        log = OrmAuditLog()
        for _number in range(60):
            log.started(record_of(alice))
        first = admin_api.get(INVOCATIONS).json()
        second = admin_api.get(first["next"]).json()
        assert (len(first["results"]), len(second["results"]), second["next"]) == (50, 13, None)


@pytest.mark.usefixtures("calls")
class TestSearch:
    def test_text_is_searched_in_the_newest_calls_of_the_other_filters(
        self, admin_api: APIClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(invocations, "MOST_SEARCHED", 1)
        assert [row["username"] for row in found(admin_api, search="weather")] == ["bob"]
        assert [row["tool_id"] for row in found(admin_api, search="weather", user="alice")] == ["tool:2"]

    def test_tools_and_people_of_ones_calls_are_offered(self, alice_api: APIClient, admin_api: APIClient) -> None:
        names = admin_api.get(f"{INVOCATIONS}names/").json()
        assert [tool["id"] for tool in names["tools"]] == ["system:get_current_time", "tool:1", "tool:2"]
        assert names["people"] == ["alice", "bob"]
        assert alice_api.get(f"{INVOCATIONS}names/").json()["people"] == ["alice"]


@pytest.mark.usefixtures("calls")
class TestExport:
    def lines(self, api: APIClient, **query: str) -> list[dict[str, str]]:
        answer = api.get(EXPORT, query)
        assert isinstance(answer, StreamingHttpResponse)
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        assert answer["Content-Disposition"] == 'attachment; filename="flowloom-tool-calls.csv"'
        return list(csv.DictReader(StringIO(answer.getvalue().decode("utf-8-sig"))))

    def test_it_has_a_line_for_each_call_of_the_list(
        self, admin_api: APIClient, alice_api: APIClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tools.api.csv_download._BATCH", 2)
        assert [line["id"] for line in self.lines(admin_api)] == [row["id"] for row in found(admin_api)]
        assert [line["username"] for line in self.lines(alice_api)] == ["alice", "alice"]
        (line,) = self.lines(admin_api, user="alice", result="success", search="weather")
        assert (line["arguments"], line["success"], line["decision"]) == ('{"city": "Oslo"}', "true", "allow")

    def test_a_cell_is_no_formula(self, admin_api: APIClient, bob: User) -> None:
        OrmAuditLog().started(record_of(bob, title="=cmd()"))
        assert self.lines(admin_api)[0]["title"] == "'=cmd()"

    def test_the_filter_is_checked(self, admin_api: APIClient) -> None:
        assert admin_api.get(EXPORT, {"decision": "x"}).json()["code"] == "invalid_input"


class TestWorkflowsAndRuns:
    @pytest.fixture
    def workflow(self, alice: User) -> Workflow:
        return workflow_create(alice, name="Morning news")

    def called_from(self, user: User, workflow_id: UUID, run_id: UUID) -> None:
        context = CallContext(
            Caller(user.pk, user.username), workflow_id=str(workflow_id), run_id=str(run_id), origin="node"
        )
        OrmAuditLog().started(record_of(user, context=context))

    def test_a_run_is_opened_by_whom_it_is_visible_to(
        self, workflow: Workflow, alice: User, alice_api: APIClient, admin_api: APIClient
    ) -> None:
        self.called_from(alice, workflow.pk, run_create(workflow).pk)
        self.called_from(alice, workflow.pk, uuid4())
        assert [row["can_open_run"] for row in found(alice_api)] == [False, True]
        assert [row["can_open_run"] for row in found(admin_api)] == [False, False]

    def test_administrators_read_the_names_of_workflows(
        self, workflow: Workflow, alice: User, alice_api: APIClient, admin_api: APIClient
    ) -> None:
        self.called_from(alice, workflow.pk, uuid4())
        self.called_from(alice, uuid4(), uuid4())
        assert [row["workflow_name"] for row in found(admin_api)] == [None, "Morning news · alice"]
        assert [row["workflow_name"] for row in found(alice_api)] == [None, None]

    def test_a_page_asks_once_for_all_its_names_and_runs(
        self, workflow: Workflow, alice: User, admin_api: APIClient
    ) -> None:
        def queries() -> int:
            with CaptureQueriesContext(connection) as asked:
                found(admin_api)
            return len(asked)

        self.called_from(alice, workflow.pk, run_create(workflow).pk)
        found(admin_api)
        one = queries()
        for number in range(5):
            other = workflow_create(alice, name=f"W{number}")
            self.called_from(alice, other.pk, run_create(other).pk)
        assert queries() == one


def test_a_credential_is_stored_and_never_read(alice_api: APIClient) -> None:
    body = {"name": "Key", "kind": "api_key", "values": {"key": "planted-secret"}}
    answer = alice_api.post(CREDENTIALS, body, format="json")
    assert answer.status_code == 201
    shown = answer.json().keys() - {
        "account",
        "origins",
        "asked_origins",
        "owner",
        "decides_origins",
        "max_calls",
        "per_seconds",
        "has_test_values",
        "proxy",
    }
    assert shown == {"id", "name", "kind", "created_at"}
    assert "planted-secret" not in alice_api.get(CREDENTIALS).content.decode()
    assert Credential.objects.get().values() == {"key": "planted-secret"}


def test_credentials_are_their_owners(alice: User, bob_api: APIClient, admin_api: APIClient) -> None:
    row = credential_create(name="Key", kind="api_key", values={}, owner=alice)
    assert bob_api.get(CREDENTIALS).json() == []
    assert bob_api.delete(f"{CREDENTIALS}{row.id}/").json()["code"] == "not_found"
    assert [entry["name"] for entry in admin_api.get(CREDENTIALS).json()] == ["Key"]
    assert admin_api.delete(f"{CREDENTIALS}{row.id}/").status_code == 204


def test_a_used_credential_is_kept(bot: ToolConfig, alice_api: APIClient) -> None:
    answer = alice_api.delete(f"{CREDENTIALS}{bot.credential_id}/")
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")


def test_a_credential_for_requests_is_renamed_and_its_secret_replaced(alice_api: APIClient) -> None:
    body = {"name": "Shop", "kind": "http", "values": {"secret": "one", "username": "me"}}
    address = f"{CREDENTIALS}{alice_api.post(CREDENTIALS, body, format='json').json()['id']}/"
    assert alice_api.patch(address, {"name": "Old shop"}, format="json").json()["name"] == "Old shop"
    answer = alice_api.patch(address, {"values": {"secret": "two"}}, format="json")
    assert (answer.status_code, "two" in answer.content.decode()) == (200, False)
    assert Credential.objects.get().values() == {"secret": "two"}


@pytest.mark.parametrize(
    ("values", "pointer"),
    [
        ({}, "secret"),
        ({"secret": " "}, "secret"),
        ({"secret": "a", "username": 1}, "username"),
        ({"secret": "a", "x": "y"}, "x"),
    ],
)
def test_a_credential_for_requests_holds_a_secret_and_a_user_name(
    alice_api: APIClient, values: dict[str, Any], pointer: str
) -> None:
    answer = alice_api.post(CREDENTIALS, {"name": "Shop", "kind": "http", "values": values}, format="json")
    assert [error["pointer"] for error in answer.json()["errors"]] == [f"/values/{pointer}"]


def test_the_secret_of_a_tool_is_replaced_with_the_tool(bot: ToolConfig, alice_api: APIClient) -> None:
    address = f"{CREDENTIALS}{bot.credential_id}/"
    answer = alice_api.patch(address, {"values": {"secret": "other"}}, format="json")
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/values")
    assert alice_api.patch(address, {"name": "Bot's key"}, format="json").status_code == 200


def test_a_credential_needs_values(alice_api: APIClient) -> None:
    answer = alice_api.post(CREDENTIALS, {"name": "Key", "kind": "api key"}, format="json")
    assert {error["pointer"] for error in answer.json()["errors"]} == {"/kind", "/values"}
