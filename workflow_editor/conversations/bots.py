"""Messages to bots: each is a turn of the conversation of its chat, and its answer is stored before it is sent."""

import hashlib
import uuid
from collections.abc import Iterator

from django.db import transaction

from tools.core.call.advice import RESUME_TRIGGER
from tools.core.definitions import JsonObject
from tools.secrets import encryption
from workflow_editor.conversations.turns import turn_create
from workflow_editor.errors import WorkflowError, failure_json
from workflow_editor.models import BotReply, Conversation, Trigger, Turn
from workflow_editor.nodes.builtin.bot_message import BotMessageConfig, BotMessageNode
from workflow_editor.services.bot_replies import bot_reply_due
from workflow_editor.services.triggers.deliver import Status, deliver
from workflow_editor.services.triggers.receive import NothingListensError, verified
from workflow_editor.triggers.bots.service import BotMessage
from workflow_editor.triggers.webhooks.bodies import json_object
from workflow_editor.triggers.webhooks.sender import Answer, NotVerifiedError, WebhookRequest


def bot_receive(token: str, request: WebhookRequest) -> Answer:
    """Store a message to a bot, start the answering run, and return the immediate answer to the service.

    `token` is the secret part of the address.
    Raises:
        NothingListensError: no such address, or nothing live there.
        NotVerifiedWebhookError: the proof is missing or wrong.
    """
    trigger = Trigger.objects.select_related("workflow", "runs_as").filter(token=token).first()
    if trigger is None:
        raise NothingListensError
    config = _config(trigger, request)
    sender = config.bot.sender
    secrets = {name: str(value) for name, value in trigger.secrets().items()}
    proved = verified(sender, request, secrets, config.bot.sender_settings(config.account_id))
    for message in _messages(config, [delivery.body for delivery in proved.deliveries], request):
        if trigger.is_live:
            _take(trigger, config, message, request)
        else:
            data = {**_details(config, message), "message": message.text, "history": [], "conversation": ""}
            deliver(trigger, key=uuid.uuid4().hex, data=data, at=request.received_at, status=Status.EXAMPLE)
    return proved.answer or sender.at_once or Answer()


def _config(trigger: Trigger, request: WebhookRequest) -> BotMessageConfig:
    if trigger.is_live and trigger.type == BotMessageNode.id:
        return BotMessageConfig.model_validate(trigger.config)
    if trigger.listening_until is not None and trigger.listening_until > request.received_at:
        node = trigger.workflow.nodes.filter(key=trigger.node_key, type=BotMessageNode.id).first()
        if node is not None:
            return BotMessageConfig.model_validate(node.config)
    raise NothingListensError


def _messages(
    config: BotMessageConfig, bodies: list[JsonObject | None], request: WebhookRequest
) -> Iterator[BotMessage]:
    """Yield what people wrote; what is proved but has another form is no message to answer."""
    for body in bodies:
        try:
            message = config.bot.message(body if body is not None else json_object(request.body))
        except (KeyError, TypeError, ValueError, AttributeError, NotVerifiedError):
            continue
        if message is not None and message.text:
            yield message


def _take(trigger: Trigger, config: BotMessageConfig, message: BotMessage, request: WebhookRequest) -> None:
    key = _short(message.key)
    if trigger.runs_as is None or not trigger.runs_as.is_active:
        error = failure_json("trigger_without_account", RESUME_TRIGGER.text, {})
        _reject(trigger, config, message, request, error)
        return
    conversation, _ = Conversation.objects.get_or_create(
        trigger=trigger, chat_key=_short(message.chat), defaults={"user": trigger.runs_as}
    )
    if conversation.user_id != trigger.runs_as.pk:
        # Somebody else has published since: their rights count from now on.
        conversation.user = trigger.runs_as
        conversation.save(update_fields=["user"])
    if Turn.objects.filter(conversation=conversation, key=key).exists():
        return
    last = conversation.turns.order_by("-id").values_list("pk", flat=True).first()
    try:
        with transaction.atomic():
            turn = turn_create(
                conversation,
                message=message.text,
                parent_id=last,
                key=key,
                while_open=True,
                details=_details(config, message),
            )
            _, is_new = BotReply.objects.get_or_create(
                turn=turn, defaults={"target": encryption.encrypt(message.target)}
            )
            if is_new and turn.status:
                bot_reply_due(turn)
    except WorkflowError as error:
        _reject(trigger, config, message, request, failure_json(error.code, error.text, error.details))


def _reject(
    trigger: Trigger, config: BotMessageConfig, message: BotMessage, request: WebhookRequest, error: JsonObject
) -> None:
    data = {**_details(config, message), "message": message.text, "history": [], "conversation": ""}
    at, key = request.received_at, _short(message.key)
    deliver(trigger, key=key, data=data, at=at, status=Status.REJECTED, error=error)


def _details(config: BotMessageConfig, message: BotMessage) -> JsonObject:
    """Return further fields of `trigger` besides message and history."""
    return {
        "sender": {"id": message.sender, "name": message.sender_name},
        "is_private": message.is_private,
        "service": config.service,
        "person": message.sender_name,
    }


def _short(key: str) -> str:
    """Ids of services are of any length; what they name is found by its hash."""
    return hashlib.sha256(key.encode()).hexdigest()[:40]
