"""The stored graph: read it, edit it by operations."""

from typing import Annotated, Literal
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import MISSING, Field
from rest_framework.request import Request

from tools.api.contract.endpoints import endpoint
from tools.api.contract.fields import JsonObject, component
from tools.api.contract.shapes import Shape
from workflow_editor.api.graph_shapes import Graph, SavedGraphChangeShape
from workflow_editor.api.problem_shapes import ProblemShape
from workflow_editor.api.rows import EditedWorkflow, ReadWorkflow
from workflow_editor.graph.parsed_graph import ParsedGraph
from workflow_editor.models import Workflow
from workflow_editor.models.graph_document import graph_document
from workflow_editor.nodes.inspection import ParsedConfig
from workflow_editor.nodes.registry import read_graph
from workflow_editor.selectors.checks.problems import editor_problems
from workflow_editor.services.graph import graph_apply


class GraphPatch(Shape):
    """A batch of operations and the revision that they started from; `batch` names it, so that it may be sent again."""

    revision: Annotated[int, Field(ge=0)]
    operations: list[Annotated[JsonObject, component("GraphOperation")]]
    batch: UUID | MISSING = MISSING


class GraphSaved(Shape):
    """The answer to a saved batch: the revision that it made, and what others saved between its start and it."""

    revision: int
    changes: list[SavedGraphChangeShape]
    problems: list[ProblemShape]


class GraphConflict(Shape):
    """Problem document of code `graph_conflict`: changes saved since the given revision.

    `changes` is empty when there are too many, or none: the graph has to be read again.
    """

    type: str
    title: str
    status: int
    detail: str
    code: Literal["graph_conflict"]
    revision: int
    changes: list[SavedGraphChangeShape]


CONFLICT = "Somebody changed the same things after the revision that was sent; no changes: read the graph again."


@endpoint("GET", "workflows/<uuid:workflow_id>/graph/")
def graph_get(user: User, workflow: ReadWorkflow) -> Graph:
    """Return the stored graph and what keeps it from running."""
    document = graph_document(workflow)
    graph = document.model_dump(mode="json", include={"nodes", "edges"})
    problems = _problems(read_graph(document), workflow, user)
    return Graph.model_construct(revision=workflow.revision, **graph, problems=problems)


@endpoint("PATCH", "workflows/<uuid:workflow_id>/graph/", problems={409: (GraphConflict, CONFLICT)})
def graph_patch(request: Request, user: User, workflow: EditedWorkflow, body: GraphPatch) -> GraphSaved:
    """Apply a batch of operations, all or none.

    Concurrent changes to other parts are merged. A saved `batch` gets its first answer again. Sent with a token, a
    setting that has no effect beside the others is refused (`field_ignored`), unless it was stored like this.
    """
    is_person = request.auth is None
    # The editor keeps what a changed mode hides, so that changing it back shows it again.
    saved = graph_apply(user, workflow_id=workflow.pk, by_hand=is_person, refuses_ignored=not is_person, **body.sent())
    problems = _problems(saved.graph, workflow, user)
    return GraphSaved.model_construct(revision=saved.revision, changes=saved.changes, problems=problems)


def _problems(graph: ParsedGraph[ParsedConfig], workflow: Workflow, user: User) -> list[ProblemShape]:
    return [ProblemShape.of(problem) for problem in editor_problems(graph, workflow, user)]
