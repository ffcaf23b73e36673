"""Functions for worker processes: one that answers, and some that never would."""

import os
from typing import Any


def echo(value: Any) -> Any:
    return value


def process_id() -> int:
    return os.getpid()


def environment() -> list[str]:
    return list(os.environ)


def run_without_end() -> None:
    while True:
        pass


def stay_in_one_instruction() -> int:
    return (9**9_999_999) % 7


def fill_memory() -> list[int]:
    return [0] * 10**9


def kill_itself(signal_number: int) -> None:
    os.kill(os.getpid(), signal_number)


def fail() -> None:
    raise ValueError("a mistake of ours")
