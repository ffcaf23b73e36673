"""Nothing found: what executors declare of it once, and what every caller makes of it. Pure.

The envelope is that of seed 000: `success` false, `data` null, code 2004. The fact `empty`, which only
`tools.core.envelope.empty` sets, tells it from what is not there, which has the same code and stays a failure.
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import Literal

from tools.core.envelope import ToolResult
from tools.core.result_facts import Nothing as Nothing

OnEmpty = Literal["stop", "continue"]
"""A caller's choice: the workflow stops (seed 000), or goes on with the executor's empty value."""


def declared(result: ToolResult, nothing: Nothing | None) -> ToolResult:
    """Return the result with the empty value that its executor has declared, if it found nothing."""
    if not result.facts.empty:
        return result
    declaration = nothing or Nothing(None)
    value, known = deepcopy(declaration.value), result.nothing.value if result.nothing else None
    if isinstance(known, Mapping):
        value = {**(value if isinstance(value, Mapping) else {}), **known}
    elif known is not None:
        value = known
    return result.model_copy(update={"nothing": Nothing(value, declaration.goes_on)})


def settled(result: ToolResult, choice: OnEmpty | None) -> ToolResult:
    """Return the result as a caller with this choice gets it: a success with the empty value where it goes on.

    Args:
        choice: None: there is none, and the executor's declaration decides.
    """
    nothing = result.nothing
    if nothing is None or not (choice == "continue" or (choice is None and nothing.goes_on)):
        return result
    return result.model_copy(update={"success": True, "code": 0, "data": nothing.value})


def has_failed(result: ToolResult) -> bool:
    """True for a call that did not do its work; one that found nothing did."""
    return not (result.success or result.facts.empty)
