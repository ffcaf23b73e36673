"""A call of a tool on its way: what is known of it before it runs. Pure."""

from collections.abc import Callable
from dataclasses import dataclass

from tools.core.definitions import Approval, ApprovalRequest, CancelToken, EffectClass, JsonObject, ToolCall
from tools.core.ports import InTransaction, immediately


@dataclass(frozen=True, slots=True)
class CallCost:
    """Known upper bound on the resources of a call."""

    model: str
    usage: JsonObject
    """{input_tokens, output_tokens, cost}."""


def free() -> CallCost | None:
    """See `PreparedCall.cost`; the call costs nothing by itself."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedCall:
    """A call parsed, validated, redacted and decided once, ready to run.

    Never stored: after a restart it is prepared again from the journal's call.
    """

    call: ToolCall
    arguments: JsonObject
    """Parsed; empty when they cannot be."""
    shown: JsonObject
    """The arguments, redacted; malformed text is under `raw`."""
    effect: EffectClass = EffectClass.PURE
    """Effect class of this very call; one that only produces an error is `pure`."""
    question: ApprovalRequest | None = None
    """Question for a person before it runs."""
    cost: Callable[[], CallCost | None] = free
    """Looked up only where somebody keeps a budget; None: nothing."""


@dataclass(frozen=True, slots=True)
class CallOptions:
    timeout_s: float
    """For all attempts and the pauses between them."""
    cancel: CancelToken
    approval: Approval | None = None
    """A person's answer about this call; without one, a call that needs it is refused."""
    store: InTransaction = immediately
    """Stores what must be durable before anything is executed."""
    most_attempts: int | None = None
    """Set by a caller that counts attempts itself; None leaves it to the gateway."""
    answer_was_lost: bool = False
    """A call that this one repeats may have taken effect."""
