"""The gateway's ports over the database."""

import pytest
from django.contrib.auth.models import Group, User
from django.db import transaction
from pytest_django import DjangoAssertNumQueries

from tests.tools.conftest import WEBHOOK, ToolMaker
from tools.adapters import thread_connections
from tools.adapters.gateway_factory import OrmPolicySource, OrmToolSource, gateway
from tools.adapters.thread_connections import thread_connection
from tools.core.definitions import CallContext, Caller, ToolCall, ToolRef
from tools.models import ToolConfig, ToolInvocation
from tools.selectors.policies import caller_of
from tools.services.policies import policy_create


@pytest.fixture
def source() -> OrmPolicySource:
    return OrmPolicySource()


def test_unchanged_rules_are_the_same_object_for_one_small_query(
    source: OrmPolicySource, admin: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    policy_create(role=None, tool_pattern="*", effect="deny", created_by=admin)
    rules = source.rules()
    with django_assert_num_queries(1):
        assert source.rules() is rules


def test_every_change_of_a_rule_is_seen_at_once(source: OrmPolicySource, admin: User, clerks: Group) -> None:
    assert list(source.rules()) == []
    rule = policy_create(role="clerks", tool_pattern="*", effect="deny", created_by=admin)
    assert [(found.id, found.role, found.effect) for found in source.rules()] == [(str(rule.id), "clerks", "deny")]
    rule.effect = "allow"
    rule.save()
    assert [found.effect for found in source.rules()] == ["allow"]
    clerks.name = "officers"
    clerks.save()
    assert [found.role for found in source.rules()] == ["officers"]
    clerks.delete()
    assert list(source.rules()) == []


def context_of(user: User | None) -> CallContext:
    return CallContext(caller_of(user) if user else Caller(None), mode="test")


def test_a_configured_tool_comes_with_its_secrets(bot: ToolConfig, alice: User) -> None:
    found = OrmToolSource().configured(str(bot.id), context_of(alice))
    assert found is not None
    assert (found.ui_type, found.name, found.enabled) == ("notification-feishu", "News bot", True)
    assert found.config == {"title": "News", "webhookUrl": WEBHOOK}
    assert "planted-secret" not in repr(found)


def test_tools_are_found_by_their_owner_by_staff_and_when_shared(
    make_tool: ToolMaker, alice: User, charlie: User, admin: User
) -> None:
    private, shared = make_tool(), make_tool(shared=True)
    tools = OrmToolSource()

    def finds(user: User | None, tool: ToolConfig) -> bool:
        return tools.configured(str(tool.id), context_of(user)) is not None

    assert [finds(user, private) for user in (alice, admin, charlie, None)] == [True, True, False, False]
    assert [finds(user, shared) for user in (alice, admin, charlie, None)] == [True, True, True, True]


def test_rules_of_a_transaction_that_was_rolled_back_are_not_kept(admin: User) -> None:
    source = OrmPolicySource()

    def allow(pattern: str) -> None:
        policy_create(tool_pattern=pattern, effect="allow", created_by=admin)

    with transaction.atomic():
        allow("given_up")
        assert [rule.tool_pattern for rule in source.rules()] == ["given_up"]
        transaction.set_rollback(True)
    allow("stored")
    assert [rule.tool_pattern for rule in source.rules()] == ["stored"]


def test_a_malformed_id_finds_nothing(alice: User) -> None:
    assert OrmToolSource().configured("not-an-id", context_of(alice)) is None


class _Running:
    time_left_s: float | None = None

    def is_cancelled(self) -> bool:
        return False


def test_a_denied_tool_is_not_offered_a_call_anyway_is_refused_and_both_are_audited(
    bot: ToolConfig, alice: User, admin: User, clerks: Group
) -> None:
    alice.groups.add(clerks)
    rule = policy_create(role="clerks", tool_pattern="send_notification", effect="deny", created_by=admin)
    toolbox = gateway().offer([ToolRef(bot.tool_id)], context_of(alice))
    assert (list(toolbox.tools()), [skipped.code for skipped in toolbox.skipped()]) == ([], ["denied"])
    result = toolbox.call(ToolCall("c1", "send_notification", {"content": "x"}), timeout_s=60, cancel=_Running())
    assert (result.success, result.code) == (False, 1006)
    rows = ToolInvocation.objects.order_by("id").values_list("stage", "decision", "rule_id", "success")
    assert list(rows) == [("offer", "deny", str(rule.id), False), ("call", "deny", str(rule.id), False)]


def test_a_rule_made_after_the_offer_counts_at_the_call(bot: ToolConfig, alice: User, admin: User) -> None:
    toolbox = gateway().offer([ToolRef(bot.tool_id)], context_of(alice))
    policy_create(role=None, tool_pattern=bot.tool_id, effect="deny", created_by=admin)
    call = ToolCall("c1", toolbox.tools()[0].function.name, {"content": "x"})
    assert toolbox.call(call, timeout_s=60, cancel=_Running()).code == 1006


def test_a_process_has_one_gateway() -> None:
    assert gateway() is gateway()


class _Connection:
    """Replaces a thread's database connection."""

    def __init__(self, *, is_open: bool) -> None:
        self.connection: object | None = object() if is_open else None
        self.was_closed = False

    def close(self) -> None:
        self.was_closed = True


@pytest.mark.parametrize("is_open", [True, False])
def test_a_connection_is_closed_by_whoever_opened_it(monkeypatch: pytest.MonkeyPatch, is_open: bool) -> None:
    connection = _Connection(is_open=is_open)
    monkeypatch.setattr(thread_connections, "connection", connection)
    with thread_connection():
        connection.connection = object()
    assert connection.was_closed is not is_open
