"""Model providers that a graph wants but that cannot answer."""

from workflow_editor.graph.document import Document
from workflow_editor.graph.validation import Problem


def provider_problems(document: Document) -> list[Problem]:
    """Return a problem for each AI node whose provider is missing, switched off or without a key."""
    return []
