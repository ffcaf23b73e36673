"""Nodes that write a run's answer, and may be streamed."""

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from uuid import UUID

from workflow_editor.adapters.state.plans import version_of
from workflow_editor.graph.document import Document, NodeDoc
from workflow_editor.nodes.builtin.ai import AINode
from workflow_editor.nodes.builtin.end import EndNode
from workflow_editor.nodes.builtin.respond import RespondNode

_ANSWERS = (EndNode.id, RespondNode.id)
_RESULT = re.compile(r"\s*\{\{\s*nodes\.([^\s.}]+)\.result\s*\}\}\s*")


@lru_cache(maxsize=1000)
def answer_writers(version_id: UUID) -> Collection[str]:
    """Return the keys of the AI nodes that lead straight to an end or to what responds."""
    document = Document.model_validate(version_of(version_id).document)
    types = {node.key: node.type for node in document.nodes}
    return frozenset(
        edge.source
        for edge in document.edges
        if types.get(edge.source) == AINode.id and types.get(edge.target) in _ANSWERS
    )


@lru_cache(maxsize=1000)
def citing_nodes(version_id: UUID) -> frozenset[str]:
    """Return the keys of the AI nodes that search a knowledge base, with passages that they cite by number."""
    nodes = Document.model_validate(version_of(version_id).document).nodes
    return frozenset(node.key for node in nodes if node.type == AINode.id and node.config.get("knowledgeBaseId"))


@lru_cache(maxsize=1000)
def verbatim_writers(version_id: UUID) -> Collection[str]:
    """Return those with a text that is the whole answer, without later correction."""
    nodes = Document.model_validate(version_of(version_id).document).nodes
    responding = [node for node in nodes if node.type == RespondNode.id]
    ends = responding or [node for node in nodes if node.type == EndNode.id]
    passed_on = {match[1] for node in ends for text in _answers_of(node) if (match := _RESULT.fullmatch(text))}
    texts = {node.key for node in nodes if node.config.get("outputType", "text") == "text"}
    return passed_on & texts & set(answer_writers(version_id))


def _answers_of(node: NodeDoc) -> Iterator[str]:
    """Yield the template of the answer, where the node has only one."""
    if node.type == RespondNode.id:
        yield str(node.config.get("body", ""))
        return
    rows = node.config.get("outputs") or []
    if len(rows) == 1:
        yield str(rows[0].get("value", ""))
