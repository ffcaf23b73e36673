"""Nothing found: what executors declare of it once, and what every caller makes of it. Pure.

The envelope is that of seed 000: `success` false, `data` null, code 2004. The fact `empty`, which only
`tools.core.envelope.empty` sets, tells it from what is not there, which has the same code and stays a failure.
"""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, Literal

from tools.core.envelope import ToolResult

OnEmpty = Literal["stop", "continue"]
"""A caller's choice: the workflow stops (seed 000), or goes on with the executor's empty value."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """An executor's declaration of its empty results."""

    value: Any
    """Stands in for the data of a caller that goes on; of an object, `empty` may state members more exactly."""
    goes_on: bool = False
    """Meaning for callers that have made no choice: it was a success before there was one. False for new executors."""


def declared(result: ToolResult, nothing: Nothing | None) -> ToolResult:
    """Return the result with the empty value that its executor has declared, if it found nothing."""
    facts = result.facts
    if not facts.empty:
        return result
    value, known = deepcopy(nothing.value) if nothing else None, facts.empty_value
    if known is not None:
        value = {**(value if isinstance(value, Mapping) else {}), **known}
    return result.with_facts(replace(facts, empty_value=value, empty_goes_on=bool(nothing and nothing.goes_on)))


def settled(result: ToolResult, choice: OnEmpty | None) -> ToolResult:
    """Return the result as a caller with this choice gets it: a success with the empty value where it goes on.

    Args:
        choice: None: there is none, and the executor's declaration decides.
    """
    facts = result.facts
    goes_on = choice == "continue" or (choice is None and facts.empty_goes_on)
    if not facts.empty or not goes_on:
        return result
    return result.model_copy(update={"success": True, "code": 0, "data": facts.empty_value})


def has_failed(result: ToolResult) -> bool:
    """True for a call that did not do its work; one that found nothing did."""
    return not (result.success or result.facts.empty)
