"""Conversations with agents and workflows: list, read, say something, judge an answer."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.core.text import Text
from workflow_editor.api.pagination import LastChangedFirst
from workflow_editor.api.partners import AGENT, partner_at
from workflow_editor.api.requests import body_of, query_of, user_of
from workflow_editor.api.serializers.conversations import (
    ChatPartnerSerializer,
    ConversationCreateSerializer,
    ConversationPatchSerializer,
    ConversationSerializer,
    ConversationsQuerySerializer,
    ConversationSummarySerializer,
    DraftQuerySerializer,
    TurnCreateSerializer,
    TurnFeedbackSerializer,
    TurnSerializer,
)
from workflow_editor.conversations.lifecycle import conversation_create, conversation_update
from workflow_editor.conversations.partners import Partner, partner_column
from workflow_editor.conversations.turns import turn_again, turn_create, turn_feedback
from workflow_editor.errors import InvalidInputError, NotFoundError
from workflow_editor.models import Conversation
from workflow_editor.selectors.outside.conversations import conversation_for, conversation_list, turn_for, turns_of

_NO_MESSAGE = Text("Write a message.")


class ChatAgentView(APIView):
    @extend_schema(operation_id="agent_chat_get", parameters=[AGENT], responses=ChatPartnerSerializer)
    def get(self, request: Request, **parts: Any) -> Response:
        """Return what the chat shows of who answers."""
        return _greeting(partner_at(request, parts))


class WorkflowChatView(APIView):
    @extend_schema(operation_id="workflow_chat_get", parameters=[DraftQuerySerializer], responses=ChatPartnerSerializer)
    def get(self, request: Request, **parts: Any) -> Response:
        """Return what the chat page of a workflow shows of it."""
        return _greeting(partner_at(request, parts, is_draft=query_of(request, DraftQuerySerializer)["draft"]))


def _greeting(partner: Partner) -> Response:
    return Response(ChatPartnerSerializer(partner.greeting).data)


class _ConversationsView(generics.ListAPIView[Conversation]):
    """The conversations of the person who asks with a partner, those that went on last first."""

    serializer_class = ConversationSummarySerializer
    pagination_class = LastChangedFirst

    def get_queryset(self) -> Any:
        which = query_of(self.request, ConversationsQuerySerializer)
        partner = partner_column(partner_at(self.request, self.kwargs).row)
        return conversation_list(user_of(self.request), partner, **which)


@extend_schema_view(
    get=extend_schema(operation_id="conversation_list", parameters=[AGENT, ConversationsQuerySerializer])
)
class ConversationsView(_ConversationsView):
    """Conversations with an agent, those that went on last first."""

    @extend_schema(
        operation_id="conversation_create",
        parameters=[AGENT],
        request=ConversationCreateSerializer,
        responses={201: ConversationSerializer},
    )
    def post(self, request: Request, **parts: Any) -> Response:
        """Begin a conversation."""
        return _begin(request, parts)


@extend_schema_view(
    get=extend_schema(operation_id="workflow_conversation_list", parameters=[ConversationsQuerySerializer])
)
class WorkflowConversationsView(_ConversationsView):
    """Conversations on the chat page of a workflow, those that went on last first."""

    @extend_schema(
        operation_id="workflow_conversation_create",
        request=ConversationCreateSerializer,
        responses={201: ConversationSerializer},
    )
    def post(self, request: Request, **parts: Any) -> Response:
        """Begin a conversation on the chat page of a workflow; one that `is_test` is answered by the draft."""
        return _begin(request, parts)


def _begin(request: Request, parts: Mapping[str, Any]) -> Response:
    partner = partner_at(request, parts).row
    given = body_of(request, ConversationCreateSerializer)
    return _whole(conversation_create(user_of(request), partner, **given), status=201)


class ConversationView(APIView):
    @extend_schema(operation_id="conversation_get", responses=ConversationSerializer)
    def get(self, request: Request, conversation_id: Any) -> Response:
        """Return a conversation with its turns."""
        return _whole(conversation_for(user_of(request), conversation_id))

    @extend_schema(
        operation_id="conversation_update", request=ConversationPatchSerializer, responses=ConversationSummarySerializer
    )
    def patch(self, request: Request, conversation_id: Any) -> Response:
        """Rename a conversation, delete it, or take its deletion back."""
        conversation = conversation_for(user_of(request), conversation_id, with_deleted=True)
        changed = conversation_update(conversation, **body_of(request, ConversationPatchSerializer))
        return Response(ConversationSummarySerializer(changed).data)


class TurnsView(APIView):
    @extend_schema(operation_id="turn_create", request=TurnCreateSerializer, responses={201: TurnSerializer})
    def post(self, request: Request, conversation_id: Any) -> Response:
        """Say something, or ask once more; 409 `turn_open` while the answer before is being written."""
        user = user_of(request)
        conversation = conversation_for(user, conversation_id)
        given = body_of(request, TurnCreateSerializer)
        again = given.get("again")
        if again is not None:
            turn = turn_for(user, again)
            if turn.conversation_id != conversation.pk:
                raise NotFoundError("There is no such turn.")
            turn.conversation = conversation
            turn = turn_again(turn, message=given.get("message"), key=given["key"])
        elif "message" not in given:
            raise InvalidInputError.at("/message", "missing", _NO_MESSAGE)
        else:
            turn = turn_create(
                conversation,
                message=given["message"],
                parent_id=given.get("after"),
                file_ids=given["files"],
                key=given["key"],
            )
        return Response(TurnSerializer(turn).data, status=201)


class TurnFeedbackView(APIView):
    @extend_schema(operation_id="turn_feedback", request=TurnFeedbackSerializer, responses=TurnSerializer)
    def post(self, request: Request, turn_id: Any) -> Response:
        """Say what one thinks of an answer."""
        turn = turn_for(user_of(request), turn_id)
        return Response(TurnSerializer(turn_feedback(turn, **body_of(request, TurnFeedbackSerializer))).data)


def _whole(conversation: Conversation, *, status: int = 200) -> Response:
    summary = ConversationSummarySerializer(conversation).data
    return Response({**summary, "turns": TurnSerializer(turns_of(conversation), many=True).data}, status=status)
