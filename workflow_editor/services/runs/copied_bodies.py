"""Container contents that a run adopts from another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from workflow_editor.engine.scopes import Address, container_of, pass_scope
from workflow_editor.graph.subgraphs import Subgraphs
from workflow_editor.models import ContainerPass, ContainerState, NodeRun, Run, Status
from workflow_editor.services.runs.copied_work import DONE

MAX_PASSES: Final = 5_000
"""Pass limit of a fork, which copies while somebody waits."""


@dataclass(frozen=True, slots=True)
class SharedBody:
    """A container that continues another run's passes."""

    at: Address
    again: frozenset[str] = frozenset()
    """Nodes that run again in every pass; without any, passes that succeeded are over."""


def bodies_begun(source: Run) -> list[SharedBody]:
    """Return containers with unfinished passes for a retry, outer ones first; a run stopped early may have adopted ones
    itself.
    """
    rows = NodeRun.objects.filter(run=source, node_key=OuterRef("node_key"), scope=OuterRef("scope"), status__in=DONE)
    passes = ContainerPass.objects.filter(~Exists(rows), run=source)
    found: list[Address] = []
    for at in sorted((Address(*one) for one in passes.values_list("node_key", "scope").distinct()), key=_depth):
        # One that failed inside of a container that is done nevertheless is part of what is done.
        if _is_inside(found, at):
            found.append(at)
    return [SharedBody(at) for at in found]


def bodies_around(source: Run, parts: Subgraphs, key: str) -> list[SharedBody]:
    """Return the containers around a node with the earlier nodes that a fork shares, outer ones first.

    Loops and their content are excluded: each pass depends on the previous one.
    """
    home = parts.home(key)
    if ContainerPass.objects.filter(run=source, node_key__in=home).count() > MAX_PASSES:
        return []
    found: list[SharedBody] = []
    for container, inner in pairwise([*home, key]):
        again = frozenset(parts.following(inner))
        states = ContainerState.objects.filter(run=source, node_key=container, total__isnull=False)
        around = [body.at for body in found]
        addresses = [Address(container, scope) for scope in states.values_list("scope", flat=True)]
        found += [SharedBody(at, again) for at in addresses if _is_inside(around, at)]
    return found


def shared_scopes(source: Run, body: SharedBody) -> list[str]:
    """Return the passes with individually adopted finished nodes."""
    return [pass_scope(body.at, index) for index in _passes_to_look_into(source, body)]


def _is_inside(found: Sequence[Address], at: Address) -> bool:
    return not at.scope or container_of(at.scope)[0] in found


def _depth(at: Address) -> int:
    return at.scope.count("/")


def _passes_to_look_into(source: Run, body: SharedBody) -> Iterator[int]:
    """Yield the restarting passes, and a loop's last successful one, which its condition uses."""
    at = body.at
    passes = ContainerPass.objects.filter(run=source, node_key=at.key, scope=at.scope).order_by("index")
    if body.again:
        yield from _indexes(passes)
        return
    yield from _indexes(passes.exclude(status=Status.SUCCEEDED))
    if not ContainerState.objects.filter(run=source, node_key=at.key, scope=at.scope, total__isnull=False).exists():
        yield from _indexes(passes.filter(status=Status.SUCCEEDED).reverse()[:1])


def _indexes(passes: QuerySet[ContainerPass]) -> QuerySet[ContainerPass, int]:
    return passes.values_list("index", flat=True)
