"""Workflows, their templates, members and versions."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from tools.forms.local_text_field import LocalTextField
from tools.forms.name_fields import NameField
from workflow_editor.api.serializers.graph import DocumentSerializer
from workflow_editor.api.serializers.library import FolderField, WorkflowTagsField
from workflow_editor.api.serializers.shared import ROLES, PersonSerializer
from workflow_editor.api.serializers.uses import InterfaceCallerSerializer
from workflow_editor.models import Status


class LastRunSerializer(serializers.Serializer[Any]):
    """The newest run that is not a debug run."""

    id = serializers.UUIDField(source="last_run_id")
    status = serializers.ChoiceField(Status.choices, source="last_run_status")
    created_at = serializers.DateTimeField(source="last_run_created_at")


class WorkflowSettingsSerializer(serializers.Serializer[Any]):
    """Limits of the workflow's runs and of what is kept of them; one that is null or left out is off."""

    deadlineS = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    budgetTokens = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    budgetMoney = serializers.FloatField(required=False, allow_null=True)
    maxConcurrentRuns = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    historyDays = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    historyRuns = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    historyMegabytes = serializers.IntegerField(required=False, allow_null=True, min_value=1)


class PictureNodeSerializer(serializers.Serializer[Any]):
    """A node of a picture; `x` and `y` count from the frame around it, if it has one."""

    key = serializers.CharField()
    type = serializers.CharField()
    x = serializers.FloatField()
    y = serializers.FloatField()
    parent = serializers.CharField(allow_null=True)  # type: ignore[assignment]  # a field's name; the metaclass takes it off the class


class PictureEdgeSerializer(serializers.Serializer[Any]):
    """A line of a picture."""

    source = serializers.CharField()  # type: ignore[assignment]  # a field's name; the metaclass takes it off the class
    target = serializers.CharField()


class PictureSerializer(serializers.Serializer[Any]):
    """A graph as a small picture needs it."""

    nodes = PictureNodeSerializer(many=True)
    edges = PictureEdgeSerializer(many=True)


class WorkflowSummarySerializer(serializers.Serializer[Any]):
    """A workflow as a card shows it; `role` is that of the person who asks."""

    id = serializers.UUIDField()
    slug = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    revision = serializers.IntegerField()
    owner = PersonSerializer()
    role = serializers.ChoiceField(ROLES)
    taken_up = serializers.BooleanField(
        help_text="False while it is shared with the person who asks and stands under `shared-with-me` only."
    )
    node_count = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()
    folder = serializers.CharField(allow_blank=True, help_text="A path such as `Sales/Leads`; empty: in no folder.")
    tags = serializers.SerializerMethodField()
    is_favourite = serializers.BooleanField(help_text="Of the person who asks.")
    settings = WorkflowSettingsSerializer()
    offered_over_mcp = serializers.BooleanField()
    last_run = serializers.SerializerMethodField()
    published_version = serializers.IntegerField(allow_null=True)
    unpublished_changes = serializers.BooleanField(
        help_text="Whether the stored graph differs from the newest published version; positions do not count."
    )

    picture = PictureSerializer(allow_null=True, default=None, help_text="In lists, of small graphs.")

    def get_tags(self, row: Any) -> list[str]:
        return [tag.name for tag in row.tags.all()]

    @extend_schema_field(LastRunSerializer(allow_null=True))
    def get_last_run(self, row: Any) -> Any:
        return None if row.last_run_id is None else LastRunSerializer(row).data


@extend_schema_field(DocumentSerializer)
class DocumentField(serializers.DictField):
    """A whole graph, checked by `workflow_editor.graph`."""


class WorkflowCreateSerializer(serializers.Serializer[Any]):
    """A new workflow: empty, from a template, or from a document."""

    name = NameField(max_length=120)
    description = serializers.CharField(required=False, allow_blank=True, max_length=2000)
    template = serializers.CharField(required=False, max_length=64)
    document = DocumentField(required=False)
    folder = FolderField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "template" in attrs and "document" in attrs:
            raise serializers.ValidationError({"document": "Send a template or a document, not both."})
        return attrs


class WorkflowPatchSerializer(serializers.Serializer[Any]):
    """New texts, limits and places of a workflow; what is left out stays."""

    name = NameField(required=False, max_length=120)
    description = serializers.CharField(required=False, allow_blank=True, max_length=2000)
    folder = FolderField(required=False)
    tags = WorkflowTagsField(required=False)
    settings = WorkflowSettingsSerializer(required=False)
    offered_over_mcp = serializers.BooleanField(
        required=False, help_text="Whether other agents may call it at /mcp/; only its owner may say so."
    )


class WorkflowFileSerializer(serializers.Serializer[Any]):
    """A workflow as a file. It holds no secret: configured tools are named by id only."""

    format = serializers.ChoiceField(["flowloom"])
    name = NameField(max_length=120)
    description = serializers.CharField(allow_blank=True, required=False, max_length=2000)
    tags = WorkflowTagsField(required=False)
    document = DocumentField()


class WorkflowImportSerializer(WorkflowFileSerializer):
    """A workflow as a file, or the interface of one of ComfyTavern."""

    format = serializers.ChoiceField(["flowloom"], required=False)
    name = NameField(max_length=120, required=False)
    document = DocumentField(required=False, help_text="With `format` and `name`.")
    interfaceInputs = serializers.DictField(
        child=serializers.DictField(), required=False, help_text="In place of a document: slots by name."
    )
    interfaceOutputs = serializers.DictField(child=serializers.DictField(), required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs.keys() & {"interfaceInputs", "interfaceOutputs"}:
            missing = {"format", "name", "document"} - attrs.keys()
            if missing:
                required = self.fields["tags"].error_messages["required"]
                raise serializers.ValidationError({name: ErrorDetail(str(required), "required") for name in missing})
        elif "document" in attrs:
            raise serializers.ValidationError({"document": _("Send a document or an interface, not both.")})
        return attrs


class WorkflowImportQuerySerializer(serializers.Serializer[Any]):
    """Values missing in the file."""

    name = NameField(
        required=False, max_length=120, help_text="Name of a workflow whose file has none, such as that of the file."
    )


class WorkflowTemplateSerializer(serializers.Serializer[Any]):
    """A ready-made workflow to start from; `note` describes it and its requirements."""

    id = serializers.CharField()
    category = serializers.CharField()
    name = LocalTextField()
    description = LocalTextField()
    note = LocalTextField()
    picture = PictureSerializer()
    services = serializers.ListField(child=serializers.CharField(), help_text="Ids of those that it talks to.")


class InterfaceSerializer(serializers.Serializer[Any]):
    """A workflow as a tool, and the callers that publishing the stored graph would break."""

    tool = serializers.DictField(help_text="{name, description, parameters}; parameters is a JSON Schema.")
    function = serializers.CharField(help_text="Its name for agents, unless another tool of theirs has the same.")
    breaking = serializers.ListField(child=LocalTextField())
    callers = InterfaceCallerSerializer(many=True)
    foreign_tokens = serializers.IntegerField(help_text="Tokens of other people that may start it.")


class VersionTextsSerializer(serializers.Serializer[Any]):
    """Texts of a version; omitted ones stay."""

    name = NameField(required=False, allow_blank=True, max_length=120)
    note = serializers.CharField(required=False, allow_blank=True, max_length=4000)


class VersionPublishSerializer(VersionTextsSerializer):
    """Texts of a new version, and the revision of the graph to publish."""

    revision = serializers.IntegerField(
        required=False,
        min_value=0,
        help_text="The revision that was looked at; when the graph was saved after it, nothing is published (409).",
    )


class VersionSerializer(serializers.Serializer[Any]):
    """A published version; the live one is what runs where nobody names a version."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    is_live = serializers.BooleanField()
    content_hash = serializers.CharField()
    created_by = PersonSerializer(allow_null=True)
    created_at = serializers.DateTimeField()


class VersionDetailSerializer(VersionSerializer):
    """A published version with its graph."""

    document = DocumentField()


class PublishedVersionSerializer(VersionSerializer):
    """The newest version after publishing, with what it breaks for callers that name no version."""

    created = serializers.BooleanField(help_text="False when nothing had changed since the newest version.")
    breaking = serializers.ListField(child=LocalTextField())
    callers = InterfaceCallerSerializer(many=True, help_text="Empty when nothing breaks.")
