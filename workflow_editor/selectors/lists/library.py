"""Reads of the workflows that a person sees, as they are kept in order: folders, tags, favourites, sorting."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.contrib.auth.models import User
from django.db.models import Count, DateTimeField, Exists, Min, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce, Left, Lower

from workflow_editor.models import ProcessNode, Workflow, WorkflowTag
from workflow_editor.models.library import tag_key
from workflow_editor.selectors.access import is_visible_to
from workflow_editor.selectors.lists.workflows import workflow_list_for_user

NEVER = Value(datetime(1970, 1, 1, tzinfo=UTC), output_field=DateTimeField())
"""Replaces missing times, since pages cannot continue after null."""


LIBRARY_ORDERINGS = {
    "updated": ("-updated_at", "-id"),
    "created": ("-created_at", "-id"),
    "name": ("sort_name", "id"),
    "last_run": ("-ran_at", "-id"),
}
"""Fields of the rows of `library_list`; the id settles equal ones."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A folder or a tag, and how many workflows are in it."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Library:
    """Folders and tags of a person's workflows."""

    count: int
    mine: int
    """Owned by the person."""
    favourites: int
    folders: list[Counted]
    """Paths, by name; one counts only what is in it itself. Workflows without a folder are not among them."""
    tags: list[Counted]
    owners: list[User]
    """By name."""


def library_list(
    user: User,
    *,
    search: str = "",
    folder: str = "",
    tag: Sequence[str] = (),
    favourite: bool = False,
    owner: str = "",
    trigger: str = "",
    since: datetime | None = None,
    until: datetime | None = None,
) -> QuerySet[Workflow]:
    """Return rows of `workflow_list_for_user` with tags, and `sort_name` and `ran_at` for sorting.

    `folder` includes subfolders, empty for all; `tag` must all match, ignoring case; `owner` is `me` or the id of a
    person; `trigger` is the type of a node. Last changed from `since` on, and before `until`.
    """
    rows = workflow_list_for_user(user, search=search)
    if folder:
        # Not `startswith`, which takes no notice of case on SQLite.
        rows = rows.alias(above=Left("folder", len(folder) + 1)).filter(Q(folder=folder) | Q(above=f"{folder}/"))
    for name in tag:
        rows = rows.filter(pk__in=WorkflowTag.objects.filter(key=tag_key(name)).values("workflow"))
    if favourite:
        rows = rows.filter(favourites__user=user)
    if owner:
        rows = rows.filter(owner=user.pk if owner == "me" else int(owner))
    if trigger:
        rows = rows.filter(Exists(ProcessNode.objects.filter(workflow=OuterRef("pk"), type=trigger)))
    if since:
        rows = rows.filter(updated_at__gte=since)
    if until:
        rows = rows.filter(updated_at__lt=until)
    return rows.prefetch_related("tags").annotate(
        sort_name=Lower("name"), ran_at=Coalesce("last_run_created_at", NEVER)
    )


def library_of(user: User) -> Library:
    """Count what the user's workflows are in and have, with four queries."""
    seen = Workflow.objects.filter(is_visible_to(user), agent__isnull=True)
    folders = dict(seen.order_by("folder").values_list("folder").annotate(Count("pk")))
    tags = (
        WorkflowTag.objects.filter(is_visible_to(user, prefix="workflow__"), workflow__agent__isnull=True)
        .order_by("key")
        .values("key")
        .annotate(name=Min("name"), count=Count("pk"))
    )
    owned = seen.aggregate(
        mine=Count("pk", filter=Q(owner=user), distinct=True),
        favourites=Count("pk", filter=Q(favourites__user=user), distinct=True),
    )
    return Library(
        count=sum(folders.values()),
        **owned,
        folders=[Counted(path, count) for path, count in folders.items() if path],
        tags=[Counted(tag["name"], tag["count"]) for tag in tags],
        owners=list(User.objects.filter(pk__in=seen.order_by().values("owner")).order_by("username")),
    )
