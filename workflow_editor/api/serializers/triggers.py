"""Triggers, and what arrived at them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tools.api.public_address import content_address, public_address
from tools.executors.contract.schema import form_schema
from tools.forms.local_text_field import LocalTextField
from workflow_editor.api.serializers.runs import RunErrorSerializer, WorkflowNameSerializer
from workflow_editor.api.serializers.shared import JsonObjectField, JsonSchemaField
from workflow_editor.api.texts import localized
from workflow_editor.errors import failure_text
from workflow_editor.models import ApiToken, BotReply, Status, Trigger, TriggerDelivery
from workflow_editor.nodes.builtin.bot_message import BotMessageNode
from workflow_editor.nodes.builtin.chat_trigger import ChatTriggerNode
from workflow_editor.nodes.builtin.form_trigger import FormTriggerNode
from workflow_editor.nodes.builtin.poll import PollNode
from workflow_editor.nodes.builtin.webhook import WebhookNode
from workflow_editor.nodes.services import services_of
from workflow_editor.selectors.access import Access, may_still
from workflow_editor.selectors.outside.chat_pages import chat_model_name
from workflow_editor.selectors.outside.triggers import (
    ended_text,
    last_delivery,
    next_times,
    reply_of,
    resume_takes_over,
    runs_of,
    trigger_name,
    trigger_type,
)
from workflow_editor.triggers.webhooks.sender import Sender

MAX_SECRET = 10_000
_PATHS = {
    WebhookNode.id: "/hooks/{token}/",
    FormTriggerNode.id: "/forms/{token}",
    BotMessageNode.id: "/bots/{token}/",
    ChatTriggerNode.id: "/workflows/{workflow}/chat/{node}",
}
"""Paths of addressable triggers."""


class DeliveryRunSerializer(serializers.Serializer[Any]):
    """A run that a delivery started."""

    id = serializers.UUIDField()
    status = serializers.ChoiceField(Status.choices)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True, help_text="When a worker began with it.")


class BotReplySerializer(serializers.Serializer[Any]):
    """The answer to a message to a bot, on its way into the chat; `problem` is why it did not get there."""

    status = serializers.ChoiceField(BotReply.Status.choices)
    problem = serializers.SerializerMethodField()

    def get_problem(self, reply: BotReply) -> str:
        return localized(failure_text(reply.problem))


class DeliverySerializer(serializers.Serializer[Any]):
    """Something that arrived at a trigger; `error` says why it started no run."""

    id = serializers.UUIDField()
    key = serializers.CharField()
    status = serializers.ChoiceField(TriggerDelivery.Status.choices)
    error = RunErrorSerializer(allow_null=True)
    arrived_at = serializers.DateTimeField()
    runs = serializers.SerializerMethodField()
    reply = serializers.SerializerMethodField()

    @extend_schema_field(DeliveryRunSerializer(many=True))
    def get_runs(self, delivery: TriggerDelivery) -> Any:
        return DeliveryRunSerializer(runs_of(delivery), many=True).data

    @extend_schema_field(BotReplySerializer(allow_null=True))
    def get_reply(self, delivery: TriggerDelivery) -> Any:
        found = reply_of(delivery) if delivery.trigger.type == BotMessageNode.id else None
        return None if found is None else BotReplySerializer(found).data


class DeliveryDetailSerializer(DeliverySerializer):
    """The same with everything that arrived: `trigger` in the run."""

    node_key = serializers.CharField(source="trigger.node_key")
    arrived = JsonObjectField(source="data")


class SubmissionsQuerySerializer(serializers.Serializer[Any]):
    status = serializers.ChoiceField(Status.choices, default="", allow_blank=True, help_text="Of a run.")
    search = serializers.CharField(
        default="", allow_blank=True, max_length=200, help_text="Words in a field that the form asks for."
    )


class SubmissionColumnSerializer(serializers.Serializer[Any]):
    """A field that a form asks for."""

    name = serializers.CharField()
    title = serializers.CharField()


class SentFormSerializer(serializers.Serializer[Any]):
    """A submission of a form, and its runs; `error` says why it started none."""

    id = serializers.UUIDField()
    status = serializers.ChoiceField(TriggerDelivery.Status.choices)
    error = RunErrorSerializer(allow_null=True)
    arrived_at = serializers.DateTimeField()
    person = serializers.SerializerMethodField(help_text="User name, if signed in.")
    values = serializers.SerializerMethodField()
    runs = DeliveryRunSerializer(many=True)

    def get_person(self, delivery: TriggerDelivery) -> str:
        return str(delivery.data.get("person", ""))

    @extend_schema_field(JsonObjectField())
    def get_values(self, delivery: TriggerDelivery) -> Any:
        return delivery.data.get("fields", {})


class TriggerSerializer(serializers.Serializer[Any]):
    """A trigger of a workflow. It starts runs while `is_live`.

    `address` is that of a webhook, a public form, a bot or a chat page, empty for others. It allows starting runs, so
    only people with that right see it.
    """

    workflow = WorkflowNameSerializer()
    node_key = serializers.CharField()
    name = serializers.SerializerMethodField()
    type = serializers.CharField()
    services = serializers.SerializerMethodField(help_text="Ids of those that it hears from.")
    address = serializers.SerializerMethodField()
    known_to = serializers.SerializerMethodField(
        help_text="User names of people who could read the address and may no longer run the workflow."
    )
    secret_names = serializers.ListField(child=serializers.CharField())
    is_live = serializers.BooleanField()
    version = serializers.IntegerField(source="version.number", allow_null=True, default=None)
    paused_at = serializers.DateTimeField(allow_null=True)
    pause_reason = serializers.SerializerMethodField()
    resume_takes_over = serializers.SerializerMethodField(
        help_text="It is paused, and whoever resumes it has it run in their own name: its publisher lost the right."
    )
    failures = serializers.IntegerField()
    next_times = serializers.SerializerMethodField()
    ended = serializers.SerializerMethodField(help_text="Why a schedule starts nothing any more; empty while it does.")
    problem = serializers.SerializerMethodField(help_text="What a poll could not do when it looked last.")
    listening_until = serializers.DateTimeField(allow_null=True)
    last_delivery = serializers.SerializerMethodField()
    model = serializers.SerializerMethodField(help_text="The name of a chat page at /v1/; empty for other triggers.")

    def get_name(self, trigger: Trigger) -> str:
        return trigger_name(trigger)

    def get_services(self, trigger: Trigger) -> list[str]:
        return services_of([trigger.config])

    def get_pause_reason(self, trigger: Trigger) -> str:
        return localized(failure_text(trigger.pause_reason))

    def get_resume_takes_over(self, trigger: Trigger) -> bool:
        return trigger.paused_at is not None and resume_takes_over(trigger)

    def get_ended(self, trigger: Trigger) -> str:
        text = ended_text(trigger)
        return "" if text is None else localized(text)

    def get_problem(self, trigger: Trigger) -> str:
        return localized(failure_text(trigger.problem))

    def get_address(self, trigger: Trigger) -> str:
        request = self.context["request"]
        reads_only = isinstance(request.auth, ApiToken) and request.auth.read_only
        if reads_only or not may_still(request.user.pk, Access.EDIT, trigger.workflow_id):
            return ""
        path = _PATHS.get(trigger_type(trigger))
        if path is None:
            return ""
        path = path.format(token=trigger.token, workflow=trigger.workflow_id, node=trigger.node_key)
        made_by = content_address if trigger.type == WebhookNode.id else public_address
        return made_by(request, path)

    def get_known_to(self, trigger: Trigger) -> list[str]:
        opens = self.get_address(trigger) and trigger_type(trigger) != ChatTriggerNode.id
        return list(trigger.known_to) if opens else []

    def get_model(self, trigger: Trigger) -> str:
        return chat_model_name(trigger) if trigger.type == ChatTriggerNode.id else ""

    @extend_schema_field(serializers.ListField(child=serializers.DateTimeField()))
    def get_next_times(self, trigger: Trigger) -> Any:
        if not trigger.is_live:
            return []
        if trigger.type == PollNode.id:
            return [trigger.next_at]
        return next_times(trigger.type, trigger.config, spread_by=str(trigger.pk), starts=trigger.starts)

    @extend_schema_field(DeliverySerializer(allow_null=True))
    def get_last_delivery(self, trigger: Trigger) -> Any:
        found = last_delivery(trigger)
        return None if found is None else DeliverySerializer(found).data


class TriggerSecretsSerializer(serializers.Serializer[Any]):
    """Secrets by name, which are never given out again; an empty one is removed, others stay as they are."""

    secrets = serializers.DictField(child=serializers.CharField(allow_blank=True, max_length=MAX_SECRET), default=dict)


class TriggerPauseSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(allow_blank=True, max_length=400, default="")


class FoundItemSerializer(serializers.Serializer[Any]):
    """An item that a poll lists, and whether it would start a run."""

    is_wanted = serializers.BooleanField()
    arrived = JsonObjectField()


class PollPreviewSerializer(serializers.Serializer[Any]):
    """First items and number of items that a poll with the draft's settings finds; `problem` explains a failure."""

    items = FoundItemSerializer(many=True)
    total = serializers.IntegerField()
    wanted = serializers.IntegerField()
    problem = LocalTextField(allow_null=True)


class BackfillSerializer(serializers.Serializer[Any]):
    """A span of due times: later than `start`, up to `end`."""

    start = serializers.DateTimeField()
    end = serializers.DateTimeField()


class BackfilledSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField()


class DeliveriesQuerySerializer(serializers.Serializer[Any]):
    status = serializers.ChoiceField(TriggerDelivery.Status.choices, required=False)


class SendRejectedAgainSerializer(serializers.Serializer[Any]):
    after = serializers.UUIDField(allow_null=True, default=None, help_text="Only what arrived later than this.")


class SentAgainSerializer(serializers.Serializer[Any]):
    """Numbers of rejected deliveries that start a run now, and that are refused again; `last` is the cursor to
    continue.
    """

    started = serializers.IntegerField()
    refused = serializers.IntegerField()
    last = serializers.UUIDField(allow_null=True)


class DuePreviewRequestSerializer(serializers.Serializer[Any]):
    """A trigger's settings as they are on the screen."""

    type = serializers.CharField(max_length=64)
    config = JsonObjectField()


class DuePreviewSerializer(serializers.Serializer[Any]):
    """The next ten times."""

    times = serializers.ListField(child=serializers.DateTimeField())


class SenderSecretSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = LocalTextField()
    help = LocalTextField(allow_null=True)
    is_required = serializers.BooleanField(source="required")


class BotServiceSerializer(serializers.Serializer[Any]):
    """A chat service that a bot can be in, and the secrets that it takes."""

    id = serializers.CharField()
    title = LocalTextField()
    secrets = SenderSecretSerializer(many=True)


class WebhookSenderSerializer(serializers.Serializer[Any]):
    """A way in which senders of webhooks prove themselves, and the secrets that it takes."""

    id = serializers.CharField()
    title = LocalTextField()
    secrets = SenderSecretSerializer(many=True)
    settings_schema = JsonSchemaField(help_text="The form of what can be set beside the secrets.")
    default_settings = JsonObjectField()

    def to_representation(self, instance: Sender[Any]) -> Any:
        model = instance.settings_model
        defaults = model().model_dump(mode="json", by_alias=True)
        described = {"settings_schema": form_schema(model), "default_settings": defaults}
        return super().to_representation(
            {"id": instance.id, "title": instance.title, "secrets": instance.secrets, **described}
        )
