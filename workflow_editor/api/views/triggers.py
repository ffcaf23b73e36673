"""Triggers: state, addresses and secrets."""

from datetime import datetime
from typing import Annotated

from django.contrib.auth.models import User
from pydantic import Field
from rest_framework.request import Request

from tools.api.contract.endpoints import Paged, endpoint
from tools.api.contract.fields import JsonObject, JsonSchema, LocalText, Moment
from tools.api.contract.shapes import Shape
from tools.api.public_address import content_address, public_address
from tools.executors.contract.schema import form_schema
from workflow_editor.api.pagination import HighestIdFirst
from workflow_editor.api.rows import EditedTrigger, EditedWorkflow, ReadTrigger, ReadWorkflow
from workflow_editor.api.run_shapes import WorkflowName
from workflow_editor.api.texts import localized
from workflow_editor.api.views.deliveries import DeliveryShape, shown_delivery
from workflow_editor.errors import failure_text
from workflow_editor.models import ApiToken, Trigger
from workflow_editor.nodes.builtin.bot_message import BotMessageNode
from workflow_editor.nodes.builtin.chat_trigger import ChatTriggerNode
from workflow_editor.nodes.builtin.form_trigger import FormTriggerNode
from workflow_editor.nodes.builtin.poll import PollNode
from workflow_editor.nodes.builtin.webhook import WebhookNode
from workflow_editor.nodes.services import services_of
from workflow_editor.selectors.access import Access, may_still
from workflow_editor.selectors.outside import triggers
from workflow_editor.selectors.outside.chat_pages import chat_model_name
from workflow_editor.services.triggers import control, publish
from workflow_editor.services.triggers.poll_preview import poll_preview
from workflow_editor.services.triggers.receive import webhook_listen
from workflow_editor.triggers.registry import BOTS, SENDERS
from workflow_editor.triggers.webhooks.sender import Secret

MAX_SECRET = 10_000
_NODE = "workflows/<uuid:workflow_id>/triggers/<str:node_key>/"
_PATHS = {
    WebhookNode.id: "/hooks/{token}/",
    FormTriggerNode.id: "/forms/{token}",
    BotMessageNode.id: "/bots/{token}/",
    ChatTriggerNode.id: "/workflows/{workflow}/chat/{node}",
}
"""Paths of addressable triggers."""


class TriggerShape(Shape):
    """A trigger of a workflow. It starts runs while `is_live`.

    `address` is that of a webhook, a public form, a bot or a chat page, empty for others. It allows starting runs, so
    only people with that right see it.
    """

    workflow: WorkflowName
    node_key: str
    name: str
    type: str
    services: list[str]
    """Ids of those that it hears from."""
    address: str
    known_to: list[str]
    """User names of people who could read the address and may no longer run the workflow."""
    secret_names: list[str]
    is_live: bool
    version: int | None = None
    paused_at: datetime | None
    pause_reason: str
    resume_takes_over: bool
    """It is paused, and whoever resumes it has it run in their own name: its publisher lost the right."""
    failures: int
    next_times: list[datetime]
    ended: str
    """Reason why a schedule has ended; empty while it starts runs."""
    problem: str
    """Problem of the last poll."""
    listening_until: datetime | None
    last_delivery: DeliveryShape | None
    model: str
    """The name of a chat page at /v1/; empty for other triggers."""


class TriggerSecrets(Shape):
    """Secrets by name, which are never given out again; an empty one is removed, others stay as they are."""

    secrets: dict[str, Annotated[str, Field(max_length=MAX_SECRET)]] = Field(default_factory=dict)


class TriggerPause(Shape):
    reason: str = Field("", max_length=400)


class FoundItemShape(Shape):
    """An item that a poll lists, and whether it would start a run."""

    is_wanted: bool
    arrived: JsonObject


class PollPreviewShape(Shape):
    """First items and number of items that a poll with the draft's settings finds; `problem` explains a failure."""

    items: list[FoundItemShape]
    total: int
    wanted: int
    problem: LocalText | None


class Backfill(Shape):
    """A span of due times: later than `start`, up to `end`."""

    start: Moment
    end: Moment


class Backfilled(Shape):
    count: int


class DuePreviewRequest(Shape):
    """A trigger's settings as they are on the screen."""

    type: str = Field(min_length=1, max_length=64)
    config: JsonObject


class DuePreview(Shape):
    """The next ten times."""

    times: list[datetime]


class SenderSecret(Shape):
    name: str
    title: LocalText
    help: LocalText | None
    is_required: bool


class BotServiceShape(Shape):
    """A chat service that a bot can be in, and the secrets that it takes."""

    id: str
    title: LocalText
    secrets: list[SenderSecret]


class WebhookSender(BotServiceShape):
    """A way in which senders of webhooks prove themselves, and the secrets that it takes."""

    settings_schema: JsonSchema
    """The form of what can be set beside the secrets."""
    default_settings: JsonObject


@endpoint("GET", "triggers/", pages=HighestIdFirst)
def trigger_list(request: Request, user: User) -> Paged[TriggerShape]:
    """List the published triggers of all workflows that the person who asks sees."""
    return Paged(triggers.trigger_list_for_user(user), lambda trigger: _shown(request, trigger))


@endpoint("GET", "workflows/<uuid:workflow_id>/triggers/")
def workflow_trigger_list(request: Request, workflow: ReadWorkflow) -> list[TriggerShape]:
    """Return the triggers of a workflow that have an address or were published."""
    return [_shown(request, trigger) for trigger in triggers.trigger_list(workflow)]


@endpoint("GET", _NODE)
def trigger_get(request: Request, trigger: ReadTrigger) -> TriggerShape:
    """Return the state of a trigger node."""
    return _shown(request, trigger)


@endpoint("PUT", _NODE)
def trigger_prepare(request: Request, workflow: EditedWorkflow, node_key: str, body: TriggerSecrets) -> TriggerShape:
    """Give a trigger node its address, which stays, and store secrets."""
    trigger = publish.trigger_prepare(workflow, node_key)
    return _shown(request, control.trigger_set_secrets(trigger, body.secrets) if body.secrets else trigger)


@endpoint("POST", f"{_NODE}address/")
def trigger_change_address(request: Request, trigger: EditedTrigger) -> TriggerShape:
    """Give a trigger another address; nothing listens at the old one from then on."""
    return _shown(request, control.trigger_change_address(trigger))


@endpoint("POST", f"{_NODE}listen/")
def trigger_listen(request: Request, trigger: EditedTrigger) -> TriggerShape:
    """Keep what comes to a webhook in the next two minutes as an example, while it is not live."""
    return _shown(request, webhook_listen(trigger))


@endpoint("POST", f"{_NODE}look/")
def trigger_look(user: User, workflow: EditedWorkflow, node_key: str) -> PollPreviewShape:
    """Return what a poll would find now, with the rights of who asks; nothing is started."""
    found = poll_preview(workflow, node_key, user)
    return PollPreviewShape.of(found, items=[FoundItemShape.of(one, arrived=one.arrived) for one in found.items])


@endpoint("POST", f"{_NODE}pause/")
def trigger_pause(request: Request, trigger: EditedTrigger, body: TriggerPause) -> TriggerShape:
    """Start nothing any more until it is resumed."""
    return _shown(request, control.trigger_pause(trigger, reason=body.reason))


@endpoint("POST", f"{_NODE}resume/")
def trigger_resume(request: Request, user: User, trigger: EditedTrigger) -> TriggerShape:
    """Resume after a pause; missed due times are skipped.

    If its publisher may no longer run the workflow, it continues in the asking person's name.
    """
    return _shown(request, control.trigger_resume(trigger, user))


@endpoint("POST", f"{_NODE}start/", status=201)
def trigger_start_now(trigger: EditedTrigger) -> DeliveryShape:
    """Start a run as if the schedule were due now."""
    return shown_delivery(control.schedule_start_now(trigger).delivery)


@endpoint("POST", f"{_NODE}backfill/")
def trigger_backfill(trigger: EditedTrigger, body: Backfill) -> Backfilled:
    """Start what would have been due in a span, one run after the other."""
    return Backfilled(count=control.schedule_backfill(trigger, **body.model_dump()))


@endpoint("POST", "trigger-due-times/")
def trigger_due_preview(body: DuePreviewRequest) -> DuePreview:
    """Return when settings would be due next."""
    times = triggers.next_times(body.type, body.config, spread_by="")
    return DuePreview.model_construct(times=[one.isoformat() for one in times])


@endpoint("GET", "bot-services/")
def bot_service_list() -> list[BotServiceShape]:
    """Return the chat services that a bot can be in."""
    return [BotServiceShape.of(one, secrets=[_secret(secret) for secret in one.secrets]) for one in BOTS.values()]


@endpoint("GET", "webhook-senders/")
def webhook_sender_list() -> list[WebhookSender]:
    """Return the ways in which senders of webhooks prove themselves."""
    return [
        WebhookSender.of(
            one,
            secrets=[_secret(secret) for secret in one.secrets],
            settings_schema=form_schema(one.settings_model),
            default_settings=one.settings_model().model_dump(mode="json", by_alias=True),
        )
        for one in SENDERS.values()
    ]


def _secret(secret: Secret) -> SenderSecret:
    return SenderSecret.of(secret, is_required=secret.required)


def _shown(request: Request, trigger: Trigger) -> TriggerShape:
    address, delivery, ended = _address(request, trigger), triggers.last_delivery(trigger), triggers.ended_text(trigger)
    is_chat = trigger.type == ChatTriggerNode.id
    opens = address and triggers.trigger_type(trigger) != ChatTriggerNode.id
    return TriggerShape.of(
        trigger,
        workflow=WorkflowName.of(trigger.workflow),
        name=triggers.trigger_name(trigger),
        services=services_of([trigger.config]),
        address=address,
        known_to=trigger.known_to if opens else [],
        version=trigger.version and trigger.version.number,
        pause_reason=localized(failure_text(trigger.pause_reason)),
        resume_takes_over=trigger.paused_at is not None and triggers.resume_takes_over(trigger),
        next_times=_next_times(trigger),
        ended="" if ended is None else localized(ended),
        problem=localized(failure_text(trigger.problem)),
        last_delivery=delivery and shown_delivery(delivery),
        model=chat_model_name(trigger) if is_chat else "",
    )


def _address(request: Request, trigger: Trigger) -> str:
    reads_only = isinstance(request.auth, ApiToken) and request.auth.read_only
    path = _PATHS.get(triggers.trigger_type(trigger))
    if path is None or reads_only or not may_still(request.user.pk, Access.EDIT, trigger.workflow_id):
        return ""
    path = path.format(token=trigger.token, workflow=trigger.workflow_id, node=trigger.node_key)
    made_by = content_address if trigger.type == WebhookNode.id else public_address
    return made_by(request, path)


def _next_times(trigger: Trigger) -> list[datetime | None]:
    if not trigger.is_live:
        return []
    if trigger.type == PollNode.id:
        return [trigger.next_at]
    return list(triggers.next_times(trigger.type, trigger.config, spread_by=str(trigger.pk), starts=trigger.starts))
