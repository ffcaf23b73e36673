"""Keys of deliveries: what makes two requests the same one. Pure."""

import hashlib
from typing import Literal

import orjson

from workflow_editor.triggers.webhooks.sender import Verified, WebhookRequest

EqualBodies = Literal["by_proof", "once", "again"]
"""What requests with equal bodies do where neither a time nor an id is signed.

`by_proof` starts one run where the body is signed, else a run each time unless the sender's id is the same.
"""
_KEY_CHARACTERS = 200


def delivery_keys(proved: Verified, request: WebhookRequest, equal_bodies: EqualBodies) -> list[str | None]:
    """Return the key of each delivery of a request; None for one that is always new.

    A signed id comes first, then the hash of what is signed. An id outside of the proof only counts where whoever
    repeats the request may start runs anyway.
    """
    signed = _signed(proved, request, equal_bodies)
    outside = request.headers.get("idempotency-key", "").strip('" ')
    keys = (
        one.key or (_nth(signed, at) if signed else one.given_key or outside or None)
        for at, one in enumerate(proved.deliveries)
    )
    return [key if key is None or len(key) <= _KEY_CHARACTERS else _hash(key.encode()) for key in keys]


def _signed(proved: Verified, request: WebhookRequest, equal_bodies: EqualBodies) -> str | None:
    """Return the hash that equal requests share, None where they are to start runs again."""
    if proved.signs_time:
        return proved.signed
    if equal_bodies == "again":
        return None
    if equal_bodies == "by_proof" or proved.signed is not None:
        return proved.signed
    whole = hashlib.sha256(orjson.dumps([request.method, sorted(request.query.items())]))
    for chunk in request.chunks():
        whole.update(chunk)
    return whole.hexdigest()


def _nth(signed: str, at: int) -> str:
    return f"signed:{signed}:{at}"


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
