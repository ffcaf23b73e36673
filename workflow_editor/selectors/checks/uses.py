"""Uses of tools, tables and credentials, by the references that settings declare (`tools.executors.uses`)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from agents.profiles.inventory import gateway_ids
from agents.selectors import provider_names_with_credential
from tools.core.tool_id import ToolId, ToolKind
from tools.executors.uses import (
    ChoosingField,
    Use,
    UseKind,
    choosing_fields,
    declares_uses,
    use_of_id,
    uses_of,
    uses_of_tool,
)
from tools.models import ToolConfig
from tools.selectors.tool_configs import TOOLS
from workflow_editor.graph.document import Document, NodeDoc
from workflow_editor.models import AlertRule, ProcessNode
from workflow_editor.nodes.registry import builtin_registry
from workflow_editor.selectors.access import is_visible_to
from workflow_editor.selectors.agent_access import agent_list


@dataclass(frozen=True, slots=True)
class WorkflowUse:
    """A workflow and those of its nodes that refer to something."""

    id: UUID
    name: str
    nodes: list[str]
    """Names of the nodes, in the order of names."""


@dataclass(frozen=True, slots=True)
class Uses:
    """Everything that would miss a thing, as far as one may see it. Lists of names are in the order of names."""

    workflows: list[WorkflowUse]
    """Workflows with nodes that refer to it; to a table also through a tool that gives its functions."""
    tools: list[str]
    """Names of the configured tools that refer to it, or that the credential belongs to."""
    agents: list[str]
    """Names of the agents that are offered the tool."""
    alerts: list[str]
    """Names of the workflows that the tool reports failures of; empty for a rule that holds for all."""
    providers: list[str]
    """Names of the model APIs that the credential belongs to."""


def uses_of_thing(*, user: User, kind: UseKind, id_: UUID) -> Uses:
    """Return where a tool, table or credential is used."""
    tools = [one for one in TOOLS.may("use", user) if _refers(one, kind, id_)]
    through = [("tool", one.pk) for one in tools] if kind == "table" else []
    return Uses(
        workflow_uses(user, (kind, id_), *through),
        [one.name for one in tools],
        _agents(user, id_) if kind == "tool" else [],
        _alerts(user, id_) if kind == "tool" else [],
        provider_names_with_credential(id_) if kind == "credential" else [],
    )


def workflow_uses(user: User, *things: tuple[str, UUID]) -> list[WorkflowUse]:
    """Return the user's workflows with nodes that refer to one of the things (kind and id), by name."""
    wanted = {(kind, str(id_)) for kind, id_ in things}
    named = Q(*(Q(text__contains=id_) for _, id_ in wanted), _connector=Q.OR)
    rows = nodes_with_uses(user).annotate(text=Cast("config", TextField())).filter(named)
    found: dict[UUID, WorkflowUse] = {}
    for workflow_id, workflow, node, type_, config in rows.values_list(*NODE_COLUMNS):
        if any((use.kind, use.id) in wanted for use in node_uses(type_, config)):
            found.setdefault(workflow_id, WorkflowUse(workflow_id, workflow, [])).nodes.append(node)
    return list(found.values())


NODE_COLUMNS = ("workflow_id", "workflow__name", "name", "type", "config")


def nodes_with_uses(user: User) -> QuerySet[ProcessNode]:
    """Return the nodes of the user's workflows, as they are edited now, that may refer to something: by workflow, then
    by name.
    """
    rows = ProcessNode.objects.filter(is_visible_to(user, prefix="workflow__"), type__in=_types_with_uses())
    return rows.order_by("workflow__name", "workflow_id", "name")


def node_uses(type_id: str, config: Mapping[str, Any]) -> Iterator[Use]:
    """Yield what the settings of a node refer to; nothing for a type that is not known."""
    kind = builtin_registry().kind(type_id, 1)
    if kind is not None:
        yield from uses_of(kind.node_type.config_model, config)


def node_choices(document: Document) -> Iterator[tuple[NodeDoc, ChoosingField]]:
    """Yield the filled-in fields that choose something, of the nodes that run; nothing for types that are not known."""
    types = _types_with_uses()
    for node in document.nodes:
        # Most nodes choose nothing, and every run asks.
        if node.type not in types or node.bypass:
            continue
        if (kind := builtin_registry().kind(node.type, node.type_version)) is not None:
            places = choosing_fields(kind.node_type.config_model, node.config)
            yield from ((node, place) for place in places)


@cache
def _types_with_uses() -> frozenset[str]:
    return frozenset(one.id for one in builtin_registry().node_types() if declares_uses(one.config_model))


def _refers(tool: ToolConfig, kind: UseKind, id_: UUID) -> bool:
    is_its_own = kind == "credential" and tool.credential_id == id_
    return is_its_own or _is_among(kind, id_, uses_of_tool(tool.type, tool.config))


def _agents(user: User, id_: UUID) -> list[str]:
    agents = agent_list(user).order_by("name")
    return [
        one.name
        for one in agents
        if _is_among("tool", id_, map(use_of_id, gateway_ids(one.profile.tool_ids_inventory)))
    ]


def _is_among(kind: UseKind, id_: UUID, uses: Iterable[Use | None]) -> bool:
    return any(use is not None and (use.kind, use.id) == (kind, str(id_)) for use in uses)


def _alerts(user: User, id_: UUID) -> list[str]:
    visible = is_visible_to(user, prefix="workflow__") | Q(created_by=user)
    if user.is_staff:
        visible |= Q(workflow=None)
    rules = AlertRule.objects.filter(visible, tool_id=ToolId.of(ToolKind.TOOL, id_)).order_by("workflow__name")
    return [name or "" for name in rules.distinct().values_list("workflow__name", flat=True)]
