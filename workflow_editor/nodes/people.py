"""What nodes that wait for a person have in common."""

from datetime import datetime, timedelta
from typing import Any

from pydantic import Field

from tools.schema import ui

LONGEST_WAIT_S = 31_536_000
"""A year."""


def approvers_field() -> Any:
    """Return the config field with the user names of those who may answer beside the workflow's own people."""
    return Field(
        default_factory=list,
        max_length=100,
        json_schema_extra=ui(
            "Who may answer",
            "处理人",
            "User names, one per line. The owner and the editors of the workflow may always answer.",
            "用户名，每行一个。工作流的所有者和编辑者始终可以处理。",
            widget="lines",
        ),
    )


def timeout_field() -> Any:
    """Return the config field with the time after which nobody is waited for any more."""
    return Field(
        default=None,
        ge=1,
        le=LONGEST_WAIT_S,
        json_schema_extra=ui(
            "Wait at most",
            "最长等待",
            "Empty waits for as long as it takes.",
            "留空则一直等待。",
            unit="s",
        ),
    )


def due_after(timeout_s: int | None, now: datetime) -> datetime | None:
    """Return when a wait that begins now is over; None when it has no end."""
    return None if timeout_s is None else now + timedelta(seconds=timeout_s)
