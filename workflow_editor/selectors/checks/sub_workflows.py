"""Workflows that a graph wants to run but that are not there."""

from collections.abc import Iterator
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Q
from pydantic import ValidationError

from tools.core.definitions import JsonObject
from tools.core.naming.ids import uuid_of
from tools.core.text import Text
from workflow_editor.graph.document import Document, NodeDoc
from workflow_editor.graph.validation import Problem
from workflow_editor.models import ProcessNode, Workflow, WorkflowVersion
from workflow_editor.nodes.builtin.start import StartConfig, StartNode
from workflow_editor.nodes.interface import parameters_schema
from workflow_editor.nodes.meanings import REFERENCES_LEAD_SOMEWHERE
from workflow_editor.selectors.access import is_visible_to

_MISSING = Text("This workflow does not exist, or you may not see it. Choose another one.")
_NO_VERSION = Text("This version does not exist. Choose another one.")
_ITSELF = Text("This is the workflow itself, so runs fail here. Choose another workflow, or repeat steps with a loop.")


def sub_workflow_problems(document: Document, user: User) -> list[Problem]:
    """Return a problem for each node with a missing workflow or version, for the person who runs the graph."""
    nodes = _sub_workflows(document)
    wanted = {str(node.config.get("workflow") or "").strip() for node in nodes} - {""}
    if not wanted:
        return []
    ids = [key for name in wanted if (key := uuid_of(name))]
    rows = Workflow.objects.filter(is_visible_to(user), agent__isnull=True).filter(Q(pk__in=ids) | Q(slug__in=wanted))
    known = {name: pk for pk, slug in rows.values_list("pk", "slug") for name in (str(pk), slug)}
    return [problem for node in nodes for problem in _problems(node, known.get(_name(node)))]


def self_call_problems(document: Document, workflow: Workflow) -> list[Problem]:
    """Return a warning for each node that runs its own workflow."""
    own = {str(workflow.pk), workflow.slug}
    calls = [node for node in _sub_workflows(document) if _name(node) in own]
    return [Problem("workflow_calls_itself", "warning", _ITSELF, node.key, field="/workflow") for node in calls]


def _sub_workflows(document: Document) -> list[NodeDoc]:
    return [node for node in document.nodes if node.type == "sub_workflow" and not node.bypass]


def _name(node: NodeDoc) -> str:
    name = str(node.config.get("workflow") or "").strip()
    return str(uuid_of(name) or name)


def _problems(node: NodeDoc, workflow_id: UUID | None) -> Iterator[Problem]:
    if not _name(node):
        # The node says so itself.
        return
    number = node.config.get("version")
    if workflow_id is None:
        yield Problem("sub_workflow_missing", "error", _MISSING, node.key, field="/workflow")
        return
    if number is not None and not WorkflowVersion.objects.filter(workflow=workflow_id, number=number).exists():
        yield Problem("version_missing", "error", _NO_VERSION, node.key, field="/version")
        return
    if node.type_version >= REFERENCES_LEAD_SOMEWHERE:
        yield from _missing_inputs(node, workflow_id, number)


def _missing_inputs(node: NodeDoc, workflow_id: UUID, number: int | None) -> Iterator[Problem]:
    given = {row.get("name") for row in node.config.get("inputs") or []}
    inputs = {field.name: field for field in _start(workflow_id, number).fields}
    for name in parameters_schema(inputs).get("required", []):
        if name not in given:
            text = Text("The argument “{title}” is missing. Fill it in.", title=inputs[name].title or name)
            yield Problem("argument_missing", "error", text, node.key, field="/inputs")


def _start(workflow_id: UUID, number: int | None) -> StartConfig:
    """Return the start node of what would run: the numbered version, else the newest published one, else the draft."""
    versions = WorkflowVersion.objects.filter(workflow=workflow_id, number__isnull=False).order_by("-number")
    version = (versions.filter(number=number) if number is not None else versions).first()
    if version is not None:
        nodes = [one for one in version.document["nodes"] if one["type"] == StartNode.id and not one.get("bypass")]
        config: JsonObject = next((one.get("config", {}) for one in nodes), {})
    else:
        starts = ProcessNode.objects.filter(workflow=workflow_id, type=StartNode.id, bypass=False)
        config = starts.values_list("config", flat=True).first() or {}
    try:
        return StartConfig.model_validate(config)
    except ValidationError:
        return StartConfig()
