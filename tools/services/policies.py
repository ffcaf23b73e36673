"""Writes of permission rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict, Unpack
from uuid import UUID

from django.contrib.auth.models import Group, User
from django.db import transaction
from django.utils.translation import gettext as _

from tools.core.definitions import JsonObject
from tools.core.errors import RecordChangedError, RecordNotFoundError
from tools.core.ports import PolicyEffect
from tools.core.text import Text
from tools.models import ToolPolicy
from tools.services.validation import clean, clean_and_save, invalid_field

PLAIN_CASE: Mapping[str, Any] = {"workflow_id": None, "mode": "", "when": "", "args_untrusted": False}
"""Rules in the matrix: for any workflow and mode, without a condition."""

_CHANGED = Text("Someone else has changed this rule. Reload it, then make your change.")


@dataclass(frozen=True, slots=True)
class PolicyCell:
    """One cell of the permission matrix: the rule for a role and a tool in any workflow and mode."""

    role_id: int | None
    """None: any role."""
    tool_pattern: str
    effect: PolicyEffect | None
    """None: no rule of its own."""


class PolicyValues(TypedDict, total=False):
    """Requested rule content; absent values stay, or get the default."""

    role: str | None
    """Name of a group, None for any role."""
    tool_pattern: str
    workflow_id: UUID | None
    mode: str
    effect: PolicyEffect
    when: str
    args_untrusted: bool
    mock_result: JsonObject | None
    ask_timeout_s: int
    ask_someone_else: bool
    enabled: bool
    note: str


@transaction.atomic
def policy_create(*, created_by: User | None, **values: Unpack[PolicyValues]) -> ToolPolicy:
    """Add a rule.

    Raises RecordInvalidError for an unknown role, a malformed pattern or condition, or a rule for the same case.
    """
    policy = ToolPolicy(created_by=created_by)
    policy.changed_by = created_by
    _put(values, policy)
    clean_and_save(policy)
    return policy


def policy_draft(*, policy: ToolPolicy | None, **values: Unpack[PolicyValues]) -> ToolPolicy:
    """Return a validated, unsaved rule; `policy` is the one to change. Raises RecordInvalidError if invalid."""
    draft = policy or ToolPolicy()
    _put(values, draft)
    clean(draft)
    return draft


@transaction.atomic
def policy_update(
    *, policy: ToolPolicy, changed_by: User, edited_from: int | None = None, **values: Unpack[PolicyValues]
) -> ToolPolicy:
    """Change a rule, keeping the old content in its versions. `edited_from` is the revision that was looked at.

    Raises RecordChangedError if somebody else was first, and RecordInvalidError as `policy_create`.
    """
    row = _locked(policy)
    if edited_from not in (None, row.revision):
        raise RecordChangedError(_CHANGED, details={"revision": row.revision})
    row.changed_by = changed_by
    _put(values, row)
    clean_and_save(row)
    return row


@transaction.atomic
def policy_delete(*, policy: ToolPolicy, deleted_by: User) -> None:
    """Remove a rule; it no longer counts at the next call in any process."""
    row = _locked(policy)
    row.changed_by = deleted_by
    row.delete()


def _locked(policy: ToolPolicy) -> ToolPolicy:
    """Return the rule as it is now, held until the end of the transaction: a change by somebody else is not undone."""
    row = ToolPolicy.objects.select_for_update(of=("self",)).select_related("role").filter(pk=policy.pk).first()
    if row is None:
        raise RecordNotFoundError(_("This rule does not exist."))
    return row


def _put(values: PolicyValues, policy: ToolPolicy) -> None:
    for name, value in values.items():
        setattr(policy, name, _group(str(value)) if name == "role" and value is not None else value)


def _group(name: str) -> Group:
    group = Group.objects.filter(name=name).first()
    if group is None:
        raise invalid_field("/role", "does_not_exist", _("This role does not exist."))
    return group


@transaction.atomic
def policy_cells_set(*, cells: Sequence[PolicyCell], changed_by: User) -> int:
    """Apply the given cells to the rules for any workflow and return the number of changes.

    Raises RecordInvalidError for a malformed pattern or an unknown role; then nothing is changed.
    """
    rules = {
        (rule.role_id, rule.tool_pattern): rule
        for rule in ToolPolicy.objects.select_for_update(of=("self",)).select_related("role").filter(**PLAIN_CASE)
    }
    return sum(_cell_set(rules.get((cell.role_id, cell.tool_pattern)), cell, changed_by) for cell in cells)


def _cell_set(rule: ToolPolicy | None, cell: PolicyCell, changed_by: User) -> bool:
    if (rule.effect if rule and rule.enabled else None) == cell.effect:
        return False
    if cell.effect is None:
        if rule is not None:
            policy_delete(policy=rule, deleted_by=changed_by)
        return True
    rule = rule or ToolPolicy(role_id=cell.role_id, tool_pattern=cell.tool_pattern, created_by=changed_by)
    rule.effect, rule.enabled, rule.changed_by = cell.effect, True, changed_by
    clean_and_save(rule)
    return True
