"""Agents, and the tools that can be given to them."""

from typing import Any, cast

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from agents.profiles.document import AgentDocument
from tools.api.serializers.shared import ToolIdField
from tools.forms.local_text_field import LocalTextField
from workflow_editor.agent_runtime.problems import profile_problems
from workflow_editor.api.requests import user_of
from workflow_editor.selectors.lists.agent_cards import AGENT_ORDERINGS


# Its types do not name pydantic models, which its own extension reads all the same.
@extend_schema_field(cast(Any, AgentDocument))
class AgentDocumentField(serializers.DictField):
    """A profile, checked by `agents.profiles`."""


class AgentSummarySerializer(serializers.Serializer[Any]):
    """An agent as a card shows it."""

    id = serializers.UUIDField()
    slug = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    revision = serializers.IntegerField()
    tool_count = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()

    def get_tool_count(self, row: Any) -> int:
        profile = row.profile
        return len(profile.tool_ids_inventory) + len(profile.skill_workflow_ids_inventory)


class AgentCardModelSerializer(serializers.Serializer[Any]):
    """Model of the agent; an empty name is the provider's default."""

    provider = serializers.CharField()
    name = serializers.CharField(allow_blank=True)


class AgentCardSerializer(AgentSummarySerializer):
    """An agent in a list."""

    model = AgentCardModelSerializer(source="profile.model")
    knowledge_count = serializers.SerializerMethodField()
    version = serializers.IntegerField(allow_null=True, help_text="The newest that was kept.")
    open_links = serializers.IntegerField(help_text="By which visitors may talk to it now.")
    last_conversation_at = serializers.DateTimeField(allow_null=True, help_text="Of one's own, tests left out.")

    def get_knowledge_count(self, row: Any) -> int:
        return len(row.profile.knowledge_base_references)


class AgentsQuerySerializer(serializers.Serializer[Any]):
    """Filters and order of a list of agents."""

    search = serializers.CharField(required=False, allow_blank=True, help_text="Part of the name or description.")
    sort = serializers.ChoiceField(list(AGENT_ORDERINGS), default="updated", help_text="Times with the latest first.")


class AgentProblemSerializer(serializers.Serializer[Any]):
    """Something that keeps the agent, or one of its tools, from working."""

    pointer = serializers.CharField(allow_blank=True, help_text="JSON pointer into the profile.")
    code = serializers.CharField()
    severity = serializers.ChoiceField(["error", "warning"])
    message = LocalTextField()


class AgentSerializer(AgentSummarySerializer):
    """An agent with its profile."""

    document = AgentDocumentField()
    problems = serializers.SerializerMethodField()

    @extend_schema_field(AgentProblemSerializer(many=True))
    def get_problems(self, row: Any) -> Any:
        return [problem.to_json() for problem in profile_problems(row.profile, user_of(self.context["request"]))]


class AgentCreateSerializer(serializers.Serializer[Any]):
    """A new agent, from a profile or from a template."""

    document = AgentDocumentField(required=False)
    template = serializers.CharField(required=False, max_length=64)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("template" in attrs) == ("document" in attrs):
            raise serializers.ValidationError({"document": _("Send either a profile or a template.")})
        return attrs


class AgentTemplateSerializer(serializers.Serializer[Any]):
    """A ready-made agent to start from; `suggestions` are questions that it answers."""

    id = serializers.CharField()
    name = LocalTextField()
    description = LocalTextField()
    suggestions = serializers.ListField(child=LocalTextField())


class AgentPatchSerializer(AgentCreateSerializer):
    """A replacement of the whole profile."""

    revision = serializers.IntegerField(min_value=1, help_text="The one that the change started from.")


class AgentToolSerializer(serializers.Serializer[Any]):
    """A tool for the inventory."""

    tool_id = ToolIdField(max_length=300)


class InventoryEntrySerializer(serializers.Serializer[Any]):
    """A tool that an agent may be given."""

    id = serializers.CharField()
    kind = serializers.ChoiceField(["system", "tool", "workflow", "agent", "kb"])
    title = LocalTextField()
    description = LocalTextField()
    icon = serializers.CharField()
    asks = serializers.BooleanField(help_text="A rule has a person asked before each call.")
