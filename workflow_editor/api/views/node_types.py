"""The catalogue of node types, and of the filters that their templates have."""

from typing import Any, Literal

from pydantic import MISSING

from tools.api.contract.endpoints import endpoint
from tools.api.contract.fields import JsonObject, JsonSchema, LocalText
from tools.api.contract.shapes import Shape
from tools.api.summaries import SummaryTextShape
from tools.core.definitions import EffectClass
from workflow_editor.graph.catalogue import NodeRole
from workflow_editor.nodes.base import Category
from workflow_editor.nodes.registry import builtin_registry
from workflow_editor.nodes.templates.filter_help import filter_list


class PortShape(Shape):
    """A connection point; with `show_if` it exists only while these fields of the config hold one of the values."""

    id: str
    title: LocalText
    show_if: JsonObject | None


class OutputFieldShape(Shape):
    """A value that later nodes can refer to as `nodes.<key>.<name>`."""

    name: str
    type: Literal["string", "number", "boolean", "object", "array", "any"]
    title: LocalText


class NodeExample(Shape):
    """One use of a node type: its settings, what comes in (inputs of the run, outputs of nodes by key) and out."""

    text: LocalText
    config: JsonObject
    inputs: JsonObject
    nodes: JsonObject
    output: JsonObject


class TemplateFilter(Shape):
    """A filter of templates: `{{ value | name: arguments }}` gives the result."""

    name: str
    arguments: str
    help: LocalText
    value: Any
    result: Any


class NodeTypeInfo(Shape):
    """A node type.

    `output_fields_from` names a config list with rows that are output fields too. Rows `{id, label}` of the list
    `outputs_from` are output ports before `outputs`. A type of role `container` has a body that runs in passes and sees
    `pass_fields`. One of role `canvas` is only drawn.
    """

    id: str
    version: int
    category: Category
    icon: str
    title: LocalText
    help: LocalText
    keywords: LocalText
    summary: list[list[SummaryTextShape]]
    inputs: list[PortShape]
    outputs: list[PortShape]
    outputs_from: str | None
    role: NodeRole
    effect: EffectClass
    previews: bool
    """`outcome/` can say what a node of this type would give."""
    example: NodeExample | MISSING = MISSING
    config_schema: JsonSchema
    default_config: JsonObject
    output_fields: list[OutputFieldShape]
    output_fields_from: str | None
    pass_fields: list[OutputFieldShape]


@endpoint("GET", "node-types/")
def node_type_list() -> list[NodeTypeInfo]:
    """List the node types with the JSON Schemas that forms are drawn from."""
    return [NodeTypeInfo.model_construct(**row) for row in builtin_registry().catalogue()]


@endpoint("GET", "template-filters/")
def template_filter_list() -> list[TemplateFilter]:
    """List the filters usable after `|` in a template, each with an example."""
    return [TemplateFilter.model_construct(**row) for row in filter_list()]
