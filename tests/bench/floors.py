"""Cost of the same work without the product, measured in the same run."""

import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from openai import OpenAI

QUESTION = "What time is it?"


def beside(ours: float, floor: float, **more: Any) -> dict[str, Any]:
    """A figure, its floor, and how many times the floor it is."""
    return {"ms": round(ours, 4), "floor_ms": round(floor, 4), "ratio": round(ours / floor, 2), **more}


def median_ms(work: Callable[[], object], repeats: int) -> float:
    """Median time of one call after three calls to warm up."""
    for _ in range(3):
        work()
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        work()
        times.append((time.perf_counter() - started) * 1000)
    return statistics.median(times)


def function_calls_ms(count: int, repeats: int) -> float:
    """`count` plain function calls that carry a value on."""

    def carry(value: dict[str, str]) -> dict[str, str]:
        return {"value": value["value"]}

    def work() -> None:
        value = {"value": "x"}
        for _ in range(count):
            value = carry(value)

    return median_ms(work, repeats)


def sqlite_commits_ms(count: int, repeats: int) -> float:
    """`count` commits of one row each, WAL with synchronous=FULL."""
    with TemporaryDirectory() as folder:
        database = sqlite3.connect(Path(folder) / "floor.sqlite3", isolation_level=None)
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("CREATE TABLE step (id INTEGER PRIMARY KEY, payload TEXT)")

        def work() -> None:
            for _ in range(count):
                database.execute("INSERT INTO step (payload) VALUES (?)", ('{"value": "x"}',))

        figure = median_ms(work, repeats)
        database.close()
    return figure


def sdk_loop(base_url: str) -> Callable[[], None]:
    """Return the plain OpenAI SDK at work: ask, run one tool call, ask again; streamed, one client for all."""
    client = OpenAI(base_url=base_url, api_key="bench", max_retries=0)
    tool: Any = {"type": "function", "function": {"name": "clock", "description": "The time.", "parameters": {}}}

    def ask(messages: list[Any]) -> tuple[str, str]:
        text = call_id = ""
        for chunk in client.chat.completions.create(model="stub", messages=messages, tools=[tool], stream=True):
            for choice in chunk.choices:
                text += choice.delta.content or ""
                for call in choice.delta.tool_calls or []:
                    call_id = call.id or call_id
        return text, call_id

    def work() -> None:
        messages: list[Any] = [{"role": "user", "content": QUESTION}]
        _, call_id = ask(messages)
        function = {"name": "clock", "arguments": "{}"}
        messages.append(
            {"role": "assistant", "tool_calls": [{"id": call_id, "type": "function", "function": function}]}
        )
        messages.append({"role": "tool", "tool_call_id": call_id, "content": "12:00"})
        ask(messages)

    return work


def sdk_loop_ms(base_url: str, repeats: int) -> float:
    """Median of the same, in a process of its own as everything that it is compared with."""
    command = [sys.executable, "-m", "tests.bench.floors", base_url, str(repeats)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


if __name__ == "__main__":
    sys.stdout.write(str(median_ms(sdk_loop(sys.argv[1]), int(sys.argv[2]))))
