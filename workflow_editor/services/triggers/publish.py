"""Triggers go live with the version that is published, and end with the one that no longer has them."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from workflow_editor.graph.document import Document
from workflow_editor.models import Trigger, Workflow, WorkflowVersion
from workflow_editor.nodes.registry import read_graph
from workflow_editor.nodes.triggers import TriggerConfig, TriggerNode


def trigger_prepare(workflow: Workflow, node_key: str) -> Trigger:
    """Return the trigger of a node, with an address and room for secrets; made when there is none."""
    trigger, _ = Trigger.objects.get_or_create(workflow=workflow, node_key=node_key)
    if trigger.version_id is None:
        trigger.type = workflow.nodes.filter(key=node_key).values_list("type", flat=True).first() or ""
        trigger.save(update_fields=["type"])
    return trigger


def triggers_publish(workflow: Workflow, version: WorkflowVersion, user: User) -> None:
    """Let the triggers of a version be live, and no others of this workflow; call in the transaction that publishes.

    What a schedule was to do before now is not caught up: it begins with its publication.
    """
    now = timezone.now()
    live = []
    for key, reading in read_graph(Document.model_validate(version.document)).readings.items():
        if reading is None or not isinstance(reading.node_type, TriggerNode):
            continue
        config = reading.config()
        if isinstance(config, TriggerConfig) and config.enabled:
            live.append(key)
            trigger = trigger_prepare(workflow, key)
            stored = config.model_dump(mode="json", by_alias=True)
            if trigger.version_id is None or trigger.config != stored:
                trigger.position = now.isoformat()
                trigger.next_at = next_time(reading.node_type, config, trigger, after=now)
            trigger.version, trigger.type, trigger.config = version, reading.node_type.id, stored
            trigger.runs_as = user
            trigger.save()
    workflow.triggers.exclude(node_key__in=live).update(version=None, next_at=None)


def next_time(
    node_type: TriggerNode[Any], config: TriggerConfig, trigger: Trigger, *, after: datetime
) -> datetime | None:
    """Return when the trigger is due next; None for never."""
    following = next(node_type.due(config, after, spread_by=str(trigger.pk)), None)
    return None if following is None else following.at
