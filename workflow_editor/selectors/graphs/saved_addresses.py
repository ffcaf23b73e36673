"""Author of an address in a node."""

import json
from typing import Any

from tools.core.definitions import JsonObject
from workflow_editor.models import GraphChange, Run

_MOST_CHANGES = 2_000
"""Newest changes that are looked through."""


def address_saved_by(run: Run, node_key: str, origin: str) -> JsonObject | None:
    """Return {username, at} of the first change with this origin's host in the node, None for variables and imported
    nodes.
    """
    host = origin.partition("://")[2]
    found: JsonObject | None = None
    changes = GraphChange.objects.filter(workflow=run.workflow_id, at__lte=run.created_at).order_by("-revision")
    for change in changes.select_related("user")[:_MOST_CHANGES].iterator(chunk_size=100):
        saved = [settings for operation in change.operations if (settings := _settings(operation, node_key))]
        if not saved:
            continue
        if host not in json.dumps(saved[-1], ensure_ascii=False).lower():
            break
        found = {"username": change.user.get_username(), "at": change.at.isoformat()} if change.user else None
    return found


def _settings(operation: JsonObject, node_key: str) -> Any:
    """Return the settings that an operation gives a node; None when it gives none."""
    node: Any = operation.get("node") or {}
    if node.get("key") == node_key:
        return node.get("config")
    return (operation.get("changes") or {}).get("config") if operation.get("key") == node_key else None
