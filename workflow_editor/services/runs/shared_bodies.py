"""What a run takes over from inside the containers of another one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from workflow_editor.engine.scopes import Address, container_of, pass_scope
from workflow_editor.graph.subgraphs import Subgraphs
from workflow_editor.models import ContainerPass, ContainerState, NodeRun, Run, Status
from workflow_editor.services.runs.shared_work import DONE

MAX_PASSES: Final = 5_000
"""Of so many passes, a fork copies what leads up to its node: it does so while somebody waits."""


@dataclass(frozen=True, slots=True)
class SharedBody:
    """A container that goes on with what the other run did in it."""

    at: Address
    again: frozenset[str] = frozenset()
    """Nodes that run again in every pass; without any, passes that succeeded are over."""


def bodies_begun(source: Run) -> list[SharedBody]:
    """Return the containers with passes that are not done, which a retry goes on with; outer ones first.

    A run that was stopped before it began may have passes that it was to take over itself.
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
    """Return the containers around a node with what leads up to it in them, which a fork shares; outer ones first.

    Loops are not among them, nor what is in one: each pass depends on the one before.
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
    """Return the passes whose finished nodes are taken over one by one."""
    return [pass_scope(body.at, index) for index in _passes_to_look_into(source, body)]


def _is_inside(found: Sequence[Address], at: Address) -> bool:
    return not at.scope or container_of(at.scope)[0] in found


def _depth(at: Address) -> int:
    return at.scope.count("/")


def _passes_to_look_into(source: Run, body: SharedBody) -> Iterator[int]:
    """Yield the passes that begin again, and a loop's last good one: its condition looks at the nodes in there."""
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
