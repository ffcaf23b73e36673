"""Empty results: declared once by executors, applied by every caller. Pure.

The envelope is that of seed 000: `success` false, `data` null, code 2004. The fact `empty`, set only by
`tools.core.envelope.empty`, distinguishes it from a missing resource, which has the same code but is a failure.
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import Literal

from tools.core.envelope import Nothing, ToolResult

OnEmpty = Literal["stop", "continue"]
"""Caller's choice: stop the workflow (seed 000), or continue with the executor's empty value."""


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
    """Return the result for this choice (None: as the executor declares); continuing makes it a success with the empty
    value.
    """
    nothing = result.nothing
    if nothing is None or not (choice == "continue" or (choice is None and nothing.goes_on)):
        return result
    return result.model_copy(update={"success": True, "code": 0, "data": nothing.value})


def has_failed(result: ToolResult) -> bool:
    """Return True for a call that did not do its work; one that found nothing did."""
    return not (result.success or result.facts.empty)
