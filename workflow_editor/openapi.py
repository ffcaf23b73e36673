"""OpenAPI additions besides the views: socket messages, icon names and the constants of the graph."""

from typing import Any, get_args

from pydantic import TypeAdapter

from tools.core.ports import ASK_TIMEOUT_S
from tools.executors.registry import registry
from tools.models.tool_policy import LONGEST_ASK_S
from tools.selectors import invocations
from workflow_editor.api.list_filters import RUN_TRIGGERS, TRIGGER_TYPES
from workflow_editor.graph.catalogue import ROOT_WORDS
from workflow_editor.graph.document import DEFAULT_POLICY, ERROR_PORT, NodePolicy
from workflow_editor.graph.limits import MAX_DEPTH, MAX_KEY, MAX_NAME, MAX_NODES
from workflow_editor.models.status import OPEN_STATUSES
from workflow_editor.models.workflow import MAX_FOLDER
from workflow_editor.nodes.builtin.start import TRUTH, FieldType
from workflow_editor.nodes.fields.show_rules import ShowOperator
from workflow_editor.nodes.lookup import CLOCK_WORDS, RESULT_ALIAS
from workflow_editor.nodes.registry import builtin_registry
from workflow_editor.nodes.template import LIQUID_WORDS
from workflow_editor.nodes.waits import ApprovalPayload
from workflow_editor.realtime.messages import ServerFrameAdapter, SharedFrameAdapter, WorkflowFrameAdapter
from workflow_editor.selectors.run.listing import MOST_SEARCHED
from workflow_editor.services.library import MAX_TAGS
from workflow_editor.services.many_workflows import MAX_AT_ONCE

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


def add_graph_rules(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add the constants that the front end applies as the server does; its `rules.gen.ts` is written from them."""
    policy = NodePolicy.model_json_schema()["properties"].items()
    bounds = [(name, one.get("maximum")) for name, field in policy for one in field.get("anyOf", [field])]
    result["x-rules"] = {
        "ASK_TIMEOUT_S": ASK_TIMEOUT_S,
        "ERROR_PORT": ERROR_PORT,
        "FIELD_TYPES": get_args(FieldType),
        "LONGEST_ASK_S": LONGEST_ASK_S,
        "LONGEST_FOLDER": MAX_FOLDER,
        "LONGEST_KEY": MAX_KEY,
        "LONGEST_NAME": MAX_NAME,
        "MOST_AT_ONCE": MAX_AT_ONCE,
        "MOST_NODES": MAX_NODES,
        "MOST_NESTED": MAX_DEPTH,
        "MOST_SEARCHED_CALLS": invocations.MOST_SEARCHED,
        "MOST_SEARCHED_RUNS": MOST_SEARCHED,
        "MOST_TAGS": MAX_TAGS,
        "OPEN_STATUSES": [status.value for status in OPEN_STATUSES],
        "POLICY": DEFAULT_POLICY.model_dump(mode="json"),
        "POLICY_MAXIMUM": {name: most for name, most in bounds if most is not None},
        "RESULT_ALIAS": RESULT_ALIAS,
        "ROOT_WORDS": ROOT_WORDS,
        "RUN_TRIGGERS": RUN_TRIGGERS,
        "SHOW_OPERATORS": get_args(ShowOperator),
        "TEMPLATE_WORDS": sorted(LIQUID_WORDS | CLOCK_WORDS),
        "TRIGGER_TYPES": TRIGGER_TYPES,
        "YES_WORDS": [word for word, is_yes in TRUTH.items() if is_yes],
    }
    return result


def name_letters_of_all_scripts(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    r"""Say what `\w` means in Python: in patterns of JSON Schema (ECMA 262) it is ASCII, and slugs may be Chinese."""
    for schema in result["components"]["schemas"].values():
        for field in schema.get("properties", {}).values():
            if "pattern" in field:
                field["pattern"] = field["pattern"].replace(r"[-\w]", r"[-_\p{L}\p{N}]")
    return result
