"""Inbox of the asking person: comments that mention them, replies, and paused triggers."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.api.pagination import HighestIdFirst
from workflow_editor.api.requests import body_of, query_of, user_of
from workflow_editor.api.serializers.comments import InboxItemSerializer, InboxPatchSerializer, InboxQuerySerializer
from workflow_editor.models import InboxItem
from workflow_editor.selectors.people.comments import inbox_item_for, inbox_list
from workflow_editor.services.comments import inbox_mark


@extend_schema_view(get=extend_schema(operation_id="inbox_list", parameters=[InboxQuerySerializer]))
class InboxView(generics.ListAPIView[InboxItem]):
    """The inbox, newest first."""

    serializer_class = InboxItemSerializer
    pagination_class = HighestIdFirst

    def get_queryset(self) -> Any:
        return inbox_list(user_of(self.request), **query_of(self.request, InboxQuerySerializer))

    @extend_schema(operation_id="inbox_update", request=InboxPatchSerializer, responses={204: None})
    def patch(self, request: Request) -> Response:
        """Mark everything as read or unread."""
        given = body_of(request, InboxPatchSerializer)
        inbox_mark(inbox_list(user_of(request)), read=given["is_read"])
        return Response(status=204)


class InboxItemView(APIView):
    @extend_schema(operation_id="inbox_item_update", request=InboxPatchSerializer, responses=InboxItemSerializer)
    def patch(self, request: Request, item_id: Any) -> Response:
        """Mark an item as read or unread."""
        user = user_of(request)
        item = inbox_item_for(user, item_id)
        inbox_mark(inbox_list(user).filter(pk=item.pk), read=body_of(request, InboxPatchSerializer)["is_read"])
        return Response(InboxItemSerializer(inbox_item_for(user, item_id)).data)
