"""Tools available to a person's agents, and validation of ids."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from django.contrib.auth.models import User

from agents.knowledge.selectors import base_names
from agents.profiles.inventory import gateway_id
from tools.adapters.gateway_factory import gateway
from tools.calls.resolved import Unusable
from tools.calls.tool_functions import wanted_of
from tools.core.definitions import CallContext, SkippedTool, ToolRef
from tools.core.text import Text
from tools.core.tool_id import ToolId, ToolKind
from tools.executors.knowledge import ANY_BASE, knowledge_executor
from tools.executors.registry import is_tool_implemented, map_executor_to_ui_tools, registry
from tools.policies.index import PolicyIndex
from tools.selectors.policies import caller_of
from tools.selectors.tool_configs import TOOLS
from workflow_editor.selectors.agent_access import agent_list
from workflow_editor.selectors.lists.workflows import workflow_list_for_user

_ANY_BASE = Text("Every knowledge base")
_ANY_BASE_HELP = Text("The model chooses which one to search.")

Kind = Literal["system", "tool", "workflow", "agent", "kb"]


@dataclass(frozen=True, slots=True)
class InventoryEntry:
    id: ToolId
    kind: Kind
    title: Text
    description: Text
    icon: str
    asks: bool = False
    """A rule has a person asked before each call."""


def inventory_list(user: User) -> list[InventoryEntry]:
    """Return everything that the user may give to an agent, by kind and title.

    Functions of an MCP server (`mcp:…`) are known to the server only; its `tool:` id covers all. `kb:Query` is included
    once there is something to search.
    """
    found = [*_builtin(), *_configured(user), *_workflows(user), *_agents(user), *_knowledge(user)]
    rules = gateway().index()
    if not rules.asks:
        return found
    context = CallContext(caller_of(user), origin="chat")
    return [replace(entry, asks=_asks(entry.id, rules, context)) for entry in found]


def _asks(tool_id: ToolId, rules: PolicyIndex, context: CallContext) -> bool:
    tool = gateway().resolve(ToolRef(tool_id), context)
    return not isinstance(tool, Unusable) and rules.decide(tool.subject, context).effect == "ask"


def inventory_gap(user: User, inventory_id: ToolId) -> SkippedTool | None:
    """Return why an id of an inventory cannot be used now, None when it can."""
    ref = wanted_of(ToolRef(gateway_id(inventory_id))).ref
    found = gateway().resolve(ref, CallContext(caller_of(user), origin="chat"))
    return found.skipped if isinstance(found, Unusable) else None


def _builtin() -> Iterator[InventoryEntry]:
    for executor in sorted(registry, key=lambda one: one.title.en):
        if is_tool_implemented(executor.name) and not map_executor_to_ui_tools(executor.name):
            yield InventoryEntry(ToolId(executor.name), "system", executor.title, executor.help, executor.icon)


def _configured(user: User) -> Iterator[InventoryEntry]:
    for tool in TOOLS.may("list", user).filter(enabled=True).order_by("name", "id"):
        found = registry.for_ui_type(tool.type)
        if found is not None:
            description = tool.description or found[1].title
            yield InventoryEntry(tool.tool_id, "tool", _same(tool.name), _same(description), found[1].icon)


def _workflows(user: User) -> Iterator[InventoryEntry]:
    for row in workflow_list_for_user(user).order_by("name", "slug"):
        if vars(row)["role"] != "viewer":
            yield InventoryEntry(
                ToolId.of(ToolKind.WORKFLOW, row.slug), "workflow", _same(row.name), _same(row.description), "sitemap"
            )


def _agents(user: User) -> Iterator[InventoryEntry]:
    for agent in agent_list(user).order_by("name", "slug"):
        yield InventoryEntry(
            ToolId.of(ToolKind.AGENT, agent.slug), "agent", _same(agent.name), _same(agent.description), "robot"
        )


def _knowledge(user: User) -> Iterator[InventoryEntry]:
    bases = base_names(user=user)
    icon = knowledge_executor.icon
    if bases:
        yield InventoryEntry(ToolId.of(ToolKind.KB, ANY_BASE), "kb", _ANY_BASE, _ANY_BASE_HELP, icon)
    for slug, name, description, _ in bases:
        yield InventoryEntry(ToolId.of(ToolKind.KB, slug), "kb", _same(name), _same(description), icon)


def _same(text: str | Text) -> Text:
    return text if isinstance(text, Text) else Text.verbatim(text)
