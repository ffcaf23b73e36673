"""Advice in results: the reader's next step and the right it needs. Pure.

Each has a name, so a test can follow it with only that right.
"""

from dataclasses import dataclass
from enum import StrEnum

from tools.core.text import Text


class Action(StrEnum):
    GET_STATUS_URL = "get_status_url"
    """Reads the address that the result has as `status_url`."""
    OPEN_RUN = "open_run"
    """Open the run with the result's `run_id`."""
    CALL_STATUS = "call_status"
    """Calls the same kind of tool with the operation `status` and the id."""


class Needs(StrEnum):
    """Right needed."""

    TOKEN_OF_THE_CALL = "token_of_the_call"  # noqa: S105  a name
    RIGHT_TO_RUN = "right_to_run"
    """Every caller of the tool has it."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One sentence, with what it asks for."""

    name: str
    text: Text
    action: Action
    needs: Needs


READ_OVER_HTTP = Advice(
    "read_over_http",
    Text("The run continues. Get its answer later at the status URL, with the token of this call."),
    Action.GET_STATUS_URL,
    Needs.TOKEN_OF_THE_CALL,
)
OPEN_RUN = Advice(
    "open_run",
    Text("The run continues. Open it by its ID to see its result."),
    Action.OPEN_RUN,
    Needs.RIGHT_TO_RUN,
)
LOOK_UP_RUN = Advice(
    "look_up_run",
    Text("It continues. Look it up later by the ID of the run."),
    Action.CALL_STATUS,
    Needs.RIGHT_TO_RUN,
)
EVERY_ADVICE = (READ_OVER_HTTP, OPEN_RUN, LOOK_UP_RUN)
