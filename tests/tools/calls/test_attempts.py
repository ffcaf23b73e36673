"""Time limit, attempts, and cancellation of a call."""

import threading
from collections.abc import Iterator

import pytest

from tests.doubles.probe_bench import PROBE, call, offer
from tests.doubles.tool_ports import ALICE, Bench, Cancel, ProbeExecutor
from tools.core.definitions import EffectClass
from tools.core.envelope import build_error_response, failure
from tools.core.errors import ToolNotReachedError, ToolTimeoutError, ToolUnavailableError, ToolUpstreamError


@pytest.fixture
def stuck() -> Iterator[threading.Event]:
    release = threading.Event()
    yield release
    release.set()


def test_the_deadline_is_kept_and_a_late_result_is_dropped(bench: Bench, stuck: threading.Event) -> None:
    returned = threading.Event()

    def linger(*_: object) -> str:
        stuck.wait(60)
        returned.set()
        return "late"

    result = call(offer(bench, ProbeExecutor(linger)), timeout_s=0.05)
    assert (result.success, result.code) == (False, 2002)
    assert "unknown" in result.message
    assert result.facts.outcome_unknown is True
    stuck.set()
    assert returned.wait(60)
    assert len(bench.audit.outcomes) == 1
    assert bench.audit.outcomes["1"].code == 2002


def test_stopping_ends_the_wait_for_a_call_that_runs(bench: Bench, stuck: threading.Event) -> None:
    cancel = Cancel()

    def linger(*_: object) -> None:
        cancel.cancelled = True
        stuck.wait(60)

    result = call(offer(bench, ProbeExecutor(linger)), cancel=cancel)
    assert not result.success
    assert result.facts.cancelled is True
    assert result.facts.outcome_unknown is True
    assert bench.audit.outcomes["1"].success is False


def test_a_call_of_stopped_work_does_not_start(bench: Bench) -> None:
    executor = ProbeExecutor()
    result = call(offer(bench, executor), cancel=Cancel(cancelled=True))
    assert result.facts.cancelled is True
    assert result.facts.outcome_unknown is False
    assert executor.invocations == []
    assert bench.audit.outcomes["1"].attempts == 0


REPEATABLE = EffectClass.REPEATABLE


UNREPEATABLE = EffectClass.UNREPEATABLE


RETRIES = [
    ("time-outs of repeatable calls", ToolTimeoutError("slow"), REPEATABLE, [0, 1, 3, 7]),
    ("busy services, repeatable", ToolUnavailableError("busy"), REPEATABLE, [0, 1, 3, 7]),
    ("pure calls too", ToolUnavailableError("busy"), EffectClass.PURE, [0, 1, 3, 7]),
    ("never what must not be repeated", ToolUnavailableError("busy"), UNREPEATABLE, [0]),
    ("unless it surely was not sent", ToolNotReachedError("refused"), UNREPEATABLE, [0, 1, 3, 7]),
    ("never other failures", ToolUpstreamError("no"), REPEATABLE, [0]),
    ("never bugs", RuntimeError("bug"), REPEATABLE, [0]),
]


@pytest.mark.parametrize(("error", "effect", "moments"), [row[1:] for row in RETRIES], ids=[row[0] for row in RETRIES])
def test_retries(bench: Bench, error: Exception, effect: EffectClass, moments: list[int]) -> None:
    started = bench.clock.now
    seen: list[float] = []

    def fail(*_: object) -> None:
        seen.append(round(bench.clock.now - started, 6))
        raise error

    result = call(offer(bench, ProbeExecutor(fail, effect=effect)))
    assert not result.success
    assert seen == moments
    assert bench.audit.outcomes["1"].attempts == len(moments)


@pytest.mark.parametrize("code", [1001, 1002, 1006])
def test_a_returned_failure_of_the_callers_making_is_not_repeated(bench: Bench, code: int) -> None:
    executor = ProbeExecutor(lambda *_: failure("operation", "no", code=code), effect=REPEATABLE)
    assert call(offer(bench, executor)).code == code
    assert len(executor.invocations) == 1


def test_a_second_attempt_that_works_is_the_result_and_keeps_its_key(bench: Bench) -> None:
    answers = iter([build_error_response(5002, "busy"), {"done": True}])
    executor = ProbeExecutor(lambda *_: next(answers), effect=REPEATABLE)
    assert call(offer(bench, executor)).data == {"done": True}
    first, second = (invocation.context.idempotency_key for invocation in executor.invocations)
    assert first == second
    assert first


def test_no_attempt_starts_when_the_deadline_would_pass_before_it(bench: Bench) -> None:
    executor = ProbeExecutor(lambda *_: build_error_response(5002, "busy"), effect=REPEATABLE)
    call(offer(bench, executor), timeout_s=2.5)
    assert len(executor.invocations) == 2


def test_the_key_of_a_call_survives_a_crash_and_differs_from_other_calls(bench: Bench) -> None:
    executor = ProbeExecutor()
    toolbox = offer(bench, executor)
    call(toolbox)
    call(toolbox)
    call(toolbox, '{"word": "coffee"}')
    again = bench.gateway().offer((PROBE,), ALICE)
    call(again)
    keys = [invocation.context.idempotency_key for invocation in executor.invocations]
    assert keys[0] == keys[1] == keys[3] != keys[2]
