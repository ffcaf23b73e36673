"""Types of fields that shapes of workflows share."""

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field

from tools.api.contract.fields import JsonObject, component
from tools.core.field_errors import refused_value
from tools.core.naming.visible_name import CODE, READABLE, READABLE_IF_GIVEN, UnreadableNameError, visible_name
from workflow_editor.graph.limits import MAX_NAME
from workflow_editor.models.library import MAX_TAG
from workflow_editor.models.workflow import MAX_FOLDER
from workflow_editor.services.library import MAX_LEVELS, MAX_TAGS
from workflow_editor.services.many_workflows import MAX_AT_ONCE


def _readable_path(path: str) -> str:
    try:
        return "/".join(visible_name(name) for name in path.split("/") if name.strip())
    except UnreadableNameError as error:
        raise refused_value(CODE, error.text) from None


# `workflow_editor.services.library` checks how long, deep and many they may be in the end.
_OF_TAGS = f"At most {MAX_TAGS} of at most {MAX_TAG} characters; those that differ only in case are one."
_OF_FOLDERS = f"Names with `/` between them, at most {MAX_LEVELS}; {MAX_FOLDER} characters in all. Empty for no folder."
_Tag = Annotated[str, Field(max_length=10 * MAX_TAG)]
_MOST_TAGS = Field(max_length=10 * MAX_TAGS, description=_OF_TAGS)

ShortName = Annotated[str, Field(min_length=1, max_length=MAX_NAME), READABLE]
Folder = Annotated[str, Field(max_length=10 * MAX_FOLDER, description=_OF_FOLDERS), AfterValidator(_readable_path)]
"""A path of folders, each with a name."""
Tags = Annotated[list[Annotated[_Tag, READABLE_IF_GIVEN]], _MOST_TAGS]
TagsOfOld = Annotated[list[_Tag], _MOST_TAGS]
"""Tags that are there already, with names that would not be taken today."""
WorkflowIds = Annotated[list[UUID], Field(min_length=1, max_length=MAX_AT_ONCE)]
GraphJson = Annotated[JsonObject, component("Document")]
"""A whole graph, checked by `workflow_editor.graph`."""
