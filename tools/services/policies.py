"""Writes of permission rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import Group, User
from django.db import transaction
from django.utils.translation import gettext as _

from tools.models import ToolPolicy
from tools.ports import PolicyEffect
from tools.services.validation import clean_and_save, invalid_field


@dataclass(frozen=True, slots=True)
class PolicyCell:
    """One cell of the permission matrix: the rule for a role and a tool in any workflow."""

    role_id: int | None
    """None: any role."""
    tool_pattern: str
    effect: PolicyEffect | None
    """None: no rule of its own."""


def policy_create(
    *,
    role: str | None,
    tool_pattern: str,
    effect: PolicyEffect,
    workflow_id: UUID | None = None,
    note: str = "",
    created_by: User | None,
) -> ToolPolicy:
    """Add a rule.

    Args:
        role: name of a group, None for any role.
        tool_pattern: see `ToolPolicy`.
    Raises:
        RecordInvalidError: no such role, a malformed pattern, or a rule for the same case.
    """
    group = Group.objects.filter(name=role).first() if role is not None else None
    if role is not None and group is None:
        raise invalid_field("/role", "does_not_exist", _("There is no such role."))
    policy = ToolPolicy(
        role=group,
        tool_pattern=tool_pattern,
        workflow_id=workflow_id,
        effect=effect,
        note=note,
        created_by=created_by,
    )
    clean_and_save(policy)
    return policy


def policy_delete(*, policy: ToolPolicy) -> None:
    """Remove a rule; it no longer counts at the next call in any process."""
    policy.delete()


@transaction.atomic
def policy_cells_set(*, cells: Sequence[PolicyCell], changed_by: User) -> int:
    """Bring the rules for any workflow in line with the given cells and return how many changed.

    Cells that are not given stay as they are.

    Raises:
        RecordInvalidError: a malformed pattern or an unknown role; then nothing is changed.
    """
    rules = {
        (rule.role_id, rule.tool_pattern): rule
        for rule in ToolPolicy.objects.select_for_update().filter(workflow_id=None)
    }
    return sum(_cell_set(rules.get((cell.role_id, cell.tool_pattern)), cell, changed_by) for cell in cells)


def _cell_set(rule: ToolPolicy | None, cell: PolicyCell, changed_by: User) -> bool:
    if (rule.effect if rule else None) == cell.effect:
        return False
    if rule is not None:
        rule.delete()
    if cell.effect is not None:
        clean_and_save(
            ToolPolicy(role_id=cell.role_id, tool_pattern=cell.tool_pattern, effect=cell.effect, created_by=changed_by)
        )
    return True
