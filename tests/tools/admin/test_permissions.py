"""The permission matrix and the explain page of the administrator's panel."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.test import Client
from django.test.utils import override_settings

from tests.factories.users import user_create
from tests.tools.conftest import ToolMaker
from tools.models import ToolPolicy
from tools.selectors.matrix import Matrix, MatrixCell, permission_matrix
from tools.services.policies import policy_create

MATRIX = "/admin/tools/toolpolicy/matrix/"
EXPLAIN = "/admin/tools/toolpolicy/explain/"


def cell_of(matrix: Matrix, pattern: str, role: str) -> MatrixCell:
    return next(
        cell
        for section in matrix.sections
        for row in section.rows
        for cell in row.cells
        if (row.tool.pattern, cell.role.name) == (pattern, role)
    )


def rules() -> set[tuple[str | None, str, str]]:
    return {
        (rule.role.name if rule.role else None, rule.tool_pattern, rule.effect) for rule in ToolPolicy.objects.all()
    }


def test_rows_are_kinds_built_ins_configured_tools_and_other_patterns(
    make_tool: ToolMaker, admin: User, clerks: Group
) -> None:
    tool = make_tool()
    policy_create(role="clerks", tool_pattern="send_*", effect="deny", created_by=admin)
    patterns = {row.tool.pattern for section in permission_matrix().sections for row in section.rows}
    assert {"*", "http_request", "send_notification", "notification-feishu", "custom"} <= patterns
    assert {"system:*", "system:get_current_time", tool.tool_id, "send_*"} <= patterns


def test_a_cell_shows_its_rule_and_what_is_in_force(make_tool: ToolMaker, admin: User, clerks: Group) -> None:
    tool = make_tool()
    policy_create(role=None, tool_pattern="http_request", effect="deny", created_by=admin)
    policy_create(role="clerks", tool_pattern="http_request", effect="allow", created_by=admin)
    matrix = permission_matrix()
    own = cell_of(matrix, "http_request", "clerks")
    inherited = cell_of(matrix, tool.tool_id, "Any role")
    assert own.decision is not None
    assert inherited.decision is not None
    assert inherited.decision.rule is not None
    assert (own.effect, own.decision.effect, own.is_inherited) == ("allow", "allow", False)
    assert (inherited.effect, inherited.decision.effect) == (None, "deny")
    assert inherited.decision.rule.tool_pattern == "http_request"


def test_the_page_shows_every_cell_as_a_labelled_select(panel: Client, make_tool: ToolMaker, clerks: Group) -> None:
    tool = make_tool()
    page = panel.get(MATRIX).content.decode()
    assert f'name="cell|{clerks.id}|{tool.tool_id}" aria-label="Weather · clerks"' in page
    assert f'name="cell|any|{tool.tool_id}" aria-label="Weather · Any role"' in page


def test_the_matrix_can_be_changed_in_bulk(panel: Client) -> None:
    page = panel.get(MATRIX).content.decode()
    assert 'id="matrix-bulk"' in page
    assert '<option value="ask">' in page


def test_the_page_is_chinese_for_chinese_browsers(panel: Client) -> None:
    page = panel.get(MATRIX, headers={"Accept-Language": "zh-hans"}).content.decode()
    assert "任何角色" in page
    assert "HTTP 请求" in page
    assert "Any role" not in page


def test_one_post_sets_changes_and_removes_rules(panel: Client, admin: User, clerks: Group) -> None:
    policy_create(role=None, tool_pattern="custom", effect="deny", created_by=admin)
    policy_create(role=None, tool_pattern="http_request", effect="deny", created_by=admin)
    policy_create(role=None, tool_pattern="xiaohongshu", effect="deny", created_by=admin)
    answer = panel.post(
        MATRIX,
        {
            f"cell|{clerks.id}|http_request": "allow",
            "cell|any|http_request": "",
            "cell|any|custom": "allow",
            "cell|any|system:*": "deny",
        },
        follow=True,
    )
    assert "4 rules changed." in answer.content.decode()
    assert rules() == {
        ("clerks", "http_request", "allow"),
        (None, "custom", "allow"),
        (None, "system:*", "deny"),
        (None, "xiaohongshu", "deny"),
    }


def test_rules_for_one_workflow_are_left_alone(panel: Client, admin: User) -> None:
    policy_create(role=None, tool_pattern="*", effect="deny", workflow_id=uuid4(), created_by=admin)
    panel.post(MATRIX, {"cell|any|*": "allow"})
    assert rules() == {(None, "*", "deny"), (None, "*", "allow")}


@pytest.mark.parametrize(
    "cells",
    [{"cell|any|http_request": "maybe"}, {"cell|x|http_request": "deny"}, {"cell|any": "deny"},
     {"cell|any|a b": "deny"}, {"cell|999999|http_request": "deny"}],
)  # fmt: skip
def test_a_form_that_does_not_fit_changes_nothing(panel: Client, cells: dict[str, str]) -> None:
    answer = panel.post(MATRIX, {"cell|any|custom": "deny"} | cells, follow=True)
    assert answer.status_code == 200
    assert "Nothing was saved" in answer.content.decode()
    assert rules() == set()


@pytest.mark.django_db
@override_settings(AUTHENTICATION_BACKENDS=["django.contrib.auth.backends.ModelBackend"])  # without the rights of staff
def test_looking_needs_one_permission_and_changing_more(client: Client) -> None:
    helper = user_create("helper")
    helper.is_staff = True
    helper.save()
    helper.user_permissions.add(Permission.objects.get(codename="view_toolpolicy"))
    client.force_login(helper)
    assert "disabled" in client.get(MATRIX).content.decode()
    assert client.post(MATRIX, {"cell|any|custom": "deny"}).status_code == 403
    assert rules() == set()


@pytest.mark.parametrize("page", [MATRIX, EXPLAIN])
def test_people_without_staff_rights_are_sent_to_the_sign_in(client: Client, alice: User, page: str) -> None:
    client.force_login(alice)
    answer = client.get(page)
    assert answer.status_code == 302
    assert "/login/" in answer["Location"]


class TestExplain:
    def test_it_lists_everybody_for_a_tool(
        self, panel: Client, admin: User, alice: User, bob: User, clerks: Group
    ) -> None:
        bob.groups.add(clerks)
        policy_create(role="clerks", tool_pattern="http_request", effect="deny", created_by=admin)
        rows = panel.get(EXPLAIN, {"tool": "http_request"}).context["rows"]
        assert {row.person.username: row.decision.effect for row in rows} == {
            "admin": "allow", "alice": "allow", "bob": "deny"
        }  # fmt: skip

    def test_it_lists_every_tool_for_a_person(
        self, panel: Client, charlie: User, admin: User, make_tool: ToolMaker
    ) -> None:
        private = make_tool()
        shared = make_tool(name="Shared", shared=True)
        policy_create(role=None, tool_pattern="custom", effect="deny", created_by=admin)
        answer = panel.get(EXPLAIN, {"user": charlie.pk})
        effects = {row.tool.pattern: row.decision.effect for row in answer.context["rows"]}
        assert (effects["custom"], effects["http_request"]) == ("deny", "allow")
        assert (effects[private.tool_id], effects[shared.tool_id]) == ("deny", "allow")
        assert "is not shared" in answer.content.decode()

    def test_a_person_or_a_tool_must_be_chosen(self, panel: Client) -> None:
        answer = panel.get(EXPLAIN, {"user": "", "tool": ""})
        assert "Choose a user or a tool." in answer.content.decode()
        assert answer.context["rows"] == []

    def test_a_malformed_workflow_is_reported(self, panel: Client) -> None:
        answer = panel.get(EXPLAIN, {"tool": "custom", "workflow": "mine"})
        assert "workflow" in answer.context["form"].errors
