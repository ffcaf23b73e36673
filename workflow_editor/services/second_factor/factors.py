"""A person's second factors: which they have, the check of a code, and their changes."""

import secrets
from base64 import b32encode
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.db import transaction

from tools.secrets.encryption import decrypt, encrypt
from workflow_editor.services.second_factor.recovery_codes import new_codes, without_code
from workflow_editor.services.second_factor.totp import matching_step

Kind = Authenticator.Type
_PROVING = (Kind.TOTP, Kind.WEBAUTHN)
"""Kinds that require a second step; recovery codes only replace them."""


@dataclass(frozen=True, slots=True)
class SecondFactor:
    """One factor as its owner sees it."""

    id: int
    kind: str
    name: str
    created_at: datetime
    last_used_at: datetime | None


def factors_of(user: User) -> list[SecondFactor]:
    """Return a person's factors, recovery codes left out, oldest first."""
    rows = Authenticator.objects.filter(user=user, type__in=_PROVING).order_by("pk")
    return [SecondFactor(row.pk, row.type, row.data.get("name", ""), row.created_at, row.last_used_at) for row in rows]


def recovery_codes_left(user: User) -> int:
    row = Authenticator.objects.filter(user=user, type=Kind.RECOVERY_CODES).first()
    return 0 if row is None else len(row.data["hashes"])


def proofs_of(user: User) -> list[str]:
    """Return the ways in which a person proves the second step: `code`, `passkey`; empty without a factor."""
    kinds = set(Authenticator.objects.filter(user=user).values_list("type", flat=True))
    if kinds.isdisjoint(_PROVING):
        return []
    # Whoever has a passkey alone still has recovery codes to type.
    return ["code", *(["passkey"] if Kind.WEBAUTHN in kinds else [])]


def new_totp_secret() -> str:
    """Return 160 random bits in the form that authenticator apps take."""
    return b32encode(secrets.token_bytes(20)).decode("ascii")


@transaction.atomic
def code_accept(user: User, code: str) -> Authenticator | None:
    """Use an authenticator or recovery code; None for a wrong or used one.

    The last time step is stored with the secret, so a code works once regardless of caches.
    """
    rows = Authenticator.objects.select_for_update().filter(user=user).exclude(type=Kind.WEBAUTHN)
    by_kind = {row.type: row for row in rows}
    code = "".join(code.split()).replace("-", "")
    if (totp := by_kind.get(Kind.TOTP)) is not None:
        step = matching_step(decrypt(totp.data["secret"])["secret"], code)
        if step is not None:
            return _with(totp, totp.data | {"last_step": step}) if step > totp.data["last_step"] else None
    if (codes := by_kind.get(Kind.RECOVERY_CODES)) is not None:
        left = without_code(codes.data, code)
        return None if left is None else _with(codes, left)
    return None


def totp_add(user: User, secret: str, code: str) -> Authenticator | None:
    """Store an authenticator app once a code of it fits, which is used up with that; None for a wrong code."""
    step = matching_step(secret, "".join(code.split()))
    if step is None:
        return None
    data = {"secret": encrypt({"secret": secret}), "last_step": step}
    added: Authenticator = Authenticator.objects.create(user=user, type=Kind.TOTP, data=data)
    return added


@transaction.atomic
def recovery_codes_create(user: User, *, only_first: bool = False) -> list[str]:
    """Replace the recovery codes and return the new ones, which cannot be read later; `only_first` keeps existing ones
    and returns none.
    """
    User.objects.select_for_update().get(pk=user.pk)
    before = Authenticator.objects.filter(user=user, type=Kind.RECOVERY_CODES)
    if only_first and before.exists():
        return []
    for row in before:
        row.delete()
    codes, stored = new_codes()
    Authenticator.objects.create(user=user, type=Kind.RECOVERY_CODES, data=stored)
    return codes


@transaction.atomic
def factor_remove(user: User, factor_id: int) -> bool:
    """Remove a factor, and the recovery codes with the last one; False if there is none."""
    rows = Authenticator.objects.select_for_update().filter(user=user)
    found = next((row for row in rows if row.pk == factor_id and row.type in _PROVING), None)
    if found is None:
        return False
    found.delete()
    if not proofs_of(user):
        factors_remove(user)
    return True


@transaction.atomic
def factors_remove(user: User) -> int:
    """Remove all factors of a person who lost them; return how many rows that were."""
    # One by one: the audit log watches single rows.
    rows = list(Authenticator.objects.filter(user=user))
    for row in rows:
        row.delete()
    return len(rows)


def _with(row: Authenticator, data: dict[str, Any]) -> Authenticator:
    row.data = data
    row.save(update_fields=["data"])
    return row
