"""Settings from screens or requests that override a version's."""

from collections.abc import Mapping, Sequence

from tools.core.definitions import JsonObject
from workflow_editor.errors import InvalidInputError
from workflow_editor.graph.document import Document
from workflow_editor.graph.operations import apply_operations
from workflow_editor.graph.parsed_graph import ParsedGraph
from workflow_editor.nodes.inspection import ParsedConfig
from workflow_editor.nodes.registry import builtin_registry


def with_configs(
    document: Document, configs: Mapping[str, JsonObject], places: Sequence[str]
) -> ParsedGraph[ParsedConfig]:
    """Return the graph with these settings by node key; `places` are their JSON pointers in the request, in order.

    Raises InvalidInputError (`config_invalid`) with pointers below these.
    """
    operations = [{"op": "update_node", "key": key, "changes": {"config": configs[key]}} for key in configs]
    try:
        return apply_operations(document, operations, builtin_registry())
    except InvalidInputError as error:
        errors = [{**found, "pointer": _placed(str(found["pointer"]), places)} for found in error.details["errors"]]
        raise InvalidInputError(error.text, code="config_invalid", details={"errors": errors}) from error


def _placed(pointer: str, places: Sequence[str]) -> str:
    """Turn `/operations/<index>/config/<field>` into `<place>/<field>`."""
    _, _, index, *rest = pointer.split("/")
    return "/".join([places[int(index)], *rest[1:]]) if index.isdigit() else pointer
