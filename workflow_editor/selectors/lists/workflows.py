"""Reads of workflows, their members and versions."""

from collections.abc import Collection, Iterable
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import (
    BooleanField,
    Case,
    CharField,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce, Lower

from tools.core.definitions import JsonObject
from workflow_editor.errors import NotFoundError
from workflow_editor.models import (
    Edge,
    ProcessNode,
    Run,
    Workflow,
    WorkflowFavourite,
    WorkflowMember,
    WorkflowTag,
    WorkflowVersion,
)
from workflow_editor.selectors.access import TAKEN_UP, is_visible_to, may_be_read_by

# The largest integer of a column on PostgreSQL.
_MAX_NUMBER = 2_147_483_647
MAX_NODES_IN_PICTURE = 60


def workflow_list_for_user(user: User, *, search: str = "") -> QuerySet[Workflow]:
    """Return the user's workflows for cards, without those behind agents; `search` matches name, description, folder or
    a tag.

    Each row also has `role`, `taken_up`, `is_favourite`, `node_count`, `published_version` (the highest number, or
    None), `unpublished_changes` (false while nothing is published) and `last_run_id`, `last_run_status`,
    `last_run_idle` (nothing ran in it) and `last_run_created_at` of the newest run that is not a debug run.
    """
    rows = _with_facts(Workflow.objects.filter(is_visible_to(user)), user)
    if search:
        tagged = Exists(WorkflowTag.objects.filter(workflow=OuterRef("pk"), name__icontains=search))
        texts = Q(name__icontains=search) | Q(description__icontains=search) | Q(folder__icontains=search)
        rows = rows.filter(texts | tagged)
    return rows


def _with_facts(workflows: QuerySet[Workflow], user: User) -> QuerySet[Workflow]:
    last_run = Run.objects.filter(workflow=OuterRef("pk"), kind=Run.Kind.RUN).order_by("-created_at")
    role = WorkflowMember.objects.filter(TAKEN_UP, workflow=OuterRef("pk"), user=user)
    published = WorkflowVersion.objects.filter(workflow=OuterRef("pk"), number__isnull=False).order_by("-number")
    # order_by() drops the model's ordering, which would otherwise become part of the grouping.
    counts = ProcessNode.objects.filter(workflow=OuterRef("pk")).order_by().values("workflow").annotate(n=Count("pk"))
    return (
        workflows.filter(agent__isnull=True)
        .select_related("owner")
        .annotate(
            role=Case(
                When(owner=user, then=Value("owner")),
                default=Coalesce(Subquery(role.values("role")[:1]), Value("viewer")),
                output_field=CharField(),
            ),
            taken_up=Case(When(owner=user, then=Value(True)), default=Exists(role), output_field=BooleanField()),
            is_favourite=Exists(WorkflowFavourite.objects.filter(workflow=OuterRef("pk"), user=user)),
            node_count=Coalesce(Subquery(counts.values("n"), output_field=IntegerField()), 0),
            published_version=Subquery(published.values("number")[:1]),
            published_hash=Subquery(published.values("content_hash")[:1]),
            unpublished_changes=Case(
                When(published_hash__isnull=False, then=~Q(published_hash=F("content_hash"))),
                default=Value(False),
                output_field=BooleanField(),
            ),
            last_run_id=Subquery(last_run.values("pk")[:1]),
            last_run_status=Subquery(last_run.values("status")[:1]),
            last_run_idle=Subquery(last_run.values("usage__nothing_ran")[:1]),
            last_run_created_at=Subquery(last_run.values("created_at")[:1]),
        )
    )


def workflow_pictures(workflows: Iterable[Any]) -> dict[UUID, JsonObject]:
    """Return {nodes: [{key, type, x, y, parent}], edges: [{source, target}]} by id, of workflows small enough to be
    recognizable in a thumbnail.
    """
    ids = [row.pk for row in workflows if row.node_count <= MAX_NODES_IN_PICTURE]
    pictures: dict[UUID, JsonObject] = {workflow_id: {"nodes": [], "edges": []} for workflow_id in ids}
    nodes = ProcessNode.objects.filter(workflow__in=ids).order_by("id")
    for node in nodes.only("workflow_id", "key", "type", "x", "y", "parent"):
        drawn = {"key": node.key, "type": node.type, "x": node.x, "y": node.y, "parent": node.parent}
        pictures[node.workflow_id]["nodes"].append(drawn)
    for workflow_id, source, target in Edge.objects.filter(workflow__in=ids).values_list(
        "workflow_id", "source__key", "target__key"
    ):
        pictures[workflow_id]["edges"].append({"source": source, "target": target})
    return pictures


def workflow_summary(user: User, workflow_id: UUID) -> Workflow:
    """Return a row of `workflow_list_for_user`, also of a shared workflow that was not added, with `role` `viewer`.

    Raises NotFoundError if there is no such workflow, or not one of the user's.
    """
    row = (
        _with_facts(Workflow.objects.filter(may_be_read_by(user)), user)
        .filter(pk=workflow_id)
        .prefetch_related("tags")
        .first()
    )
    if row is None:
        raise NotFoundError("There is no such workflow.")
    return row


def member_list(workflow: Workflow) -> QuerySet[WorkflowMember]:
    return WorkflowMember.objects.filter(workflow=workflow).select_related("user").order_by("user__username")


def version_list(workflow: Workflow) -> QuerySet[WorkflowVersion]:
    """Return the published versions, newest first, without their documents; each row also has `is_live`."""
    return _published(workflow).defer("document").order_by("-number")


def version_for(workflow: Workflow, number: int) -> WorkflowVersion:
    """Return one row of `version_list`, with its document. Raises NotFoundError if there is no such version."""
    found = _published(workflow).filter(number=number).first() if number <= _MAX_NUMBER else None
    if found is None:
        raise NotFoundError("There is no such version.")
    return found


def _published(workflow: Workflow) -> QuerySet[WorkflowVersion]:
    rows = WorkflowVersion.objects.filter(workflow=workflow, number__isnull=False)
    newest = Subquery(rows.order_by("-number").values("number")[:1])
    return rows.select_related("created_by").annotate(
        is_live=Case(When(number=newest, then=Value(True)), default=Value(False), output_field=BooleanField())
    )


def names_by_id(ids: Collection[UUID] | None) -> dict[UUID, str]:
    """Return name and owner, since names alone may be shared, in the order of names; None asks for all workflows."""
    rows = Workflow.objects.order_by(Lower("name"), "slug")
    if ids is not None:
        rows = rows.filter(id__in=ids)
    return {id_: f"{name} · {owner}" for id_, name, owner in rows.values_list("id", "name", "owner__username")}
