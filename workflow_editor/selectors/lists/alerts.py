"""Reads of alert rules."""

from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from workflow_editor.errors import NotFoundError
from workflow_editor.models import AlertRule, Workflow
from workflow_editor.selectors.access import Access, is_visible_to, workflow_for


def alert_rule_list(workflow: Workflow | None) -> QuerySet[AlertRule]:
    """Return the rules of a workflow; with None those that hold for all."""
    return AlertRule.objects.filter(workflow=workflow).select_related("created_by")


def alert_rule_for(user: User, alert_rule_id: UUID) -> AlertRule:
    """Return a rule that the user may change: of a workflow that they edit; of all, for administrators.

    Raises NotFoundError if there is no such rule, or none of theirs.
    """
    visible = Q(workflow=None) if user.is_staff else Q()
    visible |= is_visible_to(user, prefix="workflow__")
    rule = AlertRule.objects.select_related("created_by", "workflow").filter(visible, pk=alert_rule_id).first()
    if rule is None:
        raise NotFoundError("There is no such notification.")
    if rule.workflow_id is not None:
        workflow_for(user, rule.workflow_id, Access.EDIT)
    return rule
