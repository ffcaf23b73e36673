"""The shapes of conversations, their turns, and links for others."""

from datetime import datetime, timedelta
from typing import Any, get_args

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tools.forms.name_fields import NameField
from workflow_editor.api.serializers.runs import RunErrorSerializer
from workflow_editor.api.texts import localized_failure
from workflow_editor.conversations.partners import FilesTaken
from workflow_editor.conversations.shared_access import turn_status
from workflow_editor.models import ChatShare, Conversation, Status, Turn
from workflow_editor.selectors.run.answer_nodes import answer_writers

MAX_MESSAGE = 200_000
MAX_COMMENT = 4_000
MAX_KEY = 64


class AttachmentSerializer(serializers.Serializer[Any]):
    """A file of a message; its content is at `/api/files/<file_id>/`. `size` is in bytes."""

    file_id = serializers.UUIDField()
    name = serializers.CharField()
    media_type = serializers.CharField()
    size = serializers.IntegerField()


class TurnSerializer(serializers.ModelSerializer[Turn]):
    """A message and its answer.

    `run` can be watched at `/ws/runs/<run>/` until `status` is final; it is null once the run was pruned. Turns with
    the same `after` are versions of one another.
    """

    after = serializers.UUIDField(source="parent_id", allow_null=True)
    run = serializers.UUIDField(source="run_id", allow_null=True)
    status = serializers.SerializerMethodField()
    attachments = AttachmentSerializer(many=True)
    error = serializers.SerializerMethodField()
    writers = serializers.SerializerMethodField(help_text="The nodes of the run that write the answer.")

    class Meta:
        model = Turn
        fields = (
            "id",
            "after",
            "run",
            "user_text",
            "attachments",
            "status",
            "answer",
            "error",
            "writers",
            "summary",
            "feedback",
            "feedback_comment",
            "created_at",
        )
        read_only_fields = fields

    @extend_schema_field(serializers.ChoiceField(Status.choices))
    def get_status(self, turn: Turn) -> str:
        return turn_status(turn)

    @extend_schema_field(RunErrorSerializer(allow_null=True))
    def get_error(self, turn: Turn) -> Any:
        return localized_failure(turn.error)

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_writers(self, turn: Turn) -> Any:
        return [] if turn.run is None else sorted(answer_writers(turn.run.version_id))


class ConversationSummarySerializer(serializers.ModelSerializer[Conversation]):
    """A conversation as a list shows it."""

    agent = serializers.UUIDField(source="agent_id", allow_null=True, help_text="Null where a workflow answers.")

    class Meta:
        model = Conversation
        fields: tuple[str, ...] = ("id", "agent", "title", "created_at", "updated_at")
        read_only_fields = fields


class ConversationSerializer(ConversationSummarySerializer):
    """A conversation with all its turns, oldest first."""

    turns = TurnSerializer(many=True)

    class Meta(ConversationSummarySerializer.Meta):
        fields = (*ConversationSummarySerializer.Meta.fields, "turns")
        read_only_fields = fields


class ConversationCreateSerializer(serializers.Serializer[Any]):
    title = NameField(default="", allow_blank=True, max_length=200)
    is_test = serializers.BooleanField(
        default=False, help_text="Tries out an agent, or the draft of a workflow; kept apart, and for a week only."
    )


class ConversationPatchSerializer(serializers.Serializer[Any]):
    """A new title, or a deletion, or its taking back."""

    title = NameField(required=False, max_length=200)
    deleted = serializers.BooleanField(required=False)


class DraftQuerySerializer(serializers.Serializer[Any]):
    draft = serializers.BooleanField(default=False, help_text="As the graph is now, not as it is published.")


class ConversationsQuerySerializer(serializers.Serializer[Any]):
    search = serializers.CharField(default="", allow_blank=True, max_length=200)
    tests = serializers.BooleanField(default=False, help_text="Those that try it out, instead of the others.")


class TurnCreateSerializer(serializers.Serializer[Any]):
    """A message after the turn `after` (null: at the beginning), or with `again` another answer to a turn.

    `again` with a `message` asks with another text, without one with the same. A repeated `key` is answered once.
    """

    key = serializers.CharField(default="", allow_blank=True, max_length=MAX_KEY)

    message = serializers.CharField(required=False, allow_blank=True, trim_whitespace=False, max_length=MAX_MESSAGE)
    after = serializers.UUIDField(required=False, allow_null=True)
    files = serializers.ListField(child=serializers.UUIDField(), default=list, max_length=100)
    again = serializers.UUIDField(required=False)


class TurnFeedbackSerializer(serializers.Serializer[Any]):
    """Rating of an answer; 0 removes it."""

    value = serializers.ChoiceField([-1, 0, 1])
    comment = serializers.CharField(default="", allow_blank=True, max_length=MAX_COMMENT)


class ChatShareSerializer(serializers.ModelSerializer[ChatShare]):
    """A link without its token. `conversation` is null for links that let talk."""

    conversation = serializers.UUIDField(source="conversation_id", allow_null=True)

    class Meta:
        model = ChatShare
        fields: tuple[str, ...] = (
            "id",
            "right",
            "prefix",
            "conversation",
            "created_at",
            "expires_at",
            "revoked_at",
            "turns_per_day",
            "money_per_day",
        )
        read_only_fields = fields


class NewChatShareSerializer(ChatShareSerializer):
    """A new link, with its token for the only time. The page is at `/shared/<token>`."""

    token = serializers.CharField()

    class Meta(ChatShareSerializer.Meta):
        fields = (*ChatShareSerializer.Meta.fields, "token")


def _in_thirty_days() -> datetime:
    return timezone.now() + timedelta(days=30)


class ChatShareChangeSerializer(serializers.Serializer[Any]):
    """Another end of a link (null: none), or other caps for all its visitors."""

    expires_at = serializers.DateTimeField(required=False, allow_null=True)
    turns_per_day = serializers.IntegerField(required=False, min_value=1, max_value=1_000_000)
    money_per_day = serializers.FloatField(required=False, min_value=0, max_value=1_000_000)


class ChatShareCreateSerializer(ChatShareChangeSerializer):
    """A link that shows a conversation (`read`), or lets its visitors talk (`chat`)."""

    right = serializers.ChoiceField(ChatShare.Right.choices)
    conversation = serializers.UUIDField(required=False, allow_null=True)
    expires_at = serializers.DateTimeField(
        default=_in_thirty_days, allow_null=True, help_text="Thirty days from now unless given; null: no end."
    )


class SharedQuestionSerializer(serializers.Serializer[Any]):
    """A question of the agent to the visitor, open until `due_at`."""

    id = serializers.IntegerField()
    text = serializers.CharField()
    due_at = serializers.DateTimeField(allow_null=True)


class SharedTurnSerializer(serializers.Serializer[Any]):
    """A turn for visitors: without runs, files and notes. `answer` grows while the agent writes.

    `stream` identifies the text being written, to which socket pieces are appended.
    """

    id = serializers.UUIDField()
    after = serializers.UUIDField(allow_null=True)
    user_text = serializers.CharField()
    status = serializers.ChoiceField(Status.choices)
    answer = serializers.CharField()
    stream = serializers.CharField()
    question = SharedQuestionSerializer(allow_null=True)
    created_at = serializers.DateTimeField()


class SharedConversationSerializer(serializers.Serializer[Any]):
    """A conversation as visitors see it."""

    id = serializers.UUIDField()
    title = serializers.CharField()
    turns = SharedTurnSerializer(many=True)


class SharedPartnerSerializer(serializers.Serializer[Any]):
    """The responder, an agent or a workflow, for visitors."""

    name = serializers.CharField()
    description = serializers.CharField()
    greeting = serializers.CharField(source="text", help_text="Markdown.")
    suggestions = serializers.ListField(child=serializers.CharField())


class ChatPartnerSerializer(SharedPartnerSerializer):
    """The responder in the head of a chat."""

    provider = serializers.CharField(help_text="Of the model that answers; empty where a workflow does.")
    files = serializers.ChoiceField(
        get_args(FilesTaken), help_text="Which files may go with a message: none, those that models read, or any."
    )


class SharedSerializer(serializers.Serializer[Any]):
    """Content of a link: the responder, and the conversation of a read-only link."""

    right = serializers.ChoiceField(ChatShare.Right.choices)
    expires_at = serializers.DateTimeField(allow_null=True)
    partner = SharedPartnerSerializer()
    conversation = SharedConversationSerializer(allow_null=True)


class SharedMessageSerializer(serializers.Serializer[Any]):
    """A visitor's message after the turn `after`."""

    message = serializers.CharField(trim_whitespace=False, max_length=20_000)
    key = serializers.CharField(default="", allow_blank=True, max_length=MAX_KEY)
    after = serializers.UUIDField(required=False, allow_null=True)


class SharedAnswerSerializer(serializers.Serializer[Any]):
    """A visitor's answer to a question; null declines."""

    answer = serializers.CharField(allow_null=True, max_length=MAX_COMMENT)
