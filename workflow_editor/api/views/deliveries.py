"""Deliveries to triggers: what arrived, and the runs that it started."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import MISSING

from tools.api.contract.endpoints import FoundBy, Paged, endpoint
from tools.api.contract.fields import JsonObject
from tools.api.contract.shapes import Query, Shape
from workflow_editor.api.pagination import HighestIdFirst
from workflow_editor.api.rows import EditedTrigger, ReadTrigger
from workflow_editor.api.run_shapes import RunError, RunSummary, failure_json
from workflow_editor.api.texts import localized
from workflow_editor.errors import NotFoundError, failure_text
from workflow_editor.models import BotReply, Status, TriggerDelivery
from workflow_editor.nodes.builtin.bot_message import BotMessageNode
from workflow_editor.selectors.access import Access, run_for
from workflow_editor.selectors.outside.triggers import delivery_for, reply_of, runs_of
from workflow_editor.services.bot_replies import bot_reply_again
from workflow_editor.services.triggers.deliver import deliver_again, deliver_rejected_again

ReadDelivery = Annotated[TriggerDelivery, FoundBy(delivery_for)]
EditedDelivery = Annotated[TriggerDelivery, FoundBy(delivery_for, access=Access.EDIT)]


class DeliveryRun(Shape):
    """A run that a delivery started."""

    id: UUID
    status: Status
    nothing_ran: bool
    created_at: datetime
    started_at: datetime | None
    """Time at which a worker began with it."""


class BotReplyShape(Shape):
    """The answer to a message to a bot, on its way into the chat; `problem` is why it did not get there."""

    status: BotReply.Status
    problem: str


class DeliveryShape(Shape):
    """Something that arrived at a trigger; `error` says why it started no run."""

    id: UUID
    key: str
    status: TriggerDelivery.Status
    error: RunError | None
    arrived_at: datetime
    runs: list[DeliveryRun]
    reply: BotReplyShape | None


class DeliveryDetail(DeliveryShape):
    """The same with everything that arrived: `trigger` in the run."""

    node_key: str
    arrived: JsonObject


class DeliveriesQuery(Query):
    status: TriggerDelivery.Status | MISSING = MISSING


class SendRejectedAgain(Shape):
    after: UUID | None = None
    """Only what arrived later than this."""


class SentAgainShape(Shape):
    """Numbers of rejected deliveries that start a run now, and that are refused again; `last` is the cursor to
    continue.
    """

    started: int
    refused: int
    last: UUID | None


class DeliverAgain(Shape):
    """`draft` runs the graph as it is now, else the published version."""

    draft: bool = False


@endpoint("GET", "workflows/<uuid:workflow_id>/triggers/<str:node_key>/deliveries/", pages=HighestIdFirst)
def delivery_list(trigger: ReadTrigger, query: DeliveriesQuery) -> Paged[DeliveryShape]:
    """List deliveries of a trigger, newest first."""
    return Paged(trigger.deliveries.filter(**query.sent()), shown_delivery)


@endpoint("POST", "workflows/<uuid:workflow_id>/triggers/<str:node_key>/deliveries/rejected/")
def delivery_send_rejected_again(user: User, trigger: EditedTrigger, body: SendRejectedAgain) -> SentAgainShape:
    """Start runs of a trigger's oldest 100 rejected deliveries; continue after `last`, if any."""
    return SentAgainShape.of(deliver_rejected_again(trigger, user, body.after))


@endpoint("GET", "deliveries/<uuid:delivery_id>/")
def delivery_get(delivery: ReadDelivery) -> DeliveryDetail:
    """Return everything that arrived."""
    shown = shown_delivery(delivery)
    return DeliveryDetail.of(shown, node_key=delivery.trigger.node_key, arrived=delivery.data)


@endpoint("POST", "deliveries/<uuid:delivery_id>/runs/", status=201)
def delivery_send_again(user: User, delivery: EditedDelivery, body: DeliverAgain) -> RunSummary:
    """Start a further run with what arrived."""
    run = deliver_again(delivery, user, **body.model_dump())
    return RunSummary.of_run(run_for(user, run.pk))


@endpoint("POST", "deliveries/<uuid:delivery_id>/reply/")
def delivery_reply_again(delivery: EditedDelivery) -> DeliveryShape:
    """Send the answer of a bot that did not arrive; what arrived of it is not sent again."""
    reply = reply_of(delivery)
    if reply is None:
        raise NotFoundError("There is no answer to send.")
    bot_reply_again(reply)
    return shown_delivery(delivery)


def shown_delivery(delivery: TriggerDelivery) -> DeliveryShape:
    reply = reply_of(delivery) if delivery.trigger.type == BotMessageNode.id else None
    return DeliveryShape.of(
        delivery,
        error=failure_json(delivery.error),
        runs=[DeliveryRun.of(run) for run in runs_of(delivery)],
        reply=reply and BotReplyShape.of(reply, problem=localized(failure_text(reply.problem))),
    )
