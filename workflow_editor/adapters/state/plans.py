"""Versions and their plans, read and compiled once per process: they never change."""

from uuid import UUID

from tools.core.remembered import Remembered
from workflow_editor.engine.plan import Plan, compile_plan
from workflow_editor.graph.document import Document
from workflow_editor.graph.parsed_graph import ParsedGraph
from workflow_editor.models import WorkflowVersion
from workflow_editor.nodes.inspection import ParsedConfig
from workflow_editor.nodes.registry import read_graph

_REMEMBERED = 200

_plans: Remembered[UUID, Plan] = Remembered(_REMEMBERED)
_versions: Remembered[UUID, WorkflowVersion] = Remembered(_REMEMBERED)


def plan_of_version(version_id: UUID, graph: ParsedGraph[ParsedConfig] | None = None) -> Plan:
    """Return a version's compiled plan, cached since versions never change; `graph` is its content if already read.

    Raises GraphInvalidError if this server cannot run it, for example because a node type is gone.
    """
    return _plans.of(
        version_id,
        lambda: compile_plan(graph or read_graph(Document.model_validate(version_of(version_id).document))),
    )


def version_of(version_id: UUID) -> WorkflowVersion:
    """Return a version with its document.

    Raises:
        WorkflowVersion.DoesNotExist: it was deleted with its workflow.
    """
    return _versions.of(version_id, lambda: WorkflowVersion.objects.get(pk=version_id))
