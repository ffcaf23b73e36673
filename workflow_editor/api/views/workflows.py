"""Workflows: list, create, change, copy, export and import."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import MISSING, Field, model_validator

from tools.api.contract.endpoints import FoundBy, Paged, endpoint
from tools.api.contract.fields import Filled, JsonName, LocalText
from tools.api.contract.shapes import Query, Shape, read
from tools.api.people import Person
from tools.api.times import TimesQuery
from tools.core.field_errors import refused_value
from tools.core.text import Text
from tools.forms.local_text import request_language
from workflow_editor.api.fields import Folder, GraphJson, ShortName, Tags
from workflow_editor.api.list_filters import TriggerType
from workflow_editor.api.pagination import SortedLibrary
from workflow_editor.api.parsing import CommentedJsonParser, GraphParser
from workflow_editor.api.rows import ReadWorkflow
from workflow_editor.api.texts import localized
from workflow_editor.graph.limits import MAX_NAME
from workflow_editor.models import Status, Workflow
from workflow_editor.nodes.builtin.end import EndNode
from workflow_editor.nodes.builtin.note import NoteNode
from workflow_editor.nodes.builtin.start import StartNode
from workflow_editor.selectors.access import Access, workflow_for
from workflow_editor.selectors.graphs import exports
from workflow_editor.selectors.lists.library import library_list
from workflow_editor.selectors.lists.workflows import workflow_summary
from workflow_editor.services import workflows as services
from workflow_editor.services.library import MAX_TAGS
from workflow_editor.services.starters import starter_list, workflow_create_from_starter

_IMPORTED = Text("Imported workflow")
_TWO_SOURCES = Text("Send a template or a document, not both.")
_TWO_KINDS = Text("Send a document or an interface, not both.")
_INTERFACE = {"interfaceInputs", "interfaceOutputs"}
OwnWorkflow = Annotated[Workflow, FoundBy(workflow_for, access=Access.OWN)]
SummedUpWorkflow = Annotated[Workflow, FoundBy(workflow_summary)]
Description = Annotated[str, Field(max_length=2000)]


class LastRun(Shape):
    """The newest run that is not a debug run."""

    id: UUID
    status: Status
    nothing_ran: bool
    created_at: datetime


class WorkflowSettings(Shape, partial=True):
    """Limits of the workflow's runs and of what is kept of them; one that is null or left out is off."""

    deadlineS: Annotated[int, Field(ge=1)] | None
    budgetTokens: Annotated[int, Field(ge=1)] | None
    budgetMoney: float | None
    maxConcurrentRuns: Annotated[int, Field(ge=1)] | None
    historyDays: Annotated[int, Field(ge=1)] | None
    historyRuns: Annotated[int, Field(ge=1)] | None
    historyMegabytes: Annotated[int, Field(ge=1)] | None


class PictureNode(Shape):
    """A node of a picture; `x` and `y` count from the frame around it, if it has one."""

    key: str
    type: str
    x: float
    y: float
    parent: str | None


class PictureEdge(Shape):
    """A line of a picture."""

    source: str
    target: str


class PictureShape(Shape):
    """A graph as a small picture needs it."""

    nodes: list[PictureNode]
    edges: list[PictureEdge]


class WorkflowSummary(Shape):
    """A workflow as a card shows it; `role` is that of the person who asks."""

    id: UUID
    slug: str
    name: str
    description: str
    revision: int
    owner: Person
    role: Literal["owner", "editor", "viewer"]
    taken_up: bool
    """False while it is shared with the person who asks and is listed under `shared-with-me` only."""
    node_count: int
    created_at: datetime
    updated_at: datetime
    folder: str
    """A path such as `Sales/Leads`; empty: in no folder."""
    tags: list[str]
    is_favourite: bool
    """A favourite of the person who asks."""
    settings: WorkflowSettings
    offered_over_mcp: bool
    last_run: LastRun | None
    published_version: int | None
    unpublished_changes: bool
    """The stored graph differs from the newest published version; positions do not count."""
    picture: PictureShape | None = None
    """In lists, of small graphs."""


class WorkflowsQuery(TimesQuery):
    """Filters and order of a list of workflows, by the time of their last change."""

    search: str = ""
    """Part of the name, description, folder or a tag."""
    folder: str = ""
    """With the folders below it."""
    tag: Annotated[list[Filled], Field(max_length=MAX_TAGS)] = Field(default_factory=list)
    """All of them must be there."""
    favourite: bool = False
    """Only those of the person who asks."""
    owner: Annotated[str, Field(pattern=r"^(me|[1-9]\d{0,17})$")] | MISSING = MISSING
    """`me`, or the id of a person."""
    trigger: TriggerType | MISSING = MISSING
    """Type of a trigger node in the stored graph."""
    sort: Literal["updated", "created", "name", "last_run"] = "updated"
    """Times with the latest first."""


class WorkflowCreate(Shape):
    """A new workflow: empty, from a template, or from a document."""

    name: ShortName
    description: Description | MISSING = MISSING
    template: Annotated[str, Field(min_length=1, max_length=64)] | MISSING = MISSING
    document: GraphJson | MISSING = MISSING
    folder: Folder | MISSING = MISSING

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        if {"template", "document"} <= self.model_fields_set:
            raise refused_value("invalid", _TWO_SOURCES, ["document"])
        return self


class WorkflowPatch(Shape, partial=True):
    """New texts, limits and places of a workflow; what is left out stays."""

    name: ShortName
    description: Description
    folder: Folder
    tags: Tags
    settings: WorkflowSettings
    offered_over_mcp: bool
    """Other agents may call it at /mcp/; only its owner may change this."""


class WorkflowFile(Shape):
    """A workflow as a file. It holds no secret: configured tools are named by id only."""

    format: Literal["flowloom"]
    name: ShortName
    description: Description | MISSING = MISSING
    tags: Tags | MISSING = MISSING
    document: GraphJson


class WorkflowImport(WorkflowFile, partial=True):
    """A workflow as a file, with `format`, `name` and `document`, or the interface of one of ComfyTavern."""

    interfaceInputs: dict[JsonName, dict[JsonName, Any]]
    """In place of a document: slots by name."""
    interfaceOutputs: dict[JsonName, dict[JsonName, Any]]

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if "document" in self.model_fields_set and _INTERFACE & self.model_fields_set:
            raise refused_value("invalid", _TWO_KINDS, ["document"])
        return self


class WorkflowImportQuery(Query):
    """Values missing in the file."""

    name: ShortName | MISSING = MISSING
    """Name of the workflow when the file has none, such as the file name."""


class WorkflowTemplate(Shape):
    """A ready-made workflow to start from; `note` describes it and its requirements."""

    id: str
    category: str
    name: LocalText
    description: LocalText
    note: LocalText
    picture: PictureShape
    services: list[str]
    """Ids of those that it talks to."""


@endpoint("GET", "workflows/", pages=SortedLibrary)
def workflow_list(user: User, query: WorkflowsQuery) -> Paged[WorkflowSummary]:
    """List the workflows that the person who asks owns or is a member of."""
    narrow = query.sent()
    narrow.pop("sort", None)
    return Paged(library_list(user, **narrow), _shown)


@endpoint("POST", "workflows/", status=201, parsers=(GraphParser,))
def workflow_create(user: User, body: WorkflowCreate) -> WorkflowSummary:
    """Create a workflow: with a start node only, from a template, or from a document."""
    given = body.sent()
    template = given.pop("template", None)
    if template is None:
        return _made(user, services.workflow_create(user, start_name=localized(StartNode.title), **given))
    language = request_language()
    return _made(user, workflow_create_from_starter(user, starter_id=template, language=language, **given))


@endpoint("GET", "workflows/<uuid:workflow_id>/")
def workflow_get(row: SummedUpWorkflow) -> WorkflowSummary:
    """Return one workflow without its graph."""
    return _shown(row)


@endpoint("PATCH", "workflows/<uuid:workflow_id>/")
def workflow_update(user: User, workflow_id: UUID, body: WorkflowPatch) -> WorkflowSummary:
    """Rename, describe, limit, move or tag a workflow, or offer it to other agents."""
    given = body.model_dump(exclude_unset=True)
    access = Access.OWN if "offered_over_mcp" in given else Access.EDIT
    return _made(user, services.workflow_update(workflow_for(user, workflow_id, access), **given))


@endpoint("DELETE", "workflows/<uuid:workflow_id>/")
def workflow_delete(workflow: OwnWorkflow) -> None:
    """Delete a workflow with its versions and runs; only its owner may."""
    services.workflow_delete(workflow)


@endpoint("POST", "workflows/<uuid:workflow_id>/duplicate/", status=201)
def workflow_duplicate(user: User, workflow: ReadWorkflow) -> WorkflowSummary:
    """Copy a workflow; the copy belongs to the person who asks."""
    mark = localized(Text(" (copy)"))
    name = workflow.name[: MAX_NAME - len(mark)] + mark
    return _made(user, services.workflow_duplicate(user, workflow, name=name))


@endpoint("GET", "workflows/<uuid:workflow_id>/export/")
def workflow_export(workflow: ReadWorkflow) -> WorkflowFile:
    """Return the workflow as a file without secrets."""
    return WorkflowFile.model_construct(**exports.workflow_export(workflow))


@endpoint("POST", "workflows/import/", status=201, parsers=(CommentedJsonParser,))
def workflow_import(user: User, query: WorkflowImportQuery, body: WorkflowImport) -> WorkflowSummary:
    """Create a workflow from an exported file, or from an interface: then its steps are still to be made."""
    given = {"name": localized(_IMPORTED), **query.sent(), **body.sent()}
    if not _INTERFACE & given.keys():
        read(WorkflowFile, body.sent())
    given.pop("format", None)
    if "document" in given:
        return _made(user, services.workflow_create(user, **given))
    names = [localized(node.title) for node in (StartNode, EndNode, NoteNode)]
    workflow = services.workflow_create_from_interface(
        user,
        inputs=given.pop("interfaceInputs", {}),
        outputs=given.pop("interfaceOutputs", {}),
        node_names=(names[0], names[1], names[2]),
        **given,
    )
    return _made(user, workflow)


@endpoint("GET", "workflow-templates/")
def workflow_template_list() -> list[WorkflowTemplate]:
    """List the ready-made workflows; all run without internet and without a key."""
    return [WorkflowTemplate.model_construct(**one) for one in starter_list()]


def _made(user: User, workflow: Workflow) -> WorkflowSummary:
    return _shown(workflow_summary(user, workflow.pk))


def _shown(row: Any) -> WorkflowSummary:
    last_run = LastRun.model_construct(
        id=row.last_run_id,
        status=row.last_run_status,
        nothing_ran=bool(row.last_run_idle),
        created_at=row.last_run_created_at,
    )
    return WorkflowSummary.of(
        row,
        owner=Person.of(row.owner),
        tags=[tag.name for tag in row.tags.all()],
        settings=dict.fromkeys(WorkflowSettings.model_fields) | row.settings,
        last_run=None if row.last_run_id is None else last_run,
        picture=getattr(row, "picture", None),
    )
