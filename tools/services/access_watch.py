"""Audits every save, link and deletion of rows that grant rights.

Signals also cover panel forms, commands and future code, but not `QuerySet.update` and bulk methods, so services change
these models by `save`.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Field, ForeignKey, Model
from django.db.models.signals import m2m_changed, post_save, pre_delete, pre_save
from django.utils import translation

from tools.adapters.access_log import access_record
from tools.core.definitions import JsonObject
from tools.secrets.names import is_secret_name
from tools.services.current_actor import current_actor

WATCHED_MODELS: set[type[Model]] = set()
"""Models with their rows in the audit log, tables of many-to-many relations among them."""

_BEFORE = "_access_before"


@dataclass(frozen=True, slots=True)
class _Watch:
    name: str
    verbs: tuple[str, str, str]
    ignored: frozenset[str]

    def read(self, row: Model, **kwargs: Any) -> None:
        """Keep what is stored now, to compare it after the save."""
        stored = None if row._state.adding else type(row)._base_manager.filter(pk=row.pk).first()
        setattr(row, _BEFORE, None if stored is None else self._values(stored))

    def saved(self, row: Model, *, created: bool, update_fields: Collection[str] | None = None, **kwargs: Any) -> None:
        before, after = getattr(row, _BEFORE, None), self._values(row)
        if before is None:
            if self.verbs[0]:
                _record(f"{self.name}.{self.verbs[0]}", row, _shown(row, after))
            return
        changed = {
            name
            for name, value in after.items()
            if value != before[name] and (update_fields is None or name in update_fields)
        }
        if isinstance(row, User) and "password" in changed:
            changed.discard("password")
            # Django stores the same password again when its way of hashing has changed.
            is_same = getattr(row, "_password", None) is None and row.has_usable_password()
            _record("password.rehashed" if is_same else "password.changed", row, {})
        if changed:
            _record(f"{self.name}.{self.verbs[1]}", row, _differences(row, before, after, changed))

    def deleted(self, row: Model, **kwargs: Any) -> None:
        _record(f"{self.name}.{self.verbs[2]}", row, _shown(row, self._values(row)))

    def _values(self, row: Model) -> dict[str, Any]:
        return {
            field.name: getattr(row, field.attname)
            for field in row._meta.concrete_fields
            if not (field.primary_key or getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False))
            and field.name not in self.ignored
        }


def watch_access(
    model: type[Model],
    name: str,
    *,
    verbs: tuple[str, str, str] = ("created", "changed", "deleted"),
    ignored: Collection[str] = (),
) -> None:
    """Audit every created, changed or deleted row of the model, with the actor.

    Actions are `name` (e.g. `member`) plus one of `verbs`; an empty first verb skips new rows. Changes of `ignored`
    fields are skipped.
    """
    watch = _Watch(name, verbs, frozenset(ignored))
    WATCHED_MODELS.add(model)
    for signal, receiver in ((pre_save, watch.read), (post_save, watch.saved), (pre_delete, watch.deleted)):
        signal.connect(partial(_without_sender, receiver), sender=model, weak=False, dispatch_uid=f"access {name}")


def _without_sender(receiver: Any, sender: Any, instance: Model, raw: bool = False, **kwargs: Any) -> None:
    if not raw:  # rows of fixtures
        receiver(instance, **kwargs)


def watch_access_relation(through: type[Model], name: str, plural: str) -> None:
    """Audit additions and removals of a many-to-many relation, one row per holder.

    Actions are `name` plus `granted` or `revoked`; details list the grants under `plural`.
    """
    WATCHED_MODELS.add(through)

    def changed(sender: Any, instance: Any, action: str, reverse: bool, model: Any, pk_set: Any, **kwargs: Any) -> None:
        verb = {"post_add": "granted", "post_remove": "revoked", "pre_clear": "revoked"}.get(action)
        if verb is None:
            return
        found = model._default_manager.filter(pk__in=pk_set).order_by("pk") if pk_set is not None else None
        others = _linked(sender, instance) if found is None else list(found)
        pairs = [(other, [instance]) for other in others] if reverse else [(instance, others)] if others else []
        for holder, granted in pairs:
            _record(f"{name}.{verb}", holder, {plural: [str(one) for one in granted]})

    m2m_changed.connect(changed, sender=through, weak=False, dispatch_uid=f"access {name}")


def _linked(through: Any, instance: Model) -> list[Model]:
    """Return what the instance is linked to; asked before all of it goes."""
    keys = {field.related_model: field for field in through._meta.concrete_fields if isinstance(field, ForeignKey)}
    own = keys.pop(type(instance))
    (other,) = keys.values()
    rows = through._default_manager.filter(**{own.name: instance}).select_related(other.name).order_by(other.attname)
    return [getattr(row, other.name) for row in rows]


def _record(action: str, row: Model, details: JsonObject) -> None:
    actor = current_actor()
    # The writer has a language, the log has one.
    with translation.override(settings.LANGUAGE_CODE):
        target = str(row)
    access_record(actor.user, action, target, details, address=actor.address)


def _shown(row: Model, values: dict[str, Any]) -> JsonObject:
    filled = {name: value for name, value in values.items() if value not in (None, "", [], {})}
    return {name: _json(_field(row, name), value) for name, value in filled.items() if not _is_secret(name)}


def _differences(row: Model, before: dict[str, Any], after: dict[str, Any], changed: Collection[str]) -> JsonObject:
    """Return old and new values by field; of secrets only that they changed, of JSON objects the members that did."""
    found: JsonObject = {}
    for name in sorted(changed):
        old, new = before[name], after[name]
        if _is_secret(name):
            found[name] = "changed"
        elif isinstance(old, dict) and isinstance(new, dict):
            members = sorted(key for key in old.keys() | new.keys() if old.get(key) != new.get(key))
            found |= {f"{name}.{key}": [old.get(key), new.get(key)] for key in members}
        else:
            found[name] = [_json(_field(row, name), value) for value in (old, new)]
    return found


def _is_secret(name: str) -> bool:
    return name == "credential" or name.endswith("ciphertext") or is_secret_name(name)


def _field(row: Model, name: str) -> "Field[Any, Any]":
    field = row._meta.get_field(name)
    assert isinstance(field, Field)  # noqa: S101  names come from `concrete_fields`
    return field


def _json(field: "Field[Any, Any]", value: Any) -> Any:
    if isinstance(field, ForeignKey) and value is not None:
        return str(field.remote_field.model._base_manager.filter(pk=value).first() or value)
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value
