"""Creates, changes and removes workflows."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.text import slugify
from pydantic import ValidationError

from tools.core.definitions import JsonObject
from tools.core.field_errors import field_errors
from tools.services.slugs import create_with_slug
from workflow_editor.errors import ConflictError, InvalidInputError
from workflow_editor.graph.document import Document
from workflow_editor.graph.hashing import content_hash
from workflow_editor.graph.operations import build_document
from workflow_editor.graph.structure import error_json
from workflow_editor.models import Workflow
from workflow_editor.models.graph_document import graph_document
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.nodes.builtin.start import StartNode
from workflow_editor.nodes.registry import builtin_registry
from workflow_editor.selectors.checks.uses import node_uses
from workflow_editor.services.comfytavern_interface import ComfyTavernInterface
from workflow_editor.services.graph_rows import rows_write
from workflow_editor.services.library import folder_path, workflow_move, workflow_tag
from workflow_editor.services.limits.workflows import WorkflowLimits

_SLUG_LENGTH = 100


@transaction.atomic
def workflow_create(
    user: User,
    *,
    name: str,
    description: str = "",
    document: Mapping[str, Any] | Document | None = None,
    start_name: str = StartNode.title.en,
    folder: str = "",
    tags: Sequence[str] = (),
) -> Workflow:
    """Create a workflow that the user owns; without a document it has only a start node of the given name.

    Raises InvalidInputError: unfit folder or tag, as in `workflow_editor.services.library`; or
    `graph_invalid_operation` for the document, with pointers `/document`.
    """
    graph = build_document(_only_a_start(start_name) if document is None else document, builtin_registry())
    workflow = create_with_slug(
        slugify(name, allow_unicode=True)[:_SLUG_LENGTH] or "workflow",
        lambda slug: Workflow.objects.create(
            name=name,
            description=description,
            owner=user,
            slug=slug,
            content_hash=content_hash(graph),
            folder=folder_path(folder),
        ),
    )
    rows_write(workflow, Document(), graph)
    workflow_tag(workflow, tags)
    return workflow


def workflow_create_from_interface(
    user: User,
    *,
    name: str,
    inputs: Mapping[str, Any],
    outputs: Mapping[str, Any],
    node_names: tuple[str, str, str],
    description: str = "",
    tags: Sequence[str] = (),
) -> Workflow:
    """Create a workflow from an interface only (`services.comfytavern_interface`).

    `inputs` and `outputs` are `interfaceInputs` and `interfaceOutputs`; `node_names` of start, end and note. Raises
    InvalidInputError if a slot is malformed; pointers `/interfaceInputs/<name>/…`.
    """
    try:
        interface = ComfyTavernInterface.read(dict(inputs), dict(outputs))
    except ValidationError as error:
        details = {"errors": [error_json(found) for found in field_errors(error)]}
        raise InvalidInputError("Some parts of the interface do not fit.", details=details) from None
    document = interface.document(*node_names)
    return workflow_create(user, name=name, description=description, document=document, tags=tags)


@transaction.atomic
def workflow_update(
    workflow: Workflow,
    *,
    name: str | None = None,
    description: str | None = None,
    settings: Mapping[str, Any] | None = None,
    offered_over_mcp: bool | None = None,
    folder: str | None = None,
    tags: Sequence[str] | None = None,
) -> Workflow:
    """Change the given values; None keeps one. The slug stays, since addresses contain it. Moving or tagging does not
    change the modification time.

    `settings` are changed limits for new runs, camelCase; null removes one. Raises InvalidInputError if a limit
    (`/settings/<name>`), the folder or a tag does not fit.
    """
    if folder is not None:
        workflow_move(workflow, folder)
    if tags is not None:
        workflow_tag(workflow, tags)
    if (name, description, settings, offered_over_mcp) == (None, None, None, None):
        return workflow
    if name is not None:
        workflow.name = name
    if description is not None:
        workflow.description = description
    if settings is not None:
        workflow.settings = _limits({**workflow.settings, **settings})
    if offered_over_mcp is not None:
        workflow.offered_over_mcp = offered_over_mcp
    workflow.save(update_fields=["name", "description", "settings", "offered_over_mcp", "updated_at"])
    return workflow


def _limits(wanted: Mapping[str, Any]) -> JsonObject:
    try:
        return WorkflowLimits.model_validate(wanted, strict=True).to_json()
    except ValidationError as error:
        errors = [{**error_json(found), "pointer": f"/settings{found.pointer}"} for found in field_errors(error)]
        raise InvalidInputError("Some limits do not fit.", details={"errors": errors}) from None


@transaction.atomic
def workflow_delete(workflow: Workflow) -> None:
    """Delete the workflow with its versions and runs. Raises ConflictError (`workflow_busy`) if a run is open."""
    Workflow.objects.select_for_update().get(pk=workflow.pk)
    if workflow.runs.filter(status__in=OPEN_STATUSES).exists():
        raise ConflictError("A run of this workflow is still going on.", code="workflow_busy")
    workflow.delete()


def workflow_duplicate(user: User, workflow: Workflow, *, name: str) -> Workflow:
    """Copy the stored graph into a new workflow of the user's, with folder and tags, without members, versions and
    runs.

    Signing credentials are not copied from other people: they also chose the address.
    """
    document = graph_document(workflow)
    if workflow.owner_id != user.pk:
        for node in document.nodes:
            for use in list(node_uses(node.type, node.config)):
                if use.kind == "credential":
                    _leave_out(node.config, use.field)
    return workflow_create(
        user,
        name=name,
        description=workflow.description,
        document=document,
        folder=workflow.folder,
        tags=[tag.name for tag in workflow.tags.all()],
    )


def _leave_out(config: JsonObject, pointer: str) -> None:
    *path, name = pointer.removeprefix("/").split("/")
    holder: Any = config
    for step in path:
        holder = holder[int(step)] if isinstance(holder, list) else holder[step]
    holder.pop(name, None)


def _only_a_start(name: str) -> dict[str, Any]:
    start = {"key": "start", "name": name, "type": "start", "position": {"x": 80, "y": 160}}
    return {"nodes": [start], "edges": []}
