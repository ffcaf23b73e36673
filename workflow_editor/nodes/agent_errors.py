"""Errors of the agents layer as errors of a node."""

from agents.core.errors import AgentError
from workflow_editor.errors import NodeError


def node_error(error: AgentError) -> NodeError:
    """Return the node's error: same code, text and details, and as retryable."""
    return NodeError(error.text, code=error.code, retryable=error.retryable, details=error.details)
