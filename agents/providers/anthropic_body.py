"""From a model request to the body of a message request. Pure. Source: Anthropic API, version 2026-10-21."""

from collections.abc import Sequence
from typing import Any

from agents.core.attachments import FilePart
from agents.core.messages import Message
from agents.core.model_text import read_text
from agents.providers.base import ModelRequest, NamedToolChoice, ToolChoice
from agents.providers.capabilities import Capabilities, is_closed_schema
from agents.providers.legal_history import legal_history
from tools.core.call.arguments import parse_arguments
from tools.core.definitions import FunctionDefinition, JsonObject
from tools.core.errors import ToolArgumentsError

WIRE = "anthropic"
FALLBACK_MAX_TOKENS = 8192
MAX_SKILLS = 8
"""In one container."""
CODE_EXECUTION = {"type": "code_execution_20260521", "name": "code_execution"}
"""Without it the service refuses skills."""


def message_body(request: ModelRequest, can: Capabilities, *, origin: str = "") -> JsonObject:
    """Return the body of a call; `origin` (see `ReplyBuilder`) names service and model."""
    messages = legal_history(request.messages, can.history)
    body: JsonObject = {
        "model": request.model,
        "messages": _messages(messages, origin),
        "max_tokens": request.max_tokens or can.default_max_tokens or FALLBACK_MAX_TOKENS,
    }
    system = "\n\n".join(message.text for message in messages if message.role == "system")
    if system:
        body["system"] = system
    if request.functions:
        # Also with the choice `none`: the API refuses a history of tool blocks without the tools.
        hosted = hosted_functions(request.functions, can)
        body["tools"] = [_tool(function, can) for function in request.functions if function not in hosted]
        body["tool_choice"] = _tool_choice(request.tool_choice, can)
        if hosted:
            body["tools"].append(CODE_EXECUTION)
            body["container"] = _container(hosted, messages)
            if isinstance(request.tool_choice, NamedToolChoice) and any(
                function.name == request.tool_choice.name for function in hosted
            ):
                body["tool_choice"] = {"type": "auto"}
    elif names := sorted({call.name for message in messages for call in message.tool_calls}):
        # The tools of an earlier turn, which are no longer offered.
        body["tools"] = [{"name": name, "input_schema": {"type": "object"}} for name in names]
        body["tool_choice"] = {"type": "none"}
    if request.json_schema is not None and can.json_output == "schema" and is_closed_schema(request.json_schema):
        body["output_config"] = {"format": {"type": "json_schema", "schema": request.json_schema}}
    if request.sampling.stop:
        body["stop_sequences"] = list(request.sampling.stop)
    extra = request.extra_fields()
    if "output_config" in body and isinstance(extra.get("output_config"), dict):
        extra["output_config"] = body["output_config"] | extra["output_config"]
    return body | {"stream": can.streams} | _sampling(request, can) | extra


def _sampling(request: ModelRequest, can: Capabilities) -> JsonObject:
    """Return what Anthropic takes no more, but other services of its form do."""
    wanted = {"temperature": request.temperature, "top_p": request.sampling.top_p} if can.takes_temperature else {}
    return {name: value for name, value in wanted.items() if value is not None}


def continued(body: JsonObject, paused: Message) -> JsonObject:
    """Return the body that continues a reply paused by the service."""
    raw = paused.raw
    messages = [*body["messages"], {"role": "assistant", "content": raw["content"]}]
    going_on = {**body, "messages": messages}
    if "container" in body and raw.get("container"):
        going_on["container"] = {**body["container"], "id": raw["container"]}
    return going_on


def hosted_functions(functions: Sequence[FunctionDefinition], can: Capabilities) -> list[FunctionDefinition]:
    """Return the functions replaced by hosted skills; those beyond the service's limit stay functions."""
    return [function for function in functions if function.hosted][:MAX_SKILLS] if can.hosts_skills else []


def _container(hosted: Sequence[FunctionDefinition], messages: Sequence[Message]) -> JsonObject:
    """Return the container with its skills, reusing the conversation's own."""
    skills = [
        {
            "type": "custom" if skill.skill_id.startswith("skill_") else "anthropic",
            "skill_id": skill.skill_id,
            "version": skill.version,
        }
        for skill in (function.hosted for function in hosted)
        if skill is not None
    ]
    used = [message.raw["container"] for message in messages if _is_own(message) and message.raw.get("container")]
    return {"id": used[-1], "skills": skills} if used else {"skills": skills}


def _is_own(message: Message) -> bool:
    return message.role == "assistant" and isinstance(message.raw, dict) and message.raw.get("wire") == WIRE


def _tool(function: FunctionDefinition, can: Capabilities) -> JsonObject:
    tool: JsonObject = {
        "name": function.name,
        "description": function.description,
        "input_schema": {"type": "object"} | function.parameters,
    }
    if can.takes_strict and is_closed_schema(function.parameters):
        tool["strict"] = True
    return tool


def _tool_choice(choice: ToolChoice, can: Capabilities) -> JsonObject:
    if choice == "none":
        return {"type": "none"}
    if choice == "auto" or not can.forced_tool_choice:
        return {"type": "auto"}
    if isinstance(choice, NamedToolChoice):
        return {"type": "tool", "name": choice.name}
    return {"type": "any"}


def _messages(messages: tuple[Message, ...], origin: str) -> list[JsonObject]:
    """Return turns in which user and assistant take turns; tool results of one reply share one user turn."""
    turns: list[JsonObject] = []
    for message in messages:
        if message.role == "system":
            continue
        role = "assistant" if message.role == "assistant" else "user"
        blocks = _blocks(message, origin)
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"].extend(blocks)
        elif blocks:
            turns.append({"role": role, "content": blocks})
    return turns


def _blocks(message: Message, origin: str) -> list[JsonObject]:
    if message.role == "tool":
        result: JsonObject = {
            "type": "tool_result",
            "tool_use_id": message.tool_call_id,
            "content": message.text,
            "is_error": message.is_error,
        }
        return [result]
    if _is_own(message) and message.raw.get("origin", origin) == origin:
        return _own_blocks(message, message.raw["content"])
    # The API refuses empty text blocks.
    text: list[JsonObject] = [{"type": "text", "text": message.text}] if message.text.strip() else []
    calls = [
        {"type": "tool_use", "id": call.id, "name": call.name, "input": parsed_input(call.arguments)}
        for call in message.tool_calls
    ]
    return [*(_file(file) for file in message.files), *text, *calls]


def _file(file: FilePart) -> JsonObject:
    match file.kind:
        case "image":
            return {"type": "image", "source": _base64(file)}
        case "pdf":
            return {"type": "document", "title": file.name, "source": _base64(file)}
        case "text":
            return {"type": "text", "text": file.as_text()}


def _base64(file: FilePart) -> JsonObject:
    return {"type": "base64", "media_type": file.media_type, "data": file.data}


def _own_blocks(message: Message, content: list[dict[str, Any]]) -> list[JsonObject]:
    """Return the vendor's blocks as they came but for dropped and illegal calls, and thoughts within text."""
    calls = iter(message.tool_calls)
    blocks: list[JsonObject] = []
    for block in content:
        if block["type"] == "text":
            text = read_text(block["text"]).answer
            blocks += [block | {"text": text}] if text.strip() else []
        elif block["type"] != "tool_use":
            blocks.append(block)
        elif (call := next(calls, None)) is not None:
            blocks.append(block | {"id": call.id, "name": call.name})
    return blocks


def parsed_input(arguments: str) -> JsonObject:
    """Return the arguments as the object that the API wants; text that is none becomes an empty object."""
    try:
        return parse_arguments(arguments)
    except ToolArgumentsError:
        return {}
