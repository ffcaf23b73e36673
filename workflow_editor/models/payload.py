"""Large JSON values: stored once by the hash of their content, however many runs hold them."""

import json
import zlib
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from workflow_editor.models.ordered_json import OrderedJsonField

# Smaller values stay in their rows: a second row costs more than they do.
INLINE_CHARACTERS = 8_000

# The row's own value: {"$payload": hash}. A value that has this key by itself is wrapped. The mark comes
# first in the text of a row.
_MARK = "$payload"
_WRAPPED = "$payload_value"
MARK_TEXT = f'{{"{_MARK}":'

# Payloads that nobody holds are kept for `KEPT_UNUSED`, so whoever stores one again touches it in time, not each time.
_TOUCH_AFTER = timedelta(minutes=20)
KEPT_UNUSED = timedelta(hours=1)


class Payload(models.Model):
    """One value; `body` is its JSON text, compressed with zlib. Rows are never changed but for `used_at`."""

    hash = models.CharField(max_length=64, primary_key=True)
    body = models.BinaryField()
    size = models.PositiveIntegerField()
    used_at = models.DateTimeField()

    class Meta:
        verbose_name = _("payload")
        verbose_name_plural = _("payloads")
        indexes = (models.Index(fields=["used_at"], name="payload_used"),)

    def __str__(self) -> str:
        return self.hash[:12]


class PayloadUse(models.Model):
    run = models.ForeignKey("workflow_editor.Run", on_delete=models.CASCADE, related_name="+", db_index=False)
    payload = models.ForeignKey(Payload, on_delete=models.DO_NOTHING, related_name="uses")

    class Meta:
        verbose_name = _("use of a payload")
        verbose_name_plural = _("uses of payloads")
        constraints = (models.UniqueConstraint(fields=["run", "payload"], name="payload_use_once"),)

    def __str__(self) -> str:
        return f"{self.payload_id} in {self.run_id}"


def row_text(value: Any, text: str, keep: Callable[[str], str]) -> str:
    """Return the row's JSON text for `value` (as `text`); `keep` stores a large text and returns its hash."""
    if len(text) > INLINE_CHARACTERS:
        return json.dumps({_MARK: keep(text)})
    # Looking through the text first: of a value's type nearly every row would be asked.
    return json.dumps({_MARK: None, _WRAPPED: value}) if _MARK in text and _resembles_stored(value) else text


def text_of_row(stored: str) -> str:
    return _text(json.loads(stored)) if stored.startswith(MARK_TEXT) else stored


def _resembles_stored(value: Any) -> bool:
    return isinstance(value, Mapping) and _MARK in value


def payload_hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def payload_store(run_id: UUID, text: str) -> str:
    """Store a large value for a run, in the transaction that writes its row, and return its hash."""
    name, now = payload_hash(text), timezone.now()
    if not Payload.objects.filter(hash=name, used_at__gt=now - _TOUCH_AFTER).exists():
        body = zlib.compress(text.encode(), level=1)
        Payload.objects.bulk_create(
            [Payload(hash=name, body=body, size=len(body), used_at=now)],
            update_conflicts=True,
            unique_fields=["hash"],
            update_fields=["used_at"],
        )
    PayloadUse.objects.bulk_create([PayloadUse(run_id=run_id, payload_id=name)], ignore_conflicts=True)
    return name


def _text(stored: Mapping[str, Any]) -> str:
    name = stored[_MARK]
    if name is None:
        return json.dumps(stored[_WRAPPED])
    return zlib.decompress(Payload.objects.values_list("body", flat=True).get(hash=name)).decode()


class PayloadField(OrderedJsonField):
    """A JSON field of a run, or of a row with a `run`, with large values transparently in `Payload`.

    `QuerySet.update` knows no run, so its values stay in the row.
    """

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = super().pre_save(model_instance, add)
        if value is None or hasattr(value, "resolve_expression"):
            return value
        run_id = getattr(model_instance, "run_id", None) or model_instance.pk
        text = json.dumps(value, cls=self.encoder)
        return _Prepared(json.loads(row_text(value, text, partial(payload_store, run_id))))

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        if isinstance(value, _Prepared):
            value = value.value
        elif _resembles_stored(value):
            value = {_MARK: None, _WRAPPED: value}
        return super().get_db_prep_save(value, connection)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        found = super().from_db_value(value, expression, connection)
        return json.loads(_text(found)) if _resembles_stored(found) else found


class _Prepared:
    """A value in the form of its row."""

    def __init__(self, value: Any) -> None:
        self.value = value
