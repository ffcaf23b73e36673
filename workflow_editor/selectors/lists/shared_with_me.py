"""Reads of what others share with a person, taken up or not: the one place where the latter is listed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args
from uuid import UUID

from django.contrib.auth.models import User

from agents.knowledge.models import KnowledgeBase
from tools.core.tool_id import ToolId, ToolKind
from tools.models import DataTable, ToolConfig
from tools.models.owned import Shareable
from tools.selectors.sharing import shared_by_others
from workflow_editor.models import WorkflowMember

SharedKind = Literal["workflow", "agent", "tool", "table", "knowledge_base"]
SHARED_KINDS: Final[Sequence[SharedKind]] = get_args(SharedKind)
FOR_EVERYBODY: Final[Mapping[SharedKind, type[Shareable]]] = {
    "tool": ToolConfig,
    "table": DataTable,
    "knowledge_base": KnowledgeBase,
}
"""Kinds that are shared with everybody; workflows and agents are shared with single people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedThing:
    """Something of somebody else's that the person may use."""

    kind: SharedKind
    id: UUID
    tool_id: ToolId | None
    """Id for nodes and agents; None for a table."""
    name: str
    description: str
    owner: User
    role: str | None
    """Role in a workflow or agent once it is added."""
    offered_over_mcp: bool
    """Once added, it is offered to the person's agents over MCP."""
    taken_up: bool


def shared_with_me(user: User, kind: SharedKind | None = None) -> list[SharedThing]:
    """Return items shared with the user by kind (None: all), those not added first, then by name."""
    found = [thing for one in SHARED_KINDS if kind in (None, one) for thing in _of_kind(one, user)]
    return sorted(found, key=lambda thing: (SHARED_KINDS.index(thing.kind), thing.taken_up))


def _of_kind(kind: SharedKind, user: User) -> Iterator[SharedThing]:
    if kind in ("workflow", "agent"):
        yield from _memberships(user, kind)
        return
    for row in shared_by_others(user, FOR_EVERYBODY[kind]):
        thing: Any = row  # each kind has a name and a description, their base class has not
        yield SharedThing(
            kind=kind,
            id=thing.pk,
            tool_id=_tool_id(row),
            name=thing.name,
            description=thing.description,
            owner=thing.owner,
            role=None,
            offered_over_mcp=isinstance(row, ToolConfig) and row.offered_over_mcp,
            taken_up=thing.taken_up,
        )


def _tool_id(row: Shareable) -> ToolId | None:
    if isinstance(row, ToolConfig):
        return row.tool_id
    return ToolId.of(ToolKind.KB, row.slug) if isinstance(row, KnowledgeBase) else None


def _memberships(user: User, kind: SharedKind) -> Iterator[SharedThing]:
    rows = WorkflowMember.objects.filter(user=user, workflow__agent__isnull=kind == "workflow")
    rows = rows.exclude(workflow__owner=user).select_related("workflow__owner", "workflow__agent")
    for row in rows.order_by("workflow__name", "workflow_id"):
        workflow = row.workflow
        thing = workflow.agent or workflow
        yield SharedThing(
            kind=kind,
            id=thing.pk,
            tool_id=ToolId.of(ToolKind(kind), thing.slug),
            name=thing.name,
            description=thing.description,
            owner=workflow.owner,
            role=row.role,
            offered_over_mcp=workflow.offered_over_mcp,
            taken_up=row.taken_up_at is not None,
        )
