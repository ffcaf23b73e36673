"""Triggers go live with the version that is published, and end with the one that no longer has them."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from tools.core.definitions import JsonObject
from workflow_editor.graph.document import Document
from workflow_editor.models import Trigger, Workflow, WorkflowVersion
from workflow_editor.nodes.registry import read_graph
from workflow_editor.nodes.triggers import TriggerConfig, TriggerNode
from workflow_editor.services.limits.people import live_triggers_check


def trigger_prepare(workflow: Workflow, node_key: str) -> Trigger:
    """Return the trigger of a node with address and secrets, creating it if necessary."""
    trigger, _ = Trigger.objects.get_or_create(workflow=workflow, node_key=node_key)
    if trigger.version_id is None:
        trigger.type = workflow.nodes.filter(key=node_key).values_list("type", flat=True).first() or ""
        trigger.save(update_fields=["type"])
    return trigger


def triggers_publish(workflow: Workflow, version: WorkflowVersion, user: User) -> None:
    """Activate a version's triggers, and no others of this workflow, in the publishing transaction. Schedules begin
    now.

    Raises LimitError (`cap_reached`) if the person then has more live triggers of a kind than one may have.
    """
    now = timezone.now()
    live, added = [], set()
    for key, reading in read_graph(Document.model_validate(version.document)).readings.items():
        if reading is None or not isinstance(reading.node_type, TriggerNode):
            continue
        config = reading.config()
        if isinstance(config, TriggerConfig) and config.enabled:
            live.append(key)
            trigger = _locked(trigger_prepare(workflow, key))
            stored = config.model_dump(mode="json", by_alias=True)
            if not goes_on(trigger, reading.node_type, stored):
                _begin(trigger, reading.node_type, config, now)
            if trigger.version_id is None or trigger.runs_as_id != user.pk:
                added.add(reading.node_type.id)
            trigger.version, trigger.type, trigger.config = version, reading.node_type.id, stored
            trigger.runs_as = user
            trigger.save()
    workflow.triggers.exclude(node_key__in=live).update(version=None, next_at=None)
    live_triggers_check(user.pk, added)


def _locked(trigger: Trigger) -> Trigger:
    """Read it again under a lock: what a look of this moment stores about its position must not be overwritten."""
    return Trigger.objects.select_for_update().get(pk=trigger.pk)


def goes_on(trigger: Trigger, node_type: TriggerNode[Any], config: JsonObject) -> bool:
    """Say whether the position of a trigger still counts with these settings of its node."""
    is_same = trigger.version_id is not None and trigger.type == node_type.id
    return is_same and node_type.goes_on(trigger.config, config)


def _begin(trigger: Trigger, node_type: TriggerNode[Any], config: TriggerConfig, now: datetime) -> None:
    trigger.position, trigger.problem, trigger.starts = node_type.begins(now), None, 0
    trigger.next_at = node_type.first_time(config, now, spread_by=str(trigger.pk))
    trigger.seen_items.all().delete()
