"""Links for people without an account: made and revoked by who gives them, opened by anybody who has one."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.core.text import Text
from workflow_editor.api.client_address import client_address
from workflow_editor.api.limits.throttles import LinkThrottle, VisitorThrottle
from workflow_editor.api.partners import AGENT, partner_at
from workflow_editor.api.requests import body_of, user_of
from workflow_editor.api.serializers.conversations import (
    ChatShareChangeSerializer,
    ChatShareCreateSerializer,
    ChatShareSerializer,
    NewChatShareSerializer,
    SharedAnswerSerializer,
    SharedConversationSerializer,
    SharedMessageSerializer,
    SharedSerializer,
    SharedTurnSerializer,
)
from workflow_editor.conversations.lifecycle import conversation_create
from workflow_editor.conversations.partners import partner_column, partner_of
from workflow_editor.conversations.shared_access import (
    conversation_json,
    talk_share,
    turn_json,
    visited_conversation,
    visitor_answer,
)
from workflow_editor.conversations.shares import share_create, share_open, share_revoke, share_update
from workflow_editor.conversations.turns import turn_create
from workflow_editor.errors import InvalidInputError
from workflow_editor.models import ChatShare
from workflow_editor.selectors.outside.conversations import conversation_for, share_list
from workflow_editor.services.limits.links import visitor_key

_NO_CONVERSATION = Text("Choose the conversation to share.")


class _SharesView(generics.ListAPIView[ChatShare]):
    """The links that the person who asks gave for a partner, newest first."""

    serializer_class = ChatShareSerializer

    def get_queryset(self) -> Any:
        return share_list(user_of(self.request), partner_column(partner_at(self.request, self.kwargs).row))


@extend_schema_view(get=extend_schema(operation_id="chat_share_list", parameters=[AGENT]))
class SharesView(_SharesView):
    """Links to an agent, newest first."""

    @extend_schema(
        operation_id="chat_share_create",
        parameters=[AGENT],
        request=ChatShareCreateSerializer,
        responses={201: NewChatShareSerializer},
    )
    def post(self, request: Request, **parts: Any) -> Response:
        """Make a link; its token is in this answer and nowhere else."""
        return _share(request, parts)


@extend_schema_view(get=extend_schema(operation_id="workflow_chat_share_list"))
class WorkflowSharesView(_SharesView):
    """Links to the chat page of a workflow, newest first."""

    @extend_schema(
        operation_id="workflow_chat_share_create",
        request=ChatShareCreateSerializer,
        responses={201: NewChatShareSerializer},
    )
    def post(self, request: Request, **parts: Any) -> Response:
        """Make a link to the chat page of a workflow; its token is in this answer and nowhere else."""
        return _share(request, parts)


def _share(request: Request, parts: Mapping[str, Any]) -> Response:
    user, partner = user_of(request), partner_at(request, parts)
    given = body_of(request, ChatShareCreateSerializer)
    conversation = None
    if given["right"] == ChatShare.Right.READ:
        if given.get("conversation") is None:
            raise InvalidInputError.at("/conversation", "missing", _NO_CONVERSATION)
        conversation = conversation_for(user, given["conversation"])
    row, raw = share_create(
        user,
        partner.row,
        right=given["right"],
        conversation=conversation,
        expires_at=given["expires_at"],
        turns_per_day=given.get("turns_per_day"),
        money_per_day=given.get("money_per_day"),
    )
    return Response({**ChatShareSerializer(row).data, "token": raw}, status=201)


class ShareView(APIView):
    @extend_schema(operation_id="chat_share_update", request=ChatShareChangeSerializer, responses=ChatShareSerializer)
    def patch(self, request: Request, share_id: int) -> Response:
        """Change when a link ends and what its visitors may use."""
        changes = body_of(request, ChatShareChangeSerializer)
        return Response(ChatShareSerializer(share_update(user_of(request), share_id=share_id, changes=changes)).data)

    @extend_schema(operation_id="chat_share_delete", responses={204: None})
    def delete(self, request: Request, share_id: int) -> Response:
        """Revoke a link; it opens nothing from now on."""
        share_revoke(user_of(request), share_id=share_id)
        return Response(status=204)


class _OpenView(APIView):
    """The link grants access."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (VisitorThrottle, LinkThrottle)

    def check_throttles(self, request: Request) -> None:
        """Stop at the first that refuses: what one visitor is refused must not count for the others."""
        for throttle in self.get_throttles():
            if not throttle.allow_request(request, self):
                self.throttled(request, throttle.wait() or 1)


class SharedView(_OpenView):
    @extend_schema(operation_id="shared_get", responses=SharedSerializer)
    def get(self, request: Request, token: str) -> Response:
        """Return what the link gives; 404 when it has expired or was revoked."""
        share = share_open(token)
        shown = None if share.conversation is None else conversation_json(share.conversation, share)
        greeting = partner_of(share).greeting
        body = {"right": share.right, "expires_at": share.expires_at, "partner": greeting, "conversation": shown}
        return Response(SharedSerializer(body).data)


class SharedConversationsView(_OpenView):
    @extend_schema(
        operation_id="shared_conversation_create", request=None, responses={201: SharedConversationSerializer}
    )
    def post(self, request: Request, token: str) -> Response:
        """Begin a conversation of one's own; its id is the key to it."""
        share = talk_share(token)
        conversation = conversation_create(share.created_by, partner_of(share).row, share=share)
        return Response(conversation_json(conversation, share), status=201)


class SharedConversationView(_OpenView):
    @extend_schema(operation_id="shared_conversation_get", responses=SharedConversationSerializer)
    def get(self, request: Request, token: str, conversation_id: Any) -> Response:
        """Return a conversation that was begun through this link."""
        share = talk_share(token)
        return Response(conversation_json(visited_conversation(share, conversation_id), share))

    @extend_schema(
        operation_id="shared_turn_create", request=SharedMessageSerializer, responses={201: SharedTurnSerializer}
    )
    def post(self, request: Request, token: str, conversation_id: Any) -> Response:
        """Send a message; the answer arrives at `/ws/shared/<token>/turns/<id>/`, and in the conversation."""
        share = talk_share(token)
        conversation = visited_conversation(share, conversation_id)
        given = body_of(request, SharedMessageSerializer)
        visitor = visitor_key(share, client_address(request))
        turn = turn_create(
            conversation, message=given["message"], parent_id=given.get("after"), visitor=visitor, key=given["key"]
        )
        return Response(turn_json(turn, share), status=201)


class SharedQuestionView(_OpenView):
    @extend_schema(
        operation_id="shared_question_answer", request=SharedAnswerSerializer, responses=SharedTurnSerializer
    )
    def post(self, request: Request, token: str, conversation_id: Any, wait_id: int) -> Response:
        """Answer the agent's question; 409 `already_answered`, `wait_expired` or `wait_cancelled` when too late."""
        share = talk_share(token)
        conversation = visited_conversation(share, conversation_id)
        given = body_of(request, SharedAnswerSerializer)
        return Response(turn_json(visitor_answer(conversation, wait_id, given["answer"]), share))
