"""Agents: list, make, change, carry in and out."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agents.models import AgentProfile
from agents.profiles.document import AgentDocument
from agents.selectors import agent_for
from tools.api.requests import checked
from tools.core.text import Text
from tools.forms.local_text import request_language
from workflow_editor.agent_runtime.callers import agent_callers
from workflow_editor.agent_runtime.inventory import inventory_list
from workflow_editor.agent_runtime.profiles import (
    profile_add_tool,
    profile_create,
    profile_delete,
    profile_export,
    profile_import,
    profile_update,
)
from workflow_editor.api.pagination import SortedAgents
from workflow_editor.api.parsing import CommentedJsonParser
from workflow_editor.api.requests import body_of, query_of, user_of
from workflow_editor.api.serializers.agents import (
    AgentCardSerializer,
    AgentCreateSerializer,
    AgentPatchSerializer,
    AgentSerializer,
    AgentsQuerySerializer,
    AgentTemplateSerializer,
    AgentToolSerializer,
    InventoryEntrySerializer,
)
from workflow_editor.api.serializers.uses import AgentUsesSerializer
from workflow_editor.api.texts import localized
from workflow_editor.models import ApiToken
from workflow_editor.selectors.lists.agent_cards import agent_card_list, open_links
from workflow_editor.selectors.people.accounts import token_list
from workflow_editor.services.starters import agent_starter, agent_starter_list

_IMPORTED = Text("Imported agent")
AGENT = OpenApiParameter("agent_id", OpenApiTypes.STR, OpenApiParameter.PATH, description="Id or short name.")


def agent_answer(request: Request, agent: AgentProfile, *, status: int = 200) -> Response:
    return Response(AgentSerializer(agent, context={"request": request}).data, status=status)


@extend_schema_view(get=extend_schema(operation_id="agent_list", parameters=[AgentsQuerySerializer]))
class AgentsView(generics.ListAPIView[AgentProfile]):
    """The agents of the person who asks."""

    serializer_class = AgentCardSerializer
    pagination_class = SortedAgents

    def get_queryset(self) -> Any:
        search = query_of(self.request, AgentsQuerySerializer).get("search", "")
        return agent_card_list(user_of(self.request), search=search)

    @extend_schema(operation_id="agent_create", request=AgentCreateSerializer, responses={201: AgentSerializer})
    def post(self, request: Request) -> Response:
        """Create an agent; ids of its inventory that nobody knows are refused, and the known ones named."""
        given = body_of(request, AgentCreateSerializer)
        template = given.get("template")
        document = given["document"] if template is None else agent_starter(template, request_language())
        return agent_answer(request, profile_create(user_of(request), document=document), status=201)


class AgentImportView(APIView):
    parser_classes = (CommentedJsonParser,)

    @extend_schema(operation_id="agent_import", request=AgentDocument, responses={201: AgentSerializer})
    def post(self, request: Request) -> Response:
        """Create an agent from an `agent_profile.json`; its `problems` name what it lacks here."""
        given = checked(AgentCreateSerializer, {"document": request.data}, strict=True)
        made = profile_import(user_of(request), name=localized(_IMPORTED), **given)
        return agent_answer(request, made, status=201)


class AgentTemplatesView(APIView):
    @extend_schema(operation_id="agent_template_list", responses=AgentTemplateSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the ready-made agents; all answer without internet and without a key."""
        return Response(AgentTemplateSerializer(agent_starter_list(), many=True).data)


class AgentInventoryView(APIView):
    @extend_schema(operation_id="agent_inventory", responses=InventoryEntrySerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the tools that can be given to an agent, workflows and other agents included."""
        return Response(InventoryEntrySerializer(inventory_list(user_of(request)), many=True).data)


class AgentView(APIView):
    @extend_schema(operation_id="agent_get", parameters=[AGENT], responses=AgentSerializer)
    def get(self, request: Request, agent_id: str) -> Response:
        """Return one agent with its profile, and what is wrong with it."""
        return agent_answer(request, agent_for(user_of(request), agent_id))

    @extend_schema(
        operation_id="agent_update", parameters=[AGENT], request=AgentPatchSerializer, responses=AgentSerializer
    )
    def patch(self, request: Request, agent_id: str) -> Response:
        """Replace the profile; a revision that is not the present one is answered with 409."""
        agent = agent_for(user_of(request), agent_id)
        return agent_answer(request, profile_update(agent, **body_of(request, AgentPatchSerializer)))

    @extend_schema(operation_id="agent_delete", parameters=[AGENT], responses={204: None})
    def delete(self, request: Request, agent_id: str) -> Response:
        """Delete an agent with its conversations and runs."""
        profile_delete(agent_for(user_of(request), agent_id))
        return Response(status=204)


class AgentUsesView(APIView):
    @extend_schema(operation_id="agent_uses", parameters=[AGENT], responses=AgentUsesSerializer)
    def get(self, request: Request, agent_id: str) -> Response:
        """Return the visible uses of an agent."""
        user = user_of(request)
        agent = agent_for(user, agent_id)
        chat = ApiToken.Scope.CHAT
        uses = {
            "callers": agent_callers(user, agent),
            "links": open_links(agent).count(),
            "tokens": [token.name for token in token_list(user) if chat in token.scopes],
        }
        return Response(AgentUsesSerializer(uses).data)


class AgentExportView(APIView):
    @extend_schema(operation_id="agent_export", parameters=[AGENT], responses=AgentDocument)
    def get(self, request: Request, agent_id: str) -> Response:
        """Return the agent as `agent_profile.json`, without secrets."""
        return Response(profile_export(agent_for(user_of(request), agent_id)))


class AgentToolsView(APIView):
    @extend_schema(
        operation_id="agent_add_tool", parameters=[AGENT], request=AgentToolSerializer, responses=AgentSerializer
    )
    def post(self, request: Request, agent_id: str) -> Response:
        """Add one tool to the agent's inventory."""
        agent = agent_for(user_of(request), agent_id)
        return agent_answer(request, profile_add_tool(agent, **body_of(request, AgentToolSerializer)))
