"""Builds a chat completion body from a model request. Pure.

Source: OpenAI API reference, chat completions; differences of compatible services are in `capabilities`.
"""

from collections.abc import Iterator
from typing import Any

from agents.core.attachments import FilePart
from agents.core.messages import Message
from agents.providers.base import ModelRequest, NamedToolChoice, ToolChoice
from agents.providers.capabilities import Capabilities, is_closed_schema
from agents.providers.legal_history import alternating, legal_history
from agents.providers.openai_chunks import BESIDE_TEXT
from tools.core.definitions import FunctionDefinition, JsonObject

WIRE = "openai"
_NO_SIGNATURE = "skip_thought_signature_validator"
"""Source: Google, "Thought signatures", FAQ: calls that come from another model."""


def chat_body(request: ModelRequest, can: Capabilities, *, origin: str = "") -> JsonObject:
    """Return the body of a call; `origin` (see `ReplyBuilder`) names service and model."""
    messages = list(_messages(legal_history(request.messages, can.history), can, origin))
    body: JsonObject = {"model": request.model, "messages": messages}
    if can.stream_usage and can.streams:
        body["stream_options"] = {"include_usage": True}
    if request.temperature is not None and can.takes_temperature:
        body["temperature"] = request.temperature
    body |= _sampling(request, can)
    limit = request.max_tokens or can.default_max_tokens
    if limit is not None:
        body[can.token_limit_field] = limit
    body |= _tools(request, can)
    if request.json_schema is not None and can.json_output != "none":
        body["response_format"] = _response_format(request.json_schema, can)
    return body | {"stream": can.streams} | request.extra_fields()


def _sampling(request: ModelRequest, can: Capabilities) -> JsonObject:
    wanted = request.sampling
    body: JsonObject = {}
    if wanted.top_p is not None and can.takes_temperature:
        body["top_p"] = wanted.top_p
    if wanted.stop and can.takes_stop:
        body["stop"] = list(wanted.stop)
    if wanted.seed is not None and can.takes_seed:
        body["seed"] = wanted.seed
    return body


def _tools(request: ModelRequest, can: Capabilities) -> JsonObject:
    takes_none = can.tool_choice_none and can.takes_tool_choice
    if not request.functions or (request.tool_choice == "none" and not takes_none):
        return {}
    body: JsonObject = {"tools": [_tool(function, can) for function in request.functions]}
    if can.takes_tool_choice:
        body["tool_choice"] = _tool_choice(request.tool_choice, can)
    if can.parallel_tool_calls is not None:
        body["parallel_tool_calls"] = can.parallel_tool_calls
    return body


def _tool(function: FunctionDefinition, can: Capabilities) -> JsonObject:
    definition: JsonObject = {
        "name": function.name,
        "description": function.description,
        "parameters": function.parameters,
    }
    if can.takes_strict and is_closed_schema(function.parameters):
        definition["strict"] = True
    return {"type": "function", "function": definition}


def _tool_choice(choice: ToolChoice, can: Capabilities) -> str | JsonObject:
    if choice in ("auto", "none"):
        return str(choice)
    if not can.forced_tool_choice:
        return "auto"
    if isinstance(choice, NamedToolChoice):
        return {"type": "function", "function": {"name": choice.name}}
    return "required"


def _response_format(schema: JsonObject, can: Capabilities) -> JsonObject:
    if can.json_output == "object":
        return {"type": "json_object"}
    strict = can.takes_strict and is_closed_schema(schema)
    return {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema, "strict": strict}}


def _messages(messages: tuple[Message, ...], can: Capabilities, origin: str) -> Iterator[JsonObject]:
    for message in alternating(messages):
        if message.role == "assistant":
            yield _assistant(message, can, origin)
        elif message.role == "tool":
            yield {"role": "tool", "tool_call_id": message.tool_call_id, "content": message.text}
        else:
            yield {"role": message.role, "content": _content(message)}


def _content(message: Message) -> str | list[JsonObject]:
    """Return plain text wherever there are no files: many services know nothing else."""
    if not message.files:
        return message.text
    text: list[JsonObject] = [{"type": "text", "text": message.text}] if message.text else []
    return [*(_file(file) for file in message.files), *text]


def _file(file: FilePart) -> JsonObject:
    match file.kind:
        case "image":
            return {"type": "image_url", "image_url": {"url": file.data_url}}
        case "pdf":
            return {"type": "file", "file": {"filename": file.name, "file_data": file.data_url}}
        case "text":
            return {"type": "text", "text": file.as_text()}


def _assistant(message: Message, can: Capabilities, origin: str) -> JsonObject:
    own = _own(message, origin)
    turn: JsonObject = {"role": "assistant", "content": message.text or (None if message.tool_calls else "")}
    if message.tool_calls:
        extras = own.get("call_extras", [])
        turn["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
                **(extras[index] if index < len(extras) else _unsigned(index, can)),
            }
            for index, call in enumerate(message.tool_calls)
        ]
        # Within a tool loop it goes back as it came, whatever the service calls it.
        turn |= {name: own[name] for name in BESIDE_TEXT if name in own}
    if can.returns_reasoning:
        turn.setdefault("reasoning_content", own.get("reasoning_content", ""))
    return turn


def _own(message: Message, origin: str) -> dict[str, Any]:
    """Return what stood beside the text, unless another service or model has sent it."""
    raw = message.raw if isinstance(message.raw, dict) else {}
    # Replies of before the origin was kept are only found in loops that go on where they stopped.
    return raw if raw.get("wire") == WIRE and raw.get("origin", origin) == origin else {}


def _unsigned(index: int, can: Capabilities) -> JsonObject:
    """Return a replacement signature for the first foreign call of a turn."""
    if not can.wants_signatures or index:
        return {}
    return {"extra_content": {"google": {"thought_signature": _NO_SIGNATURE}}}
