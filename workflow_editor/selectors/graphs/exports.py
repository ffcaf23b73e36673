"""A workflow as a file that may leave the house."""

from typing import Any

from tools.core.definitions import JsonObject
from tools.executors.contract.schema import secret_fields
from tools.executors.registry import registry
from tools.secrets.address_keys import masked_keys
from workflow_editor.models import Workflow
from workflow_editor.models.graph_document import graph_document

FORMAT = "flowloom"


def workflow_export(workflow: Workflow) -> JsonObject:
    """Return {format, name, description, tags, document}, without secret tool settings and with keys in addresses
    masked. Folders are not exported, since they belong to this installation.
    """
    document = graph_document(workflow).model_dump(mode="json")
    for node in document["nodes"]:
        node["config"] = _without_secrets(node["config"])
    return {
        "format": FORMAT,
        "name": workflow.name,
        "description": workflow.description,
        "tags": [tag.name for tag in workflow.tags.all()],
        "document": document,
    }


def _without_secrets(value: Any) -> Any:
    """Copy a config; wherever it holds a tool with settings of its own, their secret fields are dropped."""
    if isinstance(value, str):
        return masked_keys(value)
    if isinstance(value, list):
        return [_without_secrets(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    copy = {name: _without_secrets(inner) for name, inner in value.items()}
    ui_type = str(value.get("type", ""))
    if registry.for_ui_type(ui_type) is not None and isinstance(copy.get("config"), dict):
        hidden = secret_fields(registry.config_model(ui_type))
        copy["config"] = {name: inner for name, inner in copy["config"].items() if name not in hidden}
    return copy
