"""Settings of a call that agents, nodes and providers share: reasoning effort, and further fields of the body."""

from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

from tools.core.text import Text, listed

Effort = Literal["", "off", "low", "medium", "high"]
"""Reasoning effort before an answer; "" is the service's default."""
EFFORTS: Final = get_args(Effort)
RESERVED = frozenset({"messages", "model", "stream", "stream_options", "system", "tool_choice", "tools"})
"""Fields of a body that further fields must not replace."""
_TAKEN = Text("These fields belong to the request itself: {names}. Remove them.", names="")


def reserved_problem(body: Mapping[str, Any] | None) -> Text | None:
    """Return which further fields must not be there, or None."""
    taken = sorted(RESERVED & (body or {}).keys())
    return _TAKEN.filled(names=listed(taken)) if taken else None
