"""Published versions of a workflow."""

from datetime import datetime
from typing import Annotated, Any, Self
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import Field

from tools.api.contract.endpoints import Paged, Reply, endpoint
from tools.api.contract.fields import LocalText
from tools.api.contract.shapes import Shape
from tools.api.people import Person
from tools.core.naming.visible_name import READABLE_IF_GIVEN
from workflow_editor.agent_runtime.callers import interface_report
from workflow_editor.api.graph_shapes import DocumentShape
from workflow_editor.api.pagination import HighestNumberFirst
from workflow_editor.api.problem_shapes import ApiProblem
from workflow_editor.api.rows import EditedWorkflow, ReadWorkflow
from workflow_editor.api.views.uses import InterfaceCallerShape
from workflow_editor.graph.limits import MAX_NAME
from workflow_editor.models import WorkflowVersion
from workflow_editor.selectors.lists.workflows import version_for
from workflow_editor.selectors.lists.workflows import version_list as versions_of
from workflow_editor.services import versions as services


class InterfaceShape(Shape):
    """A workflow as a tool, and the callers that publishing the stored graph would break."""

    tool: dict[str, Any]
    """{name, description, parameters}; parameters is a JSON Schema."""
    function: str
    """Its name for agents, unless another tool of theirs has the same."""
    breaking: list[LocalText]
    callers: list[InterfaceCallerShape]
    foreign_tokens: int
    """Tokens of other people that may start it."""


class VersionTexts(Shape, partial=True):
    """Texts of a version; omitted ones stay."""

    name: Annotated[str, Field(max_length=MAX_NAME), READABLE_IF_GIVEN]
    note: Annotated[str, Field(max_length=4000)]


class VersionPublish(VersionTexts, partial=True):
    """Texts of a new version, and the revision of the graph to publish."""

    revision: Annotated[int, Field(ge=0)]
    """The revision that was looked at; when the graph was saved after it, nothing is published (409)."""


class Version(Shape):
    """A published version; the live one is what runs where nobody names a version."""

    id: UUID
    number: int
    name: str
    note: str
    is_live: bool
    content_hash: str
    created_by: Person | None
    created_at: datetime

    @classmethod
    def of_version(cls, version: WorkflowVersion, **others: Any) -> Self:
        """Return the answer for a version with its author, and fields that a subclass adds."""
        return cls.of(version, created_by=version.created_by and Person.of(version.created_by), **others)


class VersionDetail(Version):
    """A published version with its graph."""

    document: DocumentShape


class PublishedVersion(Version):
    """The newest version after publishing, with what it breaks for callers that name no version."""

    created: bool
    """False when nothing had changed since the newest version."""
    breaking: list[LocalText]
    callers: list[InterfaceCallerShape]
    """Empty when nothing breaks."""


@endpoint("GET", "workflows/<uuid:workflow_id>/versions/", pages=HighestNumberFirst)
def version_list(workflow: ReadWorkflow) -> Paged[Version]:
    """List the published versions of a workflow, newest first."""
    return Paged(versions_of(workflow), Version.of_version)


@endpoint(
    "POST",
    "workflows/<uuid:workflow_id>/versions/",
    status=(201, 200),
    problems={
        409: (ApiProblem, "The graph was saved after the revision that was sent (`graph_changed`)."),
        422: (ApiProblem, "The graph has errors (`graph_invalid`); `details.problems` lists them."),
    },
)
def version_publish(user: User, workflow: EditedWorkflow, body: VersionPublish) -> Reply[PublishedVersion]:
    """Publish the stored graph; 200 instead of 201: nothing changed since the newest version, which is returned."""
    report = interface_report(workflow, user)
    version, created = services.version_publish(workflow, user, **body.sent(), refuses_errors=True)
    breaking = report.breaking if created else []
    answer = PublishedVersion.of_version(
        version_for(workflow, version.number or 0),
        created=created,
        breaking=breaking,
        callers=[InterfaceCallerShape.of(one) for one in report.callers] if breaking else [],
    )
    return Reply(answer, 201 if created else 200)


@endpoint("GET", "workflows/<uuid:workflow_id>/versions/<int:number>/")
def version_get(workflow: ReadWorkflow, number: int) -> VersionDetail:
    """Return a published version with its graph."""
    return VersionDetail.of_version(version_for(workflow, number))


@endpoint("PATCH", "workflows/<uuid:workflow_id>/versions/<int:number>/")
def version_update(workflow: EditedWorkflow, number: int, body: VersionTexts) -> Version:
    """Change the name or the note of a published version; its graph never changes."""
    return Version.of_version(services.version_update(version_for(workflow, number), **body.sent()))


@endpoint("GET", "workflows/<uuid:workflow_id>/interface/")
def workflow_interface(user: User, workflow: ReadWorkflow) -> InterfaceShape:
    """Return the workflow as a tool, and what publishing the stored graph would break for whom."""
    report = interface_report(workflow, user)
    return InterfaceShape.of(report, tool=report.tool, callers=[InterfaceCallerShape.of(one) for one in report.callers])
