"""What a retry takes over from inside the containers that had begun and are not done."""

from collections.abc import Iterator, Sequence

from django.db.models import Exists, OuterRef

from workflow_editor.engine.scopes import Address, container_of, pass_scope
from workflow_editor.models import ContainerPass, ContainerState, NodeRun, Run, Status
from workflow_editor.services.runs.shared_work import DONE


def begun_containers(source: Run) -> list[Address]:
    """Return the containers that a retry goes on with, outer ones first."""
    rows = NodeRun.objects.filter(run=source, node_key=OuterRef("node_key"), scope=OuterRef("scope"), status__in=DONE)
    begun = ContainerState.objects.filter(~Exists(rows), run=source).values_list("node_key", "scope")
    found: list[Address] = []
    for at in sorted((Address(*one) for one in begun), key=_depth):
        # One that failed inside of a container that is done nevertheless is part of what is done.
        if not at.scope or container_of(at.scope)[0] in found:
            found.append(at)
    return found


def shared_scopes(source: Run, containers: Sequence[Address]) -> list[str]:
    """Return the passes of these containers whose finished nodes are taken over one by one."""
    return [pass_scope(at, index) for at in containers for index in _passes_to_look_into(source, at)]


def _depth(at: Address) -> int:
    return at.scope.count("/")


def _passes_to_look_into(source: Run, at: Address) -> Iterator[int]:
    """Yield the passes that did not succeed, and a loop's last good one: its condition looks at the nodes in there."""
    passes = ContainerPass.objects.filter(run=source, node_key=at.key, scope=at.scope)
    yield from passes.exclude(status=Status.SUCCEEDED).order_by("index").values_list("index", flat=True)
    if ContainerState.objects.filter(run=source, node_key=at.key, scope=at.scope, total=None).exists():
        yield from passes.filter(status=Status.SUCCEEDED).order_by("-index").values_list("index", flat=True)[:1]
