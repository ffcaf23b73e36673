"""One question, one tool call and the answer in other tool loops: `tool_loop_peers.py MODEL_URL REPEATS` prints ms.

All stream, as ours does, keep one client, and store nothing.
"""

import asyncio
import importlib
import json
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

from langchain.agents import create_agent
from langchain_openai import ChatOpenAI
from openai import AsyncOpenAI
from pydantic_ai import Agent as PydanticAgent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

# In this Python the name is that of openai-agents, elsewhere it is our own package.
agents: Any = importlib.import_module("agents")

QUESTION = "What time is it?"


def get_current_time() -> str:
    """The time."""
    return datetime.now(UTC).isoformat()


def openai_agents(client: AsyncOpenAI) -> Callable[[], Awaitable[None]]:
    agents.set_tracing_disabled(True)
    model = agents.OpenAIChatCompletionsModel(model="stub", openai_client=client)
    agent = agents.Agent(name="clock", model=model, tools=[agents.function_tool(get_current_time)])

    async def work() -> None:
        async for _ in agents.Runner.run_streamed(agent, QUESTION).stream_events():
            pass

    return work


def pydantic_ai(client: AsyncOpenAI) -> Callable[[], Awaitable[None]]:
    model = OpenAIChatModel("stub", provider=OpenAIProvider(openai_client=client))
    agent = PydanticAgent(model, tools=[get_current_time])

    async def work() -> None:
        async with agent.run_stream(QUESTION) as result:
            await result.get_output()

    return work


def langgraph(model_url: str) -> Callable[[], Awaitable[None]]:
    """LangGraph's ready-made agent, which has a client of its own, as the other two have."""
    model = ChatOpenAI(model="stub", base_url=model_url, api_key="bench", max_retries=0, stream_usage=True)
    agent: Any = create_agent(model, [get_current_time])
    question = {"messages": [{"role": "user", "content": QUESTION}]}

    async def work() -> None:
        async for _ in agent.astream(question, stream_mode="messages"):
            pass

    return work


async def median_ms(work: Callable[[], Awaitable[None]], repeats: int) -> float:
    for _ in range(5):
        await work()
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        await work()
        times.append((time.perf_counter() - started) * 1000)
    return round(statistics.median(times), 2)


async def measure(model_url: str, repeats: int) -> dict[str, float]:
    async with AsyncOpenAI(base_url=model_url, api_key="bench", max_retries=0) as client:
        return {
            "openai_agents_ms": await median_ms(openai_agents(client), repeats),
            "pydantic_ai_ms": await median_ms(pydantic_ai(client), repeats),
            "langgraph_ms": await median_ms(langgraph(model_url), repeats),
        }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(measure(sys.argv[1], int(sys.argv[2])))))
