"""API tokens of the person who asks."""

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.api.requests import body_of, user_of
from workflow_editor.api.second_step import RecentlyConfirmed
from workflow_editor.api.serializers.session import (
    ApiTokenCreateSerializer,
    ApiTokenSerializer,
    NewApiTokenSerializer,
)
from workflow_editor.selectors.access import workflow_for
from workflow_editor.selectors.accounts import token_list
from workflow_editor.services.tokens import token_create, token_delete


class TokensView(APIView):
    permission_classes = (IsAuthenticated, RecentlyConfirmed)

    @extend_schema(operation_id="token_list", responses=ApiTokenSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List one's tokens, newest first."""
        return Response(ApiTokenSerializer(token_list(user_of(request)), many=True).data)

    @extend_schema(
        operation_id="token_create", request=ApiTokenCreateSerializer, responses={201: NewApiTokenSerializer}
    )
    def post(self, request: Request) -> Response:
        """Make a token; its text is in this answer and nowhere else."""
        given = body_of(request, ApiTokenCreateSerializer)
        user, workflow_id = user_of(request), given.pop("workflow_id")
        workflow = None if workflow_id is None else workflow_for(user, workflow_id)
        row, raw = token_create(user, workflow=workflow, **given)
        return Response({**ApiTokenSerializer(row).data, "token": raw}, status=201)


class TokenView(APIView):
    @extend_schema(operation_id="token_delete", responses={204: None})
    def delete(self, request: Request, token_id: int) -> Response:
        token_delete(user_of(request), token_id=token_id)
        return Response(status=204)
