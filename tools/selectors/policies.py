"""Reads of permission rules, and the answer to "may this person use this tool, and why?"."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from uuid import UUID

from django.contrib.auth.models import Group, User
from django.db import connection
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tools.core.definitions import CallContext, Caller, CallMode
from tools.core.errors import RecordNotFoundError
from tools.core.ports import PolicyEffect, PolicyRule
from tools.core.text import Text
from tools.core.tool_id import ToolId, ToolKind
from tools.models import PolicyRevision, ToolPolicy, ToolPolicyVersion
from tools.policies.index import CallFacts, PolicyIndex
from tools.rows.reader import read_row, read_values
from tools.rows.writer import table_of
from tools.selectors.tool_configs import tool_config_for_caller
from tools.selectors.tool_hosts import call_hosts, tool_hosts
from tools.selectors.tool_types import policy_subject

EFFECTS: dict[str, PolicyEffect] = {"allow": "allow", "ask": "ask", "deny": "deny", "mock": "mock"}
MODES: dict[str, CallMode | None] = {"": None, "live": "live", "test": "test"}


@dataclass(frozen=True, slots=True)
class PolicyExplanation:
    """Decision about a tool, the deciding rule (None: the default), and the reason."""

    effect: PolicyEffect
    rule: ToolPolicy | None
    reason: Text


def policy_list() -> QuerySet[ToolPolicy]:
    """Return all rules; for staff only."""
    return ToolPolicy.objects.select_related("role", "created_by")


def policy_get(*, policy_id: UUID) -> ToolPolicy:
    """Return one rule; for staff only. Raises RecordNotFoundError if there is no such rule."""
    row = policy_list().filter(id=policy_id).first()
    if row is None:
        raise RecordNotFoundError(_("This rule does not exist."))
    return row


def policy_versions(*, policy_id: UUID) -> QuerySet[ToolPolicyVersion]:
    """Return the revisions of a rule, newest first; for staff only."""
    return ToolPolicyVersion.objects.filter(policy_id=policy_id)


def policy_rules() -> Sequence[PolicyRule]:
    """Return all rules that are switched on, in the form that `tools.policies.index` decides with."""
    return tuple(map(rule_of, ToolPolicy.objects.filter(enabled=True).select_related("role")))


def rule_of(row: ToolPolicy) -> PolicyRule:
    """Return a rule, stored or not, in the form that `tools.policies.index` decides with."""
    return PolicyRule(
        id=str(row.pk),
        role=row.role.name if row.role else None,
        tool_pattern=row.tool_pattern,
        workflow_id=str(row.workflow_id) if row.workflow_id else None,
        effect=EFFECTS[row.effect],
        mode=MODES[row.mode],
        when=row.when,
        args_untrusted=row.args_untrusted,
        mock_result=row.mock_result,
        ask_timeout_s=row.ask_timeout_s,
        ask_someone_else=row.ask_someone_else,
        note=row.note,
        revision=row.revision,
    )


def policy_revision() -> int:
    """Return a number that rises with every change of a rule, in every process."""
    return PolicyRevision.current()


def caller_of(user: User) -> Caller:
    """Return the user as the tool gateway knows callers; roles are group names."""
    names = read_values(User.groups.through, ("group.name",), {"user_id": user.pk})
    return Caller(user.pk, user.username, frozenset(name for (name,) in names))


def caller_active(user_id: int) -> Caller | None:
    """Return the person as `caller_of` does; None for one that is gone or may not sign in. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(_caller_statement(), [user_id, True])
        rows = cursor.fetchall()
    return Caller(user_id, rows[0][0], frozenset(group for _, group in rows if group)) if rows else None


@cache
def _caller_statement() -> str:
    users, groups, memberships = table_of(User), table_of(Group), table_of(User.groups.through)
    return (
        f"SELECT {users}.username, {groups}.name FROM {users} "  # noqa: S608  names
        f"LEFT JOIN {memberships} ON {memberships}.user_id = {users}.id "
        f"LEFT JOIN {groups} ON {groups}.id = {memberships}.group_id "
        f"WHERE {users}.id = %s AND {users}.is_active = %s"
    )


def caller_user(caller: Caller) -> User | None:
    """Return the person behind a call; None when nobody is, or nobody who may still sign in."""
    return None if caller.user_id is None else read_row(User, id=caller.user_id, is_active=True)


def policy_explain(
    *,
    user: User,
    tool: ToolId,
    workflow_id: UUID | None,
    mode: CallMode = "live",
    facts: CallFacts | None = None,
) -> PolicyExplanation:
    """Explain whether the user may use a tool in a workflow (None: outside any).

    `tool` is `tool:<ToolConfig id>`, `system:<action>`, an executor name or a UI type; `facts` None asks about the
    offer. Raises RecordNotFoundError if there is no such tool, or the user may not see it.
    """
    caller = caller_of(user)
    ui_type, hosts = "", call_hosts(facts.arguments if facts else None)
    if tool.kind is ToolKind.TOOL:
        row = tool_config_for_caller(caller=caller, config_id=tool.name)
        ui_type = row.type if row else ""
        hosts = (tool_hosts(row) if row else ()) or hosts
    subject = policy_subject(tool, ui_type, hosts)
    if subject is None:
        raise RecordNotFoundError(_("This tool does not exist."))
    context = CallContext(caller=caller, mode=mode, workflow_id=str(workflow_id) if workflow_id else None)
    decision = PolicyIndex(policy_rules()).decide(subject, context, facts)
    rule = policy_list().filter(id=decision.rule.id).first() if decision.rule else None
    return PolicyExplanation(decision.effect, rule, decision.reason)
