"""A change of the keys of `tools.secrets.encryption`."""

from django.apps import apps
from django.db import models, transaction

from tools.adapters.access_log import access_record
from tools.models.ciphertext import CiphertextField
from tools.secrets import encryption as secrets

_BATCH = 500
_IN_JSON: list[tuple[type[models.Model], str, str]] = []


def reencrypt_member(model: type[models.Model], field: str, member: str) -> None:
    """Let a change of keys also reach a secret that a package's model keeps as a member of a JSON field."""
    _IN_JSON.append((model, field, member))


@transaction.atomic
def reencrypt_all() -> int:
    """Reencrypt everything with the first key of the key file and return the number of rows.

    Raises ToolConfigurationError if one of them cannot be read; then nothing is changed.
    """
    count = sum(_reencrypted(model) for model in apps.get_models())
    count += sum(_reencrypted_member(*place) for place in _IN_JSON)
    access_record(None, "credentials.reencrypted", str(count))
    return count


def _reencrypted(model: type[models.Model]) -> int:
    names = [one.attname for one in model._meta.concrete_fields if isinstance(one, CiphertextField)]
    if not names:
        return 0
    count = 0
    for row in model._base_manager.select_for_update().iterator(chunk_size=_BATCH):
        changes = {name: secrets.reencrypt(token) for name in names if (token := getattr(row, name))}
        if changes:
            model._base_manager.filter(pk=row.pk).update(**changes)
            count += 1
    return count


def _reencrypted_member(model: type[models.Model], field: str, member: str) -> int:
    rows = model._base_manager.select_for_update().filter(**{f"{field}__has_key": member})
    count = 0
    for row in rows.iterator(chunk_size=_BATCH):
        value = getattr(row, field)
        changed = value | {member: secrets.reencrypt(value[member])}
        count += model._base_manager.filter(pk=row.pk).update(**{field: changed})
    return count
