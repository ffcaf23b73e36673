"""Refuses reply content that cannot be journaled or sent back. Pure."""

from agents.core.messages import ModelReply
from agents.providers.failures import failure
from tools.core.formats.json_text import MAX_DEPTH, is_deeper, write_json


def storable(reply: ModelReply, service: str) -> ModelReply:
    """Return the reply. Raises ProviderUnavailableError if it has too deeply nested JSON, or lone surrogates."""
    message = reply.message
    if is_deeper(message.raw, MAX_DEPTH):
        raise failure("form", service)
    try:
        write_json([message.raw, reply.model, [(call.id, call.name, call.arguments) for call in message.tool_calls]])
    except TypeError:
        raise failure("form", service) from None
    return reply
