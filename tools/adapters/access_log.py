"""Writes the audit log of rights."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from tools.models import AccessEvent
from tools.secrets.redaction import redact, redact_text

_MAX_TARGET = 200
_MAX_TEXT = 500
_MAX_ITEMS = 100


def access_record(
    actor: User | None,
    action: str,
    target: str,
    details: Mapping[str, Any] | None = None,
    *,
    address: str = "",
) -> None:
    """Append one row to the audit chain, in the caller's transaction.

    `actor` is None for anonymous requests and operator commands. `action` is a stable dotted name such as
    `member.added`. `details` is JSON; secrets in it are masked, long texts and lists cut.
    """
    AccessEvent.objects.append(
        {
            "at": timezone.now(),
            "user_id": actor.pk if actor else None,
            "username": actor.username if actor else "",
            "action": action,
            "target": redact_text(target[:_MAX_TARGET]),
            "details": redact(_bounded(dict(details or {}))),
            "address": address,
        }
    )


def _bounded(value: Any) -> Any:
    match value:
        case str():
            return value[:_MAX_TEXT]
        case dict():
            return {key[:_MAX_TEXT]: _bounded(item) for key, item in list(value.items())[:_MAX_ITEMS]}
        case list():
            return [_bounded(item) for item in value[:_MAX_ITEMS]]
        case _:
            return value
