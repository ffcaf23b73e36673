"""Members of a workflow."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.api.requests import body_of, user_of
from workflow_editor.api.serializers.workflows import MemberSerializer, MemberSetSerializer
from workflow_editor.selectors.access import Access, workflow_for
from workflow_editor.selectors.workflows import member_list
from workflow_editor.services.members import member_remove, member_set

USERNAME = OpenApiParameter("username", OpenApiTypes.STR, required=True, description="Whose role is taken away.")


class MembersView(APIView):
    @extend_schema(operation_id="member_list", responses=MemberSerializer(many=True))
    def get(self, request: Request, workflow_id: Any) -> Response:
        """List the people beside the owner."""
        members = member_list(workflow_for(user_of(request), workflow_id))
        return Response(MemberSerializer(members, many=True).data)

    @extend_schema(operation_id="member_set", request=MemberSetSerializer, responses={201: MemberSerializer})
    def post(self, request: Request, workflow_id: Any) -> Response:
        """Give a person a role, or change it; only the owner may."""
        workflow = workflow_for(user_of(request), workflow_id, Access.OWN)
        given = body_of(request, MemberSetSerializer)
        member = member_set(workflow, username=given["user"]["username"], role=given["role"])
        return Response(MemberSerializer(member).data, status=201)

    @extend_schema(operation_id="member_remove", parameters=[USERNAME], responses={204: None})
    def delete(self, request: Request, workflow_id: Any) -> Response:
        """Take a person's role away; only the owner may."""
        workflow = workflow_for(user_of(request), workflow_id, Access.OWN)
        member_remove(workflow, username=request.query_params.get("username", ""))
        return Response(status=204)
