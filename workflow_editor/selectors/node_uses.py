"""Where graphs, as they are edited now, name something by its id."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import TextField
from django.db.models.functions import Cast

from workflow_editor.models import ProcessNode
from workflow_editor.selectors.access import is_visible_to


@dataclass(frozen=True, slots=True)
class WorkflowUse:
    """A workflow and the nodes of it that hold what was looked for."""

    id: UUID
    name: str
    nodes: list[str]
    """Names of the nodes, in the order of names."""


def workflow_uses(
    *, user: User, types: Sequence[str], named: UUID, holds: Callable[[Mapping[str, Any]], bool]
) -> list[WorkflowUse]:
    """Return the user's workflows with nodes of these types that hold an id, by name.

    Args:
        holds: says whether a config whose text has the id in it holds it where it counts.
    """
    rows = (
        ProcessNode.objects.filter(is_visible_to(user, prefix="workflow__"), type__in=types)
        .annotate(text=Cast("config", TextField()))
        .filter(text__contains=str(named))
        .order_by("workflow__name", "workflow_id", "name")
        .values_list("workflow_id", "workflow__name", "name", "config")
    )
    uses: dict[UUID, WorkflowUse] = {}
    for workflow_id, workflow, node, config in rows:
        if holds(config):
            uses.setdefault(workflow_id, WorkflowUse(workflow_id, workflow, [])).nodes.append(node)
    return list(uses.values())
