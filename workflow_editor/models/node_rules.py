"""Refusals of a node's row, checked as an operation on its graph: by the rules of every other edit."""

from collections.abc import Collection

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.forms.local_text import local_text
from workflow_editor.errors import InvalidInputError
from workflow_editor.models.graph_document import graph_document
from workflow_editor.models.workflow import Workflow

_NO_TYPE = Text("There is no such node type.")
_FIELDS = {"position/x": "x", "position/y": "y"}


def refusals(workflow: Workflow, operation: JsonObject, fields: Collection[str]) -> dict[str, list[ValidationError]]:
    """Return the errors of the operation that stores a row, by field; empty when the graph takes it.

    Errors of other fields than `fields` concern the whole row.
    """
    # Node types bring template and expression engines with them; a process that only reads rows needs none.
    from workflow_editor.graph.operations import apply_operations
    from workflow_editor.nodes.registry import builtin_registry

    try:
        graph = apply_operations(graph_document(workflow), [operation], builtin_registry())
    except InvalidInputError as error:
        found: dict[str, list[ValidationError]] = {}
        for refused in error.details["errors"]:
            field, shown = _field_error(refused, fields)
            found.setdefault(field, []).append(shown)
        return found
    stored = operation.get("node") or {"key": operation["key"], **operation["changes"]}
    if graph.readings[stored["key"]] is None and "type" in stored:
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
