"""Decides whether a credential's first use in a run is its owner's own, and may set its origin."""

from collections.abc import Iterator

from tools.core.definitions import JsonObject
from tools.core.errors import OutboundBlockedError
from tools.outbound.origins import has_fixed_origin, origin_of
from workflow_editor.models import GraphChange, Run

_BY_HAND = frozenset({"manual", "debug"})


def first_use_is_owners(run: Run, node_key: str, owner_id: int, address: str) -> bool:
    """Return whether the owner started this run by hand and typed the address into this very node.

    Chats, webhooks, agents and other workflows may act for anybody; another person's edits, or an address that arrived
    with a duplicate, import, pasted node or restored version, may be unseen by the owner.
    """
    if run.trigger not in _BY_HAND or run.parent_node_run_id is not None:
        return False
    if run.created_by_id != owner_id or run.workflow.owner_id != owner_id:
        return False
    typed = _typed_address(run, node_key, owner_id)
    try:
        return has_fixed_origin(typed) and origin_of(typed) == origin_of(address)
    except OutboundBlockedError:
        return False


def _typed_address(run: Run, node_key: str, owner_id: int) -> str:
    """Return the stored address of a node that its owner put in empty and filled in himself; empty for all others."""
    typed: str | None = None
    for change in GraphChange.objects.filter(workflow=run.workflow_id).order_by("revision").iterator():
        for operation in _touching(change.operations, node_key):
            if change.user_id != owner_id:
                return ""
            settings = _settings(operation)
            if settings is None:
                continue
            if not change.by_hand or (operation["op"] == "add_node") != (typed is None):
                return ""
            if typed is None and settings.get("url"):
                return ""
            typed = str(settings.get("url", typed if operation["op"] == "update_config" else ""))
    return typed or ""


def _touching(operations: list[JsonObject], node_key: str) -> Iterator[JsonObject]:
    for operation in operations:
        node = operation.get("node")
        if operation.get("key") == node_key or (isinstance(node, dict) and node.get("key") == node_key):
            yield operation


def _settings(operation: JsonObject) -> JsonObject | None:
    """Return the settings that an operation writes; None when it leaves them alone."""
    if operation["op"] == "update_config":
        return {**dict.fromkeys(operation["unset"], ""), **operation["set"]}
    holder: JsonObject = operation.get("node") or operation.get("changes") or {}
    settings: JsonObject | None = holder.get("config")
    return settings
