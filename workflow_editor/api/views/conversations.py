"""Talks with agents: list, read, say something, judge an answer."""

import base64
import binascii
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.selectors import agent_for
from tools.core.text import Text
from workflow_editor.api.pagination import LastChangedFirst
from workflow_editor.api.requests import body_of, query_of, user_of
from workflow_editor.api.serializers.conversations import (
    AttachmentSerializer,
    ChatAgentSerializer,
    ChatFileCreateSerializer,
    ConversationCreateSerializer,
    ConversationPatchSerializer,
    ConversationSerializer,
    ConversationsQuerySerializer,
    ConversationSummarySerializer,
    TurnCreateSerializer,
    TurnFeedbackSerializer,
    TurnSerializer,
)
from workflow_editor.conversations.lifecycle import conversation_create, conversation_update
from workflow_editor.conversations.turns import chat_file_keep, turn_again, turn_create, turn_feedback
from workflow_editor.errors import InvalidInputError, NotFoundError
from workflow_editor.models import Conversation
from workflow_editor.selectors.conversations import conversation_for, conversation_list, turn_for, turns_of

AGENT = OpenApiParameter("agent_id", OpenApiTypes.STR, OpenApiParameter.PATH, description="Id or short name.")
_NOT_BASE64 = Text("The content is not base64.")
_NO_MESSAGE = Text("Write a message.")


class ChatAgentView(APIView):
    @extend_schema(operation_id="chat_agent_get", parameters=[AGENT], responses=ChatAgentSerializer)
    def get(self, request: Request, agent_id: str) -> Response:
        """Return what the chat shows of an agent."""
        return Response(ChatAgentSerializer(agent_for(user_of(request), agent_id)).data)


@extend_schema_view(
    get=extend_schema(operation_id="conversation_list", parameters=[AGENT, ConversationsQuerySerializer])
)
class ConversationsView(generics.ListAPIView[Conversation]):
    """The talks of the person who asks with an agent, those that went on last first."""

    serializer_class = ConversationSummarySerializer
    pagination_class = LastChangedFirst

    def get_queryset(self) -> Any:
        user = user_of(self.request)
        agent = agent_for(user, self.kwargs["agent_id"])
        return conversation_list(user, agent, **query_of(self.request, ConversationsQuerySerializer))

    @extend_schema(
        operation_id="conversation_create",
        parameters=[AGENT],
        request=ConversationCreateSerializer,
        responses={201: ConversationSerializer},
    )
    def post(self, request: Request, agent_id: str) -> Response:
        """Begin a conversation."""
        user = user_of(request)
        agent = agent_for(user, agent_id)
        conversation = conversation_create(user, agent, **body_of(request, ConversationCreateSerializer))
        return _whole(conversation, status=201)


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
            turn = turn_again(turn, message=given.get("message"))
        elif "message" not in given:
            raise InvalidInputError.at("/message", "missing", _NO_MESSAGE)
        else:
            turn = turn_create(
                conversation, message=given["message"], parent_id=given.get("after"), file_ids=given["files"]
            )
        return Response(TurnSerializer(turn).data, status=201)


class TurnFeedbackView(APIView):
    @extend_schema(operation_id="turn_feedback", request=TurnFeedbackSerializer, responses=TurnSerializer)
    def post(self, request: Request, turn_id: Any) -> Response:
        """Say what one thinks of an answer."""
        turn = turn_for(user_of(request), turn_id)
        return Response(TurnSerializer(turn_feedback(turn, **body_of(request, TurnFeedbackSerializer))).data)


class ChatFilesView(APIView):
    @extend_schema(
        operation_id="chat_file_create", request=ChatFileCreateSerializer, responses={201: AttachmentSerializer}
    )
    def post(self, request: Request) -> Response:
        """Upload a file that goes with a message; 422 `file_refused` for what no model reads, or over 10 MB."""
        given = body_of(request, ChatFileCreateSerializer)
        try:
            content = base64.b64decode(given.pop("content"), validate=True)
        except (binascii.Error, ValueError):
            raise InvalidInputError.at("/content", "not_base64", _NOT_BASE64) from None
        attachment = chat_file_keep(user_of(request), content=content, **given)
        return Response(AttachmentSerializer(attachment).data, status=201)


def _whole(conversation: Conversation, *, status: int = 200) -> Response:
    summary = ConversationSummarySerializer(conversation).data
    return Response({**summary, "turns": TurnSerializer(turns_of(conversation), many=True).data}, status=status)
