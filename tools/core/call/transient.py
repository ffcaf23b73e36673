"""Decides whether a failed call may be repeated. Pure.

Two questions: does the failure pass by itself (`is_transient`, `may_pass`), and is a repetition harmless
(`may_repeat`)? Attempts are counted once: by the node if it sets a number, else by the runner.
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
    """Return whether the same request may succeed later."""
    return transient_code(status) is not None


def refused_before_doing(status: int) -> bool:
    """Return whether a service that answers with this status has surely done nothing."""
    return status in _REFUSED_AT_ONCE


def passes_soon(result: ToolResult) -> bool:
    """Return whether the gateway retries this failure itself: codes 2002 and 5002 (seed 001)."""
    return not result.success and result.code in RETRIED_CODES and not result.facts.cancelled


def may_pass(result: ToolResult) -> bool:
    """Return whether the failure may pass, so that a node may be retried."""
    return passes_soon(result) or (result.facts.transient and not (result.success or result.facts.cancelled))


def may_repeat(effect: EffectClass, *, nothing_done: bool) -> bool:
    """Return whether repeating the call is harmless."""
    return effect is not EffectClass.UNREPEATABLE or nothing_done


def asked_wait(result: ToolResult) -> JsonObject:
    """Return {retry_after_s} if the service asked for a wait, else nothing."""
    asked = result.data.get(RETRY_AFTER) if isinstance(result.data, dict) else None
    if not isinstance(asked, int | float) or isinstance(asked, bool) or asked <= 0:
        return {}
    return {RETRY_AFTER: float(asked)}


def facts_of(status: int) -> ResultFacts:
    """Return the retry facts of a failure's HTTP status."""
    return ResultFacts(transient=is_transient(status), nothing_done=refused_before_doing(status))
