"""Decides what follows a failed attempt: a retry, continuing anyway, or failure."""

import random
from collections.abc import Callable

from tools.core.errors import RETRY_AFTER
from workflow_editor.engine.plan import PlannedNode
from workflow_editor.engine.state import FinishedNode, NodeFailure, Retry
from workflow_editor.errors import NOTHING_FOUND
from workflow_editor.graph.document import ERROR_PORT, NodePolicy


def after_failure(
    node: PlannedNode,
    failure: NodeFailure,
    *,
    scope: str = "",
    attempt: int | None = None,
    duration_ms: int = 0,
    chance: Callable[[], float] = random.random,
) -> FinishedNode | Retry:
    """Apply a node's policy to a failure; an empty result is not one, and stops the run.

    Returns another attempt, or the node's end: `succeeded` with a `failure` if its policy continues.

    Args:
        attempt: counted from 1; None for a permanent failure.
        chance: returns a number from 0 to 1, for the jitter.
    """
    if failure.code == NOTHING_FOUND:
        return FinishedNode(node.key, "failed", failure=failure, duration_ms=duration_ms, scope=scope)
    policy = node.policy
    if attempt is not None and failure.retryable and attempt < policy.attempts:
        asked_s = min(policy.max_backoff_s, failure.details.get(RETRY_AFTER, 0))
        return Retry(failure, max(backoff_s(policy, attempt, chance), asked_s), policy.attempts)
    if policy.on_error == "default":
        output, ports = policy.default_output, node.output_ports[:1]
    elif policy.on_error == "port":
        output, ports = {"error": failure.to_json()}, (ERROR_PORT,)
    else:
        return FinishedNode(node.key, "failed", failure=failure, duration_ms=duration_ms, scope=scope)
    return FinishedNode(node.key, "succeeded", output, ports, failure=failure, duration_ms=duration_ms, scope=scope)


def backoff_s(policy: NodePolicy, attempt: int, chance: Callable[[], float] = random.random) -> float:
    """Return how long to wait after a failed attempt: doubling, between half and all of it by chance."""
    longest: float = min(policy.max_backoff_s, policy.backoff_s * 2 ** (attempt - 1))
    return round(longest * (0.5 + chance() / 2), 3)
