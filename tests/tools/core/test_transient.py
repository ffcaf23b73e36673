"""Failures that may pass by themselves, by HTTP status, and those that surely did nothing."""

import pytest

from tools.core.call.transient import facts_of, is_transient, may_pass, may_repeat, passes_soon, refused_before_doing
from tools.core.definitions import EffectClass
from tools.core.envelope import ResultCode, failure, query_success
from tools.core.result_facts import ResultFacts

PASSING = {408, 425, 429, 500, 502, 503, 504, 507, 509, 520, 521, 522, 523, 524, 525, 526, 527, 529, 530, 598, 599}
LASTING = {501, 505, 506, 508, 510, 511}


@pytest.mark.parametrize("status", range(100, 600))
def test_statuses(status: int) -> None:
    assert is_transient(status) == (status in (408, 425, 429) or (status >= 500 and status not in LASTING))
    assert is_transient(status) or status not in PASSING
    assert refused_before_doing(status) == (status in (425, 429))
    assert facts_of(status) == ResultFacts(transient=is_transient(status), nothing_done=refused_before_doing(status))


@pytest.mark.parametrize("code", ResultCode)
@pytest.mark.parametrize("transient", [False, True])
@pytest.mark.parametrize("cancelled", [False, True])
def test_results(code: ResultCode, transient: bool, cancelled: bool) -> None:
    facts = ResultFacts(transient=transient, cancelled=cancelled)
    result = failure("query", "no", code=code, facts=facts)
    soon = code in (ResultCode.TIMEOUT, ResultCode.UNAVAILABLE) and not cancelled
    assert (passes_soon(result), may_pass(result)) == (soon, soon or (transient and not cancelled))
    assert not may_pass(query_success(1))


@pytest.mark.parametrize("effect", EffectClass)
def test_repetitions(effect: EffectClass) -> None:
    assert may_repeat(effect, nothing_done=True)
    assert may_repeat(effect, nothing_done=False) == (effect is not EffectClass.UNREPEATABLE)
