"""Keys of deliveries: what makes two requests the same one. Pure."""

import hashlib
from typing import Literal

import orjson

from workflow_editor.triggers.webhooks.sender import Verified, WebhookRequest

EqualBodies = Literal["by_proof", "once", "again"]
"""Handling of equal bodies without signed time or id.

`by_proof` starts one run if the body is signed, otherwise one per request unless the sender's id repeats.
"""
_KEY_CHARACTERS = 200


def delivery_keys(proved: Verified, request: WebhookRequest, equal_bodies: EqualBodies) -> list[str | None]:
    """Return the key of each delivery of a request; None if it is always new.

    A signed id comes first, then the signed content's hash. An unsigned id counts only if anyone able to repeat the
    request may start runs anyway.
    """
    signed = _signed(proved, request, equal_bodies)
    outside = request.headers.get("idempotency-key", "").strip('" ')
    keys = (
        one.key or (f"signed:{signed}:{at}" if signed else one.given_key or outside or None)
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


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
