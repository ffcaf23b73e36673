"""Preview of a poll in the editor, also kept as the example for `trigger`."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.errors import NodeError, NotFoundError
from workflow_editor.models import Trigger, TriggerDelivery, Workflow
from workflow_editor.nodes.builtin.poll import PollConfig, PollNode
from workflow_editor.services.triggers.deliver import GONE, Status
from workflow_editor.services.triggers.listing import list_items, tool_fingerprint
from workflow_editor.services.triggers.polls import Progress, seen_items, wanted_items
from workflow_editor.services.triggers.publish import goes_on, trigger_prepare

MOST_SHOWN = 20


@dataclass(frozen=True, slots=True)
class FoundItem:
    is_wanted: bool
    """It would start a run."""
    arrived: JsonObject
    """Its `trigger` value."""


@dataclass(frozen=True, slots=True)
class PollPreview:
    """Up to twenty found items; a failed listing is reported too."""

    items: Sequence[FoundItem] = ()
    total: int = 0
    wanted: int = 0
    problem: Text | None = None


def poll_preview(workflow: Workflow, node_key: str, user: User) -> PollPreview:
    """List with the draft's settings and `user`'s rights, without starting anything or marking items as seen.

    The first item is kept as example unless live. Raises NotFoundError (`trigger_gone`) if the draft has no such poll.
    """
    node = workflow.nodes.filter(key=node_key, type=PollNode.id).first()
    if node is None:
        raise NotFoundError(GONE, code="trigger_gone")
    trigger, config = trigger_prepare(workflow, node_key), PollConfig.model_validate(node.config)
    known_before = goes_on(trigger, PollNode(), config.model_dump(mode="json", by_alias=True))
    known_before = known_before and Progress.of(trigger).tool in ("", tool_fingerprint(config))
    progress = Progress.of(trigger) if known_before else Progress()
    try:
        listed = list_items(trigger, config, user, progress.last)
    except NodeError as error:
        return PollPreview(problem=error.text)
    known = seen_items(trigger, listed.items) if known_before else {}
    is_all_known = not progress.looked and config.first == "nothing"
    wanted = () if is_all_known else wanted_items(config, listed.items, known)
    hashes = {item.key_hash for item in wanted}
    items = [
        FoundItem(
            item.key_hash in hashes,
            PollNode().arrived(item, is_changed=item.key_hash in hashes and item.key_hash in known),
        )
        for item in sorted(listed.items, key=lambda item: item.key_hash not in hashes)[:MOST_SHOWN]
    ]
    if items and not trigger.is_live:
        _keep_example(trigger, items[0].arrived)
    return PollPreview(items, listed.total, len(wanted))


@transaction.atomic
def _keep_example(trigger: Trigger, arrived: JsonObject) -> None:
    trigger.deliveries.filter(status=Status.EXAMPLE).delete()
    TriggerDelivery.objects.create(
        trigger=trigger, key=uuid.uuid4().hex, status=Status.EXAMPLE, data=arrived, arrived_at=timezone.now()
    )
