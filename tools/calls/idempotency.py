"""The key that marks all attempts of one call as the same. Pure."""

import hashlib
import uuid

import orjson

from tools.core.definitions import CallContext, JsonObject, ToolCall


def idempotency_key(context: CallContext, call: ToolCall) -> str:
    """Return a key that is the same for every attempt of this call, also after a crash, and differs for all others."""
    base = context.idempotency_key or (f"{context.run_id}:{context.node_key}" if context.run_id else "")
    if not base:
        return str(uuid.uuid4())
    arguments = call.arguments if isinstance(call.arguments, str) else _canonical(call.arguments)
    digest = hashlib.sha256("\n".join((base, call.id, call.name, arguments)).encode()).digest()
    return str(uuid.UUID(bytes=digest[:16], version=4))


def _canonical(arguments: JsonObject) -> str:
    return orjson.dumps(arguments, option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS, default=str).decode()
