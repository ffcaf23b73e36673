"""May a call that failed be made again? Two questions, each answered here alone. Pure.

Does the failure pass by itself (`is_transient`, `may_pass`), and would a repetition do the same thing twice
(`may_repeat`)? How often a call is made is counted once: by its node where that has a number, else by the runner.
"""

from tools.core.definitions import EffectClass, JsonObject
from tools.core.envelope import RETRIED_CODES, ResultCode, ToolResult
from tools.core.errors import RETRY_AFTER
from tools.core.result_facts import ResultFacts

_TIMEOUTS = frozenset({408, 504})
_REFUSED_AT_ONCE = frozenset({425, 429})
"""Too Early, Too Many Requests: sent before the service does anything. Source: RFC 8470, RFC 6585."""
_LASTING = frozenset({501, 505, 506, 508, 510, 511})
"""Not implemented, version, negotiation, loop, extension, network login: as they are at the next attempt."""


def transient_code(status: int) -> ResultCode | None:
    """Return the code of a failure that may pass by itself, by the HTTP status; None for one that lasts."""
    if status in _TIMEOUTS:
        return ResultCode.TIMEOUT
    passes = status in _REFUSED_AT_ONCE or (status >= 500 and status not in _LASTING)
    return ResultCode.UNAVAILABLE if passes else None


def is_transient(status: int) -> bool:
    """Tell whether the same request may well succeed at another time."""
    return transient_code(status) is not None


def refused_before_doing(status: int) -> bool:
    """Tell whether a service that answers so has surely done nothing."""
    return status in _REFUSED_AT_ONCE


def passes_soon(result: ToolResult) -> bool:
    """Tell whether the gateway tries a failure again by itself: codes 2002 and 5002 (seed 001)."""
    return not result.success and result.code in RETRIED_CODES and not result.facts.cancelled


def may_pass(result: ToolResult) -> bool:
    """Tell whether a failure may pass by itself, so that a node may be tried again."""
    return passes_soon(result) or (result.facts.transient and not (result.success or result.facts.cancelled))


def may_repeat(effect: EffectClass, *, nothing_done: bool) -> bool:
    """Tell whether making the call again does nothing twice."""
    return effect is not EffectClass.UNREPEATABLE or nothing_done


def asked_wait(result: ToolResult) -> JsonObject:
    """Return {retry_after_s} where the service has said how long it wants to be left alone, else nothing."""
    asked = result.data.get(RETRY_AFTER) if isinstance(result.data, dict) else None
    if not isinstance(asked, int | float) or isinstance(asked, bool) or asked <= 0:
        return {}
    return {RETRY_AFTER: float(asked)}


def facts_of(status: int) -> ResultFacts:
    """Return what the HTTP status of a failure says about trying again."""
    return ResultFacts(transient=is_transient(status), nothing_done=refused_before_doing(status))
