"""The prompt of a conversation as it was sent, for people who ask why the model answered as it did. Pure."""

from agents.providers.base import ModelRequest
from tools.core.definitions import JsonObject


def prompt_json(request: ModelRequest, kept: int) -> JsonObject:
    """Return {messages: [{role, text, calls, files}], functions: [{name, description}]} without empty values.

    Files are named only. The first `kept` messages are in earlier rounds, with the same functions.
    """
    messages = [
        {
            "role": message.role,
            "text": message.text,
            **({"calls": [[call.name, call.arguments] for call in message.tool_calls]} if message.tool_calls else {}),
            **({"files": [file.name for file in message.files]} if message.files else {}),
        }
        for message in request.messages[kept:]
    ]
    if kept:
        return {"messages": messages}
    functions = [{"name": function.name, "description": function.description} for function in request.functions]
    return {"messages": messages, "functions": functions}
