"""Memory reservation for webhook bodies."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace

from tools.core.concurrency.memory_budget import MemoryBudget
from tools.core.formats.json_text import MAX_MEMORY
from tools.core.text import Text, byte_size
from workflow_editor.errors import InvalidInputError
from workflow_editor.nodes.builtin.webhook import MAX_BODY_BYTES
from workflow_editor.triggers.webhooks.bodies import PackedTooLongError, is_packed, unpacked
from workflow_editor.triggers.webhooks.sender import WebhookRequest

WAITS_S = 20
_SHORT_BYTES = 1_000_000
_MEMORY_OF_A_BYTE = MAX_MEMORY // MAX_BODY_BYTES
"""The longest body and its values take as much as values may."""
_memory = MemoryBudget(MAX_MEMORY)
"""One of the longest bodies at a time: reading one takes copies beside its value, and the whole processor."""
_TOO_LONG = Text(
    "The body is longer than {size} once it is unpacked. Send it in several parts.", size=byte_size(MAX_BODY_BYTES)
)


def held_for(length: int) -> AbstractContextManager[None]:
    """Reserve memory for a body of `length` bytes. Raises TimeoutError if it is not free within `WAITS_S`."""
    if length <= _SHORT_BYTES:
        return nullcontext()
    return _memory.held(min(length, MAX_BODY_BYTES) * _MEMORY_OF_A_BYTE, within_s=WAITS_S)


@contextmanager
def readable(request: WebhookRequest) -> Iterator[WebhookRequest]:
    """Yield the request with its body unpacked, reserving memory for packed ones.

    Raises:
        InvalidInputError: (`body_too_long`) the unpacked body is too long.
        TimeoutError: as `held_for`.
    """
    if not is_packed(request.headers):
        yield request
        return
    try:
        body = unpacked(request, MAX_BODY_BYTES)
    except PackedTooLongError as error:
        raise InvalidInputError(_TOO_LONG, code="body_too_long") from error
    with held_for(len(body)):
        yield replace(request, body=body)
