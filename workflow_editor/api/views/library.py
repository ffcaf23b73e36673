"""Workflows kept in order: folders, tags, favourites, and acts on many of them."""

from uuid import UUID

from django.contrib.auth.models import User
from pydantic import MISSING

from tools.api.contract.endpoints import endpoint
from tools.api.contract.shapes import Query, Shape
from tools.api.people import Person
from workflow_editor.agent_runtime.callers import workflow_callers as callers_of
from workflow_editor.api.error_handler import problem_of
from workflow_editor.api.fields import Folder, Tags, TagsOfOld, WorkflowIds
from workflow_editor.api.problem_shapes import ApiProblem
from workflow_editor.api.rows import ReadWorkflow
from workflow_editor.api.views.uses import InterfaceCallerShape
from workflow_editor.selectors.lists.library import library_list, library_of
from workflow_editor.services import many_workflows
from workflow_editor.services.library import workflow_favourite
from workflow_editor.services.many_workflows import Outcomes


class CountedShape(Shape):
    """A folder or a tag, and how many workflows are in it."""

    name: str
    count: int


class LibraryShape(Shape):
    """Folders and tags of visible workflows."""

    count: int
    """All workflows."""
    mine: int
    """Those that the person who asks owns."""
    favourites: int
    folders: list[CountedShape]
    """By their whole paths; folders below them are not counted in."""
    tags: list[CountedShape]
    owners: list[Person]
    """By name."""


class ManyWorkflowsQuery(Query):
    ids: WorkflowIds


class ManyWorkflows(Shape):
    """Some workflows."""

    ids: WorkflowIds


class WorkflowsChange(ManyWorkflows):
    """New places of some workflows; what is left out stays."""

    folder: Folder | MISSING = MISSING
    add_tags: Tags | MISSING = MISSING
    remove_tags: TagsOfOld | MISSING = MISSING


class WorkflowOutcome(Shape):
    """Outcome for one of several workflows; null means success."""

    id: UUID
    error: ApiProblem | None


class WorkflowCallers(Shape):
    """A workflow and its callers."""

    id: UUID
    callers: list[InterfaceCallerShape]


@endpoint("GET", "workflows/library/")
def library_get(user: User) -> LibraryShape:
    """Count the workflows that one sees, in all, by folder and by tag."""
    found = library_of(user)
    return LibraryShape.of(
        found,
        folders=[CountedShape.of(one) for one in found.folders],
        tags=[CountedShape.of(one) for one in found.tags],
        owners=[Person.of(one) for one in found.owners],
    )


@endpoint("GET", "workflows/callers/")
def workflow_callers(user: User, query: ManyWorkflowsQuery) -> list[WorkflowCallers]:
    """Name the agents and nodes that call some workflows; those that one does not see are left out."""
    callers = callers_of(user, library_list(user).filter(pk__in=query.ids), of_versions=True)
    return [
        WorkflowCallers.model_construct(id=workflow_id, callers=[InterfaceCallerShape.of(one) for one in found])
        for workflow_id, found in callers.items()
    ]


@endpoint("POST", "workflows/change/")
def workflows_change(user: User, body: WorkflowsChange) -> list[WorkflowOutcome]:
    """Move and tag some workflows; one that is refused stops no other."""
    return _outcomes(many_workflows.workflows_change(user, **body.sent()))


@endpoint("POST", "workflows/delete/")
def workflows_delete(user: User, body: ManyWorkflows) -> list[WorkflowOutcome]:
    """Delete some workflows with their versions and runs; one that is refused stops no other."""
    return _outcomes(many_workflows.workflows_delete(user, body.ids))


@endpoint("POST", "workflows/<uuid:workflow_id>/favourite/")
def workflow_favourite_add(user: User, workflow: ReadWorkflow) -> None:
    """Make a workflow one's favourite."""
    workflow_favourite(user, workflow, wanted=True)


@endpoint("DELETE", "workflows/<uuid:workflow_id>/favourite/")
def workflow_favourite_remove(user: User, workflow: ReadWorkflow) -> None:
    """Make a workflow one's favourite no longer."""
    workflow_favourite(user, workflow, wanted=False)


def _outcomes(outcomes: Outcomes) -> list[WorkflowOutcome]:
    return [
        WorkflowOutcome.model_construct(id=workflow_id, error=error and problem_of(error).body())
        for workflow_id, error in outcomes
    ]
