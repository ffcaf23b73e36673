"""Items shared with the asking person, which are in their lists only once added."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.api.requests import query_of, user_of
from workflow_editor.api.serializers.shared_with_me import SharedThingSerializer, SharedWithMeQuerySerializer
from workflow_editor.errors import NotFoundError
from workflow_editor.selectors.lists.shared_with_me import SHARED_KINDS, shared_with_me
from workflow_editor.services.shared_with_me import shared_leave, shared_take_up

KIND = OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=SHARED_KINDS)


class SharedWithMeView(APIView):
    @extend_schema(
        operation_id="shared_with_me_list",
        parameters=[SharedWithMeQuerySerializer],
        responses=SharedThingSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """List items shared with the asking person, those not yet added first in each kind.

        A workflow is shared with individuals and read-only until added. Tools, tables and knowledge bases are shared
        with everybody: usable by id, and listed for people who added them.
        """
        things = shared_with_me(user_of(request), **query_of(request, SharedWithMeQuerySerializer))
        return Response(SharedThingSerializer(things, many=True).data)


class OneSharedWithMeView(APIView):
    @extend_schema(operation_id="shared_with_me_take_up", parameters=[KIND], request=None, responses={204: None})
    def put(self, request: Request, kind: str, thing_id: Any) -> Response:
        """Take it up: it enters one's lists, and where it is offered over MCP the list of one's agents."""
        shared_take_up(user_of(request), _known(kind), thing_id)
        return Response(status=204)

    @extend_schema(operation_id="shared_with_me_leave", parameters=[KIND], responses={204: None})
    def delete(self, request: Request, kind: str, thing_id: Any) -> Response:
        """Leave it, taken up or not; of a workflow one's role ends with it."""
        shared_leave(user_of(request), _known(kind), thing_id)
        return Response(status=204)


def _known(kind: str) -> Any:
    if kind not in SHARED_KINDS:
        raise NotFoundError("There is no such kind.")
    return kind
