"""Reads of permission rules, and the answer to "may this person use this tool, and why?"."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import Group, User
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tools.catalogue import policy_subject
from tools.definitions import CallContext, Caller, Text
from tools.errors import RecordNotFoundError
from tools.models import PolicyRevision, ToolPolicy
from tools.permissions import PolicyIndex
from tools.ports import PolicyEffect, PolicyRule
from tools.rows.reader import read_row, read_values
from tools.selectors.tool_configs import tool_config_for_caller


@dataclass(frozen=True, slots=True)
class PolicyExplanation:
    """Whether a tool may be used, the rule that decided (None: the default did), and the reason."""

    effect: PolicyEffect
    rule: ToolPolicy | None
    reason: Text


def policy_list() -> QuerySet[ToolPolicy]:
    """Return all rules; for staff only."""
    return ToolPolicy.objects.select_related("role", "created_by")


def policy_get(*, policy_id: UUID) -> ToolPolicy:
    """Return one rule; for staff only.

    Raises:
        RecordNotFoundError: no such rule.
    """
    row = policy_list().filter(id=policy_id).first()
    if row is None:
        raise RecordNotFoundError(_("There is no such rule."))
    return row


def policy_rules() -> Sequence[PolicyRule]:
    """Return all rules in the form that `tools.permissions` decides with."""
    rows = ToolPolicy.objects.values_list("id", "role__name", "tool_pattern", "workflow_id", "effect")
    return tuple(
        PolicyRule(
            id=str(policy_id),
            role=role,
            tool_pattern=pattern,
            workflow_id=str(workflow_id) if workflow_id else None,
            effect="deny" if effect == ToolPolicy.Effect.DENY else "allow",
        )
        for policy_id, role, pattern, workflow_id, effect in rows
    )


def policy_revision() -> int:
    """Return a number that rises with every change of a rule, in every process."""
    return PolicyRevision.current()


def caller_of(user: User) -> Caller:
    """Return the user as the tool gateway knows callers; roles are group names."""
    memberships = read_values(User.groups.through, ("group_id",), ("user_id",), (user.pk,))
    groups = (read_row(Group, id=group_id) for (group_id,) in memberships)
    return Caller(user.pk, user.username, frozenset(group.name for group in groups if group is not None))


def policy_explain(*, user: User, tool: str, workflow_id: UUID | None) -> PolicyExplanation:
    """Say whether the user may use a tool in a workflow (None: outside of any), and why.

    Args:
        tool: `tool:<ToolConfig id>`, `system:<action>`, an executor name or a UI type.
    Raises:
        RecordNotFoundError: there is no such tool, or the user may not see it.
    """
    caller = caller_of(user)
    ui_type = ""
    if tool.startswith("tool:"):
        row = tool_config_for_caller(caller=caller, config_id=tool.removeprefix("tool:"))
        ui_type = row.type if row else ""
    subject = policy_subject(tool, ui_type)
    if subject is None:
        raise RecordNotFoundError(_("There is no such tool."))
    context = CallContext(caller=caller, workflow_id=str(workflow_id) if workflow_id else None)
    decision = PolicyIndex(policy_rules()).decide(subject, context)
    rule = policy_list().filter(id=decision.rule.id).first() if decision.rule else None
    return PolicyExplanation(decision.effect, rule, decision.reason)
