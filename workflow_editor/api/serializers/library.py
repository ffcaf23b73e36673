"""Folders, tags and favourites of workflows, and acts on many workflows."""

from typing import Any

from rest_framework import serializers

from tools.forms.name_fields import NameField
from workflow_editor.api.serializers.shared import ApiProblemSerializer
from workflow_editor.api.serializers.uses import InterfaceCallerSerializer
from workflow_editor.models.library import MAX_TAG
from workflow_editor.models.workflow import MAX_FOLDER
from workflow_editor.selectors.lists.library import LIBRARY_ORDERINGS
from workflow_editor.services.library import MAX_LEVELS, MAX_TAGS
from workflow_editor.services.many_workflows import MAX_AT_ONCE


class FolderField(NameField):
    """A path of folders, each with a name; how deep it may be is checked by `workflow_editor.services.library`."""

    def __init__(self, **kwargs: Any) -> None:
        about = f"Names with `/` between them, at most {MAX_LEVELS}; {MAX_FOLDER} characters in all. Empty: no folder."
        super().__init__(allow_blank=True, max_length=10 * MAX_FOLDER, help_text=about, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        names = [name for name in str(data).split("/") if name.strip()]
        return "/".join(super(FolderField, self).to_internal_value(name) for name in names)


class WorkflowTagsField(serializers.ListField):
    """Tags; how long and many they may be is checked by `workflow_editor.services.library`."""

    def __init__(self, child: type[serializers.CharField] = NameField, **kwargs: Any) -> None:
        about = f"At most {MAX_TAGS} of at most {MAX_TAG} characters; those that differ only in case are one."
        super().__init__(
            child=child(allow_blank=True, max_length=10 * MAX_TAG), max_length=10 * MAX_TAGS, help_text=about, **kwargs
        )


class WorkflowsQuerySerializer(serializers.Serializer[Any]):
    """Filters and order of a list of workflows."""

    search = serializers.CharField(
        required=False, allow_blank=True, help_text="Part of the name, description, folder or a tag."
    )
    folder = serializers.CharField(required=False, allow_blank=True, help_text="With the folders below it.")
    tag = serializers.ListField(
        child=serializers.CharField(), required=False, max_length=MAX_TAGS, help_text="All of them must be there."
    )
    favourite = serializers.BooleanField(required=False, help_text="Only those of the person who asks.")
    owner = serializers.ChoiceField(["me"], required=False)
    sort = serializers.ChoiceField(list(LIBRARY_ORDERINGS), default="updated", help_text="Times with the latest first.")


class CountedSerializer(serializers.Serializer[Any]):
    """A folder or a tag, and how many workflows are in it."""

    name = serializers.CharField()
    count = serializers.IntegerField()


class LibrarySerializer(serializers.Serializer[Any]):
    """Folders and tags of visible workflows."""

    count = serializers.IntegerField(help_text="All workflows.")
    mine = serializers.IntegerField(help_text="Those that the person who asks owns.")
    favourites = serializers.IntegerField()
    folders = CountedSerializer(many=True, help_text="By their whole paths; folders below them are not counted in.")
    tags = CountedSerializer(many=True)


class ManyWorkflowsSerializer(serializers.Serializer[Any]):
    """Some workflows."""

    ids = serializers.ListField(child=serializers.UUIDField(), min_length=1, max_length=MAX_AT_ONCE)


class WorkflowsChangeSerializer(ManyWorkflowsSerializer):
    """New places of some workflows; what is left out stays."""

    folder = FolderField(required=False)
    add_tags = WorkflowTagsField(required=False)
    remove_tags = WorkflowTagsField(serializers.CharField, required=False)


class WorkflowOutcomeSerializer(serializers.Serializer[Any]):
    """Outcome for one of several workflows; null means success."""

    id = serializers.UUIDField()
    error = ApiProblemSerializer(allow_null=True)


class WorkflowCallersSerializer(serializers.Serializer[Any]):
    """A workflow and its callers."""

    id = serializers.UUIDField()
    callers = InterfaceCallerSerializer(many=True)
