"""Who calls a workflow by its newest version, and what a new version would break for them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from django.contrib.auth.models import User

from agents.profiles.inventory import skill_id
from agents.selectors import agent_list
from tools.core.definitions import JsonObject
from tools.core.names import function_name
from tools.core.text import Text
from tools.core.tool_id import ToolId, ToolKind
from workflow_editor.graph.document import Document
from workflow_editor.models import ProcessNode, Workflow
from workflow_editor.models.graph_document import graph_document
from workflow_editor.nodes.interface import breaking_changes, interface_of, tool_schema
from workflow_editor.selectors.access import is_visible_to
from workflow_editor.services.versions import version_newest


@dataclass(frozen=True, slots=True)
class InterfaceCaller:
    """An agent, or a node of another workflow, that calls without naming a version."""

    kind: Literal["agent", "workflow"]
    id: str
    name: str
    node: str = ""
    """Name of the node that calls."""


@dataclass(frozen=True, slots=True)
class InterfaceReport:
    """What the stored graph is as a tool, and what publishing it would mean."""

    tool: JsonObject
    """{name, description, parameters}."""
    function: str
    """Its name for agents, unless another tool of theirs has the same."""
    breaking: list[Text]
    """Against the newest published version; empty while there is none."""
    callers: list[InterfaceCaller]


def interface_report(workflow: Workflow, user: User) -> InterfaceReport:
    """Compare the stored graph with the newest published version; callers are those that the user sees."""
    after = interface_of(graph_document(workflow))
    newest = version_newest(workflow)
    before = interface_of(Document.model_validate(newest.document)) if newest else None
    tool_id = ToolId.of(ToolKind.WORKFLOW, workflow.slug)
    return InterfaceReport(
        tool_schema(tool_id, workflow.description, after),
        function_name(tool_id, workflow.name),
        breaking_changes(before, after) if before else [],
        [*_agents(workflow, user), *_nodes(workflow, user)],
    )


def _agents(workflow: Workflow, user: User) -> Iterator[InterfaceCaller]:
    wanted = ToolId.of(ToolKind.WORKFLOW, workflow.slug)
    for agent in agent_list(user=user).order_by("name", "slug"):
        profile = agent.profile
        if wanted in [*profile.tool_ids_inventory, *map(skill_id, profile.skill_workflow_ids_inventory)]:
            yield InterfaceCaller("agent", str(agent.pk), agent.name)


def _nodes(workflow: Workflow, user: User) -> Iterator[InterfaceCaller]:
    rows = (
        ProcessNode.objects.filter(
            is_visible_to(user, prefix="workflow__"), type__in=("process", "tool", "sub_workflow")
        )
        .exclude(workflow=workflow)
        .order_by("workflow__name", "workflow_id", "name")
        .values_list("workflow_id", "workflow__name", "name", "type", "config")
    )
    for workflow_id, name, node, type_, config in rows:
        if _calls(type_, config, workflow):
            yield InterfaceCaller("workflow", str(workflow_id), name, node)


def _calls(type_: str, config: dict[str, Any], workflow: Workflow) -> bool:
    if type_ in ("process", "tool"):
        held = [config.get("tool"), *(config.get("tools") or [])]
        ids = [tool.get("type") for tool in held if isinstance(tool, dict)]
        return ToolId.of(ToolKind.WORKFLOW, workflow.slug) in [*(config.get("enabledTools") or []), *ids]
    named = str(config.get("workflow") or "").strip()
    return config.get("version") is None and named in (workflow.slug, str(workflow.pk))
