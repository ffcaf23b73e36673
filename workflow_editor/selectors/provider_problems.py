"""Model providers that a graph wants but that cannot answer."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from agents.selectors import lacks_key, provider_find
from tools.core.text import Text
from workflow_editor.graph.document import Document, NodeDoc
from workflow_editor.graph.validation import Problem
from workflow_editor.nodes.registry import builtin_registry

OFFLINE = "offline"
_MISSING = Text("This model provider no longer exists. Choose another one.")
_DISABLED = Text("This model provider is disabled. Choose another one, or ask an administrator to enable it.")
_NO_KEY = Text("This model provider has no key yet. Enter one in the settings.")
_NO_MODEL = Text("Choose a model. This provider has no default model.")


def provider_problems(document: Document) -> list[Problem]:
    """Return a problem for each AI node with a missing or disabled provider, or without key or model."""
    nodes = [node for node in document.nodes if _asks_a_model(node.type, node.type_version) and not node.bypass]
    wanted = {node.key: str(node.config.get("provider") or OFFLINE) for node in nodes}
    rows = {id_: provider_find(id_) for id_ in set(wanted.values()) if id_ != OFFLINE}
    return [problem for node in nodes for problem in _problems(node, wanted[node.key], rows.get(wanted[node.key]))]


@cache
def _asks_a_model(type_id: str, version: int) -> bool:
    kind = builtin_registry().kind(type_id, version)
    return kind is not None and "provider" in kind.node_type.config_model.model_fields


def _problems(node: NodeDoc, provider: str, row: Any) -> Iterator[Problem]:
    if provider == OFFLINE:
        return
    if row is None:
        yield Problem("provider_missing", "error", _MISSING, node.key, field="/provider")
    elif not row.enabled:
        yield Problem("provider_disabled", "error", _DISABLED, node.key, field="/provider")
    else:
        if lacks_key(row):
            yield Problem("provider_without_key", "error", _NO_KEY, node.key, field="/provider")
        if not (node.config.get("model") or row.default_model):
            yield Problem("model_missing", "error", _NO_MODEL, node.key, field="/model")
