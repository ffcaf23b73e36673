"""Reads of triggers and of what arrived at them."""

from collections.abc import Sequence
from datetime import datetime
from itertools import islice
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone
from pydantic import ValidationError

from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.adapters.state.plans import plan_of_version
from workflow_editor.errors import NotFoundError
from workflow_editor.models import BotReply, NodeRun, Run, Status, Trigger, TriggerDelivery, Workflow
from workflow_editor.nodes.builtin.respond import RespondNode
from workflow_editor.nodes.builtin.schedule import ScheduleConfig, ScheduleNode
from workflow_editor.nodes.registry import builtin_registry
from workflow_editor.nodes.triggers import TriggerNode
from workflow_editor.selectors.access import Access, is_visible_to, may_be_read_by, may_still, workflow_for

MOST_TIMES = 10


def trigger_list(workflow: Workflow) -> QuerySet[Trigger]:
    """Return the triggers of a workflow that have an address or were published."""
    return workflow.triggers.select_related("version", "workflow", "runs_as")


def trigger_list_for_user(user: User) -> QuerySet[Trigger]:
    """Return the live and paused triggers of all workflows that the user sees."""
    rows = Trigger.objects.filter(is_visible_to(user, prefix="workflow__"), version__isnull=False)
    return rows.select_related("version", "workflow", "runs_as")


def trigger_for(user: User, workflow_id: UUID, node_key: str, access: Access = Access.READ) -> Trigger:
    """Return the trigger of a node. Raises NotFoundError if it does not exist, or not for this user."""
    trigger = trigger_list(workflow_for(user, workflow_id, access)).filter(node_key=node_key).first()
    if trigger is None:
        raise NotFoundError("This trigger has no address yet.")
    return trigger


def delivery_for(user: User, delivery_id: UUID, access: Access = Access.READ) -> TriggerDelivery:
    """Return a delivery to the user's workflow. Raises NotFoundError if there is none for this user."""
    rows = TriggerDelivery.objects.select_related("trigger__workflow", "trigger__version", "trigger__runs_as")
    visible = rows.filter(may_be_read_by(user, prefix="trigger__workflow__"))
    delivery = visible.filter(pk=delivery_id).first()
    if delivery is None:
        raise NotFoundError("There is no such delivery.")
    workflow_for(user, delivery.trigger.workflow_id, access)
    return delivery


def sender_may_read(delivery: TriggerDelivery) -> bool:
    """Tell whether who sent something may still read what became of it: not once the trigger is unpublished, or its
    publisher may no longer run the workflow. What tried out a draft is of who did.
    """
    trigger = delivery.trigger
    person = trigger.runs_as_id if trigger.version_id is not None else None
    if delivery.status == TriggerDelivery.Status.EXAMPLE:
        person = runs_of(delivery).values_list("created_by", flat=True).first()
    return may_still(person, Access.EDIT, trigger.workflow_id)


def runs_of(delivery: TriggerDelivery) -> QuerySet[Run]:
    """Return the runs that a delivery started, the oldest first."""
    return Run.objects.filter(delivery=delivery).order_by("id")


def reply_of(delivery: TriggerDelivery) -> BotReply | None:
    """Return the answer that goes into the chat that a message came from."""
    return BotReply.objects.filter(turn__run__delivery=delivery).first()


def trigger_name(trigger: Trigger) -> str:
    """Return the name of the trigger's node, as it is published or now; empty when it is gone."""
    document = trigger.version.document if trigger.version else {"nodes": []}
    published = next((node["name"] for node in document["nodes"] if node.get("key") == trigger.node_key), None)
    now = trigger.workflow.nodes.filter(key=trigger.node_key).values_list("name", flat=True).first()
    return str(now or published or "")


def trigger_type(trigger: Trigger) -> str:
    """Return the type of the trigger's node, as it is published, or else now; empty when it is gone."""
    now = trigger.workflow.nodes.filter(key=trigger.node_key).values_list("type", flat=True)
    return trigger.type or now.first() or ""


def last_delivery(trigger: Trigger) -> TriggerDelivery | None:
    """Return the newest one that could be read: whoever knows the address can send others."""
    return trigger.deliveries.exclude(status=TriggerDelivery.Status.MALFORMED).first()


def next_times(node_type_id: str, config: JsonObject, *, spread_by: str, starts: int = 0) -> Sequence[datetime]:
    """Return up to ten next due times after `starts` runs; none for passive triggers or invalid settings."""
    node_type = builtin_registry().get(node_type_id)
    if not isinstance(node_type, TriggerNode):
        return []
    try:
        read = node_type.config_model.model_validate(config)
    except ValidationError:
        return []
    most = node_type.most_starts(read)
    count = MOST_TIMES if most is None else min(MOST_TIMES, max(0, most - starts))
    return [due.at for due in islice(node_type.due(read, timezone.now(), spread_by=spread_by), count)]


def resume_takes_over(trigger: Trigger) -> bool:
    """Tell whether whoever resumes it has it run in their own name."""
    return not may_still(trigger.runs_as_id, Access.EDIT, trigger.workflow_id)


def ended_text(trigger: Trigger) -> Text | None:
    """Return why a published schedule has ended; None while it is active."""
    if trigger.type != ScheduleNode.id or trigger.version_id is None or trigger.next_at is not None:
        return None
    config = ScheduleConfig.model_validate(trigger.config)
    if not config.is_over(trigger.starts):
        return Text("Its last time has passed.")
    return (
        Text("Its only run was started.")
        if trigger.starts == 1
        else Text("All {count} runs were started.", count=trigger.starts)
    )


def response_of(run: Run) -> JsonObject | None:
    """Return the answer of a run's last Respond node, or None."""
    nodes = plan_of_version(run.version_id).nodes.values()
    keys = [node.key for node in nodes if node.node_type.id == RespondNode.id]
    if not keys:
        return None
    done = NodeRun.objects.filter(run=run, node_key__in=keys, status=Status.SUCCEEDED).order_by("-finished_at", "-id")
    return done.values_list("output", flat=True).first()
