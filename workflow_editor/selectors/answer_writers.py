"""Which nodes of a run write its answer: what they write may be shown while they do."""

from collections.abc import Collection
from functools import lru_cache
from uuid import UUID

from workflow_editor.adapters.plans import version_of
from workflow_editor.graph.document import Document
from workflow_editor.nodes.builtin.ai import AINode
from workflow_editor.nodes.builtin.end import EndNode
from workflow_editor.nodes.builtin.respond import RespondNode

_ANSWERS = (EndNode.id, RespondNode.id)


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
