"""LangGraph on the same work, in a Python of its own.

Usage: `langgraph_peer.py MODEL_URL REPEATS SECONDS` prints one JSON document.

Graphs run in this process with LangGraph's SQLite saver, which stores a checkpoint after every step; `synchronous=FULL`
as ours. Its figures contain no HTTP request, unlike ours.
"""

import json
import operator
import sqlite3
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import count, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from openai import OpenAI

NODES = 50
CLIENTS = 16
TOOL = {"type": "function", "function": {"name": "get_current_time", "parameters": {"type": "object"}}}

_threads = count()


class Values(TypedDict):
    """A value that is carried on, and what branches collect."""

    value: str
    found: Annotated[list[str], operator.add]


class Talk(TypedDict):
    """A conversation."""

    messages: Annotated[list[Any], operator.add]


def carry(state: Values) -> dict[str, Any]:
    return {"value": state["value"]}


def find(state: Values) -> dict[str, Any]:
    return {"found": [state["value"]]}


def in_a_row(names: list[str]) -> Any:
    graph = StateGraph(Values)
    for name in names:
        graph.add_node(name, carry)
    for source, target in pairwise([START, *names, END]):
        graph.add_edge(source, target)
    return graph


def side_by_side(names: list[str]) -> Any:
    graph = StateGraph(Values)
    graph.add_node("merge", lambda state: {"value": ",".join(state["found"])})
    for name in names:
        graph.add_node(name, find)
        graph.add_edge(START, name)
    graph.add_edge(names, "merge")
    graph.add_edge("merge", END)
    return graph


def agent(base_url: str) -> Any:
    create: Any = OpenAI(base_url=base_url, api_key="bench").chat.completions.create

    def model(state: Talk) -> dict[str, Any]:
        stream = create(
            model="stub", messages=state["messages"], tools=[TOOL], stream=True, stream_options={"include_usage": True}
        )
        text, calls = "", []
        for chunk in stream:
            for choice in chunk.choices:
                text += choice.delta.content or ""
                calls += [call.model_dump() for call in choice.delta.tool_calls or ()]
        return {"messages": [{"role": "assistant", "content": text, **({"tool_calls": calls} if calls else {})}]}

    def tool(state: Talk) -> dict[str, Any]:
        calls = state["messages"][-1]["tool_calls"]
        now = datetime.now(UTC).isoformat()
        return {"messages": [{"role": "tool", "tool_call_id": call["id"], "content": now} for call in calls]}

    graph = StateGraph(Talk)
    graph.add_node("model", model)
    graph.add_node("tool", tool)
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", lambda state: "tool" if state["messages"][-1].get("tool_calls") else END)
    graph.add_edge("tool", "model")
    return graph


def run(graph: Any, values: dict[str, Any]) -> None:
    """Run it as a new thread, which is what LangGraph calls a stored execution."""
    graph.invoke(values, {"configurable": {"thread_id": str(next(_threads))}})


def median_ms(work: Callable[[], object], repeats: int) -> float:
    for _ in range(3):
        work()
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        work()
        times.append((time.perf_counter() - started) * 1000)
    return round(statistics.median(times), 2)


def runs_per_second(work: Callable[[], object], seconds: float) -> float:
    until = time.monotonic() + seconds

    def client(_: int) -> int:
        done = 0
        while time.monotonic() < until:
            work()
            done += 1
        return done

    with ThreadPoolExecutor(CLIENTS) as pool:
        return round(sum(pool.map(client, range(CLIENTS))) / seconds, 1)


def measure(saver: SqliteSaver, base_url: str, repeats: int, seconds: float) -> dict[str, float]:
    names = [f"n{index}" for index in range(NODES)]
    chain, fan = in_a_row(names).compile(checkpointer=saver), side_by_side(names).compile(checkpointer=saver)
    five = in_a_row(names[:5]).compile(checkpointer=saver)
    talk, unstored = agent(base_url).compile(checkpointer=saver), agent(base_url).compile()
    values, question = {"value": "x", "found": []}, {"messages": [{"role": "user", "content": "What time is it?"}]}
    return {
        "chain_of_50_ms": median_ms(lambda: run(chain, values), repeats),
        "fan_of_50_ms": median_ms(lambda: run(fan, values), repeats),
        "five_nodes_16_clients_runs_per_second": runs_per_second(lambda: run(five, values), seconds),
        "agent_with_one_tool_call_ms": median_ms(lambda: run(unstored, question), repeats),
        "agent_with_one_tool_call_durable_ms": median_ms(lambda: run(talk, question), repeats),
    }


def main() -> None:
    with TemporaryDirectory(prefix="flowloom-bench-") as folder:
        connection = sqlite3.connect(Path(folder) / "peer.sqlite3", check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL")
        saver = SqliteSaver(connection)
        saver.setup()
        connection.execute("PRAGMA synchronous=FULL")
        figures = measure(saver, sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
        connection.close()
    sys.stdout.write(json.dumps(figures))


if __name__ == "__main__":
    main()
