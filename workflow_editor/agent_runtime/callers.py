"""Callers of workflows and agents, and changes of a new version that break them."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Literal
from uuid import UUID

from django.contrib.auth.models import User

from agents.models import AgentProfile
from agents.profiles.inventory import skill_id
from tools.core.definitions import JsonObject
from tools.core.naming.names import function_name
from tools.core.text import Text
from tools.core.tool_id import ToolId, ToolKind
from tools.executors.uses import Use, use_of_id
from workflow_editor.graph.document import Document
from workflow_editor.models import Workflow
from workflow_editor.models.graph_document import graph_document
from workflow_editor.nodes.builtin.run_end import RunEndNode
from workflow_editor.nodes.interface import breaking_changes, broken_triggers, interface_of, tool_schema
from workflow_editor.selectors.agent_access import agent_list
from workflow_editor.selectors.checks.uses import NODE_COLUMNS, node_uses, nodes_with_uses
from workflow_editor.selectors.people.accounts import tokens_starting
from workflow_editor.services.versions import version_newest

CallerKind = Literal["agent", "workflow", "trigger", "token", "mcp"]


@dataclass(frozen=True, slots=True)
class InterfaceCaller:
    """One caller: an agent, a workflow's node, a trigger, an API token, or agents over MCP."""

    kind: CallerKind
    id: str
    name: str
    node: str = ""
    """Name of the node that calls."""


@dataclass(frozen=True, slots=True)
class InterfaceReport:
    """The stored graph as a tool, and the effects of publishing it."""

    tool: JsonObject
    """{name, description, parameters}."""
    function: str
    """Its name for agents, unless another tool of theirs has the same."""
    breaking: list[Text]
    """Against the newest published version; empty while there is none."""
    callers: list[InterfaceCaller]
    foreign_tokens: int
    """Number of other people's tokens that may start it."""


def interface_report(workflow: Workflow, user: User) -> InterfaceReport:
    """Compare the stored graph with the newest published version, for visible callers that pin none."""
    draft = graph_document(workflow)
    after = interface_of(draft)
    newest = version_newest(workflow)
    before = interface_of(Document.model_validate(newest.document)) if newest else after
    triggers = list(broken_triggers(draft, before, after))
    tool_id = ToolId.of(ToolKind.WORKFLOW, workflow.slug)
    return InterfaceReport(
        tool_schema(tool_id, workflow.description, after),
        function_name(tool_id, workflow.name),
        [*breaking_changes(before, after), *chain.from_iterable(trigger.changes for trigger in triggers)],
        [
            *workflow_callers(user, [workflow])[workflow.pk],
            *(InterfaceCaller("trigger", str(workflow.pk), trigger.name) for trigger in triggers),
            *_programs(user, workflow),
        ],
        tokens_starting(workflow).exclude(user=user).count(),
    )


def workflow_callers(
    user: User, workflows: Collection[Workflow], *, of_versions: bool = False
) -> dict[UUID, list[InterfaceCaller]]:
    """Return the visible callers of workflows by id, agents first; `of_versions` includes those that pin a version."""
    by_name = {name: one.pk for one in workflows for name in (one.slug, str(one.pk))}
    callers: dict[UUID, list[InterfaceCaller]] = {one.pk: [] for one in workflows}
    for caller, called in [*_agents(user), *_nodes(user)]:
        named = [one for one in called if one.kind == "workflow" and (of_versions or not one.version)]
        for workflow_id in {by_name.get(one.id) for one in named}:
            if workflow_id is not None and str(workflow_id) != caller.id:
                callers[workflow_id].append(caller)
    return callers


def _programs(user: User, workflow: Workflow) -> Iterator[InterfaceCaller]:
    """Programs that may start the newest version: by the user's tokens, those for this workflow first, and over MCP."""
    for token in tokens_starting(workflow).filter(user=user):
        yield InterfaceCaller("token", str(token.pk), token.name)
    if workflow.offered_over_mcp:
        yield InterfaceCaller("mcp", str(workflow.pk), "MCP")


def agent_callers(user: User, agent: AgentProfile) -> list[InterfaceCaller]:
    """Return who of what the user sees calls the agent; other agents first, then nodes."""
    names = (agent.slug, str(agent.pk))
    return [
        caller
        for caller, called in [*_agents(user), *_nodes(user)]
        if any(one.kind == "agent" and one.id in names for one in called) and caller.id != str(agent.pk)
    ]


def _agents(user: User) -> Iterator[tuple[InterfaceCaller, list[Use]]]:
    """Yield the user's agents, by name, with what each may call."""
    for agent in agent_list(user).order_by("name", "slug"):
        profile = agent.profile
        tools = [*profile.tool_ids_inventory, *map(skill_id, profile.skill_workflow_ids_inventory)]
        if core := profile.core_deliberation_workflow_id:
            tools.append(ToolId.of(ToolKind.WORKFLOW, core))
        uses = (use_of_id(one) for one in tools)
        yield InterfaceCaller("agent", str(agent.pk), agent.name), [use for use in uses if use is not None]


def _nodes(user: User) -> Iterator[tuple[InterfaceCaller, list[Use]]]:
    """Nodes of workflows that the user sees, by workflow, with what each may call."""
    for workflow_id, name, node, type_, config in nodes_with_uses(user).values_list(*NODE_COLUMNS):
        # A trigger that waits for the end of a run takes nothing of its interface.
        called = [] if type_ == RunEndNode.id else list(node_uses(type_, config))
        yield InterfaceCaller("workflow", str(workflow_id), name, node), called
