"""Worker processes for what may take too long: answers, limits, and what becomes of a worker that is killed."""

import os
import signal
from collections.abc import Iterator

import pytest

from tests.timing import processor_s
from tools.evaluation.pool import MAX_REQUEST_BYTES, MAX_WORKERS, EvaluationLimitError, EvaluationPool
from tools.evaluation.process import MAX_PROCESSOR_S

MODULE = "tests.doubles.evaluated"


@pytest.fixture(scope="module")
def pool() -> Iterator[EvaluationPool]:
    pool = EvaluationPool(MODULE)
    yield pool
    pool.close()


@pytest.mark.parametrize("value", [1, "茶", None, [1.5, {"a": True}], 2**70, "\ud800", [[[]]]])
def test_values_come_back_as_they_went(pool: EvaluationPool, value: object) -> None:
    assert pool.evaluate("echo", value) == value


def test_a_worker_is_used_again(pool: EvaluationPool) -> None:
    assert pool.evaluate("process_id") == pool.evaluate("process_id") != os.getpid()


@pytest.mark.parametrize(
    ("function", "limit"), [("run_without_end", "time"), ("stay_in_one_instruction", "time"), ("fill_memory", "memory")]
)
@pytest.mark.everyday_rows(1)
def test_what_takes_too_much_is_ended(pool: EvaluationPool, function: str, limit: str) -> None:
    def refused() -> None:
        with pytest.raises(EvaluationLimitError) as caught:
            pool.evaluate(function)
        assert caught.value.details == {"limit": limit}

    # A caller that asked again and again, where it should wait, would take as long as the worker.
    assert processor_s(refused) < MAX_PROCESSOR_S / 2
    assert pool.evaluate("echo", "next") == "next"


def test_a_worker_that_breaks_is_replaced(pool: EvaluationPool) -> None:
    for _ in range(MAX_WORKERS + 1):
        with pytest.raises(EvaluationLimitError):
            pool.evaluate("kill_itself", int(signal.SIGSEGV))
    assert pool.evaluate("echo", 1) == 1


def test_what_is_too_large_is_not_sent(pool: EvaluationPool) -> None:
    with pytest.raises(EvaluationLimitError):
        pool.evaluate("echo", "a" * MAX_REQUEST_BYTES)


def test_what_is_nested_too_deeply_is_not_sent(pool: EvaluationPool) -> None:
    value: list[object] = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(EvaluationLimitError):
        pool.evaluate("echo", value)


def test_an_error_of_the_function_is_not_hidden(pool: EvaluationPool) -> None:
    with pytest.raises(RuntimeError, match="ValueError: a mistake of ours"):
        pool.evaluate("fail")
    assert pool.evaluate("echo", 1) == 1


def test_a_worker_has_nothing_of_our_environment(pool: EvaluationPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "x")
    pool.close()
    assert "SECRET_KEY" not in pool.evaluate("environment")
