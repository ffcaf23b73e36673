"""Keeps workflows in order: folders, tags, favourites. None of it is a change of the workflow's own."""

from collections.abc import Iterable, Sequence

from django.contrib.auth.models import User
from django.db import transaction

from tools.core.text import Text
from workflow_editor.errors import InvalidInputError
from workflow_editor.models import Workflow, WorkflowFavourite, WorkflowTag
from workflow_editor.models.library import MAX_TAG, one_line, tag_key
from workflow_editor.models.workflow import MAX_FOLDER

MAX_LEVELS = 5
MAX_TAGS = 20
"""Per workflow."""
_DEEP = Text("Folders can be nested at most {most} levels deep.", most=MAX_LEVELS)
_LONG = Text("Use at most {most} characters for the whole folder path.", most=MAX_FOLDER)
_EMPTY_TAG = Text("A tag needs a name.")
_LONG_TAG = Text("Use at most {most} characters for a tag.", most=MAX_TAG)
_MANY_TAGS = Text("A workflow can have at most {most} tags.", most=MAX_TAGS)


def folder_path(text: str) -> str:
    """Normalize a folder path such as `Sales/Leads`. Raises InvalidInputError if it is too long, or too deep."""
    names = [name for name in (one_line(part) for part in text.split("/")) if name]
    path = "/".join(names)
    if len(names) > MAX_LEVELS:
        raise InvalidInputError.at("/folder", "too_deep", _DEEP)
    if len(path) > MAX_FOLDER:
        raise InvalidInputError.at("/folder", "too_long", _LONG)
    return path


def tag_names(names: Iterable[str], *, pointer: str = "/tags") -> dict[str, str]:
    """Return tags as stored, by key; the first of case variants wins.

    Raises InvalidInputError if one is empty or too long, or there are too many.
    """
    tags: dict[str, str] = {}
    for index, given in enumerate(names):
        name = one_line(given)
        if not name:
            raise InvalidInputError.at(f"{pointer}/{index}", "blank", _EMPTY_TAG)
        if len(name) > MAX_TAG:
            raise InvalidInputError.at(f"{pointer}/{index}", "too_long", _LONG_TAG)
        tags.setdefault(tag_key(name), name)
    if len(tags) > MAX_TAGS:
        raise InvalidInputError.at(pointer, "too_many", _MANY_TAGS)
    return tags


def workflow_move(workflow: Workflow, folder: str) -> None:
    """Move the workflow to a folder, created implicitly; empty for none. Raises InvalidInputError, as `folder_path`."""
    workflow.folder = folder_path(folder)
    workflow.save(update_fields=["folder"])


def workflow_tag(workflow: Workflow, tags: Sequence[str]) -> None:
    """Replace the workflow's tags. Raises InvalidInputError, as `tag_names`."""
    _store_tags(workflow, tag_names(tags))


def workflow_retag(workflow: Workflow, *, add: Sequence[str] = (), remove: Sequence[str] = ()) -> None:
    """Add and remove tags; removing absent ones is no error.

    Raises InvalidInputError, as `tag_names` with pointers `/add_tags`, or if the total is too large.
    """
    gone = {tag_key(name) for name in remove}
    kept = [name for key, name in workflow.tags.values_list("key", "name") if key not in gone]
    _store_tags(workflow, tag_names([*kept, *tag_names(add, pointer="/add_tags").values()], pointer="/add_tags"))


def workflow_favourite(user: User, workflow: Workflow, *, wanted: bool) -> None:
    """Make the workflow one of the user's favourites, or no longer."""
    if wanted:
        WorkflowFavourite.objects.get_or_create(user=user, workflow=workflow)
    else:
        WorkflowFavourite.objects.filter(user=user, workflow=workflow).delete()


@transaction.atomic
def _store_tags(workflow: Workflow, tags: dict[str, str]) -> None:
    # Two people at once: the second waits, and sees the tags of the first.
    Workflow.objects.select_for_update().get(pk=workflow.pk)
    workflow.tags.all().delete()
    WorkflowTag.objects.bulk_create(WorkflowTag(workflow=workflow, key=key, name=name) for key, name in tags.items())
