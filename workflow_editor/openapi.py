"""OpenAPI additions besides the views: socket messages and icon names."""

from typing import Any

from pydantic import TypeAdapter

from tools.executors.registry import registry
from workflow_editor.nodes.registry import builtin_registry
from workflow_editor.nodes.waits import ApprovalPayload
from workflow_editor.realtime.messages import ServerFrameAdapter, SharedFrameAdapter, WorkflowFrameAdapter

REF_TEMPLATE = "#/components/schemas/{model}"


def add_union_types(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add socket messages and wait subjects, so that one document has every type.

    Shapes already used in HTTP, such as RunEventFrame, are unchanged.
    """
    schemas: dict[str, Any] = {}
    unions: tuple[tuple[str, TypeAdapter[Any]], ...] = (
        ("RunSocketMessage", ServerFrameAdapter),
        ("SharedSocketMessage", SharedFrameAdapter),
        ("WorkflowSocketMessage", WorkflowFrameAdapter),
        ("ApprovalPayload", TypeAdapter(ApprovalPayload)),
    )
    for name, adapter in unions:
        frames = adapter.json_schema(mode="serialization", ref_template=REF_TEMPLATE)
        schemas |= {**frames.pop("$defs"), name: frames}
    schemas |= result["components"]["schemas"]
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def add_icon_names(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add the icons of built-in node types and tools as examples, so that clients can verify that all exist and
    differ.
    """
    schemas = result["components"]["schemas"]
    for name, entries in (("NodeTypeInfo", builtin_registry().catalogue()), ("ToolType", registry.catalogue())):
        schemas[name]["properties"]["icon"]["examples"] = sorted(entry["icon"] for entry in entries)
    return result


def name_letters_of_all_scripts(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    r"""Say what `\w` means in Python: in patterns of JSON Schema (ECMA 262) it is ASCII, and slugs may be Chinese."""
    for schema in result["components"]["schemas"].values():
        for field in schema.get("properties", {}).values():
            if "pattern" in field:
                field["pattern"] = field["pattern"].replace(r"[-\w]", r"[-_\p{L}\p{N}]")
    return result
