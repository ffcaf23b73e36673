"""The product as a person meets it over HTTP, and short forms for what these tests look at."""

import json
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter
from rest_framework.test import APIClient

from tests.doubles.aimock import API_KEY
from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import node
from tests.factories.run_documents import chain
from workflow_editor.adapters.events.run_frames import RunEventFrame

Json = dict[str, Any]
_EVENTS = TypeAdapter(list[RunEventFrame])
WIRES = ("openai", "anthropic")
"""The formats in which model APIs are spoken to."""


@dataclass(frozen=True)
class Ran:
    """A run that is over, with its events."""

    run: Json
    events: list[Json]

    def payloads(self, type_: str) -> list[Json]:
        return [event["payload"] for event in self.events if event["type"] == type_]

    @property
    def error(self) -> Json:
        found: Json = self.run["error"]
        return found


class ApiUser:
    """Actions of one person through the API; runs end before `run` returns."""

    def __init__(self, api: APIClient, staff: APIClient, queue: TaskQueue) -> None:
        self.api = api
        self.staff = staff
        self.queue = queue

    def provider(self, wire: str, base_url: str) -> str:
        """Connect a model API as the administrator and return its id."""
        body = {
            "name": f"Model API ({wire})",
            "preset": "custom-openai" if wire == "openai" else "anthropic",
            "base_url": base_url,
            "api_key": API_KEY,
            "default_model": "gpt-4o" if wire == "openai" else "claude-sonnet-5-5",
        }
        return str(done(self.staff.post("/api/providers/", body))["id"])

    def tool(self, type_: str, config: Json, *, name: str = "Tool", **fields: Any) -> Json:
        """Configure a tool and return it."""
        body = {"type": type_, "name": name, "config": config, **fields}
        tool: Json = done(self.api.post("/api/tools/configs/", body))
        return tool

    def workflow(self, document: Json) -> str:
        """Save a workflow and return its id."""
        return str(done(self.api.post("/api/workflows/", {"name": "Acceptance", "document": document}))["id"])

    def run(self, document: Json, inputs: Json | None = None, *, mode: str = "live", language: str = "en") -> Ran:
        """Save the graph as a new workflow and run it to its end."""
        return self.run_again(self.workflow(document), inputs, mode=mode, language=language)

    def run_again(
        self,
        workflow: str,
        inputs: Json | None = None,
        *,
        mode: str = "live",
        language: str = "en",
        version: int | None = None,
    ) -> Ran:
        """Run a saved workflow to its end, the draft unless a version is named."""
        url = f"/api/workflows/{workflow}/runs/"
        run_id = done(self.api.post(url, {"inputs": inputs or {}, "mode": mode, "version": version}))["id"]
        self.queue.run_all()
        run = done(self.api.get(f"/api/runs/{run_id}/", headers={"Accept-Language": language}))
        events = done(self.api.get(f"/api/runs/{run_id}/events/?limit=1000"))["results"]
        _EVENTS.validate_python(events)
        return Ran(run, events)

    def ask(self, provider: str, *tools: Json, mode: str = "live", language: str = "en", **config: Any) -> Ran:
        """Run an AI node with these configured tools."""
        config = {"provider": provider, "userPrompt": "Do it.", "tools": [used(tool) for tool in tools], **config}
        return self.run(chain(node("writer", "process", config)), mode=mode, language=language)

    def audit(self) -> list[Json]:
        """Return the person's audit rows, oldest first."""
        rows: list[Json] = done(self.api.get("/api/tools/invocations/"))["results"]
        return rows[::-1]


def done(answer: Any) -> Any:
    """Return the JSON of a good answer."""
    assert answer.status_code < 300, answer.content.decode()
    return answer.json()


def used(tool: Json, **changes: Any) -> Json:
    """Return a configured tool as a node's `tools` hold it."""
    entry = {"id": f"tool_{tool['id'][:8]}", "type": tool["type"], "name": tool["name"], "enabled": True}
    return {**entry, "config": {}, "toolConfig": tool["id"], **changes}


def calls(*wanted: tuple[str, Json | str]) -> Json:
    """A model's reply that calls functions; text arguments go out as they are."""
    return {
        "toolCalls": [
            {
                "id": f"call_{number}",
                "name": name,
                "arguments": arguments if isinstance(arguments, str) else json.dumps(arguments),
            }
            for number, (name, arguments) in enumerate(wanted)
        ],
    }


def text_reply(text: str) -> Json:
    """A model's reply in words."""
    return {"content": text}


def offered(body: Json) -> list[str]:
    """Return the names of the functions in a request."""
    return [tool["function"]["name"] for tool in body.get("tools") or []]


def received_results(body: Json) -> list[Json]:
    """Return the envelopes that a request brought back to the model."""
    return [json.loads(message["content"]) for message in body["messages"] if message["role"] == "tool"]


def chunk(delta: Json, finish: str | None = None) -> Json:
    """One chunk of an OpenAI-style stream."""
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m-1", "choices": [choice]}


def message(text: str) -> list[Json]:
    """The events of an Anthropic-style stream that says this."""
    usage = {"input_tokens": 1, "output_tokens": 1}
    start: Json = {"id": "m1", "type": "message", "role": "assistant", "content": [], "model": "m-1", "usage": usage}
    return [
        {"type": "message_start", "message": {**start, "stop_reason": None, "stop_sequence": None}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None}, "usage": usage},
        {"type": "message_stop"},
    ]
