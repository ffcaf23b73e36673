"""Converts a stored node row to a graph operation, so it is validated like every other edit."""

from collections.abc import Collection

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.forms.local_text import local_text
from workflow_editor.errors import InvalidInputError
from workflow_editor.graph.document import NodeDoc
from workflow_editor.models.graph import ProcessNode
from workflow_editor.models.graph_document import graph_document

_NO_TYPE = Text("There is no such node type.")
_FIELDS = {"position/x": "x", "position/y": "y"}


def node_json(row: ProcessNode) -> JsonObject:
    """Return the row as the JSON of a NodeDoc, right or wrong."""
    names = [name for name in NodeDoc.model_fields if name != "position"]
    return {**{name: getattr(row, name) for name in names}, "position": {"x": row.x, "y": row.y}}


def storing_operation(row: ProcessNode) -> JsonObject:
    """Return the operation that makes the graph hold this row: a new node, or what differs from the stored one."""
    node = node_json(row)
    stored = ProcessNode.objects.filter(pk=row.pk).first()
    if stored is None:
        return {"op": "add_node", "node": node}
    before = node_json(stored)
    changes = {name: value for name, value in node.items() if value != before[name]}
    return {"op": "update_node", "key": stored.key, "changes": changes}


def refusals(row: ProcessNode, fields: Collection[str]) -> dict[str, list[ValidationError]]:
    """Return the graph's errors about the row by field, empty if none; unknown types cannot be created by hand.

    Errors of other fields than `fields` concern the whole row.
    """
    # Node types bring template and expression engines with them; a process that only reads rows needs none.
    from workflow_editor.graph.operations import apply_operations
    from workflow_editor.nodes.registry import builtin_registry

    operation = storing_operation(row)
    try:
        graph = apply_operations(graph_document(row.workflow), [operation], builtin_registry())
    except InvalidInputError as error:
        found: dict[str, list[ValidationError]] = {}
        for refused in error.details["errors"]:
            field, shown = _field_error(refused, fields)
            found.setdefault(field, []).append(shown)
        return found
    if graph.readings[row.key] is None and "type" in (operation.get("node") or operation["changes"]):
        return {"type": [ValidationError(local_text(_NO_TYPE), code="unknown_type")]}
    return {}


def _field_error(refused: JsonObject, fields: Collection[str]) -> tuple[str, ValidationError]:
    pointer = refused["pointer"].removeprefix("/operations").removeprefix("/0").removeprefix("/")
    name = next((field for place, field in _FIELDS.items() if pointer == place), pointer.partition("/")[0])
    inner = pointer.partition("/")[2] if name in fields and name not in _FIELDS.values() else pointer
    if name not in fields:
        name = NON_FIELD_ERRORS
    message = local_text(refused["message"])
    return name, ValidationError(f"/{inner}: {message}" if inner else message, code=refused["code"])
