"""Versions of agents: list, store, read."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.selectors import agent_for, agent_version_get, agent_version_list
from agents.services.agent_versions import agent_version_keep
from workflow_editor.api.requests import body_of, user_of
from workflow_editor.api.serializers.agent_versions import (
    AgentVersionKeepSerializer,
    AgentVersionSerializer,
    WholeAgentVersionSerializer,
)
from workflow_editor.api.views.agents import AGENT


class AgentVersionsView(APIView):
    @extend_schema(operation_id="agent_version_list", parameters=[AGENT], responses=AgentVersionSerializer(many=True))
    def get(self, request: Request, agent_id: str) -> Response:
        """List the versions of an agent, newest first; 200 are kept."""
        versions = agent_version_list(agent_for(user_of(request), agent_id))
        return Response(AgentVersionSerializer(versions, many=True).data)

    @extend_schema(
        operation_id="agent_version_keep",
        parameters=[AGENT],
        request=AgentVersionKeepSerializer,
        responses={201: AgentVersionSerializer},
    )
    def post(self, request: Request, agent_id: str) -> Response:
        """Keep the agent as it is now; the newest version, when nothing has changed since it, gets the note instead."""
        user = user_of(request)
        version = agent_version_keep(agent_for(user, agent_id), user, **body_of(request, AgentVersionKeepSerializer))
        return Response(AgentVersionSerializer(version).data, status=201)


class AgentVersionView(APIView):
    @extend_schema(operation_id="agent_version_get", parameters=[AGENT], responses=WholeAgentVersionSerializer)
    def get(self, request: Request, agent_id: str, number: int) -> Response:
        """Return a version with its profile."""
        version = agent_version_get(agent_for(user_of(request), agent_id), number)
        return Response(WholeAgentVersionSerializer(version).data)
