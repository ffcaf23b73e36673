"""Versions and their plans, read and compiled once per process: they never change."""

from collections import OrderedDict
from threading import Lock
from uuid import UUID

from workflow_editor.engine.plan import Plan, compile_plan
from workflow_editor.graph.document import Document
from workflow_editor.graph.parsed_graph import ParsedGraph
from workflow_editor.models import WorkflowVersion
from workflow_editor.nodes.inspection import ParsedConfig
from workflow_editor.nodes.registry import read_graph

_REMEMBERED = 200

_plans: OrderedDict[UUID, Plan] = OrderedDict()
_versions: OrderedDict[UUID, WorkflowVersion] = OrderedDict()
_lock = Lock()


def plan_of_version(version_id: UUID, graph: ParsedGraph[ParsedConfig] | None = None) -> Plan:
    """Return a version's compiled plan, cached since versions never change; `graph` is its content if already read.

    Raises GraphInvalidError if this server cannot run it, for example because a node type is gone.
    """
    with _lock:
        plan = _plans.get(version_id)
        if plan is not None:
            _plans.move_to_end(version_id)
            return plan
    plan = compile_plan(graph or read_graph(Document.model_validate(version_of(version_id).document)))
    with _lock:
        _plans[version_id] = plan
        while len(_plans) > _REMEMBERED:
            _plans.popitem(last=False)
    return plan


def version_of(version_id: UUID) -> WorkflowVersion:
    """Return a version with its document. Raises WorkflowVersion.DoesNotExist if it was deleted."""
    with _lock:
        version = _versions.get(version_id)
        if version is not None:
            _versions.move_to_end(version_id)
            return version
    version = WorkflowVersion.objects.get(pk=version_id)
    with _lock:
        _versions[version_id] = version
        while len(_versions) > _REMEMBERED:
            _versions.popitem(last=False)
    return version
