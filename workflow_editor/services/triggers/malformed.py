"""Requests to a webhook that were answered 400: the newest of each trigger, cut, beside its deliveries.

They start nothing and cannot be sent again. Anybody who knows the address can send one, so they take a fixed amount of
space and remove no delivery.
"""

import uuid
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager

from django.db import transaction

from tools.core.definitions import JsonObject
from workflow_editor.errors import InvalidInputError, failure_json
from workflow_editor.models import Trigger, TriggerDelivery
from workflow_editor.triggers.webhooks.sender import WebhookRequest

KEPT = 20
"""Per trigger."""
MAX_BODY_CHARS = 4_000
_MAX_NAMES = 30
_MAX_NAME_CHARS = 100
_MAX_VALUE_CHARS = 300
_HIDDEN = "***"
_MALFORMED = TriggerDelivery.Status.MALFORMED


@contextmanager
def malformed_kept(
    trigger: Trigger, request: WebhookRequest, shown: JsonObject, secrets: Collection[str]
) -> Iterator[None]:
    """Store the request where the block raises InvalidInputError, with the reason, and raise it again.

    Args:
        shown: method, headers, query and path as deliveries have them, without secrets.
        secrets: values that may not be in the body either.
    """
    try:
        yield
    except InvalidInputError as error:
        _keep(trigger, error, request, shown, secrets)
        raise


@transaction.atomic
def _keep(
    trigger: Trigger, error: InvalidInputError, request: WebhookRequest, shown: JsonObject, secrets: Collection[str]
) -> None:
    body = request.body.decode(errors="replace")
    for secret in filter(None, secrets):
        body = body.replace(secret, _HIDDEN)
    TriggerDelivery.objects.create(
        trigger=trigger,
        key=f"malformed-{uuid.uuid4().hex}",
        status=_MALFORMED,
        data={
            "method": shown["method"],
            **{part: _cut_values(shown[part]) for part in ("headers", "query", "path")},
            "body": _cut(body, MAX_BODY_CHARS),
            "bytes": len(request.body),
        },
        error=failure_json(error.code, error.text, error.details),
        arrived_at=request.received_at,
    )
    stored = trigger.deliveries.filter(status=_MALFORMED)
    stored.filter(pk__in=list(stored.order_by("-id").values_list("pk", flat=True)[KEPT:])).delete()


def _cut_values(values: Mapping[str, object]) -> JsonObject:
    return {
        _cut(name, _MAX_NAME_CHARS): _cut(value if isinstance(value, str) else str(value), _MAX_VALUE_CHARS)
        for name, value in list(values.items())[:_MAX_NAMES]
    }


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"
