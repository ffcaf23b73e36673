"""References from current graphs to something by id."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import TextField
from django.db.models.functions import Cast

from tools.executors.uses import Use, UseKind, declares_uses, uses_of
from workflow_editor.models import ProcessNode
from workflow_editor.nodes.registry import builtin_registry
from workflow_editor.selectors.access import is_visible_to


@dataclass(frozen=True, slots=True)
class WorkflowUse:
    """A workflow and the nodes of it that hold what was looked for."""

    id: UUID
    name: str
    nodes: list[str]
    """Names of the nodes, in the order of names."""


def node_uses(type_id: str, config: Mapping[str, Any]) -> Iterator[Use]:
    """Yield what the settings of a node refer to; nothing for a type that is not known."""
    kind = builtin_registry().kind(type_id, 1)
    if kind is not None:
        yield from uses_of(kind.node_type.config_model, config)


@cache
def types_with_uses() -> tuple[str, ...]:
    """Return the ids of node types that may refer to something."""
    return tuple(one.id for one in builtin_registry().node_types() if declares_uses(one.config_model))


def workflow_uses(*, user: User, kind: UseKind, id_: UUID) -> list[WorkflowUse]:
    """Return the user's workflows with nodes that refer to something, by name."""
    rows = (
        ProcessNode.objects.filter(is_visible_to(user, prefix="workflow__"), type__in=types_with_uses())
        .annotate(text=Cast("config", TextField()))
        .filter(text__contains=str(id_))
        .order_by("workflow__name", "workflow_id", "name")
        .values_list("workflow_id", "workflow__name", "name", "type", "config")
    )
    uses: dict[UUID, WorkflowUse] = {}
    for workflow_id, workflow, node, type_, config in rows:
        if any((use.kind, use.id) == (kind, str(id_)) for use in node_uses(type_, config)):
            uses.setdefault(workflow_id, WorkflowUse(workflow_id, workflow, [])).nodes.append(node)
    return list(uses.values())
