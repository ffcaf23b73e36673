"""The saved changes of a graph."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from typing import Any
from uuid import UUID

from tools.core.definitions import JsonObject
from workflow_editor.models import GraphChange, Workflow, WorkflowVersion

_MAX_NAME = 200
MAX_CHANGES = 500
"""Clients further behind reload the graph."""


def changes_since(workflow: Workflow | UUID, revision: int) -> list[GraphChange]:
    """Return the first `MAX_CHANGES` batches of operations that were saved after the revision, oldest first."""
    changes = GraphChange.objects.filter(workflow=workflow, revision__gt=revision)
    return list(changes.select_related("user").order_by("revision")[:MAX_CHANGES])


def change_json(change: GraphChange) -> JsonObject:
    """Return a saved batch as clients get it."""
    return {
        "revision": change.revision,
        "operations": change.operations,
        "batch": str(change.batch) if change.batch else None,
        "user": change.user.username if change.user else "",
        "at": change.at,
    }


def names_stored(workflow: Workflow) -> Callable[[str], bool]:
    """Return a lookup of names stored before in the workflow; its first use reads the history."""

    @cache
    def names() -> frozenset[str]:
        return frozenset(_names_in_history(workflow))

    return lambda name: name in names()


def _names_in_history(workflow: Workflow) -> Iterator[str]:
    changes = GraphChange.objects.filter(workflow=workflow).values_list("operations", flat=True)
    versions = WorkflowVersion.objects.filter(workflow=workflow).values_list("document", flat=True)
    for stored in chain(changes.iterator(), versions.iterator()):
        yield from _short_texts(stored)


def _short_texts(value: Any) -> Iterator[str]:
    inside: list[Any] = [value]
    while inside:
        part = inside.pop()
        if isinstance(part, str) and len(part) <= _MAX_NAME:
            yield part
        elif isinstance(part, dict | list):
            inside.extend(part.values() if isinstance(part, dict) else part)
